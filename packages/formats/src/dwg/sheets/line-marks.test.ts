import type { LineType, LineTypeSegment, TextStyle } from '@kamar/codecs/drawing'
import { shxFile } from '@kamar/test-kit'
import { readShxFont, type ShxFont } from '@kamar/codecs/fonts'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawEntities, listPolylines, rounded } from '../testing/draw-sheets.js'
import { createEntity, createLineType, createTextStyle } from '../testing/records.js'
import { createLineMarks, placeMarks, type LineMarks, type MarkSources } from './line-marks.js'

const segment = (length: number, more: Partial<LineTypeSegment> = {}): LineTypeSegment => ({
  ...createLineType('', length).segments[0],
  ...more,
})
const lineType = (...segments: readonly LineTypeSegment[]): LineType => ({ name: 'GAS', handle: 0, segments })
const style = (more: Partial<TextStyle> = {}): TextStyle => createTextStyle({ name: 'letters', ...more })

/** Creates a line type with a dash of 6, then GAS in a gap of 4. */
const gas = (more: Partial<LineTypeSegment> = {}): LineType =>
  lineType(segment(6), segment(-4, { text: 'GAS', offset: [-3, -0.5], scale: 2, style: style(), ...more }))
const createSources = (number: number): MarkSources => ({ font: () => number, symbols: () => null })
const marks = (of: LineType): LineMarks => {
  const lineMarks = createLineMarks(of, createSources(5))
  if (!lineMarks) throw new Error('no marks')
  return lineMarks
}

describe('createLineMarks', () => {
  it('places a text after the segment that states it', () => {
    expect(marks(gas())).toMatchObject({
      every: 10,
      marks: [{ along: 10, offset: [-3, -0.5], text: 'GAS', font: 5, size: 2 }],
    })
  })

  it('draws a shape from its shape file', () => {
    const font = readShxFont(shxFile({ kind: 'shapes', shapes: [{ code: 7, steps: [0x30, 0x24] }] }))
    const requestedFiles: string[] = []
    const of = lineType(segment(1, { shapeNumber: 7, style: style({ fileName: 'bolts.shx' }) }))
    const symbols = ({ fileName }: TextStyle): ShxFont => {
      requestedFiles.push(fileName)
      return font
    }
    expect(createLineMarks(of, { font: () => 0, symbols })?.marks[0]?.strokes).toEqual([[0, 0, 3, 0, 3, 2]])
    expect(requestedFiles).toEqual(['bolts.shx'])
  })

  it('applies the fixed height of a text style', () => {
    expect(marks(gas({ style: style({ height: 3 }) })).marks[0]?.size).toBe(6)
  })

  it.each([130, 131, 132, 133, 134])('draws the standard shape %i', (shapeNumber) => {
    const lineMarks = marks(
      lineType(segment(1, { shapeNumber, style: style({ fileName: 'C:\\fonts\\ltypeshp.shx' }) })),
    )
    const [low, left, high, right] = computeBounds(lineMarks.marks[0]?.strokes.flat() ?? [])
    expect([low, left, high, right].every(Number.isFinite)).toBe(true)
    expect(Math.max((high ?? 0) - (low ?? 0), (right ?? 0) - (left ?? 0))).toBeGreaterThanOrEqual(2)
  })

  it('returns null for a shape of another file and for dashes only', () => {
    const other = lineType(segment(1, { shapeNumber: 130, style: style({ fileName: 'mine.shx' }) }))
    expect(createLineMarks(other, createSources(0))).toBeNull()
    expect(createLineMarks(lineType(segment(2), segment(-1)), createSources(0))).toBeNull()
    expect(createLineMarks(lineType(segment(0, { text: 'A', style: style() })), createSources(0))).toBeNull()
  })
})

describe('placeMarks', () => {
  const placePoints = (points: readonly number[], scale = 1, of = gas(), isClosed = false) =>
    placeMarks(Float64Array.from(points), isClosed, { ...marks(of), scale }).map(({ at }) => rounded(at))

  it('repeats marks with the pattern, around corners and along a closed line', () => {
    expect(placePoints([0, 0, 25, 0])).toEqual([
      [7, -0.5],
      [17, -0.5],
    ])
    expect(placePoints([0, 0, 15, 0, 15, 15])).toEqual([
      [7, -0.5],
      [15.5, 2],
      [15.5, 12],
    ])
    expect(placePoints([0, 0, 10, 0, 10, 10, 0, 10], 1, gas(), true)).toHaveLength(4)
  })

  it('scales the distance between marks', () => {
    expect(placePoints([0, 0, 25, 0], 2)).toEqual([[14, -1]])
  })

  it('places no marks on lines shorter than the pattern or where there would be thousands', () => {
    expect(placePoints([0, 0, 9, 0])).toEqual([])
    expect(placePoints([0, 0, 1e6, 0])).toEqual([])
    expect(placePoints([0, 0])).toEqual([])
  })

  it('rotates marks with the line unless they are upright or have an absolute rotation', () => {
    const getMarkAxis = (more: Partial<LineTypeSegment>) => {
      const of = gas(more)
      const [mark] = placeMarks(Float64Array.of(20, 0, 8, 0), false, { ...marks(of), scale: 1 })
      return rounded(mark?.xAxis ?? [])
    }
    expect(getMarkAxis({})).toEqual([-2, 0])
    expect(getMarkAxis({ isUpright: true })).toEqual([2, 0])
    expect(getMarkAxis({ isAbsolute: true, rotation: Math.PI / 2 })).toEqual([0, 2])
  })
})

describe('line with a complex line type', () => {
  const drawLineType = async (of: LineType) =>
    (await drawEntities(createEntity('line', { end: [25, 0, 0], lineType: of }))).sheet

  it('has its letters as searchable texts besides the dashes', async () => {
    const sheet = await drawLineType(gas())
    expect(sheet.texts.map(({ paragraphs }) => paragraphs[0]?.[0]?.text)).toEqual(['GAS', 'GAS'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [7, -0.5], xAxis: [2, 0], entity: 0 })
    expect(sheet.lineTypes[0]).toEqual({ name: 'GAS', pattern: [6, -4] })
  })

  it('draws its shapes as polylines and stays continuous without gaps', async () => {
    const sheet = await drawLineType(lineType(segment(10, { shapeNumber: 130, scale: 3 })))
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 25, 0],
      [10, 3, 10, -3],
      [20, 3, 20, -3],
    ])
    expect(sheet.lineTypes[0]?.pattern).toEqual([])
    expect(sheet.styles[sheet.polylines[1]?.style ?? 0]?.lineType).toBeNull()
  })
})
