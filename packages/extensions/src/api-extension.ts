import { Extension, type ExtensionOptions, type Viewer } from '@kamar/viewer'
import type { Messages } from './localization.js'
import type { ToolBar } from './ui/controls.js'
import { getViewerApi, type ViewerApi } from './viewer-api.js'

const caches = new WeakMap<Viewer, Map<unknown, Record<string, unknown>>>()

/**
 * What extensions of the application extend. `load` begins and `unload` takes everything back; tool bar buttons are made in
 * `onToolbarCreated`, which follows `load`. `getState` and `restoreState` make the extension's state travel with saved views.
 */
export class ApiExtension extends Extension {
  /** Select, hide, colour, ask, draw: everything beside the extension itself. */
  protected readonly api: ViewerApi
  readonly #ends: (() => void)[] = []

  constructor(viewer: Viewer, options: ExtensionOptions = {}) {
    super(viewer, options)
    this.api = getViewerApi(viewer)
    const stop = viewer.on('extensionLoaded', ({ id }) => {
      if (viewer.getExtension(id) !== this) return
      stop()
      this.onToolbarCreated(this.api.ui.toolBar)
    })
    this.#ends.push(stop)
  }

  /** Where buttons are added. */
  onToolbarCreated(_toolBar: ToolBar): void {
    // Not every extension has a button.
  }
  override unload(): void {
    super.unload()
    for (const end of this.#ends.splice(0)) end()
  }

  /** Runs at `unload`: what `on` answered, a panel's end, a tool's. */
  protected atUnload(...ends: readonly (() => void)[]): void {
    this.#ends.push(...ends)
  }
  /** Things that outlive `unload`, for the next `load` in the same viewer. */
  getCache(): Record<string, unknown> {
    const ofViewer = caches.get(this.viewer) ?? new Map<unknown, Record<string, unknown>>()
    caches.set(this.viewer, ofViewer)
    const cache = ofViewer.get(this.constructor) ?? {}
    ofViewer.set(this.constructor, cache)
    return cache
  }
  /** Adds the extension's texts; `t` finds them. */
  protected extendLocalization(messages: Messages): void {
    this.api.localization.extend(messages)
  }
  /** A text in the page's language. */
  protected t(key: string, values?: Readonly<Record<string, string | number>>): string {
    return this.api.localization.translate(key, values)
  }
}
