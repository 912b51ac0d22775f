import type { MarkupControls, MarkupStyle, MarkupTool } from '@kamar/viewer'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'

/** Current state of a drawing. */
export interface MarkupToolState {
  readonly isDrawing: boolean
  readonly tool: MarkupTool
  readonly style: MarkupStyle
  readonly shapes: number
  readonly selected: number
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** State of a drawing and its engine, as the bar needs them. */
export interface MarkupBarControl extends MarkupToolState {
  readonly engine: MarkupControls | null
}

const initialState: MarkupToolState = {
  isDrawing: false,
  tool: 'pen',
  style: { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' },
  shapes: 0,
  selected: 0,
  canUndo: false,
  canRedo: false,
}

const getToolState = (engine: MarkupControls): MarkupToolState => ({
  isDrawing: engine.isActive(),
  tool: engine.tool,
  style: engine.style,
  shapes: engine.shapes.length,
  selected: engine.selected.length,
  canUndo: engine.canUndo,
  canRedo: engine.canRedo,
})

/** Returns the state of a drawing, and renders again when it changes. */
export function useMarkupToolState(engine: MarkupControls | null): MarkupToolState {
  return useEngineState(engine, initialState, follow)
}

function follow(engine: MarkupControls, change: ChangeState<MarkupToolState>): void {
  change(getToolState(engine))
  engine.on('changed', () => change(getToolState(engine)))
}
