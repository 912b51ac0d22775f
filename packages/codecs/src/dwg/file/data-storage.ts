import type { StoredBody } from '../../drawing/drawing.js'
import type { SectionRange } from '../container/container.js'

/** The data storage section of release 2013 and later: data by the handle of its entity. */
const headerBytes = 48
const segmentSignature = 0xd5ac
const blobSignature = 0xbb106bb1
const maxRecords = 1_000_000
const recordBytes = 20
const blobStart = 80

/**
 * Reads the bodies of solids from a drawing's data storage section, by handle. Segments are found through their index;
 * a body too long for one segment continues in pages of others. A handle may recur with an older state: the last one
 * counts. Images and other stored data are skipped. Never throws on damaged data.
 * @param damagedRanges Ranges of the section whose checksums are wrong.
 */
export function readDataStorage(
  section: Uint8Array,
  damagedRanges: readonly SectionRange[] = [],
): Map<number, StoredBody> {
  const bodies = new Map<number, StoredBody>()
  if (section.length < headerBytes) return bodies
  const view = new DataView(section.buffer, section.byteOffset, section.byteLength)
  const segments = readSegments(view)
  const storage = { section, view, segments, damagedRanges, left: section.length }
  const visited = new Set<number>()
  for (const segment of segments) {
    if (visited.has(segment.offset) || !isDataSegment(section, segment.offset)) continue
    visited.add(segment.offset)
    for (const { handle, at } of listRecords(view, segment)) {
      const body = payload(storage, at)
      if (body && isAcis(body.bytes)) bodies.set(handle, body)
    }
  }
  return bodies
}

interface Segment {
  readonly offset: number
  readonly size: number
}

const fits = (view: DataView, at: number, bytes: number): boolean => at >= 0 && at + bytes <= view.byteLength

function readSegments(view: DataView): Segment[] {
  const index = view.getUint32(24, true)
  const count = Math.min(view.getUint32(32, true), maxRecords)
  const segments: Segment[] = []
  for (let number = 0; number < count; number++) {
    const row = index + headerBytes + 12 * number
    if (!fits(view, row, 12)) break
    segments.push({ offset: Number(view.getBigUint64(row, true)), size: view.getUint32(row + 8, true) })
  }
  return segments
}

function isDataSegment(section: Uint8Array, offset: number): boolean {
  if (offset + 8 > section.length) return false
  const mark = section[offset] | (section[offset + 1] << 8)
  return mark === segmentSignature && String.fromCharCode(...section.subarray(offset + 2, offset + 8)) === '_data_'
}

/** Iterates over the handles and the offsets of their data. */
function* listRecords(view: DataView, { offset, size }: Segment): Generator<{ handle: number; at: number }> {
  if (!fits(view, offset, headerBytes)) return
  const start = offset + 16 * view.getUint32(offset + 36, true)
  const end = Math.min(offset + size, view.byteLength)
  for (let at = offset + headerBytes; at + recordBytes <= Math.min(end, start); at += recordBytes) {
    if (view.getUint32(at, true) !== recordBytes) return
    yield { handle: Number(view.getBigUint64(at + 8, true)), at: start + view.getUint32(at + 16, true) }
  }
}

function payload(storage: Storage, at: number): StoredBody | null {
  const { section, view } = storage
  if (!fits(view, at, 4)) return null
  const length = view.getUint32(at, true)
  if (length === blobSignature) return joinPages(storage, at)
  if (!fits(view, at + 4, length)) return null
  const range = { start: at + 4, end: at + 4 + length }
  return { bytes: section.subarray(range.start, range.end), isDamaged: isDamaged(storage, range) }
}

const isDamaged = ({ damagedRanges }: Storage, { start, end }: SectionRange): boolean =>
  damagedRanges.some((range) => range.start < end && start < range.end)

interface Storage {
  readonly section: Uint8Array
  readonly view: DataView
  readonly segments: readonly Segment[]
  readonly damagedRanges: readonly SectionRange[]
  /** Bytes that may still be joined; no byte belongs to two bodies. */
  left: number
}

function joinPages(storage: Storage, at: number): StoredBody | null {
  const { section, view, segments } = storage
  if (!fits(view, at, 36)) return null
  const total = Number(view.getBigUint64(at + 4, true))
  const pages = view.getUint32(at + 12, true)
  if (!(total <= storage.left) || pages > segments.length) return null
  storage.left -= total
  const bytes = new Uint8Array(total)
  let byteCount = 0
  let hasDamage = false
  for (let page = 0; page < pages; page++) {
    const row = at + 36 + 8 * page
    const segment = fits(view, row, 8) ? segments[view.getUint32(row, true)] : undefined
    if (!segment) return null
    const size = Math.min(view.getUint32(row + 4, true), total - byteCount)
    const from = segment.offset + blobStart
    if (!fits(view, from, size)) return null
    bytes.set(section.subarray(from, from + size), byteCount)
    hasDamage ||= isDamaged(storage, { start: from, end: from + size })
    byteCount += size
  }
  return byteCount === total ? { bytes, isDamaged: hasDamage } : null
}

const isAcis = (bytes: Uint8Array): boolean =>
  /^(ACIS BinaryFile|ASM BinaryFile|\s*\d{3,5} \d+ \d+ )/.test(String.fromCharCode(...bytes.subarray(0, 24)))
