import type { ExtensionClass } from '../api.js'

/** Extensions that any viewer of the page can load, by id. */
export class ExtensionRegistry {
  readonly #classes = new Map<string, () => Promise<ExtensionClass>>()

  /** Registers a class; returns false if the id is taken. */
  registerExtension(id: string, extension: ExtensionClass): boolean {
    return this.registerExternalExtension(id, () => Promise.resolve(extension))
  }
  /** Registers a class that the first viewer to load it fetches: `() => import('./measure.js')…`. */
  registerExternalExtension(id: string, fetchClass: () => Promise<ExtensionClass>): boolean {
    if (this.#classes.has(id)) return false
    this.#classes.set(id, fetchClass)
    return true
  }
  /** Removes an id; returns false if it was not registered. */
  unregisterExtension(id: string): boolean {
    return this.#classes.delete(id)
  }
  getRegisteredExtensions(): readonly string[] {
    return [...this.#classes.keys()]
  }
  /** Returns the class of an id, or null. */
  async fetchClass(id: string): Promise<ExtensionClass | null> {
    return (await this.#classes.get(id)?.()) ?? null
  }
}

/** The registry of the page. */
export const theExtensionManager = new ExtensionRegistry()
