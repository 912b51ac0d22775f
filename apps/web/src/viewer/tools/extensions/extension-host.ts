import type { UserExtension } from '@kamar/contracts'
import type { ViewerUi } from '@kamar/extensions'
import type { Viewer } from '@kamar/viewer'
import { api as serverApi } from '../../../platform/api/api.js'
import { createObservable } from '../../../platform/observable.js'
import { storage, storageKeys } from '../../../platform/storage.js'
import { packageSource } from '../../session/packages/package-source.js'
import type { Session } from '../../session/session.js'
import type { ExtensionRuntime } from './extension-runtime.js'

/** Loading state of an extension; absent from the map when it was not loaded. */
export type ExtensionState = 'loading' | 'running' | 'failed'

/** States of the loaded extensions, by id. */
export type ExtensionStates = ReadonlyMap<string, ExtensionState>

const examplePrefix = 'kamar.examples.'

/** Extensions of one viewer: loads them, stores on this device which of them run, and loads those again next time. */
export class ExtensionHost {
  readonly states = createObservable<ExtensionStates>(new Map())
  readonly #viewer: Viewer
  #starting: Promise<ExtensionRuntime> | null = null
  /** Null until an extension is loaded. */
  #ui: ViewerUi | null = null
  #restored = false
  #session: Session | null = null

  constructor(viewer: Viewer) {
    this.#viewer = viewer
    viewer.on('extensionLoaded', ({ id }) => void this.#handleLoaded(id))
    viewer.on('extensionUnloaded', ({ id }) => this.#set(id, null))
  }

  /** Sets the page's session after each change. */
  setSession(session: Session): void {
    this.#session = session
    this.#ui?.setSession(session)
  }

  /**
   * Restores, once per viewer, the extensions that ran last on this device and those that saved views may load. Runs in
   * the background.
   */
  async restore(): Promise<void> {
    if (this.#restored) return
    this.#restored = true
    const { registerExamples } = await import('@kamar/extension-examples')
    registerExamples()
    const storedIds = remembered()
    for (const id of storedIds.filter((one) => one.startsWith(examplePrefix))) await this.loadExample(id).catch(noop)
    const others = storedIds.filter((one) => !one.startsWith(examplePrefix))
    if (others.length === 0) return
    const offered = await serverApi.call('listExtensions').catch(() => [])
    for (const extension of offered) {
      if (others.includes(extension.id) && extension.installed && extension.granted !== null) {
        await this.loadThirdParty(extension).catch(noop)
      }
    }
  }

  /** Loads a built-in extension. */
  async loadExample(id: string): Promise<void> {
    await this.#load(id, async (runtime) => runtime.loadExample(id))
  }
  /** Loads a third-party extension in its frame, with the granted permissions. */
  async loadThirdParty(extension: UserExtension): Promise<void> {
    const { id, granted } = extension
    await this.#load(id, async (runtime) => {
      const { code, integrity } = await serverApi.call('extensionCode', { parameters: { id } })
      await runtime.loadThirdParty({
        id,
        name: extension.name,
        code,
        integrity,
        granted: granted ?? [],
        ended: () => {
          this.unload(id)
          this.#set(id, 'failed')
        },
      })
    })
  }
  /** Unloads an extension and removes it from the stored list. */
  unload(id: string): void {
    remember(remembered().filter((one) => one !== id))
    this.#viewer.unloadExtension(id)
    this.#set(id, null)
  }

  async #load(id: string, load: (runtime: ExtensionRuntime) => Promise<void>): Promise<void> {
    this.#set(id, 'loading')
    try {
      await load(await this.#start())
      this.#set(id, 'running')
      remember([...remembered().filter((one) => one !== id), id])
    } catch (error) {
      this.#set(id, 'failed')
      throw error
    }
  }

  /** Handles an extension that was loaded, possibly by a saved view. */
  async #handleLoaded(id: string): Promise<void> {
    if (!id.startsWith(examplePrefix)) return
    await this.#start()
    this.#set(id, 'running')
  }

  #start(): Promise<ExtensionRuntime> {
    this.#starting ??= import('./extension-runtime.js').then(({ startRuntime }) => {
      const runtime = startRuntime(this.#viewer, () => {
        const urn = this.#session?.model.urn ?? null
        return urn === null ? null : { loader: packageSource(urn) }
      })
      const { ui } = runtime.api
      ui.on('changed', () => this.#session?.addedTools.set(ui.tools))
      this.#ui = ui
      if (this.#session) ui.setSession(this.#session)
      return runtime
    })
    return this.#starting
  }

  #set(id: string, state: ExtensionState | null): void {
    const states = new Map(this.states.get())
    if (state === null) states.delete(id)
    else states.set(id, state)
    this.states.set(states)
  }
}

const noop = (): void => undefined

/** Returns the ids of extensions that run on this device. */
function remembered(): readonly string[] {
  const stored = storage.readJson(storageKeys.extensions)
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
}
const remember = (ids: readonly string[]): void => void storage.writeJson(storageKeys.extensions, ids)

const hosts = new WeakMap<Viewer, ExtensionHost>()

/** Returns the host of a viewer; all callers share one instance. */
export function getExtensionHost(viewer: Viewer): ExtensionHost {
  const host = hosts.get(viewer) ?? new ExtensionHost(viewer)
  hosts.set(viewer, host)
  return host
}
