import { setAttributes, svg, svgLayer } from '../../engine/overlay/svg.js'
import { rectangleBetween, type ScreenRectangle } from './zoom-window.js'

/** Minimum side of a rectangle, CSS pixels; smaller ones are accidental. */
const minSide = 6

/** Lets the user draw one rectangle over the canvas. */
export class ZoomWindowTool {
  readonly #layer: SVGSVGElement
  readonly #frame = svg('rect', { fill: '#2F6FDE', 'fill-opacity': '0.12', stroke: '#2F6FDE', 'stroke-width': '1.5' })
  readonly #abort = new AbortController()
  readonly #done: (rectangle: ScreenRectangle | null) => void
  #from: { readonly x: number; readonly y: number; readonly pointer: number } | null = null

  /** `done` receives the rectangle, or null if Escape cancelled it. */
  constructor(parent: HTMLElement, done: (rectangle: ScreenRectangle | null) => void) {
    this.#done = done
    this.#layer = svgLayer(parent, 'kamar-zoom-window')
    Object.assign(this.#layer.style, { pointerEvents: 'auto', cursor: 'crosshair', touchAction: 'none', zIndex: '4' })
    this.#layer.append(this.#frame)
    const { signal } = this.#abort
    this.#layer.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    this.#layer.addEventListener('pointermove', (event) => this.#move(event), { signal })
    this.#layer.addEventListener('pointerup', (event) => this.#up(event), { signal })
    this.#layer.addEventListener('pointercancel', () => this.#draw(null), { signal })
    parent.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true })
  }

  dispose(): void {
    this.#abort.abort()
    this.#layer.remove()
  }

  #toScreenPoint(event: PointerEvent): { x: number; y: number } {
    const box = this.#layer.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#from !== null) return
    this.#layer.setPointerCapture(event.pointerId)
    this.#from = { ...this.#toScreenPoint(event), pointer: event.pointerId }
  }

  #move(event: PointerEvent): void {
    if (this.#from?.pointer === event.pointerId) this.#draw(rectangleBetween(this.#from, this.#toScreenPoint(event)))
  }

  #up(event: PointerEvent): void {
    if (this.#from?.pointer !== event.pointerId) return
    const rectangle = rectangleBetween(this.#from, this.#toScreenPoint(event))
    this.#draw(null)
    if (Math.min(rectangle.right - rectangle.left, rectangle.bottom - rectangle.top) >= minSide) this.#done(rectangle)
  }

  #draw(rectangle: ScreenRectangle | null): void {
    if (rectangle === null) this.#from = null
    const { left, top, right, bottom } = rectangle ?? { left: 0, top: 0, right: 0, bottom: 0 }
    setAttributes(this.#frame, { x: left, y: top, width: right - left, height: bottom - top })
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    this.#done(null)
  }
}
