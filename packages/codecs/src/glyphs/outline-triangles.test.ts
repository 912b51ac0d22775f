import { describe, expect, it } from 'vitest'
import { textShape, textWidth } from './index.js'
import { outlineTriangles, type FlatTriangles, type Outline } from './outline-triangles.js'

const listTriangles = ({ positions, indices }: FlatTriangles): number[][] =>
  Array.from({ length: indices.length / 3 }, (_, number) =>
    [0, 1, 2].flatMap((index) => {
      const at = 2 * (indices[3 * number + index] ?? 0)
      return [positions[at] ?? NaN, positions[at + 1] ?? NaN]
    }),
  )
const computeArea = (shape: FlatTriangles): number =>
  listTriangles(shape).reduce((sum, [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0]) => {
    return sum + Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
  }, 0)
const covers = (shape: FlatTriangles, x: number, y: number): boolean =>
  listTriangles(shape).some(([ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0]) => {
    const sides = [
      (bx - ax) * (y - ay) - (by - ay) * (x - ax),
      (cx - bx) * (y - by) - (cy - by) * (x - bx),
      (ax - cx) * (y - cy) - (ay - cy) * (x - cx),
    ]
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
  })
const box = (x: number, y: number, width: number, height = width): Outline => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]
const round = (radius: number, vertexCount: number): Outline =>
  Array.from({ length: vertexCount }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / vertexCount
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })

describe('outline triangulation', () => {
  it('fills a concave outline but not its bay', () => {
    const shape = outlineTriangles([
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [8, 10],
        [8, 2],
        [2, 2],
        [2, 10],
        [0, 10],
      ],
    ])
    expect(computeArea(shape)).toBeCloseTo(52, 5)
    expect([covers(shape, 1, 9), covers(shape, 9, 9), covers(shape, 5, 1), covers(shape, 5, 5)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('leaves two adjacent holes empty', () => {
    const shape = outlineTriangles([box(0, 0, 10, 4), box(1, 1, 2), box(6, 1, 2)])
    expect(computeArea(shape)).toBeCloseTo(40 - 8, 5)
    expect([covers(shape, 2, 2), covers(shape, 7, 2), covers(shape, 4.5, 2)]).toEqual([false, false, true])
  })

  it('assigns holes to the outline around them', () => {
    const shape = outlineTriangles([box(0, 0, 4), box(10, 0, 4), box(1, 1, 2), box(11, 1, 2)])
    expect(computeArea(shape)).toBeCloseTo(24, 5)
    expect([covers(shape, 2, 2), covers(shape, 12, 2)]).toEqual([false, false])
  })

  it('indexes existing vertices in whole triangles', () => {
    const { positions, indices } = outlineTriangles([round(5, 60), round(2, 30), box(20, 20, 1)])
    expect(indices.length % 3).toBe(0)
    expect(Math.max(...indices)).toBeLessThan(positions.length / 2)
    expect(positions.length / 2).toBe(60 + 30 + 4)
  })

  it('omits an outline above the vertex limit', () => {
    expect(outlineTriangles([round(1, 20_001)]).indices).toHaveLength(0)
    expect(outlineTriangles([round(1, 400)]).indices).toHaveLength(3 * 398)
  })
})

describe('text shape', () => {
  it('breaks lines at LF, CRLF, CR and U+2028', () => {
    const [unix, windows, old] = ['H\nH', 'H\r\nH', 'H\rH'].map((text) => textShape(text, { height: 2 }))
    expect(windows).toEqual(unix)
    expect(old).toEqual(unix)
    expect(textShape('H\u2028H', { height: 2 })).toEqual(unix)
  })

  it('is as wide as the sum of its glyphs at any height', () => {
    expect(textWidth('HO', 1)).toBeCloseTo(textWidth('H', 1) + textWidth('O', 1), 9)
    expect(textWidth('HO', 7)).toBeCloseTo(7 * textWidth('HO', 1), 9)
    expect(textWidth('', 3)).toBe(0)
    expect(textWidth('\u{1F600}', 1)).toBeCloseTo(textWidth('?', 1), 9)
  })

  it('expands a tab to four spaces', () => {
    expect(textShape('H\tH', { height: 1 })).toEqual(textShape('H    H', { height: 1 }))
  })

  it('scales with its height about its point', () => {
    const [small, large] = [1, 3].map((height) => textShape('Aß', { height, horizontal: 'center', vertical: 'middle' }))
    const grown = Float32Array.from(small?.positions ?? [], (value) => value * 3)
    expect(grown.length).toBeGreaterThan(20)
    large?.positions.forEach((value, at) => expect(value).toBeCloseTo(grown[at] ?? NaN, 4))
    expect(large?.indices).toEqual(small?.indices)
  })

  it.each([0, -1, NaN])('does not wrap at a width of %s', (width) => {
    expect(textShape('HH HH', { height: 1, width })).toEqual(textShape('HH HH', { height: 1 }))
  })

  it('leaves the counters of glyphs empty', () => {
    const shape = textShape('O', { height: 10 })
    const center = textWidth('O', 10) / 2
    expect(shape && covers(shape, center, 5)).toBe(false)
    expect(shape && covers(shape, center, 0.2)).toBe(true)
    expect(shape && covers(shape, center, 9.8)).toBe(true)
  })

  it('is truncated after 20,000 characters', () => {
    const indexCount = textShape('l', { height: 1 })?.indices.length ?? 0
    expect(textShape('l'.repeat(20_500), { height: 1 })?.indices.length).toBe(indexCount * 20_000)
  })
})
