import { EventEmitter, explodeExtensionId, type ExplodeExtension, type Listener, type Viewer } from '@kamar/viewer'
import type { ApiEventName, ApiEvents } from './event-names.js'
import { VisibilityWatch } from './visibility-watch.js'

/** Emits the viewer's events under the API's names, and those that only the API has. */
export class ApiEventSource {
  readonly #viewer: Viewer
  readonly #events = new EventEmitter<ApiEvents>()
  readonly #visibility: VisibilityWatch
  readonly #ends: (() => void)[] = []
  #isolated = false

  constructor(viewer: Viewer) {
    this.#viewer = viewer
    this.#visibility = new VisibilityWatch(viewer)
    this.#forwardViewerEvents()
    this.#passExtensions()
    this.#passModel()
  }

  /** Registers `listener` for an event; returns a function that removes it. */
  on<Name extends ApiEventName>(name: Name, listener: Listener<ApiEvents[Name]>): () => void {
    return this.#events.on(name, listener)
  }
  /** Removes a listener registered with `on`. */
  off<Name extends ApiEventName>(name: Name, listener: Listener<ApiEvents[Name]>): void {
    this.#events.off(name, listener)
  }
  /** Emits an event to all listeners. */
  emit<Name extends ApiEventName>(name: Name, data: ApiEvents[Name]): void {
    this.#events.emit(name, data)
  }
  /** Removes all listeners. */
  dispose(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#events.clear()
  }

  #forwardViewerEvents(): void {
    const viewer = this.#viewer
    this.#ends.push(
      viewer.on('selectionChanged', (data) => this.emit('SELECTION_CHANGED_EVENT', data)),
      viewer.on('cameraChanged', (data) => this.emit('CAMERA_CHANGE_EVENT', data)),
      viewer.on('cutChanged', (data) => this.emit('CUTPLANES_CHANGE_EVENT', data)),
      viewer.on('themeChanged', (data) => this.emit('THEME_CHANGED_EVENT', data)),
      viewer.on('click', (data) => this.emit('CLICK_EVENT', data)),
      viewer.on('visibilityChanged', ({ isolated }) => this.#emitVisibility(isolated)),
    )
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = viewer.element
      this.emit('VIEWER_RESIZE_EVENT', { width, height })
    })
    observer.observe(viewer.element)
    this.#ends.push(() => observer.disconnect())
  }

  #passExtensions(): void {
    const viewer = this.#viewer
    this.#ends.push(
      viewer.on('extensionLoaded', ({ id }) => {
        if (id === explodeExtensionId) this.#followExplode()
        this.emit('EXTENSION_LOADED_EVENT', { extensionId: id })
      }),
      viewer.on('extensionUnloaded', ({ id }) => this.emit('EXTENSION_UNLOADED_EVENT', { extensionId: id })),
      viewer.on('extensionActivated', ({ id, mode }) =>
        this.emit('EXTENSION_ACTIVATED_EVENT', { extensionId: id, mode }),
      ),
      viewer.on('extensionDeactivated', ({ id }) => this.emit('EXTENSION_DEACTIVATED_EVENT', { extensionId: id })),
    )
    if (viewer.getExtension(explodeExtensionId) !== null) this.#followExplode()
  }

  #passModel(): void {
    const viewer = this.#viewer
    this.#ends.push(
      viewer.on('modelComplete', ({ manifest }) => {
        this.#visibility.compare()
        this.emit('GEOMETRY_LOADED_EVENT', { manifest })
        void this.#emitTree()
      }),
      viewer.on('modelUnloaded', () => {
        this.#isolated = false
        this.#visibility.reset()
        this.emit('MODEL_UNLOADED_EVENT', {})
      }),
    )
    if (viewer.model?.manifest.state === 'complete') this.#visibility.compare()
  }

  async #emitTree(): Promise<void> {
    const { model } = this.#viewer
    // A package without a tree, or one closed meanwhile, has no tree to report.
    const tree = await model?.tree.catch(() => null)
    if (tree && model === this.#viewer.model) this.emit('OBJECT_TREE_CREATED_EVENT', { tree })
  }

  #emitVisibility(isolated: boolean): void {
    const { hidden, revealed } = this.#visibility.compare()
    if (isolated || this.#isolated) {
      this.emit('ISOLATE_EVENT', { elements: isolated ? this.#visibility.visible : [] })
    }
    this.#isolated = isolated
    if (hidden.length > 0) this.emit('HIDE_EVENT', { elements: hidden })
    if (revealed.length > 0) this.emit('SHOW_EVENT', { elements: revealed })
  }

  #followExplode(): void {
    const explode = this.#viewer.getExtension(explodeExtensionId) as ExplodeExtension
    explode.on('changed', ({ state }) => this.emit('EXPLODE_CHANGE_EVENT', { scale: state.amount }))
  }
}
