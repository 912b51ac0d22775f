import { RecordingScene, type RecordingSheet } from '@kamar/test-kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { PagePen, mappedPoints, transformDirection, type PageImage, type PenStyle, type PageText } from './page-pen.js'
import { joinSheetMatrices, mapSheetPoint, sheetMatrixScale } from '@kamar/core'
import { SkipList } from '../report.js'

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

/** Clips further drawing to outlines. */
function narrow(...outlines: readonly Float64Array[]): void {
  for (const outline of outlines) pen.clips = pen.narrowed(outline) ?? pen.clips
}

const lines = (): number[][] => sheet.polylines.map(({ points }) => Array.from(points))
const areas = (): number[][][] => sheet.fills.map(({ rings }) => rings.map((one) => Array.from(one)))

describe('PagePen style', () => {
  it('is shared with its layer and line type by primitives of equal appearance', () => {
    const dashed = { ...penStyle, dashes: [3, 1] }
    for (const one of [penStyle, dashed, { ...penStyle }, { ...dashed, dashes: [3, 1] }])
      pen.line(ring(0, 0, 1, 1), false, one)
    expect(sheet.layers.map(({ name }) => name)).toEqual(['Walls'])
    expect(sheet.styles.map(({ lineType }) => lineType)).toEqual([null, 0])
    expect(sheet.lineTypes).toEqual([{ name: 'pattern 1', pattern: [3, -1] }])
    expect(sheet.polylines.map(({ style }) => style)).toEqual([0, 1, 0, 1])
  })

  it.each<[string, Partial<PenStyle>, object]>([
    ['color', {}, { color: 0x123456, lineWeightMillimetres: 0 }],
    ['black as the foreground color', { color: 0 }, { color: 'foreground' }],
    ['white as the paper color', { color: 0xffffff }, { color: 'background' }],
    ['near-white as a color', { color: 0xfffffe }, { color: 0xfffffe }],
    ['line width', { width: 2.5 }, { widthUnits: 2.5 }],
    ['opacity', { opacity: 0.5 }, { opacity: 0.5 }],
  ])('has the attributes of the primitive: %s', (_, change, style) => {
    pen.line(ring(0, 0, 1, 1), false, { ...penStyle, ...change })
    expect(sheet.styles[0]).toMatchObject(style)
  })

  it('omits default width and opacity', () => {
    pen.line(ring(0, 0, 1, 1), false, penStyle)
    expect(sheet.styles[0]).not.toHaveProperty('widthUnits')
    expect(sheet.styles[0]).not.toHaveProperty('opacity')
  })

  it('omits width and dashes for areas', () => {
    pen.area([square], { ...penStyle, width: 3, dashes: [1, 1] })
    expect(sheet.styles[0]).not.toHaveProperty('widthUnits')
    expect([sheet.styles[0]?.lineType, sheet.lineTypes]).toEqual([null, []])
  })

  it('has a layer name of at most 200 characters without control characters', () => {
    pen.line(ring(0, 0, 1, 1), false, { ...penStyle, layer: ` A\u0000B\u202e${'x'.repeat(300)}` })
    expect(sheet.layers[0]?.name).toMatch(/^A B x/)
    expect(sheet.layers[0]?.name.length).toBeLessThanOrEqual(200)
  })
})

describe('PagePen entity', () => {
  const draw = (): void => pen.line(ring(0, 0, 1, 1), false, penStyle)

  it('joins consecutive primitives of one key but none without a key', () => {
    for (const key of ['a', 'a', 'b', 'a', '', '']) {
      pen.begin({ key, type: 'POLYLINE' })
      draw()
    }
    expect(sheet.polylines.map(({ entity }) => entity)).toEqual([0, 0, 1, 2, 3, 4])
    expect(pen.entities).toBe(5)
  })

  it('is split when the layer changes', () => {
    pen.begin({ key: 'a', type: 'POLYLINE' })
    draw()
    pen.line(ring(0, 0, 1, 1), false, { ...penStyle, layer: 'Doors' })
    expect(sheet.entities.map(({ layer }) => layer)).toEqual([0, 1])
  })

  it('takes its handle at the first visible primitive, and each handle only once', () => {
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

  it('is assigned its property sets once', () => {
    const set = scene.addPropertySet({ name: 'Hyperlink', properties: [{ name: 'URL', value: 'http://a' }] })
    pen.begin({ key: 'a', type: 'POLYLINE', properties: [set] })
    draw()
    draw()
    pen.begin({ key: 'b', type: 'POLYLINE', properties: [] })
    draw()
    expect([...sheet.assignments]).toEqual([[0, [set]]])
  })

  it('has the type DRAWABLE until another type is begun', () => {
    draw()
    expect(sheet.entities[0]).toMatchObject({ type: 'DRAWABLE', handle: '' })
  })
})

describe('PagePen clip', () => {
  it('cuts lines into parts', () => {
    narrow(square)
    pen.line(ring(-5, 5, 15, 5), false, penStyle)
    pen.line(ring(-5, 5, 5, 5, 5, 15, 8, 15, 8, 5), false, penStyle)
    expect(lines()).toEqual([
      [0, 5, 10, 5],
      [0, 5, 5, 5, 5, 10],
      [8, 10, 8, 5],
    ])
  })

  it('is intersected with the clips around it', () => {
    narrow(square, ring(5, -5, 15, -5, 15, 5, 5, 5))
    pen.line(ring(0, 2, 20, 2), false, penStyle)
    pen.line(ring(0, 7, 20, 7), false, penStyle)
    pen.area([ring(0, 0, 20, 0, 20, 20, 0, 20)], penStyle)
    expect(lines()).toEqual([[5, 2, 10, 2]])
    const [[area = []] = []] = areas()
    expect([Math.min(...area), Math.max(...area), area.length]).toEqual([0, 10, 8])
  })

  it('keeps rings inside it closed and opens cut ones', () => {
    narrow(square)
    pen.line(ring(2, 2, 4, 2, 4, 4), true, penStyle)
    pen.line(ring(2, 2, 20, 2, 2, 8), true, penStyle)
    expect(sheet.polylines.map(({ closed = false }) => closed)).toEqual([
      true,
      ...sheet.polylines.slice(1).map(() => false),
    ])
    expect(sheet.polylines.length).toBeGreaterThan(1)
  })

  it('keeps texts anchored inside it', () => {
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

  it('adds a clip outline to cut images and drops images outside it', () => {
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
    ['two vertices', ring(0, 0, 1, 1)],
    ['zero area', ring(0, 0, 1, 1, 2, 2)],
    ['non-finite vertices', ring(0, 0, Number.NaN, 1, 2, 2)],
    ['infinite vertices', ring(0, 0, Infinity, 0, 2, 2)],
  ])('is null for an outline with %s', (_, outline) => {
    expect(pen.narrowed(outline)).toBeNull()
  })

  it('is appended to a copy of the current clips', () => {
    narrow(square)
    const before = pen.clips
    expect(pen.narrowed(square)).toHaveLength(2)
    expect(pen.clips).toBe(before)
    expect(before).toHaveLength(1)
  })
})

describe('PagePen', () => {
  it.each([Number.NaN, Infinity, -Infinity, 1e9, -2e9])(
    'counts primitives with the coordinate %d as skipped',
    (value) => {
      pen.line(ring(0, 0, value, 1), false, penStyle)
      pen.area([square, ring(0, 0, 1, 0, value, 1)], penStyle)
      expect([lines(), areas(), sheet.entities, sheet.styles]).toEqual([[], [], [], []])
      expect(skipped.list).toEqual([{ kind: 'entity', reason: 'not-a-number', count: 2 }])
    },
  )

  it('draws coordinates up to a million kilometres', () => {
    pen.line(ring(0, 0, 999_999_999, -999_999_999), false, penStyle)
    expect(lines()).toHaveLength(1)
  })

  it('draws nothing for lines without points and areas without a ring', () => {
    pen.line(ring(), false, penStyle)
    pen.area([], penStyle)
    pen.area([ring(0, 0, 1, 1)], penStyle)
    expect([lines(), areas(), skipped.list, budget.left]).toEqual([[], [], [], 1000])
  })

  it('stops drawing when the budget is spent', () => {
    budget.left = 2
    for (let at = 0; at < 5; at++) pen.line(ring(at, 0, 1, 1), false, penStyle)
    pen.area([square], penStyle)
    expect(lines().map(([x]) => x)).toEqual([0, 1])
    expect([areas(), budget.left]).toEqual([[], -4])
  })
})

describe('PagePen ring', () => {
  it('is closed only with at least three points', () => {
    pen.line(ring(0, 0, 1, 0, 1, 1), true, penStyle)
    pen.line(ring(0, 0, 1, 0), true, penStyle)
    pen.line(ring(5, 5), true, penStyle)
    expect(sheet.polylines.map(({ closed = false }) => closed)).toEqual([true, false, false])
    expect(lines()[2]).toEqual([5, 5])
  })

  it('is left out of an area when it has only two points', () => {
    pen.area([square, ring(1, 1, 2, 2)], penStyle)
    expect(areas()).toEqual([[Array.from(square)]])
  })
})

describe('sheet matrix', () => {
  const quarter = [0, 1, -1, 0, 0, 0] as const
  const shift = [1, 0, 0, 1, 10, 20] as const

  it('maps points, and vectors without the translation', () => {
    expect(mapSheetPoint(quarter, 2, 3)).toEqual([-3, 2])
    expect(mapSheetPoint(shift, 2, 3)).toEqual([12, 23])
    expect(transformDirection(shift, 2, 3)).toEqual([2, 3])
    expect(Array.from(mappedPoints(shift, [0, 0, 1, 2]))).toEqual([10, 20, 11, 22])
    expect(mappedPoints(shift, [])).toHaveLength(0)
  })

  it('applies the second factor of a product first', () => {
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
  ])('%j scales lengths by %d', (matrix, scale) => {
    expect(sheetMatrixScale(matrix)).toBe(scale)
  })
})
