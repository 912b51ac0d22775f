import { mapAxes } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { computeFrame, type Pose } from '../../engine/camera/pose.js'
import { projectPoint } from '../../engine/camera/project.js'
import { dot, subtract } from '../../engine/math/vector.js'
import { closestOnTriangle } from '../../engine/geometry/closest-on-triangle.js'
import { axesAfter } from './space-mouse.js'
import { rectangleBetween, zoomedPose } from './zoom-window.js'

const pose: Pose = {
  eye: [0, -10, 2],
  azimuth: 0.2,
  elevation: -0.1,
  distance: 10,
  projection: 'perspective',
  fieldOfViewDegrees: 50,
}
const size = { width: 800, height: 600 }

describe('closestOnTriangle', () => {
  const triangle = [0, 0, 0, 2, 0, 0, 0, 2, 0]
  it.each([
    ['over the face', [0.5, 0.5, 3], [0.5, 0.5, 0]],
    ['beside an edge', [1, -2, 1], [1, 0, 0]],
    ['beside the long edge', [2, 2, 0], [1, 1, 0]],
    ['beyond a vertex', [5, -1, 0], [2, 0, 0]],
  ] as const)('finds the closest point to a point %s', (_, point, nearest) => {
    expect(closestOnTriangle(triangle, 0, point).map((value) => value + 0)).toEqual(nearest.map((value) => value))
  })
  it('finds the closest point on a degenerate triangle', () => {
    expect(closestOnTriangle([0, 0, 0, 2, 0, 0, 1, 0, 0], 0, [1.5, 1, 0])).toEqual([1.5, 0, 0])
  })
})

describe('zoom window', () => {
  it.each(['perspective', 'orthographic'] as const)('fills the %s view with its content', (projection) => {
    const before = { ...pose, projection }
    const rectangle = rectangleBetween({ x: 500, y: 350 }, { x: 300, y: 200 })
    expect(rectangle).toEqual({ left: 300, top: 200, right: 500, bottom: 350 })
    // A point in the corner of the viewport, at the depth of its centre.
    const { right, up, forward } = computeFrame(before)
    const tangent = Math.tan((50 * Math.PI) / 360)
    const metres = (2 * 10 * tangent) / size.height
    const point = mapAxes(
      (axis) => before.eye[axis] + forward[axis] * 10 + right[axis] * -100 * metres + up[axis] * 100 * metres,
    )
    expect(projectPoint(before, point, size)).toMatchObject({ x: expect.closeTo(300, 6), y: expect.closeTo(200, 6) })
    const after = zoomedPose(before, rectangle, { ...size, depth: 10 })
    expect(projectPoint(after, point, size)).toMatchObject({ x: expect.closeTo(0, 6), y: expect.closeTo(0, 6) })
    expect(dot(computeFrame(after).forward, forward)).toBeCloseTo(1, 12)
    expect(subtract(after.eye, before.eye).every(Number.isFinite)).toBe(true)
  })
})

describe('3D mouse reports', () => {
  const report = (...values: number[]): DataView => {
    const view = new DataView(new ArrayBuffer(values.length * 2))
    values.forEach((value, at) => view.setInt16(at * 2, value, true))
    return view
  }
  const rest = [0, 0, 0, 0, 0, 0] as const
  it('set axes together or separately, and ignore small jitter', () => {
    expect(axesAfter(rest, 1, report(350, -175, 10, 700, 0, -350))).toEqual([1, -0.5, 0, 1, 0, -1])
    expect(axesAfter([1, 0, 0, 0, 0, 0], 2, report(0, 0, 175))).toEqual([1, 0, 0, 0, 0, 0.5])
    expect(axesAfter(rest, 3, report(1))).toBeNull()
  })
})
