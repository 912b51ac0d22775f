import { parseHandle } from './parse-handle.js'
import { ShortTexts } from './short-texts.js'
import { commentCode, type GroupSource } from './group-source.js'
import { getValueKind, type ValueKind } from './value-kind.js'

/** First bytes of a binary DXF. */
export const binaryMagic = 'AutoCAD Binary DXF\r\n\u001a\0'

/** Prefix of codes longer than a byte in files with one-byte codes. */
const longCode = 255
const sizes: Readonly<Record<Exclude<ValueKind, 'string' | 'chunk'>, number>> = {
  double: 8,
  short: 2,
  integer: 4,
  long: 8,
  byte: 1,
}

/** Reads a binary DXF. It ends at an unknown code, since the start of the next group is then unknown. */
export class BinarySource implements GroupSource {
  position = binaryMagic.length
  code = 0
  start = 0
  end = 0
  isDamaged = false
  readonly #buffer: Buffer
  readonly #texts: ShortTexts
  readonly #view: DataView
  /** Up to release 12 codes have one byte: the name of the first section directly follows its code 0. */
  readonly #areCodesShort: boolean

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#texts = new ShortTexts(this.#buffer)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#areCodesShort = bytes[this.position + 1] !== 0
  }

  next(): boolean {
    while (this.#readGroup()) if (this.code !== commentCode) return true
    return false
  }

  toNumber(code: number, start: number, end: number): number {
    switch (getValueKind(code)) {
      case 'double':
        return this.#view.getFloat64(start, true)
      case 'short':
        return this.#view.getInt16(start, true)
      case 'integer':
        return this.#view.getInt32(start, true)
      case 'long':
        return Number(this.#view.getBigInt64(start, true))
      case 'byte':
        return this.#view.getUint8(start)
      default:
        return Number.parseFloat(this.toRawText(start, end))
    }
  }

  toRawText(start: number, end: number): string {
    return this.#texts.read(start, end)
  }

  toHandle(start: number, end: number): number {
    return parseHandle(this.#buffer, start, end)
  }

  toBytes(start: number, end: number): Uint8Array {
    return this.#buffer.subarray(start, end)
  }

  #readGroup(): boolean {
    const buffer = this.#buffer
    let at = this.position
    if (at >= buffer.length) return false
    let isLong = !this.#areCodesShort
    if (this.#areCodesShort && buffer[at] === longCode) {
      isLong = true
      at++
    }
    const codeBytes = isLong ? 2 : 1
    const code = at + codeBytes > buffer.length ? -1 : isLong ? this.#view.getInt16(at, true) : buffer[at]
    const kind = getValueKind(code)
    if (kind === null || !this.#readValue(kind, at + codeBytes)) {
      this.isDamaged = true
      return false
    }
    this.code = code
    return true
  }

  #readValue(kind: ValueKind, at: number): boolean {
    const buffer = this.#buffer
    this.start = at
    if (kind === 'string') {
      this.end = buffer.indexOf(0, at)
      this.position = this.end + 1
      return this.end >= 0
    }
    if (kind === 'chunk') this.start++
    this.end = this.start + (kind === 'chunk' ? (buffer[at] ?? 0) : sizes[kind])
    this.position = this.end
    return this.end <= buffer.length && this.start <= buffer.length
  }
}
