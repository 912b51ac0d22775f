import { formatCards, loadReader, recogniseFormat, warmReaders, type FormatVerdict } from '@kamar/readers'
import type { FormatDescriptor, Reader } from '@kamar/scene'

/** Where readers come from: the installed ones, or those of a test. */
export interface ReaderSource {
  readonly descriptors: readonly FormatDescriptor[]
  load(formatId: string): Promise<Reader>
  detect(fileName: string, header: Uint8Array, size: number): FormatVerdict
  /** Loads what the first read would have to wait for. */
  warm(): Promise<void>
}

/** The readers of this installation. */
export const installedReaders: ReaderSource = {
  descriptors: formatCards,
  load: loadReader,
  detect: recogniseFormat,
  warm: warmReaders,
}
