import type { ViewpointForm } from '@kamar/contracts'
import type { ViewCanvas } from '../../kit/viewpoints/shown-views.js'
import type { DraftViews } from './draft-content.js'

/** What a canvas shows of a draft. */
export interface ShownDrawing {
  /** Drawing that is shown, from 0. */
  readonly drawing: number
  /** Whether the camera moves to the drawing. */
  readonly movesCamera: boolean
}

/** Changes of a canvas that a draft follows. */
export interface CanvasListener {
  readonly changed: () => void
  /** Everything is about to be cleared with the document. */
  readonly ended: () => void
}

/** A canvas with a drawing and measurements: the model, or an open sheet. */
export interface DraftCanvas {
  readonly canvas: ViewCanvas
  /** Returns whether a view of a draft is one of this canvas. */
  readonly owns: (view: ViewpointForm) => boolean
  /** Captures the drawing and the measurements in coordinates of the file; undefined while they are not displayed. */
  readonly capture: () => DraftViews | undefined
  /** Shows all measurements of the views and one of their drawings, and leaves the rest of the view as it is. */
  readonly restore: (views: DraftViews, choice: ShownDrawing) => Promise<void>
  /** Follows changes; returns a function that stops. */
  readonly follow: (listener: CanvasListener) => () => void
}
