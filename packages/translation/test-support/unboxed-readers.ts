import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxedResult, ReaderRunner } from '../src/reader-process/reader-pool.js'
import type { SandboxedObservers, SandboxedTask } from '../src/reader-process/reader-process.js'
import { runTranslation } from '../src/run/run-translation.js'

/** The product's readers in this process, for tests of the code around a read, without its sandbox. */
export class UnboxedReaders implements ReaderRunner {
  readonly size = 1
  readonly #workFolder: string

  constructor(workFolder: string) {
    this.#workFolder = workFolder
  }

  async run({ companions, ...task }: SandboxedTask, observers: SandboxedObservers = {}): Promise<SandboxedResult> {
    const folder = await mkdtemp(join(this.#workFolder, 'unboxed-'))
    const output = { folder, user: null }
    const paths = new Map(companions.map(({ name, path }) => [name.toLowerCase(), path]))
    const { onManifest, onProgress, signal } = observers
    const outcome = await runTranslation({
      ...task,
      outputFolder: folder,
      companions: (name) => Promise.resolve(paths.get(name.toLowerCase()) ?? null),
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
      ...(onManifest ? { onManifest: (manifest) => onManifest(manifest, output) } : {}),
    })
    return { outcome, output, release: () => rm(folder, { recursive: true, force: true }) }
  }
}
