import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Point } from '../../engine/types.js'
import { clickAt, dispatchPointer, dispatchKey } from '../../testing/node-page.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { MeasureExtension } from './measure-extension.js'
import type { MeasureKind } from './measurement.js'

let model: TestPackage
let node: NodeViewer
let measure: MeasureExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => void buildBuilding(scene))
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  measure = (await node.viewer.loadExtension('kamar.measure')) as MeasureExtension
  // From the south east and above: no two corners below are in line.
  lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
})
afterEach(() => node.close())

const start = (kind: MeasureKind): boolean => node.viewer.extensions.activate('kamar.measure', kind)
function clickOn(point: Point): void {
  const { x, y } = node.viewer.space.project(point)
  clickAt(node.viewer.canvas, { x: x + 2, y })
}
/** Corners of the upper slab's top. */
const [southEast, northEast] = [
  [9.5, 0, 3],
  [9.5, 8, 3],
] as const

describe('keys while measuring', () => {
  it('remove the last point, then leave the event to the viewer', () => {
    const points: number[] = []
    measure.on('progress', (progress) => points.push(progress.points))
    start('chain')
    clickOn(northEast)
    clickOn(southEast)
    expect(dispatchKey(node.viewer.canvas, 'Backspace')).toBe(true)
    expect(dispatchKey(node.viewer.canvas, 'z', { code: 'KeyZ', ctrlKey: true })).toBe(true)
    expect(points).toEqual([0, 1, 2, 1, 0])
    expect(dispatchKey(node.viewer.canvas, 'Backspace')).toBe(false)
  })

  it('discard the points by Escape, then end the tool', () => {
    start('chain')
    clickOn(northEast)
    dispatchKey(node.viewer.canvas, 'Escape')
    expect(measure.isActive()).toBe(true)
    expect(measure.cancel()).toBe(false)
    dispatchKey(node.viewer.canvas, 'Escape')
    expect(measure.isActive()).toBe(false)
  })

  it('belong to a text field that has the focus', () => {
    start('chain')
    clickOn(northEast)
    const field = document.createElement('input')
    node.viewer.element.append(field)
    expect(dispatchKey(field, 'Backspace')).toBe(false)
    expect(dispatchKey(field, 'Escape')).toBe(false)
    expect(measure.cancel()).toBe(true)
  })
})

describe('measuring with a finger', () => {
  const loupe = (): HTMLElement => node.viewer.element.querySelector('.kamar-loupe') as HTMLElement
  const touch = { pointerType: 'touch', pointerId: 5 }
  /** Releases the finger as the browser does: events of scripts are ignored. */
  function release(type: 'pointerup' | 'pointercancel', point: { x: number; y: number }): void {
    const event = new PointerEvent(type, { ...touch, clientX: point.x, clientY: point.y, bubbles: true })
    Object.defineProperty(event, 'isTrusted', { value: true })
    node.viewer.canvas.dispatchEvent(event)
  }

  beforeEach(() => {
    vi.useFakeTimers()
    start('point')
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('shows a loupe above a resting finger and sets the point where it is lifted', () => {
    const from = node.viewer.space.project([5, 1.5, 3])
    const to = node.viewer.space.project(northEast)
    dispatchPointer(node.viewer.canvas, 'pointerdown', { ...from, ...touch })
    expect(loupe().style.display).toBe('none')
    vi.advanceTimersByTime(310)
    expect(loupe().style.display).toBe('block')
    // 128 pixels wide, its centre 100 pixels above the finger.
    expect(Number.parseFloat(loupe().style.left)).toBeCloseTo(from.x - 64, 1)
    dispatchPointer(node.viewer.canvas, 'pointermove', { x: to.x + 12, y: to.y, ...touch })
    vi.advanceTimersByTime(20)
    // The snap radius of fingers is doubled.
    expect(measure.hovered?.kind).toBe('vertex')
    release('pointerup', { x: to.x + 12, y: to.y })
    expect(loupe().style.display).toBe('none')
    expect(rounded(measure.measurements[0].points, 2)).toEqual([northEast])
  })

  it('sets nothing if the browser takes the finger away', () => {
    const from = node.viewer.space.project([5, 1.5, 3])
    dispatchPointer(node.viewer.canvas, 'pointerdown', { ...from, ...touch })
    vi.advanceTimersByTime(310)
    release('pointercancel', from)
    expect([loupe().style.display, measure.measurements]).toEqual(['none', []])
  })

  it('leaves a moving finger and two fingers to the navigation', () => {
    const from = node.viewer.space.project([5, 1.5, 3])
    dispatchPointer(node.viewer.canvas, 'pointerdown', { ...from, ...touch })
    dispatchPointer(node.viewer.canvas, 'pointermove', { x: from.x + 30, y: from.y, ...touch })
    vi.advanceTimersByTime(400)
    expect(loupe().style.display).toBe('none')
    release('pointerup', { x: from.x + 30, y: from.y })
    dispatchPointer(node.viewer.canvas, 'pointerdown', { ...from, ...touch })
    dispatchPointer(node.viewer.canvas, 'pointerdown', { x: 10, y: 10, pointerType: 'touch', pointerId: 6 })
    vi.advanceTimersByTime(400)
    expect([loupe().style.display, measure.measurements]).toEqual(['none', []])
  })
})
