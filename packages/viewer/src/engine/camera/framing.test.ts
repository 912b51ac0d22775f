import { describe, expect, it } from 'vitest'
import type { CameraView } from '../types.js'
import { isSameViewpoint, unwidenView, widening, widenView } from './framing.js'
import { toPose, toCameraView } from './pose.js'
import { projectPoint } from './project.js'

const straight: CameraView = {
  eye: [0, -10, 0],
  target: [0, 0, 0],
  projection: 'perspective',
  fieldOfViewDegrees: 50,
  height: 2 * 10 * Math.tan((25 * Math.PI) / 180),
}
const flat: CameraView = { ...straight, projection: 'orthographic', height: 8 }
const start = {
  eye: [0, 0, 0] as const,
  azimuth: 0,
  elevation: 0,
  distance: 1,
  projection: 'perspective' as const,
  fieldOfViewDegrees: 50,
}

describe('widenView', () => {
  it.each([straight, flat])('shows more of the same view on a narrow canvas: %o', (view) => {
    const wide = widenView(view, 1.25, 0.5)
    expect(widening(view, wide)).toBeCloseTo(2.5)
    expect(isSameViewpoint(view, wide)).toBe(true)
    const pixels = (of: CameraView, height: number) =>
      projectPoint(toPose(of, start), [1, 0, 1], { width: height / 2, height })
    const before = pixels(view, 800)
    const after = pixels(wide, 800)
    expect(((after?.x ?? 0) - 200) * widening(view, wide)).toBeCloseTo((before?.x ?? 0) - 200, 6)
  })

  it('does nothing on a wide canvas and limits the field of view to 100°', () => {
    expect(widenView(straight, 1, 1.6)).toBe(straight)
    expect(widenView(straight, 40, 0.4).fieldOfViewDegrees).toBe(100)
  })

  it('is reversed by unwidenView, which keeps sizes at the target', () => {
    const back = unwidenView(toCameraView(toPose(widenView(straight, 1, 0.5), start)))
    expect(back.fieldOfViewDegrees).toBe(50)
    expect(toCameraView(toPose(back, start)).height).toBeCloseTo(straight.height * 2, 6)
    expect(unwidenView(straight)).toBe(straight)
    expect(unwidenView(flat)).toBe(flat)
  })
})

describe('isSameViewpoint', () => {
  it.each([
    ['equal views', straight, straight, true],
    ['different eye points', straight, { ...straight, eye: [0.1, -10, 0] }, false],
    ['different directions', straight, { ...straight, target: [0, 0, 1] }, false],
    ['a more distant target', straight, { ...straight, target: [0, 5, 0] }, true],
    ['different projections', straight, flat, false],
    ['orthographic, from farther back', flat, { ...flat, eye: [0, -30, 0] }, true],
    ['orthographic, shifted sideways', flat, { ...flat, eye: [0.5, -10, 0], target: [0.5, 0, 0] }, false],
  ] as const)('compares two views: %s', (_, a, b, same) => {
    expect(isSameViewpoint(a, b as CameraView)).toBe(same)
  })
})

describe('projectPoint', () => {
  const size = { width: 640, height: 400 }
  it('projects the target to the canvas centre and points behind the eye to null', () => {
    const pose = toPose(straight, start)
    expect(projectPoint(pose, [0, 0, 0], size)).toMatchObject({ x: 320, y: 200, depth: 10 })
    expect(projectPoint(pose, [0, -11, 0], size)).toBeNull()
    const high = projectPoint(pose, [0, 0, straight.height / 2], size)
    expect(high?.y).toBeCloseTo(0, 6)
  })
  it('ignores depth in an orthographic view', () => {
    const pose = toPose(flat, start)
    expect(projectPoint(pose, [2, 0, 2], size)).toMatchObject({ x: 420, y: expect.closeTo(100, 6) })
    expect(projectPoint(pose, [2, 90, 2], size)).toMatchObject({ x: 420, y: expect.closeTo(100, 6) })
  })
})

describe('vertical camera view', () => {
  it.each([-Math.PI / 2, Math.PI / 2])('keeps its azimuth at elevation %f', (elevation) => {
    const pose = { ...start, azimuth: 0.7, elevation, distance: 5, eye: [1, 2, 3] as const }
    const back = toPose(JSON.parse(JSON.stringify(toCameraView(pose))) as CameraView, start)
    expect(back.azimuth).toBeCloseTo(0.7, 6)
    expect(back.elevation).toBeCloseTo(elevation, 6)
  })
})
