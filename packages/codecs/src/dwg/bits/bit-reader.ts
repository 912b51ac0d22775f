import type { Vector } from '@kamar/core/math'
import type { Point2 } from '../../drawing/index.js'
import { MalformedRecordError, TruncatedRecordError } from '../../records/malformed-record-error.js'
import type { DwgRelease } from '../release.js'

const scratch = new DataView(new ArrayBuffer(8))
const zAxis: Vector = [0, 0, 1]

/**
 * Reads the values of a bit stream (Open Design Specification, section 2): highest bit first, numbers of several bytes
 * with the lowest byte first, at any bit. Positions are counted from the start of the stream, in bits, so that they
 * stay small integers in sections of any size. Reads beyond the section give zeros; `checkEnd` and `readCount` limit
 * what a damaged stream can cause.
 */
export class BitReader {
  readonly release: DwgRelease
  /** Next bit, counted from the start of the stream. */
  position = 0
  /** First byte of the stream in the section. */
  protected start = 0
  /** Number of bits in the stream. */
  protected bitCount = 0
  protected readonly bytes: Uint8Array
  readonly #view: DataView

  /** @param section Bytes with at least eight more behind them in their buffer. */
  constructor(section: Uint8Array, release: DwgRelease) {
    this.bytes = new Uint8Array(section.buffer, section.byteOffset)
    this.#view = new DataView(section.buffer, section.byteOffset)
    this.release = release
  }

  /** Moves to the start of a stream within the section. */
  moveTo(start: number, byteCount: number): void {
    this.start = start
    this.position = 0
    this.bitCount = byteCount * 8
  }

  /** @throws {TruncatedRecordError} if the stream ended before the current position. */
  checkEnd(): void {
    if (this.position > this.bitCount) throw new TruncatedRecordError(this.position)
  }

  /** Reads a bit (B), 0 or 1. */
  readBit(): number {
    const at = this.position++
    return (this.bytes[this.start + (at >>> 3)] >>> (7 - (at & 7))) & 1
  }

  /** Reads a bit (B) as a flag. */
  readFlag(): boolean {
    return this.readBit() === 1
  }

  /** Reads two bits (BB). */
  readTwoBits(): number {
    const at = this.position
    const byte = this.start + (at >>> 3)
    const shift = at & 7
    this.position = at + 2
    return shift < 7
      ? (this.bytes[byte] >>> (6 - shift)) & 3
      : ((this.bytes[byte] & 1) << 1) | (this.bytes[byte + 1] >>> 7)
  }

  /** Reads a raw byte (RC). */
  readByte(): number {
    const at = this.position
    const byte = this.start + (at >>> 3)
    const shift = at & 7
    this.position = at + 8
    return shift === 0 ? this.bytes[byte] : ((this.bytes[byte] << shift) | (this.bytes[byte + 1] >>> (8 - shift))) & 255
  }

  /** Reads a raw 16-bit number (RS), unsigned. */
  readRawShort(): number {
    const low = this.readByte()
    return low | (this.readByte() << 8)
  }

  /** Reads a raw 32-bit number (RL), signed. */
  readRawLong(): number {
    const word = this.#readWord()
    return (word >>> 24) | ((word >>> 8) & 0xff00) | ((word << 8) & 0xff0000) | (word << 24)
  }

  /** Reads a raw double (RD). */
  readRawDouble(): number {
    const at = this.position
    if ((at & 7) === 0) {
      this.position = at + 64
      const byte = this.start + (at >>> 3)
      return byte + 8 <= this.#view.byteLength ? this.#view.getFloat64(byte, true) : 0
    }
    scratch.setInt32(0, this.#readWord())
    scratch.setInt32(4, this.#readWord())
    return scratch.getFloat64(0, true)
  }

  /** Reads a number of up to 16 bits (BS), signed. */
  readShort(): number {
    const form = this.readTwoBits()
    if (form === 0) return (this.readRawShort() << 16) >> 16
    if (form === 1) return this.readByte()
    return form === 2 ? 0 : 256
  }

  /**
   * Reads a number of up to 32 bits (BL), signed.
   * @throws {MalformedRecordError} for the unused form.
   */
  readLong(): number {
    const form = this.readTwoBits()
    if (form === 0) return this.readRawLong()
    if (form === 1) return this.readByte()
    if (form === 2) return 0
    throw new MalformedRecordError('form of a bit long', this.position)
  }

  /** Reads a number of up to 56 bits (BLL). */
  readLongLong(): number {
    const byteCount = (this.readBit() << 2) | this.readTwoBits()
    let value = 0
    for (let at = 0, factor = 1; at < byteCount; at++, factor *= 256) value += this.readByte() * factor
    return value
  }

  /**
   * Reads a double (BD).
   * @throws {MalformedRecordError} for the unused form.
   */
  readDouble(): number {
    const form = this.readTwoBits()
    if (form === 0) return this.readRawDouble()
    if (form === 1) return 1
    if (form === 2) return 0
    throw new MalformedRecordError('form of a bit double', this.position)
  }

  /** Reads a double that may replace only some bytes of another one (DD). */
  readDoubleNear(other: number): number {
    const form = this.readTwoBits()
    if (form === 0) return other
    if (form === 3) return this.readRawDouble()
    scratch.setFloat64(0, other, true)
    const upperBytes = form === 2 ? this.readRawShort() : -1
    scratch.setInt32(0, this.#readWord())
    if (upperBytes >= 0) scratch.setUint16(4, upperBytes, true)
    return scratch.getFloat64(0, true)
  }

  /** Reads three doubles (3BD). */
  readPoint(): Vector {
    const x = this.readDouble()
    const y = this.readDouble()
    return [x, y, this.readDouble()]
  }

  /** Reads two raw doubles (2RD). */
  readRawPoint(): Point2 {
    const x = this.readRawDouble()
    return [x, this.readRawDouble()]
  }

  /** Reads two doubles near those of another point (2DD). */
  readPointNear(other: Point2): Point2 {
    const x = this.readDoubleNear(other[0])
    return [x, this.readDoubleNear(other[1])]
  }

  /** Reads a thickness (BT). */
  readThickness(): number {
    return this.release >= 2000 && this.readFlag() ? 0 : this.readDouble()
  }

  /** Reads the direction of an extrusion (BE). */
  readExtrusion(): Vector {
    return this.release >= 2000 && this.readFlag() ? zAxis : this.readPoint()
  }

  /**
   * Reads the number of rows that follow.
   * @param minBits Bits that each of them has at least.
   * @throws {MalformedRecordError} if the stream has no bits for so many.
   */
  readCount(minBits: number): number {
    return this.checkCount(this.readLong(), minBits)
  }

  /** Returns the number of rows, if the stream has bits for so many. */
  checkCount(count: number, minBits: number): number {
    if (count >= 0 && count * minBits <= this.bitCount) return count
    throw new MalformedRecordError(`${count} rows`, this.position)
  }

  /** Skips bytes. */
  skipBytes(count: number): void {
    this.position += this.checkCount(count, 8) * 8
  }

  /** Copies bytes, whatever the bit that they begin at. */
  readBytes(count: number): Uint8Array {
    const length = this.checkCount(count, 8)
    const first = this.start + (this.position >>> 3)
    if ((this.position & 7) === 0) {
      this.position += length * 8
      return this.bytes.slice(first, first + length)
    }
    const copy = new Uint8Array(length)
    for (let at = 0; at < length; at++) copy[at] = this.readByte()
    return copy
  }

  /**
   * Reads a handle (H), of which some are stated relative to another.
   * @throws {MalformedRecordError} for an unknown form.
   */
  readHandleValue(base: number): number {
    const form = this.readByte()
    let value = 0
    for (let left = form & 15; left > 0; left--) value = value * 256 + this.readByte()
    switch (form >> 4) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return value
      case 6:
        return base + 1
      case 8:
        return base - 1
      case 10:
        return base + value
      case 12:
        return base - value
      default:
        throw new MalformedRecordError(`handle of form ${form}`, this.position)
    }
  }

  /** Reads 32 bits, the first one as the highest. */
  #readWord(): number {
    const at = this.position
    const byte = this.start + (at >>> 3)
    const shift = at & 7
    this.position = at + 32
    if (byte + 5 > this.#view.byteLength) throw new TruncatedRecordError(at)
    const word = this.#view.getInt32(byte)
    return shift === 0 ? word : (word << shift) | (this.bytes[byte + 4] >>> (8 - shift))
  }
}
