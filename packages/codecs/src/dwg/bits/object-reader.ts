import { toColor, toIndexColor, type EntityColor } from '../../drawing/color.js'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { computeChecksum } from '../file/checksum.js'
import { getEncoding, type DwgRelease } from '../release.js'
import { BitReader } from './bit-reader.js'

/** Longer runs of character codes are decoded by `TextDecoder`. */
const maxSpreadCharacters = 4096
const wideDecoder = new TextDecoder('utf-16le')
/** First number of the kinds whose form takes one byte more (from 2010 on). */
const secondKindRange = 0x1f0
const maxHandleBytes = 8

/** Extended data of an object for one application. */
export interface ExtendedData {
  readonly applicationHandle: number
  /** Position of its first bit, and number of its bytes. */
  readonly position: number
  readonly byteCount: number
}

/**
 * Reads the objects of a drawing, each of which has up to three streams: data, texts (from 2007 on) and references to
 * other objects (Open Design Specification, section 20.1).
 */
export class ObjectReader extends BitReader {
  /** Number of the object's kind; from 500 on the number of a class of the drawing. */
  kind = 0
  handle = 0
  /** Owner of the object whose header was read last; 0 for entities of the model space and of the current layout. */
  ownerHandle = 0
  /** Owner of the entity whose header was read last: 0 has a handle, 1 is the current layout, 2 the model space. */
  ownerForm = 0
  /** Entity after it in the list of its owner, before 2004. */
  nextHandle = 0
  /** Encoding of texts that are not Unicode, as `TextDecoder` names it. */
  readonly encoding: string
  readonly #decoder: InstanceType<typeof TextDecoder>
  #sectionPosition = 0
  #handlePosition = 0
  /** Position of the references since 2010, which is stated before the object. */
  #statedHandlePosition = 0
  #textPosition = 0
  #hasTexts = false
  #dataEnd = 0
  #isWide: boolean
  #units = new Uint16Array(256)

  constructor(section: Uint8Array, release: DwgRelease, codePage: number) {
    super(section, release)
    this.encoding = getEncoding(codePage)
    this.#decoder = new TextDecoder(this.encoding)
    this.#isWide = release >= 2007
  }

  /** Whether the data and the references were read to their last bits. */
  get isAtEnd(): boolean {
    const left = this.bitCount - this.#handlePosition
    return this.position === this.#dataEnd && left >= 0 && left < 8
  }

  /** Number of complete bytes before the texts and references. */
  get bytesLeft(): number {
    return Math.max(0, Math.floor((this.#dataEnd - this.position) / 8))
  }

  /** End of the object in the section, bytes; its checksum follows. */
  get endPosition(): number {
    return this.start + this.bitCount / 8
  }

  /**
   * Moves to the object at a position of the section and reads its kind.
   * @throws {MalformedRecordError} if there is no object.
   */
  openObject(sectionPosition: number): void {
    if (!this.tryOpenObject(sectionPosition)) throw new MalformedRecordError('no object', sectionPosition)
  }

  /** Whether the object that was opened is followed by its checksum. */
  get hasChecksum(): boolean {
    const { bytes, endPosition: end } = this
    return computeChecksum(bytes, this.#sectionPosition, end) === (bytes[end] | (bytes[end + 1] << 8))
  }

  /** Moves to the object at a position of the section and reads its kind. Returns whether there is an object. */
  tryOpenObject(sectionPosition: number): boolean {
    const { bytes } = this
    this.#sectionPosition = sectionPosition
    let at = sectionPosition
    let word = bytes[at] | (bytes[at + 1] << 8)
    let size = word & 0x7fff
    at += 2
    if (word >= 0x8000) {
      word = bytes[at] | (bytes[at + 1] << 8)
      size += (word & 0x7fff) * 0x8000
      at += 2
    }
    let handleBits = 0
    if (this.release >= 2010) {
      for (let factor = 1, byte = 0x80; (byte & 0x80) !== 0 && factor < 2 ** 35; factor *= 0x80) {
        byte = bytes[at++]
        handleBits += (byte & 0x7f) * factor
      }
    }
    if (size === 0 || word >= 0x8000 || !(at + size <= bytes.length)) return false
    this.moveTo(at, size)
    this.#statedHandlePosition = size * 8 - handleBits
    this.kind = this.release >= 2010 ? this.#readKind() : this.readShort() & 0xffff
    return true
  }

  /**
   * Returns the handle of the object that was opened, before its header is read; 0 if it states none, or references
   * outside of it.
   */
  peekHandle(): number {
    const { position, release } = this
    let handlePosition = release >= 2010 ? this.#statedHandlePosition : 0
    if (release >= 2000 && release < 2010) handlePosition = this.readRawLong()
    const form = this.readByte()
    this.position -= 8
    const isStated = form > 0 && form <= maxHandleBytes && handlePosition >= 0 && handlePosition <= this.bitCount
    const handle = isStated ? this.readHandleValue(0) : 0
    this.position = position
    return handle
  }

  /**
   * Reads what all objects begin with: streams, own handle and extended data. Returns the extended data if asked for.
   */
  readHeader(keepsExtendedData = false): readonly ExtendedData[] {
    if (this.release >= 2010) this.openStreams(this.#statedHandlePosition)
    else if (this.release >= 2000) this.openStreams(this.readRawLong())
    this.handle = this.readHandleValue(0)
    const extendedData: ExtendedData[] = []
    for (let byteCount = this.readShort(); byteCount !== 0; byteCount = this.readShort()) {
      const applicationHandle = this.readHandleValue(0)
      if (keepsExtendedData) extendedData.push({ applicationHandle, position: this.position, byteCount })
      this.skipBytes(byteCount)
      this.checkEnd()
    }
    return extendedData
  }

  /** Reads where the references begin, which releases 13 and 14 state after the head. */
  readStreamStart(): void {
    this.openStreams(this.readRawLong())
  }

  /** Reads the next reference to another object (H). */
  readHandle(): number {
    const { position } = this
    this.position = this.#handlePosition
    const value = this.readHandleValue(this.handle)
    this.#handlePosition = this.position
    this.position = position
    return value
  }

  /** Reads references to other objects. */
  readHandles(count: number): number[] {
    return Array.from({ length: this.checkCount(count, 8) }, () => this.readHandle())
  }

  /** Skips references to other objects. */
  skipHandles(count: number): void {
    const { position } = this
    this.position = this.#handlePosition
    for (let left = this.checkCount(count, 8); left > 0; left--) {
      const byteCount = this.readByte() & 15
      this.position += byteCount * 8
    }
    this.#handlePosition = this.position
    this.position = position
  }

  /** Skips the rest of the references. */
  skipAllHandles(): void {
    this.#handlePosition = this.bitCount
  }

  /** Finds references and texts of a stream by the position of the references. */
  openStreams(handlePosition: number): void {
    this.#handlePosition = handlePosition
    this.#dataEnd = handlePosition
    this.#hasTexts = false
    if (this.#isWide && handlePosition >= 1 && handlePosition <= this.bitCount) this.openTexts(handlePosition)
  }

  /**
   * Finds the texts of a stream, whose size is stated at the end of the data. Returns the end of the data without them.
   * @param end Position after the data and the texts.
   */
  openTexts(end: number): number {
    const { position } = this
    this.position = end - 1
    this.#hasTexts = this.readFlag()
    this.#dataEnd = this.#hasTexts ? this.#findTexts(end) : end - 1
    this.position = position
    return this.#dataEnd
  }

  #findTexts(end: number): number {
    let sizeAt = end - 17
    this.position = sizeAt
    let bitCount = this.readRawShort()
    if ((bitCount & 0x8000) !== 0) {
      sizeAt -= 16
      this.position = sizeAt
      bitCount = (bitCount & 0x7fff) + this.readRawShort() * 0x8000
    }
    if (bitCount > sizeAt) throw new MalformedRecordError(`texts of ${bitCount} bits`, sizeAt)
    this.#textPosition = sizeAt - bitCount
    return this.#textPosition
  }

  /** Reads a text (T, TV). */
  readText(): string {
    if (!this.#isWide) return this.#readNarrow(this.readShort() & 0xffff)
    if (!this.#hasTexts) return ''
    const { position } = this
    this.position = this.#textPosition
    const text = this.#readWide(this.readShort() & 0xffff)
    this.#textPosition = this.position
    this.position = position
    return text
  }

  /** Reads a colour (CMC). */
  readColor(): EntityColor {
    const index = this.readShort()
    if (this.release < 2004) return toIndexColor(index)
    const value = this.readLong()
    const names = this.readByte()
    if ((names & 1) !== 0) this.readText()
    if ((names & 2) !== 0) this.readText()
    return toColor(value)
  }

  /** Skips what table entries state about external references, after their name. */
  skipReferenceFlags(): void {
    if (this.release >= 2007) this.readShort()
    else {
      this.readBit()
      this.readShort()
      this.readBit()
    }
  }

  #readKind(): number {
    const form = this.readTwoBits()
    if (form === 0) return this.readByte()
    return form === 1 ? secondKindRange + this.readByte() : this.readRawShort()
  }

  #readNarrow(count: number): string {
    const units = this.#reserveUnits(this.checkCount(count, 8))
    let isAscii = true
    for (let at = 0; at < count; at++) {
      units[at] = this.readByte()
      if (units[at] > 127) isAscii = false
    }
    const text = trimZeros(units, count)
    return isAscii ? toText(text) : this.#decoder.decode(Uint8Array.from(text))
  }

  #readWide(count: number): string {
    const units = this.#reserveUnits(this.checkCount(count, 16))
    for (let at = 0; at < count; at++) units[at] = this.readRawShort()
    return toText(trimZeros(units, count))
  }

  #reserveUnits(count: number): Uint16Array {
    if (this.#units.length < count) this.#units = new Uint16Array(count * 2)
    return this.#units
  }
}

function trimZeros(units: Uint16Array, count: number): Uint16Array {
  let length = count
  while (length > 0 && units[length - 1] === 0) length--
  return units.subarray(0, length)
}

const toText = (units: Uint16Array): string =>
  units.length <= maxSpreadCharacters ? String.fromCharCode(...units) : wideDecoder.decode(units)
