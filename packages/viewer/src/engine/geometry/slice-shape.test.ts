import { describe, expect, it } from 'vitest'
import { ballMesh, barMesh, boxMesh, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { cross, dot, normalize, subtract } from '../math/vector.js'
import type { Point } from '../types.js'
import { PlacedFrame } from './placed-point.js'
import { formIn, isMirroring, planeFrame, pointOnPlane, type PlaneFrame } from './plane-frame.js'
import { sliceShape } from './slice-shape.js'

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] as const
const around = (point: Point, digits = 6): unknown[] => point.map((value) => expect.closeTo(value, digits))

/** Signed area by the shoelace formula: positive for a counter-clockwise outline. */
function computeArea(loop: Float64Array): number {
  let sum = 0
  for (let at = 0; at < loop.length; at += 2) {
    const next = (at + 2) % loop.length
    sum += loop[at] * loop[next + 1] - loop[next] * loop[at + 1]
  }
  return sum / 2
}
const totalArea = (loops: readonly Float64Array[]): number => loops.reduce((sum, loop) => sum + computeArea(loop), 0)

describe('planeFrame', () => {
  it('has three perpendicular axes of length 1, and contains its point (seed 1)', () => {
    const random = testRandom(1)
    for (let round = 0; round < 50; round++) {
      const point: Point = [random() * 9, random() * 9, random() * 9]
      const normal = normalize([random() - 0.5, random() - 0.5, random() - 0.5])
      const { right, up, offset } = planeFrame(point, normal)
      expect(cross(right, up)).toEqual(around(normal))
      expect([dot(right, up), dot(up, normal), dot(up, up)]).toEqual([0, 0, 1].map((value) => expect.closeTo(value, 9)))
      expect(dot(normal, point) + offset).toBeCloseTo(0, 9)
      // The up axis leans towards the sky, or towards north for a nearly horizontal plane.
      expect(Math.abs(normal[2]) < 0.9 ? up[2] : up[1]).toBeGreaterThan(0)
    }
  })

  it('switches to north at a slope of 0.9', () => {
    const slope = (z: number): Point => planeFrame([0, 0, 0], normalize([0, Math.sqrt(1 - z * z), z])).up
    expect(slope(0.89)[2]).toBeGreaterThan(0.4)
    expect(slope(0.91)[2]).toBeLessThan(0)
    expect(planeFrame([0, 0, 5], [0, 0, 1]).right).toEqual(around([1, 0, 0]))
    expect(planeFrame([0, 0, 5], [0, -1, 0]).right).toEqual(around([1, 0, 0]))
  })

  it('converts its own coordinates to points on it', () => {
    const frame = planeFrame([0, 0, 5], [0, 0, 1])
    expect(pointOnPlane(frame, 2, 3)).toEqual(around([2, 3, 5]))
    expect(pointOnPlane(planeFrame([0, -4, 0], [0, -1, 0]), 2, 3)).toEqual(around([2, -4, 3]))
  })
})

describe('formIn', () => {
  it('has the value of the direction at the transformed point (seed 2)', () => {
    const random = testRandom(2)
    const placement = Array.from({ length: 12 }, () => random() * 4 - 2) as unknown as typeof upright
    const shape = testShape(boxMesh([0, 0, 0], [3, 2, 1]), placement)
    const frame = new PlacedFrame(shape.matrix)
    for (let round = 0; round < 20; round++) {
      const direction: Point = [random() - 0.5, random() - 0.5, random() - 0.5]
      const [x, y, z] = [random() * 65_000, random() * 65_000, random() * 65_000]
      const form = formIn(shape, direction, 7)
      const expected = dot(direction, frame.toModel(x, y, z)) + 7
      expect(form[0] * x + form[1] * y + form[2] * z + form[3]).toBeCloseTo(expected, 4)
    }
  })
})

describe('isMirroring', () => {
  it.each([
    ['an upright matrix', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], false],
    ['one mirrored axis', [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0], true],
    ['two mirrored axes', [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0], false],
    ['two exchanged axes', [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0], true],
    ['three axes in turn', [0, 1, 0, 5, 0, 0, 1, 5, 1, 0, 0, 5], false],
  ])('recognises the orientation of %s', (_, matrix, expected) => {
    expect(isMirroring(Float32Array.from(matrix))).toBe(expected)
  })
})

describe('PlacedFrame', () => {
  it('converts to the model and back (seed 3)', () => {
    const random = testRandom(3)
    for (let round = 0; round < 20; round++) {
      const matrix = Float32Array.from({ length: 12 }, () => random() * 4 - 2)
      const frame = new PlacedFrame(matrix)
      const point: Point = [random() * 9, random() * 9, random() * 9]
      expect(frame.toMesh(frame.toModel(...point))).toEqual(around(point, 2))
      const origin = frame.toModel(0, 0, 0)
      expect(frame.directionToModel(point)).toEqual(around(subtract(frame.toModel(...point), origin), 4))
    }
  })

  it('has the mean scale of the axes, also mirrored, and 0 for a flat matrix', () => {
    expect(new PlacedFrame(Float32Array.of(2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0)).scale).toBeCloseTo(2, 9)
    expect(new PlacedFrame(Float32Array.of(-3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 3, 0)).scale).toBeCloseTo(3, 9)
    const flat = new PlacedFrame(Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    expect([flat.scale, flat.toMesh([1, 2, 3]).map((value) => value + 0)]).toEqual([0, [0, 0, 0]])
  })
})

describe('sliceShape', () => {
  const level = (z: number): PlaneFrame => planeFrame([0, 0, z], [0, 0, 1])

  it('cuts a box into one counter-clockwise rectangle', () => {
    const slice = sliceShape(testShape(boxMesh([1, 2, 0], [4, 8, 5]), upright), level(2))
    expect([slice.closes, slice.loops.length]).toEqual([true, 1])
    expect(computeArea(slice.loops[0])).toBeCloseTo(18, 3)
    const [loop] = slice.loops
    const sides = [0, 1].map((axis) => loop.filter((_, at) => at % 2 === axis))
    expect([Math.min(...sides[0]), Math.max(...sides[0])]).toEqual([expect.closeTo(1, 3), expect.closeTo(4, 3)])
    expect([Math.min(...sides[1]), Math.max(...sides[1])]).toEqual([expect.closeTo(2, 3), expect.closeTo(8, 3)])
  })

  it('has the area of the section of a bar at any angle (seed 4)', () => {
    const random = testRandom(4)
    const shape = testShape(barMesh(1, 40, 60), upright)
    for (let round = 0; round < 20; round++) {
      const normal = normalize([random() - 0.5, random() - 0.5, 1])
      const slice = sliceShape(shape, planeFrame([0, 0, 15 + random() * 10], normal))
      expect(slice.closes).toBe(true)
      // A section of a cylinder is larger by the cosine of its slope.
      const polygon = 30 * Math.sin((2 * Math.PI) / 60)
      expect(totalArea(slice.loops)).toBeCloseTo(polygon / normal[2], 2)
    }
  })

  it('has clockwise loops around holes, and the area between them', () => {
    const outer = boxMesh([0, 0, 0], [10, 10, 5])
    const inner = boxMesh([3, 3, 0], [7, 7, 5])
    const positions = Float32Array.from([...outer.positions, ...inner.positions])
    const flipped = Array.from({ length: inner.indices.length / 3 }, (_, at) =>
      [0, 2, 1].map((side) => inner.indices[at * 3 + side] + 8),
    ).flat()
    const shape = testShape({ positions, indices: Uint32Array.from([...outer.indices, ...flipped]) }, upright)
    const slice = sliceShape(shape, level(2))
    expect(slice.loops.map((loop) => Math.round(computeArea(loop))).sort((a, b) => a - b)).toEqual([-16, 100])
  })

  it('has the same orientation for a mirrored body', () => {
    const mirrored = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] as const
    const slice = sliceShape(testShape(boxMesh([1, 2, 0], [4, 8, 5]), mirrored), level(2))
    expect(totalArea(slice.loops)).toBeCloseTo(18, 3)
  })

  it('closes wherever the plane touches vertices, edges or faces', () => {
    const ball = testShape(ballMesh(4, 16), upright)
    const box = testShape(boxMesh([0, 0, 0], [4, 4, 4]), upright)
    for (const z of [-4, -2, 0, 1, 2, 3.9, 4]) expect(sliceShape(ball, level(z)).closes).toBe(true)
    for (const z of [0, 2, 4]) expect(sliceShape(box, level(z)).closes).toBe(true)
    // A vertex on the plane counts as above it: the lower face is not cut, the upper one is.
    expect([sliceShape(box, level(0)).loops.length, sliceShape(box, level(4.0001)).loops.length]).toEqual([0, 0])
    expect(totalArea(sliceShape(box, level(4)).loops)).toBeCloseTo(16, 2)
  })

  it('returns the segments of an open surface, but no loops', () => {
    const wall = {
      positions: Float32Array.of(0, 5, 0, 8, 5, 0, 8, 5, 4, 0, 5, 4),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    }
    const slice = sliceShape(testShape(wall, upright), level(2))
    expect([slice.loops, slice.closes]).toEqual([[], false])
    expect(slice.segments.length).toBe(8)
    const length = [0, 4].reduce(
      (sum, at) =>
        sum + Math.hypot(slice.segments[at + 2] - slice.segments[at], slice.segments[at + 3] - slice.segments[at + 1]),
      0,
    )
    expect(length).toBeCloseTo(8, 3)
    expect(slice.segments.filter((_, at) => at % 2 === 1).every((y) => Math.abs(y - 5) < 1e-3)).toBe(true)
  })

  it('cuts nothing beside the body, and nothing of lines', () => {
    const shape = testShape(boxMesh([0, 0, 0], [1, 1, 1]), upright)
    expect(sliceShape(shape, level(3))).toEqual({ loops: [], segments: new Float64Array(0), closes: true })
    const lines = { ...shape, shape: { ...shape.shape, kind: 'lines' as const } }
    expect(sliceShape(lines, level(0.5)).segments.length).toBe(0)
  })

  it('has one loop for each separate body of a mesh', () => {
    const boxes = [0, 1, 2].map((at) => boxMesh([at * 4, 0, 0], [at * 4 + 2, 2, 2]))
    const positions = Float32Array.from(boxes.flatMap((one) => [...one.positions]))
    const indices = Uint32Array.from(boxes.flatMap((one, at) => [...one.indices].map((index) => index + at * 8)))
    const slice = sliceShape(testShape({ positions, indices }, upright), level(1))
    expect(slice.loops.map((loop) => Math.round(computeArea(loop)))).toEqual([4, 4, 4])
  })
})
