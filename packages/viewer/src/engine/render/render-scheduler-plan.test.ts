import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Pose } from '../camera/pose.js'
import { exteriorBits, moveTo, SchedulerWorld } from '../../testing/scheduler-world.js'
import type { CullRequest } from '../cull/culler.js'
import type { DrawLists } from '../cull/draw-lists.js'
import { movingQuality, stillQuality } from '../cull/quality.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('RenderScheduler', () => {
  it('draws once, and nothing while nothing changes', () => {
    const world = new SchedulerWorld()
    expect([world.paint(1000), world.paint(1020), world.paint(5000)]).toEqual(['still background', '', ''])
    world.scheduler.invalidate()
    expect([world.frames, world.paint(6000), world.paint(6020)]).toEqual([1, 'still background', ''])
  })

  it('reports the cost of a frame', () => {
    const world = new SchedulerWorld()
    world.clear = [3]
    const statistics = world.scheduler.paint(1000)
    expect(statistics).toMatchObject({
      kind: 'full',
      quality: 'still',
      exterior: false,
      draws: 2,
      ranges: 4,
      triangles: 4,
      lines: 0,
      points: 0,
      instances: 4,
    })
    world.lists.reset()
    world.scheduler.invalidate()
    world.set({
      culler: {
        cull: (_: CullRequest, lists: DrawLists) => {
          lists.edges.add(0, 8, 3)
          lists.pointsNamed.addNamed(0, 5, 1)
          lists.closed.add(0, 9, 0)
        },
      },
    })
    expect(world.scheduler.paint(2000)).toMatchObject({ triangles: 3, lines: 4, points: 5, draws: 3, ranges: 3 })
  })

  it('draws nothing while the context is lost', () => {
    const world = new SchedulerWorld()
    world.renderer.isLost = true
    expect(world.paint(1000)).toBe('')
    world.renderer.isLost = false
    expect(world.paint(1020)).toBe('still background')
  })

  it('adds new instances to the frame while the model grows', () => {
    const world = new SchedulerWorld(true)
    world.paint(1000)
    world.instances.count = 7
    expect([world.paint(1020), world.culled.at(-1)?.from, world.culled.at(-1)?.to]).toEqual(['still picture', 4, 7])
    expect(world.paint(1040)).toBe('')
  })

  it('draws transparent objects only once the model has stopped growing for a while', () => {
    const world = new SchedulerWorld(true)
    world.clear = [1, 4]
    world.scheduler.grew()
    expect(world.paint(10)).toBe('still background')
    expect(world.culled.at(-1)?.clear).toBe(false)
    world.instances.count = 6
    moveTo(100)
    world.scheduler.grew()
    expect([world.paint(110), world.culled.at(-1)?.clear]).toEqual(['still picture', false])
    expect(world.paint(300)).toBe('')
    expect([world.paint(360), world.culled.at(-1)?.clear, world.culled.at(-1)?.from]).toEqual([
      'still background',
      true,
      0,
    ])
    expect(world.paint(400)).toBe('')
  })

  it('draws everything anew for instances behind transparent ones, but not for every chunk', () => {
    const world = new SchedulerWorld()
    world.clear = [1]
    world.paint(1000)
    world.instances.count = 6
    expect(world.paint(1100)).toBe('')
    expect(world.paint(1250)).toBe('still background')
    expect(world.culled.at(-1)).toMatchObject({ from: 0, to: 6, clear: true })
  })

  it('draws nothing where new instances are invisible', () => {
    const world = new SchedulerWorld(true)
    world.paint(1000)
    world.instances.count = 6
    world.set({ culler: { cull: (_: CullRequest, lists: DrawLists) => lists.reset() } })
    expect(world.paint(1020)).toBe('')
  })

  it('waits for the elements hidden by default, which must not flash up', () => {
    const world = new SchedulerWorld(true)
    world.set({ hiddenKnown: false })
    world.paint(1000)
    expect(world.culled).toHaveLength(0)
    world.set({ hiddenKnown: true })
    world.paint(1020)
    expect(world.culled).toMatchObject([{ from: 0, to: 4 }])
  })

  it('uses the quality of the frame', () => {
    const world = new SchedulerWorld()
    world.paint(1000)
    expect(world.culled.at(-1)?.quality).toBe(stillQuality)
    world.scheduler.cameraMoved(true)
    expect([world.paint(2000), world.culled.at(-1)?.quality]).toEqual(['moving background', movingQuality])
    world.scheduler.edges = false
    world.scheduler.cameraMoved(true)
    world.paint(2016)
    expect(world.culled.at(-1)?.quality).toEqual({ ...movingQuality, edges: false })
  })

  it('draws with less resolution on a slow machine, and without small objects at last', () => {
    const world = new SchedulerWorld()
    const resolutions: number[] = []
    for (let frame = 0; frame < 12; frame++) {
      world.scheduler.cameraMoved(true)
      world.paint(1000 + frame * 100)
      resolutions.push(world.requests.at(-1)?.resolution ?? 0)
    }
    expect([resolutions[0], resolutions.at(-1)]).toEqual([1, 0.5])
    expect(world.culled.at(-1)?.quality).toMatchObject({ edges: false, minPixels: 5 })
  })
})

describe('RenderScheduler with exterior objects', () => {
  const create = (): SchedulerWorld => {
    const world = new SchedulerWorld()
    world.set({ exterior: { bits: exteriorBits }, exteriorReady: true })
    return world
  }

  it('draws them alone from outside', () => {
    const world = create()
    world.paint(1000)
    expect([world.culled.at(-1)?.exterior, world.requests.length]).toEqual([exteriorBits, 1])
    expect(world.residencyViews).toEqual([exteriorBits])
  })

  it.each<[string, (world: SchedulerWorld) => void]>([
    ['the camera is inside', (world) => Object.assign(world.camera, { pose: { eye: [5, 5, 5] } })],
    ['planes cut the model', (world) => (world.scheduler.cut = true)],
    ['something is hidden', (world) => world.states.setHidden(0, true)],
    ['elements are moved', (world) => world.set({ isDisplaced: true })],
    ['it is switched off', (world) => (world.scheduler.useExterior = false)],
    ['the box of the model is unknown', (world) => world.set({ bounds: null })],
  ])('draws everything while %s', (_, change) => {
    const world = create()
    world.paint(1000)
    change(world)
    expect([world.paint(1020), world.culled.at(-1)?.exterior]).toEqual(['still background', null])
    expect(world.scheduler.exteriorApplies()).toBe(false)
  })

  it('counts as complete once they are loaded', () => {
    const world = create()
    world.set({ loading: true })
    world.clear = [1]
    world.scheduler.grew()
    world.paint(10)
    expect(world.culled.at(-1)?.clear).toBe(true)
  })

  it('adds new instances although there are transparent ones', () => {
    const world = create()
    world.clear = [1]
    world.paint(1000)
    world.instances.count = 6
    expect(world.paint(1020)).toBe('still picture')
  })

  it('culls by occlusion otherwise, but only complete frames', () => {
    const world = new SchedulerWorld(true)
    const visible = Uint8Array.of(0b1)
    world.set({ occlusion: { visibleInstances: () => visible } })
    world.paint(1000)
    expect(world.culled.at(-1)?.exterior).toBe(visible)
    expect(world.residencyViews.at(-1)).toBeNull()
    world.instances.count = 6
    world.paint(1020)
    expect(world.culled.at(-1)?.exterior).toBeNull()
  })
})

describe('RenderScheduler for images', () => {
  it('draws a complete still frame at once, shaded, also during a movement', () => {
    const world = new SchedulerWorld(true)
    world.renderer.shading = { shades: true, isReady: true }
    world.clear = [1]
    world.scheduler.cameraMoved(true)
    world.scheduler.grew()
    world.log.length = 0
    expect(world.scheduler.paintStill()).toMatchObject({ kind: 'full', quality: 'still', instances: 4 })
    expect(world.log).toEqual(['still background', 'shade'])
    expect(world.culled.at(-1)?.clear).toBe(true)
  })

  it('does not reuse a frame without the selection for the screen', () => {
    const world = new SchedulerWorld()
    world.states.setSelected(1, true)
    world.paint(1000)
    world.scheduler.paintStill('left out')
    expect(world.requests.map(({ paintsSelection }) => paintsSelection)).toEqual([true, false])
    expect(world.paint(1100)).toBe('still background')
  })

  it('highlights no selection that is all there is to see', () => {
    const world = new SchedulerWorld()
    world.states.selectionShown = false
    world.paint(1000)
    expect(world.requests.at(-1)?.paintsSelection).toBe(false)
  })

  it('draws a tile with its margin from the given pose, and the screen anew afterwards', () => {
    const world = new SchedulerWorld()
    world.paint(1000)
    const pose = { eye: [1, 2, 3] } as unknown as Pose
    const frame = { width: 4000, height: 3000 }
    world.scheduler.paintTile({ x: 100, y: 200, width: 300, height: 400, frame }, { pose, selection: 'marked' })
    expect(world.requests.at(-1)).toMatchObject({
      pose,
      purpose: 'still',
      tile: { x: 84, y: 184, width: 332, height: 432, frame },
    })
    expect(world.culled.at(-1)).toMatchObject({ quality: stillQuality, clear: true })
    expect(world.paint(1020)).toBe('still background')
  })

  it('warms up only while there is nothing to draw', () => {
    const world = new SchedulerWorld()
    world.scheduler.warmUp()
    expect(world.log).toEqual([])
    world.instances.count = 0
    world.scheduler.warmUp()
    expect([world.log, world.frames]).toEqual([['warm up'], 1])
  })

  it('draws an empty frame without a model', () => {
    const world = new SchedulerWorld()
    world.scheduler.content = null
    expect(world.scheduler.paint(1000)).toMatchObject({ instances: 0, draws: 0, triangles: 0 })
    expect(world.requests.at(-1)).toMatchObject({ model: null, bounds: null })
  })
})
