import type { Box } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { dot, normalize, subtract } from '../math/vector.js'
import type { Point } from '../types.js'
import { computeDiagonal, depthRange, getBoxCorners, isOutside } from './bounds.js'
import { fitPose, freeWindow, poseDifference, supportOfBox, supportOfBoxes } from './fit.js'
import { computeFrame, halfHeightTangent, type Pose } from './pose.js'

const box: Box = { min: [-3, -2, 0], max: [5, 4, 6] }
const pose: Pose = {
  eye: [0, -30, 2],
  azimuth: 0,
  elevation: 0,
  distance: 30,
  projection: 'perspective',
  fieldOfViewDegrees: 60,
}

describe('getBoxCorners', () => {
  it('returns every combination of the sides once', () => {
    const corners = getBoxCorners(box).map((corner) => corner.join())
    expect(new Set(corners).size).toBe(8)
    for (const corner of getBoxCorners(box))
      corner.forEach((value, axis) => expect([box.min[axis], box.max[axis]]).toContain(value))
    expect(computeDiagonal(box)).toBeCloseTo(Math.sqrt(64 + 36 + 36), 12)
  })
})

describe('depthRange', () => {
  it.each(['perspective', 'orthographic'] as const)(
    'encloses all corners tightly in the %s view (seed 3)',
    (projection) => {
      const random = testRandom(3)
      for (let round = 0; round < 60; round++) {
        const one: Pose = {
          ...pose,
          eye: [random() * 60 - 30, random() * 60 - 30, random() * 60 - 30],
          azimuth: random() * 6,
          elevation: (random() - 0.5) * 3,
          projection,
        }
        const { forward } = computeFrame(one)
        const depths = getBoxCorners(box).map((corner) => dot(subtract(corner, one.eye), forward))
        const [nearest, farthest] = [Math.min(...depths), Math.max(...depths)]
        const tolerance = computeDiagonal(box) * 0.01 + 0.03
        const { near, far } = depthRange(one, box)
        const isFlat = projection === 'orthographic'
        // In perspective the range begins before the eye, at a ratio of 1 : 4000 at least, and has some length.
        const expectedFar = isFlat ? farthest + tolerance : Math.max(farthest + tolerance, 3)
        const least = Math.min(expectedFar / 4000, 1.5)
        expect(far).toBeCloseTo(expectedFar, 9)
        expect(near).toBeCloseTo(isFlat ? nearest - tolerance : Math.max(nearest - tolerance, least), 9)
      }
    },
  )

  it('keeps a positive range where everything is behind the eye', () => {
    const { near, far } = depthRange({ ...pose, eye: [0, 100, 0], distance: 10 }, box)
    expect(far).toBeCloseTo(1, 9)
    expect(near).toBeCloseTo(1 / 4000, 9)
  })

  it('comes as near as a twentieth of the distance within a large site', () => {
    const site: Box = { min: [-1e5, -1e5, 0], max: [1e5, 1e5, 100] }
    const { near, far } = depthRange({ ...pose, eye: [0, 0, 2], distance: 20 }, site)
    expect(near).toBeCloseTo(1, 9)
    expect(far).toBeGreaterThan(1e5)
    // Farther away the ratio of 1 : 4000 is the larger limit.
    expect(depthRange({ ...pose, eye: [0, 0, 2], distance: 1e4 }, site).near).toBeCloseTo(far / 4000, 0)
  })
})

describe('isOutside', () => {
  it('tolerates a centimetre at each of the six sides', () => {
    for (let axis = 0; axis < 3; axis++)
      for (const [side, sign] of [
        [box.min, -1],
        [box.max, 1],
      ] as const) {
        const at = (beyond: number): Point =>
          [1, 1, 1].map((value, each) => (each === axis ? side[axis] + sign * beyond : value)) as unknown as Point
        expect([isOutside(at(-0.5), box), isOutside(at(0.009), box), isOutside(at(0.011), box)]).toEqual([
          false,
          false,
          true,
        ])
      }
  })
})

describe('support functions', () => {
  it('return the largest projection over all corners of all boxes (seed 5)', () => {
    const random = testRandom(5)
    const boxes = Array.from({ length: 9 }, (): Box => {
      const min = [random() * 9 - 5, random() * 9 - 5, random() * 9 - 5] as const
      return { min, max: [min[0] + random() * 3, min[1] + random() * 3, min[2] + random() * 3] }
    })
    const support = supportOfBoxes(Float32Array.from(boxes.flatMap(({ min, max }) => [...min, ...max])))
    for (let round = 0; round < 60; round++) {
      const direction = normalize([random() - 0.5, random() - 0.5, random() - 0.5])
      const all = boxes.flatMap((one) => getBoxCorners(one)).map((corner) => dot(corner, direction))
      expect(support(direction)).toBeCloseTo(Math.max(...all), 4)
      expect(supportOfBox(boxes[0])(direction)).toBeCloseTo(Math.max(...all.slice(0, 8)), 4)
    }
  })
})

describe('fitPose', () => {
  /** Returns the position of a corner in half view heights. */
  const project = (of: Pose, corner: Point): [number, number] => {
    const { right, up, forward } = computeFrame(of)
    const offset = subtract(corner, of.eye)
    const depth = of.projection === 'perspective' ? dot(offset, forward) : of.distance
    const half = depth * halfHeightTangent(of)
    return [dot(offset, right) / half, dot(offset, up) / half]
  }

  it.each(['perspective', 'orthographic'] as const)(
    'fills the tighter of both directions of any window, centred, from any direction in the %s view (seed 7)',
    (projection) => {
      const random = testRandom(7)
      for (let round = 0; round < 80; round++) {
        const [left, bottom] = [-2 + random(), -1 + random() * 0.5]
        const window = { left, bottom, right: left + 0.8 + random() * 2, top: bottom + 0.6 + random() }
        const start = { ...pose, projection, azimuth: random() * 6, elevation: (random() - 0.5) * 3 }
        const fitted = fitPose(start, supportOfBox(box), window)
        expect([fitted.azimuth, fitted.elevation]).toEqual([start.azimuth, start.elevation])
        const points = getBoxCorners(box).map((corner) => project(fitted, corner))
        const [across, along] = [0, 1].map((axis) => {
          const values = points.map((point) => point[axis])
          const [low, high] = axis === 0 ? [window.left, window.right] : [window.bottom, window.top]
          return {
            fill: (Math.max(...values) - Math.min(...values)) / (high - low),
            shift: ((Math.max(...values) + Math.min(...values)) / 2 - (low + high) / 2) / (high - low),
          }
        })
        // The margin of 6 % leaves 0.943 of the window.
        expect(Math.max(across.fill, along.fill)).toBeLessThanOrEqual(1 / 1.06 + 1e-6)
        const tightest = projection === 'orthographic' ? 1 / 1.06 - 1e-6 : 0.8
        expect(Math.max(across.fill, along.fill)).toBeGreaterThan(tightest)
        expect(Math.abs(across.shift)).toBeLessThan(0.01)
        expect(Math.abs(along.shift)).toBeLessThan(0.01)
      }
    },
  )

  it('keeps the target in the middle of the depth', () => {
    const fitted = fitPose(pose, supportOfBox(box), { left: -1, right: 1, bottom: -1, top: 1 })
    expect(fitted.eye[1] + fitted.distance).toBeCloseTo(1, 6)
  })
})

describe('freeWindow', () => {
  const canvas = { width: 1000, height: 500 }
  const none = { left: 0, right: 0, top: 0, bottom: 0 }

  it('is the whole view without panels', () => {
    const { left, right, bottom, top } = freeWindow(canvas, none)
    expect([left, right, bottom, top]).toEqual([-2, 2, -1, 1])
  })

  it('reserves a quarter in each direction, in the ratio of the panels', () => {
    const narrow = freeWindow(canvas, { ...none, left: 600, right: 300 })
    // 750 pixels are covered: 500 at the left, 250 at the right.
    expect([narrow.left, narrow.right]).toEqual([expect.closeTo(0, 9), expect.closeTo(1, 9)])
    const low = freeWindow(canvas, { ...none, bottom: 500 })
    expect([low.bottom, low.top]).toEqual([expect.closeTo(0.5, 9), 1])
    const high = freeWindow(canvas, { ...none, top: 100, bottom: 50 })
    expect([high.bottom, high.top]).toEqual([expect.closeTo(-0.8, 9), expect.closeTo(0.6, 9)])
  })
})

describe('poseDifference', () => {
  it('is 0 for the same pose and grows with distance, zoom and rotation', () => {
    expect(poseDifference(pose, pose)).toBeCloseTo(0, 12)
    expect(poseDifference(pose, { ...pose, eye: [3, -30, 2] })).toBeCloseTo(0.1, 9)
    expect(poseDifference(pose, { ...pose, distance: 33 })).toBeCloseTo(0.1, 9)
    expect(poseDifference(pose, { ...pose, azimuth: Math.PI / 2 })).toBeCloseTo(1, 9)
  })
})
