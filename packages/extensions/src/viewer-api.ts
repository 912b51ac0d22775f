import type { PropertySet } from '@kamar/core'
import {
  type CutPlane,
  type ElementColor,
  explodeExtensionId,
  type ExplodeExtension,
  type Extension,
  type ExtensionOptions,
  type Listener,
  type PackageSource,
  restoreView,
  type ScreenshotOptions,
  type SearchResult,
  captureViewState,
  type Viewer,
  type ViewState,
} from '@kamar/viewer'
import { watchState } from './api-state.js'
import { withCallbacks, type ResultCallbacks } from './with-callbacks.js'
import { ApiEventSource } from './events.js'
import type { ApiEventName, ApiEvents } from './event-names.js'
import { InstanceTree } from './instance-tree.js'
import { Localization } from './localization.js'
import { OverlayManager } from './overlays/overlay-manager.js'
import { ToolController } from './tools/tool-controller.js'
import { ViewerUi } from './viewer-tool/viewer-ui.js'

/** One or more elements. */
export type Elements = number | Iterable<number>

/** Filter of the returned properties and sets; everything by default. */
export interface BulkOptions {
  /** Names of properties. */
  readonly propFilter?: readonly string[]
  /** Names of property sets. */
  readonly categoryFilter?: readonly string[]
}

/** Properties of one element. */
export interface ElementProperties {
  readonly element: number
  /** Name in the tree. */
  readonly name: string
  readonly sets: readonly PropertySet[]
}

/** Number of elements read concurrently. */
const bulkStep = 64

const toElementList = (elements: Elements): number[] => (typeof elements === 'number' ? [elements] : [...elements])

/**
 * Viewer API for extensions, with the names known to APS viewer developers. Element numbers (`dbId` there) count from
 * 0. Asynchronous methods return a promise, call an optional callback, and can be aborted.
 */
export class ViewerApi {
  readonly viewer: Viewer
  /** Buttons and panels. */
  readonly ui = new ViewerUi()
  readonly toolController: ToolController
  readonly overlays: OverlayManager
  readonly localization: Localization
  /** Source of the displayed model; set by the application, for extensions that display it again. */
  modelSource: (() => PackageSource | null) | null = null
  readonly #events: ApiEventSource
  #ghosting = false

  constructor(viewer: Viewer) {
    this.viewer = viewer
    this.#events = new ApiEventSource(viewer)
    this.toolController = new ToolController(viewer, (toolName, active) =>
      this.#events.emit('TOOL_CHANGE_EVENT', { toolName, active }),
    )
    this.overlays = new OverlayManager(viewer)
    this.localization = new Localization(document.documentElement.lang || 'en', (language) =>
      this.#events.emit('LANGUAGE_CHANGED_EVENT', { language }),
    )
    this.on('CAMERA_CHANGE_EVENT', () => this.overlays.reposition())
    this.on('VIEWER_RESIZE_EVENT', () => this.overlays.reposition())
    watchState(viewer, {
      restored: () => this.#events.emit('VIEWER_STATE_RESTORED_EVENT', {}),
      paintOver: (target) => this.overlays.paintOver(target),
    })
  }

  /** Registers `listener` for an event; returns a function that removes it. */
  on<Name extends ApiEventName>(name: Name, listener: Listener<ApiEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
  /** Removes a listener registered with `on`. */
  off<Name extends ApiEventName>(name: Name, listener: Listener<ApiEvents[Name]>): void {
    this.#events.off(name, listener)
  }

  select(elements: Elements): void {
    this.viewer.selection.set(toElementList(elements))
  }
  clearSelection(): void {
    this.viewer.selection.clear()
  }
  getSelection(): readonly number[] {
    return this.viewer.selection.elements
  }

  /**
   * Shows only these elements; the others are hidden, or ghosted after `setGhosting(true)`. An empty list shows all.
   */
  isolate(elements: Elements): void {
    const list = toElementList(elements)
    const { visibility } = this.viewer
    this.viewer.undoable(() => {
      if (list.length === 0) visibility.showAll()
      else if (this.#ghosting) visibility.ghostOthers(list)
      else visibility.isolate(list)
    })
  }
  hide(elements: Elements): void {
    this.viewer.undoable(() => this.viewer.visibility.hide(toElementList(elements)))
  }
  show(elements: Elements): void {
    this.viewer.undoable(() => this.viewer.visibility.show(toElementList(elements)))
  }
  showAll(): void {
    this.viewer.undoable(() => this.viewer.visibility.showAll())
  }
  isVisible(element: number): boolean {
    return this.viewer.visibility.isVisible(element)
  }
  /** Sets whether `isolate` ghosts the other elements. */
  setGhosting(on: boolean): void {
    this.#ghosting = on
  }

  /** Fits the view to elements, or to everything; returns false when there is nothing to show. */
  fitToView(elements?: Elements): boolean {
    return this.viewer.fitToView(elements === undefined ? undefined : toElementList(elements))
  }
  /** Explodes the model, 0 to 1. */
  async explode(scale: number, mode: 'radial' | 'storeys' = 'radial'): Promise<void> {
    const explode = (await this.viewer.loadExtension(explodeExtensionId)) as ExplodeExtension
    await explode.set({ mode, amount: scale })
  }
  getExplodeScale(): number {
    return (this.viewer.getExtension(explodeExtensionId) as ExplodeExtension | null)?.state.amount ?? 0
  }
  /** Cuts by these planes; the side of their normals stays visible. */
  setCutPlanes(planes: readonly CutPlane[]): void {
    this.viewer.cut.set(planes)
  }
  getCutPlanes(): readonly CutPlane[] {
    return this.viewer.cut.planes
  }

  /** Colours elements and all their descendants; null removes the colour. */
  setThemingColor(elements: Elements, color: ElementColor | null): void {
    this.viewer.colors.set(toElementList(elements), color)
  }
  clearThemingColors(): void {
    this.viewer.undoable(() => this.viewer.colors.reset())
  }

  /** Finds elements whose name, class, id or properties contain every word. */
  search(text: string, callbacks?: ResultCallbacks<SearchResult>, limit?: number): Promise<SearchResult> {
    return withCallbacks(() => this.viewer.search(text, limit), callbacks)
  }
  /** Returns the property sets of an element. */
  getProperties(element: number, callbacks?: ResultCallbacks<ElementProperties>): Promise<ElementProperties> {
    return withCallbacks(async () => this.#readProperties(element, {}), callbacks)
  }
  /** Returns the property sets of many elements, in their order. */
  getBulkProperties(
    elements: Iterable<number>,
    options: BulkOptions = {},
    callbacks?: ResultCallbacks<readonly ElementProperties[]>,
  ): Promise<readonly ElementProperties[]> {
    return withCallbacks(async () => {
      const list = [...elements]
      const result: ElementProperties[] = []
      for (let at = 0; at < list.length; at += bulkStep) {
        const step = list.slice(at, at + bulkStep)
        result.push(...(await Promise.all(step.map((element) => this.#readProperties(element, options)))))
      }
      return result
    }, callbacks)
  }
  /** Returns the model's tree; rejects without a model, or while the package has no tree yet. */
  getInstanceTree(callbacks?: ResultCallbacks<InstanceTree>): Promise<InstanceTree> {
    return withCallbacks(async () => {
      const { model } = this.viewer
      if (model === null) throw new RangeError('no model is loaded')
      return new InstanceTree(model, await model.tree)
    }, callbacks)
  }

  /** Returns the complete state of a saved view, extensions included; null without a model. */
  getState(callbacks?: ResultCallbacks<ViewState | null>): Promise<ViewState | null> {
    return withCallbacks(() => captureViewState(this.viewer), callbacks)
  }
  /** Restores a state; returns false when it is invalid, or there is no model. */
  restoreState(state: unknown, callbacks?: ResultCallbacks<boolean>, immediate = false): Promise<boolean> {
    return withCallbacks(() => restoreView(this.viewer, state, { animate: !immediate }), callbacks)
  }
  /** Returns a screenshot, with the lines and points of overlays when `annotations` is set. */
  getScreenShot(options: ScreenshotOptions = {}, callbacks?: ResultCallbacks<Blob>): Promise<Blob> {
    return withCallbacks(() => this.viewer.screenshot(options), callbacks)
  }

  loadExtension(id: string, options?: ExtensionOptions, callbacks?: ResultCallbacks<Extension>): Promise<Extension> {
    return withCallbacks(() => this.viewer.loadExtension(id, options), callbacks)
  }
  unloadExtension(id: string): boolean {
    return this.viewer.unloadExtension(id)
  }
  /** Returns the extension if it is loaded. */
  getExtension(id: string): Extension | null {
    return this.viewer.getExtension(id)
  }
  /** Returns the extension as soon as it is loaded. */
  getExtensionAsync(id: string, callbacks?: ResultCallbacks<Extension>): Promise<Extension> {
    return withCallbacks(() => this.#whenLoaded(id), callbacks)
  }

  #whenLoaded(id: string): Promise<Extension> {
    const ready = this.viewer.getExtension(id)
    if (ready !== null) return Promise.resolve(ready)
    return new Promise((resolve) => {
      const stop = this.on('EXTENSION_LOADED_EVENT', ({ extensionId }) => {
        const loaded = extensionId === id ? this.viewer.getExtension(id) : null
        if (loaded === null) return
        stop()
        resolve(loaded)
      })
    })
  }

  async #readProperties(element: number, { propFilter, categoryFilter }: BulkOptions): Promise<ElementProperties> {
    const all = await this.viewer.properties.of(element)
    const tree = await this.viewer.model?.tree
    const sets = all
      .filter(({ name }) => categoryFilter?.includes(name) ?? true)
      .map(({ name, properties }) => ({
        name,
        properties: properties.filter((property) => propFilter?.includes(property.name) ?? true),
      }))
      .filter(({ properties }) => properties.length > 0)
    return { element, name: tree !== undefined && element < tree.count ? tree.name(element) : '', sets }
  }
}

const apis = new WeakMap<Viewer, ViewerApi>()

/** Returns the API of a viewer; always the same instance. */
export function getViewerApi(viewer: Viewer): ViewerApi {
  const api = apis.get(viewer) ?? new ViewerApi(viewer)
  apis.set(viewer, api)
  return api
}
