import type { ModelMove, Point } from '../../engine/types.js'
import { projectPoint } from '../../engine/camera/project.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { movedPoint } from '../../engine/math/moved-point.js'
import { isCovered } from './pin-cover.js'
import { Extension } from '../../engine/api.js'

/** Numbered marker at a point of the model. */
export interface Pin {
  readonly id: string
  /** Anchor of the pin. */
  readonly anchor: PinAnchor
  /** Text of one to three characters. */
  readonly text: string
  /** Accessible name and tooltip. */
  readonly label: string
  /** CSS colour of the background; the text is white. */
  readonly color: string
  /** Whether the pin is highlighted, for the item open in the panel. */
  readonly selected?: boolean
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
const pinPixels = 26
const coveredOpacity = '0.35'

/** Numbered markers over the model: constant in screen size, faded where the model occludes them. */
export class PinsExtension extends Extension {
  readonly #events = new EventEmitter<PinEvents>()
  readonly #buttons = new Map<string, HTMLButtonElement>()
  #pins: readonly Pin[] = []
  #box: HTMLDivElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void)[] = []

  override load(): boolean {
    const box = document.createElement('div')
    box.dataset['pins'] = ''
    Object.assign(box.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'hidden',
      pointerEvents: 'none',
      zIndex: '1',
    })
    this.viewer.element.append(box)
    this.#box = box
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
    this.#box?.remove()
    this.#box = null
    this.#buttons.clear()
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
    const ids = new Set(pins.map(({ id }) => id))
    for (const [id, button] of this.#buttons) {
      if (ids.has(id)) continue
      button.remove()
      this.#buttons.delete(id)
    }
    for (const pin of pins) this.#dress(pin)
    this.#updatePositions()
  }

  #dress(pin: Pin): void {
    const button = this.#buttons.get(pin.id) ?? this.#createButton(pin.id)
    button.textContent = pin.text
    button.title = pin.label
    button.setAttribute('aria-label', pin.label)
    button.setAttribute('aria-pressed', String(pin.selected === true))
    Object.assign(button.style, {
      background: pin.color,
      zIndex: pin.selected === true ? '2' : '1',
      boxShadow: pin.selected === true ? `0 0 0 3px ${pin.color}66` : '0 1px 4px rgb(0 0 0 / 0.35)',
    })
  }

  #createButton(id: string): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    Object.assign(button.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      width: `${pinPixels}px`,
      height: `${pinPixels}px`,
      padding: '0',
      border: '2px solid #ffffff',
      borderRadius: '50% 50% 50% 4px',
      color: '#ffffff',
      font: '700 12px/1 "Noto Sans", sans-serif',
      pointerEvents: 'auto',
      cursor: 'pointer',
    })
    button.addEventListener('click', () => this.#events.emit('pinClicked', { id }))
    this.#box?.append(button)
    this.#buttons.set(id, button)
    return button
  }

  #size(): { readonly width: number; readonly height: number } {
    const { clientWidth: width, clientHeight: height } = this.viewer.element
    return { width, height }
  }

  /** The tip of the pin, its lower left corner, is at the anchor. */
  #updatePositions(): void {
    const size = this.#size()
    for (const { id, anchor } of this.#pins) {
      const button = this.#buttons.get(id)
      if (button === undefined) continue
      const at = projectPoint(this.viewer.camera.pose, anchor.point, size)
      button.style.display = at === null ? 'none' : ''
      if (at !== null) button.style.transform = `translate(${at.x.toFixed(1)}px, ${(at.y - pinPixels).toFixed(1)}px)`
    }
    this.#scheduleCover()
  }

  #scheduleCover(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#cover(), restMilliseconds)
  }
  #cover(): void {
    for (const { id, anchor } of this.#pins) {
      const button = this.#buttons.get(id)
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
