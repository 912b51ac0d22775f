import type { CloudRefusal } from '../autodesk-cloud/cloud-refusal.js'
import type { SandboxedResult } from '../reader-process/reader-pool.js'
import type { SandboxedObservers, SandboxedTask } from '../reader-process/reader-process.js'

/** A file to translate, for any provider. */
export interface ProviderTask extends SandboxedTask {
  readonly translationId: string
}

/** Callbacks of a translation, and the sandbox for a provider. */
export interface ProviderObservers extends SandboxedObservers {
  /** Aborted with reason `cancel`, `lost` or `shutdown`. */
  readonly signal: AbortSignal
  /** Runs a sandboxed reader as soon as a slot is free; external bytes are parsed nowhere else. */
  readonly readSandboxed: (task: SandboxedTask, observers: SandboxedObservers) => Promise<SandboxedResult>
}

/** Result of a provider: a package or a failure of the file; or why it did nothing. */
export type ProviderResult =
  | { readonly kind: 'done'; readonly result: SandboxedResult }
  | { readonly kind: 'refused'; readonly refusal: CloudRefusal; /** For the log. */ readonly message: string }

/** A source of view packages from files. */
export interface TranslationProvider {
  readonly id: 'local' | 'autodesk-cloud'
  /** Translates a file. Rejects when the signal is aborted, and for faults of ours. */
  translate(task: ProviderTask, observers: ProviderObservers): Promise<ProviderResult>
}

/** The sandboxed readers of this installation. */
export const localProvider: TranslationProvider = {
  id: 'local',
  async translate(task, { readSandboxed, ...observers }) {
    return { kind: 'done', result: await readSandboxed(task, observers) }
  },
}
