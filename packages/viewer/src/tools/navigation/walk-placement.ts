import type { Point } from '../../engine/types.js'
import { setAttributes, svg, svgLayer } from '../../engine/overlay/svg.js'
import type { Viewer } from '../../engine/api.js'

/** Callbacks of the placement. */
export interface WalkPlacementHost {
  /** Returns the point of the floor under a position of the canvas; null without one. */
  findFeet(x: number, y: number): Point | null
  /** Begins the walk at a position of the canvas. */
  start(x: number, y: number): void
  /** Begins the walk without a position. */
  startByDefault(): void
  leave(): void
}

const accent = '#E0602F'
/** Radius of the ring around the feet, metres. */
const ringRadius = 0.35
const ringPoints = 24

/** Lets the user choose where a walk begins: a figure follows the pointer, a click on a floor sets it down there. */
export class WalkPlacement {
  readonly #viewer: Viewer
  readonly #host: WalkPlacementHost
  readonly #layer: SVGSVGElement
  readonly #ring = svg('path', { fill: accent, 'fill-opacity': '0.25', stroke: accent, 'stroke-width': 2 })
  readonly #figure = svg('g')
  readonly #abort = new AbortController()
  readonly #stop: readonly (() => void)[]
  #pointer: { readonly x: number; readonly y: number } | null = null

  constructor(viewer: Viewer, host: WalkPlacementHost) {
    this.#viewer = viewer
    this.#host = host
    this.#layer = svgLayer(viewer.element, 'kamar-walk-placement')
    this.#figure.append(
      svg('circle', { cy: -44, r: 6, fill: accent, stroke: '#FFFFFF', 'stroke-width': 1.5 }),
      svg('path', {
        d: 'M-7-36h14l2 17h-4l-1 19h-8l-1-19h-4Z',
        fill: accent,
        stroke: '#FFFFFF',
        'stroke-width': 1.5,
        'stroke-linejoin': 'round',
      }),
    )
    this.#layer.append(this.#ring, this.#figure)
    const { signal } = this.#abort
    viewer.element.addEventListener('pointermove', (event) => this.#move(event), { signal })
    viewer.element.addEventListener('pointerleave', () => this.#point(null), { signal })
    viewer.element.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true })
    this.#stop = [
      viewer.clickInterceptors.add(({ kind, x, y }) => {
        if (kind === 'contextMenu') return false
        if (kind === 'click') host.start(x, y)
        return true
      }),
      viewer.on('frame', () => this.#draw()),
    ]
    this.#draw()
  }

  dispose(): void {
    this.#abort.abort()
    for (const stop of this.#stop) stop()
    this.#layer.remove()
  }

  /** A finger has no position before it touches. */
  #move({ clientX, clientY, pointerType }: PointerEvent): void {
    if (pointerType === 'touch') return
    const { left, top } = this.#viewer.element.getBoundingClientRect()
    this.#point({ x: clientX - left, y: clientY - top })
  }

  #point(pointer: { readonly x: number; readonly y: number } | null): void {
    this.#pointer = pointer
    this.#draw()
  }

  #draw(): void {
    const pointer = this.#pointer
    this.#layer.style.display = pointer === null ? 'none' : ''
    if (pointer === null) return
    const feet = this.#host.findFeet(pointer.x, pointer.y)
    this.#figure.style.opacity = feet === null ? '0.4' : '1'
    const { space } = this.#viewer
    const figurePoint = feet === null ? pointer : space.project(feet)
    setAttributes(this.#figure, { transform: `translate(${figurePoint.x.toFixed(1)} ${figurePoint.y.toFixed(1)})` })
    setAttributes(this.#ring, { d: feet === null ? '' : this.#createRing(feet) })
  }

  #createRing([x, y, z]: Point): string {
    const points = Array.from({ length: ringPoints }, (_, at) => {
      const angle = (at / ringPoints) * Math.PI * 2
      return this.#viewer.space.project([x + Math.cos(angle) * ringRadius, y + Math.sin(angle) * ringRadius, z])
    })
    if (points.some(({ depth }) => depth <= 0)) return ''
    return `M${points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L')}Z`
  }

  #key(event: KeyboardEvent): void {
    if (event.repeat || (event.key !== 'Escape' && event.key !== 'Enter')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') this.#host.leave()
    else this.#host.startByDefault()
  }
}
