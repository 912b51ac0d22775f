import type { SheetImageInput } from '@kamar/core'
import { plainLayer } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { plainText, TestSheet } from '../test-support/test-sheet.js'
import { UniqueList } from '../stores/unique-list.js'

const addImage = (store: TestSheet['store'], over: Partial<SheetImageInput> = {}): void =>
  store.addImage({ entity: 0, layer: 0, picture: 0, origin: [0, 0], xAxis: [1, 0], yAxis: [0, 1], ...over })
const viewport = {
  entity: 0,
  shows: null,
  matrix: [1, 0, 0, 1, 0, 0],
  millimetresPerUnit: 1,
  clip: [Float64Array.of(0, 0, 1, 0, 1, 1)],
  frozenLayers: [],
} as const
const line = { entity: 0, style: 0, points: Float64Array.of(0, 0, 1, 1) }
const run = { text: 'A', font: 0, height: 10 }

function createSheet(): TestSheet {
  const sheet = new TestSheet()
  sheet.addEntity()
  return sheet
}

describe('SheetStore', () => {
  it('is empty until something is drawn', () => {
    const { store } = createSheet()
    expect(store.isEmpty).toBe(true)
    store.addViewport(viewport)
    expect(store.isEmpty).toBe(false)
  })

  it('numbers drawn items in call order over all kinds', () => {
    const { store } = createSheet()
    store.addPolyline(line)
    store.addFill({ entity: 0, style: 0, rings: [Float64Array.of(0, 0, 1, 0, 1, 1)] })
    store.addText(plainText())
    addImage(store)
    store.addViewport(viewport)
    store.addPolyline(line)
    expect([...store.polylines.push.view()]).toEqual([0, 5])
    expect([store.fills, store.texts, store.images, store.viewports].map(([item]) => item?.push)).toEqual([1, 2, 3, 4])
  })

  it('stores polylines as columns', () => {
    const { store, addStyle } = createSheet()
    expect(addStyle).toBeTypeOf('function')
    store.addPolyline({ ...line, closed: true })
    store.addPolyline({ ...line, points: Float64Array.of(7, 8) })
    store.addPolyline({ ...line, points: Float64Array.of(1, 2, 3, 4, 5, 6) })
    const { size, closed, coordinates, count } = store.polylines
    expect([count, [...size.view()], [...closed.view()]]).toEqual([3, [4, 2, 6], [1, 0, 0]])
    const parts = [...coordinates.list()]
    expect(parts.map(({ first, end, firstPoint }) => [first, end, firstPoint])).toEqual([[0, 3, 0]])
    expect([...(parts[0]?.coordinates ?? [])]).toEqual([0, 0, 1, 1, 7, 8, 1, 2, 3, 4, 5, 6])
  })

  it('stores entities with their default draw order and names', () => {
    const { store } = new TestSheet()
    expect(store.addEntity({ handle: 'a', type: 'LINE', layer: 0 })).toBe(0)
    expect(store.addEntity({ handle: 'b', type: 'INSERT', layer: 0, name: 'Table', drawOrder: -3 })).toBe(1)
    expect(store.addEntity({ handle: 'c', type: 'LINE', layer: 0 })).toBe(2)
    const { drawOrder, type, name, types, names, handles } = store.entities
    expect([...drawOrder]).toEqual([[1, -3]])
    expect([...type.view()].map((number) => types.values[number])).toEqual(['LINE', 'INSERT', 'LINE'])
    expect([...name.view()].map((number) => names.values[number])).toEqual(['', 'Table', ''])
    expect([[0, 1, 2].map((entity) => handles.get(entity)), types.count]).toEqual([['a', 'b', 'c'], 2])
  })

  it('appends property sets of an entity', () => {
    const { store, properties } = createSheet()
    for (const name of ['a', 'b', 'c']) properties.add({ name, properties: [] })
    expect([...store.groupSets().start]).toEqual([0, 0])
    store.assignPropertySets(0, [2, 0])
    store.assignPropertySets(0, [1])
    const { start, values } = store.groupSets()
    expect([[...start], [...values]]).toEqual([
      [0, 3],
      [2, 0, 1],
    ])
  })

  it('stores equal styles and fonts once, explicit defaults included', () => {
    const { store } = new TestSheet()
    const style = { layer: 0, color: 5, lineWeightMillimetres: 0.25, lineType: null } as const
    const numbers = [
      style,
      { ...style, lineTypeScale: 1, widthUnits: 0, opacity: 1 },
      { ...style, color: 6 },
      { ...style, lineWeightMillimetres: 'layer' as const },
      { ...style, lineType: 'layer' as const },
      { ...style, lineTypeScale: 2 },
      { ...style, widthUnits: 3 },
      { ...style, opacity: 0.5 },
      { ...style, color: 'layer' as const },
    ].map((input) => store.addStyle(input) - 1)
    expect(numbers).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7])
    const font = { name: 'Arial', kind: 'outline' } as const
    const own = { name: 'Standard', widthFactor: 1, obliqueDegrees: 0 }
    const fonts = [
      font,
      { ...font, bold: false, italic: false },
      { ...font, bold: true },
      { ...font, italic: true },
      { ...font, kind: 'stroke' as const },
      { ...font, name: 'Times' },
      { ...font, style: own },
      { ...font, style: { ...own, widthFactor: 0.8 } },
      { ...font, style: { ...own, obliqueDegrees: 15 } },
      { ...font, style: { ...own, name: 'Notes' } },
    ].map((input) => store.addFont(input) - 1)
    expect(fonts).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it.each([0, -1, Number.NaN, Infinity])('rejects %d millimetres per unit', (millimetresPerUnit) => {
    expect(() => new TestSheet({ millimetresPerUnit })).toThrow(`sheet A: ${millimetresPerUnit} mm per unit`)
  })
})

describe('number in a sheet', () => {
  const wrong = [-1, 1, 0.5, Number.NaN]
  const { store } = createSheet()

  it.each([
    ['layer', (layer: number) => store.addStyle({ layer, color: 0, lineWeightMillimetres: 0, lineType: null })],
    ['layer', (layer: number) => store.addEntity({ handle: '', type: '', layer })],
    ['layer', (layer: number) => addImage(store, { layer })],
    ['line type', (lineType: number) => store.addLayer({ ...plainLayer, lineType: lineType - 1 })],
    [
      'line type',
      (lineType: number) => store.addStyle({ layer: 0, color: 0, lineWeightMillimetres: 0, lineType: lineType - 1 }),
    ],
    ['entity', (entity: number) => store.addPolyline({ ...line, entity })],
    ['entity', (entity: number) => store.addFill({ entity, style: 0, rings: [] })],
    ['entity', (entity: number) => store.addText({ ...plainText(), entity })],
    ['entity', (entity: number) => addImage(store, { entity })],
    ['entity', (entity: number) => store.addViewport({ ...viewport, entity })],
    ['entity', (entity: number) => store.assignPropertySets(entity, [])],
    ['style', (style: number) => store.addPolyline({ ...line, style })],
    ['style', (style: number) => store.addFill({ entity: 0, style, rings: [] })],
    ['style', (style: number) => store.addText({ ...plainText(), style })],
    ['font', (font: number) => store.addText({ ...plainText(), paragraphs: [[run], [{ ...run, font }]] })],
    ['picture', (number: number) => addImage(store, { picture: number === 1 ? 3 : number })],
    ['property set', (set: number) => store.assignPropertySets(0, [set])],
  ])('is rejected when the %s does not exist', (label, add) => {
    for (const number of wrong)
      expect(() => add(number), `${number}`).toThrow(new RegExp(`^sheet: ${label} .* does not exist$`))
  })
})

describe('coordinate in a sheet', () => {
  const ring = (value: number): readonly Float64Array[] => [Float64Array.of(0, 0, 1, 1), Float64Array.of(0, value)]
  const { store } = createSheet()

  it.each([
    ['line type', (value: number) => store.addLineType({ name: '', pattern: [1, value] })],
    ['polyline', (value: number) => store.addPolyline({ ...line, points: Float64Array.of(0, 0, 1, value) })],
    ['fill', (value: number) => store.addFill({ entity: 0, style: 0, rings: ring(value) })],
    ['text', (value: number) => store.addText({ ...plainText(), anchor: [0, value] })],
    ['text', (value: number) => store.addText({ ...plainText(), xAxis: [value, 0] })],
    ['text', (value: number) => store.addText({ ...plainText(), yAxis: [0, value] })],
    ['text', (height: number) => store.addText({ ...plainText(), paragraphs: [[{ ...run, height }]] })],
    ['text', (widthFactor: number) => store.addText({ ...plainText(), paragraphs: [[run, { ...run, widthFactor }]] })],
    ['text', (obliqueDegrees: number) => store.addText({ ...plainText(), paragraphs: [[{ ...run, obliqueDegrees }]] })],
    ['text', (tracking: number) => store.addText({ ...plainText(), paragraphs: [[{ ...run, tracking }]] })],
    ['image', (value: number) => addImage(store, { origin: [value, 0] })],
    ['image', (value: number) => addImage(store, { xAxis: [1, value] })],
    ['image', (value: number) => addImage(store, { yAxis: [value, 1] })],
    ['image', (value: number) => addImage(store, { clip: ring(value) })],
    ['viewport', (value: number) => store.addViewport({ ...viewport, matrix: [1, 0, 0, 1, 0, value] })],
    ['viewport', (value: number) => store.addViewport({ ...viewport, millimetresPerUnit: value })],
    ['viewport', (value: number) => store.addViewport({ ...viewport, clip: ring(value) })],
  ])('is rejected in a %s when it is not finite', (label, add) => {
    for (const value of [Number.NaN, Infinity, -Infinity])
      expect(() => add(value)).toThrow(new RangeError(`sheet: a coordinate of a ${label} is no number`))
    expect(() => add(0.25)).not.toThrow()
  })

  it.each([[[]], [[1]], [[1, 2, 3]]])('is rejected in an incomplete polyline: %j', (points) => {
    expect(() => store.addPolyline({ ...line, points: Float64Array.from(points) })).toThrow(
      'a polyline has x and y of each point',
    )
  })
})

describe('UniqueList', () => {
  it('returns the number of the first equal value', () => {
    const list = new UniqueList<number>((value) => `${Math.round(value)}`)
    expect([1, 2, 1.2, 3, 1.8].map((value) => list.intern(value))).toEqual([0, 1, 0, 2, 1])
    expect([list.values, list.count]).toEqual([[1, 2, 3], 3])
  })
})
