import { glyphSteps, type SheetInfo } from '@kamar/package-format'
import { plainLayer } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { createDrawing, createFills, createTexts, plainStyle } from '../test-support/test-drawing.js'
import {
  glyphMatrix,
  type LinePaint,
  paintSheet,
  type Painting,
  printedPainting,
  type SheetCanvas,
  type SheetDrawing,
  toDashes,
} from './paint-sheet.js'

type Call = readonly [kind: string, ...rest: unknown[]]

/** Canvas that lists the calls it receives. */
class RecordingCanvas implements SheetCanvas {
  readonly calls: Call[] = []
  readonly paints: LinePaint[] = []
  line(points: Float64Array, closed: boolean, paint: LinePaint): void {
    this.calls.push(['line', [...points], closed])
    this.paints.push(paint)
  }
  area(...[points, indices, paint, gradient]: Parameters<SheetCanvas['area']>): void {
    this.calls.push(['area', [...points], [...indices], gradient])
    this.paints.push(paint as LinePaint)
  }
  text({ text, matrix, getPaint }: Parameters<SheetCanvas['text']>[0]): void {
    this.calls.push(['text', [...matrix]])
    this.paints.push(getPaint(text.runs[0]))
  }
  image({ picture: path }: Parameters<SheetCanvas['image']>[0], matrix: Parameters<SheetCanvas['image']>[1]): void {
    this.calls.push(['image', path, [...matrix]])
  }
  beginClip(rings: readonly (readonly number[])[]): void {
    this.calls.push(['clip', rings])
  }
  endClip(): void {
    this.calls.push(['end'])
  }
}

const screen: Painting = { foreground: 0xffffff, background: 0x202020, plottableOnly: false }

function paint(drawings: readonly SheetDrawing[], painting = printedPainting, number = 0): RecordingCanvas {
  const canvas = new RecordingCanvas()
  paintSheet(drawings, number, { canvas, painting })
  return canvas
}

const createImage = (over: Partial<SheetInfo['images'][number]>): SheetInfo['images'][number] =>
  Object.assign(
    { entity: 0, level: 0, layer: 0, picture: 'a.webp', clip: [], opacity: 1 },
    { origin: [0, 0] as const, xAxis: [1, 0] as const, yAxis: [0, 1] as const },
    over,
  )

const plainViewport: SheetInfo['viewports'][number] = {
  entity: 0,
  level: 0,
  shows: 1,
  matrix: [1, 0, 0, 1, 0, 0],
  millimetresPerUnit: 1,
  clip: [[0, 0, 5, 0, 5, 5]],
  frozenLayers: [],
  lineTypeScale: 1,
}
const dot = { points: [0, 0, 1, 1] }

describe('paintSheet', () => {
  it('paints nothing for a sheet that does not exist', () => {
    expect(paint([], printedPainting, 3).calls).toEqual([])
  })

  it('converts grid steps to units of the sheet', () => {
    const drawing = createDrawing(
      { origin: [100, 200], step: 0.5 },
      {
        lines: [dot, { points: [2, 4, 6, 8, 0, 0], closed: true }],
        fills: createFills([{ points: [2, 4, 6, 8, 0, 0] }, { points: [0, 0, 2, 0, 0, 2] }]),
      },
    )
    expect(paint([drawing]).calls).toEqual([
      ['area', [101, 202, 103, 204, 100, 200], [0, 1, 2], null],
      ['area', [100, 200, 101, 200, 100, 201], [0, 1, 2], null],
      ['line', [100, 200, 100.5, 200.5], false],
      ['line', [101, 202, 103, 204, 100, 200], true],
    ])
  })

  it('paints level by level: viewports, images, areas, lines, texts', () => {
    const content = (level: number) => ({ ...dot, level })
    const drawing = createDrawing(
      {
        images: [createImage({ level: 1, picture: 'late' }), createImage({})],
        viewports: [{ ...plainViewport, level: 1 }, { ...plainViewport, shows: null }, plainViewport],
      },
      {
        lines: [content(1), content(0)],
        fills: createFills([{ points: [0, 0, 1, 0, 0, 1], level: 1 }, { points: [0, 0, 1, 0, 0, 1] }]),
        texts: createTexts([{ origin: [0, 0], level: 1 }, { origin: [0, 0] }]),
      },
    )
    const kinds = paint([drawing, createDrawing({})]).calls.map(([kind]) => kind)
    const level = ['clip', 'end', 'image', 'area', 'line', 'text']
    expect(kinds).toEqual([...level, ...level])
  })

  it('keeps the order of items of one kind and level, over several files of lines', () => {
    const { info, lines } = createDrawing({}, { lines: [{ points: [1, 0, 1, 1] }, { points: [2, 0, 2, 1] }] })
    const drawing = {
      info,
      lines: [...lines, ...createDrawing({}, { lines: [{ points: [3, 0, 3, 1] }] }).lines],
      fills: null,
      texts: null,
    }
    expect(paint([drawing]).calls.map(([, points]) => (points as number[])[0])).toEqual([1, 2, 3])
  })

  it('converts gradients with its two colours', () => {
    const gradients = [{ fill: 1, from: [0, 2], to: [4, 2], colors: [0xff0000, 0x0000ff] }] as const
    const triangle = { points: [0, 0, 1, 0, 0, 1] }
    const drawing = createDrawing({ origin: [10, 0], step: 2 }, { fills: createFills([triangle, triangle], gradients) })
    expect(paint([drawing]).calls.map(([, , , gradient]) => gradient)).toEqual([
      null,
      [0xff0000, 0x0000ff, [10, 4, 18, 4, 0, 0]],
    ])
  })

  it('transforms texts by their axes and origin', () => {
    const texts = createTexts([{ origin: [3, 4], xAxis: [0, 2], yAxis: [-2, 0] }])
    expect(paint([createDrawing({ origin: [100, 0], step: 10 }, { texts })]).calls).toEqual([
      ['text', [0, 2, -2, 0, 130, 40]],
    ])
  })

  it('omits layers that are off, frozen, or not plotted on paper', () => {
    const layers = [
      plainLayer,
      { ...plainLayer, on: false },
      { ...plainLayer, frozen: true },
      { ...plainLayer, plottable: false },
    ]
    const drawing = createDrawing(
      {
        layers,
        styles: layers.map((_, layer) => ({ ...plainStyle, layer })),
        images: layers.map((_, layer) => createImage({ layer, picture: `${layer}` })),
      },
      {
        lines: layers.map((_, style) => ({ points: [style, 0, style, 1], style })),
        fills: createFills(layers.map((_, style) => ({ points: [style, 0, style, 1, 9, 9], style }))),
        texts: createTexts(layers.map((_, style) => ({ origin: [style, 0] as const, style }))),
      },
    )
    const listLayers = (painting: Painting): unknown[] =>
      paint([drawing], painting).calls.map(([kind, first]) => {
        if (kind === 'image') return Number(first)
        return (first as number[])[kind === 'text' ? 4 : 0]
      })
    expect(listLayers(printedPainting)).toEqual([0, 0, 0, 0])
    expect(listLayers(screen)).toEqual([0, 3, 0, 3, 0, 3, 0, 3])
  })

  it('tells the canvas the name of the layer of each item, and none afterwards', () => {
    const layers = [plainLayer, { ...plainLayer, name: 'Walls' }]
    const drawing = createDrawing(
      {
        layers,
        styles: [plainStyle, { ...plainStyle, layer: 1 }],
        images: [createImage({ layer: 1 })],
        viewports: [plainViewport],
      },
      { lines: [dot, { ...dot, style: 1 }], texts: createTexts([{ origin: [0, 0], style: 1 }]) },
    )
    const names: (string | null)[] = []
    const canvas = Object.assign(new RecordingCanvas(), { layer: (name: string | null) => void names.push(name) })
    paintSheet([drawing], 0, { canvas, painting: screen })
    expect(names).toEqual([null, 'Walls', '0', 'Walls', 'Walls', null])
  })
})

describe('paint of a style', () => {
  const layer = { ...plainLayer, color: 0x112233, lineWeightMillimetres: 0.7, lineType: 1 }
  const lineTypes = [
    { name: 'DASHED', pattern: [4, -2] },
    { name: 'DOTTED', pattern: [0, -3] },
  ]
  const getPaint = (
    style: Partial<SheetInfo['styles'][number]>,
    painting = printedPainting,
    info: Partial<SheetInfo> = {},
  ): LinePaint =>
    paint(
      [createDrawing({ layers: [layer], lineTypes, styles: [{ ...plainStyle, ...style }], ...info }, { lines: [dot] })],
      painting,
    ).paints[0]

  it('is that of the style itself', () => {
    expect(getPaint({ color: 0xabcdef, opacity: 0.5, lineWeightMillimetres: 0.3, widthUnits: 2, lineType: 0 })).toEqual(
      {
        color: 0xabcdef,
        opacity: 0.5,
        weightMillimetres: 0.3,
        width: 2,
        dashes: [4, 2],
      },
    )
  })

  it('is that of the layer where the style says so', () => {
    expect(getPaint({ color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer' })).toEqual({
      color: 0x112233,
      opacity: 1,
      weightMillimetres: 0.7,
      width: 0,
      dashes: [0, 3],
    })
    const continuous = { layers: [{ ...layer, lineType: null, color: 'foreground' as const }] }
    expect(getPaint({ color: 'layer', lineType: 'layer' }, screen, continuous)).toMatchObject({
      color: 0xffffff,
      dashes: [],
    })
  })

  it('has the colours of the paper or screen', () => {
    expect([getPaint({ color: 'foreground' }).color, getPaint({ color: 'background' }).color]).toEqual([0, 0xffffff])
    expect([getPaint({ color: 'foreground' }, screen).color, getPaint({ color: 'background' }, screen).color]).toEqual([
      0xffffff, 0x202020,
    ])
  })

  it('scales dashes by its factor, and is continuous with an unknown line type', () => {
    expect(getPaint({ lineType: 0, lineTypeScale: 2.5 }).dashes).toEqual([10, 5])
    expect(getPaint({ lineType: 9 }).dashes).toEqual([])
  })
})

describe('viewport on a sheet', () => {
  const model = createDrawing(
    {
      layers: [plainLayer, { ...plainLayer, name: 'Axes' }],
      lineTypes: [{ name: 'DASHED', pattern: [4, -2] }],
      styles: [
        { ...plainStyle, widthUnits: 3, lineType: 0 },
        { ...plainStyle, layer: 1 },
      ],
      origin: [1000, 0],
      step: 1,
      images: [createImage({})],
    },
    { lines: [dot, { points: [5, 5, 6, 6], style: 1 }], texts: createTexts([{ origin: [1, 2] }]) },
  )
  const show = (viewport: Partial<SheetInfo['viewports'][number]>): RecordingCanvas =>
    paint([createDrawing({ viewports: [{ ...plainViewport, ...viewport }] }), model])

  it('shows the other sheet within its clip', () => {
    const { calls, paints } = show({ matrix: [0.5, 0, 0, 0.5, -500, 7], lineTypeScale: 10 })
    expect(calls).toEqual([
      ['clip', [[0, 0, 5, 0, 5, 5]]],
      ['image', 'a.webp', [0.5, 0, 0, 0.5, -500, 7]],
      ['line', [0, 7, 0.5, 7.5], false],
      ['line', [2.5, 9.5, 3, 10], false],
      ['text', [0.5, 0, 0, 0.5, 0.5, 8]],
      ['end'],
    ])
    expect(paints[0]).toMatchObject({ width: 1.5, dashes: [20, 10] })
  })

  it('rotates and mirrors its content', () => {
    const { calls } = show({ matrix: [0, 2, 2, 0, 0, -2000] })
    expect(calls.slice(2)).toEqual([
      ['line', [0, 0, 2, 2], false],
      ['line', [10, 10, 12, 12], false],
      // The frame: its x axis is up, its y axis to the right.
      ['text', [0, 2, 2, 0, 4, 2]],
      ['end'],
    ])
  })

  it('omits its frozen layers', () => {
    expect(show({ frozenLayers: [1] }).calls.map(([kind]) => kind)).toEqual(['clip', 'image', 'line', 'text', 'end'])
    expect(show({ frozenLayers: [0] }).calls.map(([kind]) => kind)).toEqual(['clip', 'line', 'end'])
  })

  it('shows nothing without a clip or a sheet', () => {
    expect(show({ clip: [] }).calls).toEqual([])
    expect(show({ shows: null }).calls).toEqual([])
    expect(show({ shows: 8 }).calls.map(([kind]) => kind)).toEqual(['clip', 'end'])
  })

  it('transforms the clip of a nested viewport and scales its dashes, and ends at the third level', () => {
    const nested = (scale: number): SheetInfo['viewports'] => [
      { ...plainViewport, shows: 0, matrix: [scale, 0, 0, scale, 1, 0], lineTypeScale: 3 },
    ]
    // The sheet shows itself at half scale.
    const drawing = createDrawing(
      {
        viewports: nested(0.5),
        lineTypes: [{ name: 'DASHED', pattern: [8, -8] }],
        styles: [{ ...plainStyle, lineType: 0 }],
      },
      { lines: [{ points: [0, 0, 4, 0] }] },
    )
    const { calls, paints } = paint([drawing])
    expect(calls.filter(([kind]) => kind === 'clip').map(([, rings]) => rings)).toEqual([
      [[0, 0, 5, 0, 5, 5]],
      [[1, 0, 3.5, 0, 3.5, 2.5]],
      [[1.5, 0, 2.75, 0, 2.75, 1.25]],
    ])
    expect(calls.filter(([kind]) => kind === 'line').map(([, points]) => points)).toEqual([
      [1.5, 0, 2.5, 0],
      [1, 0, 3, 0],
      [0, 0, 4, 0],
    ])
    expect(paints.map(({ dashes }) => dashes[0])).toEqual([8 * 0.25 * 9, 8 * 0.5 * 3, 8])
  })
})

describe('toDashes', () => {
  it.each([
    ['alternates', [4, -2], 1, [4, 2]],
    ['is scaled', [4, -2, 0, -2], 0.5, [2, 1, 0, 1]],
    ['joins dashes and gaps in a row', [3, 1, -2, -1, 5], 1, [4, 3, 5, 0]],
    ['begins with a dot before a gap', [-3, 4], 1, [0, 3, 4, 0]],
    ['is continuous without a pattern', [], 1, []],
    ['is continuous with one element', [5], 1, []],
    ['is continuous with lengths of zero', [0, 0, 0], 1, []],
    ['is continuous at a scale of zero', [4, -2], 0, []],
  ])('%s: %j × %d', (_, pattern, scale, expected) => {
    expect(toDashes(pattern, scale)).toEqual(expected)
  })
})

describe('glyphMatrix', () => {
  it('scales by width and height, slants to the right and moves by the position in heights', () => {
    const run = { style: 0, font: 0, first: 0, count: 1, height: 10, width: 5, slant: 0.25 }
    expect(glyphMatrix(run, 3 * glyphSteps, -2 * glyphSteps)).toEqual([
      5 / glyphSteps,
      0,
      1.25 / glyphSteps,
      10 / glyphSteps,
      30,
      -20,
    ])
  })
})
