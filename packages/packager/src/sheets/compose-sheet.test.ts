import type { GlyphSource } from '@kamar/core'
import { glyphSteps, sheetGridSteps, type SheetPolyline } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { squareGlyphs, TestSheet } from '../test-support/test-sheet.js'
import { productFaces } from './glyphs/face-fonts.js'
import { addLineExtents, type ComposedSheet, composePolylines, composeSheet } from './compose-sheet.js'
import { ExtentCollector } from './sheet-extents.js'

function tryCompose({ store }: TestSheet, fallback: GlyphSource | null = null): ComposedSheet | null {
  const collector = new ExtentCollector()
  for (const part of store.polylines.coordinates.list()) addLineExtents(collector, store, part)
  return composeSheet(store, { faces: productFaces, fallback, collector })
}

function compose(sheet: TestSheet): ComposedSheet & { readonly lines: readonly SheetPolyline[] } {
  const composed = tryCompose(sheet)
  if (composed === null) throw new Error('the sheet is not empty')
  const parts = [...sheet.store.polylines.coordinates.list()]
  return { ...composed, lines: parts.flatMap((part) => composePolylines(sheet.store, composed, part)) }
}

const near = (values: readonly number[]): unknown[] => values.map((value): unknown => expect.closeTo(value, 6))
const square = [0, 0, 10, 0, 10, 10, 0, 10]

describe('composed sheet', () => {
  it('is null without content, even with an entity and an empty text', () => {
    const sheet = new TestSheet()
    expect(tryCompose(sheet)).toBeNull()
    sheet.addEntity()
    expect(tryCompose(sheet)).toBeNull()
    sheet.store.addFill({ entity: 0, style: 0, rings: [] })
    expect(tryCompose(sheet)).toBeNull()
  })

  it('extends over lines, fills, texts, images and viewports', () => {
    const sheet = new TestSheet()
    sheet.addLine([0, 0, 1, 1])
    expect(compose(sheet).extents).toEqual({ min: [0, 0], max: [1, 1] })
    sheet.addFill([[0, 0, 1, 0, 1, -4]])
    expect(compose(sheet).extents).toEqual({ min: [0, -4], max: [1, 1] })
    // 10 high, descent 3.2, rotated by 90°: x runs up.
    sheet.addText({ anchor: [-20, 5], xAxis: [0, 1], yAxis: [-1, 0] })
    expect(compose(sheet).extents).toEqual({ min: near([-30, -4]), max: near([1, 15]) })
    sheet.store.addImage({ entity: 0, layer: 0, picture: 0, origin: [10, 20], xAxis: [40, 3], yAxis: [-2, 50] })
    expect(compose(sheet).extents).toEqual({ min: near([-30, -4]), max: near([50, 73]) })
    const viewport = {
      entity: 0,
      shows: null,
      matrix: [1, 0, 0, 1, 0, 0],
      millimetresPerUnit: 1,
      frozenLayers: [],
    } as const
    sheet.store.addViewport({ ...viewport, clip: [Float64Array.of(-99, 0, 0, 99)] })
    expect(compose(sheet).extents).toEqual({ min: near([-99, -4]), max: near([50, 99]) })
  })

  it('extends to each corner of a slanting image', () => {
    const sheet = new TestSheet()
    sheet.store.addImage({
      entity: sheet.addEntity(),
      layer: 0,
      picture: 0,
      origin: [0, 0],
      xAxis: [10, -5],
      yAxis: [-3, 20],
    })
    expect(compose(sheet).extents).toEqual({ min: [-3, -5], max: [10, 20] })
  })

  it('has a grid over its extents', () => {
    const sheet = new TestSheet()
    sheet.addLine([100, 50, 300, 60])
    expect(compose(sheet).grid).toEqual({ origin: [100, 50], step: 200 / sheetGridSteps })
  })

  it('groups lines by style, then level', () => {
    const sheet = new TestSheet()
    const red = sheet.addStyle({ color: 0xff0000 })
    sheet.addLine([1, 0, 2, 0], { style: red })
    sheet.addLine([2, 0, 3, 0], { closed: true })
    sheet.addFill([square])
    sheet.addLine([3, 0, 4, 0], { style: red })
    sheet.addLine([4, 0, 5, 0])
    const { lines } = compose(sheet)
    expect(lines.map(({ entity, style, level, closed, points }) => [entity, style, level, closed, points[0]])).toEqual([
      [1, 0, 0, true, 2],
      [4, 0, 1, false, 4],
      [0, red, 0, false, 1],
      [3, red, 1, false, 3],
    ])
  })

  it('lists areas in drawing order with their triangles, and omits those without area', () => {
    const sheet = new TestSheet()
    const [front, back] = [sheet.addEntity(9), sheet.addEntity(1)]
    sheet.addFill([square], { entity: front })
    sheet.addFill([square.map((value) => value / 2)], { entity: back })
    sheet.addLine(square, { entity: back })
    sheet.addFill([[0, 0, 5, 5, 9, 9]], { entity: back })
    const { areas, levels } = compose(sheet)
    expect(
      areas.map(({ entity, level, indices, points, gradient }) => [
        entity,
        level,
        indices.length,
        Math.max(...points),
        gradient,
      ]),
    ).toEqual([
      [back, 0, 6, 5, null],
      [front, 1, 6, 10, null],
    ])
    expect(levels.count).toBe(2)
  })

  it('has gradients in steps of the grid', () => {
    const sheet = new TestSheet()
    const entity = sheet.addEntity()
    const gradient = { from: [12, 5], to: [2, 30], colors: [0xff0000, 0x0000ff] } as const
    sheet.store.addFill({ entity, style: 0, rings: [Float64Array.of(2, 5, 22, 5, 22, 15)], gradient })
    const { areas, grid } = compose(sheet)
    expect(grid).toMatchObject({ origin: [2, 5], step: 20 / sheetGridSteps })
    expect(areas[0]?.gradient).toEqual({
      from: near([sheetGridSteps / 2, 0]),
      to: near([0, (sheetGridSteps * 5) / 4]),
      colors: [0xff0000, 0x0000ff],
    })
  })

  it('clamps points far outside to 64 cores around the origin', () => {
    const sheet = new TestSheet()
    for (let at = 0; at < 1000; at++) sheet.addLine([at, 0, at, 1])
    sheet.addLine([0, 0, 1e9, -1e9])
    const { lines, extents, core, grid } = compose(sheet)
    expect(extents).toEqual({ min: [0, -1e9], max: [1e9, 1] })
    expect(core).toEqual({ min: [expect.closeTo(2, -0.5), 0], max: [expect.closeTo(997, -0.5), 1] })
    const side = core.max[0] - core.min[0]
    expect(grid.origin).toEqual(core.min)
    expect([...(lines.at(-1)?.points ?? [])]).toEqual(
      [0, 0, core.min[0] + 64 * side, -64 * side].map((value): unknown => expect.closeTo(value, 3)),
    )
  })
})

describe('composed text', () => {
  it('has its glyphs in steps of its height, and its origin on the grid', () => {
    const sheet = new TestSheet()
    sheet.addLine([0, 0, 1024, 0])
    sheet.addText({
      anchor: [512, 256],
      xAxis: [2, 0],
      yAxis: [0, 2],
      paragraphs: [
        [
          { text: 'AB', font: 0, height: 10 },
          { text: 'C', font: 0, height: 5 },
        ],
      ],
    })
    const { texts, grid } = compose(sheet)
    const [text] = texts.texts
    expect(text).toMatchObject({ entity: 1, style: 0, level: 0, xAxis: [2, 0], yAxis: [0, 2], string: 'ABC' })
    expect(text?.origin.map((value) => value * grid.step)).toEqual(near([512, 256 - grid.origin[1]]))
    expect(text?.runs.map(({ first, count, height, width, font }) => [first, count, height, width, font])).toEqual([
      [0, 2, 10, 10, 0],
      [2, 1, 5, 5, 0],
    ])
    expect([...texts.x]).toEqual([0, glyphSteps, 4 * glyphSteps])
    expect([...texts.y]).toEqual([0, 0, 0])
    expect([...texts.glyph]).toEqual([0, 1, 2])
    expect(texts.glyphs.map(({ character }) => character)).toEqual(['A', 'B', 'C'])
  })

  it('shares glyphs between texts and continues their numbers', () => {
    const sheet = new TestSheet()
    for (const text of ['AB', 'BA']) sheet.addText({ paragraphs: [[{ text, font: 0, height: 10 }]], vertical: 'top' })
    const { texts } = compose(sheet)
    expect([...texts.glyph]).toEqual([0, 1, 1, 0])
    expect([...texts.y]).toEqual([-1, -1, -1, -1].map((value) => value * glyphSteps))
    expect(texts.texts.map(({ runs }) => runs[0]?.first)).toEqual([0, 2])
  })

  it('has styles for the colours of its runs, continuous and otherwise as the text', () => {
    const sheet = new TestSheet()
    const lineType = sheet.store.addLineType({ name: 'DASHED', pattern: [1, -1] })
    const style = sheet.addStyle({ color: 7, opacity: 0.5, lineType })
    const runs = [
      { text: 'A', font: 0, height: 10 },
      { text: 'B', font: 0, height: 10, color: 9, underline: true },
    ]
    sheet.addText({ style, paragraphs: [runs] })
    const { texts, lines } = compose(sheet)
    const { values } = sheet.store.styles
    const [own, colored] = texts.texts[0].runs.map((run) => values[run.style])
    expect(own).toMatchObject({ color: 7, opacity: 0.5, lineType: null })
    expect(colored).toMatchObject({ color: 9, opacity: 0.5, lineType: null })
    expect(texts.texts[0].style).toBe(style)
    expect(values[lines[0].style]).toBe(colored)
  })

  it('has its rules as lines in sheet units', () => {
    const sheet = new TestSheet()
    sheet.addText({
      anchor: [100, 200],
      xAxis: [0, 1],
      yAxis: [-1, 0],
      paragraphs: [[{ text: 'AB', font: 0, height: 10, overline: true }]],
    })
    const { lines } = compose(sheet)
    // From (0, 12) to (20, 12) in the frame: y to the left, x up.
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ entity: 0, level: 0, closed: false })
    expect([...lines[0].points]).toEqual(near([88, 200, 88, 220]))
  })

  it('has a backdrop with a margin below its glyphs', () => {
    const sheet = new TestSheet()
    sheet.addLine([0, 0, 1, 1])
    sheet.addText({ anchor: [100, 200], backdrop: { color: 'background', margin: 2 } })
    const { areas } = compose(sheet)
    expect(areas).toHaveLength(1)
    const [{ entity, level, points, indices, style, gradient }] = areas
    expect([entity, level, gradient, sheet.store.styles.values[style].color]).toEqual([1, 0, null, 'background'])
    expect([...points]).toEqual(near([98, 194.8, 112, 194.8, 112, 212, 98, 212]))
    expect([...indices]).toEqual([0, 1, 2, 0, 2, 3])
  })

  it('has box and string but nothing drawn when the reader draws it, and its characters are not unknown', () => {
    const sheet = new TestSheet()
    const paragraphs = [[{ text: 'A你', font: 0, height: 10, underline: true }]]
    sheet.addText({ drawn: false, paragraphs, backdrop: { color: 0, margin: 1 } })
    const { texts, lines, areas, unknownCharacters } = compose(sheet)
    expect([lines, areas, unknownCharacters, texts.texts[0].runs]).toEqual([[], [], [], []])
    expect(texts.texts[0]).toMatchObject({ string: 'A你', box: near([0, -3.2, texts.texts[0].box[2], 10]) })
    sheet.addText({ drawn: true, paragraphs })
    sheet.addText({ paragraphs })
    expect(compose(sheet).unknownCharacters).toEqual(['你', '你'])
  })

  it('has the glyphs of the fallback font', () => {
    const sheet = new TestSheet()
    sheet.addText({ paragraphs: [[{ text: '你', font: 0, height: 10 }]] })
    const fallback = { ...squareGlyphs, findGlyph: () => ({ advance: 3, lines: [[0, 0, 2, 0, 2, 2]] }) }
    const composed = tryCompose(sheet, fallback)
    expect(composed?.unknownCharacters).toEqual([])
    expect(composed?.texts.texts[0].box[2]).toBe((30 * 0.95) / 0.95)
  })
})
