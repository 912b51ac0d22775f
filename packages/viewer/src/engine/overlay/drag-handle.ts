import { setAttributes, svg } from './svg.js'

/** Touch target radius around a handle, CSS pixels. */
const hitRadius = 22

/** Pointer position from the viewer's left and top, and its offset since the start of the drag; CSS pixels. */
export interface DragPoint {
  readonly x: number
  readonly y: number
  readonly byX: number
  readonly byY: number
  readonly shift: boolean
}

/** Actions of a drag handle. */
export interface DragActions {
  start(): void
  move(position: DragPoint): void
  /** `isConfirmed` is false if Escape or the browser cancelled the drag; revert the change then. */
  end(isConfirmed: boolean): void
  /** Handles an arrow key: −1 or 1. */
  step(direction: number, shift: boolean): void
}

/** SVG handle that is dragged by mouse, pen or finger, or moved with the arrow keys. */
export class DragHandle {
  readonly element: SVGGElement
  readonly #actions: DragActions
  readonly #hit: SVGCircleElement
  #from: { x: number; y: number; pointer: number } | null = null

  constructor(options: {
    readonly actions: DragActions
    readonly shape: readonly SVGElement[]
    readonly cursor?: string
  }) {
    this.#actions = options.actions
    this.element = svg('g', { tabindex: '0', role: 'slider', 'aria-valuenow': '0' })
    this.#hit = svg('circle', { r: hitRadius, fill: 'transparent' })
    Object.assign(this.element.style, {
      pointerEvents: 'auto',
      touchAction: 'none',
      cursor: options.cursor ?? 'grab',
      outline: 'none',
    })
    this.element.append(this.#hit, ...options.shape)
    this.#listen()
  }

  setLabel(label: string): void {
    setAttributes(this.element, { 'aria-label': label })
  }
  setValue(value: number, text: string): void {
    setAttributes(this.element, { 'aria-valuenow': value.toFixed(3), 'aria-valuetext': text })
  }
  /** Moves the handle to a position of the canvas; null hides it. */
  setPosition(position: { readonly x: number; readonly y: number; readonly rotationDegrees?: number } | null): void {
    this.element.style.display = position === null ? 'none' : ''
    if (position === null) return
    const rotation = (position.rotationDegrees ?? 0).toFixed(1)
    setAttributes(this.element, {
      transform: `translate(${position.x.toFixed(1)} ${position.y.toFixed(1)}) rotate(${rotation})`,
    })
  }

  #listen(): void {
    const { element } = this
    element.addEventListener('pointerdown', (event) => this.#down(event))
    element.addEventListener('pointermove', (event) => this.#move(event))
    element.addEventListener('pointerup', (event) => this.#end(event.pointerId, true))
    element.addEventListener('pointercancel', (event) => this.#end(event.pointerId, false))
    element.addEventListener('keydown', (event) => this.#key(event))
    for (const [name, width] of [
      ['focus', '3'],
      ['blur', '0'],
    ] as const)
      element.addEventListener(name, () => setAttributes(this.#hit, { stroke: '#2F6FDE', 'stroke-width': width }))
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#from !== null) return
    event.preventDefault()
    event.stopPropagation()
    this.element.setPointerCapture(event.pointerId)
    this.element.focus({ preventScroll: true })
    this.#from = { x: event.clientX, y: event.clientY, pointer: event.pointerId }
    this.#actions.start()
  }

  #move(event: PointerEvent): void {
    const from = this.#from
    if (from === null || from.pointer !== event.pointerId) return
    const box = (this.element.ownerSVGElement as SVGSVGElement).getBoundingClientRect()
    this.#actions.move({
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      byX: event.clientX - from.x,
      byY: event.clientY - from.y,
      shift: event.shiftKey,
    })
  }

  #end(pointer: number, isConfirmed: boolean): void {
    if (this.#from?.pointer !== pointer) return
    this.#from = null
    this.#actions.end(isConfirmed)
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#from !== null) {
      event.preventDefault()
      event.stopPropagation()
      this.element.releasePointerCapture(this.#from.pointer)
      return this.#end(this.#from.pointer, false)
    }
    const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    this.#actions.step(step, event.shiftKey)
  }
}
