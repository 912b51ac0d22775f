import type { DwgRelease } from '../release.js'
import { BitWriter } from './bit-writer.js'

const hardPointer = 5

/** Writes the streams of one release: data, texts (from 2007 on) and references. */
export class StreamWriter {
  readonly release: DwgRelease
  readonly data = new BitWriter()
  readonly #texts = new BitWriter()
  readonly #references = new BitWriter()

  constructor(release: DwgRelease) {
    this.release = release
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

  /** Joins the streams. Returns them, and the position where the references begin. */
  join(): { readonly bits: BitWriter; readonly start: number } {
    const bits = new BitWriter().append(this.data)
    if (this.release >= 2007) this.#appendTexts(bits)
    const start = bits.position
    return { bits: bits.append(this.#references), start }
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
