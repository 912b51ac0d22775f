import type { Manifest } from '@kamar/package-format/read'
import type { PropertySet } from '@kamar/core'
import type { Object3D } from 'three'
import type { ScreenSpace } from './camera/screen-space.js'
import type { ViewerCamera } from './camera/viewer-camera.js'
import type { ViewerError } from './errors.js'
import type { EventEmitter, Listener } from './event-emitter.js'
import type { ClickInterceptors } from './interaction/click-interceptors.js'
import type { CommandHistory } from './interaction/command-history.js'
import type { Navigation } from './interaction/navigation.js'
import type { Ray } from './math/ray.js'
import type { ElementColors } from './model/element-colors.js'
import type { ModelGeometry } from './model/model-geometry.js'
import type { ModelHost, OpenModel } from './model/open-model.js'
import type { Selection } from './model/selection.js'
import type { Visibility } from './model/visibility.js'
import type { ScreenshotOptions } from './screenshot.js'
import type { ModelQueries } from './search/model-queries.js'
import type { Stage } from './stage.js'
import type { Cut, CutPlane } from './store/cut.js'
import type { ElementStates } from './store/element-states.js'
import type {
  AnnotationTarget,
  CameraView,
  FrameStatistics,
  ModelAccess,
  ModelMove,
  ModelProgress,
  PackageSource,
  PickOptions,
  PickResult,
  PointerInfo,
  ResidencyStatus,
  SearchControl,
  SearchResult,
  Theme,
  ViewerLabels,
} from './types.js'

/** Events of the viewer; `on('selectionChanged', …)`. */
export interface ViewerEvents {
  modelProgress: ModelProgress
  /** The first frame with content of the model. */
  firstFrame: { readonly milliseconds: number }
  /** The finished package is completely loaded and drawn. */
  modelComplete: { readonly manifest: Manifest; readonly milliseconds: number }
  modelUnloaded: Record<string, never>
  selectionChanged: { readonly elements: readonly number[] }
  visibilityChanged: { readonly hidden: number; readonly ghosted: number; readonly isolated: boolean }
  colorsChanged: Record<string, never>
  cameraChanged: { readonly view: CameraView }
  cutChanged: { readonly planes: readonly CutPlane[] }
  /** The graphics context was lost or restored; after a restore everything is redrawn as it was. */
  graphicsChanged: { readonly isLost: boolean }
  /** For a model larger than its memory: the resident chunks changed, or whether something near is missing. */
  residencyChanged: ResidencyStatus
  /** Elements have moved: exploded, or with a moved model of a federation. */
  elementsMoved: { readonly move: ModelMove | null }
  /** The next step of undo or redo in `viewer.history` changed. */
  historyChanged: Record<string, never>
  /** A click: the selection has already changed. */
  click: PointerInfo
  doubleClick: PointerInfo
  /** Right click or long press: the application shows its menu. */
  contextMenu: PointerInfo
  /** After every drawn frame. */
  frame: FrameStatistics
  /** `resetView` is done: what colours or hides elements for as long as it is open applies that again. */
  viewReset: Record<string, never>
  themeChanged: { readonly theme: Theme }
  extensionLoaded: { readonly id: string }
  extensionUnloaded: { readonly id: string }
  extensionActivated: { readonly id: string; readonly mode: string }
  extensionDeactivated: { readonly id: string }
  error: ViewerError
}

/** Draws view packages in an element of the page. Created by `createViewer`. */
export interface Viewer {
  /** Whether models are drawn; false before `startRendering`. */
  readonly isRendering: boolean
  readonly selection: Selection
  readonly visibility: Visibility
  readonly colors: ElementColors
  readonly extensions: LoadedExtensions
  /** Section planes of the model. */
  readonly cut: Cut
  /** Undo history of the tools, for Ctrl+Z. */
  readonly history: CommandHistory
  /** Conversion between model and screen coordinates. */
  readonly space: ScreenSpace
  /** Tools that intercept clicks before they select. */
  readonly clickInterceptors: ClickInterceptors
  /** Canvas, camera and rendered content; for the viewer's own extensions. */
  readonly stage: Stage
  /** Flags and colours of the elements; for the viewer's own extensions. */
  readonly states: ElementStates
  /** Container element of the viewer; the application may place its own controls over it. */
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly camera: ViewerCamera
  /** The loaded model, once its manifest has loaded. */
  readonly model: ModelAccess | null
  /** Shapes of the loaded model; null until any have loaded. */
  readonly geometry: ModelGeometry | null
  /** Resident part of a model that exceeds its memory budget; null for one within it. */
  readonly residency: ResidencyStatus | null
  /** Element properties, fetched on request; empty without a model. */
  readonly properties: { of(element: number): Promise<readonly PropertySet[]> }
  /** Property queries of the model: filters, groups, tables; run in a worker. */
  readonly queries: ModelQueries
  /** Camera navigation: preferences, a custom pivot, and handlers of drags and wheel events. */
  readonly navigation: Navigation
  readonly theme: Theme
  /** three.js objects that extensions draw with the model. Call `invalidate` after a change. */
  readonly overlay: Object3D
  /** Replaces the model while retaining its states; for the viewer's own extensions. */
  readonly replacement: ModelReplacement

  /** Adds a listener of the named event; the returned function removes it. */
  on<Name extends keyof ViewerEvents>(name: Name, listener: Listener<ViewerEvents[Name]>): () => void
  /** Removes a listener added with `on`. */
  off<Name extends keyof ViewerEvents>(name: Name, listener: Listener<ViewerEvents[Name]>): void

  /**
   * Loads a package in place of the previous one, also one that is still being written. Resolves with the complete
   * manifest when everything is drawn; rejects with a `ViewerError` (`cancelled` if another was loaded meanwhile).
   */
  load(source: PackageSource): Promise<Manifest>
  /**
   * Creates the WebGL context of a viewer with rendering `on-demand` and draws the model; does nothing if it is drawn.
   * Resolves when everything is drawn; rejects with a `ViewerError` (`webgl-not-supported`; the viewer works without
   * rendering then).
   */
  startRendering(): Promise<void>
  /** Removes the model and all states of its elements. */
  unload(): void
  /** Fetches a newer manifest after a notification by the server. */
  refresh(): void

  /** Returns the hit at a position of the viewer, CSS pixels from its left and top; ghosts are ignored. */
  pick(x: number, y: number, options?: PickOptions): PickResult | null
  /** Returns the same for any ray in model coordinates. */
  pickAlong(ray: Ray, options?: PickOptions): PickResult | null
  /**
   * Finds elements whose name, class, id or property values contain every word of the text. `control` cancels the
   * search, and gets the matches in names, ids and classes before those in properties.
   */
  search(text: string, limit?: number, control?: SearchControl): Promise<SearchResult>
  /** Returns all elements that `search` finds, ascending. */
  findElements(text: string): Promise<Uint32Array>
  /** Reads the properties ahead of the first search. */
  prepareSearch(): Promise<void>

  /** 'Fit to Window': zooms to the elements, or to everything. */
  fitToView(elements?: Iterable<number>): boolean
  /**
   * 'Reset View': restores the home view of the whole model in the chosen projection, with everything visible, nothing
   * selected or coloured.
   */
  resetView(): void
  /** Runs a change of visibility and colours that Ctrl+Z reverts. */
  undoable(action: () => void): void
  /** Captures the current visibility and colours; the returned function restores them. */
  captureStates(): () => void

  /** Redraws before the next browser frame. */
  invalidate(): void
  setTheme(theme: Theme): void
  /** Sets translated texts of the viewer's own controls. */
  setLabels(labels: Partial<ViewerLabels>): void
  /** Switches crease edges on or off. */
  setEdges(edges: boolean): void
  /** Sets whether the exterior objects are drawn alone where the frame is identical; on by default. */
  setExteriorShortcut(on: boolean): void
  /** Renders the view to an image file in full quality. */
  screenshot(options?: ScreenshotOptions): Promise<Blob>

  /** Loads a registered extension; rejects with `extension-unknown` or `extension-failed`. */
  loadExtension(id: string, options?: ExtensionOptions): Promise<Extension>
  /** Returns false if it was not loaded. */
  unloadExtension(id: string): boolean
  /** Returns the extension if it is loaded. */
  getExtension(id: string): Extension | null

  /** Disposes the viewer and frees all memory. */
  dispose(): void
}

/** Access to the viewer for replacing its model. */
export interface ModelReplacement {
  readonly host: ModelHost
  /** The viewer's current model. */
  readonly before: OpenModel | null
  /** Makes a model the viewer's own. */
  readonly put: (model: OpenModel) => unknown
  readonly events: EventEmitter<ViewerEvents>
}

/** The section planes of a view, in the form of saved views. */
export interface SectionPlanes {
  getState(): unknown
  restoreState(state: unknown): void
}

/** The models that a viewer shows as one. */
export interface ModelSet {
  /** Whether there are several. */
  readonly isJoined: boolean
  /** Returns the model of an element, and its number there; null while there is one model. */
  findModel(element: number): { readonly key: string; readonly own: number } | null
  /** Returns the key of the first model of saved states (by extension id), otherwise of the shown ones. */
  findFirstKey(states: Readonly<Record<string, unknown>>): string | null
}

/** Plans of storeys. */
export interface StoreyPlans {
  /** Captures the shown plan; the returned function shows it again as it was. Null without a plan. */
  capturePlan(): (() => void) | null
}

/** Services that extensions offer to each other, by name; at most one registered extension offers each. */
export interface ExtensionServices {
  readonly sections: SectionPlanes
  readonly models: ModelSet
  readonly plans: StoreyPlans
}

/** The extensions of one viewer. */
export interface LoadedExtensions {
  readonly ids: readonly string[]
  /** Loads an extension once; rejects with `extension-unknown` or `extension-failed`. */
  load(id: string, options?: ExtensionOptions): Promise<Extension>
  /** Returns the extension if it is loaded. */
  get(id: string): Extension | null
  /** Returns a service if the extension that offers it is loaded. */
  getService<Name extends keyof ExtensionServices>(name: Name): ExtensionServices[Name] | null
  /** Loads the extension that offers a service; resolves with null if none does, or if it fails. */
  loadService<Name extends keyof ExtensionServices>(name: Name): Promise<ExtensionServices[Name] | null>
  /** Unloads an extension; returns false if it was not loaded. */
  unload(id: string): boolean
  unloadAll(): void
  /** Activates a loaded extension. */
  activate(id: string, mode?: string): boolean
  /** Deactivates a loaded extension. */
  deactivate(id: string): boolean
  /** Deactivates an extension at its own request. */
  deactivateExtension(extension: Extension): boolean
  /** Returns the states of the extensions for a saved view, by id. */
  getState(): Record<string, unknown>
  /** Restores the extensions' parts of a saved view; resets loaded extensions without one. */
  restoreState(states: Readonly<Record<string, unknown>>): void
  /** Loads the registered extensions that a saved view has state for; skips those that fail. */
  loadFor(states: Readonly<Record<string, unknown>>): Promise<void>
  /** Returns the maximum half width of the parts of a saved view (`Extension.neededHalfWidth`). */
  neededHalfWidth(states: Readonly<Record<string, unknown>>): number
  /** Draws the extensions' overlays onto a screenshot. */
  paintOver(target: AnnotationTarget): void
}

/** Options passed to an extension. */
export type ExtensionOptions = Readonly<Record<string, unknown>>

/**
 * A tool of the viewer: all features beyond viewing, picking and hiding are extensions. Override what is needed; the
 * viewer calls `load` once, `activate` and `deactivate` as often as the tool is switched, `unload` at the end.
 */
export class Extension {
  protected readonly viewer: Viewer
  protected readonly options: ExtensionOptions
  #mode: string | null = null

  constructor(viewer: Viewer, options: ExtensionOptions = {}) {
    this.viewer = viewer
    this.options = options
  }

  /** Sets the extension up; false, or a rejection, means that it cannot work here. */
  load(): boolean | Promise<boolean> {
    return true
  }
  /** Reverses everything that `load` did. */
  unload(): void {
    this.deactivate()
  }

  /** Returns the modes it can be activated in; the first is the default. */
  getModes(): readonly string[] {
    return ['default']
  }
  /** Activates the extension; returns false for an unknown mode. */
  activate(mode: string = this.getModes()[0] ?? 'default'): boolean {
    if (!this.getModes().includes(mode)) return false
    this.#mode = mode
    return true
  }
  /** Deactivates the extension; returns false if it was inactive. */
  deactivate(): boolean {
    const was = this.#mode !== null
    this.#mode = null
    return was
  }
  /** Returns whether it is active, in this mode or in any. */
  isActive(mode?: string): boolean {
    return mode === undefined ? this.#mode !== null : this.#mode === mode
  }

  /** Returns its state for a saved view; undefined for nothing. Plain data. */
  getState(): unknown {
    return undefined
  }
  /** Restores a state from `getState`; undefined or invalid data resets it. */
  restoreState(_state: unknown): void {
    // Stores nothing by default.
  }
  /**
   * Returns how far a saved state extends sideways from the centre, in half view heights: a narrow canvas then shows
   * more.
   */
  neededHalfWidth(_state: unknown): number {
    return 0
  }

  /** Draws its overlay onto a screenshot with annotations. */
  paintOver(_target: AnnotationTarget): void {
    // Draws nothing by default.
  }
}

/** The class of an extension. */
export type ExtensionClass = new (viewer: Viewer, options?: ExtensionOptions) => Extension
