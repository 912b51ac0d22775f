import type { DwgRelease } from '../release.js'
import { BitWriter } from './bit-writer.js'

/** A class of a drawing. */
export interface WrittenClass {
  readonly number: number
  readonly name: string
  readonly isEntity: boolean
}

/** Writes the section `AcDb:Classes`. Numbers begin with 500. */
export function writeClasses(release: DwgRelease, maintenance: number, classes: readonly WrittenClass[]): Uint8Array {
  const stream = new BitWriter()
  const lastNumber = Math.max(0, ...classes.map(({ number }) => number))
  if (release >= 2007) stream.writeLong(lastNumber).writeBit(1)
  else if (release >= 2004) stream.writeShort(lastNumber).writeByte(0).writeByte(0).writeBit(1)
  for (const entry of classes) writeClass(stream, entry, release)
  const texts = writeTexts(classes)
  if (release >= 2007) stream.append(texts).writeRawShort(texts.position).writeBit(1)
  const bits = new BitWriter()
  for (let left = 16; left > 0; left--) bits.writeByte(0x8d)
  bits.writeRawLong(Math.ceil(stream.position / 8))
  if (release >= 2018 || (release >= 2010 && maintenance > 3)) bits.writeRawLong(0)
  if (release >= 2007) bits.writeRawLong(stream.position + 32)
  return bits.append(stream).toBytes()
}

function writeClass(bits: BitWriter, { number, name, isEntity }: WrittenClass, release: DwgRelease): void {
  bits.writeShort(number).writeShort(0)
  if (release < 2007) for (const text of ['ObjectDBX', 'AcDbX', name]) writeNarrow(bits, text)
  bits.writeBit(0).writeShort(isEntity ? 0x1f2 : 0x1f3)
  if (release >= 2004) for (let left = 5; left > 0; left--) bits.writeLong(0)
}

function writeNarrow(bits: BitWriter, text: string): void {
  bits.writeShort(text.length)
  for (const character of text) bits.writeByte(character.charCodeAt(0))
}

function writeTexts(classes: readonly WrittenClass[]): BitWriter {
  const texts = new BitWriter()
  for (const { name } of classes)
    for (const text of ['ObjectDBX', 'AcDbX', name]) {
      texts.writeShort(text.length)
      for (const character of text) texts.writeRawShort(character.charCodeAt(0))
    }
  return texts
}
