import type { PickResult } from '@kamar/viewer'

/** Pointer position and state over the canvas, as passed to tools. */
export interface ToolPointer {
  /** CSS pixels from the viewer's left and top edge. */
  readonly canvasX: number
  readonly canvasY: number
  readonly shiftKey: boolean
  /** Ctrl, or Command on a Mac. */
  readonly ctrlKey: boolean
  readonly touch: boolean
  /** Element under the pointer; computed on first access. */
  readonly pick: PickResult | null
}

/** Two-finger or touchpad gesture. */
export interface ToolGesture {
  readonly type: 'pinch'
  readonly canvasX: number
  readonly canvasY: number
  /** Above 1 when the fingers move apart. */
  readonly scale: number
}

/**
 * Handlers for pointer and keyboard input while the tool is active. All are optional; a handler that returns true
 * consumes the input, so that neither other tools nor the viewer receive it.
 */
export interface Tool {
  /** Returns the name by which the tool is activated. */
  getName(): string
  /** Returns the priority: tools with a higher number come first; 0 by default. */
  getPriority?(): number
  /** Returns the CSS cursor over the canvas while the tool is active. */
  getCursor?(): string
  activate?(name: string): void
  deactivate?(name: string): void
  handleSingleClick?(event: ToolPointer, button: number): boolean
  handleDoubleClick?(event: ToolPointer, button: number): boolean
  handleButtonDown?(event: ToolPointer, button: number): boolean
  handleButtonUp?(event: ToolPointer, button: number): boolean
  handleMouseMove?(event: ToolPointer): boolean
  /** `delta` above 0 scrolls towards the user. */
  handleWheelInput?(delta: number, event: ToolPointer): boolean
  handleKeyDown?(event: KeyboardEvent, code: string): boolean
  handleKeyUp?(event: KeyboardEvent, code: string): boolean
  handleGesture?(event: ToolGesture): boolean
}
