import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource } from '@kamar/scene'
import { byteOrderMark } from './head.js'
import { throwIfCancelled } from './room-guards.js'

const blockBytes = 1024 * 1024
/** A line is kept in memory as a whole; a face of a million corners has some 20 MB. */
const longestLineBytes = 32 * 1024 * 1024
const lineFeed = 10
const carriageReturn = 13
const space = 32
const backslash = 92

/** Where a block may end: behind a line, or behind any white space (formats whose lines mean nothing). */
export type BlockBoundary = 'line' | 'white space'

/** A run of text that ends at a boundary. */
export interface TextBlock {
  /** UTF-8 without byte order mark, ending with a line feed. */
  readonly bytes: Uint8Array
  /** Share of the file that was read, 0 to 1. */
  readonly fraction: number
}

/** How text is taken from a file. */
export interface TextOptions {
  readonly signal: AbortSignal
  readonly boundary: BlockBoundary
}

/**
 * The text of a file in blocks of about 1 MiB that never cut a line (or word); UTF-16 with a byte order mark becomes
 * UTF-8 on the way. Lets the event loop run between blocks, so that a cancel is seen; throws `cancelled`, and `damaged`
 * when a line is longer than any that means something.
 */
export async function* textBlocks(input: ByteSource, options: TextOptions): AsyncGenerator<TextBlock> {
  let rest = new Uint8Array()
  for await (const { bytes, fraction, offset } of decodedBlocks(input, options.signal)) {
    const joined = join(rest, bytes)
    const cut = lastBoundary(joined, options.boundary)
    rest = joined.slice(cut)
    if (rest.length > longestLineBytes) throw new TranslationError({ code: 'damaged', bytePosition: offset })
    if (cut > 0) yield { bytes: joined.subarray(0, cut), fraction }
  }
  yield { bytes: join(rest, Uint8Array.of(lineFeed)), fraction: 1 }
}

interface DecodedBlock {
  readonly bytes: Uint8Array
  readonly fraction: number
  readonly offset: number
}

async function* decodedBlocks(input: ByteSource, signal: AbortSignal): AsyncGenerator<DecodedBlock> {
  const mark = byteOrderMark(await input.read(0, 4))
  const toUtf8 = mark && mark.encoding !== 'utf-8' ? utf8Converter(mark.encoding) : (bytes: Uint8Array) => bytes
  let offset = mark?.length ?? 0
  while (offset < input.size) {
    throwIfCancelled(signal)
    const bytes = await input.read(offset, blockBytes)
    if (bytes.length === 0) return
    offset += bytes.length
    yield { bytes: toUtf8(bytes), fraction: offset / input.size, offset }
    await new Promise((resolve) => setImmediate(resolve))
  }
  throwIfCancelled(signal)
}

function utf8Converter(encoding: string): (bytes: Uint8Array) => Uint8Array {
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  return (bytes) => encoder.encode(decoder.decode(bytes, { stream: true }))
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

const isLineEnd = (byte: number): boolean => byte === lineFeed || byte === carriageReturn

/** Offset behind the last boundary; 0 when there is none. White space means the last line end where there is one. */
function lastBoundary(bytes: Uint8Array, boundary: BlockBoundary): number {
  const line = lastLineEnd(bytes)
  if (line > 0 || boundary === 'line') return line
  let at = bytes.length
  while (at > 0 && bytes[at - 1] > space) at--
  return at
}

/** A line end behind a backslash joins two lines and is none. */
function lastLineEnd(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at >= 0) {
    if (isLineEnd(bytes[at])) {
      const end = at + 1
      while (at > 0 && isLineEnd(bytes[at - 1])) at--
      if (bytes[at - 1] !== backslash) return end
    }
    at--
  }
  return 0
}
