import type { PickResult } from '@kamar/viewer'

/** A pointer over the picture, as tools are told of it. */
export interface ToolPointer {
  /** CSS pixels from the viewer's left and top. */
  readonly canvasX: number
  readonly canvasY: number
  readonly shiftKey: boolean
  /** Ctrl, or Command on a Mac. */
  readonly ctrlKey: boolean
  readonly touch: boolean
  /** What is under it; looked up when first asked for. */
  readonly pick: PickResult | null
}

/** A gesture of two fingers, or of a touchpad. */
export interface ToolGesture {
  readonly type: 'pinch'
  readonly canvasX: number
  readonly canvasY: number
  /** Above 1 when the fingers move apart. */
  readonly scale: number
}

/**
 * What somebody does with pointer and keys while the tool is on. Every handler may be left out; one that answers true has
 * used the input up, so that neither other tools nor the viewer see it.
 */
export interface Tool {
  /** The name by which it is switched. */
  getName(): string
  /** Tools with a higher number are asked first; 0 by default. */
  getPriority?(): number
  /** CSS cursor over the picture while it is on. */
  getCursor?(): string
  activate?(name: string): void
  deactivate?(name: string): void
  handleSingleClick?(event: ToolPointer, button: number): boolean
  handleDoubleClick?(event: ToolPointer, button: number): boolean
  handleButtonDown?(event: ToolPointer, button: number): boolean
  handleButtonUp?(event: ToolPointer, button: number): boolean
  handleMouseMove?(event: ToolPointer): boolean
  /** `delta` above 0 turns towards the person. */
  handleWheelInput?(delta: number, event: ToolPointer): boolean
  handleKeyDown?(event: KeyboardEvent, code: string): boolean
  handleKeyUp?(event: KeyboardEvent, code: string): boolean
  handleGesture?(event: ToolGesture): boolean
}
