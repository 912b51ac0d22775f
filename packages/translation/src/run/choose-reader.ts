import { TranslationError, uploadFormats } from '@kamar/contracts/core'
import type { Finding } from '@kamar/scene'
import type { ReaderSource } from './installed-readers.js'

/** What is known of a file before it is read. */
export interface FileFacts {
  readonly fileName: string
  /** Format by extension. */
  readonly formatId: string
  /** The first bytes. */
  readonly head: Uint8Array
  readonly size: number
}

/** The reader for a file, and what the user should know about the choice. */
export interface ChosenReader {
  readonly readerId: string
  readonly findings: readonly Finding[]
}

function nameOf(formatId: string, readers: ReaderSource): string {
  const named =
    uploadFormats.find((format) => format.id === formatId) ?? readers.cards.find(({ id }) => id === formatId)
  return named?.name ?? formatId
}

/**
 * The content decides: a file under a wrong extension is read by the reader of what it is, and the user is told. Throws
 * `no-reader` and `not-this-format`.
 */
export function chooseReader(file: FileFacts, readers: ReaderSource): ChosenReader {
  const installed = (id: string): boolean => readers.cards.some((card) => card.id === id)
  const { verdict, detected } = readers.recognise(file.fileName, file.head, file.size)
  if (verdict !== 'no' && installed(file.formatId)) return { readerId: file.formatId, findings: [] }
  const expected = nameOf(file.formatId, readers)
  if (detected !== undefined && installed(detected.id)) {
    const details = { expected, detected: detected.name }
    return { readerId: detected.id, findings: [{ code: 'detected-format', severity: 'information', details }] }
  }
  if (!installed(file.formatId)) throw new TranslationError({ code: 'no-reader', details: { expected } })
  const details = { expected, detected: detected?.name ?? 'an unknown kind of file' }
  throw new TranslationError({ code: 'not-this-format', details })
}
