import type { Reader, ReadReport, SceneBuilder } from '@kamar/core'

/** A scene whose result is discarded: reading into it warms up the code that follows a reader as well. */
export interface WarmUpScene extends SceneBuilder {
  finish(report: ReadReport): Promise<unknown>
  close(): void
}

/** Exports of a format's `reader.ts`. */
export interface ReaderModule {
  readonly reader: Reader
  /** Prepares the first read: loads slow dependencies (WebAssembly), lets V8 optimise; safe to call twice. */
  readonly warm?: (createScene: () => WarmUpScene) => Promise<void>
}
