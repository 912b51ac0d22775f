import { setAttributes, svg } from '../../engine/overlay/svg.js'

const radius = 44
const knob = 20

/** Touch joystick at the lower left of the canvas: up moves forward. Shown only on touch devices. */
export class Joystick {
  readonly #element = svg('svg', { viewBox: '-64 -64 128 128', width: 128, height: 128, 'aria-hidden': 'true' })
  readonly #knob = svg('circle', { r: knob, fill: '#ffffff', 'fill-opacity': '0.85', stroke: '#1a2230' })
  readonly #changed: () => void
  #pointer: number | null = null
  /** Input from −1 to 1 on each axis. */
  input = { forward: 0, right: 0 }

  constructor(parent: HTMLElement, changed: () => void) {
    this.#changed = changed
    Object.assign(this.#element.style, {
      position: 'absolute',
      left: '16px',
      bottom: 'calc(var(--viewer-joystick-bottom, 16px))',
      touchAction: 'none',
      zIndex: '5',
    })
    const base = svg('circle', { r: radius + 12, fill: '#1a2230', 'fill-opacity': '0.35', stroke: '#ffffff' })
    this.#element.append(base, this.#knob)
    this.#element.addEventListener('pointerdown', (event) => this.#down(event))
    this.#element.addEventListener('pointermove', (event) => this.#move(event))
    this.#element.addEventListener('pointerup', () => this.#end())
    this.#element.addEventListener('pointercancel', () => this.#end())
    parent.append(this.#element)
  }

  dispose(): void {
    this.#element.remove()
  }

  #down(event: PointerEvent): void {
    event.preventDefault()
    this.#pointer = event.pointerId
    this.#element.setPointerCapture(event.pointerId)
    this.#move(event)
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    const box = this.#element.getBoundingClientRect()
    const x = event.clientX - box.left - box.width / 2
    const y = event.clientY - box.top - box.height / 2
    const share = Math.min(1, radius / Math.max(1, Math.hypot(x, y)))
    this.#set((x * share) / radius, (-y * share) / radius)
  }

  #end(): void {
    this.#pointer = null
    this.#set(0, 0)
  }

  #set(right: number, forward: number): void {
    this.input = { right, forward }
    setAttributes(this.#knob, { cx: right * radius, cy: -forward * radius })
    this.#changed()
  }
}
