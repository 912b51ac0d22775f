import { findFormatByExtension, getFileExtension, uploadFormats, type FormatDescriptor } from '@kamar/core'
import { formatDescriptors } from '../generated/descriptors.js'
import { detectOtherFormat, type OtherFormat } from './other-formats.js'

/** Confidence of a match by the header. */
type MatchConfidence = 'yes' | 'maybe' | 'no'

/** The format of a file by its content: one of the twenty formats, or another one under its common name. */
export interface DetectedFormat {
  readonly id: string
  readonly name: string
}

/** Result of comparing a file's content with its name. */
export interface DetectionResult {
  /** The format of the file's extension; null when it is not supported. */
  readonly formatId: string | null
  readonly confidence: MatchConfidence
  /** The format of the content, when it is identified and differs from the extension. */
  readonly detected?: DetectedFormat
}

/**
 * Judges a file by its name and first bytes (at least 4 KiB, or all of it); `size` is that of the whole file. `no`
 * means that the format's reader must not get it.
 */
export function detectFormat(fileName: string, header: Uint8Array, size: number): DetectionResult {
  const formatId = findFormatByExtension(getFileExtension(fileName))?.id ?? null
  const confidence = formatId === null ? 'no' : matchFormat(formatId, header, size)
  if (confidence === 'yes') return { formatId, confidence }
  const detected = detect(header, size, formatId)
  if (!detected || (confidence === 'maybe' && !speaksAgainst(detected, formatId))) return { formatId, confidence }
  return { formatId, confidence: 'no', detected: { id: detected.id, name: detected.name } }
}

/**
 * Returns whether a detected format contradicts the extension's; a ZIP archive does not contradict a format that is
 * stored in one.
 */
function speaksAgainst({ id, isContainer }: OtherFormat, formatId: string | null): boolean {
  const group = findDescriptor(formatId)?.extensionGroup
  return !isContainer && (group === undefined || group !== findDescriptor(id)?.extensionGroup)
}

const findDescriptor = (id: string | null): FormatDescriptor | undefined =>
  formatDescriptors.find((candidate) => candidate.id === id)

function matchFormat(id: string, header: Uint8Array, size: number): MatchConfidence {
  return findDescriptor(id)?.detect(header, size) ?? 'no'
}

function detect(header: Uint8Array, size: number, exceptId: string | null): OtherFormat | null {
  const other = detectOtherFormat(header, size)
  if (other && !other.isContainer) return other
  const format = uploadFormats.find(({ id }) => id !== exceptId && matchFormat(id, header, size) === 'yes')
  return format ? { id: format.id, name: format.name } : other
}
