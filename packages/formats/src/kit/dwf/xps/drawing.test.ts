import { describe, expect, it } from 'vitest'
import { runReader, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import opentype, { type Font } from 'opentype.js'
import { reader } from '../../../dwfx/reader.js'
import { writeZip, type Parts } from '@kamar/codecs/zip/testing'
import { parseXml, type XmlElement } from '@kamar/codecs/xml'
import { parseBrush, parseOpacity, parseColor } from './brushes.js'
import { parseFigures, matrixIn, nonZeroSets, ringSets, computeStrokes, parseTransform } from './geometry.js'
import { placeGlyphs } from './glyphs.js'
import { parsePathData, type PathFigures } from './path-data.js'
import { readW2x } from './w2x.js'

const xml = (text: string): XmlElement => {
  const root = parseXml(new TextEncoder().encode(text))
  if (!root) throw new TypeError('no document')
  return root
}
const rounded = (points: Iterable<number>): number[] =>
  Array.from(points, (value) => Math.round(value * 1000) / 1000 + 0)
const parsePoints = (data: string): number[][] =>
  parsePathData(data)?.figures.map(({ points }) => rounded(points)) ?? []
const computeEndPoint = (data: string): number[] | undefined => parsePoints(data).at(-1)?.slice(-2)

describe('XPS path data', () => {
  it.each([
    ['M 1,2 L 3,4', [3, 4]],
    ['M 1,2 l 3,4', [4, 6]],
    ['m 1,2 3,4', [4, 6]],
    ['M 1,2 H 9', [9, 2]],
    ['M 1,2 h 9', [10, 2]],
    ['M 1,2 V 9', [1, 9]],
    ['M 1,2 v 9', [1, 11]],
    ['M 1,2 C 0,0 1,1 5,6', [5, 6]],
    ['M 1,2 c 0,0 1,1 5,6', [6, 8]],
    ['M 1,2 S 1,1 5,6', [5, 6]],
    ['M 1,2 s 1,1 5,6', [6, 8]],
    ['M 1,2 Q 1,1 5,6', [5, 6]],
    ['M 1,2 q 1,1 5,6', [6, 8]],
    ['M 1,2 A 9,9 0 0 0 5,6', [5, 6]],
    ['M 1,2 a 9,9 0 0 0 5,6', [6, 8]],
    ['M 1,2 L 3,4 5,6 7,8', [7, 8]],
    ['M 1,2 h 1 2 3', [7, 2]],
    ['M1e1,2E-1L-1.5-2.5', [-1.5, -2.5]],
    ['M 1,2 L 5,5 Z l 1,1', [2, 3]],
  ])('leads to the expected end point: %s', (data, end) => {
    expect(computeEndPoint(data)).toEqual(end)
  })

  it.each([
    ['a number only', '1'],
    ['numbers before a command', '1 2 3 4'],
    ['a truncated point', 'M 0,0 L 1'],
    ['a truncated point before another command', 'M 0,0 L 1 L 2,2'],
    ['a truncated curve', 'M 0,0 C 1,1 2,2'],
    ['numbers after a close command', 'M 0,0 1,1 Z 5'],
  ])('is rejected with %s', (_, data) => {
    expect(parsePathData(data)).toBeNull()
  })

  it('reflects the control point only after a curve', () => {
    const computeMidpoint = (data: string): number[] | undefined => parsePoints(data)[0]?.slice(-18, -16)
    // The first control is (2,-1), the reflection of (0,1) at (1,0).
    expect(computeMidpoint('M 0,0 C 0,1 0,1 1,0 S 3,0 3,0')).toEqual(rounded([0.125 + 0.75 + 1.125 + 0.375, -0.375]))
    expect(computeMidpoint('M 0,0 L 1,0 S 3,0 3,0')).toEqual(rounded([0.125 + 0.375 + 1.125 + 0.375, 0]))
  })
})

describe('XPS path arc', () => {
  const box = (data: string): number[] => {
    const points = parsePoints(data)[0] ?? []
    const [x, y] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis))
    return [Math.min(...(x ?? [])), Math.min(...(y ?? [])), Math.max(...(x ?? [])), Math.max(...(y ?? []))]
  }
  const near = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 1) as unknown)

  it('follows its sweep and large-arc flags', () => {
    expect(box('M 1,0 A 1,1 0 0 1 0,1')).toEqual(near([0, 0, 1, 1]))
    expect(box('M 1,0 A 1,1 0 1 0 0,1')).toEqual(near([-1, -1, 1, 1]))
    expect(box('M 1,0 A 1,1 0 0 0 0,1')).toEqual(near([0, 0, 1, 1]))
    expect(box('M 1,0 A 1,1 0 1 1 0,1')).toEqual(near([0, 0, 2, 2]))
  })

  it('rotates with its axes', () => {
    expect(box('M -2,0 A 2,1 0 0 1 2,0')).toEqual(near([-2, -1, 2, 0]))
    expect(box('M 0,-2 A 2,1 90 0 1 0,2')).toEqual(near([0, -2, 1, 2]))
  })

  it('scales radii that are too short and is a line without radii', () => {
    expect(box('M -4,0 A 1,1 0 0 1 4,0')).toEqual(near([-4, -4, 4, 0]))
    expect(parsePoints('M 0,0 A 0,5 0 0 1 4,0')).toEqual([[0, 0, 4, 0]])
    expect(computeEndPoint('M 3,3 A 5,5 0 0 1 3,3')).toEqual([3, 3])
  })
})

describe('XPS PathGeometry', () => {
  const geometry = (inner: string, attributes = ''): ReturnType<typeof parseFigures> =>
    parseFigures('', xml(`<PathGeometry ${attributes}>${inner}</PathGeometry>`))

  it.each([
    ['<PolyLineSegment Points="1,0 1,1"/>', [1, 1]],
    ['<PolyBezierSegment Points="0,1 1,1 2,0 0,0 0,0 5,5"/>', [5, 5]],
    ['<PolyQuadraticBezierSegment Points="1,1 2,0"/>', [2, 0]],
    [
      '<ArcSegment Size="1,1" RotationAngle="0" IsLargeArc="true" SweepDirection="Counterclockwise" Point="1,1"/>',
      [1, 1],
    ],
  ])('reads a segment element: %s', (segment, end) => {
    const figures = geometry(`<PathFigure StartPoint="0,0">${segment}</PathFigure>`)?.figures
    expect(rounded(figures?.[0]?.points.slice(-2) ?? [])).toEqual(end)
    expect(figures?.[0]?.isClosed).toBe(false)
  })

  it('accepts abbreviated figures and a fill rule', () => {
    const figures = geometry('', 'Figures="M 0,0 L 1,1" FillRule="NonZero"')
    expect(figures).toMatchObject({ isNonZero: true, figures: [{ points: [0, 0, 1, 1] }] })
    expect(geometry('', 'Figures="M 0,0 L 1,1"')?.isNonZero).toBe(false)
  })

  it('is null or empty without figures', () => {
    expect(parseFigures('', undefined)).toBeNull()
    expect(geometry('')?.figures).toEqual([])
  })

  it.each([
    ['1,0,0,1,5,6', [1, 0, 0, 1, 5, 6]],
    ['2 0 0 2 0 0', [2, 0, 0, 2, 0, 0]],
    ['1,2,3', [1, 0, 0, 1, 0, 0]],
    ['a,b,c,d,e,f', [1, 0, 0, 1, 0, 0]],
  ])('has a transform as attribute or element: %s', (text, matrix) => {
    expect(matrixIn(text)).toEqual(matrix)
    expect(parseTransform(xml(`<Canvas RenderTransform="${text}"/>`))).toEqual(matrix)
    const inner = `<Canvas><Canvas.RenderTransform><MatrixTransform Matrix="${text}"/></Canvas.RenderTransform></Canvas>`
    expect(parseTransform(xml(inner))).toEqual(matrix)
  })

  it('has rings of at least three points', () => {
    const path = parsePathData('M0,0 L1,0 Z M0,0 1,0 1,1 Z')
    expect(path && ringSets(path, [2, 0, 0, 2, 0, 0]).map((set) => set.map((ring) => [...ring]))).toEqual([
      [[0, 0, 2, 0, 2, 2]],
    ])
  })

  it('has no filled rings without area', () => {
    expect(nonZeroSets([Float64Array.of(0, 0, 1, 1, 2, 2), Float64Array.of(0, 0, 1, 0, 2, 0)])).toEqual([])
  })
})

describe('XPS PathFigure', () => {
  const side = (points: string, isStroked?: boolean): string =>
    `<PolyLineSegment Points="${points}"${isStroked === undefined ? '' : ` IsStroked="${String(isStroked)}"`}/>`
  const figure = (inner: string, attributes = ''): string =>
    `<PathFigure StartPoint="0,0" ${attributes}>${inner}</PathFigure>`
  const read = (inner: string, attributes = ''): PathFigures => {
    const figures = parseFigures('', xml(`<PathGeometry ${attributes}>${inner}</PathGeometry>`))
    if (!figures) throw new TypeError('no figures')
    return figures
  }
  const lines = (figures: PathFigures): unknown =>
    figures.figures.flatMap(computeStrokes).map(({ points, isClosed }) => [[...points], isClosed])
  const closedSide = side('9,0 9,9 0,9')

  it('is stroked even when it is not filled', () => {
    const two = read(
      figure(closedSide, 'IsClosed="true" IsFilled="false"') + figure(side('1,0 1,1'), 'IsClosed="true"'),
    )
    expect(ringSets(two, [1, 0, 0, 1, 0, 0]).map((set) => set.map((ring) => [...ring]))).toEqual([[[0, 0, 1, 0, 1, 1]]])
    expect(lines(two)).toEqual([
      [[0, 0, 9, 0, 9, 9, 0, 9], true],
      [[0, 0, 1, 0, 1, 1], true],
    ])
    expect(ringSets(read(figure(closedSide, 'IsFilled="true"')), [1, 0, 0, 1, 0, 0]).flat()).toHaveLength(1)
  })

  it.each([
    [
      'an inner segment',
      side('1,0') + side('2,0', false) + side('3,0', true),
      '',
      [
        [0, 0, 1, 0],
        [2, 0, 3, 0],
      ],
    ],
    ['the first segment', side('1,0', false) + side('2,0 3,0'), '', [[1, 0, 2, 0, 3, 0]]],
    ['the last segment', side('1,0 2,0') + side('3,0', false), '', [[0, 0, 1, 0, 2, 0]]],
    ['all segments', side('1,0 2,0', false), '', []],
    [
      'an inner segment of a closed figure',
      side('9,0') + side('9,9', false) + side('0,9'),
      'IsClosed="true"',
      [[9, 9, 0, 9, 0, 0, 9, 0]],
    ],
    ['the first segment of a closed figure', side('9,0', false) + side('9,9'), 'IsClosed="true"', [[9, 0, 9, 9, 0, 0]]],
    [
      'all segments of a closed figure except the closing one',
      side('9,0 9,9', false),
      'IsClosed="true"',
      [[9, 9, 0, 0]],
    ],
    [
      'two segments of a closed figure',
      side('9,0') + side('9,9', false) + side('0,9') + side('-5,5', false),
      'IsClosed="true"',
      [
        [9, 9, 0, 9],
        [-5, 5, 0, 0, 9, 0],
      ],
    ],
  ])('is stroked without its unstroked segments: %s', (_, segments, attributes, expected) => {
    const stroked = read(figure(segments, attributes))
    expect(lines(stroked)).toEqual(expected.map((points) => [points, false]))
    // Figures that are not stroked are still filled.
    expect(stroked.figures[0]?.isFilled).toBe(true)
  })

  it('keeps its unstroked segments under a transform', () => {
    const transformed = read(figure(side('1,0') + side('2,0', false) + side('3,0')), 'Transform="2,0,0,2,5,5"')
    expect(lines(transformed)).toEqual([
      [[5, 5, 7, 5], false],
      [[9, 5, 11, 5], false],
    ])
  })

  it('is drawn on a page according to IsFilled and IsStroked', async () => {
    const geometry = `<PathGeometry>${figure(side('96,0') + side('96,96', false) + side('0,96'), 'IsFilled="false"')}</PathGeometry>`
    const path = `<Path Fill="#FF0000" Stroke="#0000FF"><Path.Data>${geometry}</Path.Data></Path>`
    const sheet = expectSheet(await readPage(path))
    expect([sheet.fills.length, sheet.polylines.map(({ points }) => rounded(points))]).toEqual([
      0,
      [
        [0, 254, 25.4, 254],
        [25.4, 228.6, 0, 228.6],
      ],
    ])
  })
})

describe('XPS color', () => {
  it.each(['#12345', '#1234567', '#GGGGGG', '', 'sc#1,2', 'sc#a,1,1,1', 'sc#1,0,x,0', 'ContextColor /p.icc 1,1'])(
    'is rejected as invalid: %s',
    (text) => {
      expect(parseColor(text)).toBeNull()
    },
  )

  it.each([
    ['sc#0.2158605,0.2158605,0.2158605', 0x808080],
    ['sc#2,-1,0', 0xff0000],
    ['ContextColor /p.icc 1,0,0,0,1', 0x000000],
    ['ContextColor /p.icc 1,0,0,0,0', 0xffffff],
  ])('is converted from scRGB and CMYK: %s', (text, color) => {
    expect(parseColor(text)).toEqual({ color, opacity: 1 })
  })

  it.each([
    ['', 1],
    ['0.5', 0.5],
    ['0', 0],
    ['-1', 0],
    ['7', 1],
    ['much', 1],
  ])('has an opacity clamped to the range from 0 to 1: "%s"', (text, opacity) => {
    expect(parseOpacity(xml(`<Path Opacity="${text}"/>`))).toBe(opacity)
    expect(parseBrush(xml(`<SolidColorBrush Color="#000000" Opacity="${text}"/>`))).toEqual({
      kind: 'solid',
      color: 0,
      opacity,
    })
  })
})

/** Builds a font of three glyphs, each as wide as its number in tenths of the em. */
function smallFont(): Font {
  const {
    Path,
    Glyph,
    Font: FontOf,
  } = opentype as unknown as {
    readonly Path: new () => object
    readonly Glyph: new (options: object) => object
    readonly Font: new (options: object) => { toArrayBuffer(): ArrayBuffer }
  }
  const glyphs = ['A', 'B', 'C'].map(
    (name, at) => new Glyph({ name, unicode: name.charCodeAt(0), advanceWidth: 100 * (at + 1), path: new Path() }),
  )
  const missing = new Glyph({ name: '.notdef', advanceWidth: 500, path: new Path() })
  const names = { familyName: 'Small', styleName: 'Medium', unitsPerEm: 1000, ascender: 800, descender: -200 }
  return opentype.parse(new FontOf({ ...names, glyphs: [missing, ...glyphs] }).toArrayBuffer())
}

describe('XPS glyph run', () => {
  const font = smallFont()
  const layoutGlyphs = (text: string, indices: string): (readonly [number, number])[] =>
    placeGlyphs(font, text, indices).glyphs.map(({ index, x }) => [index, Math.round(x * 1000) / 1000])

  it.each([
    ['by character', 'ABC', '', [1, 2, 3]],
    ['by index', 'ABC', '3;2;1', [3, 2, 1]],
    ['by character and index', 'ABC', '3;;1', [3, 2, 1]],
    ['one glyph for two characters', 'ABC', '(2:1)3', [3, 3]],
    ['two glyphs for one character', 'AB', '(1:2)3;3', [3, 3, 2]],
    ['three glyphs for one character', 'AB', '(1:3)3;3;3', [3, 3, 3, 2]],
    ['two glyphs for two characters', 'ABC', '(2:2)3;3', [3, 3, 3]],
    ['one glyph for the last two characters', 'AB', '(2:1)3', [3]],
    ['one glyph for two characters with the second index omitted', 'ABC', '(2)3;1', [3, 1]],
    ['one glyph for a surrogate pair', '😀A', '(2:1)3', [3, 1]],
    ['by index only', '', '1;2', [1, 2]],
    ['without characters and indices', '', ';;', []],
  ])('maps characters to glyphs: %s', (_, text, indices, glyphs) => {
    expect(layoutGlyphs(text, indices).map(([index]) => index)).toEqual(glyphs)
  })

  it('advances by glyph widths or by stated hundredths of the em', () => {
    expect(layoutGlyphs('ABC', '')).toEqual([
      [1, 0],
      [2, 0.1],
      [3, 0.3],
    ])
    expect(layoutGlyphs('ABC', ',50;,25')).toEqual([
      [1, 0],
      [2, 0.5],
      [3, 0.75],
    ])
    expect(layoutGlyphs('AB', ',x;2,,-10')).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  it('has the total width of its advances', () => {
    expect(placeGlyphs(font, 'ABC', '').width).toBeCloseTo(0.6)
    expect(placeGlyphs(font, 'AB', ',50,10,10;,50').width).toBe(1)
  })

  it('is limited to 100,000 glyphs', () => {
    expect(placeGlyphs(font, 'A'.repeat(100_001), '').glyphs).toHaveLength(100_000)
  })
})

describe('W2X page extension', () => {
  it('keeps a URL until the next one, whatever the case of its attribute', () => {
    const states = readW2x(
      xml(
        '<W2X><RenditionSync refName="1"><URL Address="a"/></RenditionSync><RenditionSync refName="2"/>' +
          '<RenditionSync refName="3"><URL><Item address="b"/></URL></RenditionSync><Other refName="4"/></W2X>',
      ),
    )
    expect([...states].map(([name, { url }]) => [name, url])).toEqual([
      ['1', 'a'],
      ['2', 'a'],
      ['3', 'b'],
    ])
  })
})

const readPage = (content: string, further: Parts = {}): Promise<ReaderRun> =>
  runReader(
    reader,
    writeZip({
      '1.fpage': `<FixedPage Width="960" Height="960">${content}</FixedPage>`,
      'a.fdseq': '<FixedDocumentSequence/>',
      ...further,
    }),
    { name: 'a.dwfx' },
  )
const expectSheet = ({ scene, failure }: ReaderRun): RecordingSheet => {
  expect(failure).toBeNull()
  const [sheet] = scene.sheets
  if (!sheet) throw new TypeError('no sheet')
  return sheet
}
const line = '<Path Data="M 0,0 L 96,0" Stroke="#000000"/>'

describe('XPS page with invalid values', () => {
  it.each([
    ['a path far outside the page', '<Path Data="M 0,0 L 1e300,0" Stroke="#000000"/>'],
    ['a path with infinite coordinates', '<Path Data="M 0,0 L 1e999,0" Stroke="#000000"/>'],
    [
      'a figure without a start point',
      '<Path Stroke="#000000"><Path.Data><PathGeometry><PathFigure><PolyLineSegment Points="1,1 2,2"/></PathFigure></PathGeometry></Path.Data></Path>',
    ],
  ])('omits and counts %s', async (_, content) => {
    const run = await readPage(line + content)
    const sheet = expectSheet(run)
    expect(sheet.polylines).toHaveLength(1)
    expect(run.report?.skipped.map(({ reason }) => reason)).toEqual(['not-a-number'])
  })

  it('is opaque when its opacity is not a number', async () => {
    const sheet = expectSheet(await readPage(`<Canvas Opacity="much">${line}</Canvas>`))
    expect(sheet.styles[0]?.opacity ?? 1).toBe(1)
  })

  it('draws nothing within a clip without area', async () => {
    const sheet = expectSheet(await readPage(`${line}<Canvas Clip="M0,0 L1,0 Z">${line}</Canvas>`))
    expect(sheet.polylines).toHaveLength(1)
  })

  it('omits a path without brushes, and fills and strokes one with both', async () => {
    const sheet = expectSheet(
      await readPage(`<Path Data="M0,0 H9 V9 z"/><Path Data="M0,0 H96 V96 z" Fill="#FF0000" Stroke="#0000FF"/>`),
    )
    expect([sheet.fills.length, sheet.polylines.length]).toEqual([1, 1])
    expect(rounded(sheet.polylines[0]?.points ?? [])).toEqual([0, 254, 25.4, 254, 25.4, 228.6])
  })
})
