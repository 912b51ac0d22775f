import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../../../dwf/reader.js'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { listAreas, listLines, readW2d, runW2d, unitsPerInch, type W2dRecord } from '../testing/read-w2d.js'
import { w2dStream } from '../testing/write-w2d.js'
import { singleBytes } from './single-bytes.js'

const bytes = (): ByteWriter => new ByteWriter()
const origin = (x: number, y: number): Uint8Array => bytes().text('O').long(x, y).bytes
const lineRecord = 'L 0,0 1,1 '

/** Computes the bounds of points. */
function computeBounds(points: readonly number[] = []): number[] {
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis))
  return [Math.min(...(xs ?? [])), Math.min(...(ys ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))]
}

describe('W2D current point', () => {
  const line = bytes().byte(0x0c).short(1, 1, 1, 1).bytes

  it.each<[string, W2dRecord, [number, number]]>([
    ['a 32-bit line', bytes().text('l').long(10, 20, 1, 2).bytes, [11, 22]],
    ['a 16-bit line', bytes().byte(0x0c).short(10, 20, 1, 2).bytes, [11, 22]],
    ['lines in one record', bytes().byte(0x8c, 2).short(10, 20, 1, 2, 1, 1, 1, 1).bytes, [13, 24]],
    ['a 32-bit polyline', bytes().text('p').byte(2).long(10, 20, -20, -40).bytes, [-10, -20]],
    ['a 16-bit polyline', bytes().byte(0x10, 2).short(10, 20, -20, -40).bytes, [-10, -20]],
    ['the center of a 32-bit circle', bytes().text('r').long(10, 20, 5).bytes, [10, 20]],
    ['the center of a 16-bit circle', bytes().byte(0x12).short(10, 20, 5).bytes, [10, 20]],
    ['the center of an arc', bytes().byte(0x92).long(10, 20, 5).short(0, 100).bytes, [10, 20]],
    ['the center of an ellipse', bytes().text('e').long(10, 20, 5, 6).short(0, 0, 0).bytes, [10, 20]],
    ['32-bit markers', bytes().text('m').byte(2).long(10, 20, 1, 1).bytes, [11, 21]],
    ['16-bit markers', bytes().byte(0x8d, 2).short(10, 20, 1, 1).bytes, [11, 21]],
    ['a triangle strip', bytes().byte(0x14, 3).short(10, 20, 1, 0, 0, 1).bytes, [11, 21]],
    ['outlines', bytes().byte(0x0b, 1, 3).short(10, 20, 1, 0, 0, 1).bytes, [11, 21]],
    ['a curve', bytes().byte(0x02, 1).short(10, 20, 1, 1, 1, 1, 1, 1).bytes, [13, 23]],
    ['a shaded line', bytes().byte(0x11, 1).short(10, 20).byte(1, 1, 1, 255).bytes, [10, 20]],
    ['a textured strip', bytes().text('w').byte(1).long(10, 20).bytes, [10, 20]],
    ['a text', bytes().text('x').long(10, 20).text("'a'").bytes, [10, 20]],
    [
      'the last corner of a text box',
      bytes().byte(0x18).long(10, 20).text("'a'").byte(1, 1).long(1, 1, 1, 1, 1, 1, 1, 1).byte(1).bytes,
      [14, 24],
    ],
    ['an explicit position', origin(10, 20), [10, 20]],
    ['nothing in an ASCII line, which is absolute', 'L 10,20 30,40 ', [0, 0]],
    ['nothing in an ASCII polyline', 'P 2 10,20 30,40 ', [0, 0]],
    ['nothing in an ASCII circle', 'R 10,20 5 ', [0, 0]],
  ])('is updated by %s', async (_, record, [x, y]) => {
    const lines = listLines(await readW2d(record, line))
    expect(lines.at(-1)).toEqual([x + 1, y + 1, x + 2, y + 2])
  })

  it('is updated by invisible primitives', async () => {
    const lines = listLines(await readW2d('v', bytes().text('l').long(10, 20, 1, 2).bytes, 'V', line))
    expect(lines).toEqual([[12, 23, 13, 24]])
  })

  it('can move beyond the range of 32 bits', async () => {
    const lines = listLines(await readW2d(origin(-2_147_483_648, 2_147_483_647), line))
    expect(lines).toEqual([[-2_147_483_647, 2_147_483_648, -2_147_483_646, 2_147_483_649]])
  })
})

describe('W2D count', () => {
  it.each<[string, (writer: ByteWriter) => ByteWriter, number]>([
    ['polylines', (writer) => writer.byte(0x10), 2],
    ['strips', (writer) => writer.byte(0x14), 2],
    ['markers', (writer) => writer.byte(0x8d), 2],
  ])('can have three bytes in %s', async (_, openRecord) => {
    const record = openRecord(bytes()).byte(0).short(0)
    for (let at = 0; at < 256; at++) record.short(1, at % 2)
    const read = await readW2d(record.bytes, lineRecord)
    expect(read.skipped).toEqual([])
    const polylines = [...listLines(read).slice(0, -1), ...listAreas(read).flat()]
    expect(polylines.flat()).toHaveLength(512)
    expect(listLines(read).at(-1)).toEqual([0, 0, 1, 1])
  })

  it('can have three bytes for contours and for their vertices', async () => {
    const record = bytes().byte(0x0b, 0).short(0)
    for (let ring = 0; ring < 256; ring++) record.byte(...(ring === 0 ? [0, 1, 0] : [3]))
    for (let at = 0; at < 257; at++) record.short(1, at % 2)
    for (let ring = 1; ring < 256; ring++) record.short(0, 1, 1, 0, 0, 1)
    const [rings = []] = listAreas(await readW2d(record.bytes))
    expect(rings).toHaveLength(256)
    expect(rings.map((ring) => ring.length)).toEqual([514, ...Array.from({ length: 255 }, () => 6)])
  })

  it.each<[string, Uint8Array]>([
    ['polyline', bytes().text('p').byte(0).short(-1).long(1, 1).bytes],
    ['multi-segment line', bytes().byte(0x8c, 255).short(1, 1).bytes],
    ['strip', bytes().text('t').byte(0).short(-1).bytes],
    ['shaded strip', bytes().text('g').byte(0).short(-1).bytes],
    ['shaded line', bytes().text('q').byte(0).short(-1).bytes],
    ['textured strip', bytes().text('w').byte(0).short(-1).bytes],
    ['curve', bytes().text('b').byte(0).short(-1).bytes],
    ['outlines', bytes().text('k').byte(0).short(-1).bytes],
    ['outline', bytes().text('k').byte(1, 0).short(-1).long(1, 1).bytes],
    ['markers', bytes().text('m').byte(0).short(-1).bytes],
  ])('ends the stream and keeps earlier primitives when it exceeds the data: %s', async (_, record) => {
    const read = await readW2d(lineRecord, record)
    expect(listLines(read)[0]).toEqual([0, 0, 1, 1])
    expect(read.skipped).toEqual(['W2D file-ends-early ×1'])
  })

  it.each(['P 99999999 1,1 ', 'T 4000000000 1,1 ', 'M 99999999999999999999 1,1 '])(
    'ends the stream when it exceeds the data of an ASCII opcode: %s',
    async (record) => {
      const read = await readW2d(lineRecord, record)
      expect(listLines(read)).toEqual([[0, 0, 1, 1]])
      expect(read.skipped).toEqual(['W2D file-ends-early ×1'])
    },
  )

  it.each(['P 0 ', 'P -3 ', 'T 0 ', 'M 0 ', 'P 0.9 '])('draws nothing when it is below one: %s', async (record) => {
    const read = await readW2d(record, lineRecord)
    expect(listLines(read)).toEqual([[0, 0, 1, 1]])
    expect([listAreas(read), read.skipped]).toEqual([[], []])
  })
})

describe('W2D ASCII opcode', () => {
  it('can be followed by another opcode without a separator', async () => {
    const ellipse = bytes().text('L 5,6 7,8e').long(500, 500, 200, 100).short(0, 0, 0).bytes
    const read = await readW2d(ellipse, lineRecord)
    const [line, round] = listLines(read)
    expect(line).toEqual([5, 6, 7, 8])
    expect(computeBounds(round)).toEqual([300, 400, 700, 600])
    expect(read.skipped).toEqual([])
  })

  it.each(['L1,2 3,4', 'L\t1,2\n3,4', 'L 1,2,3,4', 'L +1,2.0 3.,4'])('accepts %j as a line', async (record) => {
    expect(listLines(await readW2d(`${record} `))).toEqual([[1, 2, 3, 4]])
  })

  it.each(['L 1,2 3,x ', 'L - ', 'C x ', 'S ', 'R 1,1 ', 'G ()'])(
    'is reported as damaged with invalid operands: %s',
    async (record) => {
      expect((await readW2d(lineRecord, record)).skipped).toEqual(['W2D damaged ×1'])
    },
  )
})

describe('W2D fill mode', () => {
  const square = 'P 5 0,0 9,0 9,9 0,9 0,0 '

  it('fills polylines until it ends and drops a repeated last vertex', async () => {
    const read = await readW2d('F', square, 'f', square)
    expect(listAreas(read)).toEqual([[[0, 0, 9, 0, 9, 9, 0, 9]]])
    expect(listLines(read)).toEqual([[0, 0, 9, 0, 9, 9, 0, 9, 0, 0]])
  })

  it('does not fill lines and polylines of two points', async () => {
    const read = await readW2d('F', lineRecord, 'P 2 3,3 4,4 ')
    expect(listAreas(read)).toEqual([])
    expect(listLines(read)).toEqual([
      [0, 0, 1, 1],
      [3, 3, 4, 4],
    ])
  })

  it('fills circles, ellipses and curves', async () => {
    const curve = bytes().byte(0x02, 1).short(0, 0, 0, 400, 400, 0, 0, -400).bytes
    const areas = listAreas(await readW2d('F', 'R 500,500 100 ', 'E 500,500 200,100 ', curve))
    expect(areas.map(([ring]) => computeBounds(ring))).toEqual([
      [400, 400, 600, 600],
      [300, 400, 700, 600],
      [0, 0, 400, 300],
    ])
  })

  it('fills arcs as sectors that start at the center', async () => {
    const [[ring = []] = []] = listAreas(await readW2d('F(Ellipse 500,500 200,100 0,32768 0)'))
    expect(ring.slice(0, 4)).toEqual([500, 500, 700, 500])
    expect(ring.slice(-2)).toEqual([300, 500])
    expect(computeBounds(ring)).toEqual([300, 500, 700, 600])
  })
})

describe('W2D arc', () => {
  const readArc = async (start: number, end: number): Promise<number[]> =>
    listLines(await readW2d(bytes().byte(0x92).long(0, 0, 1000).short(start, end).bytes))[0] ?? []

  it.each([
    ['a quarter circle', 0, 16_384, [1000, 0], [0, 1000]],
    ['the last quarter of a circle', 49_152, 0, [0, -1000], [1000, 0]],
    ['from left to right through the bottom', 32_768, 0, [-1000, 0], [1000, 0]],
    ['three quarters of a circle', 16_384, 0, [0, 1000], [1000, 0]],
    ['across angle zero', 57_344, 8192, [707, -707], [707, 707]],
  ])('runs counter-clockwise: %s', async (_, start, end, first, last) => {
    const points = await readArc(start, end)
    expect(points.slice(0, 2)).toEqual(first)
    expect(points.slice(-2)).toEqual(last)
  })

  it('runs below its center only when its angles do', async () => {
    expect(computeBounds(await readArc(32_768, 0))[1]).toBe(-1000)
    expect(computeBounds(await readArc(0, 32_768))[1]).toBe(0)
  })

  it('is a full circle when its angles are equal', async () => {
    for (const angle of [0, 100, 65_535]) {
      const points = await readArc(angle, angle)
      expect(points.slice(0, 2)).toEqual(points.slice(-2))
      computeBounds(points).forEach((value) => expect(Math.abs(Math.abs(value) - 1000)).toBeLessThanOrEqual(3))
    }
  })

  it('is tilted counter-clockwise in an ellipse', async () => {
    const ellipse = bytes().text('e').long(0, 0, 1000, 500).short(0, 16_384, 8192).bytes
    const [points = []] = listLines(await readW2d(ellipse))
    expect(points.slice(0, 2)).toEqual([707, 707])
    expect(points.slice(-2)).toEqual([-354, 354])
  })
})

describe('W2D Bézier curve', () => {
  it('joins consecutive segments at their end points', async () => {
    const [points = []] = listLines(
      await readW2d('(Bezier 2 0,0 0,100 100,100 100,0 100,-100 200,-100 200,0 999,999 9,9 9,9)'),
    )
    expect(points.slice(32, 34)).toEqual([100, 0])
    expect(points.slice(-2)).toEqual([200, 0])
    expect(points.slice(48, 50)).toEqual([150, -75])
  })

  it.each(['(Bezier 2 0,0 0,100 100,100 100,0)', '(Bezier 0 0,0)', '(Bezier -1)', '(Bezier x)', '(Bezier)'])(
    'is counted as damaged when points are missing: %s',
    async (record) => {
      const read = await readW2d(lineRecord, record)
      expect(listLines(read)).toEqual([[0, 0, 1, 1]])
      expect(read.skipped).toEqual(['(Bezier) damaged ×1'])
    },
  )
})

describe('W2D marker', () => {
  it.each([
    [
      1,
      [
        [-25, 0, 25, 0],
        [0, -25, 0, 25],
      ],
    ],
    [
      2,
      [
        [-25, -25, 25, 25],
        [-25, 25, 25, -25],
      ],
    ],
  ])('has a predefined glyph for number %d', async (glyph, lines) => {
    const expected = lines.map((line) => line.map((value) => value + 500))
    expect(listLines(await readW2d(`G ${glyph} S 50 M 1 500,500 `))).toEqual(expected)
  })

  it('has predefined glyphs for a star, a circle and a disc', async () => {
    expect(listLines(await readW2d('G 3 S 50 M 1 500,500 '))).toHaveLength(4)
    const hollow = await readW2d('F G 4 S 50 M 1 500,500 ')
    expect([computeBounds(listLines(hollow)[0]), listAreas(hollow)]).toEqual([[475, 475, 525, 525], []])
    const disc = await readW2d('G 5 S 50 M 1 500,500 P 3 0,0 1,0 1,1 ')
    expect(computeBounds(listAreas(disc)[0]?.[0])).toEqual([475, 475, 525, 525])
    expect(listLines(disc)).toEqual([[0, 0, 1, 0, 1, 1]])
  })

  it('is a dot without a size', async () => {
    expect(listLines(await readW2d('G 1 M 2 5,6 7,8 '))).toEqual([
      [5, 6],
      [7, 8],
    ])
  })

  it('uses a glyph defined by the stream regardless of white space', async () => {
    for (const close of ['))', ' ) )', '\n)\n)'])
      expect(
        listLines(await readW2d(`(Glyph 1 0,0 10 (L 0,0 10,20${close}`, 'G 1 S 20 M 1 100,100 ', lineRecord)),
      ).toEqual([
        [100, 100, 120, 140],
        [0, 0, 1, 1],
      ])
  })

  it('keeps color, fill mode and current point of the stream', async () => {
    const line = bytes().byte(0x0c).short(1, 1, 1, 1).bytes
    const glyph = bytes().text('(Glyph 9 0,0 10 (F(Color 255,0,0,255)L 0,0 10,0 ))').bytes
    const { sheet } = await readW2d(
      '(Color 0,0,255,255)',
      origin(50, 50),
      glyph,
      'G 9 S 10 M 1 0,0 P 3 0,0 1,0 1,1 ',
      line,
    )
    expect(sheet.fills).toEqual([])
    expect(sheet.polylines.map(({ style }) => sheet.styles[style]?.color)).toEqual([0xff0000, 0x0000ff, 0x0000ff])
    expect(Array.from(sheet.polylines[2]?.points ?? [], (value) => Math.round(value * unitsPerInch))).toEqual([
      51, 51, 52, 52,
    ])
  })

  it('ends when its glyph draws itself', async () => {
    const read = await readW2d('(Glyph 9 0,0 10 (L 0,0 1,0 G 9 S 10 M 1 5,5 ))', 'G 9 S 10 M 1 0,0 ', lineRecord)
    expect(listLines(read)).toHaveLength(3)
  })

  it('is counted as skipped when its copies exceed the limit', async () => {
    const glyph = `(Glyph 9 0,0 10 (${' '.repeat(300_000)}L 0,0 10,0 ))`
    const read = await readW2d(glyph, 'G 9 S 10 ', bytes().byte(0x8d, 100).raw(new Uint8Array(400)).bytes)
    expect(listLines(read)).toHaveLength(53)
    expect(read.skipped).toEqual(['marker too-much-memory ×47'])
  })
})

describe('W2D single-byte opcode', () => {
  it('is reported as damaged when it is unknown and not a filler byte', async () => {
    for (let opcode = 0; opcode < 256; opcode++) {
      const isFiller = [0, 9, 10, 13, 32, 0x7d].includes(opcode)
      if (singleBytes.has(opcode) || opcode === 0x28 || opcode === 0x7b) continue
      const { report } = await runW2d(lineRecord, Uint8Array.of(opcode))
      expect(report?.skipped.map(({ reason }) => reason)).toEqual(isFiller ? [] : ['damaged'])
    }
  })

  it('keeps earlier primitives when truncated anywhere', async () => {
    const records = [
      bytes().text('e').long(1, 2, 3, 4).short(5, 6, 7).bytes,
      bytes().byte(0x06).short(0x7ff).text("'Arial'").byte(0, 0, 0, 3).long(9).short(1, 2, 3, 4).long(0).bytes,
      bytes().byte(0x18).long(0, 0).text("'a'").byte(2, 1, 1).long(1, 1, 1, 1, 1, 1, 1, 1).byte(1).bytes,
      bytes().byte(0x07, 1).short(1, 1).byte(1, 2, 3, 4).bytes,
      bytes().byte(3, 1, 2, 3, 4).bytes,
    ]
    const headerLength = w2dStream(lineRecord).length - '(EndOfDWF)'.length
    for (const record of records)
      for (let length = 1; length < record.length; length++) {
        const cut = w2dStream(lineRecord, record).slice(0, headerLength + length)
        const read = await readFully(cut)
        expect(read).toEqual([1, 'file-ends-early'])
      }
  })
})

async function readFully(stream: Uint8Array): Promise<unknown[]> {
  const { scene, report } = await runReader(reader, stream, { name: 'plan.dwf' })
  return [scene.sheets[0]?.polylines.length, report?.skipped[0]?.reason]
}
