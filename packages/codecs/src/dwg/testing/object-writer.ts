import { computeChecksum } from '../file/checksum.js'
import type { DwgRelease } from '../release.js'
import { BitWriter } from './bit-writer.js'
import { StreamWriter } from './stream-writer.js'

const [softPointer, hardPointer] = [4, 5]
const colorFlag = { book: 0x4000, rgb: 0x8000, transparency: 0x2000 } as const

/** What tests state of an entity. */
export interface EntityOptions {
  /** Handle of its block; without one it belongs to the model space. */
  readonly owner?: number
  readonly layer?: number
  readonly color?: number
  /** Colour 0xRRGGBB, since 2004. */
  readonly rgb?: number
  /** Handle of a colour of a colour book, since 2004. */
  readonly bookColor?: number
  /** Form and opacity, since 2004. */
  readonly transparency?: number
  /** Entity after it, before 2004. */
  readonly next?: number
  /** Handle of the dictionary with further data. */
  readonly dictionary?: number
}

/** Writes an object of one release. */
export class ObjectWriter extends StreamWriter {
  /** Position of the number that states where the references begin; null from 2010 on. */
  #startPosition: number | null = null

  constructor(release: DwgRelease, kind: number, handle: number) {
    super(release)
    if (release >= 2010) this.#writeKind(kind)
    else this.data.writeShort(kind)
    if (release >= 2000) this.#reserveStart()
    this.data.writeHandle(0, handle)
  }

  /** Writes extended data of an application, before the header. */
  writeExtendedData(application: number, bytes: Uint8Array): this {
    this.data.writeShort(bytes.length).writeHandle(hardPointer, application)
    for (const byte of bytes) this.data.writeByte(byte)
    return this
  }

  #writeKind(kind: number): void {
    if (kind < 256) this.data.writeTwoBits(0).writeByte(kind)
    else this.data.writeTwoBits(2).writeRawShort(kind)
  }

  #reserveStart(): void {
    if (this.release >= 2010) return
    this.#startPosition = this.data.position
    this.data.writeRawLong(0)
  }

  /** Writes what entities begin with. */
  writeEntityHeader(options: EntityOptions = {}): this {
    this.data.writeShort(0).writeBit(0)
    if (this.release <= 14) this.#reserveStart()
    return this.writeEntityState(options)
  }

  /** Writes the header from the owner on, as it is repeated within the attributes of 2018. */
  writeEntityState(options: EntityOptions = {}): this {
    const { owner = 0, layer = 0, next = 0, dictionary = 0 } = options
    const { release, data } = this
    data.writeTwoBits(owner === 0 ? 2 : 0).writeLong(0)
    if (owner !== 0) this.writeReference(owner, softPointer)
    this.#writeDictionary(dictionary)
    if (release <= 14) {
      this.writeReference(layer)
      data.writeBit(1)
    }
    if (release < 2004) {
      data.writeFlag(next === 0)
      if (next !== 0) this.writeReference(0, softPointer).writeReference(next, softPointer)
    }
    this.#writeColors(options)
    data.writeDouble(1)
    if (release >= 2000) this.writeReference(layer)
    this.#writeStyles()
    data.writeShort(0)
    if (release >= 2000) data.writeByte(29)
    return this
  }

  #writeColors({ color = 256, rgb, bookColor, transparency }: EntityOptions): void {
    let flags = color
    if (bookColor !== undefined) flags |= colorFlag.book
    if (rgb !== undefined) flags |= colorFlag.rgb
    if (transparency !== undefined) flags |= colorFlag.transparency
    this.data.writeShort(flags)
    if (bookColor !== undefined) this.writeReference(bookColor)
    else if (rgb !== undefined) this.data.writeLong((0xc2 << 24) | rgb)
    if (transparency !== undefined) this.data.writeLong(transparency)
  }

  #writeStyles(): void {
    const { release, data } = this
    if (release < 2000) return
    data.writeTwoBits(0)
    if (release >= 2007) data.writeTwoBits(0).writeByte(0)
    data.writeTwoBits(0)
    if (release >= 2010) data.writeBit(0).writeBit(0).writeBit(0)
  }

  /** Writes what other objects begin with. */
  writeObjectHeader(owner = 0, dictionary = 0): this {
    this.data.writeShort(0)
    if (this.release <= 14) this.#reserveStart()
    this.data.writeLong(0)
    this.writeReference(owner, softPointer)
    return this.#writeDictionary(dictionary)
  }

  /** Writes the dictionary; 0 for none, which is a reference before 2004. */
  #writeDictionary(dictionary: number): this {
    const isStated = dictionary !== 0
    if (this.release >= 2004) this.data.writeFlag(!isStated)
    if (isStated || this.release < 2004) this.writeReference(dictionary)
    if (this.release >= 2013) this.data.writeBit(0)
    return this
  }

  writeThickness(thickness: number): this {
    if (this.release < 2000) this.data.writeDouble(thickness)
    else if (thickness === 0) this.data.writeBit(1)
    else this.data.writeBit(0).writeDouble(thickness)
    return this
  }

  /** Writes the direction of an extrusion along z. */
  writeExtrusion(): this {
    if (this.release < 2000) this.data.writeDoubles(0, 0, 1)
    else this.data.writeBit(1)
    return this
  }

  /** Writes that a table entry does not come from an external reference. */
  writeReferenceFlags(): this {
    if (this.release >= 2007) this.data.writeShort(0)
    else this.data.writeBit(0).writeShort(0).writeBit(0)
    return this
  }

  /** Returns the object with its size before it and its checksum behind it. */
  toBytes(): Uint8Array {
    const { bits, start } = this.join()
    if (this.#startPosition !== null) bits.replaceRawLong(this.#startPosition, start)
    const content = bits.toBytes()
    const size = new BitWriter()
    writeModularShort(size, content.length)
    if (this.release >= 2010) writeModularByte(size, content.length * 8 - start)
    const sizeBytes = size.toBytes()
    const end = sizeBytes.length + content.length
    const bytes = new Uint8Array(end + 2)
    bytes.set(sizeBytes)
    bytes.set(content, sizeBytes.length)
    new DataView(bytes.buffer).setUint16(end, computeChecksum(bytes, 0, end), true)
    return bytes
  }
}

function writeModularShort(bits: BitWriter, value: number): void {
  if (value > 0x7fff) bits.writeRawShort((value & 0x7fff) | 0x8000).writeRawShort(value >> 15)
  else bits.writeRawShort(value)
}

/** Writes a number in bytes of seven bits, the lowest first. */
export function writeModularByte(bits: BitWriter, value: number): void {
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bits.writeByte((rest & 0x7f) | 0x80)
  bits.writeByte(rest)
}
