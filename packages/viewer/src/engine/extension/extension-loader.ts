import type { EventEmitter } from '../event-emitter.js'
import { asViewerError, ViewerError } from '../errors.js'
import { theExtensionManager, type ExtensionRegistry } from './extension-registry.js'
import type { Extension, ExtensionOptions, ExtensionServices, LoadedExtensions, Viewer, ViewerEvents } from '../api.js'
import type { AnnotationTarget } from '../types.js'

/** Loads extensions from a registry into one viewer. */
export class ExtensionLoader implements LoadedExtensions {
  readonly #viewer: Viewer
  readonly #events: EventEmitter<ViewerEvents>
  readonly #registry: ExtensionRegistry
  readonly #loaded = new Map<string, Promise<Extension>>()
  readonly #ready = new Map<string, Extension>()

  constructor(viewer: Viewer, events: EventEmitter<ViewerEvents>, registry: ExtensionRegistry = theExtensionManager) {
    this.#viewer = viewer
    this.#events = events
    this.#registry = registry
  }

  load(id: string, options: ExtensionOptions = {}): Promise<Extension> {
    const registeredIds = this.#loaded.get(id)
    if (registeredIds !== undefined) return registeredIds
    const loading = this.#create(id, options)
    this.#loaded.set(id, loading)
    loading.catch(() => this.#loaded.delete(id))
    return loading
  }

  get(id: string): Extension | null {
    return this.#ready.get(id) ?? null
  }
  getService<Name extends keyof ExtensionServices>(name: Name): ExtensionServices[Name] | null {
    const id = this.#registry.findService(name)
    // The descriptor of the extension states that its class implements the service.
    return id === null ? null : (this.get(id) as unknown as ExtensionServices[Name] | null)
  }
  async loadService<Name extends keyof ExtensionServices>(name: Name): Promise<ExtensionServices[Name] | null> {
    const id = this.#registry.findService(name)
    if (id !== null) await this.load(id).catch(() => null)
    return this.getService(name)
  }
  get ids(): readonly string[] {
    return [...this.#ready.keys()]
  }

  unload(id: string): boolean {
    const extension = this.#ready.get(id)
    if (extension === undefined) return false
    this.deactivate(id)
    this.#ready.delete(id)
    this.#loaded.delete(id)
    try {
      extension.unload()
    } catch (error) {
      this.#events.emit('error', asViewerError(error, 'extension-failed', id))
    }
    this.#events.emit('extensionUnloaded', { id })
    return true
  }

  activate(id: string, mode?: string): boolean {
    const extension = this.#ready.get(id)
    if (extension === undefined || !extension.activate(mode)) return false
    this.#events.emit('extensionActivated', { id, mode: mode ?? extension.getModes()[0] ?? 'default' })
    return true
  }
  deactivate(id: string): boolean {
    const extension = this.#ready.get(id)
    if (extension === undefined || !extension.isActive()) return false
    extension.deactivate()
    this.#events.emit('extensionDeactivated', { id })
    return true
  }

  deactivateExtension(extension: Extension): boolean {
    const [id] = [...this.#ready].find(([, ready]) => ready === extension) ?? []
    return id !== undefined && this.deactivate(id)
  }

  getState(): Record<string, unknown> {
    const states = [...this.#ready].map(([id, extension]) => [id, extension.getState()] as const)
    return Object.fromEntries(states.filter(([, state]) => state !== undefined))
  }
  restoreState(states: Readonly<Record<string, unknown>>): void {
    for (const [id, extension] of this.#ready) extension.restoreState(states[id])
  }
  async loadFor(states: Readonly<Record<string, unknown>>): Promise<void> {
    const registeredIds = this.#registry.getRegisteredExtensions()
    const neededIds = Object.keys(states).filter((id) => registeredIds.includes(id))
    await Promise.allSettled(neededIds.map((id) => this.load(id)))
  }
  neededHalfWidth(states: Readonly<Record<string, unknown>>): number {
    const widths = [...this.#ready].map(([id, extension]) => (id in states ? extension.neededHalfWidth(states[id]) : 0))
    return Math.max(0, ...widths)
  }

  paintOver(target: AnnotationTarget): void {
    for (const extension of this.#ready.values()) extension.paintOver(target)
  }
  unloadAll(): void {
    for (const id of this.ids) this.unload(id)
  }

  async #create(id: string, options: ExtensionOptions): Promise<Extension> {
    const Class = await this.#registry.fetchClass(id)
    if (Class === null) throw new ViewerError('extension-unknown', id)
    const extension = new Class(this.#viewer, options)
    let fits: boolean
    try {
      fits = await extension.load()
    } catch (cause) {
      throw new ViewerError('extension-failed', id, { cause })
    }
    if (!fits) throw new ViewerError('extension-failed', id)
    this.#ready.set(id, extension)
    this.#events.emit('extensionLoaded', { id })
    return extension
  }
}
