import { maxPixels, type RasterImage } from '@kamar/codecs/image'
import { FaxBits } from './fax-codes.js'

/** T.6 modes by the code with a leading 1: offset of the next change from the row above, or another mode. */
const modes: ReadonlyMap<number, number | 'pass' | 'runs'> = new Map<number, number | 'pass' | 'runs'>([
  [0b11, 0],
  [0b1011, 1],
  [0b1010, -1],
  [0b1001, 'runs'],
  [0b10001, 'pass'],
  [0b1000011, 2],
  [0b1000010, -2],
  [0b10000011, 3],
  [0b10000010, -3],
])
const maxModeLength = 7

const tag = {
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  offsets: 273,
  counts: 279,
} as const
const group4 = 4
const maxTags = 200
const black = [0, 0, 0, 255]
const white = [255, 255, 255, 255]

/**
 * Decodes a TIFF of one image compressed by T.6, in its own black and white or in two colours (r g b a each) that
 * replace them.
 */
export function decodeGroup4Tiff(bytes: Uint8Array, colors: Uint8Array): RasterImage | null {
  const values = readTags(bytes)
  if (!values) return null
  const valueOf = (number: number, otherwise: number): number => values.get(number)?.[0] ?? otherwise
  const [width, height] = [valueOf(tag.width, 0), valueOf(tag.height, 0)]
  const isSupported = valueOf(tag.compression, 0) === group4 && valueOf(tag.fillOrder, 1) === 1
  const isValid = values.get(tag.offsets)?.length === 1 && width * height > 0 && width * height <= maxPixels
  if (!isSupported || !isValid) return null
  const from = valueOf(tag.offsets, 0)
  const pixels = decodeGroup4(bytes.subarray(from, from + valueOf(tag.counts, bytes.length)), width, height)
  if (!pixels) return null
  const own = valueOf(tag.photometric, 0) === 1 ? [black, white] : [white, black]
  const [off, on] = colors.length >= 8 ? [colors.subarray(0, 4), colors.subarray(4, 8)] : own
  const data = new Uint8Array(4 * width * height)
  for (let pixel = 0; pixel < pixels.length; pixel++) data.set(pixels[pixel] === 1 ? on : off, 4 * pixel)
  return { width, height, data }
}

function readTags(bytes: Uint8Array): Map<number, number[]> | null {
  if (bytes.length < 16) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittleEndian = bytes[0] === 0x49
  const start = view.getUint32(4, isLittleEndian)
  if (view.getUint16(2, isLittleEndian) !== 42 || start + 2 > bytes.length) return null
  const count = Math.min(view.getUint16(start, isLittleEndian), maxTags)
  const tags = new Map<number, number[]>()
  for (let number = 0; number < count; number++) {
    const at = start + 2 + 12 * number
    if (at + 12 > bytes.length) return null
    const isShort = view.getUint16(at + 2, isLittleEndian) === 3
    const length = view.getUint32(at + 4, isLittleEndian)
    if (length > 1)
      tags.set(
        view.getUint16(at, isLittleEndian),
        Array.from({ length: Math.min(length, 2) }, () => 0),
      )
    else
      tags.set(view.getUint16(at, isLittleEndian), [
        isShort ? view.getUint16(at + 8, isLittleEndian) : view.getUint32(at + 8, isLittleEndian),
      ])
  }
  return tags
}

/** Decodes rows of white and black, each coded by its changes against the row above; 1 is black. */
export function decodeGroup4(data: Uint8Array, columns: number, rows: number): Uint8Array | null {
  if (rows > 8 * data.length) return null
  const bits = new FaxBits(data)
  const pixels = new Uint8Array(columns * rows)
  let above: number[] = [columns]
  for (let row = 0; row < rows; row++) {
    const changes = readRow(bits, above, columns)
    if (!changes) return null
    fillRow(pixels.subarray(row * columns, (row + 1) * columns), changes)
    above = changes
  }
  return pixels
}

function readRow(bits: FaxBits, above: readonly number[], columns: number): number[] | null {
  const changes: number[] = []
  const reference = new RowAbove(above, columns)
  let at = -1
  while (at < columns) {
    const mode = readMode(bits)
    const isBlack = changes.length % 2 === 1
    const [first, second] = reference.changesAfter(at, isBlack)
    if (mode === null) return null
    if (mode === 'pass') at = second
    else if (mode === 'runs') {
      const end = readRuns(bits, { changes, from: Math.max(0, at), isBlack, columns })
      if (end === null) return null
      at = end
    } else {
      const next = first + mode
      if (next < Math.max(at, 0) || next > columns) return null
      at = next
      changes.push(at)
    }
  }
  return changes
}

/** Colour changes of the reference row. */
class RowAbove {
  readonly #changes: readonly number[]
  readonly #columns: number
  #pointer = 0

  constructor(changes: readonly number[], columns: number) {
    this.#changes = changes
    this.#columns = columns
  }

  /** Returns the next change after a position to the opposite colour, and the one after it. */
  changesAfter(at: number, isBlack: boolean): [number, number] {
    const changes = this.#changes
    let pointer = this.#pointer
    while (pointer > 0 && changes[pointer - 1] > at) pointer--
    while (pointer < changes.length && (changes[pointer] <= at || (pointer % 2 === 1) !== isBlack)) pointer++
    this.#pointer = pointer
    return [changes[pointer] ?? this.#columns, changes[pointer + 1] ?? this.#columns]
  }
}

/** Reads a run of the current colour and one of the other; returns their ends. */
function readRuns(
  bits: FaxBits,
  { changes, from, isBlack, columns }: { changes: number[]; from: number; isBlack: boolean; columns: number },
): number | null {
  const [own, other] = [bits.run(isBlack), bits.run(!isBlack)]
  if (own === null || other === null || from + own + other > columns) return null
  changes.push(from + own, from + own + other)
  return from + own + other
}

function readMode(bits: FaxBits): number | 'pass' | 'runs' | null {
  let code = 1
  for (let bit = 0; bit < maxModeLength; bit++) {
    if (bits.isAtEnd) return null
    code = 2 * code + bits.bit()
    const mode = modes.get(code)
    if (mode !== undefined) return mode
  }
  return null
}

function fillRow(line: Uint8Array, changes: readonly number[]): void {
  for (let at = 0; at < changes.length; at += 2) line.fill(1, changes[at], changes[at + 1] ?? line.length)
}
