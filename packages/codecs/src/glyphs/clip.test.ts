import { describe, expect, it } from 'vitest'
import { clipLine, createClip, clipRings, isWithin, type Clip } from './clip.js'

const flat = (...values: readonly number[]): Float64Array => Float64Array.from(values)
const box = (from: number, to: number): Float64Array => flat(from, from, to, from, to, to, from, to)
const clipAt = (...values: readonly number[]): Clip => {
  const clip = createClip(flat(...values))
  if (!clip) throw new Error('no clip')
  return clip
}
const computeArea = (ring: Float64Array): number => {
  let twice = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    twice += (ring[at] ?? 0) * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * (ring[at + 1] ?? 0)
  }
  return Math.abs(twice) / 2
}
/** Computes the area between nested rings by the even-odd rule. */
const areaBetween = (sets: readonly (readonly Float64Array[])[]): number =>
  sets.reduce(
    (sum, set) => sum + set.reduce((part, ring, at) => part + (at % 2 === 0 ? 1 : -1) * computeArea(ring), 0),
    0,
  )
const square = clipAt(0, 0, 10, 0, 10, 10, 0, 10)
const diamond = clipAt(5, 0, 10, 5, 5, 10, 0, 5)
/** A U: the bay is open upwards, from x = 2 to 8 and above y = 2. */
const bay = clipAt(0, 0, 10, 0, 10, 10, 8, 10, 8, 2, 2, 2, 2, 10, 0, 10)

describe('sheet clip', () => {
  it.each([
    ['of two vertices', [0, 0, 1, 1]],
    ['of collinear vertices', [0, 0, 1, 1, 2, 2]],
    ['of one repeated point', [3, 3, 3, 3, 3, 3]],
    ['with a non-finite vertex', [0, 0, 1, 0, NaN, 1]],
    ['with an infinite vertex', [0, 0, Infinity, 0, 1, 1]],
  ])('is null for an outline %s', (_, ring) => {
    expect(createClip(Float64Array.from(ring))).toBeNull()
  })

  it('detects a box in either winding order', () => {
    expect(square.isBox).toBe(true)
    expect(clipAt(0, 10, 10, 10, 10, 0, 0, 0).isBox).toBe(true)
    expect(diamond.isBox).toBe(false)
    expect(diamond.box).toEqual([0, 0, 10, 10])
  })

  it('is one part when convex, and several parts of the same area when concave', () => {
    expect(square.parts).toHaveLength(1)
    expect(bay.parts.length).toBeGreaterThan(1)
    expect(bay.parts.reduce((sum, part) => sum + computeArea(part), 0)).toBeCloseTo(100 - 6 * 8, 4)
  })

  it('keeps its parts exact far from the origin', () => {
    const [x, y] = [4_500_000, 7_200_000]
    const far = clipAt(...[...bay.ring].map((value, at) => value + (at % 2 === 0 ? x : y)))
    const near = far.parts.map((part) => part.map((value, at) => value - (at % 2 === 0 ? x : y)))
    expect(near.reduce((sum, part) => sum + computeArea(part), 0)).toBeCloseTo(52, 4)
  })
})

describe('sheet clip point test', () => {
  it.each([
    [5, 1, true],
    [1, 9, true],
    [9, 9, true],
    [5, 9, false],
    [5, 3, false],
    [-1, 1, false],
    [5, 11, false],
  ])('places the point %i %i inside a concave clip: %s', (x, y, expected) => {
    expect(isWithin(bay, x, y)).toBe(expected)
  })

  it('excludes a corner of the bounding box of a diamond', () => {
    expect(isWithin(diamond, 1, 1)).toBe(false)
    expect(isWithin(diamond, 5, 5)).toBe(true)
  })
})

describe('clipLine', () => {
  it('keeps a line inside a box and drops one outside', () => {
    expect(clipLine(flat(1, 1, 9, 9, 1, 9), true, square)).toBe('inside')
    expect(clipLine(flat(11, 0, 12, 10), false, square)).toEqual([])
    expect(clipLine(flat(-5, 11, 20, 12), false, square)).toEqual([])
  })

  it('cuts a line where it crosses the outline in either direction', () => {
    expect(clipLine(flat(-5, 5, 15, 5), false, square)).toEqual([flat(0, 5, 10, 5)])
    expect(clipLine(flat(5, 5, 15, 15), false, square)).toEqual([flat(5, 5, 10, 10)])
    expect(clipLine(flat(15, 5, 5, 5), false, square)).toEqual([flat(10, 5, 5, 5)])
  })

  it('drops a line that passes a corner outside', () => {
    expect(clipLine(flat(-4, 3, 3, -4), false, square)).toEqual([])
    expect(clipLine(flat(0, 2, 2, 0), false, diamond)).toEqual([])
  })

  it('keeps the vertices of a line within one part', () => {
    expect(clipLine(flat(-5, 5, 5, 5, 5, 15), false, square)).toEqual([flat(0, 5, 5, 5, 5, 10)])
  })

  it('splits a line across a bay but not along its base', () => {
    expect(clipLine(flat(-1, 5, 11, 5), false, bay)).toEqual([flat(0, 5, 2, 5), flat(8, 5, 10, 5)])
    expect(clipLine(flat(-1, 1, 11, 1), false, bay)).toEqual([flat(0, 1, 10, 1)])
  })

  it('cuts the closing segment of a closed line', () => {
    const parts = clipLine(flat(2, 2, 15, 2, 15, 8, 2, 8), true, square)
    if (parts === 'inside') throw new Error('it is not')
    const length = parts.reduce((sum, part) => {
      let own = 0
      for (let at = 2; at < part.length; at += 2)
        own += Math.hypot((part[at] ?? 0) - (part[at - 2] ?? 0), (part[at + 1] ?? 0) - (part[at - 1] ?? 0))
      return sum + own
    }, 0)
    expect(length).toBeCloseTo(8 + 8 + 6, 9)
  })

  it('keeps or drops a single point', () => {
    expect(clipLine(flat(5, 1), false, bay)).toBe('inside')
    expect(clipLine(flat(5, 5), false, bay)).toEqual([])
  })
})

describe('clipRings', () => {
  it('keeps areas inside a box and drops areas outside', () => {
    const rings = [box(1, 9), box(3, 4)]
    expect(clipRings(rings, square)).toEqual([rings])
    expect(clipRings([box(20, 30)], square)).toEqual([])
  })

  it('cuts a hole together with its area', () => {
    // 10 by 10 from 5 on: a quarter of it is inside; so is half of the hole.
    const cut = clipRings([box(5, 15), flat(6, 6, 14, 6, 14, 8, 6, 8)], square)
    expect(areaBetween(cut)).toBeCloseTo(25 - 8, 9)
  })

  it('drops a hole outside the clip', () => {
    expect(areaBetween(clipRings([box(5, 15), box(12, 13)], square))).toBeCloseTo(25, 9)
  })

  it('returns the clip outline for an area around it', () => {
    expect(areaBetween(clipRings([box(-100, 100)], diamond))).toBeCloseTo(50, 9)
    expect(areaBetween(clipRings([box(-100, 100)], bay))).toBeCloseTo(52, 4)
  })

  it('cuts alike with a clip in the other winding order', () => {
    const clockwise = clipAt(0, 10, 10, 10, 10, 0, 0, 0)
    expect(areaBetween(clipRings([box(5, 15)], clockwise))).toBeCloseTo(25, 9)
  })

  it('returns no area within a bay of the clip', () => {
    expect(areaBetween(clipRings([flat(3, 4, 7, 4, 7, 9, 3, 9)], bay))).toBeCloseTo(0, 6)
  })
})

describe('inverted sheet clip', () => {
  const hole = createClip(Float64Array.of(2, 2, 6, 2, 6, 6, 2, 6), true)
  if (!hole) throw new Error('no clip')

  it('keeps points, lines and rings outside its outline', () => {
    expect([isWithin(hole, 4, 4), isWithin(hole, 1, 4), isWithin(hole, 100, 4)]).toEqual([false, true, true])
    expect(clipLine(Float64Array.of(0, 4, 10, 4), false, hole)).toEqual([
      Float64Array.of(0, 4, 2, 4),
      Float64Array.of(6, 4, 10, 4),
    ])
    expect(clipLine(Float64Array.of(3, 3, 5, 5), false, hole)).toEqual([])
    expect(clipLine(Float64Array.of(20, 20, 30, 30), false, hole)).toBe('inside')
    const [set = []] = clipRings([Float64Array.of(0, 0, 4, 0, 4, 4, 0, 4)], hole)
    expect(set.map((ring) => Math.abs(computeArea(ring)))).toEqual([16, 4])
    expect(clipRings([Float64Array.of(3, 3, 5, 3, 5, 5)], hole)).toEqual([])
  })
})
