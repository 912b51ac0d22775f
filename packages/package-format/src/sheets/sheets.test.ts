import { plainLayer } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { encodeSheetEntities } from './sheet-entities-encode.js'
import { decodeSheetEntities } from './sheet-entities.js'
import { encodeSheetFills, encodeSheetLines, type SheetPolyline } from './sheet-lines-encode.js'
import { decodeSheetFills, decodeSheetLines } from './sheet-lines.js'
import { encodeSheetTexts } from './sheet-texts-encode.js'
import { decodeSheetTexts } from './sheet-texts.js'
import { createSheetEntities } from '../testing/sheet-entities.js'
import { readSheetInfo } from './read-sheet-info.js'
import type { SheetInfo, SheetStyle } from './sheet.js'

const style: SheetStyle = {
  layer: 0,
  color: 'layer',
  lineWeightMillimetres: 'layer',
  lineType: null,
  lineTypeScale: 1,
  widthUnits: 0,
  opacity: 1,
}
const counts = { entities: 5, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 }
const font = { name: 'Arial', shownWith: 'DejaVu' }
const info = { styles: [style, style, style], fonts: [font, font], levels: 4, counts }
/** A drawing of a kilometre in millimetres, far from the origin. */
const grid = { origin: [4_500_000, 7_200_000], step: 1_000_000 / 2 ** 24 } as const

const line = (over: Partial<SheetPolyline>): SheetPolyline => ({
  entity: 0,
  style: 0,
  level: 0,
  closed: false,
  points: Float64Array.of(4_500_010, 7_200_020, 4_500_510, 7_200_020),
  ...over,
})

const toCoordinates = (points: Int32Array): number[] =>
  Array.from(points, (value, at) => grid.origin[at % 2] + value * grid.step)

function catchError(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}

describe('sheet lines', () => {
  const lines = [
    line({}),
    line({
      entity: 4,
      level: 3,
      closed: true,
      points: Float64Array.of(4_600_000, 7_300_000, 5_000_000, 7_300_000, 5_000_000, 7_900_000),
    }),
    line({ entity: 1, style: 2, points: Float64Array.of(4_500_000, 7_200_000) }),
  ]

  it('are restored to within a few grid steps', () => {
    const decoded = decodeSheetLines(encodeSheetLines(lines, grid), info)
    expect([...decoded.entity]).toEqual([0, 4, 1])
    expect([...decoded.style]).toEqual([0, 0, 2])
    expect([...decoded.level]).toEqual([0, 3, 0])
    expect([...decoded.closed]).toEqual([0, 1, 0])
    expect([...decoded.start]).toEqual([0, 2, 5, 6])
    const coordinates = toCoordinates(decoded.points)
    lines
      .flatMap(({ points }) => [...points])
      .forEach((value, at) => expect(Math.abs(coordinates[at] - value)).toBeLessThan(17 * grid.step))
  })

  it('do not drift over thousands of points', () => {
    const points = Float64Array.from({ length: 20_000 }, (_, at) => grid.origin[at % 2] + (at >> 1) * 3.3 * grid.step)
    const decoded = decodeSheetLines(encodeSheetLines([line({ points })], grid), info)
    const coordinates = toCoordinates(decoded.points)
    points.forEach((value, at) => expect(Math.abs(coordinates[at] - value)).toBeLessThan(17 * grid.step))
  })

  it('decode equal blocks to equal offsets, wherever they are placed', () => {
    const block = [0.37, 11.3, 507.77, 333.3, 12.01, 99.9]
    const createTranslatedLine = (x: number, y: number): SheetPolyline =>
      line({ points: Float64Array.from(block, (value, at) => value + (at % 2 === 0 ? x : y)) })
    const [one, other] = [
      createTranslatedLine(4_500_123.4567, 7_200_500.1),
      createTranslatedLine(4_999_000.0123, 7_777_777.7),
    ].map((placedLine) => {
      const { points } = decodeSheetLines(encodeSheetLines([placedLine], grid), info)
      return Array.from(points, (value, at) => value - points[at % 2])
    })
    expect(one).toEqual(other)
  })

  it('are refused with unknown entities, styles or levels', () => {
    for (const wrong of [{ entity: 5 }, { style: 3 }, { level: 4 }])
      expect(() => decodeSheetLines(encodeSheetLines([line(wrong)], grid), info)).toThrow(RangeError)
  })

  it('are refused or read, without another error, when truncated or changed', () => {
    const bytes = encodeSheetLines(lines, grid)
    for (let length = 0; length < bytes.length; length += 3)
      expect(() => decodeSheetLines(bytes.slice(0, length), info)).toThrow(RangeError)
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice()
      changed[at] ^= 0x41
      expect(catchError(() => decodeSheetLines(changed, info)) ?? new RangeError()).toBeInstanceOf(RangeError)
    }
  })
})

describe('sheet fills', () => {
  it('are restored with triangles and gradients', () => {
    const points = Float64Array.of(4_500_000, 7_200_000, 4_500_100, 7_200_000, 4_500_100, 7_200_100)
    const area = { entity: 2, style: 1, level: 2, points, indices: Uint32Array.of(0, 1, 2), gradient: null }
    const gradient = { from: [0, 0], to: [10, 0], colors: [0xff0000, 0x0000ff] } as const
    const decoded = decodeSheetFills(encodeSheetFills([area, { ...area, entity: 3, gradient }], grid), info)
    expect([...decoded.entity]).toEqual([2, 3])
    expect([...decoded.indices]).toEqual([0, 1, 2, 3, 4, 5])
    expect(decoded.gradients).toEqual([{ fill: 1, ...gradient }])
    toCoordinates(decoded.points).forEach((value, at) =>
      expect(Math.abs(value - points[at % 6])).toBeLessThan(17 * grid.step),
    )
  })
})

describe('sheet texts', () => {
  it('are restored with glyphs, positions and strings', () => {
    const texts = {
      glyphs: [{ stroke: true, points: Int32Array.of(0, 0, 0, 1024), indices: Uint32Array.of(0, 1), character: 'Խ' }],
      glyph: Uint32Array.of(0, 0),
      x: Int32Array.of(0, 900),
      y: Int32Array.of(0, -5),
      texts: [
        {
          entity: 3,
          style: 1,
          level: 2,
          origin: [100, -7],
          xAxis: [1, 0],
          yAxis: [0, 1],
          box: [0, -1, 20, 10],
          string: 'Խոհանոց\nll',
          runs: [{ style: 2, font: 1, first: 0, count: 2, height: 2.5, width: 2, slant: 0.25 }],
        },
      ],
    } as const
    expect(decodeSheetTexts(encodeSheetTexts(texts), info)).toEqual(texts)
    const [text] = texts.texts
    const before = { ...texts, texts: [{ ...text, runs: [{ ...text.runs[0], font: null }] }] }
    expect(decodeSheetTexts(encodeSheetTexts(before), info)).toEqual(before)
    expect(() => decodeSheetTexts(encodeSheetTexts(texts), { ...info, fonts: [] })).toThrow(RangeError)
  })
})

describe('sheet entities', () => {
  it('keep handles unchanged, numeric or not', () => {
    const input = {
      layer: [0, 1, 0, 0, 0],
      handles: ['2A', 'FFFFFFFF', '', '02A', 'w2d-7'],
      types: ['LINE', 'INSERT', 'LINE', 'LINE', 'PATH'],
      names: ['', 'Door', '', '', ''],
      sets: [[0], [0, 1], [], [], []],
      blockStart: [0, 2],
    }
    const entities = decodeSheetEntities(encodeSheetEntities(createSheetEntities(input)), 2)
    const each = <Value>(of: (entity: number) => Value): Value[] => [0, 1, 2, 3, 4].map((entity) => of(entity))
    expect(each(entities.handle)).toEqual(input.handles)
    expect(each(entities.type)).toEqual(input.types)
    expect(each(entities.name)).toEqual(input.names)
    expect(each((entity) => [...entities.sets(entity)])).toEqual(input.sets)
    expect([...entities.blockStart]).toEqual([0, 2])
  })
})

describe('sheet info', () => {
  const info: SheetInfo = {
    format: 'kamar-sheet',
    version: 1,
    name: 'A1',
    kind: 'layout',
    unitName: 'mm',
    millimetresPerUnit: 1,
    paper: null,
    toScene: null,
    origin: [0, 0],
    step: 1,
    extents: { min: [0, 0], max: [1, 1] },
    core: { min: [0, 0], max: [1, 1] },
    levels: 1,
    layers: [plainLayer],
    lineTypes: [],
    styles: [style],
    fonts: [],
    images: [],
    viewports: [],
    lineFiles: [],
    fillFile: null,
    textFile: null,
    entityFile: 'e',
    propertyFiles: [],
    counts,
  }

  it('is validated field by field', () => {
    expect(readSheetInfo(JSON.parse(JSON.stringify(info)))).toEqual(info)
    for (const name of Object.keys(info))
      expect(() => readSheetInfo({ ...info, [name]: undefined }), name).toThrow(`sheet field ${name}`)
    expect(() => readSheetInfo({ ...info, styles: [{ ...style, layer: 1 }] })).toThrow('sheet field styles')
    expect(() => readSheetInfo({ ...info, step: 0 })).toThrow('sheet field step')
    expect(() => readSheetInfo(null)).toThrow(RangeError)
  })
})
