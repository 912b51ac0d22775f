import { describe, expect, it } from 'vitest'
import type { DwgContainer } from '../container/container.js'
import type { DwgRelease } from '../release.js'
import { BitWriter } from '../testing/bit-writer.js'
import { readClasses } from './classes.js'

interface WrittenClass {
  readonly number: number
  readonly name: string
  readonly isEntity: boolean
}

const classes: readonly WrittenClass[] = [
  { number: 500, name: 'ACDBDICTIONARYWDFLT', isEntity: false },
  { number: 501, name: 'MULTILEADER', isEntity: true },
]

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

function writeTexts(): BitWriter {
  const texts = new BitWriter()
  for (const { name } of classes)
    for (const text of ['ObjectDBX', 'AcDbX', name]) {
      texts.writeShort(text.length)
      for (const character of text) texts.writeRawShort(character.charCodeAt(0))
    }
  return texts
}

function writeSection(release: DwgRelease): Uint8Array {
  const stream = new BitWriter()
  if (release >= 2007) stream.writeLong(501).writeBit(1)
  else if (release >= 2004) stream.writeShort(501).writeByte(0).writeByte(0).writeBit(1)
  for (const entry of classes) writeClass(stream, entry, release)
  const texts = writeTexts()
  if (release >= 2007) stream.append(texts).writeRawShort(texts.position).writeBit(1)
  const bits = new BitWriter()
  for (let left = 16; left > 0; left--) bits.writeByte(0x8d)
  bits.writeRawLong(Math.ceil(stream.position / 8))
  if (release >= 2018) bits.writeRawLong(0)
  if (release >= 2007) bits.writeRawLong(stream.position + 32)
  return bits.append(stream).toBytes()
}

function createContainer(release: DwgRelease, section: Uint8Array | null): DwgContainer {
  const buffer = new Uint8Array((section?.length ?? 0) + 32)
  if (section) buffer.set(section)
  const readSection = () => section && buffer.subarray(0, section.length)
  return { release, maintenance: 0, codePage: 30, fileBytes: 0, isIncomplete: false, readSection }
}

describe('readClasses', () => {
  it.each([14, 2000, 2004, 2007, 2010, 2018] as const)('reads the classes of release %i by number', (release) => {
    const read = readClasses(createContainer(release, writeSection(release)))
    expect([...read.values()]).toEqual(classes)
  })

  it('returns none for a drawing without them', () => {
    expect(readClasses(createContainer(2000, null)).size).toBe(0)
    expect(readClasses(createContainer(2000, new Uint8Array(16))).size).toBe(0)
  })
})
