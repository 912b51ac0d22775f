import { type CameraView, type AnnotationTarget } from '../../engine/types.js'
import { isSameViewpoint, widening } from '../../engine/camera/framing.js'
import type { Listener } from '../../engine/event-emitter.js'
import { MarkupCanvas, type MarkupControls, type MarkupEvents, type MarkupLabels } from './markup-canvas.js'
import type { MarkupEditor } from './markup-editor.js'
import { readMarkup, type MarkupDrawing, type MarkupShape } from './markup-format.js'
import type { LayerTransform } from './markup-layer.js'
import { boundsOfShapes } from './shape-geometry.js'
import type { MarkupStyle, MarkupTool } from './shape-making.js'
import { Extension } from '../../engine/api.js'

/** Padding around the shapes if a narrow canvas must show all of them. */
const paddingFactor = 1.05

/**
 * Drawing over a view. `activate()` freezes the camera and captures the pointer; `deactivate()` releases both and
 * leaves the drawing over its view: it disappears when the camera moves away and reappears when it returns. `getState`
 * and `restoreState` use `MarkupDrawing`.
 */
export class MarkupExtension extends Extension implements MarkupControls {
  #canvas: MarkupCanvas | null = null
  #view: CameraView | null = null
  #stop: (() => void)[] = []

  override load(): boolean {
    this.#canvas = new MarkupCanvas({ element: this.viewer.element })
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
    for (const stop of this.#stop.splice(0)) stop()
    this.#canvas?.dispose()
    this.#canvas = null
  }

  override getModes(): readonly string[] {
    return ['draw']
  }
  override activate(mode?: string): boolean {
    if (!super.activate(mode)) return false
    const { camera } = this.viewer
    if (this.#view === null || !isSameViewpoint(this.#view, camera.view)) this.#begin(camera.view, [])
    camera.frozen = true
    this.#canvas?.setEditable(true)
    return true
  }
  override deactivate(): boolean {
    if (!super.deactivate()) return false
    this.viewer.camera.frozen = false
    this.#canvas?.setEditable(false)
    return true
  }

  /** Calls `listener` on every event of that name; returns the unsubscribe function. */
  on<Name extends keyof MarkupEvents>(name: Name, listener: Listener<MarkupEvents[Name]>): () => void {
    return this.#loaded.on(name, listener)
  }

  /** Returns the drawing for storage; null if it is empty. */
  get drawing(): MarkupDrawing | null {
    if (this.#view === null || this.shapes.length === 0) return null
    return { format: 'kamar-markup', version: 1, view: this.#view, shapes: this.shapes }
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
    this.#loaded.tool = tool
  }
  get style(): MarkupStyle {
    return this.#editor.style
  }
  /** Sets the style of the selection and of all new shapes. */
  setStyle(style: Partial<MarkupStyle>): void {
    this.#editor.restyle(style)
  }
  setLabels(labels: MarkupLabels): void {
    this.#loaded.setLabels(labels)
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

  /** Whether the camera is where the drawing is displayed. */
  get isShown(): boolean {
    return this.#view !== null && isSameViewpoint(this.#view, this.viewer.camera.view)
  }
  /** Moves the camera back to the view of the drawing. */
  returnToView(): void {
    if (this.#view !== null) this.viewer.camera.setView(this.#view)
  }

  /** Shows a drawing; the caller moves the camera. */
  show(drawing: MarkupDrawing): void {
    this.#begin(drawing.view, drawing.shapes)
  }
  /** Ends drawing and discards the drawing with its history. */
  clear(): void {
    this.viewer.extensions.deactivateExtension(this)
    this.#view = null
    this.#canvas?.open([])
  }
  /** Discards the drawing in a step that the history of the viewer can undo. */
  discard(): void {
    const { drawing } = this
    if (drawing === null) return
    this.clear()
    this.viewer.history.push({ undo: () => this.show(drawing), redo: () => this.clear() })
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

  override paintOver(target: AnnotationTarget): void {
    if (this.isShown) this.#canvas?.paint(target, this.#computeTransform(target))
  }

  get #loaded(): MarkupCanvas {
    if (this.#canvas === null) throw new TypeError('expected a loaded extension')
    return this.#canvas
  }
  get #editor(): MarkupEditor {
    return this.#loaded.editor
  }

  #begin(view: CameraView, shapes: readonly MarkupShape[]): void {
    this.#view = view
    this.#canvas?.open(shapes)
    this.#updateLayer()
  }

  #updateLayer(): void {
    const { clientWidth: width, clientHeight: height } = this.viewer.element
    this.#canvas?.updateLayer(this.isShown, this.#computeTransform({ width, height }))
  }
  /** The visible height can exceed the one that was drawn on, where the canvas is narrower. */
  #computeTransform({ width, height }: { readonly width: number; readonly height: number }): LayerTransform {
    const ratio = this.#view === null ? 1 : widening(this.#view, this.viewer.camera.view)
    return { left: width / 2, top: height / 2, scale: height / 2 / ratio }
  }
}
