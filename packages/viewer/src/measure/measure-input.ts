import type { Viewer } from '../viewer.js'

/** A place under the pointer, CSS pixels of the viewer. */
export interface AimedPoint {
  readonly x: number
  readonly y: number
  readonly touch: boolean
}

/** What pointing and keys mean to the tool. */
export interface MeasureInputHost {
  /** The pointer hovers here; null: nowhere. */
  hover(point: AimedPoint | null): void
  /** A point is set. */
  set(point: AimedPoint): void
  /** A finger was held: the loupe is wanted; then it moves; then it lets go, which sets a point. */
  hold(point: AimedPoint): void
  release(point: AimedPoint | null): void
  finish(): void
  cancel(): void
  /** Takes the last point back; false when there is none. */
  undoPoint(): boolean
}

/** A finger that rests this long wants the loupe, milliseconds; long before a long press asks for the menu. */
const holdMilliseconds = 300
/** A finger that moves farther turns the model, CSS pixels. */
const holdTolerance = 10

/** Pointer and keys while something is measured. Drags still turn the model. */
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

  /** Looks once per picture, however often the pointer tells where it is. */
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

  /** From now on the finger is the tool's: navigation hears that it is gone. */
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
