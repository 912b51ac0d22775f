import type { Listener } from '../../engine/event-emitter.js'
import {
  MarkupCanvas,
  type MarkupControls,
  type MarkupEvents,
  type MarkupHost,
  type MarkupLabels,
} from './markup-canvas.js'
import type { MarkupShape } from './markup-format.js'
import type { MarkupStyle, MarkupTool } from './shape-making.js'

/** Markup with a canvas of its own: the calls of the bar go to its editor. */
export abstract class MarkupOnCanvas implements MarkupControls {
  protected readonly canvas: MarkupCanvas

  constructor(host: MarkupHost) {
    this.canvas = new MarkupCanvas(host)
  }

  abstract clear(): void

  dispose(): void {
    this.canvas.dispose()
  }
  isActive(): boolean {
    return this.canvas.isEditable
  }
  on<Name extends keyof MarkupEvents>(name: Name, listener: Listener<MarkupEvents[Name]>): () => void {
    return this.canvas.on(name, listener)
  }
  get shapes(): readonly MarkupShape[] {
    return this.canvas.editor.shapes
  }
  get selected(): readonly MarkupShape[] {
    return this.canvas.editor.selected
  }
  get canUndo(): boolean {
    return this.canvas.editor.canUndo
  }
  get canRedo(): boolean {
    return this.canvas.editor.canRedo
  }
  get tool(): MarkupTool {
    return this.canvas.tool
  }
  set tool(tool: MarkupTool) {
    this.canvas.tool = tool
  }
  get style(): MarkupStyle {
    return this.canvas.editor.style
  }
  setStyle(style: Partial<MarkupStyle>): void {
    this.canvas.editor.restyle(style)
  }
  setLabels(labels: MarkupLabels): void {
    this.canvas.setLabels(labels)
  }
  undo(): void {
    this.canvas.editor.undo()
  }
  redo(): void {
    this.canvas.editor.redo()
  }
  deleteSelection(): void {
    this.canvas.editor.deleteSelection()
  }
}
