import { computeChecksum } from '../file/checksum.js'
import type { DwgRelease } from '../release.js'
import { BitWriter } from './bit-writer.js'

const softPointer = 4
const hardPointer = 5

/** What tests state of an entity. */
export interface EntityOptions {
  /** Handle of its block; without one it belongs to the model space. */
  readonly owner?: number
  readonly layer?: number
  readonly color?: number
  /** Entity after it, before 2004. */
  readonly next?: number
}

/** Writes the streams of an object of one release: data, texts and references. */
export class ObjectWriter {
  readonly release: DwgRelease
  readonly data = new BitWriter()
  readonly #texts = new BitWriter()
  readonly #references = new BitWriter()
  /** Position of the number that states where the references begin; null from 2010 on. */
  #startPosition: number | null = null

  constructor(release: DwgRelease, kind: number, handle: number) {
    this.release = release
    if (release >= 2010) this.#writeKind(kind)
    else this.data.writeShort(kind)
    if (release >= 2000) this.#reserveStart()
    this.data.writeHandle(0, handle).writeShort(0)
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

  writeText(text: string): this {
    const isWide = this.release >= 2007
    const stream = isWide ? this.#texts : this.data
    stream.writeShort(text.length)
    for (const character of text)
      if (isWide) stream.writeRawShort(character.charCodeAt(0))
      else stream.writeByte(character.charCodeAt(0))
    return this
  }

  /** Writes a reference to another object; 0 for none. */
  writeReference(handle: number, code = hardPointer): this {
    this.#references.writeHandle(code, handle)
    return this
  }

  /** Writes what entities begin with. */
  writeEntityHeader({ owner = 0, layer = 0, color = 256, next = 0 }: EntityOptions = {}): this {
    const { release, data } = this
    data.writeBit(0)
    if (release <= 14) this.#reserveStart()
    data.writeTwoBits(owner === 0 ? 2 : 0).writeLong(0)
    if (owner !== 0) this.writeReference(owner, softPointer)
    this.#writeDictionary()
    if (release <= 14) {
      this.writeReference(layer)
      data.writeBit(1)
    }
    if (release < 2004) {
      data.writeFlag(next === 0)
      if (next !== 0) this.writeReference(0, softPointer).writeReference(next, softPointer)
    }
    data.writeShort(color).writeDouble(1)
    if (release >= 2000) this.writeReference(layer)
    this.#writeStyles()
    data.writeShort(0)
    if (release >= 2000) data.writeByte(29)
    return this
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
  writeObjectHeader(owner = 0): this {
    if (this.release <= 14) this.#reserveStart()
    this.data.writeLong(0)
    this.writeReference(owner, softPointer)
    return this.#writeDictionary()
  }

  /** States that there is no dictionary: before 2004 as a reference to none. */
  #writeDictionary(): this {
    if (this.release >= 2004) this.data.writeBit(1)
    else this.writeReference(0)
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

  /** Writes a colour of the palette. */
  writeColor(index: number): this {
    if (this.release < 2004) this.data.writeShort(index)
    else
      this.data
        .writeShort(0)
        .writeLong((0xc3 << 24) | index)
        .writeByte(0)
    return this
  }

  /** Returns the object with its size before it and its checksum behind it. */
  toBytes(): Uint8Array {
    const bits = new BitWriter().append(this.data)
    if (this.release >= 2007) this.#appendTexts(bits)
    const start = bits.position
    bits.append(this.#references)
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

  #appendTexts(bits: BitWriter): void {
    const { position } = this.#texts
    if (position > 0) {
      bits.append(this.#texts)
      if (position > 0x7fff) bits.writeRawShort(position >> 15).writeRawShort((position & 0x7fff) | 0x8000)
      else bits.writeRawShort(position)
    }
    bits.writeFlag(position > 0)
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
