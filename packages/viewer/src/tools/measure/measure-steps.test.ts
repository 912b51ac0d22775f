import { describe, expect, it } from 'vitest'
import type { Snap } from '../../engine/geometry/snapping.js'
import { add, normalize, scale } from '../../engine/math/vector.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { PickResult, Point } from '../../engine/types.js'
import { rounded } from '../../testing/rounded.js'
import { boxMesh, placedAt, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { createDrawing } from './measure-drawing.js'
import { instancesMeasured, measure, pointsNeeded, type StepWorld } from './measure-steps.js'
import {
  angleAt,
  computeCentroid,
  computeSlope,
  measureKinds,
  pathLength,
  polygonArea,
  readMeasurements,
  type Measurement,
} from './measurement.js'

const snapAt = (point: Point, more: Partial<Snap> = {}): Snap => ({
  kind: 'face',
  point,
  normal: [0, 0, 1],
  element: 4,
  instance: 0,
  ...more,
})
const box = testShape(boxMesh([0, 0, 0], [4, 2, 1]), placedAt(0, 0, 0))

/** A world of one box; rays hit what `hit` answers. */
function createWorld(hit: (origin: Point, direction: Point) => Point | null = () => null): StepWorld {
  const geometry: Partial<ModelGeometry> = {
    count: 1,
    spheres: Float32Array.of(2, 1, 0.5, 3),
    getShape: () => box,
    instancesOf: (element) => (element === 4 ? Uint32Array.of(0) : new Uint32Array(0)),
  }
  return {
    geometry: geometry as ModelGeometry,
    castFrom: (origin, direction) => {
      const point = hit(origin, direction)
      return point === null ? null : ({ point } as PickResult)
    },
    circleNear: () => null,
  }
}

describe('steps of a measurement', () => {
  it('keep the picked points of distances, chains, angles, areas and points in order', () => {
    const points: Point[] = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]
    for (const kind of ['point', 'distance', 'chain', 'angle', 'area'] as const)
      expect(
        measure(
          kind,
          points.map((point) => snapAt(point)),
          createWorld(),
        ),
      ).toEqual({ kind, points })
  })

  it('send the laser along the normal both ways, and start in front of the surface', () => {
    const rays: (readonly [Point, Point])[] = []
    const normal = normalize([1, 2, 2])
    measure(
      'perpendicular',
      [snapAt([1, 1, 1], { normal })],
      createWorld((...ray) => (rays.push(ray), null)),
    )
    expect(rounded(rays, 6)).toEqual(
      rounded(
        [
          [add([1, 1, 1], scale(normal, 1e-4)), normal],
          [add([1, 1, 1], scale(normal, -1e-4)), scale(normal, -1)],
        ],
        6,
      ),
    )
  })

  it('put the hits of the laser on the normal, although a hit face may be oblique', () => {
    const hit = (_: Point, [, , z]: Point): Point => (z > 0 ? [1.2, 0.9, 4] : [1, 1.1, -0.5])
    expect(measure('perpendicular', [snapAt([1, 1, 1])], createWorld(hit))).toEqual({
      kind: 'perpendicular',
      points: [
        [1, 1, 1],
        [1, 1, 4],
        [1, 1, -0.5],
      ],
      normal: [0, 0, 1],
      elements: [4],
    })
    const upwards = (_: Point, [, , z]: Point): Point | null => (z > 0 ? [1, 1, 4] : null)
    expect(measure('perpendicular', [snapAt([1, 1, 1])], createWorld(upwards))).toMatchObject({ points: { length: 2 } })
  })

  it.each([
    ['perpendicular', 'nothing-met', snapAt([1, 1, 1])],
    ['face', 'no-face', snapAt([1, 1, 5])],
    ['volume', 'no-body', snapAt([1, 1, 1], { element: 9 })],
    ['radius', 'no-circle', snapAt([1, 1, 1])],
  ] as const)('are refused where there is nothing to measure: %s', (kind, refused, snap) => {
    expect(measure(kind, [snap], createWorld())).toEqual({ refused })
  })

  it('measure the slope of the edge, except on a face', () => {
    const edge: readonly [Point, Point] = [
      [0, 0, 0],
      [4, 0, 1],
    ]
    expect(measure('slope', [snapAt([0, 0, 0], { kind: 'vertex', edge })], createWorld())).toMatchObject({
      points: edge,
    })
    const onFace = measure('slope', [snapAt([1, 1, 1], { kind: 'face', edge })], createWorld())
    expect(onFace).toMatchObject({ points: [[1, 1, 1]], normal: [0, 0, 1] })
  })

  it('measure a face with its area and the volume of a body from its middle', () => {
    expect(rounded(measure('face', [snapAt([1, 1, 1])], createWorld()), 2)).toMatchObject({ area: 8, elements: [4] })
    expect(rounded(measure('volume', [snapAt([1, 1, 1])], createWorld()), 2)).toEqual({
      kind: 'volume',
      points: [[2, 1, 0.5]],
      area: 28,
      volume: 8,
      elements: [4],
    })
  })

  it('need the shapes of the element for its volume, and of all instances along a laser', () => {
    const spheres = Float32Array.of(0, 0, 9, 1, 1.5, 0, -20, 1, 0.9, 0, 3, 1, 5, 5, 5, 1)
    const geometry = { count: 4, spheres, instancesOf: () => Uint32Array.of(2, 3) } as unknown as ModelGeometry
    const snaps = [snapAt([0, 0, 0])]
    expect(instancesMeasured('volume', snaps, geometry)).toEqual([2, 3])
    // Those whose sphere the vertical line through the origin touches.
    expect(instancesMeasured('perpendicular', snaps, geometry)).toEqual([0, 2])
    for (const kind of ['distance', 'face', 'radius'] as const)
      expect(instancesMeasured(kind, snaps, geometry)).toEqual([])
  })

  it('end by themselves for all kinds but chains and areas', () => {
    expect(measureKinds.filter((kind) => pointsNeeded[kind] === undefined)).toEqual(['chain', 'area'])
    expect([pointsNeeded.distance, pointsNeeded.angle, pointsNeeded.point]).toEqual([2, 3, 1])
  })
})

const randomPoint = (random: () => number, size = 10): Point => [
  random() * size - size / 2,
  random() * size - size / 2,
  random() * size - size / 2,
]

/** Rotates about z, then about x. */
function rotated([x, y, z]: Point, a: number, b: number): Point {
  const [u, v] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)]
  return [u, v * Math.cos(b) - z * Math.sin(b), v * Math.sin(b) + z * Math.cos(b)]
}

describe('numbers of a measurement', () => {
  it.each([61, 62])('do not depend on where and how the points lie in space (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 40; round++) {
      const points = Array.from({ length: 3 + Math.floor(random() * 5) }, () => randomPoint(random))
      const [a, b, shift] = [random() * 6, random() * 6, randomPoint(random, 1000)]
      const transformed = points.map((point) => add(rotated(point, a, b), shift))
      expect(pathLength(transformed)).toBeCloseTo(pathLength(points), 8)
      expect(polygonArea(transformed)).toBeCloseTo(polygonArea(points), 7)
      expect(angleAt(transformed)).toBeCloseTo(angleAt(points), 6)
    }
  })

  it('give a regular polygon its area, in either direction (seed 63)', () => {
    const random = testRandom(63)
    for (let sides = 3; sides < 40; sides++) {
      const radius = 0.1 + random() * 10
      const points = Array.from({ length: sides }, (_, at): Point => {
        const angle = (at / sides) * 2 * Math.PI
        return rotated([Math.cos(angle) * radius, Math.sin(angle) * radius, 0], 0.3, 0.8)
      })
      const area = (sides / 2) * radius ** 2 * Math.sin((2 * Math.PI) / sides)
      expect(polygonArea(points)).toBeCloseTo(area, 8)
      expect(polygonArea(points.toReversed())).toBeCloseTo(area, 8)
    }
    expect(polygonArea([])).toBe(0)
  })

  it('give a concave polygon the area without its notch', () => {
    const notched: Point[] = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 4, 0],
      [2, 1, 0],
      [0, 4, 0],
    ]
    // 16 m² without a triangle of 4 m by 3 m.
    expect(polygonArea(notched)).toBeCloseTo(10, 12)
  })

  it.each([0.001, 1, 45, 89.999, 90, 135, 179.999, 180])('give two directions their angle of %d°', (degrees) => {
    const radians = (degrees * Math.PI) / 180
    const points: Point[] = [
      [5, 0, 0],
      [0, 0, 0],
      [Math.cos(radians) * 3, Math.sin(radians) * 3, 0],
    ]
    expect(angleAt(points)).toBeCloseTo(degrees, 6)
  })

  it.each([
    [0, 0, Infinity],
    [30, Math.tan(Math.PI / 6), 1 / Math.tan(Math.PI / 6)],
    [45, 1, 1],
    [90, Infinity, 0],
  ])('give a line at %d° its slope, and a face of that normal the other', (degrees, ofLine, ofFace) => {
    const radians = (degrees * Math.PI) / 180
    for (const sign of [1, -1]) {
      const direction: Point = [Math.cos(radians), 0, sign * Math.sin(radians)]
      expect(computeSlope(direction, 'line')).toBeCloseTo(ofLine, 9)
      expect(computeSlope(direction, 'face')).toBeCloseTo(ofFace, 9)
    }
  })

  it('have the mean of the points as centre', () => {
    expect(
      computeCentroid([
        [1, 2, 3],
        [3, 2, 1],
        [5, 5, 5],
      ]),
    ).toEqual([3, 3, 3])
    expect(computeCentroid([])).toEqual([0, 0, 0])
  })
})

describe('stored measurements', () => {
  const three: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ]
  it.each([
    ['point', 1],
    ['distance', 2],
    ['chain', 2],
    ['perpendicular', 2],
    ['angle', 3],
    ['slope', 1],
    ['area', 3],
    ['face', 1],
    ['volume', 1],
    ['radius', 1],
  ] as const)('have at least the points of their kind: %s, %d', (kind, least) => {
    const stored = (count: number): unknown => ({
      measurements: [{ id: 'a', kind, name: '', points: three.slice(0, count) }],
    })
    expect(readMeasurements(stored(least))).toHaveLength(1)
    expect(readMeasurements(stored(least - 1))).toEqual([])
  })

  it('are refused with a circle that is not finite', () => {
    const circle = { center: [0, 0, 0], normal: [0, 0, 1], radius: 2 }
    const stored = (change: object): unknown => ({
      measurements: [{ id: 'a', kind: 'radius', name: '', points: three, circle: { ...circle, ...change } }],
    })
    expect(readMeasurements(stored({}))).toHaveLength(1)
    for (const change of [{ radius: Infinity }, { radius: '2' }, { center: [0, 0] }, { normal: null }])
      expect(readMeasurements(stored(change))).toEqual([])
  })
})

describe('the drawing of a measurement', () => {
  const points: Point[] = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 2, 0],
    [0, 2, 0],
  ]
  const draw = (kind: Measurement['kind'], more: Partial<Measurement> = {}) =>
    createDrawing({ id: 'a', name: '', kind, points, ...more })

  it('is the path of a chain with its label at the end, and of a distance with its label in the middle', () => {
    expect(draw('chain')).toEqual({ lines: [points], dots: points, label: [0, 2, 0], filled: false })
    expect(draw('distance', { points: points.slice(0, 2) }).label).toEqual([2, 0, 0])
  })

  it('is a closed and filled outline for an area, with its label in the middle', () => {
    const { lines, filled, label } = draw('area')
    expect(lines).toEqual([[...points, points[0]]])
    expect([filled, label]).toEqual([true, [2, 1, 0]])
  })

  it('has the label of an angle at its apex', () => {
    expect(draw('angle', { points: points.slice(0, 3) })).toMatchObject({
      label: [4, 0, 0],
      lines: [points.slice(0, 3)],
    })
  })

  it('has a line to each hit of a laser, and its label on the first', () => {
    expect(draw('perpendicular', { points: points.slice(0, 3) })).toMatchObject({
      lines: [
        [points[0], points[1]],
        [points[0], points[2]],
      ],
      label: [2, 0, 0],
    })
  })

  it('has the border of a face in pairs, without dots', () => {
    const border = [points[0], points[1], points[1], points[2]]
    expect(draw('face', { points: [[2, 1, 0], ...border] })).toEqual({
      lines: [border.slice(0, 2), border.slice(2)],
      dots: [],
      label: [2, 1, 0],
      filled: false,
    })
  })

  it('has a circle and a radius to its edge', () => {
    const circle = { center: [1, 1, 1], normal: [0, 0, 1], radius: 2 } as const
    const { lines } = draw('radius', { points: [circle.center], circle })
    for (const [x, y, z] of lines[0]) {
      expect(Math.hypot(x - 1, y - 1)).toBeCloseTo(2, 9)
      expect(z).toBeCloseTo(1, 9)
    }
    expect(lines[0].at(-1)?.map((value) => rounded(value, 9))).toEqual(lines[0][0].map((value) => rounded(value, 9)))
    expect(lines[1]).toEqual([circle.center, lines[0][0]])
    expect(draw('radius').lines).toEqual([])
  })

  it('is a dot for a point and a volume', () => {
    for (const kind of ['point', 'volume'] as const)
      expect(draw(kind, { points: [[1, 2, 3]] })).toEqual({
        lines: [],
        dots: [[1, 2, 3]],
        label: [1, 2, 3],
        filled: false,
      })
  })
})
