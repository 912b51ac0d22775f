import { mapAxes } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { computeLength, dot, normalize, subtract } from '../math/vector.js'
import type { NamedView, Point } from '../types.js'
import { readCameraView } from './camera-view.js'
import {
  computeFrame,
  computeTarget,
  computeViewHeight,
  getViewAngles,
  halfHeightTangent,
  orbit,
  pan,
  toCameraView,
  toPose,
  withProjection,
  zoomTo,
  type Pose,
} from './pose.js'
import { projectPoint } from './project.js'
import { ScreenSpace } from './screen-space.js'
import { rayAt } from './view-ray.js'

const size = { width: 800, height: 500 }
const around = (point: Point, digits = 6): unknown[] => point.map((value) => expect.closeTo(value, digits))

function randomPose(random: () => number): Pose {
  return {
    eye: [random() * 40 - 20, random() * 40 - 20, random() * 40 - 20],
    azimuth: random() * 8 - 4,
    elevation: (random() - 0.5) * Math.PI,
    distance: 1 + random() * 30,
    projection: random() < 0.5 ? 'perspective' : 'orthographic',
    fieldOfViewDegrees: 20 + random() * 80,
  }
}
const poses = (seed: number, count = 40): Pose[] => {
  const random = testRandom(seed)
  return Array.from({ length: count }, () => randomPose(random))
}

/** The position of a point on screen, by the 4 × 4 matrices of a textbook. */
function projectByMatrices(pose: Pose, point: Point): [number, number] {
  const { right, up, forward } = computeFrame(pose)
  const view = [right, up, [-forward[0], -forward[1], -forward[2]] as Point].map((axis) =>
    dot(axis, subtract(point, pose.eye)),
  )
  const focal = 1 / Math.tan((pose.fieldOfViewDegrees * Math.PI) / 360)
  const aspect = size.width / size.height
  const w = pose.projection === 'perspective' ? -view[2] : pose.distance
  const clip = [(view[0] * focal) / aspect / w, (view[1] * focal) / w]
  return [((clip[0] + 1) / 2) * size.width, ((1 - clip[1]) / 2) * size.height]
}

describe('computeFrame', () => {
  it('turns clockwise from north, seen from above, and up with the elevation', () => {
    expect(computeFrame({ azimuth: Math.PI / 2, elevation: 0 }).forward).toEqual(around([1, 0, 0]))
    expect(computeFrame({ azimuth: Math.PI, elevation: 0 }).forward).toEqual(around([0, -1, 0]))
    expect(computeFrame({ azimuth: 0, elevation: Math.PI / 6 }).forward).toEqual(around([0, Math.sqrt(3) / 2, 0.5]))
    expect(computeFrame({ azimuth: 0, elevation: Math.PI / 2 }).up).toEqual(around([0, -1, 0]))
  })
})

describe('projectPoint', () => {
  it('agrees with projection matrices (seed 2)', () => {
    const random = testRandom(2)
    for (const pose of poses(3)) {
      const { forward } = computeFrame(pose)
      const point = mapAxes((axis) => pose.eye[axis] + forward[axis] * pose.distance + random() * 4 - 2)
      const depth = dot(subtract(point, pose.eye), forward)
      const projected = projectPoint(pose, point, size)
      expect(projected === null).toBe(pose.projection === 'perspective' && depth <= 0)
      if (projected === null) continue
      const [x, y] = projectByMatrices(pose, point)
      expect(projected?.x).toBeCloseTo(x, 6)
      expect(projected?.y).toBeCloseTo(y, 6)
      expect(projected?.depth).toBeCloseTo(depth, 9)
    }
  })
})

describe('rayAt', () => {
  it('passes through every point that projects to its position (seed 4)', () => {
    const random = testRandom(4)
    for (const pose of poses(5)) {
      const [x, y] = [random() * size.width, random() * size.height]
      const ray = rayAt(pose, { x: (x / size.width) * 2 - 1, y: 1 - (y / size.height) * 2 }, size)
      expect(computeLength(ray.direction)).toBeCloseTo(1, 12)
      for (const along of [5, 50]) {
        const start = pose.projection === 'orthographic' ? 1e6 : 0
        const point = ray.origin.map((value, axis) => value + ray.direction[axis] * (along + start)) as unknown as Point
        const projected = projectPoint(pose, point, size)
        expect(projected?.x).toBeCloseTo(x, 3)
        expect(projected?.y).toBeCloseTo(y, 3)
      }
    }
  })

  it('knows the size of a pixel at any distance', () => {
    for (const pose of poses(6)) {
      const ray = rayAt(pose, { x: 0, y: 0 }, size)
      const distance = 12
      const metres = ray.pixelSize + ray.pixelGrowth * distance
      const expected =
        pose.projection === 'perspective'
          ? (2 * distance * halfHeightTangent(pose)) / size.height
          : computeViewHeight(pose) / size.height
      expect(metres).toBeCloseTo(expected, 12)
    }
  })
})

describe('ScreenSpace', () => {
  const createSpace = (pose: Pose): ScreenSpace =>
    new ScreenSpace(
      () => pose,
      () => size,
    )

  it('projects a point to where its ray begins to be seen (seed 7)', () => {
    const random = testRandom(7)
    for (const pose of poses(8)) {
      const space = createSpace(pose)
      const [x, y] = [random() * size.width, random() * size.height]
      const { origin, direction } = space.rayThrough(x, y)
      const start = pose.projection === 'orthographic' ? 1e6 : 0
      const point = origin.map((value, axis) => value + direction[axis] * (start + 9)) as unknown as Point
      const projected = space.project(point)
      expect([projected.x, projected.y]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)])
      expect(projected.depth).toBeGreaterThan(0)
    }
  })

  it('reports a point behind the eye with depth 0, except in an orthographic view', () => {
    const pose: Pose = { ...poses(9)[0], eye: [0, 0, 0], azimuth: 0, elevation: 0, distance: 10 }
    expect(createSpace({ ...pose, projection: 'perspective' }).project([0, -1, 0])).toEqual({ x: 0, y: 0, depth: 0 })
    const flat = createSpace({ ...pose, projection: 'orthographic' }).project([0, -1, 0])
    expect(flat).toEqual({ x: 400, y: 250, depth: 1 })
    expect(createSpace(pose).size).toBe(size)
  })

  it('measures pixels per metre as the distance of two projected points', () => {
    for (const pose of poses(10)) {
      const space = createSpace(pose)
      const { right, forward } = computeFrame(pose)
      const point = pose.eye.map((value, axis) => value + forward[axis] * 14) as unknown as Point
      const neighbor = point.map((value, axis) => value + right[axis]) as unknown as Point
      const pixels = space.project(neighbor).x - space.project(point).x
      expect(space.pixelsPerMetreAt(point)).toBeCloseTo(pixels, 6)
      expect(space.pixelsPerMetre(14)).toBeCloseTo(pixels, 6)
    }
  })

  it('keeps the scale finite behind the eye', () => {
    const pose: Pose = { ...poses(9)[0], projection: 'perspective' }
    expect(createSpace(pose).pixelsPerMetre(-5)).toBe(createSpace(pose).pixelsPerMetre(1e-6))
    expect(createSpace(pose).pixelsPerMetre(0)).toBeLessThan(Infinity)
  })
})

describe('toPose', () => {
  it('keeps eye, target, height and projection of a view (seed 11)', () => {
    for (const pose of poses(11)) {
      const view = toCameraView(pose)
      const back = toCameraView(toPose(view, poses(1)[0]))
      expect(back.eye).toEqual(around(view.eye))
      expect(back.target).toEqual(around(view.target))
      expect(back.height).toBeCloseTo(view.height, 6)
      expect([back.projection, back.fieldOfViewDegrees]).toEqual([view.projection, view.fieldOfViewDegrees])
    }
  })

  it('takes the distance of an orthographic view from its height, and from the target without one', () => {
    const view = {
      eye: [0, 0, 0],
      target: [0, 7, 0],
      projection: 'orthographic',
      fieldOfViewDegrees: 90,
      height: 20,
    } as const
    const before = poses(1)[0]
    expect(toPose(view, before).distance).toBeCloseTo(10, 9)
    expect(toPose({ ...view, height: 0 }, before).distance).toBeCloseTo(7, 9)
    expect(toPose({ ...view, projection: 'perspective' }, before).distance).toBeCloseTo(7, 9)
  })

  it('keeps the direction of the previous pose where eye and target coincide', () => {
    const before = poses(12)[0]
    const view = { ...toCameraView(before), eye: [1, 2, 3], target: [1, 2, 3], projection: 'orthographic' } as const
    expect(toPose(view, before)).toEqual({ ...before, eye: [1, 2, 3], projection: 'orthographic' })
  })

  it('reads the azimuth of a vertical view from its up direction', () => {
    const before = { ...poses(13)[0], azimuth: 1 }
    const view = { ...toCameraView(before), eye: [0, 0, 9], target: [0, 0, 0], up: [1, 0, 0] } as const
    expect(toPose(view, before).azimuth).toBeCloseTo(Math.PI / 2, 9)
    expect(toPose({ ...view, target: [0, 0, 99] }, before).azimuth).toBeCloseTo(-Math.PI / 2, 9)
    const { up: _, ...plain } = view
    expect(toPose(plain, before).azimuth).toBe(1)
  })

  it('saves an up direction only of vertical views', () => {
    const pose = poses(14)[0]
    expect(toCameraView({ ...pose, elevation: 0.3 }).up).toBeUndefined()
    expect(toCameraView({ ...pose, elevation: Math.PI / 2 }).up).toBeDefined()
  })
})

describe('withProjection', () => {
  it('keeps the size of what is at the centre point, in both directions (seed 15)', () => {
    for (const pose of poses(15)) {
      const { forward, right } = computeFrame(pose)
      const center = pose.eye.map((value, axis) => value + forward[axis] * 6) as unknown as Point
      const neighbor = center.map((value, axis) => value + right[axis]) as unknown as Point
      const other = pose.projection === 'perspective' ? 'orthographic' : 'perspective'
      const pixels = (of: Pose): number =>
        (projectPoint(of, neighbor, size)?.x ?? 0) - (projectPoint(of, center, size)?.x ?? 0)
      const changed = withProjection(pose, other, center)
      expect(changed.projection).toBe(other)
      expect(pixels(changed)).toBeCloseTo(pixels(pose), 6)
      const target = withProjection(pose, other, null)
      expect(computeViewHeight(target)).toBeCloseTo(computeViewHeight(pose), 9)
      expect(target.eye).toEqual(around(pose.eye))
    }
  })

  it('keeps its distance where the centre point is behind the eye', () => {
    const pose: Pose = { ...poses(16)[0], eye: [0, 0, 0], azimuth: 0, elevation: 0, projection: 'perspective' }
    expect(withProjection(pose, 'orthographic', [0, -4, 0]).distance).toBe(pose.distance)
  })
})

describe('camera movements', () => {
  it('orbits keep the pivot on screen and its distance, also at the poles (seed 17)', () => {
    const random = testRandom(17)
    for (const pose of poses(18)) {
      const pivot: Point = [random() * 10, random() * 10, random() * 10]
      const rotation = { azimuth: random() * 4 - 2, elevation: random() * 6 - 3 }
      const rotated = orbit(pose, pivot, rotation)
      const getViewOffset = (of: Pose): Point => {
        const { right, up, forward } = computeFrame(of)
        const offset = subtract(pivot, of.eye)
        return [dot(offset, right), dot(offset, up), dot(offset, forward)]
      }
      expect(getViewOffset(rotated)).toEqual(around(getViewOffset(pose)))
      expect(rotated.azimuth).toBeCloseTo(pose.azimuth + rotation.azimuth, 12)
      expect(Math.abs(rotated.elevation)).toBeLessThanOrEqual(Math.PI / 2)
      expect(rotated.distance).toBe(pose.distance)
    }
  })

  it('pans move everything at the target by the same distance (seed 19)', () => {
    for (const pose of poses(19)) {
      const panned = pan(pose, 2, -1)
      const { right, up } = computeFrame(pose)
      const by = subtract(computeTarget(pose), computeTarget(panned))
      expect([dot(by, right), dot(by, up)]).toEqual([expect.closeTo(2, 9), expect.closeTo(-1, 9)])
    }
  })

  it('zooms scale the offset from the anchor and the distance', () => {
    const [pose] = poses(20)
    const zoomed = zoomTo(pose, [1, 2, 3], 0.25)
    expect(subtract(zoomed.eye, [1, 2, 3])).toEqual(
      around(subtract(pose.eye, [1, 2, 3]).map((value) => value / 4) as unknown as Point),
    )
    expect(zoomed.distance).toBeCloseTo(pose.distance / 4, 12)
  })
})

describe('getViewAngles', () => {
  const opposites: Readonly<Record<string, Point>> = {
    front: [0, -1, 0],
    back: [0, 1, 0],
    left: [-1, 0, 0],
    right: [1, 0, 0],
    top: [0, 0, 1],
    bottom: [0, 0, -1],
  }
  const names: NamedView[] = [
    ...(['front', 'back', 'left', 'right', 'top', 'bottom'] as const),
    ...(['top-front', 'bottom-left', 'front-right', 'back-left', 'top-back-right', 'bottom-front-left'] as const),
  ]

  it.each(names)('looks from %s towards the centre', (name) => {
    const from = name
      .split('-')
      .map((side) => opposites[side])
      .reduce((sum, side) => [sum[0] + side[0], sum[1] + side[1], sum[2] + side[2]])
    const { forward } = computeFrame(getViewAngles(name, 0))
    expect(forward).toEqual(around(normalize([-from[0], -from[1], -from[2]])))
  })

  it('turns vertical views to the nearest side', () => {
    const quarter = Math.PI / 2
    expect(getViewAngles('top', 0.7).azimuth).toBeCloseTo(0, 12)
    expect(getViewAngles('top', 0.9).azimuth).toBeCloseTo(quarter, 12)
    expect(getViewAngles('bottom', -2).azimuth).toBeCloseTo(-quarter, 12)
    expect(getViewAngles('front', 0.9).azimuth).toBeCloseTo(0, 12)
  })
})

describe('readCameraView', () => {
  const view = {
    eye: [1, 2, 3],
    target: [4, 5, 6],
    projection: 'perspective',
    fieldOfViewDegrees: 50,
    height: 12,
  } as const

  it('accepts a view with and without an up direction, and drops unknown fields', () => {
    expect(readCameraView({ ...view, more: 1 })).toEqual(view)
    expect(readCameraView({ ...view, up: [0, 1, 0] })).toEqual({ ...view, up: [0, 1, 0] })
    expect(readCameraView({ ...view, up: 'north' })).toEqual(view)
    expect(readCameraView({ ...view, projection: 'orthographic', height: 0 })).toMatchObject({ height: 0 })
  })

  it.each([
    ['nothing', null],
    ['a text', 'view'],
    ['an eye of two numbers', { ...view, eye: [1, 2] }],
    ['an eye of four numbers', { ...view, eye: [1, 2, 3, 4] }],
    ['a target without numbers', { ...view, target: ['1', '2', '3'] }],
    ['an infinite target', { ...view, target: [1, Infinity, 3] }],
    ['an unknown projection', { ...view, projection: 'fisheye' }],
    ['no field of view', { ...view, fieldOfViewDegrees: 0 }],
    ['a field of view of 170°', { ...view, fieldOfViewDegrees: 170 }],
    ['a negative height', { ...view, height: -1 }],
    ['a height that is not a number', { ...view, height: Number.NaN }],
  ])('rejects %s', (_, value) => {
    expect(readCameraView(value)).toBeNull()
  })
})
