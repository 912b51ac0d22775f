import {
  toRgbColor,
  type Entity,
  type EntityColor,
  type Hatch,
  type HatchEdge,
  type HatchGradient,
  type HatchPath,
  type ImageEntity,
  type Point2,
  type SolidEntity,
} from '@kamar/codecs/drawing'
import { createClip } from '@kamar/codecs/glyphs'
import { identityMatrix } from '@kamar/core/math'
import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { JoinedDrawing } from '../../joined-drawing.js'
import { computeBounds, drawEntities, listPolylines, ringArea, listRings } from '../../testing/draw-sheets.js'
import { createDrawing, createEntity, createPolyline, type VertexInput } from '../../testing/records.js'
import { DrawingFonts } from '../../text/drawing-fonts.js'
import { SheetDrawing } from '../drawing.js'
import { hatchLines } from '../hatch-lines.js'
import { SheetResources } from '../sheet-resources.js'

const polylineEdge = (...vertices: readonly VertexInput[]): HatchEdge => ({
  kind: 'polyline',
  vertices: createPolyline(...vertices).vertices,
})
const square = (from: number, to: number): HatchEdge => polylineEdge([from, from], [to, from], [to, to], [from, to])
const createPath = (flags: number, ...edges: HatchEdge[]): HatchPath => ({ flags, edges })
const [External, Outermost, Default, Duplicate] = [1, 16, 0, 256]
const createHatch = (paths: readonly HatchPath[], more: Partial<Hatch> = {}): Hatch =>
  createEntity('hatch', { paths, ...more })
/** Creates an outline with an island that contains another island. */
const nested = (): HatchPath[] => [
  createPath(External, square(0, 10)),
  createPath(Outermost, square(2, 8)),
  createPath(Default, square(4, 6)),
]

describe('DWG SOLID', () => {
  it('swaps its third and fourth corner', async () => {
    const corners: SolidEntity['corners'] = [
      [0, 0, 0],
      [4, 0, 0],
      [0, 3, 0],
      [4, 3, 0],
    ]
    const { sheet } = await drawEntities(createEntity('solid', { corners }))
    expect(listRings(sheet)).toEqual([[[0, 0, 4, 0, 4, 3, 0, 3]]])
  })
})

describe('DWG hatch boundary', () => {
  const areas = async (...edges: HatchEdge[]): Promise<number[]> => {
    const { sheet } = await drawEntities(createHatch([createPath(External, ...edges)]))
    return sheet.fills.flatMap(({ rings }) => rings.map((ring) => ringArea(ring)))
  }
  const line = (ax: number, ay: number, bx: number, by: number): HatchEdge => ({
    kind: 'line',
    start: [ax, ay],
    end: [bx, by],
  })

  const fullArc: Extract<HatchEdge, { kind: 'arc' }> = {
    kind: 'arc',
    center: [0, 0],
    radius: 2,
    startAngle: 0,
    endAngle: 2 * Math.PI,
    isCounterClockwise: true,
  }

  it('can be a polyline with arcs', async () => {
    const [area = 0] = await areas(polylineEdge([-2, 0, { bulge: 1 }], [2, 0, { bulge: 1 }]))
    expect(area / (4 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('can be a sequence of lines', async () => {
    expect(await areas(line(0, 0, 4, 0), line(4, 0, 4, 3), line(4, 3, 0, 0))).toEqual([6])
  })

  it('can contain a counter-clockwise arc', async () => {
    const arc = { ...fullArc, endAngle: Math.PI }
    const [area = 0] = await areas(line(-2, 0, 2, 0), arc)
    expect(area / (2 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('can contain a clockwise arc, with mirrored angles', async () => {
    // From 180 degrees over the top to 0: stated as -180 to 0, that is 180 to 360.
    const arc = { ...fullArc, startAngle: Math.PI, isCounterClockwise: false }
    const [area = 0] = await areas(arc, line(2, 0, -2, 0))
    expect(area / (-2 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('can be a full ellipse', async () => {
    const axes = { center: [5, 5], majorAxis: [0, 4], radiusRatio: 0.5 } as const
    const [area = 0] = await areas({ ...fullArc, kind: 'ellipse', ...axes })
    expect(area / (8 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('can contain a rational spline', async () => {
    const controlPoints: Point2[] = [
      [1, 0],
      [1, 1],
      [0, 1],
    ]
    const curve = { degree: 2, knots: [0, 0, 0, 1, 1, 1], weights: [1, Math.SQRT1_2, 1] }
    const quarter: HatchEdge = { kind: 'spline', controlPoints, ...curve }
    const [area = 0] = await areas(quarter, line(0, 1, 0, 0), line(0, 0, 1, 0))
    expect(area).toBeCloseTo(Math.PI / 4, 2)
  })

  it('is reported as not read when missing or degenerate', async () => {
    const { skipped, sheet } = await drawEntities(
      createHatch([]),
      createHatch([createPath(External, line(0, 0, 1, 1))]),
    )
    expect(sheet.fills).toEqual([])
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['HATCH', 'not-read'],
      ['HATCH', 'not-read'],
    ])
  })

  it('is mirrored by a downward normal', async () => {
    const { sheet } = await drawEntities(createHatch([createPath(External, square(1, 3))], { normal: [0, 0, -1] }))
    expect(computeBounds(sheet.fills[0]?.rings[0] ?? [])).toEqual([-3, 1, -1, 3])
  })
})

describe('DWG hatch islands', () => {
  const sides = async (style: number): Promise<number[]> => {
    const { sheet } = await drawEntities(createHatch(nested(), { style }))
    return sheet.fills.flatMap(({ rings }) => rings.map((ring) => Math.sqrt(Math.abs(ringArea(ring)))))
  }

  it('are filled alternately in the normal style', async () => {
    expect(await sides(0)).toEqual([10, 6, 2])
  })

  it('are left out below the outermost area in the outer style', async () => {
    expect(await sides(1)).toEqual([10, 6])
  })

  it('are filled over in the ignore style', async () => {
    expect(await sides(2)).toEqual([10])
  })

  it('are filled over within the largest boundary when none is external', async () => {
    const paths = [createPath(Default, square(2, 8)), createPath(Default, square(0, 10))]
    const { sheet } = await drawEntities(createHatch(paths, { style: 2 }))
    expect(sheet.fills[0]?.rings.map((ring) => ringArea(ring))).toEqual([100])
  })

  it('are omitted when they duplicate another boundary', async () => {
    const paths = [createPath(External, square(0, 10)), createPath(External | Duplicate, square(0, 10))]
    const { sheet } = await drawEntities(createHatch(paths))
    expect(sheet.fills[0]?.rings).toHaveLength(1)
  })
})

describe('DWG hatch patterns and gradients', () => {
  const pattern = (hatch: Hatch, angle: number, offset: Point2, ...dashes: number[]): Hatch => ({
    ...hatch,
    isSolid: false,
    patternLines: [{ angle, offset, base: [0, 0], dashes }],
  })

  it('draw lines within the outline and around its islands', async () => {
    const hatch = pattern(createHatch(nested()), 0, [0, 5])
    const { sheet } = await drawEntities(hatch)
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 10, 0],
      [0, 5, 2, 5],
      [4, 5, 6, 5],
      [8, 5, 10, 5],
    ])
    expect(sheet.fills).toEqual([])
  })

  it('draw dots for dashes of zero length', async () => {
    const { sheet } = await drawEntities(pattern(createHatch([createPath(External, square(0, 4))]), 0, [0, 5], 0, -3))
    expect(listPolylines(sheet)).toEqual([
      [0, 0],
      [3, 0],
    ])
  })

  it('draw vertical lines at an angle of 90 degrees', async () => {
    const { sheet } = await drawEntities(
      pattern(createHatch([createPath(External, square(0, 4))]), Math.PI / 2, [-2, 0]),
    )
    expect(listPolylines(sheet).map((line) => computeBounds(line))).toEqual(
      expect.arrayContaining([
        [0, 0, 0, 4],
        [2, 0, 2, 4],
      ]),
    )
  })

  it('become a light area when too dense', async () => {
    const { sheet } = await drawEntities(pattern(createHatch([createPath(External, square(0, 4))]), 0, [0, 1e-7]))
    expect(sheet.polylines).toEqual([])
    expect(sheet.styles[sheet.fills[0]?.style ?? -1]?.opacity).toBeCloseTo(0.4, 9)
  })

  it('stay within the outline when dashes are below numeric precision', () => {
    const far = 1e15
    const ring = Float64Array.of(far, 0, far + 8, 0, far + 8, 2, far, 2)
    const family = { angle: 0, base: [0, 0], offset: [0, 1], dashes: [0.01, -0.01] } as const
    const lines = hatchLines([ring], [family]) ?? []
    for (let at = 0; at < lines.length; at += 2) expect((lines[at] ?? 0) - far).toBeLessThanOrEqual(8)
  })

  it('clip dashes at both sides of the outline', () => {
    const ring = Float64Array.of(1, 0, 5, 0, 5, 1, 1, 1)
    const family = { angle: 0, base: [0, 0], offset: [0, 2], dashes: [2, -1] } as const
    expect(hatchLines([ring], [family])).toEqual([1, 0, 2, 0, 3, 0, 5, 0])
  })

  const [red, blue] = [toRgbColor(0xff0000), toRgbColor(0x0000ff)]
  const createGradient = (colors: readonly EntityColor[], more: Partial<HatchGradient> = {}): Hatch => {
    const gradient = { angle: 0, isSingleColor: false, tint: 0, colors, ...more }
    return createHatch([createPath(External, square(0, 4))], { gradient })
  }

  it('run a gradient across the box of the hatch in its direction', async () => {
    const { sheet } = await drawEntities(createGradient([red, blue]))
    expect(sheet.fills[0]?.gradient).toEqual({ from: [0, 2], to: [4, 2], colors: [0xff0000, 0x0000ff] })
  })

  it('blend a single-color gradient towards white by its tint', async () => {
    const { sheet } = await drawEntities(createGradient([red, blue], { isSingleColor: true, tint: 0.5 }))
    expect(sheet.fills[0]?.gradient?.colors).toEqual([0xff0000, 0xff8080])
  })

  it('fill a plain area when a gradient has no colors', async () => {
    const { sheet } = await drawEntities(createGradient([]))
    expect(sheet.fills[0]).not.toHaveProperty('gradient')
  })
})

describe('DWG wipeouts and images', () => {
  it('cover what was drawn before with the background color', async () => {
    const wipeout = createEntity('wipeout', {
      insertPoint: [10, 20, 0],
      uVector: [4, 0, 0],
      vVector: [0, 4, 0],
      size: [1, 1],
      isClipped: true,
      // In pixels of a one-pixel image, with its centre at 0 and y pointing down.
      clipVertices: [
        [-0.5, 0.5],
        [0.5, 0.5],
        [0, -0.5],
      ],
    })
    const { sheet } = await drawEntities(wipeout)
    expect(listRings(sheet)).toEqual([[[10, 20, 14, 20, 12, 24]]])
    expect(sheet.styles[sheet.fills[0]?.style ?? -1]?.color).toBe('background')
  })

  const image = (more: Partial<Omit<ImageEntity, 'kind'>> = {}): Entity =>
    createEntity('image', {
      fileName: 'a.png',
      insertPoint: [1, 2, 0],
      uVector: [0.1, 0, 0],
      vVector: [0, 0.1, 0],
      size: [100, 50],
      ...more,
    })

  it('draw a frame for an image that is not attached, and report it', async () => {
    const { sheet, skipped } = await drawEntities(image())
    expect(listPolylines(sheet).map((line) => computeBounds(line))).toEqual([[1, 2, 11, 7]])
    expect(sheet.polylines[0]?.closed).toBe(true)
    expect(skipped).toMatchObject([{ kind: 'IMAGE', reason: 'picture-not-attached' }])
  })

  it('show only the part of an image within a rectangular clip', async () => {
    // From the upper left corner: 20 to 40 pixels across, 10 to 30 down.
    const clipVertices: Point2[] = [
      [19.5, 9.5],
      [39.5, 29.5],
    ]
    const { sheet } = await drawEntities(image({ isClipped: true, clipVertices }))
    expect(listPolylines(sheet).map((line) => computeBounds(line))).toEqual([[3, 4, 5, 6]])
  })

  it('cover all but the clipped part when the clip is inverted', async () => {
    const wipeout = createEntity('wipeout', {
      insertPoint: [1, 2, 0],
      uVector: [0.1, 0, 0],
      vVector: [0, 0.1, 0],
      size: [100, 50],
      isClipped: true,
      isClipInverted: true,
      clipVertices: [
        [19.5, 9.5],
        [39.5, 29.5],
      ],
    })
    const { sheet } = await drawEntities(wipeout)
    const [rings = []] = listRings(sheet)
    expect(rings.map((ring) => computeBounds(ring).map((value) => Math.round(value * 1e6) / 1e6))).toEqual([
      [1, 2, 11, 7],
      [3, 4, 5, 6],
    ])
  })

  it('draw a frame without a report when image display is off', async () => {
    const { sheet, skipped } = await drawEntities(image({ isDisplayed: false }))
    expect(sheet.polylines).toHaveLength(1)
    expect(skipped).toEqual([])
  })
})

describe('DWG image in a clipped block', () => {
  it('shows all parts within a concave clip', () => {
    const { scene } = createRecordedContext()
    const sheet = scene.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
    const layer = { lineWeightMillimetres: 0.25, lineType: null, on: true, frozen: false, plottable: true } as const
    const number = sheet.addLayer({ ...layer, name: '0', color: 'foreground' })
    const texture = scene.addTexture({ name: 'a', width: 1, height: 1, pixels: new Uint8Array(4) }) ?? -1
    const source = new JoinedDrawing(createDrawing())
    const fonts = new DrawingFonts()
    const drawing = new SheetDrawing({
      sheet,
      resources: new SheetResources(sheet, source.main, fonts),
      shared: {
        source,
        textures: new Map(),
        embedded: new Map(),
        fonts,
        edges: new Map(),
        skip: () => undefined,
        budget: { left: 1 },
      },
      drawOne: () => undefined,
    })
    drawing.current = sheet.addEntity({ handle: '1', type: 'IMAGE', layer: number })
    const bay = createClip(Float64Array.of(0, 0, 10, 0, 10, 10, 8, 10, 8, 2, 2, 2, 2, 10, 0, 10))
    if (!bay) throw new Error('no clip')
    const context = { matrix: identityMatrix, block: null, scale: 1, depth: 0, clips: [bay] }
    const axes = { origin: [0, 0, 0], xAxis: [10, 0, 0], yAxis: [0, 10, 0] } as const
    drawing.image(
      { layer: number, picture: texture, ...axes, outlines: [[0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0]] },
      context,
    )
    const [image] = scene.sheets[0]?.images ?? []
    const visibleArea = (image?.clip ?? []).reduce((sum, ring) => sum + Math.abs(ringArea(ring)), 0)
    expect(visibleArea).toBeCloseTo(100 - 6 * 8, 4)
  })
})
