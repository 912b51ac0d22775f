import type { Point, Viewer } from '@kamar/viewer'
import { clipBehindEye } from './clip-behind-eye.js'

/** Line between two points of the model. */
export interface OverlayLine {
  readonly from: Point
  readonly to: Point
  /** CSS colour. */
  readonly color?: string
  readonly widthPixels?: number
}

/** Dot at a point of the model. */
export interface OverlayPoint {
  readonly at: Point
  readonly color?: string
  readonly radiusPixels?: number
}

/** HTML element centred on a point of the model. */
export interface OverlayIcon {
  readonly at: Point
  readonly element: HTMLElement
}

type Shape =
  | { readonly kind: 'line'; readonly line: Required<OverlayLine>; readonly svgElement: SVGLineElement }
  | { readonly kind: 'point'; readonly point: Required<OverlayPoint>; readonly svgElement: SVGCircleElement }
  | { readonly kind: 'icon'; readonly icon: OverlayIcon }

const svgNamespace = 'http://www.w3.org/2000/svg'
const defaultColor = '#a6432b'

/** Overlay drawings of one owner: always on top, following the camera, with a constant screen size. */
export class OverlayLayer {
  readonly #viewer: Viewer
  readonly #box = document.createElement('div')
  readonly #drawing = document.createElementNS(svgNamespace, 'svg')
  readonly #shapes = new Map<number, Shape>()
  #next = 1

  constructor(viewer: Viewer, name: string) {
    this.#viewer = viewer
    this.#box.dataset['overlay'] = name
    for (const { style } of [this.#box, this.#drawing]) {
      Object.assign(style, { position: 'absolute', inset: '0', overflow: 'hidden', pointerEvents: 'none' })
    }
    Object.assign(this.#drawing.style, { width: '100%', height: '100%' })
    this.#box.append(this.#drawing)
    viewer.element.append(this.#box)
  }

  get size(): number {
    return this.#shapes.size
  }
  /** Adds a line; returns an id for `remove`. */
  addLine({ from, to, color = defaultColor, widthPixels = 2 }: OverlayLine): number {
    const svgElement = document.createElementNS(svgNamespace, 'line')
    svgElement.setAttribute('stroke', color)
    svgElement.setAttribute('stroke-width', String(widthPixels))
    this.#drawing.append(svgElement)
    return this.#add({ kind: 'line', line: { from, to, color, widthPixels }, svgElement })
  }
  addPoint({ at, color = defaultColor, radiusPixels = 5 }: OverlayPoint): number {
    const svgElement = document.createElementNS(svgNamespace, 'circle')
    svgElement.setAttribute('r', String(radiusPixels))
    svgElement.setAttribute('fill', color)
    svgElement.setAttribute('stroke', '#ffffff')
    svgElement.setAttribute('stroke-width', '1.5')
    this.#drawing.append(svgElement)
    return this.#add({ kind: 'point', point: { at, color, radiusPixels }, svgElement })
  }
  /** Adds an icon; the element retains its own style and handles its own clicks. */
  addIcon(icon: OverlayIcon): number {
    Object.assign(icon.element.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'auto' })
    this.#box.append(icon.element)
    return this.#add({ kind: 'icon', icon })
  }
  /** Removes a drawing; returns false when there is none with this id. */
  remove(id: number): boolean {
    const shape = this.#shapes.get(id)
    if (shape === undefined) return false
    if (shape.kind === 'icon') shape.icon.element.remove()
    else shape.svgElement.remove()
    return this.#shapes.delete(id)
  }
  clear(): void {
    for (const id of this.#shapes.keys()) this.remove(id)
  }
  /** Removes the layer with all its contents. */
  dispose(): void {
    this.clear()
    this.#box.remove()
  }

  /** Updates all positions to the current camera. */
  reposition(): void {
    for (const shape of this.#shapes.values()) this.#reposition(shape)
  }

  /** Draws lines and points onto a screenshot; icons belong to the page. */
  paintOver(context: CanvasRenderingContext2D, pixelsPerPixel: number): void {
    for (const shape of this.#shapes.values()) {
      if (shape.kind === 'line') this.#paintLine(shape.line, context, pixelsPerPixel)
      if (shape.kind === 'point') this.#paintPoint(shape.point, context, pixelsPerPixel)
    }
  }

  #add(shape: Shape): number {
    const id = this.#next++
    this.#shapes.set(id, shape)
    this.#reposition(shape)
    return id
  }

  #reposition(shape: Shape): void {
    if (shape.kind === 'line') return this.#placeLine(shape)
    const at = this.#viewer.space.project(shape.kind === 'point' ? shape.point.at : shape.icon.at)
    const { style } = shape.kind === 'point' ? shape.svgElement : shape.icon.element
    style.display = at.depth > 0 ? '' : 'none'
    const there = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`
    style.transform = shape.kind === 'point' ? there : `${there} translate(-50%, -50%)`
  }

  #placeLine({ line, svgElement }: Shape & { readonly kind: 'line' }): void {
    const ends = this.#ends(line)
    svgElement.style.display = ends === null ? 'none' : ''
    if (ends === null) return
    const [from, to] = ends
    for (const [name, value] of [
      ['x1', from.x],
      ['y1', from.y],
      ['x2', to.x],
      ['y2', to.y],
    ] as const) {
      svgElement.setAttribute(name, value.toFixed(1))
    }
  }

  #ends({ from, to }: OverlayLine) {
    const segment = clipBehindEye([from, to], this.#viewer.camera.view)
    return segment === null
      ? null
      : ([this.#viewer.space.project(segment[0]), this.#viewer.space.project(segment[1])] as const)
  }

  #paintLine(line: Required<OverlayLine>, context: CanvasRenderingContext2D, scale: number): void {
    const ends = this.#ends(line)
    if (ends === null) return
    context.strokeStyle = line.color
    context.lineWidth = line.widthPixels * scale
    context.beginPath()
    context.moveTo(ends[0].x * scale, ends[0].y * scale)
    context.lineTo(ends[1].x * scale, ends[1].y * scale)
    context.stroke()
  }
  #paintPoint(
    { at, color, radiusPixels }: Required<OverlayPoint>,
    context: CanvasRenderingContext2D,
    scale: number,
  ): void {
    const { x, y, depth } = this.#viewer.space.project(at)
    if (depth <= 0) return
    context.fillStyle = color
    context.beginPath()
    context.arc(x * scale, y * scale, radiusPixels * scale, 0, Math.PI * 2)
    context.fill()
  }
}
