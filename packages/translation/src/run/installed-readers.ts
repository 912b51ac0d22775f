import { formatDescriptors, loadReader, detectFormat, warmReaders, type DetectionResult } from '@kamar/formats'
import type { FormatDescriptor, Reader } from '@kamar/core'
import { createWarmUpScene } from './warm-up-scene.js'

/** The source of readers: the installed ones, or those of a test. */
export interface ReaderSource {
  readonly descriptors: readonly FormatDescriptor[]
  load(formatId: string): Promise<Reader>
  detect(fileName: string, header: Uint8Array, size: number): DetectionResult
  /** Preloads modules, and optimises code, that the first read would have to wait for. */
  warm(): Promise<void>
}

/** The readers of this installation. */
export const installedReaders: ReaderSource = {
  descriptors: formatDescriptors,
  load: loadReader,
  detect: detectFormat,
  warm: () => warmReaders(createWarmUpScene),
}
