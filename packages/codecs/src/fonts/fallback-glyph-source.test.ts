import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outlineFontFile, temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import { FallbackGlyphSource } from './fallback-glyph-source.js'
import { singleOutlineFont } from './font-collection.js'

const createFont = (character: string): Buffer =>
  outlineFontFile({
    family: 'Boxes',
    boxGlyphs: [
      { character: 'H', box: [0, 0, 500, 700], advance: 700 },
      { character: character, box: [0, 0, 700, 700], advance: 1000 },
    ],
  })

/** Creates a collection of fonts with table offsets relative to the whole file. */
function createCollection(fonts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12 + 4 * fonts.length)
  header.write('ttcf', 0, 'latin1')
  header.writeUInt32BE(0x10000, 4)
  header.writeUInt32BE(fonts.length, 8)
  let offset = header.length
  const relocated = fonts.map((bytes, number) => {
    header.writeUInt32BE(offset, 12 + 4 * number)
    const font = Buffer.from(bytes)
    for (let row = 0; row < font.readUInt16BE(4); row++) {
      const at = 12 + 16 * row + 8
      font.writeUInt32BE(font.readUInt32BE(at) + offset, at)
    }
    offset += font.length
    return font
  })
  return Buffer.concat([header, ...relocated])
}

describe('singleOutlineFont', () => {
  it('extracts the first font of a collection', async () => {
    const path = join(await temporaryFolder(), 'single.ttf')
    writeFileSync(path, singleOutlineFont(createCollection([createFont('你'), createFont('好')])))
    const glyphs = new FallbackGlyphSource([path])
    expect([glyphs.findGlyph('你')?.advance, glyphs.findGlyph('好')]).toEqual([expect.closeTo(1000 / 700, 5), null])
  })

  it('returns a single font unchanged', () => {
    const font = createFont('你')
    expect(singleOutlineFont(font)).toBe(font)
  })

  it.each([
    ['ends before its first font', (bytes: Buffer) => bytes.writeUInt32BE(0xfffffff0, 12)],
    ['has a font without tables', (bytes: Buffer) => bytes.writeUInt16BE(0, 20)],
    ['has a table beyond its end', (bytes: Buffer) => bytes.writeUInt32BE(0xfffffff0, 16 + 12 + 8)],
  ])('rejects a collection that %s', (_, change) => {
    const bytes = createCollection([createFont('你')])
    change(bytes)
    expect(() => singleOutlineFont(bytes)).toThrow(MalformedRecordError)
  })
})

describe('fallback fonts', () => {
  it('are searched in order, skipping those that cannot be opened', async () => {
    const folder = await temporaryFolder()
    const files = { broken: Buffer.from('no font'), one: createFont('你'), two: createCollection([createFont('好')]) }
    const paths = Object.entries(files).map(([name, bytes]) => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    })
    const glyphs = new FallbackGlyphSource([join(folder, 'absent'), ...paths])
    expect(['你', '好', '語'].map((character) => glyphs.findGlyph(character)?.lines.length)).toEqual([1, 1, undefined])
    expect(glyphs.findGlyph('你')).toBe(glyphs.findGlyph('你'))
  })
})
