import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { quantisedShape } from '../test-support/scene-stores.js'
import { AffineBase } from './affine-fit.js'
import type { WeldedShape } from './welded-shape.js'

/** Positions of an irregular body with sides of about 1000, 800 and 600 steps (seed 17). */
const random = seededRandom(17)
const body = [
  [0, 0, 0],
  [1000, 0, 0],
  [0, 800, 0],
  [0, 0, 600],
  ...Array.from({ length: 40 }, () => {
    // Coordinates that depend on each other, so that no covariance vanishes.
    const ratio = random()
    return [ratio, 0.7 * ratio + 0.3 * random(), 0.8 * ratio + 0.2 * random()].map((value, axis) =>
      Math.floor(value * ([1000, 800, 600][axis] ?? 0)),
    )
  }),
]
const step = 0.001
const base = quantisedShape(body.flat(), [], step)

/** Maps the body by a matrix (column-major) and moves it to zero, quantised with a step. */
function mapped(linear: readonly number[], ownStep = step): WeldedShape {
  const points = body.map((point) =>
    [0, 1, 2].map((row) => point.reduce((sum, value, column) => sum + linear[column * 3 + row] * value * step, 0)),
  )
  const low = [0, 1, 2].map((axis) => Math.min(...points.map((point) => point[axis] ?? NaN)))
  return quantisedShape(
    points.flatMap((point) => point.map((value, axis) => Math.round((value - (low[axis] ?? 0)) / ownStep))),
    [],
    ownStep,
  )
}

/** Returns the matrix of a rotation about z by an angle, after scaling the axes. */
function rotation(degrees: number, [x, y, z]: readonly [number, number, number] = [1, 1, 1]): number[] {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [cosine * x, sine * x, 0, -sine * y, cosine * y, 0, 0, 0, z]
}

/** Returns the maximum distance along an axis between the mapped base and a shape, in metres. */
function measureMiss(other: WeldedShape, map: ReturnType<AffineBase['fit']>): number {
  if (map === null) return Infinity
  const misses = body.flatMap((point, vertex) =>
    [0, 1, 2].map((row) => {
      const value = point.reduce(
        (sum, part, column) => sum + map.linear[column * 3 + row] * part * step,
        map.offset[row],
      )
      return Math.abs(value - other.positions[vertex * 3 + row] * other.mesh.step)
    }),
  )
  return Math.max(...misses)
}

describe('AffineBase.fit', () => {
  it.each([
    ['a copy', [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['a stretched copy', [2, 0, 0, 0, 0.5, 0, 0, 0, 3]],
    ['a copy with exchanged axes', [0, 1, 0, 0, 0, 1, 1, 0, 0]],
    ['a rotated copy', rotation(30)],
    ['a stretched and rotated copy', rotation(-70, [0.7, 1.5, 0.2])],
  ])('maps onto %s', (_, linear) => {
    const other = mapped(linear)
    const map = new AffineBase(base).fit(other, step)
    expect(measureMiss(other, map)).toBeLessThanOrEqual(step)
    expect([...(map?.linear ?? [])]).toEqual(linear.map((value): unknown => expect.closeTo(value, 2.5)))
  })

  it('maps onto several shapes in turn', () => {
    const own = new AffineBase(base)
    const others = [mapped(rotation(10)), mapped(rotation(200, [2, 2, 1])), mapped(rotation(10))]
    for (const other of others) expect(measureMiss(other, own.fit(other, step))).toBeLessThanOrEqual(step)
  })

  it('rounds the matrix to powers of two that keep positions within a fiftieth of a millimetre', () => {
    const [cosine, sine] = [Math.cos(0.5), Math.sin(0.5)]
    const maps = [rotation(30), [1, 0, 0, 0, cosine, sine, 0, -sine, cosine]].map((linear) =>
      new AffineBase(base).fit(mapped(linear), step),
    )
    // 2e-5 m over the sides of 1, 0.8 and 0.6 m.
    ;[2 ** -16, 2 ** -16, 2 ** -15].forEach((grid, column) => {
      const multiples = maps.flatMap((map) => [0, 1, 2].map((row) => (map?.linear[column * 3 + row] ?? NaN) / grid))
      expect(multiples.filter((value) => !Number.isInteger(value))).toEqual([])
      expect(multiples.some((value) => value % 2 !== 0)).toBe(true)
    })
  })

  it('rounds more finely for a copy with a finer step', () => {
    const fine = mapped(rotation(40, [0.03, 0.03, 0.03]), 3e-5)
    const map = new AffineBase(base).fit(fine, 3e-5)
    expect(measureMiss(fine, map)).toBeLessThanOrEqual(3e-5)
    // A fifth of the step, over 1 and 0.8 m: 2^-18.
    const multiples = [0, 1, 3, 4].map((at) => (map?.linear[at] ?? NaN) / 2 ** -18)
    expect(multiples.filter((value) => !Number.isInteger(value))).toEqual([])
    expect(multiples.some((value) => value % 2 !== 0)).toBe(true)
  })

  it.each([
    ['a mirrored copy', [-1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['a copy with two exchanged axes, which mirrors', [0, 1, 0, 1, 0, 0, 0, 0, 1]],
    ['a copy with x sheared along y', [1, 0.05, 0, 0, 1, 0, 0, 0, 1]],
    ['a copy with z sheared along x', [1, 0, 0, 0, 1, 0, 0.05, 0, 1]],
    ['a copy with z sheared along y', [1, 0, 0, 0, 1, 0, 0, 0.05, 1]],
    ['a flattened copy', [1, 0, 0, 0, 1, 0, 0, 0, 0]],
  ])('finds no map onto %s', (_, linear) => {
    expect(new AffineBase(base).fit(mapped(linear), step)).toBeNull()
  })

  it('accepts a shear below one percent', () => {
    expect(new AffineBase(base).fit(mapped([1, 0.008, 0, 0, 1, 0, 0, 0, 1]), step)).not.toBeNull()
    expect(new AffineBase(base).fit(mapped([1, 0.012, 0, 0, 1, 0, 0, 0, 1]), step)).toBeNull()
  })

  it('finds no map onto a shape in which one position is off by more than the tolerance', () => {
    const other = mapped(rotation(30))
    for (const [axis, offset] of [
      [0, 5],
      [1, 5],
      [2, -5],
    ] as const) {
      const positions = other.positions.slice()
      positions[20 * 3 + axis] += offset
      const changed = { ...other, positions }
      expect(new AffineBase(base).fit(changed, step), `axis ${axis}`).toBeNull()
      expect(new AffineBase(base).fit(changed, 6 * step), `axis ${axis}`).not.toBeNull()
    }
  })

  it.each([
    ['x and y', [0.1, 0.005, 0, 0, 0.1, 0, 0, 0, 0.1]],
    ['x and z', [0.1, 0, 0, 0, 0.1, 0, 0.005, 0, 0.1]],
    ['y and z', [0.1, 0, 0, 0, 0.1, 0, 0, 0.005, 0.1]],
  ])('measures the angle between %s independently of their lengths', (_, linear) => {
    expect(new AffineBase(base).fit(mapped(linear, 1e-5), 1e-5)).toBeNull()
  })

  it('finds no map of a needle, whose thickness is rounding', () => {
    const needle = quantisedShape([0, 0, 0, 65_535, 0, 0, 0, 1, 0, 0, 0, 1], [], step)
    expect(new AffineBase(needle).fit(needle, step)).toBeNull()
  })

  it('finds no map of a flat base', () => {
    const flat = quantisedShape([0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0], [], step)
    expect(new AffineBase(flat).fit(flat, step)).toBeNull()
  })
})

describe('AffineBase.deviation', () => {
  it('is below two steps for affine copies, sheared ones included', () => {
    const own = new AffineBase(base)
    expect(own.deviation(base, 1)).toBeCloseTo(0, 9)
    expect(own.deviation(mapped([1, 0.3, 0, 0, 2, 0.5, 0, 0, 1]), 1)).toBeLessThan(2 * step)
  })

  it('is the distance of the farthest position in metres, Infinity above the limit', () => {
    const positions = base.positions.slice()
    // Position 12 is far inside: not one of the four that span the body.
    positions[12 * 3 + 1] += 70
    const changed = { ...base, positions }
    expect(new AffineBase(base).deviation(changed, 0.1)).toBeCloseTo(0.07, 6)
    expect(new AffineBase(base).deviation(changed, 0.06)).toBe(Infinity)
  })
})

describe('AffineBase.growth', () => {
  it('is the largest scale between the spanning positions', () => {
    const own = new AffineBase(base)
    expect(own.growth(base)).toBe(1)
    expect(own.growth(mapped([3, 0, 0, 0, 3, 0, 0, 0, 3]))).toBeCloseTo(3, 2)
    expect(own.growth(mapped([0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]))).toBeCloseTo(0.5, 2)
    const stretched = own.growth(mapped([1, 0, 0, 0, 1, 0, 0, 0, 5]))
    expect(stretched).toBeGreaterThan(1.5)
    expect(stretched).toBeLessThanOrEqual(5.01)
  })

  it('considers the steps of both shapes', () => {
    expect(new AffineBase(base).growth(mapped([2, 0, 0, 0, 2, 0, 0, 0, 2], 0.002))).toBeCloseTo(2, 1)
  })

  it('is 1 for a flat base', () => {
    const flat = quantisedShape([0, 0, 0, 9, 0, 0, 9, 9, 0], [], step)
    expect(new AffineBase(flat).growth(base)).toBe(1)
  })
})
