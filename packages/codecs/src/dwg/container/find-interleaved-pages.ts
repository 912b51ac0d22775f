import { codeWordBytes, hasCheckBytes } from './reed-solomon.js'
import type { FilePage } from './salvage-pages.js'

const firstPageAt = 0x480
const pageAlignment = 32
/** No page of the samples has more than 273. */
const maxWordCount = 340
/** Max positions without a page, each of which costs up to 0.2 ms: other pages and damaged ranges. */
const maxFailures = 2048
/** First bytes of the preview, which is stored before the other sections, and its size behind them. */
const previewStart = [0x1f, 0x25, 0x6d, 0x07, 0xd4, 0x36, 0x28, 0x28]
const previewSizeAt = 16
const previewFrameBytes = 36

/**
 * Finds the pages of a file of release 2007 without its page map: interleaved code words have check bytes, which are
 * right for one number of words alone. Pages that are not interleaved are passed over.
 */
export function findInterleavedPages(file: Uint8Array): readonly FilePage[] {
  const pages: FilePage[] = []
  let failuresLeft = maxFailures
  for (let at = firstPageAt; at < file.length && failuresLeft > 0;) {
    const wordCount = findWordCount(file, at)
    if (wordCount === 0) failuresLeft--
    const size = wordCount === 0 ? getPreviewSize(file, at) : wordCount * codeWordBytes
    if (wordCount > 0) pages.push({ at, size })
    at += Math.max(1, Math.ceil(size / pageAlignment)) * pageAlignment
  }
  return pages
}

/** Returns the number of code words of the page at a position; 0 if there is none. */
function findWordCount(file: Uint8Array, at: number): number {
  const maxCount = Math.min(maxWordCount, Math.floor((file.length - at) / codeWordBytes))
  for (let count = 1; count <= maxCount; count++) if (hasCheckBytes(file, at, count)) return count
  return 0
}

/** Returns the size of the preview at a position; 0 if there is none. */
function getPreviewSize(file: Uint8Array, at: number): number {
  if (at + previewFrameBytes > file.length || previewStart.some((byte, index) => file[at + index] !== byte)) return 0
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return view.getUint32(at + previewSizeAt, true) + previewFrameBytes
}
