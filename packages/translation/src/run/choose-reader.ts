import { formatName, TranslationError, type Finding } from '@kamar/core'
import type { ReaderSource } from './installed-readers.js'

/** Metadata of a file before it is read. */
export interface FileInfo {
  readonly fileName: string
  /** Format by extension. */
  readonly formatId: string
  /** The first bytes. */
  readonly header: Uint8Array
  readonly size: number
}

/** The reader for a file, and notes to the user about the choice. */
export interface ChosenReader {
  readonly readerId: string
  readonly findings: readonly Finding[]
}

/**
 * Chooses the reader by content: a file with the wrong extension is read by the reader of its real format, and the user
 * is notified. Throws `no-reader` and `not-this-format`.
 */
export function chooseReader(file: FileInfo, readers: ReaderSource): ChosenReader {
  const installed = (id: string): boolean => readers.descriptors.some((descriptor) => descriptor.id === id)
  const { confidence, detected } = readers.detect(file.fileName, file.header, file.size)
  if (confidence !== 'no' && installed(file.formatId)) return { readerId: file.formatId, findings: [] }
  const expected = formatName(file.formatId)
  if (detected !== undefined && installed(detected.id)) {
    const details = { expected, detected: detected.name }
    return { readerId: detected.id, findings: [{ code: 'detected-format', severity: 'information', details }] }
  }
  if (!installed(file.formatId)) throw new TranslationError({ code: 'no-reader', details: { expected } })
  const details = { expected, detected: detected?.name ?? 'an unknown kind of file' }
  throw new TranslationError({ code: 'not-this-format', details })
}
