import { describe, expect, it } from 'vitest'
import { curveLines, movedPoint, newPointBudget } from './curve-lines.js'
import { parseEntities } from './fixtures/iges-document.js'
import type { FixtureEntity } from './fixtures/iges-writer.js'

type Lines = ReturnType<typeof curveLines>

/** Reads the lines of the last entity. */
function readLines(...entities: readonly FixtureEntity[]): Lines {
  const file = parseEntities(...entities)
  const last = file.entities.at(-1)
  return last ? curveLines(file, last) : null
}

const curve = (type: number, values: FixtureEntity['values'], form = 0): Lines => readLines({ type, form, values })
const onlyLine = (lines: Lines): readonly (readonly number[])[] => (lines?.length === 1 ? (lines[0] ?? []) : [])
const closeTo = (point: readonly number[]): unknown[] => point.map((value) => expect.closeTo(value, 9))

describe('IGES circular arc', () => {
  it('runs counter-clockwise from start to end at its height', () => {
    const line = onlyLine(curve(100, [3, 1, 1, 1, 0, 0, 1]))
    expect([line[0], line.at(-1)]).toEqual([closeTo([1, 0, 3]), closeTo([0, 1, 3])])
    // Three quarters of a circle: from the bottom, via right and top, to the left.
    expect(line).toHaveLength(49)
    expect(Math.max(...line.map(([x = 0]) => x))).toBeCloseTo(2)
    expect(line.every(([x = 0, y = 0]) => Math.abs(Math.hypot(x - 1, y - 1) - 1) < 1e-12)).toBe(true)
  })

  it('has at least two segments however short it is', () => {
    expect(onlyLine(curve(100, [0, 0, 0, 1, 0, Math.cos(0.001), Math.sin(0.001)]))).toHaveLength(3)
  })

  it('keeps its start radius when its end lies elsewhere', () => {
    expect(onlyLine(curve(100, [0, 0, 0, 2, 0, 0, 5])).at(-1)).toEqual(closeTo([0, 2, 0]))
  })

  it('is null with too few numbers', () => {
    expect(curve(100, [0, 0, 0, 1, 0, 0])).toBeNull()
  })
})

describe('IGES copious data', () => {
  it.each([
    [
      'points at one height',
      11,
      [1, 2, 7, 0, 0, 1, 1],
      [
        [0, 0, 7],
        [1, 1, 7],
      ],
    ],
    [
      'points in space',
      12,
      [2, 2, 0, 0, 1, 1, 2, 3],
      [
        [0, 0, 1],
        [1, 2, 3],
      ],
    ],
    [
      'points with a direction',
      13,
      [3, 2, 0, 0, 1, 9, 9, 9, 1, 2, 3, 9, 9, 9],
      [
        [0, 0, 1],
        [1, 2, 3],
      ],
    ],
    [
      'a witness line',
      40,
      [1, 2, 0, 0, 0, 1, 1],
      [
        [0, 0, 0],
        [1, 1, 0],
      ],
    ],
  ])('returns a path for %s', (_, form, values, path) => {
    expect(curve(106, values, form)).toEqual([path])
  })

  it('closes a path of form 63', () => {
    expect(onlyLine(curve(106, [1, 3, 0, 0, 0, 1, 0, 1, 1], 63)).at(-1)).toEqual([0, 0, 0])
  })

  it('returns hatching as lines of two points without an odd last point', () => {
    const lines = curve(106, [1, 5, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 2], 31)
    expect(lines).toEqual([
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      [
        [0, 1, 0],
        [1, 1, 0],
      ],
    ])
  })

  it.each([
    ['points only', 2, [2, 2, 0, 0, 1, 1, 2, 3]],
    ['a single point', 11, [1, 1, 0, 5, 5]],
  ])('returns no lines for %s', (_, form, values) => {
    expect(curve(106, values, form)).toEqual([])
  })

  it.each([
    ['an unknown form', [4, 2, 0, 0, 0, 1, 1, 1]],
    ['a point count that exceeds the data', [1, 3, 0, 0, 0, 1, 1]],
    ['a point count that exceeds the limit', [1, 9e9, 0, 0, 0, 1, 1]],
    ['non-numeric parameters', []],
  ])('is null for %s', (_, values) => {
    expect(curve(106, values, 11)).toBeNull()
  })
})

describe('IGES rational B-spline curve', () => {
  const straight = { knots: [0, 0, 1, 1], points: [0, 0, 0, 4, 0, 0] }
  const spline = (
    { knots = straight.knots, points = straight.points, weights = [1, 1], degree = 1, isPolynomial = 1 } = {},
    ends: readonly number[] = [0, 1],
  ): Lines =>
    curve(126, [
      points.length / 3 - 1,
      degree,
      0,
      0,
      isPolynomial,
      0,
      ...knots,
      ...weights,
      ...points,
      ...ends,
      0,
      0,
      1,
    ])

  it.each([
    ['forward', [0.25, 0.75], [1, 3]],
    ['reversed', [0.75, 0.25], [1, 3]],
    ['clamped to its domain', [-5, 5], [0, 4]],
    ['over the full domain for equal parameters', [0.5, 0.5], [0, 4]],
    ['over the full domain for parameters outside it', [7, 9], [0, 4]],
  ])('runs between its end parameters, %s', (_, ends, [from, to]) => {
    expect(spline({}, ends)).toEqual([[closeTo([from ?? 0, 0, 0]), closeTo([to ?? 0, 0, 0])]])
  })

  const quarter = {
    degree: 2,
    knots: [0, 0, 0, 1, 1, 1],
    points: [1, 0, 0, 1, 1, 0, 0, 1, 0],
    weights: [1, Math.SQRT1_2, 1],
  }
  const radii = (lines: Lines): number[] => onlyLine(lines).map(([x = 0, y = 0]) => Math.hypot(x, y))

  it('is a circle when rational and ignores weights otherwise', () => {
    expect(radii(spline({ ...quarter, isPolynomial: 0 })).every((radius) => Math.abs(radius - 1) < 1e-12)).toBe(true)
    expect(Math.max(...radii(spline(quarter)))).toBeGreaterThan(1.05)
  })

  it.each([
    ['knots out of order', { knots: [0, 1, 0, 1] }],
    ['a weight of zero', { weights: [1, 0], isPolynomial: 0 }],
    ['a degree above the number of points', { degree: 2, knots: [0, 0, 0, 1, 1] }],
    ['degree 0', { degree: 0, knots: [0, 0, 1] }],
    ['too few knots', { knots: [0, 1] }],
  ])('is null for %s', (_, changes) => {
    expect(spline(changes)).toBeNull()
  })

  it('is null with more points than the limit', () => {
    expect(curve(126, [1e15, 1, 0, 0, 1, 0, 0, 0, 1, 1])).toBeNull()
  })
})

describe('IGES parametric spline curve', () => {
  const coefficients = (x: readonly number[]): number[] => [...x, 0, 0, 0, 0, 0, 0, 0, 0]

  it('joins its segments at shared ends', () => {
    // x = s over [0, 2], then x = 2 + 3 s over [2, 3].
    const values = [3, 3, 3, 2, 0, 2, 3, ...coefficients([0, 1, 0, 0]), ...coefficients([2, 3, 0, 0]), 0]
    const line = onlyLine(curve(112, values))
    expect(line).toHaveLength(25)
    expect([line[0], line[12], line.at(-1)].map((point) => point?.[0])).toEqual([0, 2, 5])
  })

  it.each([
    ['no segments', [3, 3, 3, 0, 0]],
    ['a segment count that exceeds the data', [3, 3, 3, 2, 0, 1, 2, ...coefficients([0, 1, 0, 0])]],
    ['a segment count that exceeds the limit', [3, 3, 3, 1e8, 0]],
  ])('is null for %s', (_, values) => {
    expect(curve(112, values)).toBeNull()
  })
})

describe('IGES conic arc', () => {
  it.each([
    ['too few numbers', [1, 0, 1, 0, 0, -1, 0, 1, 0, 0]],
    ['an imaginary ellipse', [1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1]],
    ['a degenerate pair of lines', [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]],
  ])('is null for %s', (_, values) => {
    expect(curve(104, values)).toBeNull()
  })

  it('is a full rotated ellipse when it ends at its start', () => {
    // x² + xy + y² = 3, with axes rotated by 45°.
    const line = onlyLine(curve(104, [1, 1, 1, 0, 0, -3, 2, 1, 1, 1, 1], 1))
    expect(line).toHaveLength(65)
    expect(line.every(([x = 0, y = 0, z]) => Math.abs(x * x + x * y + y * y - 3) < 1e-9 && z === 2)).toBe(true)
    expect(Math.max(...line.map(([x = 0]) => x))).toBeCloseTo(2, 2)
  })
})

describe('IGES composite curve', () => {
  const line: FixtureEntity = { type: 110, values: [0, 0, 0, 1, 0, 0] }
  const shifted: FixtureEntity = { type: 124, values: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5] }
  const of = (...parts: readonly number[]): FixtureEntity => ({
    type: 102,
    values: [parts.length, ...parts.map((entity) => ({ entity }))],
  })

  it('applies its transform on top of those of its parts', () => {
    const lines = readLines(shifted, { ...line, transform: 1 }, { ...of(2), transform: 1 })
    expect(lines).toEqual([
      [
        [0, 0, 10],
        [1, 0, 10],
      ],
    ])
  })

  it('reads as many parts as its count', () => {
    expect(readLines(line, line, { type: 102, values: [1, { entity: 1 }, { entity: 2 }] })).toHaveLength(1)
  })

  it.each([
    ['a missing entity', [of(9)]],
    ['an entity that is not a curve', [{ type: 116, values: [0, 0, 0] }, of(1)]],
    ['itself', [of(1)]],
  ])('is null with a reference to %s', (_, entities) => {
    expect(readLines(...entities)).toBeNull()
  })

  it('keeps 135,000 lines of its parts', () => {
    const points = Array.from({ length: 180_000 }, (_, at) => at)
    const hatch: FixtureEntity = { type: 106, form: 31, values: [1, 90_000, 0, ...points] }
    expect(readLines(hatch, of(1, 1, 1))).toHaveLength(135_000)
  })

  it('is null when nested composites exceed the point budget', () => {
    const nested = Array.from({ length: 7 }, (_, depth) => of(...Array.from({ length: 40 }, () => depth + 1)))
    const file = parseEntities(line, ...nested)
    const budget = { points: 10_000 }
    const last = file.entities.at(-1)
    expect(last && curveLines(file, last, { budget, depth: 0 })).toBeNull()
    expect(budget.points).toBeGreaterThan(-10)
    expect(newPointBudget().points).toBeGreaterThan(1e6)
  })
})

describe('IGES entity', () => {
  it.each([116, 124, 128, 0x7fff])('has no lines for type %d', (type) => {
    expect(curve(type, [1, 2, 3])).toBeNull()
  })

  it('has no lines when a transformed coordinate is not finite', () => {
    const far: FixtureEntity = { type: 124, values: [1e300, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }
    expect(readLines(far, { type: 110, transform: 1, values: [0, 0, 0, 1e300, 0, 0] })).toBeNull()
  })
})

describe('IGES point', () => {
  it('is transformed by a column-major matrix', () => {
    expect(movedPoint(Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1, 10, 20, 30), [1, 2, 3])).toEqual([8, 21, 33])
  })
})
