import { describe, expect, it } from 'vitest'
import { runReader, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import opentype, { type Font } from 'opentype.js'
import { reader } from '../../../dwfx/reader.js'
import { smallPng } from '../testing/write-w2d.js'
import { writeZip, type Parts } from '@kamar/codecs/zip/testing'
import { parseXml } from '@kamar/codecs/xml'
import { parseBrush, parseColor, type XpsBrush } from './brushes.js'
import { glyphRings, openFont } from './fonts.js'
import { parseFigures, nonZeroSets, ringSets } from './geometry.js'
import { placeGlyphs, plainText } from './glyphs.js'
import { parsePathData } from './path-data.js'
import { readW2x } from './w2x.js'

const utf8 = new TextEncoder()
const xml = (text: string): NonNullable<ReturnType<typeof parseXml>> => {
  const root = parseXml(utf8.encode(text))
  if (!root) throw new TypeError('no document')
  return root
}
const rounded = (points: Iterable<number>): number[] =>
  Array.from(points, (value) => Math.round(value * 1000) / 1000 + 0)

describe('XPS path data', () => {
  const parsePoints = (data: string): number[][] =>
    parsePathData(data)?.figures.map(({ points }) => rounded(points)) ?? []

  it('reads absolute, relative, horizontal and vertical lines', () => {
    expect(parsePoints('M 0,0 L 1,2 3,4 H 9 V 8')).toEqual([[0, 0, 1, 2, 3, 4, 9, 4, 9, 8]])
    expect(parsePoints('m1,1 1,0 l0,1h-1v-1')).toEqual([[1, 1, 2, 1, 2, 2, 1, 2, 1, 1]])
    expect(parsePoints('M0-1L.5.25')).toEqual([[0, -1, 0.5, 0.25]])
  })

  it('reads several figures and continues at the start of a closed one', () => {
    const path = parsePathData('M0,0 1,0 1,1z l5,5 M9,9 8,8')
    expect(path?.figures.map(({ isClosed }) => isClosed)).toEqual([true, false, false])
    expect(path?.figures[1]?.points.slice(0, 2)).toEqual([0, 0])
  })

  it('states its fill rule', () => {
    expect(parsePathData('F1 M0,0 1,1')?.isNonZero).toBe(true)
    expect(parsePathData('F0M0,0 1,1')?.isNonZero).toBe(false)
  })

  it.each([
    ['M0,0 C0,1 1,1 1,0', [0.5, 0.75]],
    ['M0,0 c0,1 1,1 1,0', [0.5, 0.75]],
    ['M0,0 Q0.5,1 1,0', [0.5, 0.5]],
    ['M-1,0 C-1,0 0,-1 0,0 S 1,0 1,0', [0, 0]],
  ])('is flattened along curves: %s', (data, [x = 0, y = 0]) => {
    const points = parsePoints(data)[0] ?? []
    const pairs = points.flatMap((value, at) => (at % 2 === 0 ? [[value, points[at + 1]]] : []))
    expect(pairs).toContainEqual([x, y])
  })

  it('is flattened along small and large arcs in both directions', () => {
    const top = (data: string): number => Math.max(...(parsePoints(data)[0] ?? []).filter((_, at) => at % 2 === 1))
    const bottom = (data: string): number => Math.min(...(parsePoints(data)[0] ?? []).filter((_, at) => at % 2 === 1))
    expect(bottom('M-1,0 A1,1 0 0 1 1,0')).toBeCloseTo(-1, 2)
    expect(top('M-1,0 A1,1 0 0 0 1,0')).toBeCloseTo(1, 2)
    expect(bottom('M-1,0 A2,2 0 1 1 1,0')).toBeLessThan(-3)
    expect(parsePoints('M0,0 A0,0 0 0 1 5,5')).toEqual([[0, 0, 5, 5]])
    expect(parsePoints('M-1,0 A0.1,0.1 0 0 1 1,0')[0]?.slice(-2)).toEqual([1, 0])
  })

  it('is rejected when it is truncated', () => {
    expect(parsePathData('M 0,0 L 1')).toBeNull()
    expect(parsePathData('')).toEqual({ figures: [], isNonZero: false })
  })
})

describe('XPS geometry', () => {
  it('is read from elements with transform and fill rule', () => {
    const geometry = xml(
      '<PathGeometry FillRule="NonZero"><PathGeometry.Transform><MatrixTransform Matrix="2,0,0,2,0,0"/></PathGeometry.Transform>' +
        '<PathFigure StartPoint="0,0" IsClosed="true"><PolyLineSegment Points="1,0 1,1"/>' +
        '<ArcSegment Size="1,1" RotationAngle="0" IsLargeArc="false" SweepDirection="Clockwise" Point="0,1"/></PathFigure></PathGeometry>',
    )
    const figures = parseFigures('', geometry)
    expect(figures?.isNonZero).toBe(true)
    expect(figures?.figures[0]?.isClosed).toBe(true)
    expect(rounded(figures?.figures[0]?.points ?? []).slice(0, 6)).toEqual([0, 0, 2, 0, 2, 2])
  })

  it('splits a non-zero fill into outlines with their holes', () => {
    const square = (at: number, side: number, isReversed = false): Float64Array => {
      const ring = [at, at, at + side, at, at + side, at + side, at, at + side]
      return Float64Array.from(
        isReversed ? [ring[0], ring[1], ring[6], ring[7], ring[4], ring[5], ring[2], ring[3]] : ring,
      )
    }
    const sets = nonZeroSets([square(0, 10), square(2, 3, true), square(20, 5), square(5, 10)])
    expect(sets.map((set) => set.length)).toEqual([2, 1, 1])
  })

  it('has no rings for a figure of two points', () => {
    const figures = [{ points: [0, 0, 1, 1], isClosed: true, isFilled: true, unstroked: [] }]
    expect(ringSets({ figures, isNonZero: false }, [1, 0, 0, 1, 0, 0])).toEqual([[]])
  })
})

describe('XPS brush', () => {
  it.each([
    ['#FF0000', { color: 0xff0000, opacity: 1 }],
    ['#80FF0000', { color: 0xff0000, opacity: 128 / 255 }],
    ['sc#0.5,1,0,0', { color: 0xff0000, opacity: 0.5 }],
    ['sc#0,0,1', { color: 0x0000ff, opacity: 1 }],
    ['ContextColor /p.icc 1,0.5,0,1', { color: 0x8000ff, opacity: 1 }],
    ['ContextColor /p.icc 1,0,1,1,0', { color: 0xff0000, opacity: 1 }],
    ['red', null],
  ])('has a color in the notation %s', (text, color) => {
    expect(parseColor(text)).toEqual(color)
  })

  const brush = (text: string): XpsBrush => parseBrush(xml(text))

  it('is a solid color, a gradient, an image or unknown', () => {
    expect(brush('<SolidColorBrush Color="#80FFFFFF" Opacity="0.5"/>')).toMatchObject({
      color: 0xffffff,
      opacity: 64 / 255,
    })
    const stops = (name: string): string =>
      `<${name}.GradientStops><GradientStop Offset="1" Color="#0000FF"/><GradientStop Offset="0" Color="#FF0000"/></${name}.GradientStops>`
    const linear = brush(
      `<LinearGradientBrush StartPoint="0,1" EndPoint="2,3">${stops('LinearGradientBrush')}</LinearGradientBrush>`,
    )
    const colors = [
      { at: 0, color: 0xff0000, opacity: 1 },
      { at: 1, color: 0x0000ff, opacity: 1 },
    ]
    const course = { kind: 'linear', from: [0, 1], to: [2, 3] }
    expect(linear).toMatchObject({
      kind: 'gradient',
      gradient: { course, stops: colors, spread: 'pad', isOfLight: false },
    })
    const radial = brush(
      '<RadialGradientBrush Center="1,2" RadiusX="3" RadiusY="4" SpreadMethod="Reflect" ' +
        `ColorInterpolationMode="ScRgbLinearInterpolation">${stops('RadialGradientBrush')}</RadialGradientBrush>`,
    )
    expect(radial).toMatchObject({
      gradient: {
        course: { kind: 'radial', center: [1, 2], origin: [1, 2], radii: [3, 4] },
        spread: 'reflect',
        isOfLight: true,
      },
    })
    expect(brush('<RadialGradientBrush/>')).toEqual({ kind: 'unknown', name: 'RadialGradientBrush' })
    expect(brush('<ImageBrush ImageSource="a.png" Viewport="0,0,1,1"/>')).toMatchObject({
      kind: 'image',
      source: 'a.png',
    })
    expect(brush('<VisualBrush/>')).toEqual({ kind: 'unknown', name: 'VisualBrush' })
    expect(brush('<LinearGradientBrush/>')).toEqual({ kind: 'unknown', name: 'LinearGradientBrush' })
  })
})

interface FontMaker {
  readonly Path: new () => { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void; close(): void }
  readonly Glyph: new (options: object) => object
  readonly Font: new (options: object) => { toArrayBuffer(): ArrayBuffer }
}

/** Builds a font of one glyph, a square with a hole, 600 of 1000 wide. */
function smallFont(): Uint8Array {
  const { Path, Glyph, Font } = opentype as unknown as FontMaker
  const path = new Path()
  const ring = (pairs: readonly (readonly [number, number])[]): void => {
    pairs.forEach(([x, y], at) => (at === 0 ? path.moveTo(x, y) : path.lineTo(x, y)))
    path.close()
  }
  ring([
    [0, 0],
    [0, 500],
    [500, 500],
    [500, 0],
  ])
  ring([
    [100, 100],
    [400, 100],
    [400, 400],
    [100, 400],
  ])
  const empty = new Glyph({ name: '.notdef', advanceWidth: 500, path: new Path() })
  const glyph = new Glyph({ name: 'A', unicode: 65, advanceWidth: 600, path })
  const font = new Font({
    familyName: 'Small',
    styleName: 'Medium',
    unitsPerEm: 1000,
    ascender: 800,
    descender: -200,
    glyphs: [empty, glyph],
  })
  return new Uint8Array(font.toArrayBuffer())
}

const hiddenName = '00112233-4455-6677-8899-aabbccddeeff.odttf'
const key = [0xff, 0xee, 0xdd, 0xcc, 0xbb, 0xaa, 0x99, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00]
const hidden = (font: Uint8Array): Uint8Array => font.map((byte, at) => (at < 32 ? byte ^ (key[at % 16] ?? 0) : byte))

describe('XPS font', () => {
  const expectFont = (bytes: Uint8Array, name: string): Font => {
    const font = openFont(bytes, name)
    if (!font) throw new TypeError('no font')
    return font
  }

  it('is deobfuscated with the GUID in its part name', () => {
    expect(openFont(hidden(smallFont()), 'Resources/a.ttf')).toBeNull()
    expect(expectFont(hidden(smallFont()), `Resources/${hiddenName}`).unitsPerEm).toBe(1000)
    expect(openFont(hidden(smallFont()), 'Resources/name.odttf')).toBeNull()
    expect(openFont(new Uint8Array(10), `Resources/${hiddenName}`)).toBeNull()
  })

  it('has outlines in fractions of the em', () => {
    const rings = glyphRings(expectFont(smallFont(), 'a.ttf'), 1)
    expect(rings.map((ring) => Math.max(...ring))).toEqual([0.5, 0.4])
    expect(glyphRings(expectFont(smallFont(), 'a.ttf'), 99)).toEqual([])
  })

  it('places glyphs by width, stated offset or index', () => {
    const font = expectFont(smallFont(), 'a.ttf')
    expect(placeGlyphs(font, 'AA', '')).toEqual({
      glyphs: [
        { index: 1, x: 0, y: 0 },
        { index: 1, x: 0.6, y: 0 },
      ],
      width: 1.2,
    })
    expect(placeGlyphs(font, 'AA', ',100,10,20;1').glyphs).toEqual([
      { index: 1, x: 0.1, y: 0.2 },
      { index: 1, x: 1, y: 0 },
    ])
    expect(placeGlyphs(font, 'A', '(1:2)1;1').glyphs).toHaveLength(2)
    expect(placeGlyphs(font, '', '1;1').glyphs).toHaveLength(2)
  })

  it('drops the escape prefix of a Unicode string', () => {
    expect([plainText('{}{a}'), plainText('a')]).toEqual(['{a}', 'a'])
  })
})

describe('W2X page extension', () => {
  it('names each layer once and keeps a URL until it ends', () => {
    const states = readW2x(
      xml(
        '<W2X><RenditionSync refName="1"><Layer Number="2" Name="Walls"/><URL><Item Address="http://a"/></URL></RenditionSync>' +
          '<RenditionSync refName="2"><Layer Number="3"/><URL/></RenditionSync><RenditionSync refName="3"><Layer Number="2"/></RenditionSync></W2X>',
      ),
    )
    expect([...states]).toEqual([
      ['1', { layer: 'Walls', url: 'http://a' }],
      ['2', { layer: '3', url: '' }],
      ['3', { layer: 'Walls', url: '' }],
    ])
  })
})

const page = (content: string): string => `<FixedPage Width="960" Height="960">${content}</FixedPage>`

async function read(content: string, further: Parts = {}): Promise<ReaderRun> {
  const file = writeZip({
    'FixedDocumentSequence.fdseq':
      '<FixedDocumentSequence><DocumentReference Source="Documents/1/a.fdoc"/></FixedDocumentSequence>',
    'Documents/1/a.fdoc': '<FixedDocument><PageContent Source="Pages/1.fpage"/></FixedDocument>',
    'Documents/1/Pages/1.fpage': page(content),
    ...further,
  })
  return runReader(reader, file, { name: 'a.dwfx' })
}
const expectSheet = ({ scene, failure }: ReaderRun): RecordingSheet => {
  expect(failure).toBeNull()
  const [sheet] = scene.sheets
  if (!sheet) throw new TypeError('no sheet')
  return sheet
}
const line = '<Path Data="M 0,0 L 96,0" Stroke="#000000"/>'

describe('XPS page', () => {
  it('is found through the document sequence and has an upward y axis', async () => {
    const sheet = expectSheet(await read(line))
    expect(sheet.input).toMatchObject({ name: '1', paper: { min: [0, 0], max: [254, 254] } })
    expect(rounded(sheet.polylines[0]?.points ?? [])).toEqual([0, 254, 25.4, 254])
  })

  it('applies the transform, clip and opacity of canvases', async () => {
    const sheet = expectSheet(
      await read(
        `<Canvas RenderTransform="1,0,0,1,96,96" Opacity="0.5"><Canvas Clip="M0,-9 H48 V9 H0z" Opacity="0.5">${line}</Canvas></Canvas>`,
      ),
    )
    expect(rounded(sheet.polylines[0]?.points ?? [])).toEqual([25.4, 228.6, 38.1, 228.6])
    expect(sheet.styles[0]?.opacity).toBeCloseTo(0.25)
  })

  it('draws glyphs of an embedded font and keeps their text invisibly', async () => {
    const glyphs = `<Glyphs OriginX="0" OriginY="96" FontRenderingEmSize="96" FontUri="/Resources/${hiddenName}" UnicodeString="AA" Fill="#FF000000"/>`
    const run = await read(glyphs, { [`Resources/${hiddenName}`]: hidden(smallFont()) })
    const sheet = expectSheet(run)
    expect(run.report?.status).toBe('complete')
    expect(sheet.fills.map(({ rings }) => rings.length)).toEqual([2, 2])
    expect(Math.max(...(sheet.fills[0]?.rings[0] ?? []))).toBeCloseTo(254 - 25.4 + 12.7)
    expect(sheet.texts[0]).toMatchObject({ drawn: false })
    expect(sheet.texts[0]?.fitWidth).toBeCloseTo(1.2 * 96)
  })

  it('resolves a path from a resource dictionary in another part', async () => {
    const dictionary = '<ResourceDictionary><PathGeometry x:Key="p" Figures="M0,0 H96 V96 z"/></ResourceDictionary>'
    const run = await read(
      '<Canvas><Canvas.Resources><ResourceDictionary Source="/Resources/d.xml"/></Canvas.Resources>' +
        '<Path Data="{StaticResource p}" Fill="#FF0000FF"/></Canvas>',
      { 'Resources/d.xml': dictionary },
    )
    expect(expectSheet(run).fills).toHaveLength(1)
  })

  it('assigns a hyperlink to its path', async () => {
    const sheet = expectSheet(await read('<Path Data="M0,0 9,9" Stroke="#000000" FixedPage.NavigateUri="http://a"/>'))
    expect(sheet.assignments.size).toBe(1)
  })

  it('counts elements that are not drawn', async () => {
    const image = (source: string, further = ''): string =>
      `<Path Data="M0,0 H9 V9 z"><Path.Fill><ImageBrush ImageSource="${source}" Viewport="0,0,9,9"${further}/></Path.Fill></Path>`
    const run = await read(
      line +
        '<Path Data="M0,0 H9 V9 z"><Path.Fill><VisualBrush/></Path.Fill></Path>' +
        image('gone.png') +
        image('/p.png', ' TileMode="Tile"') +
        '<Path Data="M0" Stroke="#000000"/><Path Data="M0,0 9,9" OpacityMask="{StaticResource a}"/><Video/>',
      { 'p.png': smallPng() },
    )
    expect(run.report?.skipped.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      'VisualBrush not-drawn',
      'image damaged',
      'repeated picture not-drawn',
      'geometry damaged',
      'opacity mask not-drawn',
      'Video not-read',
    ])
    expect(expectSheet(run).images).toHaveLength(1)
  })

  it('fails as damaged when its root is not a FixedPage', async () => {
    const { failure } = await read('<Canvas>')
    expect(failure?.code).toBe('damaged')
  })
})
