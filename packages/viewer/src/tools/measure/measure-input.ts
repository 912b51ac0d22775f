import type { Viewer } from '../../engine/api.js'

/** A position under the pointer, CSS pixels of the viewer. */
export interface AimedPoint {
  readonly x: number
  readonly y: number
  readonly touch: boolean
}

/** Callbacks of pointer and keys for the tool. */
export interface MeasureInputHost {
  /** Called when the pointer hovers here; null: nowhere. */
  hover(point: AimedPoint | null): void
  /** Called to set a point. */
  set(point: AimedPoint): void
  /** Called when a finger is held: shows the loupe, then moves it; releasing it sets a point. */
  hold(point: AimedPoint): void
  release(point: AimedPoint | null): void
  finish(): void
  cancel(): void
  /** Removes the last point; returns false if there is none. */
  undoPoint(): boolean
}

/** Milliseconds until a resting finger shows the loupe; well before a long press opens the menu. */
const holdMilliseconds = 300
/** A finger that moves farther orbits the model, CSS pixels. */
const holdTolerance = 10

/** Pointer and keys while measuring. Drags still orbit the model. */
export class MeasureInput {
  readonly #viewer: Viewer
  readonly #host: MeasureInputHost
  readonly #stops: (() => void)[] = []
  readonly #abort = new AbortController()
  #aimed: AimedPoint | null = null
  #frame = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #finger: { readonly id: number; readonly x: number; readonly y: number } | null = null
  #isHolding = false

  constructor(viewer: Viewer, host: MeasureInputHost) {
    this.#viewer = viewer
    this.#host = host
    const options = { signal: this.#abort.signal, capture: true }
    const { element } = viewer
    element.addEventListener('pointerdown', (event) => this.#down(event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    element.addEventListener('pointerup', (event) => this.#up(event, true), options)
    element.addEventListener('pointercancel', (event) => this.#up(event, false), options)
    element.addEventListener('pointerleave', () => this.#aim(null), options)
    element.addEventListener('keydown', (event) => this.#key(event), options)
    this.#stops.push(
      viewer.clickInterceptors.add(({ kind, x, y, touch }) => {
        if (kind === 'contextMenu') return false
        if (kind === 'doubleClick') host.finish()
        else host.set({ x, y, touch })
        return true
      }),
    )
  }

  dispose(): void {
    this.#abort.abort()
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    for (const stop of this.#stops) stop()
  }

  #toAimedPoint(event: PointerEvent): AimedPoint {
    const box = this.#viewer.canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top, touch: event.pointerType === 'touch' }
  }

  /** Snaps once per frame, however often the pointer moves. */
  #aim(point: AimedPoint | null): void {
    this.#aimed = point
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (this.#isHolding && this.#aimed !== null) this.#host.hold(this.#aimed)
      else this.#host.hover(this.#aimed)
    })
  }

  #down(event: PointerEvent): void {
    if (event.pointerType !== 'touch' || event.target !== this.#viewer.canvas) return
    clearTimeout(this.#timer)
    if (this.#finger !== null) {
      this.#finger = null
      return
    }
    const { x, y } = this.#toAimedPoint(event)
    this.#finger = { id: event.pointerId, x, y }
    this.#timer = setTimeout(() => this.#beginHold(event), holdMilliseconds)
  }

  /** Captures the finger for the tool: navigation gets an event that it has been released. */
  #beginHold(event: PointerEvent): void {
    const finger = this.#finger
    if (finger === null) return
    const cancelEvent = new PointerEvent('pointercancel', {
      pointerId: event.pointerId,
      pointerType: 'touch',
      bubbles: false,
    })
    this.#viewer.canvas.dispatchEvent(cancelEvent)
    this.#finger = finger
    this.#isHolding = true
    this.#host.hold({ x: finger.x, y: finger.y, touch: true })
  }

  #move(event: PointerEvent): void {
    const point = this.#toAimedPoint(event)
    if (event.pointerType !== 'touch') {
      const isFree = event.buttons === 0 && event.target === this.#viewer.canvas
      return this.#aim(isFree ? point : null)
    }
    const finger = this.#finger
    if (finger === null || finger.id !== event.pointerId) return
    if (this.#isHolding) {
      event.stopImmediatePropagation()
      return this.#aim(point)
    }
    if (Math.hypot(point.x - finger.x, point.y - finger.y) > holdTolerance) {
      clearTimeout(this.#timer)
      this.#finger = null
    }
  }

  #up(event: PointerEvent, isConfirmed: boolean): void {
    if (event.pointerType !== 'touch' || !event.isTrusted) return
    clearTimeout(this.#timer)
    const isHeld = this.#isHolding && this.#finger?.id === event.pointerId
    this.#finger = null
    if (!isHeld) return
    this.#isHolding = false
    this.#aimed = null
    event.stopImmediatePropagation()
    this.#host.release(isConfirmed ? this.#toAimedPoint(event) : null)
  }

  #key(event: KeyboardEvent): void {
    const isField = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
    if (isField) return
    const isUndo = (event.ctrlKey || event.metaKey) && event.code === 'KeyZ' && !event.shiftKey
    if (event.key === 'Escape') this.#host.cancel()
    else if (event.key === 'Enter' && event.target === this.#viewer.canvas) this.#host.finish()
    else if (!(event.key === 'Backspace' || isUndo) || !this.#host.undoPoint()) return
    event.preventDefault()
    event.stopPropagation()
  }
}
