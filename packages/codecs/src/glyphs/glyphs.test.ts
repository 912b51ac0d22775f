import { describe, expect, it } from 'vitest'
import { outlineTriangles, textShape, textWidth, type FlatTriangles } from './index.js'

const computeArea = ({ positions, indices }: FlatTriangles): number => {
  let sum = 0
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [...indices.subarray(at, at + 3)].map((index) => index * 2)
    sum += Math.abs(
      (positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) -
        (positions[b + 1] - positions[a + 1]) * (positions[c] - positions[a]),
    )
  }
  return sum / 2
}
const computeBounds = (shape: FlatTriangles | null): number[] => {
  const [x, y] = [0, 1].map((axis) => (shape?.positions ?? []).filter((_, at) => at % 2 === axis))
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)].map((value) => Math.round(value * 100) / 100)
}
const square = (side: number, from = 0): [number, number][] => [
  [from, from],
  [from + side, from],
  [from + side, from + side],
  [from, from + side],
]

describe('outline triangulation', () => {
  it('fills outlines and islands but not holes, in either winding order', () => {
    expect(computeArea(outlineTriangles([square(10)]))).toBeCloseTo(100, 5)
    for (const hole of [square(6, 2), square(6, 2).toReversed()])
      expect(computeArea(outlineTriangles([hole, square(10)]))).toBeCloseTo(64, 5)
    expect(computeArea(outlineTriangles([square(10), square(6, 2), square(2, 4)]))).toBeCloseTo(68, 5)
    expect(computeArea(outlineTriangles([square(2), square(3, 10)]))).toBeCloseTo(13, 5)
  })

  it('returns no triangles for an outline without area', () => {
    expect(outlineTriangles([[], square(0)]).indices.length).toBe(0)
  })
})

describe('text shape', () => {
  it('has capitals of the given height on the baseline', () => {
    expect(computeBounds(textShape('H', { height: 5 })).filter((_, side) => side % 2 === 1)).toEqual([0, 5])
    expect(computeBounds(textShape('HH', { height: 1 }))[2]).toBeGreaterThan(
      computeBounds(textShape('H', { height: 1 }))[2],
    )
  })

  it.each([
    ['Latin', 'Wand É ß ł'],
    ['Cyrillic', 'Стена й'],
    ['Armenian', 'Պատ ևԸ'],
    ['drawing signs', '⌀Ø±°²×'],
  ])('has a distinct outline for each character: %s', (_, text) => {
    const characters = [...text.replaceAll(' ', '')].filter((character) => character !== '⌀')
    const shapes = characters.map((character) => [...(textShape(character, { height: 1 })?.positions ?? [])].join(' '))
    const unknown = [...(textShape('?', { height: 1 })?.positions ?? [])].join(' ')
    expect(new Set(shapes).size).toBe(characters.length)
    expect(shapes).not.toContain(unknown)
    expect(shapes).not.toContain('')
  })

  it('shows a question mark for an unsupported character', () => {
    expect(textShape('\u{1F600}', { height: 1 })).toEqual(textShape('?', { height: 1 }))
    expect(textShape(' \n ', { height: 1 })).toBeNull()
  })

  it('is aligned to its point, with lines below one another', () => {
    const width = textWidth('HH', 2)
    const [left, , right] = computeBounds(textShape('HH', { height: 2, horizontal: 'center' }))
    expect(left + right).toBeCloseTo(0, 1)
    expect(computeBounds(textShape('HH', { height: 2, horizontal: 'right' }))[2]).toBeLessThanOrEqual(0)
    expect(right - left).toBeLessThan(width)
    const heights = (['top', 'middle', 'bottom', 'baseline'] as const).map((vertical) => {
      const [, low, , high] = computeBounds(textShape('H\nH', { height: 10, vertical }))
      return [low, high]
    })
    expect(heights).toEqual([
      [-26, 0],
      [-13, 13],
      [0, 26],
      [-16, 10],
    ])
  })

  it('wraps between words at its width', () => {
    const [, low] = computeBounds(textShape('HH HH', { height: 1, width: textWidth('HHH', 1) }))
    expect(low).toBe(-1.6)
    expect(computeBounds(textShape('HHHHH', { height: 1, width: 1 }))[1]).toBe(0)
  })
})
