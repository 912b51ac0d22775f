import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { SheetView, Viewer } from '@kamar/viewer'
import type { CommandTarget } from './descriptor.js'

/** The open model of a session. */
export interface OpenedModel {
  /** Null for none, '' for an address that names a model without a value. */
  readonly urn: string | null
  /** Manifest of the complete package; null until it is loaded. */
  readonly manifest: Manifest | null
  /** Whether part of the model is on screen. */
  readonly hasFirstFrame: boolean
  /** False in a browser without WebGL: everything works except rendering. */
  readonly canRender: boolean
}

/** State of the engine: selection, visibility and camera. */
export interface ViewerState {
  readonly selected: readonly number[]
  /** Whether an element is hidden, ghosted or isolated. */
  readonly changedVisibility: boolean
  /** Numbers of hidden, ghosted and coloured elements. */
  readonly hiddenCount: number
  readonly ghostedCount: number
  readonly coloredCount: number
  readonly isIsolated: boolean
  /** Incremented with each change of visibility. */
  readonly visibilityRevision: number
  readonly projection: 'perspective' | 'orthographic'
}

/** Open panels, dialogs and floating views, by the ids of views. */
export interface ViewerLayout {
  /** Whether the page is a phone in portrait, where one sheet is open at a time. */
  readonly isCompact: boolean
  readonly isOpen: (view: string) => boolean
  readonly open: (view: string) => void
  readonly close: (view: string) => void
  readonly toggle: (view: string) => void
}

/** The open document, as tools see it. */
export interface ViewerSession {
  /** Null until the engine runs. */
  readonly viewer: Viewer | null
  /** The displayed sheet; null while a model is displayed. */
  readonly sheet: SheetView | null
  readonly model: OpenedModel
  /** Null until the tree is loaded. */
  readonly tree: ModelTree | null
  readonly state: ViewerState
  readonly layout: ViewerLayout
  /** Runs a command if it is available; returns whether it ran. */
  readonly run: (command: string, at?: CommandTarget | null) => boolean
  /** Returns a setting that is stored on this device; `read` converts what is stored, null when there is nothing. */
  readonly preference: <Value>(key: string, read: (stored: unknown) => Value) => Preference<Value>
}

/** A setting that is stored on this device. */
export interface Preference<Value> {
  readonly value: Value
  readonly set: (value: Value) => void
}
