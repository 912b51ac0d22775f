import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { listAreas, listLines, readW2d, type W2dRecord } from '../testing/read-w2d.js'
import { braced } from '../testing/write-w2d.js'

const bytes = (): ByteWriter => new ByteWriter()
const line = 'L 0,0 9,9 '

/** Returns the colours of the lines, in order. */
async function readColors(...records: readonly W2dRecord[]): Promise<unknown[]> {
  const { sheet } = await readW2d(...records)
  return sheet.polylines.map(({ style }) => sheet.styles[style]?.color)
}

describe('W2D color', () => {
  it.each<[string, W2dRecord, unknown]>([
    ['in ASCII', '(Color 18,52,86,255)', 0x123456],
    ['in ASCII with three channels', '(Color 18,52,86)', 0x123456],
    ['in ASCII with surrounding blanks', '(Color 18 52 86 255)', 0x123456],
    ['in ASCII with an out-of-range channel', '(Color 300,-5,86.9,999)', 0xff0056],
    ['in binary form', Uint8Array.of(3, 0x12, 0x34, 0x56, 255), 0x123456],
    ['by map index in ASCII', 'C 9', 0xa6caf0],
    ['by map index in a byte', bytes().text('c').byte(11).bytes, 0x000033],
    ['by map index in parentheses', '(Color 9)', 0xa6caf0],
    ['unchanged for an index beyond the map', '(Color 1,2,3,255)C 256', 0x010203],
    ['unchanged for a negative index', '(Color 1,2,3,255)C -1', 0x010203],
    ['unchanged for a fractional index', '(Color 1,2,3,255)C 1.5', 0x010203],
    ['unchanged for two channels', '(Color 1,2,3,255)(Color 4,5)', 0x010203],
    ['unchanged for an empty record', '(Color 1,2,3,255)(Color)', 0x010203],
    ['white as the paper color', '(Color 255,255,255,255)', 'background'],
    ['black as the foreground color', '(Color 0,0,0,255)', 'foreground'],
    ['white by default', '', 'background'],
  ])('is set by its opcode: %s', async (_, record, color) => {
    expect(await readColors(record, ' ', line)).toEqual([color])
  })

  it('applies only to primitives after it', async () => {
    expect(await readColors('(Color 1,2,3,255)', line, Uint8Array.of(3, 4, 5, 6, 255), line)).toEqual([
      0x010203, 0x040506,
    ])
  })

  it('has the opacity of its alpha channel', async () => {
    const { sheet } = await readW2d(
      '(Color 1,2,3,51)',
      line,
      Uint8Array.of(3, 1, 2, 3, 102),
      line,
      '(Color 1,2,3,0)',
      line,
    )
    expect(sheet.polylines.map(({ style }) => sheet.styles[style]?.opacity)).toEqual([0.2, 0.4])
  })
})

describe('W2D color map', () => {
  it.each<[string, W2dRecord, unknown[]]>([
    ['in ASCII', '(ColorMap 2 1,2,3,255 4,5,6,255)', [0x010203, 0x040506]],
    ['in ASCII with an out-of-range channel', '(ColorMap 2 300,-1,3,255 4,5,6,255)', [0xff0003, 0x040506]],
    ['in binary form', braced(1, Uint8Array.of(2, 1, 2, 3, 255, 4, 5, 6, 255)), [0x010203, 0x040506]],
    ['unchanged for truncated bytes', braced(1, Uint8Array.of(9, 1, 2, 3, 255)), ['foreground', 0x800000]],
    ['unchanged for ASCII without a color', '(ColorMap 0)', ['foreground', 0x800000]],
  ])('is read from its opcode: %s', async (_, map, colors) => {
    expect(await readColors(map, 'C 0 ', line, 'C 1 ', line)).toEqual(colors)
  })

  it('has 256 colors for a binary count of 0', async () => {
    const all = bytes().byte(0)
    for (let index = 0; index < 256; index++) all.byte(index, 0, 1, 255)
    expect(await readColors(braced(1, all.bytes), 'C 255 ', line, 'C 128 ', line)).toEqual([0xff0001, 0x800001])
  })

  it('keeps the current color until another index is selected', async () => {
    expect(await readColors('C 1 ', '(ColorMap 2 1,2,3,255 4,5,6,255)', line, 'C 1 ', line)).toEqual([
      0x800000, 0x040506,
    ])
  })
})

describe('W2D layer', () => {
  const readLayers = async (...records: readonly W2dRecord[]): Promise<unknown[]> => {
    const { sheet } = await readW2d(...records)
    return sheet.polylines.map(({ style }) => sheet.layers[sheet.styles[style]?.layer ?? -1]?.name)
  }

  it.each<[string, W2dRecord, string]>([
    ['without a record', '', '0'],
    ['with a number', '(Layer 4)', '4'],
    ['with a name', '(Layer 4 Walls)', 'Walls'],
    ['with a name in quotes', "(Layer 4 'Outer walls')", 'Outer walls'],
    ['by a number of one byte', Uint8Array.of(0xac, 4), '4'],
    ['by a number of three bytes', Uint8Array.of(0xac, 0, 1, 0), '257'],
    ['without a valid number', '(Layer x)', '0'],
  ])('is named by its opcode: %s', async (_, record, name) => {
    expect(await readLayers(record, line)).toEqual([name])
  })

  it('is selected by number in ASCII and binary form and can be renamed', async () => {
    const record = [
      '(Layer 300 A)',
      line,
      '(Layer 2 B)',
      line,
      Uint8Array.of(0xac, 0, 44, 0),
      line,
      '(Layer 2 C)',
      line,
    ]
    expect(await readLayers(...record)).toEqual(['A', 'B', 'A', 'C'])
  })
})

describe('W2D node', () => {
  const readHandles = async (...records: readonly W2dRecord[]): Promise<string[]> =>
    (await readW2d(...records)).sheet.entities.map(({ handle }) => handle)

  it('gives its number to its first drawn entity as handle', async () => {
    expect(await readHandles('(Node 7)', line, '(Layer 3)', line, '(Node 8)', line, '(Node 7)', line)).toEqual([
      '7',
      '',
      '8',
      '',
    ])
  })

  it('gives its number to a visible entity, not to a clipped one', async () => {
    const view = "(Viewport 'a' (Contour 1 4 0,0 10,0 10,10 0,10))"
    expect(await readHandles(view, '(Node 7)L 50,50 60,60 (Layer 2)L 1,1 2,2 ')).toEqual(['7'])
  })

  it('names its entity without control characters', async () => {
    const { sheet } = await readW2d("(Node 7 'South\twall')", line, '(Node 8)', line)
    expect(sheet.entities.map(({ name }) => name)).toEqual(['South wall', undefined])
  })

  it('counts from the previous number and gives no handle below 1', async () => {
    const back = bytes().text('n').short(-9).bytes
    expect(await readHandles('(Node 5)', Uint8Array.of(0x0e), line, back, line, Uint8Array.of(0x0e), line)).toEqual([
      '6',
      '',
      '',
    ])
  })
})

describe('W2D URL', () => {
  const readLinks = async (...records: readonly string[]): Promise<string[]> => {
    const { sheet } = await readW2d(...records)
    return sheet.entities.map((_, entity) => (sheet.assignments.has(entity) ? 'link' : ''))
  }

  it('is selected by its index, or by its position without an index', async () => {
    const ends = ['(URL)', line]
    expect(
      await readLinks("(URL (5 'http://a' 'A'))", line, ...ends, '(URL 5)', line, ...ends, '(URL 0)', line),
    ).toEqual(['link', '', 'link', '', ''])
    expect(await readLinks("(URL ('http://a' 'A'))", line, ...ends, '(URL 0)', line)).toEqual(['link', '', 'link'])
  })

  it('accepts a bare address with or without quotes', async () => {
    expect(await readLinks("(URL 'http://a')", line, '(URL)', line)).toEqual(['link', ''])
    expect(await readLinks('(URL http://a)', line)).toEqual(['link'])
  })

  it('is ignored without an address', async () => {
    expect(await readLinks("(URL (1 ''))", line)).toEqual([''])
    expect(await readLinks('(URL (1))', line)).toEqual([''])
    expect(await readLinks('(URL ())', line)).toEqual([''])
  })

  it('joins consecutive primitives into one entity and separates other URLs', async () => {
    const { sheet } = await readW2d(
      "(URL (1 'http://a' 'A'))",
      line,
      line,
      "(URL (2 'http://b' 'B'))",
      line,
      '(URL 1)',
      line,
    )
    expect(sheet.polylines.map(({ entity }) => entity)).toEqual([0, 0, 1, 2])
    expect(new Set([...sheet.assignments.values()].flat()).size).toBe(2)
  })
})

describe('W2D contour set', () => {
  it.each([
    ['with one contour', '(Contour 1 3 0,0 9,0 9,9)', [[0, 0, 9, 0, 9, 9]]],
    ['with closed contours', '(Contour 1 4 0,0 9,0 9,9 0,0)', [[0, 0, 9, 0, 9, 9]]],
    ['with one contour without area', '(Contour 2 3 2 0,0 9,0 9,9 1,1 2,2)', [[0, 0, 9, 0, 9, 9]]],
    ['truncated within a vertex', '(Contour 1 4 0,0 9,0 9,9 5)', [[0, 0, 9, 0, 9, 9]]],
  ])('fills its contours: %s', async (_, record, rings) => {
    expect(listAreas(await readW2d(record, line))).toEqual([rings])
  })

  it.each([
    '(Contour)',
    '(Contour 0)',
    '(Contour -1 3)',
    '(Contour x)',
    '(Contour 999 3 0,0)',
    '(Contour 1 2 0,0 1,1)',
  ])('draws nothing without an area: %s', async (record) => {
    expect(listAreas(await readW2d(record, line))).toEqual([])
  })

  it('is counted as skipped when a coordinate is not a number', async () => {
    const read = await readW2d('(Contour 1 3 0,0 a,0 9,9)', line)
    expect(listAreas(read)).toEqual([])
    expect(read.skipped).toEqual(['entity not-a-number ×1'])
  })
})

describe('W2D viewport', () => {
  const square = '(Contour 1 4 0,0 10,0 10,10 0,10)'
  const units = (rows: string, name = 'mm'): string => `(Viewport 'a' ${square} (Units '${name}' (${rows})))`

  it('has the scale, matrix and clip of its units', async () => {
    const { sheet } = await readW2d(units('(4 0 0 0)(0 4 0 0)(0 0 1 0)(8 12 0 1)', 'm'), line)
    const [view] = sheet.viewports
    expect(view).toMatchObject({ millimetresPerUnit: 1000, shows: null, frozenLayers: [] })
    expect(view?.matrix.map((value) => Number(value.toFixed(9)))).toEqual([0.01, 0, 0, 0.01, 0.02, 0.03])
    expect(view?.clip.map((ring) => Array.from(ring, (value) => value * 400))).toEqual([[0, 0, 10, 0, 10, 10, 0, 10]])
  })

  it.each([
    ['unknown unit', units('(4 0 0 0)(0 4 0 0)(0 0 1 0)(0 0 0 1)', 'parsec')],
    ['transform of zero area', units('(0 0 0 0)(0 0 0 0)(0 0 1 0)(0 0 0 1)')],
    ['transform that degenerates to a line', units('(1 1 0 0)(1 1 0 0)(0 0 1 0)(0 0 0 1)')],
    ['three matrix rows', units('(4 0 0 0)(0 4 0 0)(0 0 1 0)')],
    ['short matrix rows', units('(4)(0 4)(0 0)(0 0)')],
    ['non-numeric matrix', units('(a 0 0 0)(0 4 0 0)(0 0 1 0)(0 0 0 1)')],
    ['infinite matrix', units('(1e999 0 0 0)(0 4 0 0)(0 0 1 0)(0 0 0 1)')],
    ['no matrix rows', `(Viewport 'a' ${square} (Units 'mm'))`],
    ['no units', `(Viewport 'a' ${square})`],
  ])('clips but has no scale when its units are invalid: %s', async (_, view) => {
    const read = await readW2d(view, 'L -5,5 15,5 ')
    expect(listLines(read)).toEqual([[0, 5, 10, 5]])
    expect(read.sheet.viewports).toEqual([])
  })

  it('clips to its first contour and counts the others as not drawn', async () => {
    const read = await readW2d("(Viewport 'a' (Contour 2 4 3 0,0 10,0 10,10 0,10 2,2 3,2 3,3))", 'L -5,5 15,5 ')
    expect(listLines(read)).toEqual([[0, 5, 10, 5]])
    expect(read.skipped).toEqual(['outline of a viewport not-drawn ×1'])
  })

  it('covers the whole page when it was never defined', async () => {
    expect(listLines(await readW2d(`(Viewport 'a' ${square})`, "(Viewport 'b')", 'L -5,5 15,5 '))).toEqual([
      [-5, 5, 15, 5],
    ])
  })
})

describe('W2D extended ASCII opcode', () => {
  it('ignores the case of its name', async () => {
    expect(await readColors('(COLOR 1,2,3,255)', line, '(color 4,5,6,255)', line)).toEqual([0x010203, 0x040506])
  })

  it('is counted by its truncated name when it is unknown', async () => {
    const { skipped } = await readW2d(line, '(Weather a)(weather b)(Weather c)', `(${'x'.repeat(90)} 1)`)
    expect(skipped).toEqual(['(Weather) not-read ×2', '(weather) not-read ×1', `(${'x'.repeat(40)}) not-read ×1`])
  })

  it('is unknown when named like an Object.prototype property', async () => {
    const { skipped } = await readW2d(line, '(constructor 1)(toString)(__proto__ 1)(hasOwnProperty 1)')
    expect(skipped).toHaveLength(4)
  })

  it('ends the stream when it is EndOfDWF or EndOfW2D', async () => {
    for (const end of ['(EndOfDWF)', '(endofdwf)', '(EndOfW2D)'])
      expect(listLines(await readW2d(line, end, 'L 1,1 2,2 ', Uint8Array.of(0xff)))).toEqual([[0, 0, 9, 9]])
  })
})
