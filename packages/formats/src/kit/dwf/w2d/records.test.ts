import { deflateSync } from 'node:zlib'
import { runReader, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../../../dwf/reader.js'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { braced, w2dStream } from '../testing/write-w2d.js'
import { findDecoder } from './code-pages.js'
import { inflateHistory, inflateZlib } from './inflate.js'
import { defaultColorMap } from './palette.js'
import { patternOfName, patternOfNumber } from './patterns.js'
import { presetDictionary } from './preset-dictionary.js'
import { millimetresOfUnit } from './units.js'

type Record = Uint8Array | string

const bytes = (): ByteWriter => new ByteWriter()
const read = (...records: readonly Record[]): Promise<ReaderRun> =>
  runReader(reader, w2dStream(...records), { name: 'plan.dwf' })

/** Default resolution of a stream: 400 units per inch. */
const inch = 400

async function readSheet(...records: readonly Record[]): Promise<RecordingSheet> {
  const { scene, failure, report } = await read(...records)
  expect(failure).toBeNull()
  expect(report?.skipped).toEqual([])
  const [sheet] = scene.sheets
  if (!sheet) throw new TypeError('no sheet')
  return sheet
}

/** Returns the points of the lines, in logical units. */
async function readLines(...records: readonly Record[]): Promise<number[][]> {
  const { polylines } = await readSheet(...records)
  return polylines.map(({ points }) => Array.from(points, (value) => Math.round(value * inch)))
}

async function readAreas(...records: readonly Record[]): Promise<number[][][]> {
  const { fills } = await readSheet(...records)
  return fills.map(({ rings }) => rings.map((ring) => Array.from(ring, (value) => Math.round(value * inch))))
}

describe('W2D line', () => {
  it.each<[string, Record]>([
    ['in ASCII', 'L 1,2 3,4 '],
    ['with 32-bit coordinates', bytes().text('l').long(1, 2, 2, 2).bytes],
    ['with 16-bit coordinates', bytes().byte(0x0c).short(1, 2, 2, 2).bytes],
    ['with several segments', bytes().byte(0x8c, 1).short(1, 2, 2, 2).bytes],
  ])('is read from its opcode: %s', async (_, record) => {
    expect(await readLines(record)).toEqual([[1, 2, 3, 4]])
  })

  it('starts relative to the current point', async () => {
    const line = bytes().byte(0x0c).short(1, 1, 1, 1).bytes
    expect(await readLines(bytes().text('O').long(100, 200).bytes, line, line)).toEqual([
      [101, 201, 102, 202],
      [103, 203, 104, 204],
    ])
  })

  it.each<[string, Record]>([
    ['in ASCII', 'P 3 1,1 2,2 4,1 '],
    ['with 32-bit coordinates', bytes().text('p').byte(3).long(1, 1, 1, 1, 2, -1).bytes],
    ['with 16-bit coordinates', bytes().byte(0x10, 3).short(1, 1, 1, 1, 2, -1).bytes],
  ])('is a polyline through several points or an area in fill mode: %s', async (_, record) => {
    expect(await readLines(record)).toEqual([[1, 1, 2, 2, 4, 1]])
    expect(await readAreas('F', record)).toEqual([[[1, 1, 2, 2, 4, 1]]])
  })

  it('has an extended count beyond 255 points', async () => {
    const lines = bytes().byte(0x10, 0).short(4)
    for (let at = 0; at < 260; at++) lines.short(1, 0)
    const [points] = await readLines(lines.bytes)
    expect(points).toHaveLength(520)
    expect(points?.slice(-2)).toEqual([260, 0])
  })

  it('approximates a Bézier curve of four control points', async () => {
    const expected = [0, 0, 100, 0]
    const binary = bytes().text('b').byte(1).long(0, 0, 0, 100, 100, 0, 0, -100).bytes
    for (const record of ['(Bezier 1 0,0 0,100 100,100 100,0)', binary]) {
      const [points = []] = await readLines(record)
      expect([...points.slice(0, 2), ...points.slice(-2)]).toEqual(expected)
      expect(points.slice(16, 18)).toEqual([50, 75])
    }
  })

  it('has the average color of its vertices when shaded', async () => {
    const binary = bytes().text('q').byte(2).long(0, 0).byte(255, 0, 0, 255).long(9, 0).byte(0, 0, 255, 255).bytes
    for (const record of ['(GourLine 2 0,0 255,0,0,255 9,0 0,0,255,255)', binary]) {
      const { styles } = await readSheet(record)
      expect(styles[0]?.color).toBe(0x800080)
    }
  })
})

describe('W2D circles and ellipses', () => {
  const computeBounds = (points: readonly number[]): number[] => {
    const axis = (at: number): number[] => points.filter((_, index) => index % 2 === at)
    return [Math.min(...axis(0)), Math.min(...axis(1)), Math.max(...axis(0)), Math.max(...axis(1))]
  }

  it.each<[string, Record, number[]]>([
    ['full circle in ASCII', 'R 500,500 100 ', [400, 400, 600, 600]],
    ['full circle with 32-bit coordinates', bytes().text('r').long(500, 500, 100).bytes, [400, 400, 600, 600]],
    ['full circle with 16-bit coordinates', bytes().byte(0x12).short(500, 500, 100).bytes, [400, 400, 600, 600]],
    ['quarter arc', bytes().byte(0x92).long(500, 500, 100).short(0, 0x4000).bytes, [500, 500, 600, 600]],
    ['quarter arc across angle zero', '(Circle 500,500 100 57344,8192)', [571, 429, 600, 571]],
    ['wide ellipse', 'E 500,500 200,100 ', [300, 400, 700, 600]],
    ['tilted ellipse', bytes().text('e').long(500, 500, 200, 100).short(0, 0, 0x4000).bytes, [400, 300, 600, 700]],
    ['tilted ellipse in ASCII', '(Ellipse 500,500 200,100 0,0 16384)', [400, 300, 600, 700]],
  ])('have the extent of their radii and angles: %s', async (_, record, box) => {
    const [points = []] = await readLines(record)
    computeBounds(points).forEach((value, at) => expect(Math.abs(value - (box[at] ?? 0))).toBeLessThanOrEqual(1))
  })

  it('become sectors in fill mode', async () => {
    const [rings = []] = await readAreas('F', bytes().byte(0x92).long(500, 500, 100).short(0, 0x4000).bytes)
    expect(rings[0]?.slice(0, 2)).toEqual([500, 500])
  })
})

describe('W2D area', () => {
  it.each<[string, Record]>([
    ['in ASCII', '(Contour 2 4 3 0,0 9,0 9,9 0,9 2,2 4,2 4,4)'],
    ['with 32-bit coordinates', bytes().text('k').byte(2, 4, 3).long(0, 0, 9, 0, 0, 9, -9, 0, 2, -7, 2, 0, 0, 2).bytes],
    ['with 16-bit coordinates', bytes().byte(0x0b, 2, 4, 3).short(0, 0, 9, 0, 0, 9, -9, 0, 2, -7, 2, 0, 0, 2).bytes],
  ])('has several contours: %s', async (_, record) => {
    expect(await readAreas(record)).toEqual([
      [
        [0, 0, 9, 0, 9, 9, 0, 9],
        [2, 2, 4, 2, 4, 4],
      ],
    ])
  })

  it.each<[string, Record]>([
    ['in ASCII', 'T 4 0,0 0,9 9,0 9,9 '],
    ['with 32-bit coordinates', bytes().text('t').byte(4).long(0, 0, 0, 9, 9, -9, 0, 9).bytes],
    ['with 16-bit coordinates', bytes().byte(0x14, 4).short(0, 0, 0, 9, 9, -9, 0, 9).bytes],
  ])('joins a triangle strip into one outline: %s', async (_, record) => {
    expect(await readAreas(record)).toEqual([[[0, 0, 9, 0, 9, 9, 0, 9]]])
  })

  it('has the average color of shaded triangles', async () => {
    const binary = bytes().byte(0x07, 3)
    for (const [x, y, red] of [
      [0, 0, 255],
      [9, 0, 0],
      [0, 9, 0],
    ] as const)
      binary.short(x, y).byte(red, 0, 0, 255)
    const ascii = '(Gouraud 3 0,0 255,0,0,255 9,0 0,0,0,255 9,9 0,0,0,255)'
    for (const record of [binary.bytes, ascii]) {
      const { fills, styles } = await readSheet(record)
      expect(styles[fills[0]?.style ?? -1]?.color).toBe(0x550000)
    }
  })

  it('is omitted when it is invisible or fully transparent', async () => {
    expect(await readAreas('v F P 3 0,0 1,0 1,1 V P 3 0,0 2,0 2,2 ')).toHaveLength(1)
    expect(await readAreas('F(Color 1,2,3,0)P 3 0,0 1,0 1,1 (Color 1,2,3,255)P 3 0,0 1,0 1,1 ')).toHaveLength(1)
  })
})

describe('W2D color', () => {
  const readColor = async (...records: readonly Record[]): Promise<unknown> =>
    (await readSheet(...records, 'L 0,0 9,9 ')).styles[0]?.color

  it('comes from the default map, a map of the stream or an RGBA value', async () => {
    expect(await readColor('C 1 ')).toBe(0x800000)
    expect(await readColor(bytes().text('c').byte(255).bytes)).toBe('background')
    expect(await readColor('(ColorMap 2 1,2,3,255 4,5,6,255)C 1 ')).toBe(0x040506)
    expect(await readColor(braced(1, bytes().byte(2, 9, 9, 9, 255, 7, 8, 9, 255).bytes), 'C 1 ')).toBe(0x070809)
    expect(await readColor(bytes().byte(3, 1, 2, 3, 255).bytes)).toBe(0x010203)
    expect(await readColor('(Color 1,2,3,255)')).toBe(0x010203)
    expect(await readColor('(Color 0,0,0,255)')).toBe('foreground')
  })

  it('has a default map of 256 entries', () => {
    const map = defaultColorMap()
    expect(map).toHaveLength(1024)
    expect(Array.from(map.subarray(4 * 225, 4 * 226))).toEqual([255, 255, 255, 255])
    expect(Array.from(map.subarray(4 * 11, 4 * 12))).toEqual([0, 0, 51, 255])
  })
})

describe('W2D line style', () => {
  it('has a line weight in logical units', async () => {
    for (const record of ['(LineWeight 40)', bytes().byte(0x17).long(40).bytes])
      expect((await readSheet(record, 'L 0,0 9,9 ')).styles[0]?.widthUnits).toBeCloseTo(0.1)
  })

  it('has dashes by name or number, scaled by the stream or the viewer', async () => {
    const dashes = async (...records: readonly Record[]): Promise<readonly number[]> =>
      (await readSheet(...records, 'L 0,0 9,9 ')).lineTypes[0]?.pattern ?? []
    expect(await dashes('(LinePattern Dashed)')).toHaveLength(2)
    expect(await dashes(Uint8Array.of(0xcc, 4))).toHaveLength(4)
    expect(await dashes('(LinePattern Solid)')).toEqual([])
    const [dash = 0, gap = 0] = await dashes('(LineStyle (LinePatternScale 120))(LinePattern Dashed)')
    expect((dash - gap) * inch).toBeCloseTo(120, 3)
    const [own = 0] = await dashes('(DashPattern 300 8,4)')
    expect(own).toBeCloseTo(8 / 96, 5)
    const [pixels = 0] = await dashes('(LineStyle (LinePatternScale -12))(LinePattern Dashed)')
    expect(pixels).toBeCloseTo(8 / 96, 5)
  })

  it('finds the 31 predefined patterns by number or name', () => {
    expect(patternOfNumber(31)).toHaveLength(10)
    expect(patternOfNumber(32)).toBeNull()
    expect(patternOfName('iso_dash')).toEqual([12, 3])
    expect(patternOfName('none')).toBeNull()
  })
})

describe('W2D text', () => {
  const readText = async (...records: readonly Record[]): Promise<RecordingSheet['texts'][number]> => {
    const [text] = (await readSheet(...records)).texts
    if (!text) throw new TypeError('no text')
    return text
  }
  const font =
    '(Font (Name Arial)(Height 400)(Rotation 16384)(Widthscale 2048)(Spacing 512)(Oblique 2731)(Style italic))'

  it('is rotated, stretched, slanted and spaced by its font', async () => {
    const text = await readText(font, "(Text 400,800 'Door')")
    expect(text.anchor).toEqual([1, 2])
    expect(text.xAxis[0]).toBeCloseTo(0)
    expect(text.xAxis[1]).toBeCloseTo(1 / inch)
    const [run] = text.paragraphs[0] ?? []
    expect(run).toMatchObject({ text: 'Door', widthFactor: 2, tracking: 0.5 })
    expect(run?.obliqueDegrees).toBeCloseTo(15, 1)
  })

  it('fits the width of its bounds and is underlined in ranges', async () => {
    const ascii =
      "(Font (Height 100))(Text 0,0 'Door' (Underscore (2 1,3))(Overscore (1 0))(Bounds 0,0 250,0 250,100 0,100))"
    const binary = bytes().byte(0x06).short(0x20).long(100).byte(0x18).long(0, 0).text("'Door'")
    binary.byte(2, 0).short(65_280).byte(3, 1, 3).long(0, 0, 250, 0, 0, 100, -250, 0).byte(1)
    for (const record of [ascii, binary.bytes]) {
      const { fitWidth, paragraphs } = await readText(record)
      expect(fitWidth).toBe(250)
      expect(paragraphs[0]?.filter(({ underline }) => underline).map(({ text }) => text)).toEqual(['oo'])
    }
  })

  it('is read from quoted, hexadecimal, wide-character and code-page strings', async () => {
    const height = '(Font (Height 9))'
    const run = async (...records: readonly Record[]): Promise<unknown> =>
      (await readText(height, ...records)).paragraphs[0]?.[0]?.text
    expect(await run("(Text 0,0 'it\\'s')")).toBe("it's")
    expect(await run('(Text 0,0 "05310532")')).toBe('ԱԲ')
    expect(await run(bytes().text('x').long(0, 0).byte(0x7b).long(2).short(0x416, 0x444).byte(0x7d).bytes)).toBe('Жф')
    expect(await run('(CodePage 1251)', bytes().text("(Text 0,0 '").byte(0xc6, 0xf4).text("')").bytes)).toBe('Жф')
  })

  it('is bold and italic by the full name of its font', async () => {
    const { fonts } = await readSheet(
      "(FontExtension 'Sans' 'Sans BoldOblique')(Font (Name Sans)(Height 9))(Text 0,0 'a')",
    )
    expect(fonts).toEqual([{ name: 'Sans', kind: 'outline', bold: true, italic: true }])
  })

  it('is counted as skipped without a height', async () => {
    const { report } = await read("L 0,0 1,1 (Text 0,0 'a')")
    expect(report?.skipped).toEqual([{ kind: 'text', reason: 'no-area', count: 1 }])
  })

  it('has decoders for known code pages only', () => {
    expect(findDecoder(932)?.(Uint8Array.of(0x82, 0xa0))).toBe('あ')
    expect(findDecoder(12_345)).toBeNull()
  })
})

describe('W2D marker', () => {
  it('draws the shapes of its glyph at the marker size', async () => {
    const glyph = '(Glyph 12 300,300 100 ( L 250,300 350,300 ))G 12 S 50 M 2 1000,1000 2000,1000 '
    expect(await readLines(glyph)).toEqual([
      [975, 1000, 1025, 1000],
      [1975, 1000, 2025, 1000],
    ])
  })

  it('is a dot by default and counted as skipped when its glyph is missing', async () => {
    expect(await readLines(bytes().text('m').byte(1).long(5, 6).bytes)).toEqual([[5, 6]])
    const { report } = await read('L 0,0 1,1 ', bytes().byte(0x87).short(9).byte(0x8d, 1).short(5, 6).bytes)
    expect(report?.skipped).toEqual([{ kind: 'marker', reason: 'block-missing', count: 1 }])
  })
})

describe('W2D layers, nodes and URLs', () => {
  it('select a named layer again by its number', async () => {
    const { layers, entities } = await readSheet(
      '(Layer 1 Walls)L 0,0 1,1 (Layer 2 Doors)L 0,0 1,1 (Layer 1)L 0,0 1,1 ',
      Uint8Array.of(0xac, 3),
      'L 0,0 1,1 ',
    )
    expect(layers.map(({ name }) => name)).toEqual(['Walls', 'Doors', '3'])
    expect(entities.map(({ layer }) => layer)).toEqual([0, 1, 0, 2])
  })

  it('count nodes by number, by difference or one by one, with one entity for each node', async () => {
    const line = 'L 0,0 1,1 '
    const { entities } = await readSheet(
      bytes().text('N').long(7).bytes,
      line + line,
      bytes().text('n').short(-3).bytes,
      line,
      Uint8Array.of(0x0e),
      line,
      '(Node 0)',
      line + line,
    )
    expect(entities.map(({ handle }) => handle)).toEqual(['7', '4', '5', '', ''])
  })

  it('end a URL at an empty one and select it again by its index', async () => {
    const { assignments, entities } = await readSheet(
      "(URL (0 'http://a' 'A'))L 0,0 1,1 (URL)L 0,0 1,1 (URL 0)L 0,0 1,1 ",
    )
    expect(entities).toHaveLength(3)
    expect([...assignments.keys()]).toEqual([0, 2])
  })
})

describe('W2D viewport', () => {
  it('can be left and entered again by name', async () => {
    const inner = "(Viewport 'a' (Contour 1 4 0,0 10,0 10,10 0,10))"
    expect(await readLines(inner, 'L -5,5 5,5 (Viewport)L -5,5 5,5 ', "(Viewport 'a')L -5,5 5,5 ")).toEqual([
      [0, 5, 5, 5],
      [-5, 5, 5, 5],
      [0, 5, 5, 5],
    ])
  })

  it('has a scale for known units only', () => {
    expect(['mm', 'Meters', 'feet and inches', 'feet', 'parsec'].map(millimetresOfUnit)).toEqual([
      1,
      1000,
      25.4,
      304.8,
      null,
    ])
  })
})

describe('W2D compressed block', () => {
  const inner = new TextEncoder().encode('L 1,2 3,4 ')

  it('is decompressed in place with or without the preset dictionary', async () => {
    for (const options of [{}, { dictionary: presetDictionary() }]) {
      const packed = bytes().byte(0x7b).long(0).short(0x11).raw(deflateSync(inner, options)).byte(0x7d).bytes
      expect(await readLines('L 0,0 9,9 ', packed, 'L 5,5 6,6 ')).toEqual([
        [0, 0, 9, 9],
        [1, 2, 3, 4],
        [5, 5, 6, 6],
      ])
    }
  })

  it('repeats earlier bytes in the LZ encoding', async () => {
    const packed = bytes().byte(0x2f, 0).text('SHE SELLS SEASH').short(9).byte(0x24).text('BY T').short(0x16).byte(6)
    packed.text('ASHORE').byte(0)
    const inflated = inflateHistory(packed.bytes, 1000)
    expect(new TextDecoder().decode(inflated?.bytes)).toBe('SHE SELLS SEASHELLS BY THE SEASHORE')
    expect(inflated).toMatchObject({ isComplete: true, consumedBytes: packed.length })
    const run = bytes().byte(0x7b).long(0).short(0x10).byte(inner.length).raw(inner).byte(0, 0x7d).bytes
    expect(await readLines(run)).toEqual([[1, 2, 3, 4]])
  })

  it('is rejected when damaged, too large or referring before its start', () => {
    expect(inflateZlib(Uint8Array.of(1, 2, 3), 100)).toBeNull()
    expect(inflateZlib(deflateSync(new Uint8Array(1000)), 100)).toBeNull()
    expect(inflateHistory(Uint8Array.of(0x11, 65, 200, 0), 100)).toBeNull()
    expect(inflateHistory(bytes().byte(5).text('abcde').byte(0).bytes, 3)).toBeNull()
  })

  it('ends the stream as damaged when its data are invalid', async () => {
    const { report } = await read('L 0,0 1,1 ', bytes().byte(0x7b).long(0).short(0x11).byte(1, 2, 3).bytes)
    expect(report?.skipped).toMatchObject([{ kind: 'W2D', reason: 'damaged' }])
  })
})

describe('undrawn W2D records', () => {
  it('are counted by name or number unless they have no visual effect', async () => {
    const { report } = await read(
      "L 0,0 1,1 (Author me)(Comment 'a ) b')(Weather sunny)(FillPattern 3)(PenPattern 1 50 0)(Texture 1)",
      braced(0x0013, Uint8Array.of(1)),
      braced(0x2000, Uint8Array.of(1)),
      bytes().text('w').byte(1).long(1, 1).bytes,
    )
    expect(report?.skipped).toEqual([
      { kind: '(Weather)', reason: 'not-read', count: 1 },
      { kind: 'fill pattern', reason: 'not-drawn', count: 1 },
      { kind: 'pen pattern', reason: 'not-drawn', count: 1 },
      { kind: 'textured triangles', reason: 'not-drawn', count: 2 },
      { kind: 'record 8192', reason: 'not-read', count: 1 },
    ])
  })

  it('are reported as damaged when nested without end', async () => {
    const { report } = await read('L 0,0 1,1 ', '('.repeat(100))
    expect(report?.skipped).toMatchObject([{ kind: 'W2D', reason: 'damaged' }])
  })
})
