import { type CameraView, type AnnotationTarget } from '../../engine/types.js'
import { isSameViewpoint, widening } from '../../engine/camera/framing.js'
import { EventEmitter, type Listener } from '../../engine/event-emitter.js'
import { MarkupEditor } from './markup-editor.js'
import { readMarkup, type MarkupDrawing, type MarkupPoint, type MarkupShape } from './markup-format.js'
import { handleMarkupKey } from './markup-keys.js'
import { MarkupLayer } from './markup-layer.js'
import { boundsOfShapes } from './shape-geometry.js'
import { paintShapes } from './shape-drawing.js'
import type { MarkupStyle, MarkupTool } from './shape-making.js'
import { promptForText } from './text-entry.js'
import { Extension } from '../../engine/api.js'

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

const defaultLabels: MarkupLabels = { layer: 'Markup', text: 'Text' }
/** Hit tolerance around a shape, CSS pixels. */
const hitPixels = { mouse: 6, touch: 16 } as const
/** Padding around the shapes if a narrow canvas must show all of them. */
const paddingFactor = 1.05

/**
 * Drawing over a view. `activate()` freezes the camera and captures the pointer; `deactivate()` releases both and
 * leaves the drawing over its view: it disappears when the camera moves away and reappears when it returns. `getState`
 * and `restoreState` use `MarkupDrawing`.
 */
export class MarkupExtension extends Extension {
  readonly #events = new EventEmitter<MarkupEvents>()
  readonly #editor = new MarkupEditor(() => this.#changed())
  #layer: MarkupLayer | null = null
  #view: CameraView | null = null
  #labels: MarkupLabels = defaultLabels
  #pointer: number | null = null
  #endText: (() => void) | null = null
  #stop: (() => void)[] = []
  readonly #abort = new AbortController()

  override load(): boolean {
    const layer = new MarkupLayer(this.viewer.element, this.#labels.layer)
    this.#layer = layer
    this.#editor.promptText = (at) => this.#promptText(at)
    this.#listen(layer.element)
    const observer = new ResizeObserver(() => this.#updateLayer())
    observer.observe(this.viewer.element)
    this.#stop = [
      () => observer.disconnect(),
      this.viewer.on('cameraChanged', () => this.#updateLayer()),
      this.viewer.on('modelUnloaded', () => this.clear()),
    ]
    this.#updateLayer()
    return true
  }

  override unload(): void {
    super.unload()
    this.#endText?.()
    this.#abort.abort()
    for (const stop of this.#stop.splice(0)) stop()
    this.#layer?.dispose()
    this.#layer = null
    this.#events.clear()
  }

  override getModes(): readonly string[] {
    return ['draw']
  }
  override activate(mode?: string): boolean {
    if (!super.activate(mode)) return false
    const { camera } = this.viewer
    if (this.#view === null || !isSameViewpoint(this.#view, camera.view)) this.#begin(camera.view, [])
    camera.frozen = true
    this.#layer?.setEditable(true)
    this.#layer?.focus()
    this.#changed()
    return true
  }
  override deactivate(): boolean {
    if (!super.deactivate()) return false
    this.#endText?.()
    this.#editor.cancel()
    this.#editor.select([])
    this.viewer.camera.frozen = false
    this.#layer?.setEditable(false)
    this.#changed()
    return true
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof MarkupEvents>(name: Name, listener: Listener<MarkupEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Returns the drawing for storage; null if it is empty. */
  get drawing(): MarkupDrawing | null {
    if (this.#view === null || this.#editor.shapes.length === 0) return null
    return { format: 'kamar-markup', version: 1, view: this.#view, shapes: this.#editor.shapes }
  }
  get shapes(): readonly MarkupShape[] {
    return this.#editor.shapes
  }
  get selected(): readonly MarkupShape[] {
    return this.#editor.selected
  }
  get canUndo(): boolean {
    return this.#editor.canUndo
  }
  get canRedo(): boolean {
    return this.#editor.canRedo
  }
  get tool(): MarkupTool {
    return this.#editor.tool
  }
  set tool(tool: MarkupTool) {
    this.#endText?.()
    this.#editor.tool = tool
  }
  get style(): MarkupStyle {
    return this.#editor.style
  }
  /** Sets the style of the selection and of all new shapes. */
  setStyle(style: Partial<MarkupStyle>): void {
    this.#editor.restyle(style)
  }
  setLabels(labels: MarkupLabels): void {
    this.#labels = labels
    this.#layer?.setLabel(labels.layer)
  }

  undo(): void {
    this.#editor.undo()
  }
  redo(): void {
    this.#editor.redo()
  }
  deleteSelection(): void {
    this.#editor.deleteSelection()
  }
  /** Deletes all shapes; `undo` restores them. */
  deleteAll(): void {
    this.#editor.clear()
  }

  /** Shows a drawing; the caller moves the camera. */
  show(drawing: MarkupDrawing): void {
    this.#begin(drawing.view, drawing.shapes)
  }
  /** Ends drawing and discards the drawing with its history. */
  clear(): void {
    this.viewer.extensions.deactivateExtension(this)
    this.#view = null
    this.#editor.open([])
  }

  override getState(): unknown {
    return this.drawing ?? undefined
  }
  override restoreState(state: unknown): void {
    const drawing = readMarkup(state)
    if (drawing === null) this.clear()
    else this.show(drawing)
  }
  override neededHalfWidth(state: unknown): number {
    const bounds = boundsOfShapes(readMarkup(state)?.shapes ?? [])
    return bounds === null ? 0 : Math.max(-bounds[0], bounds[2]) * paddingFactor
  }

  override paintOver({ context, width, height }: AnnotationTarget): void {
    if (!this.#isShown()) return
    const scale = height / 2 / this.#widening()
    paintShapes(this.#editor.shapes, { context, center: [width / 2, height / 2], scale })
  }

  #begin(view: CameraView, shapes: readonly MarkupShape[]): void {
    this.#view = view
    this.#editor.open(shapes)
    this.#updateLayer()
  }

  #isShown(): boolean {
    return this.#view !== null && isSameViewpoint(this.#view, this.viewer.camera.view)
  }
  #widening(): number {
    return this.#view === null ? 1 : widening(this.#view, this.viewer.camera.view)
  }

  #updateLayer(): void {
    this.#layer?.setShown(this.#isShown())
    this.#layer?.setWidening(this.#widening())
    this.#render()
  }

  #changed(): void {
    this.#layer?.setCursor(this.#editor.tool === 'select' ? 'default' : 'crosshair')
    this.#render()
    this.#events.emit('changed', {})
  }
  #render(): void {
    this.#layer?.render({ shapes: this.#editor.shapes, selected: this.#editor.selected })
  }

  #listen(element: SVGSVGElement): void {
    const options = { signal: this.#abort.signal }
    element.addEventListener('pointerdown', (event) => this.#down(event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    element.addEventListener('pointerup', (event) => this.#up(event), options)
    element.addEventListener('pointercancel', () => this.#cancel(), options)
    element.addEventListener('wheel', (event) => event.preventDefault(), { ...options, passive: false })
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options)
    element.addEventListener('keydown', (event) => this.#key(event), options)
  }

  #down(event: PointerEvent): void {
    event.preventDefault()
    this.#layer?.focus()
    // A second finger means that the first was not drawing.
    if (this.#pointer !== null) return this.#cancel()
    if (event.button !== 0 || this.#layer === null) return
    this.#pointer = event.pointerId
    this.#layer.element.setPointerCapture(event.pointerId)
    const pixels = event.pointerType === 'touch' ? hitPixels.touch : hitPixels.mouse
    const radius = pixels / this.#layer.scale
    this.#editor.pointerDown({ point: this.#layer.toMarkupPoint(event), radius, shift: event.shiftKey })
  }
  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || this.#layer === null) return
    const way = event.getCoalescedEvents?.() ?? []
    for (const step of way.length > 0 ? way : [event])
      this.#editor.drag({ point: this.#layer.toMarkupPoint(step), shift: event.shiftKey })
  }
  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    this.#pointer = null
    this.#editor.release()
  }
  #cancel(): void {
    this.#pointer = null
    this.#editor.cancel()
  }

  #key(event: KeyboardEvent): void {
    this.#layer?.showFocus()
    // The viewer's own keys would move the camera and hide elements.
    if (event.key !== 'Tab') event.stopPropagation()
    if (handleMarkupKey(this.#editor, event, () => this.#events.emit('left', {}))) event.preventDefault()
  }

  #promptText(at: MarkupPoint): void {
    const layer = this.#layer
    if (layer === null) return
    this.#endText = promptForText({
      container: this.viewer.element,
      ...layer.toPixels(at),
      fontSize: this.style.textSize * layer.scale,
      color: this.style.color,
      label: this.#labels.text,
      done: (text) => {
        this.#endText = null
        this.#editor.write(at, text)
        layer.focus()
      },
    })
  }
}
