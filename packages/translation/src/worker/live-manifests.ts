import { publishManifest, type Lease } from '../jobs/lease.js'
import type { TranslationContext } from '../events/translation-events.js'
import type { Manifest } from '@kamar/package-format'
import { ingestProvisional, type Ingest } from './ingest.js'

/** Publishes the live manifests of one attempt in order; of several that wait only the newest counts. */
export class LiveManifests {
  readonly #context: TranslationContext
  readonly #lease: Lease
  readonly #storedPaths = new Set<string>()
  #newest: { readonly manifest: Manifest; readonly ingest: Ingest } | null = null
  #running: Promise<void> = Promise.resolve()
  #closed = false

  constructor(context: TranslationContext, lease: Lease) {
    this.#context = context
    this.#lease = lease
  }

  /** Returns the paths of the stored provisional files. */
  get stored(): readonly string[] {
    return [...this.#storedPaths]
  }

  /** Publishes a manifest; a failure to do so does not fail the translation. */
  show(manifest: Manifest, ingest: Ingest): void {
    if (this.#closed) return
    this.#newest = { manifest, ingest }
    this.#running = this.#running.then(() => this.#showNewest()).catch(() => undefined)
  }

  /** Accepts no more and waits for the one in progress. */
  async close(): Promise<void> {
    this.#closed = true
    this.#newest = null
    await this.#running
  }

  async #showNewest(): Promise<void> {
    const next = this.#newest
    this.#newest = null
    if (next === null) return
    const attempt = { attempt: this.#lease.token, storedPaths: this.#storedPaths }
    const { manifest, files } = await ingestProvisional(next.ingest, next.manifest, attempt)
    for (const file of files) this.#storedPaths.add(file.path)
    await publishManifest(this.#context, this.#lease, { manifest, files })
  }
}
