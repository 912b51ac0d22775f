import type { Reader } from '@kamar/core'

/** Exports of a format's `reader.ts`. */
export interface ReaderModule {
  readonly reader: Reader
  /** Loads the slow dependencies of the first read (WebAssembly); safe to call twice. */
  readonly warm?: () => Promise<void>
}
