import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DrawLists } from '../cull/draw-lists.js'
import { exteriorBits, SchedulerWorld } from '../../testing/scheduler-world.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('RenderScheduler of an empty model', () => {
  it('draws nothing again when the model or its exterior objects arrive without instances', () => {
    const world = new SchedulerWorld(true)
    world.scheduler.content = null
    expect(world.paint(1000)).toBe('still background')
    world.instances.count = 0
    world.scheduler.content = world.content
    expect(world.paint(1100)).toBe('')
    world.set({ exterior: { bits: exteriorBits } })
    expect(world.paint(1200)).toBe('')
  })

  it.each([
    [true, 'with transparent ones, as nothing else is to come'],
    [false, 'without transparent ones, as more is to come'],
  ])('draws the first instances in a full frame (complete: %s): %s', (exteriorReady) => {
    const world = new SchedulerWorld(true)
    world.instances.count = 0
    world.set({ exterior: { bits: exteriorBits } })
    world.paint(1000)
    world.instances.count = 4
    world.set({ exteriorReady })
    world.scheduler.grew()
    expect(world.paint(1100)).toBe('still background')
    expect(world.culled.at(-1)?.clear).toBe(exteriorReady)
  })

  it('draws nothing while it is unknown which elements are hidden', () => {
    const world = new SchedulerWorld(true)
    world.set({ hiddenKnown: false })
    expect([world.paint(1000), world.paint(1100)]).toEqual(['still background', ''])
    expect(world.culled).toEqual([])
    world.set({ hiddenKnown: true })
    expect(world.paint(1200)).toBe('still background')
    expect(world.culled).toHaveLength(1)
  })
})

describe('RenderScheduler with shading', () => {
  it('displays the first frame of a model before it is shaded', () => {
    const world = new SchedulerWorld()
    world.renderer.shading = { shades: true, isReady: true }
    expect(world.paint(1000)).toBe('still background')
    expect(world.paint(1100)).toBe('')
    expect(world.paint(1120)).toBe('shade')
    expect(world.paint(1140)).toBe('')
  })

  it('shades a later still frame at once after a pause, before it is displayed', () => {
    const world = new SchedulerWorld()
    world.renderer.shading = { shades: true, isReady: true }
    world.paint(1000)
    world.scheduler.invalidate()
    expect(world.paint(1200)).toBe('still background kept, shade')
    expect(world.paint(1220)).toBe('')
  })

  it('shades quick frames only after the last of them', () => {
    const world = new SchedulerWorld()
    world.renderer.shading = { shades: true, isReady: true }
    world.paint(1000)
    world.scheduler.invalidate()
    expect(world.paint(1050)).toBe('still background')
    world.scheduler.invalidate()
    expect(world.paint(1100)).toBe('still background')
    expect(world.paint(1180)).toBe('')
    expect(world.paint(1220)).toBe('shade')
    expect(world.paint(1300)).toBe('')
  })

  it('waits up to a second for the depth bias of a complete model', () => {
    const world = new SchedulerWorld()
    world.set({ isPrepared: false })
    world.renderer.shading = { shades: true, isReady: true }
    world.paint(1000)
    expect(world.paint(1900)).toBe('')
    world.set({ isPrepared: true })
    expect(world.paint(1920)).toBe('shade')
    world.set({ isPrepared: false })
    world.scheduler.invalidate()
    expect(world.paint(1980)).toBe('still background')
    expect([world.paint(2900), world.paint(2980)]).toEqual(['', 'shade'])
  })

  it('waits up to a second for chunks that are still to be drawn', () => {
    const world = new SchedulerWorld(true)
    world.renderer.shading = { shades: true, isReady: true }
    world.paint(1000)
    world.instances.count = 5
    world.scheduler.grew()
    expect(world.paint(1800)).toBe('still picture')
    expect([world.paint(2700), world.paint(2800)]).toEqual(['', 'shade'])
  })

  it('does not wait for chunks that are invisible from outside', () => {
    const world = new SchedulerWorld(true)
    world.set({ exterior: { bits: exteriorBits }, exteriorReady: true })
    world.renderer.shading = { shades: true, isReady: true }
    expect(world.paint(1000)).toBe('still background')
    expect(world.paint(1120)).toBe('shade')
  })

  it('does not shade again after chunks of which nothing is visible', () => {
    const world = new SchedulerWorld(true)
    world.set({ exterior: { bits: exteriorBits }, exteriorReady: true })
    world.renderer.shading = { shades: true, isReady: true }
    world.paint(1000)
    expect(world.paint(1120)).toBe('shade')
    world.set({ culler: { cull: (_: unknown, lists: DrawLists) => lists.reset() } })
    world.instances.count = 5
    world.scheduler.grew()
    expect([world.paint(1300), world.paint(1500)]).toEqual(['', ''])
  })

  it('shades a frame without a model once, which compiles the programs', () => {
    const world = new SchedulerWorld()
    world.instances.count = 0
    world.renderer.shading = { shades: true, isReady: false }
    expect(world.paint(1000)).toBe('still background')
    expect(world.paint(1120)).toBe('shade')
    world.renderer.shading = { shades: true, isReady: true }
    world.scheduler.invalidate()
    expect([world.paint(1300), world.paint(1500)]).toEqual(['still background', ''])
  })

  it('does not shade moving frames', () => {
    const world = new SchedulerWorld()
    world.renderer.shading = { shades: true, isReady: true }
    world.scheduler.cameraMoved(true)
    expect(world.paint(1000)).toBe('moving background')
    expect(world.paint(1100)).toBe('')
  })
})
