import { describe, expect, it } from 'vitest'
import { newClipBudget } from '@kamar/mesh'
import { readClasses, readObjects, type SceneObject } from '../container/scene-objects.js'
import { container, integers, record } from '../testing/record-writer.js'
import { classes, SceneBytes, type WrittenClass } from '../testing/scene-writer.js'
import { meshRecord } from '../testing/shapes.js'
import { isPrimitive } from './primitives.js'
import { readShape } from './read-shape.js'
import type { TriangleShape } from './triangle-shape.js'

type Value = { readonly float: number } | { readonly integer: number }
const f = (...values: readonly number[]): Value[] => values.map((float) => ({ float }))
const i = (...values: readonly number[]): Value[] => values.map((integer) => ({ integer }))

function createObject(write: (scene: SceneBytes) => number): SceneObject {
  const scene = new SceneBytes()
  const number = write(scene)
  const { ClassDirectory3, Scene } = scene.streams()
  const object = readObjects(Scene, readClasses(ClassDirectory3))?.objects[number]
  if (object === undefined) throw new Error('no object')
  return object
}

const primitive = (kind: WrittenClass, values: readonly Value[]) =>
  readShape(
    createObject((scene) => scene.add(kind, [scene.oldParameters(values)])),
    newClipBudget(),
  )

function createShape(kind: WrittenClass, values: readonly Value[]): TriangleShape {
  const shape = primitive(kind, values)
  if (typeof shape === 'string') throw new Error(shape)
  return shape
}

/** Measures bounding box, area, and six times the volume: positive when all sides face outwards. */
function measure({ indices, positions }: TriangleShape) {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  let [area, volume] = [0, 0]
  for (let at = 0; at < indices.length; at += 3) {
    const points = [...indices.subarray(at, at + 3)].map((vertex) => [
      ...positions.subarray(3 * vertex, 3 * vertex + 3),
    ])
    for (const point of points) {
      point.forEach((value, axis) => {
        low[axis] = Math.min(low[axis] ?? 0, value)
        high[axis] = Math.max(high[axis] ?? 0, value)
      })
    }
    const [a = [], b = [], c = []] = points
    const side = (end: readonly number[]): number[] => end.map((value, axis) => value - (a[axis] ?? 0))
    const normal = cross(side(b), side(c))
    area += Math.hypot(...normal) / 2
    volume += normal.reduce((sum, value, axis) => sum + value * (a[axis] ?? 0), 0) / 6
  }
  return { low, high, area, volume, triangles: indices.length / 3 }
}

function cross([ax = 0, ay = 0, az = 0]: readonly number[], [bx = 0, by = 0, bz = 0]: readonly number[]): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

describe('3ds Max Box', () => {
  it('is centred on its base with its length along y', () => {
    const { area, high, low, triangles, volume } = measure(createShape(classes.box, [...f(2, 4, 3), ...i(1, 1, 1)]))
    expect([low, high]).toEqual([
      [-2, -1, 0],
      [2, 1, 3],
    ])
    expect([area, volume, triangles]).toEqual([52, 24, 12])
  })

  it('is divided into its stated segments', () => {
    const { area, triangles } = measure(createShape(classes.box, [...f(2, 4, 3), ...i(2, 3, 4)]))
    expect(triangles).toBe(4 * (2 * 3 + 2 * 4 + 3 * 4))
    expect(area).toBeCloseTo(52, 5)
  })

  it('is oriented outward for a negative height', () => {
    const { low, volume } = measure(createShape(classes.box, [...f(2, 4, -3), ...i(1, 1, 1)]))
    expect([low[2], volume]).toEqual([-3, 24])
  })
})

describe('3ds Max Plane and Pyramid', () => {
  it('are centred on their base', () => {
    const plane = measure(createShape(classes.plane, [...f(2, 6), ...i(2, 3)]))
    expect([plane.low, plane.high, plane.area, plane.triangles]).toEqual([[-3, -1, 0], [3, 1, 0], 12, 12])
    const pyramid = measure(createShape(classes.pyramid, [...f(6, 4, 3), ...i(5, 5, 5)]))
    expect([pyramid.low, pyramid.high]).toEqual([
      [-3, -2, 0],
      [3, 2, 3],
    ])
    expect(pyramid.volume).toBeCloseTo(24)
  })

  it('are oriented outward for a negative pyramid height', () => {
    expect(measure(createShape(classes.pyramid, [...f(6, 4, -3), ...i(1, 1, 1)])).volume).toBeCloseTo(24)
  })
})

const ball = (segments: number, ...rest: readonly Value[]): Value[] => [...f(2), ...i(segments, 1), ...rest]
const fullSphere = [...f(0), ...i(0, 0, 1, 0)]

describe('3ds Max Sphere', () => {
  it('has the triangle count of 3ds Max', () => {
    const { high, low, triangles, volume } = measure(createShape(classes.sphere, ball(32, ...fullSphere)))
    expect(triangles).toBe(960)
    expect([low[2], high[2], high[1]]).toEqual([-2, 2, 2])
    expect(volume / ((4 / 3) * Math.PI * 8)).toBeCloseTo(0.98, 1)
  })

  it.each([
    ['cut to a hemisphere', ball(32, ...f(0.5), ...i(0, 0, 1, 0))],
    ['with its pivot at the base', ball(32, ...f(0), ...i(0, 1, 1, 0))],
    ['sliced', ball(32, ...f(0), ...i(0, 0, 1, 1))],
    ['with an odd number of segments', ball(31, ...fullSphere)],
    ['with two segments', ball(2, ...fullSphere)],
  ])('is not read as a sphere %s', (_, values) => {
    expect(primitive(classes.sphere, values)).toBe('not-read')
  })
})

describe('3ds Max GeoSphere', () => {
  const geo = (segments: number, ...rest: readonly number[]): Value[] => [...f(2), ...i(segments, ...rest)]
  const icosahedron = [2, 0, 1, 0, 1]
  const listPoints = ({ positions }: TriangleShape): string[] =>
    Array.from({ length: positions.length / 3 }, (_, at) =>
      [...positions.subarray(3 * at, 3 * at + 3)]
        .map((value) => (Math.round(value * 5_000) / 10_000 + 0).toFixed(4))
        .join(' '),
    )

  it('is for one segment an icosahedron that stands on a vertex', () => {
    const shape = createShape(classes.geoSphere, geo(1, ...icosahedron))
    const edge = 2 / Math.sin((2 * Math.PI) / 5)
    const { area, triangles, volume } = measure(shape)
    expect([triangles, shape.positions.length]).toEqual([20, 36])
    expect(area).toBeCloseTo(5 * Math.sqrt(3) * edge ** 2, 4)
    expect(volume).toBeCloseTo(((15 + 5 * Math.sqrt(5)) / 12) * edge ** 3, 4)
    expect(listPoints(shape)).toEqual(expect.arrayContaining(['0.0000 0.0000 1.0000', '0.8944 0.0000 0.4472']))
  })

  it('has 20 n² triangles and unique vertices at its radius for n segments', () => {
    const shape = createShape(classes.geoSphere, geo(7, ...icosahedron))
    expect(measure(shape).triangles).toBe(20 * 49)
    expect(new Set(listPoints(shape)).size).toBe(10 * 49 + 2)
    expect(shape.positions.length / 3).toBe(10 * 49 + 2)
    for (let at = 0; at < shape.positions.length; at += 3)
      expect(Math.hypot(...shape.positions.subarray(at, at + 3))).toBeCloseTo(2, 5)
  })

  it('divides its edges into equal angles like the hulls stored by 3ds Max', () => {
    const points = new Set(listPoints(createShape(classes.geoSphere, geo(4, ...icosahedron))))
    const expected = ['-0.6554 0.1490 0.7404', '0.6554 0.1490 -0.7404', '0.8090 0.5878 0.0000', '1.0000 0.0000 0.0000']
    expect(expected.filter((point) => !points.has(point))).toEqual([])
  })

  it.each([
    ['with eight base faces', [1, 0, 1, 0, 1]],
    ['cut to a hemisphere or with its pivot at the base', [2, 1, 1, 0, 1]],
    ['with its pivot at the base or cut to a hemisphere', [2, 0, 1, 1, 1]],
    ['with either smoothing or mapping but not both', [2, 0, 1, 0, 0]],
  ])('is not read as a geosphere %s', (_, rest) => {
    expect(primitive(classes.geoSphere, geo(4, ...rest))).toBe('not-read')
  })

  it('is not read beyond the maximum number of segments', () => {
    expect(primitive(classes.geoSphere, geo(201, ...icosahedron))).toBe('not-read')
  })
})

describe('3ds Max round primitive', () => {
  it('stands on its first radius as a cone', () => {
    const { high, low, triangles, volume } = measure(createShape(classes.cone, [...f(2, 1, 3), ...i(5, 1, 24, 1, 0)]))
    expect(triangles).toBe(288)
    expect([low[2], high[2], high[0]]).toEqual([0, 3, 2])
    expect(volume / (Math.PI * (4 + 2 + 1))).toBeCloseTo(0.99, 1)
  })

  it('has no zero-area triangles as a cone with a tip', () => {
    expect(measure(createShape(classes.cone, [...f(2, 0, 3), ...i(1, 1, 8, 1, 0)])).triangles).toBe(16)
  })

  it('has one radius as a cylinder', () => {
    const { high, volume } = measure(createShape(classes.cylinder, [...f(2, 5), ...i(1, 2, 64, 1, 0)]))
    expect([high[0], high[2]]).toEqual([2, 5])
    expect(volume / (20 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('has two radii in either order as a tube', () => {
    const size = i(64, 2, 3, 1, 0)
    const [wide, narrow] = [f(2, 1, 5), f(1, 2, 5)].map((radii) =>
      measure(createShape(classes.tube, [...radii, ...size])),
    )
    expect((wide?.volume ?? 0) / (15 * Math.PI)).toBeCloseTo(1, 2)
    expect(wide?.triangles).toBe(64 * 2 * (2 * 3 + 2 * 2))
    expect(narrow?.volume).toBeCloseTo(wide?.volume ?? 0)
  })

  it('begins at the y axis as a tube and at the x axis as a cone', () => {
    const tube = measure(createShape(classes.tube, [...f(2, 1, 5), ...i(18, 1, 1, 1, 0)]))
    const cone = measure(createShape(classes.cone, [...f(2, 1, 5), ...i(1, 1, 18, 1, 0)]))
    expect([tube.high[1], cone.high[0]]).toEqual([2, 2])
    expect([tube.high[0], cone.high[1]]).toEqual(Array(2).fill(expect.closeTo(2 * Math.sin((4 * Math.PI) / 9), 5)))
  })

  it.each([
    [classes.cone, [...f(2, 1, -3), ...i(1, 1, 64, 1, 0)], 7 * Math.PI],
    [classes.tube, [...f(2, 1, -5), ...i(64, 1, 1, 1, 0)], 15 * Math.PI],
  ])('is oriented outward for a negative height', (kind, values, volume) => {
    const measured = measure(createShape(kind, values))
    expect(measured.volume / volume).toBeCloseTo(1, 2)
    expect(measured.high[2]).toBe(0)
  })

  it('lies flat around its centre as a torus', () => {
    const { high, low, triangles, volume } = measure(createShape(classes.torus, [...f(3, 1, 0, 0), ...i(48, 24, 2, 0)]))
    expect(triangles).toBe(2 * 48 * 24)
    expect([low[2], high[2], high[0]]).toEqual([-1, 1, 4])
    expect(volume / (6 * Math.PI ** 2)).toBeCloseTo(0.98, 1)
  })

  it.each([
    ['a sliced cone', classes.cone, [...f(2, 1, 3), ...i(5, 1, 24, 1, 1)]],
    ['a cone with two sides', classes.cone, [...f(2, 1, 3), ...i(5, 1, 2, 1, 0)]],
    ['a tube without segments', classes.tube, [...f(2, 1, 3), ...i(8, 1, 0, 1, 0)]],
    ['a tube with an odd number of sides', classes.tube, [...f(2, 1, 3), ...i(9, 1, 1, 1, 0)]],
    ['a twisted torus', classes.torus, [...f(3, 1, 0, 2), ...i(8, 8, 2, 0)]],
    ['a rotated torus', classes.torus, [...f(3, 1, 1, 0), ...i(8, 8, 2, 0)]],
    ['a self-intersecting torus', classes.torus, [...f(1, 1, 0, 0), ...i(8, 8, 2, 0)]],
    ['a torus with two sides', classes.torus, [...f(3, 1, 0, 0), ...i(8, 2, 2, 0)]],
    ['a box without segments', classes.box, [...f(1, 1, 1), ...i(1, 0, 1)]],
    ['a plane without segments', classes.plane, [...f(1, 1), ...i(0, 1)]],
  ])('is not read as %s', (_, kind, values) => {
    expect(primitive(kind, values)).toBe('not-read')
  })

  it('has no smoothing groups on its sides when smoothing is off', () => {
    const groups = (smooth: number) => createShape(classes.cylinder, [...f(2, 5), ...i(1, 1, 8, smooth, 0)]).groups
    expect(new Set(groups(1))).toEqual(new Set([1, 8, 2]))
    expect(new Set(groups(0))).toEqual(new Set([1, 0, 2]))
  })
})

const teapotValues = (segments: number, ...parts: readonly number[]): Value[] => [
  ...f(4),
  ...i(segments, 1, -1, ...parts),
]

describe('3ds Max Teapot', () => {
  it.each([
    ['body', [1, 0, 0, 0], [-4, -4, 0], 4, 1601, 3160],
    ['handle', [0, 1, 0, 0], [-6, -0.45, 1.2], -3, 420, 800],
    ['spout', [0, 0, 1, 0], [3.4, -0.99, 1.2], 6.868, 420, 800],
    ['lid', [0, 0, 0, 1], [-2.6, -2.6, 4.8], 2.6, 801, 1560],
  ])('has a %s with the extents and segments of 3ds Max', (_, parts, low, right, points, triangles) => {
    const shape = createShape(classes.teapot, teapotValues(10, ...parts))
    const measured = measure(shape)
    expect(shape.positions.length / 3).toBe(points)
    expect(measured.triangles).toBe(triangles)
    for (const axis of [0, 1, 2]) expect(measured.low[axis]).toBeCloseTo(low[axis] ?? 0, 3)
    expect(measured.high[0]).toBeCloseTo(right, 3)
  })

  it('is oriented outward with a plausible volume', () => {
    const { volume } = measure(createShape(classes.teapot, teapotValues(8, 1, 0, 0, 1)))
    expect(volume / 4 ** 3).toBeGreaterThan(2.3)
    expect(volume / 4 ** 3).toBeLessThan(3.3)
  })

  it('has the rim dent of 3ds Max and no other', () => {
    const { positions } = createShape(classes.teapot, teapotValues(10, 1, 0, 0, 0))
    const inside = [...positions.keys()].filter((at) => at % 3 === 0 && Math.abs(positions[at + 2] - 4.8) < 1e-6)
    const out = inside.filter((at) => Math.abs(Math.hypot(positions[at], positions[at + 1]) - 2.86) < 0.04)
    expect(out.length).toBeGreaterThan(5)
    expect(out.every((at) => positions[at] < 0 && positions[at + 1] < 0)).toBe(true)
  })

  it.each([
    ['with a single part selected', [...f(4), ...i(4, 1, 2, 1, 1, 1, 1)]],
    ['without segments', teapotValues(0, 1, 1, 1, 1)],
    ['with more segments than the maximum', teapotValues(65, 1, 1, 1, 1)],
  ])('is not read as a teapot %s', (_, values) => {
    expect(primitive(classes.teapot, values)).toBe('not-read')
  })
})

describe('3ds Max geometry object', () => {
  it('is damaged when its sizes are animated, missing or not finite', () => {
    expect(primitive(classes.box, [...f(1, 1)])).toBe('damaged')
    expect(primitive(classes.box, [...i(1, 1, 1), ...i(1, 1, 1)])).toBe('damaged')
    expect(primitive(classes.box, [...f(1, Number.NaN, 1), ...i(1, 1, 1)])).toBe('damaged')
    expect(primitive(classes.box, [...f(1, 1e30, 1), ...i(1, 1, 1)])).toBe('damaged')
    expect(primitive(classes.box, [...f(1, 1, 1), ...i(1, 1_000_000, 1)])).toBe('damaged')
  })

  it('is not read without sizes', () => {
    const box = createObject((scene) => scene.add(classes.box, []))
    expect(isPrimitive(box)).toBe(true)
    expect(readShape(box, newClipBudget())).toBe('not-read')
  })

  it('is not read for another class', () => {
    const other = createObject((scene) => scene.add(classes.boolean, []))
    expect(isPrimitive(other)).toBe(false)
    expect(readShape(other, newClipBudget())).toBe('not-read')
  })

  it('is damaged when it stores no mesh', () => {
    for (const kind of [classes.mesh, classes.poly]) {
      const empty = createObject((scene) => scene.add(kind, []))
      expect(readShape(empty, newClipBudget())).toBe('damaged')
    }
    const cut = createObject((scene) => scene.add(classes.mesh, [], container(0x08fe, integers(1))))
    expect(readShape(cut, newClipBudget())).toBe('damaged')
  })

  it('is read when it stores a mesh', () => {
    const points = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]
    const shape = meshRecord(points, [{ vertices: [0, 1, 2] }])
    const stored = createObject((scene) => scene.add(classes.mesh, [], record(0x0900), shape))
    expect(readShape(stored, newClipBudget())).toMatchObject({ skipped: 0 })
  })
})
