import { History } from './history.js'
import { markupLimits, type MarkupKind, type MarkupPoint, type MarkupShape } from './markup-format.js'
import { computeGrips, hitsGrip, withGripAt, type Grip } from './shape-grips.js'
import { boundsOfShape, boundsOfShapes, fitShape, hitsShape, moveShape } from './shape-geometry.js'
import { defaultMarkupStyle, makeShape, type MarkupStyle, type MarkupTool } from './shape-making.js'
import { simplifyStroke } from './smooth-stroke.js'

/** A pointer over the drawing. */
export interface MarkupPointer {
  readonly point: MarkupPoint
  /** Hit tolerance around a shape, unit of `MarkupPoint`: fingers are less exact than mice. */
  readonly radius: number
  /** With Shift: adds to the selection, keeps sides equal. */
  readonly shift: boolean
}

/** The pointer's action between press and release. */
type Action =
  | { readonly kind: 'draw'; readonly shape: MarkupKind; readonly way: MarkupPoint[] }
  | { readonly kind: 'move'; readonly from: MarkupPoint }
  | { readonly kind: 'resize'; readonly grip: Grip }

/** A shorter drag draws nothing, unit of `MarkupPoint`. */
const minDragLength = 0.008
/** Maximum deviation of a stroke from the drawn path, about a third of a pixel. */
const strokeTolerance = 0.0008
/** Half size of shapes created by keyboard. */
const keyboardHalfSize = 0.25

/** A drawing in progress: tools, selection, undo. Independent of the DOM. */
export class MarkupEditor {
  style: MarkupStyle = defaultMarkupStyle
  /**
   * How many times larger the drawing appears than when its unit was set: lines and texts that are drawn in an enlarged
   * part are as large on the screen as others, and tolerances are in proportion.
   */
  magnification = 1
  /** Where shapes are added by keyboard: the centre of the view. */
  center: MarkupPoint = [0, 0]
  /** Called to enter a text at a position. */
  promptText: (at: MarkupPoint) => void = () => undefined
  readonly #changed: () => void
  #history = new History<readonly MarkupShape[]>([])
  #tool: MarkupTool = 'select'
  #selected: readonly string[] = []
  #action: Action | null = null
  #preview: readonly MarkupShape[] | null = null

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** Returns the shapes as displayed, also during a drag. */
  get shapes(): readonly MarkupShape[] {
    return this.#preview ?? this.#history.now
  }
  get selected(): readonly MarkupShape[] {
    return this.shapes.filter(({ id }) => this.#selected.includes(id))
  }
  get tool(): MarkupTool {
    return this.#tool
  }
  set tool(tool: MarkupTool) {
    this.cancel()
    this.#tool = tool
    if (tool !== 'select') this.#selected = []
    this.#changed()
  }
  /** Returns the height of new texts. */
  get newTextSize(): number {
    return this.style.textSize / this.magnification
  }
  get canUndo(): boolean {
    return this.#history.canUndo
  }
  get canRedo(): boolean {
    return this.#history.canRedo
  }

  /** Opens these shapes with an empty history. */
  open(shapes: readonly MarkupShape[]): void {
    this.#history = new History(shapes)
    this.#selected = []
    this.#action = null
    this.#preview = null
    this.#changed()
  }

  pointerDown({ point, radius, shift }: MarkupPointer): void {
    if (this.#tool === 'select') return this.#choose({ point, radius, shift })
    if (this.#tool === 'text') return this.promptText(point)
    if (this.#tool === 'stamp') return this.#addNew({ kind: 'stamp', way: [point] })
    this.#action = { kind: 'draw', shape: this.#tool, way: [point] }
  }

  drag({ point, shift }: Pick<MarkupPointer, 'point' | 'shift'>): void {
    const action = this.#action
    if (action === null) return
    if (action.kind === 'draw') this.#draw(action, point, shift)
    else if (action.kind === 'move') this.#previewMove(action.from, point)
    else this.#preview = this.#replaced(this.#selectedNow().map((shape) => withGripAt(shape, action.grip, point)))
    this.#changed()
  }

  release(): void {
    const action = this.#action
    const preview = this.#preview
    this.#action = null
    this.#preview = null
    if (action !== null && preview !== null)
      this.#push(action.kind === 'draw' ? withSimpleLast(preview, strokeTolerance / this.magnification) : preview)
    this.#changed()
  }

  /** Cancels the pointer's action without a trace; returns false if there was none. */
  cancel(): boolean {
    if (this.#action === null) return false
    this.#action = null
    this.#preview = null
    this.#changed()
    return true
  }

  /** Adds a text; does nothing for an empty one. */
  write(at: MarkupPoint, text: string): void {
    const trimmed = text.trimEnd().slice(0, markupLimits.textLength)
    if (trimmed !== '') this.#addNew({ kind: 'text', way: [at], text: trimmed })
  }

  /** Adds a shape of the current tool in the centre of the view, selected, for keyboard use. */
  addAtCenter(): void {
    if (this.#tool === 'select') return
    const [x, y] = this.center
    if (this.#tool === 'text') return this.promptText([x, y])
    const half = keyboardHalfSize / this.magnification
    const isWord = this.#tool === 'stamp'
    const way: MarkupPoint[] = isWord
      ? [[x, y]]
      : [
          [x - half, y - half / 2],
          [x + half, y + half / 2],
        ]
    this.#addNew({ kind: this.#tool, way })
  }

  /** Selects exactly these shapes. */
  select(ids: readonly string[]): void {
    this.#selected = ids
    this.#changed()
  }
  /** Selects the next shape, or with −1 the previous one. */
  selectNext(step: 1 | -1): void {
    const { shapes } = this
    if (shapes.length === 0) return
    const now = shapes.findIndex(({ id }) => id === this.#selected.at(-1))
    const start = now < 0 && step < 0 ? 0 : now
    const next = shapes[(start + step + shapes.length) % shapes.length]
    this.select(next === undefined ? [] : [next.id])
  }
  moveSelection(right: number, down: number): void {
    this.#push(this.#replaced(this.#selectedNow().map((shape) => moveShape(shape, right, down))))
    this.#changed()
  }
  /** Scales the selection in width and height by these factors. */
  resizeSelection(across: number, upright: number): void {
    const grown = this.#selectedNow().map((shape) => {
      const [left, top, right, bottom] = boundsOfShape(shape)
      return fitShape(shape, [left, top, left + (right - left) * across, top + (bottom - top) * upright])
    })
    this.#push(this.#replaced(grown))
    this.#changed()
  }
  /** Sets the style of the selection and of all new shapes. */
  restyle(style: Partial<MarkupStyle>): void {
    this.style = { ...this.style, ...style }
    const { color, width } = style
    const restyled = this.#selectedNow().map((shape): MarkupShape => ({
      ...shape,
      color: color ?? shape.color,
      width: width === undefined ? shape.width : width / this.magnification,
    }))
    if (color !== undefined || width !== undefined) this.#push(this.#replaced(restyled))
    this.#changed()
  }
  deleteSelection(): void {
    if (this.#selected.length === 0) return
    this.#push(this.#history.now.filter(({ id }) => !this.#selected.includes(id)))
    this.select([])
  }
  /** Deletes all shapes; can be undone. */
  clear(): void {
    if (this.#history.now.length > 0) this.#push([])
    this.select([])
  }
  undo(): void {
    this.#step(() => this.#history.undo())
  }
  redo(): void {
    this.#step(() => this.#history.redo())
  }

  /** Returns the selection as it was before the current drag. */
  #selectedNow(): MarkupShape[] {
    return this.#history.now.filter(({ id }) => this.#selected.includes(id))
  }

  #choose({ point, radius, shift }: MarkupPointer): void {
    const [only] = this.selected
    const grip = this.selected.length === 1 ? computeGrips(only).find((one) => hitsGrip(one, point, radius)) : undefined
    if (grip !== undefined) {
      this.#action = { kind: 'resize', grip }
      return
    }
    const hit = this.#history.now.findLast((shape) => hitsShape(shape, point, radius))
    if (hit === undefined) return this.select(shift ? this.#selected : [])
    if (!this.#selected.includes(hit.id)) this.#selected = shift ? [...this.#selected, hit.id] : [hit.id]
    this.#action = { kind: 'move', from: point }
    this.#changed()
  }

  #draw(action: Action & { kind: 'draw' }, point: MarkupPoint, regular: boolean): void {
    action.way.push(point)
    if (action.way.length >= markupLimits.points) return
    const shape = this.#createShape({ kind: action.shape, way: action.way, regular })
    const bounds = boundsOfShapes([shape]) ?? [0, 0, 0, 0]
    const isLong = Math.hypot(bounds[2] - bounds[0], bounds[3] - bounds[1]) >= minDragLength / this.magnification
    this.#preview = isLong ? [...this.#history.now, shape] : null
  }

  #previewMove(from: MarkupPoint, point: MarkupPoint): void {
    const [right, down] = [point[0] - from[0], point[1] - from[1]]
    if (Math.hypot(right, down) < minDragLength / this.magnification / 2 && this.#preview === null) return
    this.#preview = this.#replaced(this.#selectedNow().map((shape) => moveShape(shape, right, down)))
  }

  #addNew(request: { kind: MarkupKind; way: readonly MarkupPoint[]; text?: string }): void {
    if (this.#history.now.length >= markupLimits.shapes) return
    const shape = this.#createShape(request)
    this.#push([...this.#history.now, shape])
    this.#tool = 'select'
    this.select([shape.id])
  }

  #createShape(request: {
    kind: MarkupKind
    way: readonly MarkupPoint[]
    text?: string
    regular?: boolean
  }): MarkupShape {
    const numbers = this.#history.now.map(({ id }) => Number(/^s(\d+)$/.exec(id)?.[1] ?? 0))
    const { style, magnification, newTextSize: textSize } = this
    const scaledStyle = { ...style, width: style.width / magnification, textSize }
    return makeShape({ ...request, id: `s${Math.max(0, ...numbers) + 1}`, style: scaledStyle })
  }

  #replaced(shapes: readonly MarkupShape[]): readonly MarkupShape[] {
    const now = this.#history.now
    if (shapes.length === 0) return now
    const byId = new Map(shapes.map((shape) => [shape.id, shape]))
    return now.map((shape) => byId.get(shape.id) ?? shape)
  }

  #push(shapes: readonly MarkupShape[]): void {
    if (shapes.length <= markupLimits.shapes) this.#history.push(shapes)
  }

  #step(take: () => boolean): void {
    this.cancel()
    if (!take()) return
    this.#selected = this.#selected.filter((id) => this.#history.now.some((shape) => shape.id === id))
    this.#changed()
  }
}

/** Reduces the many points of a stroke to the few that it needs. */
function withSimpleLast(shapes: readonly MarkupShape[], tolerance: number): readonly MarkupShape[] {
  return shapes.map((shape, index) =>
    index === shapes.length - 1 && 'points' in shape
      ? { ...shape, points: simplifyStroke(shape.points, tolerance) }
      : shape,
  )
}
