import type { ModelMove, Point } from '../api.js'
import { projectPoint } from '../camera/project.js'
import { EventEmitter, type Listener } from '../event-emitter.js'
import { Extension } from '../extension/extension.js'
import { movedPoint } from '../model/moved-point.js'
import { isCovered } from './pin-cover.js'

/** A numbered mark at a point of the model. */
export interface Pin {
  readonly id: string
  /** What it is anchored to. */
  readonly anchor: PinAnchor
  /** One to three signs that stand in it. */
  readonly text: string
  /** Its name for screen readers and as a tooltip. */
  readonly label: string
  /** CSS colour of its ground; its text is white. */
  readonly color: string
  /** Stands out, for what is open beside it. */
  readonly selected?: boolean
}

/** Where a pin is stuck: an element, and the point of it. */
export interface PinAnchor {
  /** Null where it is stuck to no element. */
  readonly element: number | null
  readonly point: Point
}

/** What pins tell. */
export interface PinEvents {
  pinClicked: { readonly id: string }
}

/** What is hidden behind the model is asked when the camera stood still for so long, milliseconds. */
const restMilliseconds = 120
const pinPixels = 26
const coveredOpacity = '0.35'

/** Numbered marks over the model: as large on screen wherever they are, faded where something stands before them. */
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
      this.viewer.on('visibilityChanged', () => this.#coverLater()),
      this.viewer.on('modelComplete', () => this.#coverLater()),
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

  /** Calls `listener` on every event of that name; the answer ends it. */
  on<Name extends keyof PinEvents>(name: Name, listener: Listener<PinEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  get pins(): readonly Pin[] {
    return this.#pins
  }
  /** Shows these pins in place of those before. */
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

  /** The pin's lower left corner, its point, stands at the anchor. */
  #updatePositions(): void {
    const size = this.#size()
    for (const { id, anchor } of this.#pins) {
      const button = this.#buttons.get(id)
      if (button === undefined) continue
      const at = projectPoint(this.viewer.camera.pose, anchor.point, size)
      button.style.display = at === null ? 'none' : ''
      if (at !== null) button.style.transform = `translate(${at.x.toFixed(1)}px, ${(at.y - pinPixels).toFixed(1)}px)`
    }
    this.#coverLater()
  }

  #coverLater(): void {
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

/** What is stuck to an element goes with its model. */
function movedAnchor(anchor: PinAnchor, move: ModelMove): PinAnchor {
  const { element } = anchor
  return element === null || !move.contains(element)
    ? anchor
    : { element, point: movedPoint(anchor.point, move.matrix) }
}
