import { RecordingScene, type RecordingSheet } from '@kamar/test-kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { PagePen, mappedPoints, transformDirection, type PageImage, type PenStyle, type PageText } from './page-pen.js'
import { joinSheetMatrices, mapSheetPoint, sheetMatrixScale } from '@kamar/scene'
import { SkipList } from './skip-list.js'

const penStyle: PenStyle = { layer: 'Walls', color: 0x123456, opacity: 1, width: 0, dashes: [] }
const ring = (...coordinates: readonly number[]): Float64Array => Float64Array.from(coordinates)
const square = ring(0, 0, 10, 0, 10, 10, 0, 10)

let scene: RecordingScene
let sheet: RecordingSheet
let skipped: SkipList
let budget: { left: number }
let pen: PagePen

beforeEach(() => {
  scene = new RecordingScene()
  sheet = scene.addSheet({ name: 'Plan', kind: 'page', millimetresPerUnit: 1, unitName: 'mm' }) as RecordingSheet
  skipped = new SkipList()
  budget = { left: 1000 }
  pen = new PagePen({ sheet, skipped, budget })
})

/** Draws within outlines from now on. */
function narrow(...outlines: readonly Float64Array[]): void {
  for (const outline of outlines) pen.clips = pen.narrowed(outline) ?? pen.clips
}

const lines = (): number[][] => sheet.polylines.map(({ points }) => Array.from(points))
const areas = (): number[][][] => sheet.fills.map(({ rings }) => rings.map((one) => Array.from(one)))

describe('looks', () => {
  it('of the same kind are one style, one layer and one pattern', () => {
    const dashed = { ...penStyle, dashes: [3, 1] }
    for (const one of [penStyle, dashed, { ...penStyle }, { ...dashed, dashes: [3, 1] }])
      pen.line(ring(0, 0, 1, 1), false, one)
    expect(sheet.layers.map(({ name }) => name)).toEqual(['Walls'])
    expect(sheet.styles.map(({ lineType }) => lineType)).toEqual([null, 0])
    expect(sheet.lineTypes).toEqual([{ name: 'pattern 1', pattern: [3, -1] }])
    expect(sheet.polylines.map(({ style }) => style)).toEqual([0, 1, 0, 1])
  })

  it.each<[string, Partial<PenStyle>, object]>([
    ['of a colour', {}, { color: 0x123456, lineWeightMillimetres: 0 }],
    ['black is ink', { color: 0 }, { color: 'foreground' }],
    ['white is paper', { color: 0xffffff }, { color: 'background' }],
    ['nearly white is a colour', { color: 0xfffffe }, { color: 0xfffffe }],
    ['wide', { width: 2.5 }, { widthUnits: 2.5 }],
    ['half transparent', { opacity: 0.5 }, { opacity: 0.5 }],
  ])('become styles: %s', (_, change, style) => {
    pen.line(ring(0, 0, 1, 1), false, { ...penStyle, ...change })
    expect(sheet.styles[0]).toMatchObject(style)
  })

  it('say nothing of what is usual', () => {
    pen.line(ring(0, 0, 1, 1), false, penStyle)
    expect(sheet.styles[0]).not.toHaveProperty('widthUnits')
    expect(sheet.styles[0]).not.toHaveProperty('opacity')
  })

  it('of areas have no width and no dashes', () => {
    pen.area([square], { ...penStyle, width: 3, dashes: [1, 1] })
    expect(sheet.styles[0]).not.toHaveProperty('widthUnits')
    expect([sheet.styles[0]?.lineType, sheet.lineTypes]).toEqual([null, []])
  })

  it('have layers with names that can be shown', () => {
    pen.line(ring(0, 0, 1, 1), false, { ...penStyle, layer: ` A\u0000B\u202e${'x'.repeat(300)}` })
    expect(sheet.layers[0]?.name).toMatch(/^A B x/)
    expect(sheet.layers[0]?.name.length).toBeLessThanOrEqual(200)
  })
})

describe('entities', () => {
  const draw = (): void => pen.line(ring(0, 0, 1, 1), false, penStyle)

  it('are one for things of one key that follow each other, and each its own without a key', () => {
    for (const key of ['a', 'a', 'b', 'a', '', '']) {
      pen.begin({ key, type: 'POLYLINE' })
      draw()
    }
    expect(sheet.polylines.map(({ entity }) => entity)).toEqual([0, 0, 1, 2, 3, 4])
    expect(pen.entities).toBe(5)
  })

  it('are of one layer each', () => {
    pen.begin({ key: 'a', type: 'POLYLINE' })
    draw()
    pen.line(ring(0, 0, 1, 1), false, { ...penStyle, layer: 'Doors' })
    expect(sheet.entities.map(({ layer }) => layer)).toEqual([0, 1])
  })

  it('have a handle once, which what is not drawn does not use up', () => {
    narrow(square)
    pen.begin({ key: 'a', type: 'POLYLINE', handle: '7', name: 'South\nwall' })
    pen.line(ring(50, 50, 60, 60), false, penStyle)
    expect(sheet.entities).toEqual([])
    draw()
    pen.begin({ key: 'b', type: 'POLYLINE', handle: '7' })
    draw()
    expect(sheet.entities.map(({ handle, name }) => [handle, name])).toEqual([
      ['7', 'South wall'],
      ['', undefined],
    ])
  })

  it('have their properties once each', () => {
    const set = scene.addPropertySet({ name: 'Hyperlink', properties: [{ name: 'URL', value: 'http://a' }] })
    pen.begin({ key: 'a', type: 'POLYLINE', properties: [set] })
    draw()
    draw()
    pen.begin({ key: 'b', type: 'POLYLINE', properties: [] })
    draw()
    expect([...sheet.assignments]).toEqual([[0, [set]]])
  })

  it('are of a general type until something else is begun', () => {
    draw()
    expect(sheet.entities[0]).toMatchObject({ type: 'DRAWABLE', handle: '' })
  })
})

describe('outlines within which is drawn', () => {
  it('cut lines in parts', () => {
    narrow(square)
    pen.line(ring(-5, 5, 15, 5), false, penStyle)
    pen.line(ring(-5, 5, 5, 5, 5, 15, 8, 15, 8, 5), false, penStyle)
    expect(lines()).toEqual([
      [0, 5, 10, 5],
      [0, 5, 5, 5, 5, 10],
      [8, 10, 8, 5],
    ])
  })

  it('cut within each other', () => {
    narrow(square, ring(5, -5, 15, -5, 15, 5, 5, 5))
    pen.line(ring(0, 2, 20, 2), false, penStyle)
    pen.line(ring(0, 7, 20, 7), false, penStyle)
    pen.area([ring(0, 0, 20, 0, 20, 20, 0, 20)], penStyle)
    expect(lines()).toEqual([[5, 2, 10, 2]])
    const [[area = []] = []] = areas()
    expect([Math.min(...area), Math.max(...area), area.length]).toEqual([0, 10, 8])
  })

  it('leave rings closed that are within, and open those that are cut', () => {
    narrow(square)
    pen.line(ring(2, 2, 4, 2, 4, 4), true, penStyle)
    pen.line(ring(2, 2, 20, 2, 2, 8), true, penStyle)
    expect(sheet.polylines.map(({ closed = false }) => closed)).toEqual([
      true,
      ...sheet.polylines.slice(1).map(() => false),
    ])
    expect(sheet.polylines.length).toBeGreaterThan(1)
  })

  it('keep texts that begin within', () => {
    const font = sheet.addFont({ name: 'Arial', kind: 'outline', bold: false, italic: false })
    const text = (x: number, y: number): PageText => ({
      anchor: [x, y],
      xAxis: [1, 0],
      yAxis: [0, 1],
      paragraphs: [[{ text: 'Door', font, height: 1 }]],
      horizontal: 'left',
      vertical: 'baseline',
    })
    narrow(square)
    pen.text(text(5, 5), penStyle)
    pen.text(text(15, 5), penStyle)
    pen.text({ ...text(6, 6), xAxis: [2, 2], yAxis: [1, 1] }, penStyle)
    pen.text({ ...text(7, 7), yAxis: [Number.NaN, 1] }, penStyle)
    expect(sheet.texts.map(({ anchor }) => anchor)).toEqual([[5, 5]])
    expect(skipped.list).toEqual([{ kind: 'entity', reason: 'not-a-number', count: 1 }])
  })

  it('cut pictures by what is left of their own outline', () => {
    const pixels = new Uint8Array(4)
    const texture = scene.addTexture({ name: 'image', width: 1, height: 1, pixels })
    const image = (x: number): PageImage => ({ picture: texture ?? 0, origin: [x, 0], xAxis: [4, 0], yAxis: [0, 4] })
    pen.image(image(0), 'Images')
    narrow(square)
    pen.image(image(8), 'Images')
    pen.image(image(50), 'Images')
    expect(sheet.images.map(({ origin }) => origin)).toEqual([
      [0, 0],
      [8, 0],
    ])
    expect(sheet.images[0]).not.toHaveProperty('clip')
    const [cut] = sheet.images[1]?.clip ?? []
    expect(
      Array.from(cut ?? [])
        .filter((_, at) => at % 2 === 0)
        .sort((a, b) => a - b),
    ).toEqual([8, 8, 10, 10])
  })

  it.each([
    ['two corners', ring(0, 0, 1, 1)],
    ['no area', ring(0, 0, 1, 1, 2, 2)],
    ['no numbers', ring(0, 0, Number.NaN, 1, 2, 2)],
    ['no end', ring(0, 0, Infinity, 0, 2, 2)],
  ])('are none with %s', (_, outline) => {
    expect(pen.narrowed(outline)).toBeNull()
  })

  it('are added to those there are, which stay as they were', () => {
    narrow(square)
    const before = pen.clips
    expect(pen.narrowed(square)).toHaveLength(2)
    expect(pen.clips).toBe(before)
    expect(before).toHaveLength(1)
  })
})

describe('what cannot be drawn', () => {
  it.each([Number.NaN, Infinity, -Infinity, 1e9, -2e9])('of coordinates like %d is counted', (value) => {
    pen.line(ring(0, 0, value, 1), false, penStyle)
    pen.area([square, ring(0, 0, 1, 0, value, 1)], penStyle)
    expect([lines(), areas(), sheet.entities, sheet.styles]).toEqual([[], [], [], []])
    expect(skipped.list).toEqual([{ kind: 'entity', reason: 'not-a-number', count: 2 }])
  })

  it('up to a million kilometres is drawn', () => {
    pen.line(ring(0, 0, 999_999_999, -999_999_999), false, penStyle)
    expect(lines()).toHaveLength(1)
  })

  it('has no points or no corners', () => {
    pen.line(ring(), false, penStyle)
    pen.area([], penStyle)
    pen.area([ring(0, 0, 1, 1)], penStyle)
    expect([lines(), areas(), skipped.list, budget.left]).toEqual([[], [], [], 1000])
  })

  it('is what comes after the budget is spent', () => {
    budget.left = 2
    for (let at = 0; at < 5; at++) pen.line(ring(at, 0, 1, 1), false, penStyle)
    pen.area([square], penStyle)
    expect(lines().map(([x]) => x)).toEqual([0, 1])
    expect([areas(), budget.left]).toEqual([[], -4])
  })
})

describe('rings', () => {
  it('are closed where they have three points at least', () => {
    pen.line(ring(0, 0, 1, 0, 1, 1), true, penStyle)
    pen.line(ring(0, 0, 1, 0), true, penStyle)
    pen.line(ring(5, 5), true, penStyle)
    expect(sheet.polylines.map(({ closed = false }) => closed)).toEqual([true, false, false])
    expect(lines()[2]).toEqual([5, 5])
  })

  it('of an area that have no area are left out of it', () => {
    pen.area([square, ring(1, 1, 2, 2)], penStyle)
    expect(areas()).toEqual([[Array.from(square)]])
  })
})

describe('matrices', () => {
  const quarter = [0, 1, -1, 0, 0, 0] as const
  const shift = [1, 0, 0, 1, 10, 20] as const

  it('take points, and directions without the shift', () => {
    expect(mapSheetPoint(quarter, 2, 3)).toEqual([-3, 2])
    expect(mapSheetPoint(shift, 2, 3)).toEqual([12, 23])
    expect(transformDirection(shift, 2, 3)).toEqual([2, 3])
    expect(Array.from(mappedPoints(shift, [0, 0, 1, 2]))).toEqual([10, 20, 11, 22])
    expect(mappedPoints(shift, [])).toHaveLength(0)
  })

  it('are joined: the second one is applied first', () => {
    const both = joinSheetMatrices(quarter, shift)
    expect(mapSheetPoint(both, 2, 3)).toEqual([-23, 12])
    expect(mapSheetPoint(joinSheetMatrices(shift, quarter), 2, 3)).toEqual([7, 22])
  })

  it.each<[readonly [number, number, number, number, number, number], number]>([
    [[1, 0, 0, 1, 5, 5], 1],
    [[2, 0, 0, 8, 0, 0], 4],
    [[3, 0, 0, -3, 0, 0], 3],
    [[0, 2, -2, 0, 0, 0], 2],
    [[1, 1, 1, 1, 0, 0], 0],
  ])('of %j make lengths %d times as long', (matrix, scale) => {
    expect(sheetMatrixScale(matrix)).toBe(scale)
  })
})
