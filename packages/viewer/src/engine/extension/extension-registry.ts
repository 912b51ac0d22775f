import type { ExtensionClass, ExtensionServices } from '../api.js'

/** An extension that is loaded on demand. */
export interface ExtensionDescriptor {
  readonly id: string
  /** The service that its class implements for other extensions. */
  readonly service?: keyof ExtensionServices
  load(): Promise<ExtensionClass>
}

/** Extensions that any viewer of the page can load, by id. */
export class ExtensionRegistry {
  readonly #descriptors = new Map<string, ExtensionDescriptor>()

  /** Registers a class; returns false if the id is taken. */
  registerExtension(id: string, extension: ExtensionClass): boolean {
    return this.registerExternalExtension(id, () => Promise.resolve(extension))
  }
  /** Registers a class that the first viewer to load it fetches: `() => import('./my-extension.js')…`. */
  registerExternalExtension(id: string, fetchClass: () => Promise<ExtensionClass>): boolean {
    return this.register({ id, load: fetchClass })
  }
  /** Registers an extension; returns false if the id is taken. */
  register(descriptor: ExtensionDescriptor): boolean {
    if (this.#descriptors.has(descriptor.id)) return false
    this.#descriptors.set(descriptor.id, descriptor)
    return true
  }
  /** Removes an id; returns false if it was not registered. */
  unregisterExtension(id: string): boolean {
    return this.#descriptors.delete(id)
  }
  getRegisteredExtensions(): readonly string[] {
    return [...this.#descriptors.keys()]
  }
  /** Returns the id of the extension that offers a service, or null. */
  findService(name: keyof ExtensionServices): string | null {
    return [...this.#descriptors.values()].find(({ service }) => service === name)?.id ?? null
  }
  /** Returns the class of an id, or null. */
  async fetchClass(id: string): Promise<ExtensionClass | null> {
    return (await this.#descriptors.get(id)?.load()) ?? null
  }
}

/** The registry of the page. */
export const theExtensionManager = new ExtensionRegistry()
