import { describe, expect, it } from 'vitest'
import { parseSavedGraphics } from './saved-graphics.js'
import { writeSavedGraphics, type SavedChunk } from '../testing/index.js'

const integers = (...values: number[]): Int32Array => Int32Array.from(values)
const doubles = (...values: number[]): Float64Array => Float64Array.from(values)
const parse = (...chunks: readonly SavedChunk[]) => parseSavedGraphics(writeSavedGraphics(...chunks))
const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]

describe('parseSavedGraphics', () => {
  it.each([
    [6, 'polyline'],
    [32, 'polyline'],
    [7, 'polygon'],
  ])('reads the points of chunk %i as a %s', (kind, expected) => {
    expect(parse([kind, integers(2), doubles(1, 2, 3, 4, 5, 6)])).toEqual([
      { kind: expected, points: [1, 2, 3, 4, 5, 6] },
    ])
  })

  it('reads circles and arcs', () => {
    expect(
      parse(
        [2, doubles(1, 2, 3, 9, 0, 0, 1)],
        [3, doubles(1, 0, 0, 0, 1, 0, -1, 0, 0)],
        [4, doubles(1, 2, 3, 9, 0, 0, 1, 1, 0, 0, Math.PI)],
        [5, doubles(1, 0, 0, 0, 1, 0, -1, 0, 0), integers(0)],
      ),
    ).toEqual([
      { kind: 'circle', center: [1, 2, 3], radius: 9, normal: [0, 0, 1] },
      {
        kind: 'circleThrough',
        points: [
          [1, 0, 0],
          [0, 1, 0],
          [-1, 0, 0],
        ],
      },
      { kind: 'arc', center: [1, 2, 3], radius: 9, normal: [0, 0, 1], start: [1, 0, 0], sweep: Math.PI },
      {
        kind: 'arcThrough',
        points: [
          [1, 0, 0],
          [0, 1, 0],
          [-1, 0, 0],
        ],
      },
    ])
  })

  it('reads meshes, and shells whose faces have holes', () => {
    const mesh = [8, integers(2, 2), doubles(...square)] as const
    const shell = [9, integers(4), doubles(...square), integers(9, 4, 0, 1, 2, 3, -3, 0, 1, 2)] as const
    expect(parse(mesh, shell)).toEqual([
      { kind: 'mesh', rowCount: 2, columnCount: 2, points: square },
      {
        kind: 'shell',
        points: square,
        faces: [
          [
            [0, 1, 2, 3],
            [0, 1, 2],
          ],
        ],
      },
    ])
  })

  it('reads changes of colours, fills, line weights and transforms', () => {
    const rows = [1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9, 0, 0, 0, 1]
    expect(
      parse(
        [14, integers(1)],
        [14, integers(0)],
        [14, integers(999)],
        [22, integers(0xc2_10_20_30 | 0)],
        [20, integers(1)],
        [23, integers(50)],
        [29, doubles(...rows)],
        [31],
      ),
    ).toEqual([
      { kind: 'color', color: { kind: 'index', index: 1 } },
      { kind: 'color', color: { kind: 'byBlock' } },
      { kind: 'color', color: { kind: 'byLayer' } },
      { kind: 'color', color: { kind: 'rgb', rgb: 0x102030 } },
      { kind: 'fill', isOn: true },
      { kind: 'lineWeight', weight: 50 },
      { kind: 'pushTransform', matrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9) },
      { kind: 'popTransform' },
    ])
  })

  const placement = doubles(1, 2, 0, 0, 0, 1, 1, 0, 0)
  const size = doubles(2.5, 0.8, 0.1)
  const terminate = (text: string, encoding: BufferEncoding, width: number): Uint8Array => {
    const bytes = Buffer.from(`${text}\0`, encoding)
    return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]).subarray(0, Math.max(bytes.length, width))
  }

  it('reads texts in the encoding of the drawing', () => {
    const russian = Uint8Array.of(0xcf, 0xeb, 0xe0, 0xed, 0)
    const [text] = parseSavedGraphics(writeSavedGraphics([10, placement, size, russian]), 'windows-1251')
    expect(text).toEqual({
      kind: 'text',
      value: 'План',
      isRaw: false,
      anchor: [1, 2, 0],
      normal: [0, 0, 1],
      direction: [1, 0, 0],
      height: 2.5,
      widthFactor: 0.8,
      obliqueAngle: 0.1,
      font: null,
    })
  })

  it('reads Unicode texts with their fonts', () => {
    const value = Buffer.concat([terminate('Տուն', 'utf16le', 12)])
    const flags = integers(0, 0, 0, 0, 0, 1, 0, 0, 0)
    const family = terminate('Arial', 'utf16le', 12)
    const file = terminate('', 'utf16le', 4)
    const [text] = parse([38, placement, value, integers(3, 1), size, doubles(1), flags, family, file])
    expect(text).toMatchObject({
      value: 'Տու',
      isRaw: true,
      height: 2.5,
      font: { name: 'Arial', isBold: true, isItalic: false },
    })
  })

  it.each([
    ['a text without height', [10, placement, doubles(0, 1, 0), Uint8Array.of(65, 0)]],
    ['an empty text', [10, placement, size, Uint8Array.of(32, 0)]],
    ['a truncated circle', [2, doubles(1, 2)]],
    ['more points than there are bytes', [6, integers(1000), doubles(1, 2, 3)]],
    ['a negative number of points', [6, integers(-1)]],
    ['a mesh of a huge size', [8, integers(65_536, 65_536), doubles(1, 2, 3)]],
    ['a kind that draws nothing', [1, doubles(0, 0, 0, 1, 1, 1)]],
  ] as readonly (readonly [string, SavedChunk])[])('leaves out %s', (_, chunk) => {
    expect(parse(chunk, [31])).toEqual([{ kind: 'popTransform' }])
  })

  it('ends at a chunk of a wrong size, and at the end of the data', () => {
    const bytes = writeSavedGraphics([31], [31], [31])
    new DataView(bytes.buffer).setInt32(16, 4, true)
    expect(parseSavedGraphics(bytes)).toHaveLength(1)
    expect(parseSavedGraphics(writeSavedGraphics([31], [31]).subarray(0, 20))).toHaveLength(1)
    expect(parseSavedGraphics(new Uint8Array(4))).toEqual([])
  })
})
