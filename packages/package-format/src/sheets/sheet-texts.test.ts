import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { shuffleFloats } from '../container/float-columns.js'
import { editContainer, getSection, readStored, type ContainerChanges } from '../testing/edit-container.js'
import { encodeSheetTexts } from './sheet-texts-encode.js'
import { decodeSheetTexts } from './sheet-texts.js'
import type { SheetInfo, SheetText, SheetTexts } from './sheet.js'

const counts = { entities: 10, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 }
const info = {
  styles: Array.from({ length: 5 }) as SheetInfo['styles'][number][],
  fonts: Array.from({ length: 3 }) as SheetInfo['fonts'][number][],
  levels: 4,
  counts,
}

const text: SheetText = {
  entity: 3,
  style: 4,
  level: 2,
  origin: [100, -7],
  xAxis: [1, 0.5],
  yAxis: [-0.5, 1],
  box: [0, -1, 20, 10],
  string: 'ab',
  runs: [
    { style: 2, font: 1, first: 0, count: 2, height: 2.5, width: 2, slant: 0.25 },
    { style: 0, font: 2, first: 2, count: 0, height: 1, width: 1, slant: 0 },
  ],
}
const texts: SheetTexts = {
  glyphs: [
    { stroke: true, points: Int32Array.of(0, 0, 0, 1024), indices: Uint32Array.of(0, 1), character: 'l' },
    { stroke: false, points: Int32Array.of(5, 5, 9, 5, 5, 9), indices: Uint32Array.of(0, 1, 2), character: 'Խ' },
  ],
  glyph: Uint32Array.of(1, 0, 1),
  x: Int32Array.of(0, 900, 0),
  y: Int32Array.of(0, -5, 1),
  texts: [
    text,
    { ...text, entity: 1, style: 0, level: 3, origin: [0, 1], string: '', runs: [] },
    {
      ...text,
      string: 'ab',
      runs: [{ style: 1, font: 0, first: 2, count: 1, height: 3, width: 3, slant: 0 }],
    },
  ],
}

describe('encodeSheetTexts', () => {
  const bytes = encodeSheetTexts(texts)

  it('writes glyphs once, with their points, indices and characters', () => {
    expect(getSection(bytes, 's.stroke')).toEqual([1, 0])
    expect(getSection(bytes, 's.size')).toEqual([2, 3])
    expect(getSection(bytes, 's.indices')).toEqual([2, 3])
    // 0 0, 0 1024, then 5 5 (relative to it), 9 5, 5 9.
    expect(getSection(bytes, 's.point')).toEqual([0, 0, 0, 128, 16, 10, 245, 15, 8, 0, 7, 8])
    expect(getSection(bytes, 's.index')).toEqual([0, 2, 1, 2, 2])
    expect(getSection(bytes, 's.character.text')).toEqual([...new TextEncoder().encode('lԽ')])
  })

  it('writes a row for each text, and each string once', () => {
    expect(getSection(bytes, 'string.text')).toEqual([0x61, 0x62])
    expect(getSection(bytes, 't.string')).toEqual([0, 1, 0])
    expect(getSection(bytes, 't.entity')).toEqual([6, 3, 4])
    expect(getSection(bytes, 't.style')).toEqual([4, 0, 4])
    expect(getSection(bytes, 't.level')).toEqual([4, 2, 1])
    expect(getSection(bytes, 't.origin')).toEqual([200, 1, 13, 0, 2, 200, 1, 13])
    expect(getSection(bytes, 't.runs')).toEqual([2, 0, 1])
    const frame = [1, 0.5, -0.5, 1, 0, -1, 20, 10]
    expect(getSection(bytes, 't.frame')).toEqual([...shuffleFloats(Float32Array.of(...frame, ...frame, ...frame), 8)])
  })

  it('writes a row for each run and each glyph in it', () => {
    expect(getSection(bytes, 'r.style')).toEqual([2, 0, 1])
    expect(getSection(bytes, 'r.font')).toEqual([1, 2, 0])
    expect(getSection(bytes, 'r.glyphs')).toEqual([2, 0, 1])
    expect(getSection(bytes, 'r.size')).toEqual([...shuffleFloats(Float32Array.of(2.5, 2, 0.25, 1, 1, 0, 3, 3, 0), 3)])
    expect(getSection(bytes, 'g.glyph')).toEqual([1, 0, 1])
    expect(getSection(bytes, 'g.x')).toEqual([0, 136, 14, 135, 14])
    expect(getSection(bytes, 'g.y')).toEqual([0, 9, 12])
    expect(readStored(bytes).meta).toEqual({ glyphs: 2, texts: 3, runs: 3, placed: 3, strings: 2 })
  })

  it('writes fonts if a run has one', () => {
    const withFonts = (...fonts: (number | null)[]): SheetTexts => ({
      ...texts,
      texts: [{ ...text, runs: fonts.map((font, run) => ({ ...text.runs[0], font, first: run, count: 1 })) }],
      glyph: new Uint32Array(fonts.length),
      x: new Int32Array(fonts.length),
      y: new Int32Array(fonts.length),
    })
    const hasFonts = (value: SheetTexts): boolean =>
      readStored(encodeSheetTexts(value)).sections.some(({ header }) => header.n === 'r.font')
    expect([[null, null], [null, 1], [1, null], []].map((fonts) => hasFonts(withFonts(...fonts)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const [decoded] = decodeSheetTexts(encodeSheetTexts(withFonts(null, null)), info).texts
    expect(decoded.runs.map(({ font }) => font)).toEqual([null, null])
  })
})

describe('decodeSheetTexts', () => {
  it('restores texts, with and without characters of the glyphs', () => {
    const bytes = encodeSheetTexts(texts)
    expect(decodeSheetTexts(bytes, info)).toEqual(texts)
    const older = editContainer(bytes, { sections: { 's.character.text': null, 's.character.length': null } })
    expect(decodeSheetTexts(older, info).glyphs.map(({ character }) => character)).toEqual(['', ''])
    const empty = { glyphs: [], glyph: new Uint32Array(0), x: new Int32Array(0), y: new Int32Array(0), texts: [] }
    expect(decodeSheetTexts(encodeSheetTexts(empty), info)).toEqual(empty)
  })

  it('restores random texts', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const integer = (end: number): number => Math.floor(random() * end)
      const glyphs = Array.from({ length: 1 + integer(9) }, () => {
        const points = Int32Array.from({ length: 2 * (1 + integer(9)) }, () => integer(4000) - 2000)
        const indices = Uint32Array.from({ length: 3 * integer(5) }, () => integer(points.length / 2))
        return { stroke: random() < 0.5, points, indices, character: ['a', '', 'Ա'][integer(3)] }
      })
      let first = 0
      const createRun = (): SheetText['runs'][number] => {
        const count = integer(5)
        first += count
        const sizes = { height: integer(40) / 8, width: 1, slant: integer(9) / 8 }
        return { style: integer(5), font: integer(3), first: first - count, count, ...sizes }
      }
      const rows = Array.from({ length: integer(20) }, () => ({
        ...text,
        entity: integer(10),
        style: integer(5),
        level: integer(4),
        origin: [integer(2 ** 25) - 2 ** 24, integer(2 ** 25) - 2 ** 24] as const,
        string: ['x', 'y\nz', ''][integer(3)],
        runs: Array.from({ length: integer(3) }, createRun),
      }))
      const glyph = Uint32Array.from({ length: first }, () => integer(glyphs.length))
      const [x, y] = [1, 2].map(() => Int32Array.from({ length: first }, () => integer(1e5) - 5e4))
      const input = { glyphs, texts: rows, glyph, x, y }
      expect(decodeSheetTexts(encodeSheetTexts(input), info), `seed ${seed}`).toEqual(input)
    }
  })

  it.each<[string, ContainerChanges, string]>([
    ['a glyph that does not exist', { sections: { 'g.glyph': Uint8Array.of(2, 0, 1) } }, 'glyph out of range'],
    ['a style of a run that does not exist', { sections: { 'r.style': Uint8Array.of(5, 0, 1) } }, 'style out of range'],
    ['a font that does not exist', { sections: { 'r.font': Uint8Array.of(3, 2, 0) } }, 'font out of range'],
    ['an entity that does not exist', { sections: { 't.entity': Uint8Array.of(20, 0, 0) } }, 'entity out of range'],
    ['a negative entity', { sections: { 't.entity': Uint8Array.of(1, 2, 0) } }, 'entity out of range'],
    ['a style that does not exist', { sections: { 't.style': Uint8Array.of(5, 0, 0) } }, 'style out of range'],
    ['a level that does not exist', { sections: { 't.level': Uint8Array.of(8, 0, 0) } }, 'level out of range'],
    ['a negative level', { sections: { 't.level': Uint8Array.of(1, 2, 0) } }, 'level out of range'],
    ['an index of a glyph beyond its points', { sections: { 's.index': Uint8Array.of(0, 4, 1, 2, 2) } }, 'corner out'],
    ['a negative index of a glyph', { sections: { 's.index': Uint8Array.of(0, 2, 3, 2, 2) } }, 'corner out of range'],
    ['fewer kinds of glyphs', { sections: { 's.stroke': new Uint8Array(1) } }, 'column s.stroke'],
    ['fewer glyphs than the runs have', { sections: { 'r.glyphs': Uint8Array.of(2, 0, 2) } }, 'view package: runs'],
    ['more glyphs than the runs have', { sections: { 'r.glyphs': Uint8Array.of(2, 0, 0) } }, 'view package: runs'],
    ['a run without a size', { sections: { 'r.size': new Uint8Array(24) } }, 'view package: runs'],
    ['a size that is infinite', editFloats('r.size', 9, 8), 'view package: runs'],
    ['an incomplete size', { sections: { 'r.size': new Uint8Array(35) } }, 'floats are no whole rows'],
    ['more runs than the texts have', { sections: { 't.runs': Uint8Array.of(2, 0, 0) } }, 'view package: texts'],
    ['fewer runs than the texts have', { sections: { 't.runs': Uint8Array.of(2, 1, 1) } }, 'view package: texts'],
    ['a text without a frame', { sections: { 't.frame': new Uint8Array(64) } }, 'view package: texts'],
    ['a frame that is infinite', editFloats('t.frame', 24, 0), 'view package: texts'],
    ['fewer origins', { sections: { 't.origin': new Uint8Array(5) } }, 'fewer numbers'],
    ['fewer positions', { sections: { 'g.x': new Uint8Array(2) } }, 'fewer numbers'],
    ['fewer heights', { sections: { 'g.y': new Uint8Array(2) } }, 'fewer numbers'],
    ['no glyphs', { meta: { glyphs: null } }, 'no count glyphs'],
    ['no texts', { meta: { texts: null } }, 'no count texts'],
    ['no runs', { meta: { runs: null } }, 'no count runs'],
    ['no number of placed glyphs', { meta: { placed: null } }, 'no count placed'],
    ['no strings', { meta: { strings: null } }, 'no count strings'],
  ])('refuses %s', (_, changes, message) => {
    const bytes = editContainer(encodeSheetTexts(texts), changes)
    expect(() => decodeSheetTexts(bytes, info)).toThrow(RangeError)
    expect(() => decodeSheetTexts(bytes, info)).toThrow(message)
  })

  it('accepts font 0 of a sheet without fonts', () => {
    const [first] = texts.texts
    const one = { ...texts, texts: [{ ...first, runs: [{ ...first.runs[0], font: 0, count: 3 }] }] }
    expect(decodeSheetTexts(encodeSheetTexts(one), { ...info, fonts: [] })).toEqual(one)
  })
})

/** Replaces one float of a column of three rows by infinity. */
function editFloats(name: string, length: number, at: number): ContainerChanges {
  const values = new Float32Array(length)
  values[at] = Infinity
  return { sections: { [name]: shuffleFloats(values, length / 3) } }
}
