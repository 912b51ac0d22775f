import type { CutPlane } from '../../engine/store/cut.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { PlaneFrame } from '../../engine/geometry/plane-frame.js'
import { cutInstance, frameOfCut, instancesCut, keyOfCut, type CapPart, type PlaneCaps } from './cap-parts.js'

/** Main-thread time per slice of capping, milliseconds: the rest of a frame is for drawing. */
const sliceMilliseconds = 8
/** Delay after the last movement of a plane before evicted shapes are fetched, milliseconds. */
const evictedDelayMilliseconds = 200
/** Interval at which finished caps are shown while a heavy model is cut, milliseconds. */
const showEvery = 120

interface Work {
  readonly key: string
  readonly plane: CutPlane
  readonly frame: PlaneFrame
  readonly parts: CapPart[]
  /** Instances already cut. */
  readonly done: Set<number>
  /** Instances to cut whose shapes are not resident. */
  readonly evicted: Set<number>
  /** Instances still to cut; null until they are collected. */
  waiting: number[] | null
}

/**
 * Computes section caps, in slices between frames. A plane that did not move retains its caps; one that moves on
 * restarts. `ready` receives the caps: once when all are complete, and at intervals before.
 */
export class CapBuilder {
  readonly #ready: (caps: readonly PlaneCaps[]) => void
  #geometry: ModelGeometry | null = null
  #works: readonly Work[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ready: (caps: readonly PlaneCaps[]) => void) {
    this.#ready = ready
  }

  /** Whether any cutting remains. */
  get busy(): boolean {
    return this.#isCutting || this.#works.some(({ evicted }) => evicted.size > 0)
  }
  get #isCutting(): boolean {
    return this.#works.some(({ waiting }) => waiting === null || waiting.length > 0)
  }

  /** Sets the section planes; the first slice runs at once. */
  cut(geometry: ModelGeometry, planes: readonly CutPlane[]): void {
    const worksByKey = new Map(this.#works.map((work) => [work.key, work]))
    this.#geometry = geometry
    this.#works = planes.map((plane) => {
      const key = keyOfCut(plane)
      const work = worksByKey.get(key) ?? createWork(key, plane)
      // Another plane may have exposed instances that it had cut away.
      return Object.assign(work, { waiting: null })
    })
    this.#step()
  }

  /** Discards all caps after the visibility or the model changed. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#works = []
  }

  #step(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const start = performance.now()
    while (this.#isCutting && performance.now() - start < sliceMilliseconds) this.#cutOne()
    if (this.#isCutting) this.#timer = setTimeout(() => this.#continue(start), 0)
    else this.#scheduleCutOfEvicted()
    this.#emitCaps()
  }

  /** Later slices do not show every cap at once: filling buffers would take the time for cutting. */
  #continue(shownAt: number): void {
    const start = performance.now()
    while (this.#isCutting && performance.now() - start < sliceMilliseconds) this.#cutOne()
    const isTime = !this.#isCutting || performance.now() - shownAt > showEvery
    if (isTime) this.#emitCaps()
    this.#timer = undefined
    if (this.#isCutting) this.#timer = setTimeout(() => this.#continue(isTime ? performance.now() : shownAt), 0)
    else this.#scheduleCutOfEvicted()
  }

  #scheduleCutOfEvicted(): void {
    if (this.busy) this.#timer = setTimeout(() => void this.#cutEvicted(), evictedDelayMilliseconds)
  }

  /** Fetches, cuts and evicts again the shapes of a model that exceeds its memory budget. */
  async #cutEvicted(): Promise<void> {
    const geometry = this.#geometry
    const works = this.#works
    const pending = new Set(works.flatMap(({ evicted }) => [...evicted]))
    const cut = (instance: number): void => {
      if (this.#works !== works) return
      for (const work of works) if (work.evicted.delete(instance)) this.#cutInstance(work, instance)
    }
    try {
      await geometry?.visit(pending, cut)
    } catch {
      // Shapes that cannot be fetched have no cap, as they are not drawn; the next cut retries.
    }
    if (this.#works !== works) return
    for (const work of works) work.evicted.clear()
    this.#emitCaps()
  }

  #cutOne(): void {
    const geometry = this.#geometry
    const work = this.#works.find(({ waiting }) => waiting === null || waiting.length > 0)
    if (geometry === null || work === undefined) return
    if (work.waiting === null) {
      const cuts = this.#works.map(({ plane }) => plane)
      const isNew = (instance: number): boolean => !work.done.has(instance)
      work.waiting = instancesCut(geometry, work.plane, cuts).filter(isNew).reverse()
      return
    }
    const instance = work.waiting.pop() as number
    if (geometry.isResident(instance)) this.#cutInstance(work, instance)
    else work.evicted.add(instance)
  }

  #cutInstance(work: Work, instance: number): void {
    work.done.add(instance)
    const part = this.#geometry === null ? null : cutInstance(this.#geometry, instance, work.frame)
    if (part !== null) work.parts.push(part)
  }

  #emitCaps(): void {
    this.#ready(this.#works.map(({ frame, parts }) => ({ frame, parts })))
  }
}

const createWork = (key: string, plane: CutPlane): Work => ({
  key,
  plane,
  frame: frameOfCut(plane),
  parts: [],
  done: new Set(),
  evicted: new Set(),
  waiting: null,
})
