import type { PackageLoader } from '@kamar/viewer'

/** A package whose first manifest is requested before the engine, whose code is still loading, asks for it. */
export class PrefetchedManifest {
  readonly urn: string
  readonly #loader: PackageLoader
  readonly #abort = new AbortController()
  readonly #manifest: Promise<unknown>

  constructor(urn: string, loader: PackageLoader) {
    this.urn = urn
    this.#loader = loader
    this.#manifest = loader.fetchManifest(this.#abort.signal)
    // The engine reports the failure when it asks for the manifest.
    this.#manifest.catch(() => undefined)
  }

  /** Returns the loader; its first manifest is the requested one, later ones are fetched as usual. */
  takeLoader(): PackageLoader {
    let first: Promise<unknown> | null = this.#manifest
    return {
      ...this.#loader,
      fetchManifest: (signal) => {
        if (first === null) return this.#loader.fetchManifest(signal)
        const manifest = first
        first = null
        signal.addEventListener('abort', () => this.cancel())
        return manifest
      },
    }
  }

  cancel(): void {
    this.#abort.abort()
  }
}
