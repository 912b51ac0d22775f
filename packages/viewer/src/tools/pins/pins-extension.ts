import type { ModelMove, Point } from '../../engine/types.js'
import { projectPoint } from '../../engine/camera/project.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { movedPoint } from '../../engine/math/moved-point.js'
import { isCovered } from './pin-cover.js'
import { Extension } from '../../engine/api.js'
import { type PinFace, PinLayer } from './pin-layer.js'

/** Numbered marker at a point of the model. */
export interface Pin extends PinFace {
  readonly anchor: PinAnchor
}

/** Anchor of a pin: an element and a point on it. */
export interface PinAnchor {
  /** Null if not attached to an element. */
  readonly element: number | null
  readonly point: Point
}

/** Events of the pins extension. */
export interface PinEvents {
  pinClicked: { readonly id: string }
}

/** Delay after the camera stops before occlusion is tested, milliseconds. */
const restMilliseconds = 120
const coveredOpacity = '0.35'

/** Numbered markers over the model: constant in screen size, faded where the model occludes them. */
export class PinsExtension extends Extension {
  readonly #events = new EventEmitter<PinEvents>()
  #pins: readonly Pin[] = []
  #layer: PinLayer | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void)[] = []

  override load(): boolean {
    this.#layer = new PinLayer(this.viewer.element, (id) => this.#events.emit('pinClicked', { id }))
    const update = (): void => this.#updatePositions()
    const observer = new ResizeObserver(update)
    observer.observe(this.viewer.element)
    this.#stop = [
      () => observer.disconnect(),
      this.viewer.on('cameraChanged', update),
      this.viewer.on('visibilityChanged', () => this.#scheduleCover()),
      this.viewer.on('modelComplete', () => this.#scheduleCover()),
      this.viewer.on('modelUnloaded', () => this.setPins([])),
      this.viewer.on('elementsMoved', ({ move }) => {
        if (move !== null) this.setPins(this.#pins.map((pin) => ({ ...pin, anchor: movedAnchor(pin.anchor, move) })))
      }),
    ]
    return true
  }
  override unload(): void {
    super.unload()
    clearTimeout(this.#timer)
    for (const stop of this.#stop.splice(0)) stop()
    this.#layer?.dispose()
    this.#layer = null
    this.#events.clear()
  }

  /** Adds a listener of the named event; the returned function removes it. */
  on<Name extends keyof PinEvents>(name: Name, listener: Listener<PinEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  get pins(): readonly Pin[] {
    return this.#pins
  }
  /** Replaces the displayed pins. */
  setPins(pins: readonly Pin[]): void {
    this.#pins = pins
    this.#layer?.set(pins)
    this.#updatePositions()
  }

  #size(): { readonly width: number; readonly height: number } {
    const { clientWidth: width, clientHeight: height } = this.viewer.element
    return { width, height }
  }

  #updatePositions(): void {
    const size = this.#size()
    for (const { id, anchor } of this.#pins)
      this.#layer?.move(id, projectPoint(this.viewer.camera.pose, anchor.point, size))
    this.#scheduleCover()
  }

  #scheduleCover(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#cover(), restMilliseconds)
  }
  #cover(): void {
    for (const { id, anchor } of this.#pins) {
      const button = this.#layer?.getButton(id)
      if (button === undefined) continue
      const covered = isCovered(this.viewer, anchor.point, this.#size())
      button.style.opacity = covered ? coveredOpacity : ''
      button.dataset['covered'] = String(covered)
    }
  }
}

/** A pin attached to an element moves with its model. */
function movedAnchor(anchor: PinAnchor, move: ModelMove): PinAnchor {
  const { element } = anchor
  return element === null || !move.contains(element)
    ? anchor
    : { element, point: movedPoint(anchor.point, move.matrix) }
}
