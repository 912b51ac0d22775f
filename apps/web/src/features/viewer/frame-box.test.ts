import type { CameraView, Point } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { homeView } from '../../testing/test-viewer.js'
import { frameBox, type Insets } from './frame-box.js'
import { coveredInsets } from './use-framing.js'

const size = { width: 1000, height: 800 }
const nothingCovered: Insets = { left: 0, right: 0, top: 0, bottom: 0 }
const box = { min: [-5, -3, 0], max: [5, 3, 8] } as const
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const unit = (a: Point): Point => {
  const length = Math.hypot(...a)
  return [a[0] / length, a[1] / length, a[2] / length]
}
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** The rectangle of the canvas in CSS pixels in which the box is seen. */
function seen(view: CameraView, { min, max }: { min: Point; max: Point }) {
  const forward = unit(minus(view.target, view.eye))
  const right = unit(cross(forward, Math.abs(forward[2]) > 0.9999 ? [0, 1, 0] : [0, 0, 1]))
  const up = cross(right, forward)
  const tangent = Math.tan((view.fieldOfViewDegrees * Math.PI) / 360)
  const pixels = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const point: Point = [corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]
    const from = minus(point, view.eye)
    const half = view.projection === 'perspective' ? dot(from, forward) * tangent : view.height / 2
    const perUnit = size.height / 2 / half
    return { x: size.width / 2 + dot(from, right) * perUnit, y: size.height / 2 - dot(from, up) * perUnit }
  })
  const [xs, ys] = [pixels.map(({ x }) => x), pixels.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

describe.each(['perspective', 'orthographic'] as const)('%s', (projection) => {
  const view: CameraView = { ...homeView, projection }

  test.each([
    ['nothing covered', nothingCovered],
    ['a panel at the left', { left: 400, right: 8, top: 64, bottom: 64 }],
    ['panels at both sides', { left: 360, right: 344, top: 64, bottom: 64 }],
    ['a sheet over the lower half', { left: 8, right: 8, top: 64, bottom: 420 }],
  ])('with %s the box lies in what is free and fills it', (_name, insets) => {
    const rectangle = seen(frameBox(view, box, { size, insets }), box)
    const free = { width: size.width - insets.left - insets.right, height: size.height - insets.top - insets.bottom }
    expect(rectangle.left).toBeGreaterThanOrEqual(insets.left - 0.5)
    expect(rectangle.right).toBeLessThanOrEqual(size.width - insets.right + 0.5)
    expect(rectangle.top).toBeGreaterThanOrEqual(insets.top - 0.5)
    expect(rectangle.bottom).toBeLessThanOrEqual(size.height - insets.bottom + 0.5)
    const filled = Math.max(
      (rectangle.right - rectangle.left) / free.width,
      (rectangle.bottom - rectangle.top) / free.height,
    )
    expect(filled).toBeGreaterThan(0.8)
  })

  test('keeps the direction in which one looks', () => {
    const framed = frameBox(view, box, { size, insets: nothingCovered })
    const before = unit(minus(view.target, view.eye))
    const after = unit(minus(framed.target, framed.eye))
    for (const axis of [0, 1, 2] as const) expect(after[axis]).toBeCloseTo(before[axis], 6)
  })

  test('a single point does not bring the eye into it', () => {
    const framed = frameBox(view, { min: [1, 2, 3], max: [1, 2, 3] }, { size, insets: nothingCovered })
    expect(Math.hypot(...minus(framed.target, framed.eye))).toBeGreaterThan(0.05)
    expect([...framed.eye, ...framed.target, framed.height].every(Number.isFinite)).toBe(true)
  })

  test('straight down works too', () => {
    const down: CameraView = { ...view, eye: [0, 0, 50], target: [0, 0, 0] }
    const rectangle = seen(frameBox(down, box, { size, insets: nothingCovered }), box)
    expect(rectangle.left).toBeGreaterThanOrEqual(-0.5)
    expect(rectangle.bottom).toBeLessThanOrEqual(size.height + 0.5)
  })

  test('more covered than there is still gives a view', () => {
    const framed = frameBox(view, box, { size, insets: { left: 900, right: 900, top: 700, bottom: 700 } })
    expect([...framed.eye, ...framed.target, framed.height].every(Number.isFinite)).toBe(true)
  })
})

describe('what is covered', () => {
  const panels = { left: null, leftWidth: 300, rightWidth: 336 } as const

  test.each([
    ['nothing open', panels, false, false, { left: 60, right: 8 }],
    ['a panel at the left', { ...panels, left: 'tree' as const }, false, false, { left: 368, right: 8 }],
    ['the inspector', panels, true, false, { left: 60, right: 352 }],
    ['a phone, whatever is open', { ...panels, left: 'tree' as const }, true, true, { left: 8, right: 8 }],
  ])('with %s', (_name, open, isOpen, isPhone, sides) => {
    expect(coveredInsets({ panels: open, inspector: { isOpen }, isPhone })).toEqual({ ...sides, top: 64, bottom: 64 })
  })
})
