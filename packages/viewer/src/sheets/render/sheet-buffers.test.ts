import { glyphSteps, type SheetGlyph } from '@kamar/package-format/sheets'
import { describe, expect, it } from 'vitest'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { testSheet, testStyle, type TestSheet } from '../../testing/test-sheet.js'
import { endBit, type LineRecords } from './line-records.js'
import { recordBytes, sheetBuffers, type SheetBuffers } from './sheet-buffers.js'

interface LineRecord {
  readonly at: readonly [number, number]
  readonly along: number
  readonly style: number
  readonly isEnd: boolean
  readonly level: number
}

function readRecords(lines: LineRecords): LineRecord[] {
  const { count } = lines
  const numbers = lines.placeRows(0, 1, count)
  const floats = new Float32Array(numbers.buffer)
  const levels = lines.levelRows(0, 1, count)
  return Array.from({ length: count }, (_, record) => ({
    at: [floats[record * 4], floats[record * 4 + 1]] as const,
    along: floats[record * 4 + 2],
    style: (numbers[record * 4 + 3] & ~endBit) >>> 0,
    isEnd: (numbers[record * 4 + 3] & endBit) !== 0,
    level: levels[record],
  }))
}

interface Vertex {
  readonly at: readonly [number, number]
  /** 0xRRGGBB; null for that of the style. */
  readonly color: number | null
  readonly style: number
  readonly level: number
}

function readVertices({ vertices }: SheetBuffers): Vertex[] {
  const [floats, integers] = [new Float32Array(vertices), new Uint32Array(vertices)]
  return Array.from({ length: vertices.byteLength / recordBytes }, (_, vertex) => {
    const [bits, style, level] = integers.slice(vertex * 5 + 2, vertex * 5 + 5)
    return { at: [floats[vertex * 5], floats[vertex * 5 + 1]], color: bits === 0 ? null : bits - 1, style, level }
  })
}

/** Sum of the areas of the triangles, grid steps. */
function computeArea(buffers: SheetBuffers, indices = buffers.indices): number {
  const vertices = readVertices(buffers)
  let sum = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((side) => vertices[indices[at + side]].at)
    sum += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
  }
  return sum
}

const createBuffers = (content: TestSheet): SheetBuffers => sheetBuffers(testSheet(content))

describe('line records of a sheet', () => {
  it('lead along each line with its length so far, and end with it', () => {
    const { lines } = createBuffers({ lines: [[{ points: [0, 0, 30, 40, 30, 50], style: 2, level: 3 }]] })
    expect(readRecords(lines)).toEqual([
      { at: [0, 0], along: 0, style: 2, isEnd: false, level: 3 },
      { at: [30, 40], along: 50, style: 2, isEnd: false, level: 3 },
      { at: [30, 50], along: 60, style: 2, isEnd: true, level: 3 },
    ])
  })

  it('return to the first point of a closed line', () => {
    const { lines } = createBuffers({ lines: [[{ points: [0, 0, 3, 0, 3, 4], closed: true }]] })
    expect(readRecords(lines).map(({ at, along, isEnd }) => [...at, along, isEnd])).toEqual([
      [0, 0, 0, false],
      [3, 0, 3, false],
      [3, 4, 7, false],
      [0, 0, 12, true],
    ])
  })

  it('draw a single point as a line to itself', () => {
    for (const closed of [false, true]) {
      const { lines } = createBuffers({ lines: [[{ points: [7, 8], closed }]] })
      expect(readRecords(lines).map(({ at, isEnd }) => [...at, isEnd])).toEqual([
        [7, 8, false],
        [7, 8, true],
      ])
    }
  })

  it('keep the order of lines and files', () => {
    const { lines } = createBuffers({
      lines: [[{ points: [0, 0, 1, 0] }, { points: [2, 0, 3, 0], style: 1 }], [{ points: [4, 0, 5, 0], level: 9 }]],
    })
    expect(readRecords(lines).map(({ at, style, isEnd, level }) => [at[0], style, isEnd, level])).toEqual([
      [0, 0, false, 0],
      [1, 0, true, 0],
      [2, 1, false, 0],
      [3, 1, true, 0],
      [4, 0, false, 9],
      [5, 0, true, 9],
    ])
  })

  it('have a stretch per 1,024 records that surrounds its lines, for any number of them (seed 101)', () => {
    const random = testRandom(101)
    const lines = Array.from({ length: 3000 }, () => ({
      points: Array.from({ length: 4 + 2 * Math.floor(random() * 3) }, () => Math.round(random() * 1000)),
    }))
    const { lines: records } = createBuffers({ lines: [lines] })
    const all = readRecords(records)
    expect(all).toHaveLength(lines.reduce((sum, { points }) => sum + points.length / 2, 0))
    const stretches = records.stretches()
    expect(stretches).toHaveLength(Math.ceil((all.length - 1) / 1024))
    stretches.forEach(([minX, minY, maxX, maxY], stretch) => {
      const points = all.slice(stretch * 1024, (stretch + 1) * 1024 + 1).map(({ at }) => at)
      expect(minX).toBe(Math.min(...points.map(([x]) => x)))
      expect(minY).toBe(Math.min(...points.map(([, y]) => y)))
      expect(maxX).toBe(Math.max(...points.map(([x]) => x)))
      expect(maxY).toBe(Math.max(...points.map(([, y]) => y)))
    })
  })
})

describe('areas of a sheet', () => {
  const square = (x: number, more = {}) => ({ points: [x, 0, x + 10, 0, x + 10, 10, x, 10], ...more })

  it('keep their triangles, style and level', () => {
    const buffers = createBuffers({ fills: [square(0, { style: 0, level: 4 }), square(50, { level: 5 })] })
    expect(computeArea(buffers)).toBe(200)
    expect(readVertices(buffers).map(({ level }) => level)).toEqual([4, 4, 4, 4, 5, 5, 5, 5])
    expect([...buffers.indices.slice(6)]).toEqual([4, 5, 6, 4, 6, 7])
    expect(readVertices(buffers).every(({ color }) => color === null)).toBe(true)
  })

  it('come after all opaque ones if they are transparent', () => {
    const info = { styles: [testStyle(), testStyle({ opacity: 0.5 })] }
    const buffers = createBuffers({ info, fills: [square(0, { style: 1 }), square(50), square(90, { style: 1 })] })
    expect(buffers.opaqueIndices).toBe(6)
    expect([...buffers.indices.slice(0, 6)].every((index) => readVertices(buffers)[index].style === 0)).toBe(true)
    expect(computeArea(buffers, buffers.indices.slice(6))).toBe(200)
  })

  it('have a colour per point if they have a gradient, blended along it and held at its ends', () => {
    const gradients = [{ fill: 1, from: [0, 0], to: [100, 0], colors: [0x000000, 0xff8040] }] as const
    const points = [-20, 0, 0, 0, 50, 30, 100, 0, 200, 0]
    const buffers = createBuffers({ fills: [square(0), { points }], gradients })
    const colors = readVertices(buffers).map(({ color }) => color?.toString(16) ?? null)
    // In the middle half of each channel, rounded: 127.5, 64 and 32.
    expect(colors).toEqual([null, null, null, null, '0', '0', '804020', 'ff8040', 'ff8040'])
  })

  it('are black at the start of a gradient from black, which differs from no colour', () => {
    const gradients = [{ fill: 0, from: [0, 0], to: [0, 0], colors: [0, 0] }] as const
    expect(readVertices(createBuffers({ fills: [square(0)], gradients })).map(({ color }) => color)).toEqual([
      0, 0, 0, 0,
    ])
  })

  it('are kept completely if they have many points', () => {
    const fills = Array.from({ length: 2500 }, (_, at) => square(at * 20))
    const buffers = createBuffers({ fills })
    expect(readVertices(buffers)).toHaveLength(10_000)
    expect(computeArea(buffers)).toBe(250_000)
  })
})

describe('glyphs of a text', () => {
  /** A square of half the cap height at the left end of the baseline. */
  const half = glyphSteps / 2
  const solid: SheetGlyph = {
    points: Int32Array.of(0, 0, half, 0, half, half, 0, half),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    stroke: false,
    character: 'a',
  }
  const stroke: SheetGlyph = {
    points: Int32Array.of(0, 0, 0, glyphSteps, half, glyphSteps),
    indices: Uint32Array.of(0, 1, 1, 2),
    stroke: true,
    character: 'b',
  }
  const run = { style: 0, font: null, first: 0, count: 1, height: 20, width: 10, slant: 0 }
  const readPoints = (content: TestSheet): number[][] =>
    readVertices(createBuffers(content)).map(({ at }) => rounded([...at]))

  it('are scaled by the height and width of their run from the origin of the text', () => {
    const texts = [{ origin: [100, 200], runs: [run] }] as const
    expect(readPoints({ glyphs: [solid], texts, placedGlyphs: [[0, 0, 0]] })).toEqual([
      [100, 200],
      [105, 200],
      [105, 210],
      [100, 210],
    ])
  })

  it('follow each other at their positions, in steps of the height', () => {
    const texts = [{ runs: [{ ...run, count: 2 }] }]
    const glyphs = [solid]
    const points = readPoints({
      glyphs,
      texts,
      placedGlyphs: [
        [0, 0, 0],
        [0, glyphSteps, glyphSteps * 2],
      ],
    })
    // One height to the right and two up.
    expect(points[4]).toEqual([20, 40])
    expect(points[6]).toEqual([25, 50])
  })

  it('are inclined by their slant', () => {
    const texts = [{ runs: [{ ...run, slant: 0.5 }] }]
    const points = readPoints({ glyphs: [solid], texts, placedGlyphs: [[0, 0, 0]] })
    // At half the cap height by a quarter of it, times the width.
    expect(points).toEqual([
      [0, 0],
      [5, 0],
      [7.5, 10],
      [2.5, 10],
    ])
  })

  it('lie in the frame of the text, on the grid of the sheet', () => {
    const texts = [{ origin: [8, 4], xAxis: [0, 1], yAxis: [-1, 0], runs: [run] }] as const
    const points = readPoints({ info: { step: 0.5 }, glyphs: [solid], texts, placedGlyphs: [[0, 0, 0]] })
    // Five units along y and ten to the left: ten and twenty steps.
    expect(points).toEqual([
      [8, 4],
      [8, 14],
      [-12, 14],
      [-12, 4],
    ])
  })

  it('are lines of two points each in a stroke font', () => {
    const texts = [{ level: 6, runs: [{ ...run, style: 3 }] }]
    const buffers = createBuffers({
      info: { styles: Array.from({ length: 4 }, () => testStyle()) },
      glyphs: [stroke],
      texts,
      placedGlyphs: [[0, 0, 0]],
    })
    expect(
      readRecords(buffers.lines).map(({ at, isEnd, style, level }) => [...rounded([...at]), isEnd, style, level]),
    ).toEqual([
      [0, 0, false, 3, 6],
      [0, 20, true, 3, 6],
      [0, 20, false, 3, 6],
      [5, 20, true, 3, 6],
    ])
    expect(buffers.indices).toHaveLength(0)
  })

  it('have the style of their run, and come after the areas', () => {
    const info = { styles: [testStyle(), testStyle({ opacity: 0.3 })] }
    const texts = [{ runs: [run, { ...run, style: 1, first: 1 }] }]
    const buffers = createBuffers({
      info,
      glyphs: [solid],
      texts,
      placedGlyphs: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      fills: [{ points: [0, 0, 1, 0, 1, 1] }],
    })
    expect(readVertices(buffers).map(({ style }) => style)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    expect([...buffers.indices]).toEqual([0, 1, 2, 3, 4, 5, 3, 5, 6, 7, 8, 9, 7, 9, 10])
    expect(buffers.opaqueIndices).toBe(9)
  })
})

describe('an empty sheet', () => {
  it('has no records', () => {
    const buffers = createBuffers({})
    expect([buffers.lines.count, buffers.vertices.byteLength, buffers.indices.length]).toEqual([0, 0, 0])
  })
})
