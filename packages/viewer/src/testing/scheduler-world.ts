import type { Box } from '@kamar/package-format/read'
import { vi } from 'vitest'
import type { Pose } from '../engine/camera/pose.js'
import type { ViewerCamera } from '../engine/camera/viewer-camera.js'
import type { CullRequest } from '../engine/cull/culler.js'
import { DrawLists } from '../engine/cull/draw-lists.js'
import type { FrameRequest } from '../engine/render/frame-request.js'
import type { RenderedContent } from '../engine/render/rendered-content.js'
import { RenderScheduler } from '../engine/render/render-scheduler.js'
import type { SceneRenderer } from '../engine/render/scene-renderer.js'
import { ElementStates } from '../engine/store/element-states.js'

/** Advances the time of the page, which is a fake, to this many milliseconds. */
export const moveTo = (now: number): void => void vi.advanceTimersByTime(now - performance.now())

const bounds: Box = { min: [0, 0, 0], max: [10, 10, 10] }
/** The first two instances. */
export const exteriorBits = Uint8Array.of(0b11)

/** A scheduler, a content of so many instances, and a record of what is culled, drawn and shaded. */
export class SchedulerWorld {
  readonly log: string[] = []
  readonly culled: CullRequest[] = []
  readonly requests: FrameRequest[] = []
  readonly lists = new DrawLists()
  readonly states = new ElementStates()
  readonly camera = { pose: { eye: [50, 0, 0] } as unknown as Pose }
  readonly residencyViews: (Uint8Array | null)[] = []
  /** Numbers of the transparent instances. */
  clear: readonly number[] = []
  readonly instances = { count: 4 }
  readonly content: RenderedContent
  readonly renderer: {
    isLost: boolean
    shading: { shades: boolean; isReady: boolean } | null
    selectionMarks: object | null
  }
  readonly scheduler: RenderScheduler
  frames = 0

  constructor(loading = false) {
    this.content = {
      instances: this.instances,
      batches: { lists: this.lists },
      bounds,
      loading,
      isPrepared: true,
      hiddenKnown: true,
      exterior: null,
      exteriorReady: false,
      isDisplaced: false,
      occlusion: null,
      residency: { updateView: (_: unknown, exterior: Uint8Array | null) => this.residencyViews.push(exterior) },
      culler: { cull: (request: CullRequest, lists: DrawLists) => this.#cull(request, lists) },
    } as unknown as RenderedContent
    this.renderer = {
      isLost: false,
      shading: null,
      selectionMarks: {},
      aim: () => ({}),
      draw: (request: FrameRequest, onto: string, displayed: string) => {
        this.requests.push(request)
        this.log.push(`${request.purpose} ${onto}${displayed === 'kept' ? ' kept' : ''}`)
      },
      shade: () => this.log.push('shade'),
      warmUp: () => this.log.push('warm up'),
      computeMargin: () => 16,
      drawTile: (request: FrameRequest) => {
        this.requests.push(request)
        return new Uint8ClampedArray(4)
      },
    } as unknown as SchedulerWorld['renderer']
    this.scheduler = new RenderScheduler({
      renderer: this.renderer as unknown as SceneRenderer,
      camera: this.camera as unknown as ViewerCamera,
      states: this.states,
      requestFrame: () => this.frames++,
    })
    this.scheduler.content = this.content
  }

  set(more: Partial<Record<keyof RenderedContent, unknown>>): void {
    Object.assign(this.content, more)
  }
  /** Paints at this time; returns what was drawn, joined. */
  paint(now: number): string {
    this.log.length = 0
    moveTo(now)
    this.scheduler.paint(now)
    return this.log.join(', ')
  }

  #cull(request: CullRequest, lists: DrawLists): void {
    this.culled.push(request)
    lists.reset()
    for (let instance = request.from; instance < request.to; instance++) {
      if (!this.clear.includes(instance)) lists.closed.add(instance * 9, 3, 0)
      else if (request.clear) lists.clear.addNamed(instance * 9, 3, instance)
      else {
        lists.omitted++
        continue
      }
      lists.instances++
    }
  }
}
