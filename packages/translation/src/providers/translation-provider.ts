import type { CloudRefusal } from '../autodesk-cloud/cloud-refusal.js'
import type { SandboxedResult } from '../reader-process/reader-pool.js'
import type { SandboxedObservers, SandboxedTask } from '../reader-process/reader-process.js'

/** A file to translate, whoever does it. */
export interface ProviderTask extends SandboxedTask {
  readonly translationId: string
}

/** Who hears of a translation, and what a provider may use. */
export interface ProviderObservers extends SandboxedObservers {
  /** Aborted with reason `cancel`, `lost` or `shutdown`. */
  readonly signal: AbortSignal
  /** Runs a boxed reader as soon as one may run; bytes from outside are looked at nowhere else. */
  readonly readSandboxed: (task: SandboxedTask, observers: SandboxedObservers) => Promise<SandboxedResult>
}

/** What a provider made of a file: a package or a failure of the file's; or why it did nothing. */
export type ProviderResult =
  | { readonly kind: 'done'; readonly result: SandboxedResult }
  | { readonly kind: 'refused'; readonly refusal: CloudRefusal; /** For the log. */ readonly message: string }

/** Somebody who makes view packages of files. */
export interface TranslationProvider {
  readonly id: 'local' | 'autodesk-cloud'
  /** Rejects when the signal is aborted, and for faults of ours. */
  translate(task: ProviderTask, observers: ProviderObservers): Promise<ProviderResult>
}

/** The readers of this installation, in their boxes. */
export const localProvider: TranslationProvider = {
  id: 'local',
  async translate(task, { readSandboxed, ...observers }) {
    return { kind: 'done', result: await readSandboxed(task, observers) }
  },
}
