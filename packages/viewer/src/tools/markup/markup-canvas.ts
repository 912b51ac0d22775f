import type { AnnotationTarget } from '../../engine/types.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { MarkupEditor } from './markup-editor.js'
import type { MarkupPoint, MarkupShape } from './markup-format.js'
import { handleMarkupKey } from './markup-keys.js'
import { type LayerTransform, MarkupLayer } from './markup-layer.js'
import { paintShapes } from './shape-drawing.js'
import type { MarkupStyle, MarkupTool } from './shape-making.js'
import { minFontPixels, promptForText, textFieldEms } from './text-entry.js'

/** Events of the drawing. */
export interface MarkupEvents {
  /** Shapes, selection, tool or style changed, or drawing began or ended. */
  changed: Record<string, never>
  /** Escape was pressed with nothing left to cancel. */
  left: Record<string, never>
}

/** Texts of the drawing for screen readers, in the application's language. */
export interface MarkupLabels {
  readonly layer: string
  readonly text: string
}

/** Surface that is drawn on: a model's view, or a sheet. */
export interface MarkupHost {
  readonly element: HTMLElement
  /** Receives what navigates while the user draws: the wheel, the middle button, further fingers. */
  navigate?(event: WheelEvent | PointerEvent): void
}

const defaultLabels: MarkupLabels = { layer: 'Markup', text: 'Text' }
/** Hit tolerance around a shape, CSS pixels. */
const hitPixels = { mouse: 6, touch: 16 } as const

/** Draws over an element and edits the shapes with pointer and keys, regardless of what is below. */
export class MarkupCanvas {
  readonly editor = new MarkupEditor(() => this.changed())
  readonly #host: MarkupHost
  readonly #layer: MarkupLayer
  readonly #events = new EventEmitter<MarkupEvents>()
  readonly #abort = new AbortController()
  #labels = defaultLabels
  #pointer: PointerEvent | null = null
  #endText: (() => void) | null = null
  #isEditable = false

  constructor(host: MarkupHost) {
    this.#host = host
    this.#layer = new MarkupLayer(host.element, defaultLabels.layer)
    this.editor.promptText = (at) => this.#promptText(at)
    this.#listen(this.#layer.element)
  }

  dispose(): void {
    this.#endText?.()
    this.#abort.abort()
    this.#layer.dispose()
    this.#events.clear()
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof MarkupEvents>(name: Name, listener: Listener<MarkupEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  get isEditable(): boolean {
    return this.#isEditable
  }
  get tool(): MarkupTool {
    return this.editor.tool
  }
  set tool(tool: MarkupTool) {
    this.#endText?.()
    this.editor.tool = tool
  }
  setLabels(labels: MarkupLabels): void {
    this.#labels = labels
    this.#layer.setLabel(labels.layer)
  }

  /** Captures the pointer and the focus, or passes both through to what is below. */
  setEditable(isEditable: boolean): void {
    this.#isEditable = isEditable
    if (!isEditable) {
      this.#endText?.()
      this.#pointer = null
      this.editor.cancel()
      this.editor.select([])
    }
    this.#layer.setEditable(isEditable)
    if (isEditable) this.#layer.focus()
    this.changed()
  }
  /** Shows the shapes, and sets where they are. */
  updateLayer(isShown: boolean, transform: LayerTransform): void {
    this.#layer.setShown(isShown)
    this.#layer.setTransform(transform)
    this.#render()
  }
  /** Opens these shapes with an empty history. */
  open(shapes: readonly MarkupShape[]): void {
    this.editor.open(shapes)
  }
  /** Paints the shapes over an image. */
  paint({ context }: Pick<AnnotationTarget, 'context'>, { left, top, scale }: LayerTransform): void {
    paintShapes(this.editor.shapes, { context, center: [left, top], scale })
  }

  /** Announces a change. */
  changed(): void {
    this.#layer.setCursor(this.editor.tool === 'select' ? 'default' : 'crosshair')
    this.#render()
    this.#events.emit('changed', {})
  }

  #render(): void {
    this.#layer.render({ shapes: this.editor.shapes, selected: this.editor.selected })
  }

  #listen(element: SVGSVGElement): void {
    const options = { signal: this.#abort.signal }
    element.addEventListener('pointerdown', (event) => this.#down(event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    element.addEventListener('pointerup', (event) => this.#up(event), options)
    element.addEventListener('pointercancel', () => this.#cancel(), options)
    element.addEventListener('wheel', (event) => this.#wheel(event), { ...options, passive: false })
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options)
    element.addEventListener('keydown', (event) => this.#key(event), options)
  }

  #down(event: PointerEvent): void {
    event.preventDefault()
    this.#layer.focus()
    // A second finger means that the first was not drawing.
    if (this.#pointer !== null) {
      this.#host.navigate?.(this.#pointer)
      this.#host.navigate?.(event)
      return this.#cancel()
    }
    if (event.button === 1) return this.#host.navigate?.(event)
    if (event.button !== 0) return
    this.#pointer = event
    this.#layer.element.setPointerCapture(event.pointerId)
    const pixels = event.pointerType === 'touch' ? hitPixels.touch : hitPixels.mouse
    const radius = pixels / this.#layer.scale
    this.editor.pointerDown({ point: this.#layer.toMarkupPoint(event), radius, shift: event.shiftKey })
  }
  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer?.pointerId) return
    const way = event.getCoalescedEvents?.() ?? []
    for (const step of way.length > 0 ? way : [event])
      this.editor.drag({ point: this.#layer.toMarkupPoint(step), shift: event.shiftKey })
  }
  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer?.pointerId) return
    this.#pointer = null
    this.editor.release()
  }
  #cancel(): void {
    this.#pointer = null
    this.editor.cancel()
  }
  #wheel(event: WheelEvent): void {
    event.preventDefault()
    // Zooming in the middle of a stroke would distort it.
    if (this.#pointer === null) this.#host.navigate?.(event)
  }

  #key(event: KeyboardEvent): void {
    this.#layer.showFocus()
    // The viewer's own keys would move the camera and hide elements.
    if (event.key !== 'Tab') event.stopPropagation()
    if (handleMarkupKey(this.editor, event, () => this.#events.emit('left', {}))) event.preventDefault()
  }

  #promptText(at: MarkupPoint): void {
    const layer = this.#layer
    const fontPixels = Math.max(minFontPixels, this.editor.newTextSize * layer.scale)
    const { left, top } = layer.toPixels(at)
    const { element: container } = this.#host
    // Where a finger touches the right edge, the text begins further left: it would be cut off.
    const overhang = Math.max(0, left + textFieldEms * fontPixels - container.clientWidth)
    const shift = Math.min(overhang, Math.max(0, left))
    this.#endText = promptForText({
      container,
      left: left - shift,
      top,
      fontPixels,
      color: this.editor.style.color,
      label: this.#labels.text,
      done: (text) => {
        this.#endText = null
        this.editor.write([at[0] - shift / layer.scale, at[1]], text)
        layer.focus()
      },
    })
  }
}

/** What the bar of the tool reads and changes: the markup of a model, or of a sheet. */
export interface MarkupControls {
  readonly shapes: readonly MarkupShape[]
  readonly selected: readonly MarkupShape[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly style: MarkupStyle
  tool: MarkupTool
  on<Name extends keyof MarkupEvents>(name: Name, listener: Listener<MarkupEvents[Name]>): () => void
  isActive(): boolean
  setLabels(labels: MarkupLabels): void
  /** Sets the style of the selection and of all new shapes. */
  setStyle(style: Partial<MarkupStyle>): void
  undo(): void
  redo(): void
  deleteSelection(): void
  /** Ends drawing and discards the drawing with its history. */
  clear(): void
}
