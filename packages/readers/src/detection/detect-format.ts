import { getFileExtension, findUploadFormat, uploadFormats } from '@kamar/contracts/core'
import { formatDescriptors } from '../generated/descriptors.js'
import { detectOtherFormat } from './other-formats.js'
import type { OtherFormat } from './other-formats.js'

/** How sure a look at the head is. */
type MatchConfidence = 'yes' | 'maybe' | 'no'

/** What a file is by its content: one of the twenty formats, or something else by a name people know. */
export interface DetectedFormat {
  readonly id: string
  readonly name: string
}

/** The answer to "is this file what its name says?". */
export interface DetectionResult {
  /** The format that the file's extension names; null when it is none of ours. */
  readonly formatId: string | null
  readonly verdict: MatchConfidence
  /** What the content is, whenever that can be told and is not the format the name says. */
  readonly detected?: DetectedFormat
}

/**
 * Judges a file by its name and its first bytes (4 KiB at least, or all of it); `size` is the whole file's. `no` means
 * that it must not be handed to the format's reader.
 */
export function detectFormat(fileName: string, header: Uint8Array, size: number): DetectionResult {
  const formatId = formatOfName(fileName)
  const verdict = formatId === null ? 'no' : matchFormat(formatId, header, size)
  if (verdict === 'yes') return { formatId, verdict }
  const detected = detect(header, size, formatId)
  if (!detected || (verdict === 'maybe' && !speaksAgainst(detected, formatId))) return { formatId, verdict }
  return { formatId, verdict: 'no', detected: { id: detected.id, name: detected.name } }
}

/** Programs save either kind of these under the extension of the other. */
const webFormats: readonly (string | null)[] = ['dwf', 'dwfx']

/** Being a zip archive says nothing against a format that is kept in one. */
function speaksAgainst({ id, isContainer }: OtherFormat, formatId: string | null): boolean {
  return !isContainer && !(webFormats.includes(formatId) && webFormats.includes(id))
}

function formatOfName(fileName: string): string | null {
  const extension = getFileExtension(fileName)
  const byOption = formatDescriptors.find((descriptor) => descriptor.optionalExtensions.includes(extension))
  return findUploadFormat(fileName)?.id ?? byOption?.id ?? null
}

function matchFormat(id: string, header: Uint8Array, size: number): MatchConfidence {
  return formatDescriptors.find((candidate) => candidate.id === id)?.detect(header, size) ?? 'no'
}

function detect(header: Uint8Array, size: number, exceptId: string | null): OtherFormat | null {
  const other = detectOtherFormat(header, size)
  if (other && !other.isContainer) return other
  const format = uploadFormats.find(({ id }) => id !== exceptId && matchFormat(id, header, size) === 'yes')
  return format ? { id: format.id, name: format.name } : other
}
