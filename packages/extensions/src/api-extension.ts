import { Extension, type ExtensionOptions, type Viewer } from '@kamar/viewer'
import type { Messages } from './localization.js'
import { getViewerApi, type ViewerApi } from './viewer-api.js'
import type { ExtensionTool } from './viewer-tool/viewer-ui.js'

const caches = new WeakMap<Viewer, Map<unknown, Record<string, unknown>>>()

/**
 * Base class of application extensions. `load` starts and `unload` reverts everything; the tool of `createTool`, which
 * follows `load`, is removed with it. `getState` and `restoreState` store the extension's state in saved views.
 */
export class ApiExtension extends Extension {
  /** The viewer API: selection, visibility, colours, queries, drawing. */
  protected readonly api: ViewerApi
  readonly #ends: (() => void)[] = []

  constructor(viewer: Viewer, options: ExtensionOptions = {}) {
    super(viewer, options)
    this.api = getViewerApi(viewer)
    const stop = viewer.on('extensionLoaded', ({ id }) => {
      if (viewer.getExtension(id) !== this) return
      stop()
      const tool = this.createTool()
      if (tool !== null) this.atUnload(this.api.ui.add(tool))
    })
    this.#ends.push(stop)
  }

  /** Returns the buttons and panels that the page shows while the extension is loaded; null for none. */
  protected createTool(): ExtensionTool | null {
    return null
  }
  override unload(): void {
    super.unload()
    for (const end of this.#ends.splice(0)) end()
  }

  /** Registers functions to run at `unload`, such as those returned by `on`, or that close a panel or tool. */
  protected atUnload(...ends: readonly (() => void)[]): void {
    this.#ends.push(...ends)
  }
  /** Returns data that outlives `unload`, for the next `load` in the same viewer. */
  getCache(): Record<string, unknown> {
    const ofViewer = caches.get(this.viewer) ?? new Map<unknown, Record<string, unknown>>()
    caches.set(this.viewer, ofViewer)
    const cache = ofViewer.get(this.constructor) ?? {}
    ofViewer.set(this.constructor, cache)
    return cache
  }
  /** Adds the extension's messages, for use by `t`. */
  protected extendLocalization(messages: Messages): void {
    this.api.localization.extend(messages)
  }
  /** Returns a message in the page's language. */
  protected t(key: string, values?: Readonly<Record<string, string | number>>): string {
    return this.api.localization.translate(key, values)
  }
}
