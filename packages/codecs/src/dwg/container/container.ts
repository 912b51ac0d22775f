import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { DwgSignature } from '../release.js'

/** Sections of a drawing, by their names since 2004. */
export type SectionName =
  | 'AcDb:Header'
  | 'AcDb:Classes'
  | 'AcDb:Handles'
  | 'AcDb:AcDbObjects'
  | 'AcDb:AcDsPrototype_1b'
  | 'AcDb:Preview'

/** The sections of a drawing, unpacked on request. */
export interface DwgContainer extends DwgSignature {
  /** Size of the complete file by its header; before 2004, where the last of its sections ends. */
  readonly fileBytes: number
  /** Whether maps or pages were missing in what was read so far. */
  readonly isIncomplete: boolean
  /**
   * Unpacks a section; null if the file has none of this name. Ranges that the file does not contain are zeros, and
   * `sectionPadding` further zeros follow in the same buffer.
   * @throws {MalformedRecordError} if the section is encrypted or its size exceeds what its file can hold.
   */
  readSection(name: SectionName): Uint8Array | null
  /** Lists the ranges of a section that are missing or whose checksums are wrong, where pages have checksums. */
  listDamagedRanges?(name: SectionName): readonly SectionRange[]
}

/** Bytes of an unpacked section: first and last (exclusive). */
export interface SectionRange {
  readonly start: number
  readonly end: number
}

/** Zeros after the last byte of a section, so that reads of up to eight bytes at its end stay in the buffer. */
export const sectionPadding = 32

/** Maximum ratio of a section to its file, which the compression cannot exceed. */
const maxRatio = 260
const toleranceBytes = 1_000_000

/** Creates the buffer of a section, with its padding. */
export function createSectionBuffer(size: number, fileSize: number): Uint8Array {
  if (!(size >= 0 && size <= fileSize * maxRatio + toleranceBytes)) throw new MalformedRecordError(`section of ${size}`)
  return new Uint8Array(size + sectionPadding)
}

/** Reads an unsigned 64-bit number, which is exact up to 2^53. */
export const readLong64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
