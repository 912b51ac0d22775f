import type { MarkupPoint, MarkupShape } from './markup-format.js'
import { createDrawing, markupFont } from './shape-drawing.js'
import { computeGrips } from './shape-grips.js'
import { boundsOfShape } from './shape-geometry.js'

const svg = 'http://www.w3.org/2000/svg'
/** CSS pixels. */
const gripPixels = 9
const framePadding = 5

/** Where the origin of a drawing is, CSS pixels from the left and top, and the pixels per unit of `MarkupPoint`. */
export interface LayerTransform {
  readonly left: number
  readonly top: number
  readonly scale: number
}

/** Contents of a layer. */
export interface LayerContent {
  readonly shapes: readonly MarkupShape[]
  readonly selected: readonly MarkupShape[]
}

/** The SVG over the canvas: draws shapes, captures the pointer while editing. */
export class MarkupLayer {
  readonly element: SVGSVGElement
  readonly #container: HTMLElement
  readonly #shapes = create('g', {})
  readonly #frames = create('g', { 'data-markup-frames': '' })
  readonly #nodesById = new Map<string, { shape: MarkupShape; node: SVGElement }>()
  #transform: LayerTransform = { left: 0, top: 0, scale: 1 }
  #editable = false

  constructor(container: HTMLElement, label: string) {
    this.#container = container
    this.element = create('svg', { 'data-markup': '', 'aria-label': label }) as SVGSVGElement
    Object.assign(this.element.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      overflow: 'hidden',
      touchAction: 'none',
      outlineOffset: '-2px',
    })
    this.element.append(this.#shapes, this.#frames)
    container.append(this.element)
    this.setEditable(false)
  }

  /** Returns the CSS pixels per unit of `MarkupPoint`. */
  get scale(): number {
    return this.#transform.scale
  }

  setLabel(label: string): void {
    this.element.setAttribute('aria-label', label)
  }

  /** Captures the pointer and the focus, or passes both through to the model. */
  setEditable(editable: boolean): void {
    this.#editable = editable
    this.element.style.pointerEvents = editable ? 'auto' : 'none'
    this.element.style.zIndex = editable ? '5' : '1'
    this.element.setAttribute('role', editable ? 'application' : 'img')
    if (editable) this.element.tabIndex = 0
    else this.element.removeAttribute('tabindex')
    if (!editable) this.#frames.replaceChildren()
  }

  /** Moves and scales the drawing with what is below it. */
  setTransform(transform: LayerTransform): void {
    this.#transform = transform
    const { left, top, scale } = transform
    this.#shapes.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`)
    this.#frames.setAttribute('transform', `translate(${left} ${top})`)
  }

  /**
   * Takes the keyboard focus; the browser's focus ring appears with the first key only, because it disturbs pointer
   * users.
   */
  focus(): void {
    this.element.style.outline = 'none'
    this.element.focus({ preventScroll: true })
  }
  showFocus(): void {
    this.element.style.outline = ''
  }

  setShown(isVisible: boolean): void {
    this.element.style.display = isVisible ? '' : 'none'
  }
  setCursor(cursor: string): void {
    this.element.style.cursor = cursor
  }

  /** Renders these shapes; only changed ones are recreated. */
  render({ shapes, selected }: LayerContent): void {
    const ids = new Set(shapes.map(({ id }) => id))
    for (const [id, { node }] of this.#nodesById) {
      if (ids.has(id)) continue
      node.remove()
      this.#nodesById.delete(id)
    }
    shapes.forEach((shape) => {
      const entry = this.#nodesById.get(shape.id)
      if (entry?.shape === shape) return
      const node = createNode(shape)
      if (entry === undefined) this.#shapes.append(node)
      else entry.node.replaceWith(node)
      this.#nodesById.set(shape.id, { shape, node })
    })
    this.#frames.replaceChildren(...(this.#editable ? selected.flatMap((shape) => this.#frame(shape, selected)) : []))
  }

  /** Returns a pointer's position in the drawing. */
  toMarkupPoint(event: MouseEvent): MarkupPoint {
    const box = this.#container.getBoundingClientRect()
    const { left, top, scale } = this.#transform
    return [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale]
  }

  /** Converts a point of the drawing to CSS pixels from the left and top of the layer. */
  toPixels([x, y]: MarkupPoint): { readonly left: number; readonly top: number } {
    const { left, top, scale } = this.#transform
    return { left: left + x * scale, top: top + y * scale }
  }

  dispose(): void {
    this.element.remove()
  }

  #frame(shape: MarkupShape, selected: readonly MarkupShape[]): SVGElement[] {
    const [left, top, right, bottom] = boundsOfShape(shape).map((value) => value * this.scale)
    const box = create('rect', {
      x: left - framePadding,
      y: top - framePadding,
      width: right - left + 2 * framePadding,
      height: bottom - top + 2 * framePadding,
      fill: 'none',
      stroke: '#2f6fde',
      'stroke-dasharray': '4 3',
    })
    if (selected.length > 1) return [box]
    const grips = computeGrips(shape).map(({ point }) =>
      create('rect', {
        x: point[0] * this.scale - gripPixels / 2,
        y: point[1] * this.scale - gripPixels / 2,
        width: gripPixels,
        height: gripPixels,
        fill: '#ffffff',
        stroke: '#2f6fde',
        'stroke-width': 1.5,
      }),
    )
    return 'from' in shape ? grips : [box, ...grips]
  }
}

function createNode(shape: MarkupShape): SVGElement {
  const { path, color, width, opacity, filled, textBlock } = createDrawing(shape)
  const group = create('g', { opacity, 'data-shape': shape.kind })
  if (path !== '') {
    group.append(
      create('path', {
        d: path,
        stroke: color,
        'stroke-width': width,
        fill: filled ? color : 'none',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      }),
    )
  }
  for (const line of textBlock?.lines ?? []) {
    const text = create('text', {
      x: line.at[0],
      y: line.at[1],
      fill: color,
      'font-size': textBlock?.size ?? 0,
      'font-weight': textBlock?.bold === true ? 700 : 500,
      'font-family': markupFont,
      'xml:space': 'preserve',
    })
    text.textContent = line.text
    group.append(text)
  }
  return group
}

function create(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(svg, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}
