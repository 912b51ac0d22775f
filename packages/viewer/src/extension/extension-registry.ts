import type { ExtensionClass } from './extension.js'

/** Extensions that any viewer of the page can load, by id. */
export class ExtensionRegistry {
  readonly #classes = new Map<string, () => Promise<ExtensionClass>>()

  /** Makes a class loadable; false when the id is taken. */
  registerExtension(id: string, extension: ExtensionClass): boolean {
    return this.registerExternalExtension(id, () => Promise.resolve(extension))
  }
  /** The same for a class that is fetched by the first viewer that wants it: `() => import('./measure.js')…`. */
  registerExternalExtension(id: string, fetchClass: () => Promise<ExtensionClass>): boolean {
    if (this.#classes.has(id)) return false
    this.#classes.set(id, fetchClass)
    return true
  }
  /** False when there was none. */
  unregisterExtension(id: string): boolean {
    return this.#classes.delete(id)
  }
  getRegisteredExtensions(): readonly string[] {
    return [...this.#classes.keys()]
  }
  /** The class behind an id, or null. */
  async fetchClass(id: string): Promise<ExtensionClass | null> {
    return (await this.#classes.get(id)?.()) ?? null
  }
}

/** The registry of the page. */
export const theExtensionManager = new ExtensionRegistry()
