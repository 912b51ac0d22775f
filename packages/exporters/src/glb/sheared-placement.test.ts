import { describe, expect, it } from 'vitest'
import { isSheared, shearedNodes } from './sheared-placement.js'

type Columns = readonly number[]

/** Converts a quaternion x y z w to the columns of a rotation. */
function toRotation([x = 0, y = 0, z = 0, w = 0]: Columns): Columns {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
  ]
}

const product = (one: Columns, other: Columns): Columns =>
  Array.from({ length: 9 }, (_, at) =>
    [0, 1, 2].reduce((sum, k) => sum + (one[k * 3 + (at % 3)] ?? 0) * (other[Math.floor(at / 3) * 3 + k] ?? 0), 0),
  )

/** Multiplies the matrices of the two nodes. */
function joined(columns: Columns): Columns {
  const { inner, outer } = shearedNodes(columns)
  const [x = 0, y = 0, z = 0] = outer.scale ?? []
  const scaled = product(toRotation(outer.rotation ?? []), [x, 0, 0, 0, y, 0, 0, 0, z])
  return product(scaled, toRotation(inner.rotation ?? []))
}

describe('shearedNodes', () => {
  it.each([
    ['a shear', [1, 0, 0, 0.5, 1, 0, 0, 0, 1]],
    ['a mirrored shear', [1, 0, 0, 0.5, 1, 0, 0, 0, -1]],
    ['a strong shear in all directions', [3, 0.4, -2, 0.1, 0.01, 5, -7, 0.3, 0.2]],
    ['a singular matrix', [1, 0, 0, 1, 0, 0, 0, 0, 2]],
    ['a shear in millimetres', [0.001, 0, 0, 0.0005, 0.001, 0, 0, 0.0002, 0.001]],
  ])('returns nodes whose product equals %s', (_, columns) => {
    const largest = Math.max(...columns.map(Math.abs))
    joined(columns).forEach((value, at) => expect(value / largest).toBeCloseTo((columns[at] ?? 0) / largest, 6))
  })
})

describe('isSheared', () => {
  it.each([
    [[0, 2, 0, -3, 0, 0, 0, 0, -1], false],
    [[1, 0, 0, 0, 1, 0, 0, 0, 0], false],
    [[1, 0, 0, 0.01, 1, 0, 0, 0, 1], true],
  ])('maps %j to %s', (columns, expected) => {
    expect(isSheared(columns)).toBe(expected)
  })
})
