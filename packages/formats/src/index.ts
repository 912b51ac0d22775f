import { formatName, TranslationError, type Reader } from '@kamar/core'
import { readerModules } from './generated/readers.js'
import type { WarmUpScene } from './reader-module.js'

export { formatDescriptors } from './generated/descriptors.js'
export { detectFormat } from './detection/detect-format.js'
export type { DetectedFormat, DetectionResult } from './detection/detect-format.js'
export type { ReaderModule, WarmUpScene } from './reader-module.js'
export { openFileSource } from './kit/file-source.js'
export type { FileSource } from './kit/file-source.js'

/** Loads the reader of a format. Rejects with the failure `no-reader` when this installation lacks its module. */
export async function loadReader(id: string): Promise<Reader> {
  const load = Object.hasOwn(readerModules, id) ? readerModules[id] : undefined
  if (load) return (await load()).reader
  throw new TranslationError({ code: 'no-reader', details: { expected: formatName(id) } })
}

/** Loads every reader module and prepares its first read; a reader that needs a scene for it creates one. */
export async function warmReaders(createScene: () => WarmUpScene): Promise<void> {
  await Promise.all(Object.values(readerModules).map(async (load) => (await load()).warm?.(createScene)))
}
