import type { Reader } from '@kamar/scene'

/** What the `reader.ts` of a room exports. */
export interface ReaderModule {
  readonly reader: Reader
  /** Loads what the first read would have to wait for (WebAssembly); safe to call twice. */
  readonly warm?: () => Promise<void>
}
