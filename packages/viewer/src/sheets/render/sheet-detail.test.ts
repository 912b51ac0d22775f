import { describe, expect, it } from 'vitest'
import type { LoadedSheet } from '../loaded-sheet.js'
import { computeDetailView, isLargeSheet, servesView, SheetDetail, withMargin } from './sheet-detail.js'

const counts = { entities: 0, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 }
const info = { counts, origin: [0, 0], step: 1 } as unknown as LoadedSheet['info']

/** Creates a sheet of squares: x and y of the lower left corner, and side. */
function createSheet(squares: readonly (readonly [number, number, number])[]): LoadedSheet {
  const rows = new Uint32Array(squares.length)
  const points = squares.flatMap(([x, y, side]) => [x, y, x + side, y, x + side, y + side, x, y + side])
  return {
    number: 0,
    info,
    lines: [
      {
        count: squares.length,
        entity: Uint32Array.from(squares.keys()),
        style: rows,
        level: rows,
        closed: new Uint8Array(squares.length).fill(1),
        start: Uint32Array.from({ length: squares.length + 1 }, (_, at) => at * 4),
        points: Int32Array.from(points),
      },
    ],
    fills: null,
    texts: null,
  }
}

const box = [0, 0, 1000, 1000] as const

const choose = (sheet: LoadedSheet, pixelsPerStep: number): number[] => {
  const part = new SheetDetail(sheet).choose({ box, pixelsPerStep })
  return part.lines.flatMap(({ entity }) => [...entity])
}

describe('SheetDetail', () => {
  it('chooses what is within the view, or reaches into it', () => {
    const sheet = createSheet([
      [100, 100, 50],
      [2000, 100, 50],
      [-40, 100, 50],
      [-60, 100, 50],
    ])
    expect(choose(sheet, 1)).toEqual([0, 2])
  })

  it('draws one of the small objects in each square of two pixels, as a short line', () => {
    const small = Array.from({ length: 10 }, (_, at) => [200.2 + at / 20, 300, 2] as const)
    const sheet = createSheet([...small, [200, 300, 20], [200, 300, 20], [900, 900, 2]])
    const { lines } = new SheetDetail(sheet).choose({ box, pixelsPerStep: 1 })
    expect(lines.map(({ entity }) => [...entity])).toEqual([
      [10, 11],
      [0, 12],
    ])
    expect([...(lines[1]?.points ?? [])]).toEqual([200, 300, 202, 302, 900, 900, 902, 902])
    expect(choose(sheet, 4)).toHaveLength(13)
  })

  it('draws the largest objects of a view with too many points as they are', () => {
    const squares = Array.from({ length: 130_000 }, (_, at) => [(at % 100) * 8, 10, 8] as const)
    const { lines } = new SheetDetail(createSheet([...squares, [5, 5, 500]])).choose({ box, pixelsPerStep: 1 })
    expect(lines.map(({ count }) => count)).toEqual([1, 100])
    expect(lines[0]?.entity[0]).toBe(130_000)
  })

  it('chooses texts that are legible, and keeps their glyphs', () => {
    const text = { entity: 0, style: 0, level: 0, xAxis: [1, 0], yAxis: [0, 1], string: 'A', runs: [] } as const
    const texts = {
      glyphs: [],
      texts: [2, 4].map((height) => ({ ...text, origin: [10, 10] as const, box: [0, 0, 9, height] as const })),
      glyph: new Uint32Array(7),
      x: new Int32Array(7),
      y: new Int32Array(7),
    }
    const part = new SheetDetail({ ...createSheet([]), texts }).choose({ box: [0, 0, 100, 100], pixelsPerStep: 1 })
    expect(part.texts?.texts.map(({ box }) => box[3])).toEqual([4])
    expect(part.texts?.glyph).toHaveLength(7)
  })

  it('chooses a long text that begins outside the view', () => {
    const text = { entity: 0, style: 0, level: 0, xAxis: [1, 0], yAxis: [0, 1], string: 'A', runs: [] } as const
    const rows = [-50, -500].map((x) => ({ ...text, origin: [x, 10] as const, box: [0, 0, 300, 8] as const }))
    const texts = { glyphs: [], texts: rows, glyph: new Uint32Array(), x: new Int32Array(), y: new Int32Array() }
    const part = new SheetDetail({ ...createSheet([]), texts }).choose({ box: [0, 0, 100, 100], pixelsPerStep: 1 })
    expect(part.texts?.texts.map(({ origin }) => origin[0])).toEqual([-50])
  })
})

describe('part of a sheet', () => {
  const view = computeDetailView(info, [2, 0, 0, 2, -200, 0], { width: 400, height: 200 })

  it('is what a region of the canvas shows', () => {
    expect(view).toEqual({ box: [0, -50, 200, 50], pixelsPerStep: 2 })
  })

  it('serves views within its margin, of a similar scale', () => {
    const part = withMargin(view)
    expect(part.box).toEqual([-50, -75, 250, 75])
    expect(servesView(part, view)).toBe(true)
    expect(servesView(part, { ...view, box: [50, -50, 250, 50] })).toBe(true)
    expect(servesView(part, { ...view, box: [51, -50, 251, 50] })).toBe(false)
    expect(servesView(part, { ...view, pixelsPerStep: 2.9 })).toBe(true)
    expect(servesView(part, { ...view, pixelsPerStep: 3 })).toBe(false)
    expect(servesView(part, { ...view, pixelsPerStep: 1.3 })).toBe(false)
  })

  it('is used for sheets of more than two million points', () => {
    const sheet = createSheet([])
    expect(isLargeSheet(sheet)).toBe(false)
    expect(isLargeSheet({ ...sheet, info: { ...info, counts: { ...counts, vertices: 2_000_001 } } })).toBe(true)
  })
})
