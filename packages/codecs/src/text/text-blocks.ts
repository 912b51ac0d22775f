import { TranslationError, type ByteSource, throwIfCancelled } from '@kamar/core'
import { byteOrderMark } from '../detection/file-header.js'

const defaultBlockBytes = 1024 * 1024
/** Maximum line length, as lines are buffered; a face of a million vertices has some 20 MB. */
const maxLineBytes = 32 * 1024 * 1024
const lineFeed = 10
const carriageReturn = 13
const space = 32
const backslash = 92

/** Boundary where a block may end: after a line, or after any white space (for formats without significant lines). */
export type BlockBoundary = 'line' | 'white space'

/** A block of text that ends at a boundary. */
export interface TextBlock {
  /** UTF-8 without byte order mark, ending with a line feed. */
  readonly bytes: Uint8Array
  /** Fraction of the file that was read, 0 to 1. */
  readonly fraction: number
}

/** Options for reading text from a file. */
export interface TextOptions {
  readonly signal: AbortSignal
  readonly boundary: BlockBoundary
  /** Bytes read at a time; 1 MiB by default. */
  readonly blockBytes?: number
}

/**
 * Yields the text of a file in blocks of about 1 MiB that never cut a line (or word); converts UTF-16 with a byte order
 * mark to UTF-8. Yields to the event loop between blocks to allow cancellation; throws `cancelled`, and `damaged` when
 * a line exceeds any plausible length.
 */
export async function* textBlocks(input: ByteSource, options: TextOptions): AsyncGenerator<TextBlock> {
  const pending = new PendingText(options.boundary)
  for await (const { bytes, fraction, offset } of decodedBlocks(input, options)) {
    const block = pending.add(bytes)
    if (pending.length > maxLineBytes) throw new TranslationError({ code: 'damaged', bytePosition: offset })
    if (block !== null) yield { bytes: block, fraction }
  }
  yield { bytes: pending.end(), fraction: 1 }
}

/** Buffer for the text after the last boundary. Searches each byte once, however many blocks a line has. */
class PendingText {
  readonly #boundary: BlockBoundary
  #chunks: Uint8Array[] = []
  /** Number of leading bytes known to hold no boundary. */
  #searched = 0
  length = 0

  constructor(boundary: BlockBoundary) {
    this.#boundary = boundary
  }

  /** Adds text and returns the part up to the last boundary; null when there is none. */
  add(bytes: Uint8Array): Uint8Array | null {
    const isSearched = this.#searched === this.length
    this.#chunks.push(bytes)
    this.length += bytes.length
    if (isSearched && !bytes.some((byte) => byte <= space)) {
      this.#searched = this.length
      return null
    }
    const joined = join(this.#chunks, this.length)
    const line = lastLineEnd(joined, this.#searched)
    // A name may have blanks: words are only divided where a line is long.
    const isByLine = line > 0 || this.#boundary === 'line' || joined.length < defaultBlockBytes
    const cut = isByLine ? line : lastWhiteSpace(joined, this.#searched)
    const rest = joined.slice(cut)
    this.#chunks = [rest]
    this.length = rest.length
    this.#searched = isByLine && this.#boundary === 'white space' ? 0 : rest.length
    return cut > 0 ? joined.subarray(0, cut) : null
  }

  /** Returns the rest, ended by a line feed. */
  end(): Uint8Array {
    return join([...this.#chunks, Uint8Array.of(lineFeed)], this.length + 1)
  }
}

interface DecodedBlock {
  readonly bytes: Uint8Array
  readonly fraction: number
  readonly offset: number
}

async function* decodedBlocks(
  input: ByteSource,
  { signal, blockBytes = defaultBlockBytes }: TextOptions,
): AsyncGenerator<DecodedBlock> {
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

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

const isLineEnd = (byte: number): boolean => byte === lineFeed || byte === carriageReturn

/** Returns the offset after the last white space at or after `from`; 0 when there is none. */
function lastWhiteSpace(bytes: Uint8Array, from: number): number {
  let at = bytes.length
  while (at > from && bytes[at - 1] > space) at--
  return at > from ? at : 0
}

/**
 * Returns, like `lastWhiteSpace`, the offset after the last line end. One after a backslash is a line continuation and
 * does not count.
 */
function lastLineEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.length - 1
  while (at >= from) {
    if (isLineEnd(bytes[at])) {
      const end = at + 1
      while (at > 0 && isLineEnd(bytes[at - 1])) at--
      if (bytes[at - 1] !== backslash) return end
    }
    at--
  }
  return 0
}
