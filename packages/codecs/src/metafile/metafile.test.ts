import { mutate } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { decodeDib, playMetafile, type Metafile, type MetafileMark } from './index.js'
import {
  enhancedRecord,
  floats,
  shorts,
  windowsRecord,
  writeEnhancedMetafile,
  writeWindowsMetafile,
} from './testing/write-metafile.js'

const play = (...records: readonly Uint8Array[]): Metafile | null => playMetafile(writeEnhancedMetafile(records))
const playRecords = (...records: readonly Uint8Array[]): readonly MetafileMark[] => play(...records)?.marks ?? []
const lines = (marks: readonly MetafileMark[]): number[][] =>
  marks.flatMap((mark) => (mark.kind === 'line' ? [[...mark.points]] : []))
const areas = (marks: readonly MetafileMark[]): number[][][] =>
  marks.flatMap((mark) => (mark.kind === 'area' ? [mark.rings.map((ring) => [...ring])] : []))
const computeBounds = (points: readonly number[]): number[] => {
  const [x, y] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis))
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)].map(
    (value) => Math.round(value * 1e6) / 1e6 + 0,
  )
}
const bounds = [0, 0, 0, 0] as const
const noBrush = [enhancedRecord(39, 1, 1, 0, 0), enhancedRecord(37, 1)]
const noPen = enhancedRecord(37, 0x80000008)
const wide = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf16le'))
/** Builds a font record of a height in slot 3. */
const font = (height: number, degrees = 0): Uint8Array =>
  enhancedRecord(
    82,
    3,
    height,
    0,
    degrees * 10,
    0,
    700,
    Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0),
    wide('Arial'.padEnd(32, '\0')),
  )
const textRecord = (text: string, x: number, y: number): Uint8Array =>
  enhancedRecord(84, ...bounds, 1, floats(1, 1), x, y, text.length, 76, 0, ...bounds, 0, wide(text))

describe('enhanced metafile', () => {
  it('states its frame in device units', () => {
    expect(play(enhancedRecord(43, 0, 0, 10, 10))?.frame).toEqual([0, 0, 200, 100])
  })

  it('draws 16-bit and 32-bit lines and polygons with pens and brushes', () => {
    const marks = playRecords(
      enhancedRecord(38, 1, 0, 3, 0, 0x00_00_ff),
      enhancedRecord(37, 1),
      enhancedRecord(39, 2, 0, 0x00_ff_00, 0),
      enhancedRecord(37, 2),
      enhancedRecord(86, ...bounds, 3, shorts(0, 0, 10, 0, 10, 10)),
      enhancedRecord(4, ...bounds, 2, 1, 2, 3, 4),
      enhancedRecord(27, 5, 5),
      enhancedRecord(54, 9, 5),
      enhancedRecord(91, ...bounds, 2, 6, 3, 3, shorts(0, 0, 4, 0, 4, 4, 1, 1, 2, 1, 2, 2)),
    )
    expect(marks[0]).toMatchObject({ kind: 'area', color: 0x00ff00, clip: null })
    expect(marks[1]).toMatchObject({ kind: 'line', color: 0xff0000, width: 3, isClosed: true })
    expect(lines(marks)).toEqual([
      [0, 0, 10, 0, 10, 10],
      [1, 2, 3, 4],
      [5, 5, 9, 5],
      [0, 0, 4, 0, 4, 4],
      [1, 1, 2, 1, 2, 2],
    ])
    // Rings of one record form one area: an overlap of two is a hole.
    expect(areas(marks)[1]).toHaveLength(2)
  })

  it('draws ellipses, arcs, pies, rounded rectangles and Bézier curves within their bounds', () => {
    const marks = playRecords(
      ...noBrush,
      enhancedRecord(42, 10, 20, 30, 40),
      enhancedRecord(45, 0, 0, 20, 20, 20, 10, 10, 0),
      enhancedRecord(47, 0, 0, 20, 20, 20, 10, 10, 0),
      enhancedRecord(44, 0, 0, 40, 20, 10, 10),
      enhancedRecord(85, ...bounds, 4, shorts(0, 0, 0, 10, 10, 10, 10, 0)),
    )
    const [ellipse, arc, pie, round, curve] = lines(marks).map(computeBounds)
    expect(areas(marks)).toEqual([])
    expect(ellipse).toEqual([10, 20, 30, 40])
    // From the right over the top: y runs downwards, arcs are counter-clockwise.
    expect(arc).toEqual([10, 0, 20, 10])
    expect(pie).toEqual([10, 0, 20, 10])
    expect(round).toEqual([0, 0, 40, 20])
    expect(curve).toEqual([0, 0, 10, 7.5])
  })

  it('applies window, viewport, world transform and saved state', () => {
    const marks = playRecords(
      ...noBrush,
      enhancedRecord(17, 8),
      enhancedRecord(10, 100, 100),
      enhancedRecord(9, 1000, 1000),
      enhancedRecord(11, 200, 100),
      enhancedRecord(33),
      enhancedRecord(35, floats(2, 0, 0, 2, 100, 100)),
      enhancedRecord(4, ...bounds, 2, 0, 0, 100, 100),
      enhancedRecord(34, -1),
      enhancedRecord(4, ...bounds, 2, 100, 100, 1100, 1100),
    )
    expect(lines(marks)).toEqual([
      [0, 0, 40, 20],
      [0, 0, 200, 100],
    ])
  })

  it('draws completed paths and drops aborted ones', () => {
    const figure = [enhancedRecord(27, 0, 0), enhancedRecord(54, 10, 0), enhancedRecord(54, 10, 10), enhancedRecord(61)]
    const marks = playRecords(
      noPen,
      enhancedRecord(59),
      ...figure,
      enhancedRecord(60),
      enhancedRecord(62),
      enhancedRecord(59),
      ...figure,
      enhancedRecord(68),
      enhancedRecord(64),
    )
    expect(areas(marks)).toEqual([[[0, 0, 10, 0, 10, 10]]])
    expect(marks).toHaveLength(1)
  })

  it('draws texts with font, position and rotation', () => {
    const [text, rotated] = playRecords(
      font(-20),
      enhancedRecord(37, 3),
      enhancedRecord(22, 24),
      enhancedRecord(24, 0x0000ff),
      textRecord('Grüße \u0531', 50, 60),
      font(-20, 90),
      enhancedRecord(37, 3),
      textRecord('up', 0, 0),
    )
    expect(text).toMatchObject({
      kind: 'text',
      text: 'Grüße \u0531',
      at: [50, 60],
      right: [1, expect.closeTo(0)],
      up: [expect.closeTo(0), -1],
      color: 0xff0000,
      font: { name: 'Arial', isBold: true, isItalic: true },
      isUnderlined: true,
      vertical: 'baseline',
    })
    expect(rotated).toMatchObject({ right: [expect.closeTo(0), -1], up: [-1, expect.closeTo(0)] })
  })

  it('clips to its clip regions until they are reset', () => {
    const region = [32, 1, 1, 16, 5, 5, 20, 20, 5, 5, 20, 20]
    const marks = playRecords(
      enhancedRecord(33),
      enhancedRecord(30, 10, 10, 30, 30),
      enhancedRecord(75, 48, 1, ...region),
      enhancedRecord(4, ...bounds, 2, 0, 0, 50, 50),
      enhancedRecord(30, 90, 90, 99, 99),
      enhancedRecord(4, ...bounds, 2, 0, 0, 50, 50),
      enhancedRecord(75, 0, 5),
      enhancedRecord(4, ...bounds, 2, 0, 0, 50, 50),
    )
    expect(marks.map(({ clip }) => clip)).toEqual([[10, 10, 20, 20], null])
  })

  it('draws bitmaps, and areas of one color for raster operations without a bitmap', () => {
    const bitmap = new Uint8Array(40 + 8)
    const view = new DataView(bitmap.buffer)
    view.setUint32(0, 40, true)
    for (const [at, value] of [
      [4, 2],
      [8, 1],
    ] as const)
      view.setInt32(at, value, true)
    view.setUint32(12, 0x180001, true)
    bitmap.set([0, 0, 255, 255, 0, 0], 40)
    const marks = playRecords(
      enhancedRecord(81, ...bounds, 10, 20, 0, 0, 2, 1, 80, 40, 120, 8, 0, 0xcc0020, 30, 15, bitmap),
      enhancedRecord(76, ...bounds, 1, 2, 3, 4, 0xff0062, 0, 0, floats(1, 0, 0, 1, 0, 0), 0, 0, 0, 0, 0, 0),
      enhancedRecord(76, ...bounds, 1, 2, 3, 4, 0xaa0029, 0, 0, floats(1, 0, 0, 1, 0, 0), 0, 0, 0, 0, 0, 0),
    )
    expect(marks).toHaveLength(2)
    expect(marks[0]).toMatchObject({
      kind: 'image',
      origin: [10, 20],
      right: [30, 0],
      down: [0, 15],
      image: { width: 2, height: 1 },
    })
    expect(marks[0]?.kind === 'image' && [...marks[0].image.data.subarray(0, 8)]).toEqual([
      255, 0, 0, 255, 0, 0, 255, 255,
    ])
    expect(marks[1]).toMatchObject({ kind: 'area', color: 0xffffff })
  })

  it.each([
    ['with 32-bit masks', 32, 3, [0xff0000, 0x00ff00, 0x0000ff], [0x80, 0x40, 0x20, 0]],
    ['with 16-bit masks', 16, 3, [0xf800, 0x07e0, 0x001f], [0x04, 0x82]],
    ['with 16 bits per pixel', 16, 0, [], [0x04, 0x41]],
  ])('decodes bitmaps %s', (_, bits, packing, masks, pixel) => {
    const bitmap = new Uint8Array(40 + 4 * masks.length + 4)
    const view = new DataView(bitmap.buffer)
    const header = [40, 1, 1, 1 + bits * 65_536, packing]
    for (const [at, value] of header.entries()) view.setInt32(4 * at, value, true)
    for (const [at, value] of masks.entries()) view.setUint32(40 + 4 * at, value, true)
    bitmap.set(pixel, 40 + 4 * masks.length)
    const { data } = decodeDib(bitmap) ?? {}
    expect([...(data ?? [])].map((value) => Math.round(value / 32))).toEqual(bits === 32 ? [1, 2, 4, 8] : [4, 2, 1, 8])
    expect(decodeDib(bitmap.subarray(0, -4))).toBeNull()
  })

  it('counts undrawn records by name and is null when it is EMF+ only', () => {
    const box = enhancedRecord(43, 0, 0, 1, 1)
    expect(play(box, enhancedRecord(118), enhancedRecord(118))?.skipped).toEqual(new Map([['GRADIENTFILL', 2]]))
    expect(play(enhancedRecord(70, 4, 0x2b464d45))).toBeNull()
    const cut = writeEnhancedMetafile([box, box])
    new DataView(cut.buffer).setUint32(108 + 24 + 4, 1e9, true)
    expect(playMetafile(cut)?.skipped).toEqual(new Map([['cut', 1]]))
  })
})

describe('Windows metafile', () => {
  const box = [windowsRecord(0x041b, 40, 30, 20, 10)]
  const window = [windowsRecord(0x0103, 8), windowsRecord(0x020b, 0, 0), windowsRecord(0x020c, 100, 200)]

  it('has the frame of its window, its placeable header or its drawn bounds', () => {
    const framed = playMetafile(writeWindowsMetafile([...window, ...box]))
    const [left, top, right, bottom] = framed?.frame ?? bounds
    expect((right - left) / (bottom - top)).toBeCloseTo(1)
    expect(computeBounds(lines(framed?.marks ?? [])[0] ?? [])).toEqual([0.05, 0.2, 0.15, 0.4])
    expect(playMetafile(writeWindowsMetafile(box, [0, 0, 300, 200]))?.frame).toEqual([0, 0, 300, 200])
    expect(playMetafile(writeWindowsMetafile(box))?.frame).toEqual([10, 20, 30, 40])
  })

  it('assigns the lowest free handle to each object, drawn or not', () => {
    const marks = playMetafile(
      writeWindowsMetafile([
        windowsRecord(0x00f7, 0x0300, 0),
        windowsRecord(0x02fc, 0, 0x00ff, 0, 0),
        windowsRecord(0x02fa, 5, 0, 0, 0, 0),
        windowsRecord(0x01f0, 0),
        windowsRecord(0x02fc, 0, 0, 0x00ff, 0),
        windowsRecord(0x012d, 0),
        windowsRecord(0x012d, 2),
        ...box,
      ]),
    )?.marks
    expect(marks).toMatchObject([{ kind: 'area', color: 0x0000ff }])
  })

  it('decodes text in the character set of its font', () => {
    const cyrillic = new Uint8Array(32)
    cyrillic.set([0x41])
    const name = [...new Uint16Array(cyrillic.buffer)]
    const metafile = playMetafile(
      writeWindowsMetafile([
        windowsRecord(0x02fb, -10, 0, 0, 0, 400, 0, 204 << 8, 0, 0, ...name),
        windowsRecord(0x012d, 0),
        windowsRecord(0x0a32, 7, 5, 2, 0, 0xe2c4),
        ...box,
      ]),
    )
    expect(metafile?.marks[0]).toMatchObject({ kind: 'text', text: '\u0414\u0432', font: { name: 'A', isBold: false } })
  })
})

describe('playMetafile', () => {
  it.each([
    ['no data', new Uint8Array(0)],
    ['truncated data', new Uint8Array(20)],
    ['text', new TextEncoder().encode('Worksheet data of another program, long enough to look into')],
    ['metafile without drawing records', writeEnhancedMetafile([])],
  ])('returns null for other data: %s', (_, bytes) => {
    expect(playMetafile(bytes)).toBeNull()
  })

  it('draws a bounded number of points from corrupted files', () => {
    const records = [
      enhancedRecord(17, 8),
      enhancedRecord(59),
      enhancedRecord(85, ...bounds, 4, shorts(0, 0, 0, 10, 10, 10, 10, 0)),
      enhancedRecord(60),
      enhancedRecord(63),
      enhancedRecord(91, ...bounds, 2, 6, 3, 3, shorts(0, 0, 4, 0, 4, 4, 1, 1, 2, 1, 2, 2)),
      font(-20),
      enhancedRecord(37, 3),
      textRecord('words', 1, 1),
    ]
    const files = [
      writeEnhancedMetafile(records),
      writeWindowsMetafile([
        windowsRecord(0x0538, 2, 3, 3, 0, 0, 4, 0, 4, 4, 1, 1, 2, 1, 2, 2),
        windowsRecord(0x0521, 4, 0x6f77, 0x6472, 25, 50),
      ]),
    ]
    const counts = files.flatMap((file) =>
      Array.from({ length: 400 }, (_, seed) => lines(playMetafile(mutate(file, seed))?.marks ?? []).flat().length),
    )
    expect(Math.max(...counts)).toBeLessThan(2000)
    expect(Math.max(...counts)).toBeGreaterThan(0)
  })

  it('reads no more than the data when counts are too large', () => {
    expect(playRecords(enhancedRecord(86, ...bounds, 0x7fffffff, shorts(0, 0, 9, 0, 9, 9)))).toHaveLength(2)
    expect(
      playRecords(enhancedRecord(91, ...bounds, 0x7fffffff, 0x7fffffff, 3), enhancedRecord(43, 0, 0, 1, 1)).length,
    ).toBeGreaterThan(0)
  })
})
