/** Header of a data page since release 2004 (Open Design Specification, section 4.6). */
export interface DataPage {
  /** Position of its header in the file. */
  readonly at: number
  /** Number of its section. */
  readonly section: number
  readonly packedBytes: number
  /** First byte in the section. */
  readonly start: number
  /** Checksum of the packed bytes. */
  readonly checksum: number
}

/** Unpacked bytes of each page of a section but the last one. */
export const pageBytes = 0x7400
/** Number of bytes of the header, before the data. */
export const dataHeaderBytes = 32
/** First word of a header without its mask. */
const pageMark = 0x4163043b
/** Mask of the header, together with its position. */
const pageMask = 0x4164536b
const pageAlignment = 32

/** Reads the header of a data page; null if there is none at this position. */
export function readDataPage(file: DataView, at: number): DataPage | null {
  if (at + dataHeaderBytes > file.byteLength) return null
  const readWord = (index: number): number => (file.getUint32(at + 4 * index, true) ^ pageMask ^ at) >>> 0
  if (readWord(0) !== pageMark) return null
  return { at, section: readWord(1), packedBytes: readWord(2), start: readWord(4), checksum: readWord(7) }
}

/** Finds the data pages of a file by the marks of their headers, without its maps. */
export function findDataPages(file: DataView): readonly DataPage[] {
  const pages: DataPage[] = []
  for (let at = 0; at + dataHeaderBytes <= file.byteLength; at += pageAlignment) {
    const page = readDataPage(file, at)
    if (page) pages.push(page)
  }
  return pages
}

const checksumModulus = 0xfff1
/** Bytes after which the sums are reduced, before they leave 32 bits. */
const checksumRun = 0x15b0

/** Returns whether the packed bytes of a page have its checksum, an Adler-32 that begins at 0. */
export function hasPageChecksum(file: Uint8Array, { at, packedBytes, checksum }: DataPage): boolean {
  const end = at + dataHeaderBytes + packedBytes
  if (end > file.length) return false
  let [sum, sumOfSums] = [0, 0]
  for (let read = at + dataHeaderBytes; read < end;) {
    for (const runEnd = Math.min(end, read + checksumRun); read < runEnd; read++) {
      sum += file[read]
      sumOfSums += sum
    }
    sum %= checksumModulus
    sumOfSums %= checksumModulus
  }
  return sumOfSums * 0x10000 + sum === checksum
}
