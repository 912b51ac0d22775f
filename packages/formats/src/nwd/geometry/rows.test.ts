import { describe, expect, it } from 'vitest'
import { findFault, isBox } from './agreement.js'
import type { Fragment } from './fragments.js'
import { quaternionMatrix, translationMatrix } from './placement.js'
import { countPrimitives, toSegments, toTriangles } from './rows.js'
import type { Shape } from './shape.js'

const shape = (
  kind: Shape['kind'],
  lengths: readonly number[],
  { indices: positions = null, points = 4 }: { indices?: readonly number[] | null; points?: number } = {},
): Shape => ({
  kind,
  positions: Float32Array.from({ length: 3 * points }, (_, at) => at),
  normals: null,
  lengths,
  indices: positions && Int32Array.from(positions),
})

/** Splits indices into rows of this width. */
const rows = (indices: Uint32Array, width: number): number[][] =>
  Array.from({ length: indices.length / width }, (_, at) => [...indices.subarray(at * width, (at + 1) * width)])

describe('NWD triangle strips', () => {
  it('reverse every other triangle, so that all have the same orientation', () => {
    expect(rows(toTriangles(shape('triangles', [5])), 3)).toEqual([
      [0, 1, 2],
      [2, 1, 3],
      [2, 3, 4],
    ])
  })

  it('restart with each strip', () => {
    expect(rows(toTriangles(shape('triangles', [4, 3])), 3)).toEqual([
      [0, 1, 2],
      [2, 1, 3],
      [4, 5, 6],
    ])
  })

  it('use vertex indices where the record has them', () => {
    const { kind, ...others } = shape('triangles', [3, 3], { indices: [9, 8, 7, 7, 8, 6] })
    expect(rows(toTriangles({ kind, ...others }), 3)).toEqual([
      [9, 8, 7],
      [7, 8, 6],
    ])
  })

  it.each([
    [[], 0],
    [[0], 0],
    [[1, 2], 0],
    [[3], 1],
    [[2, 4, 1, 3], 3],
  ])('turn vertex counts %j into %d triangles', (lengths, expected) => {
    const strips = shape('triangles', lengths)
    expect(countPrimitives(strips)).toBe(expected)
    expect(toTriangles(strips)).toHaveLength(3 * expected)
  })

  it('skip strips of fewer than three vertices', () => {
    expect(rows(toTriangles(shape('triangles', [2, 3])), 3)).toEqual([[2, 3, 4]])
  })
})

describe('NWD line strips', () => {
  it('yield one segment for each pair of consecutive vertices', () => {
    expect(rows(toSegments(shape('lines', [3, 1, 2])), 2)).toEqual([
      [0, 1],
      [1, 2],
      [4, 5],
    ])
    expect(countPrimitives(shape('lines', [3, 1, 2]))).toBe(3)
  })

  it('close where the first vertex repeats', () => {
    expect(rows(toSegments(shape('lines', [4], { indices: [0, 1, 2, 0] })), 2)).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ])
  })
})

describe('NWD points', () => {
  it('count one primitive for each point', () => {
    expect(countPrimitives(shape('points', [], { points: 7 }))).toBe(7)
    expect(countPrimitives(shape('points', [], { points: 0 }))).toBe(0)
  })
})

describe('NWD bounding box check', () => {
  const positions = Float32Array.of(1, 2, 3, -4, 5, 6, 0, 0, 9)

  it('accepts the exact minimum and maximum', () => {
    expect(isBox(positions, Float32Array.of(-4, 0, 3, 1, 5, 9))).toBe(true)
  })

  it.each([0, 1, 2, 3, 4, 5])('rejects a box whose bound %d is off', (side) => {
    const box = Float32Array.of(-4, 0, 3, 1, 5, 9)
    box[side] += 0.001
    expect(isBox(positions, box)).toBe(false)
  })

  it('tolerates float32 rounding that grows with the distance from zero', () => {
    const far = Float32Array.of(1e6, 0, 0, 1e6 + 1, 1, 1)
    expect(isBox(far, Float32Array.of(1e6 + 5, 0, 0, 1e6 + 6, 1, 1))).toBe(true)
    expect(isBox(far, Float32Array.of(1e6 + 50, 0, 0, 1e6 + 51, 1, 1))).toBe(false)
  })

  it('rejects a box with NaN', () => {
    expect(isBox(positions, Float32Array.of(-4, 0, 3, 1, 5, Number.NaN))).toBe(false)
  })

  it('accepts any box for a shape without vertices', () => {
    expect(isBox(new Float32Array(), new Float32Array(6))).toBe(true)
  })

  it('rejects a fragment whose primitive count or kind differs from the shape', () => {
    const strips = shape('triangles', [4])
    const createFragment = (more: Partial<Fragment>): Fragment =>
      ({ count: 2, kind: 'triangles', link: { box: Float32Array.of(0, 1, 2, 9, 10, 11) }, ...more }) as Fragment
    expect(findFault(strips, createFragment({}))).toBeNull()
    expect(findFault(strips, createFragment({ count: 3 }))).toBe('not-as-stated')
    expect(findFault(strips, createFragment({ kind: 'lines' }))).toBe('not-as-stated')
  })
})

describe('NWD placement matrix', () => {
  const half = Math.SQRT1_2
  const transformPoint = (matrix: Float64Array, [x, y, z]: readonly [number, number, number]): unknown[] =>
    [0, 1, 2].map((axis): unknown =>
      expect.closeTo(
        (matrix[axis] ?? 0) * x + (matrix[3 + axis] ?? 0) * y + (matrix[6 + axis] ?? 0) * z + (matrix[9 + axis] ?? 0),
        9,
      ),
    )

  it.each([
    ['about x', [half, 0, 0, half], [0, 0, 1], [0, -1, 0]],
    ['about y', [0, half, 0, half], [1, 0, 0], [0, 0, -1]],
    ['about z', [0, 0, half, half], [1, 0, 0], [0, 1, 0]],
    ['about z twice', [0, 0, 1, 0], [1, 2, 3], [-1, -2, 3]],
    ['about the diagonal', [0.5, 0.5, 0.5, 0.5], [1, 0, 0], [0, 1, 0]],
  ] as const)('rotates a point by a quarter turn %s', (_, rotation, from, to) => {
    expect(to).toEqual(transformPoint(quaternionMatrix([0, 0, 0, ...rotation], 1), from))
  })

  it('scales and rotates before it translates', () => {
    expect([10, 22, 30]).toEqual(transformPoint(quaternionMatrix([10, 20, 30, 0, 0, half, half], 2), [1, 0, 0]))
    expect([11, 22, 33]).toEqual(transformPoint(translationMatrix([10, 20, 30]), [1, 2, 3]))
  })

  it.each([
    ['of zero length', [0, 0, 0, 0]],
    ['of length two', [0, 0, 0, 2]],
    ['with non-finite components', [0, 0, Number.NaN, 1]],
  ])('rejects a quaternion %s', (_, rotation) => {
    expect(() => quaternionMatrix([0, 0, 0, ...rotation], 1)).toThrow('turn')
  })
})
