import {
  BlockRecord,
  Circle,
  Ellipse,
  type Entity,
  Layer,
  Layout,
  Line,
  LwPolyline,
  Ole2Frame,
  PlotPaperUnits,
  PlotRotation,
  Point,
  Ray,
  Solid3D,
  UnknownEntity,
  Viewport,
  ViewportStatusFlags,
  XLine,
  XY,
  XYZ,
} from '@node-projects/acad-ts'
import type { CadDocument } from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import {
  computeBounds,
  documentWith,
  drawDocument,
  drawEntities,
  listPolylines,
  newDocument,
  ringArea,
  rounded,
} from '../testing/draw-sheets.js'
import { computePaper } from './viewports.js'

const line = (x = 1, y = 0): Line => new Line(new XYZ(0, 0, 0), new XYZ(x, y, 0))

/** Puts entities on the paper of the first layout. */
function onPaper(document: CadDocument, ...entities: readonly Entity[]): CadDocument {
  for (const entity of entities) document.paperSpace?.entities.add(entity)
  return document
}

/** Creates a vertical infinite line. */
function xlineAt(x: number): XLine {
  const endless = new XLine()
  endless.firstPoint = new XYZ(x, 0, 0)
  endless.direction = new XYZ(0, 1, 0)
  return endless
}

const paper = (): Viewport => Object.assign(new Viewport(), { id: 1, width: 297, height: 210, viewHeight: 210 })
const view = (more: Partial<Viewport> = {}): Viewport =>
  Object.assign(
    new Viewport(),
    { id: 2, center: new XYZ(100, 50, 0), width: 40, height: 20, viewHeight: 1000, viewCenter: new XY(0, 0) },
    { viewDirection: new XYZ(0, 0, 1) },
    more,
  )

describe('DWG sheets', () => {
  it('are the model space and the layouts with content', async () => {
    const drawing = await drawDocument(onPaper(documentWith(line()), paper()))
    expect(drawing.scene.sheets.map(({ input }) => [input.name, input.kind])).toEqual([['Model', 'model']])
    const both = await drawDocument(onPaper(documentWith(line()), paper(), line()))
    expect(both.scene.sheets.map(({ input }) => input.kind)).toEqual(['model', 'layout'])
    expect(both.pushed).toMatchObject({ sheets: 2, entities: 2 })
  })

  it.each([
    [true, ['Model']],
    [false, ['Saved']],
  ])('open at the saved tab, model space active: %s', async (isModel, names) => {
    const document = onPaper(documentWith(line()), paper(), line())
    const block = new BlockRecord('*Paper_Space0')
    document.blockRecords?.add(block)
    block.entities.add(line())
    const layouts = [
      Object.assign(new Layout('Other'), { associatedBlock: block, tabOrder: 0 }),
      Object.assign(new Layout('Saved'), { associatedBlock: document.paperSpace, tabOrder: 1 }),
    ]
    Object.defineProperty(document, 'layouts', { value: layouts })
    if (document.header) document.header.showModelSpace = isModel
    const { scene } = await drawDocument(document)
    expect(scene.sheets).toHaveLength(3)
    expect(scene.sheets.filter(({ input }) => input.active).map(({ input }) => input.name)).toEqual(names)
  })

  it.each([
    [true, [undefined, undefined]],
    [false, [true, true]],
  ])('have thin lines unless line weights are displayed: %s', async (displayLineWeight, thin) => {
    const document = onPaper(documentWith(line()), paper(), line())
    Object.assign(document.header ?? {}, { displayLineWeight })
    const { scene } = await drawDocument(document)
    expect(scene.sheets.map(({ input }) => input.thinLines)).toEqual(thin)
  })

  it('include an empty model space for an empty drawing', async () => {
    const { scene, pushed } = await drawDocument(newDocument())
    expect(scene.sheets).toHaveLength(1)
    expect(pushed).toMatchObject({ entities: 0, lights: 0, broken: 0 })
  })

  it('count entities by kind and report unknown ones', async () => {
    const unknown = new UnknownEntity({ dxfName: 'ACME_PIPE' } as ConstructorParameters<typeof UnknownEntity>[0])
    const { pushed, skipped, sheet } = await drawEntities(line(), line(), unknown)
    expect(pushed.kinds.get('LINE')).toBe(2)
    expect(skipped).toHaveLength(1)
    expect(skipped[0]).toMatchObject({ reason: 'no-saved-graphics' })
    expect(sheet.entities).toHaveLength(3)
    expect(skipped[0]?.handle).toBe(sheet.entities[2]?.handle)
  })

  it('have entities with handles in upper-case hexadecimal', async () => {
    const one = line()
    const { sheet } = await drawEntities(one)
    expect(sheet.entities[0]?.handle).toBe(one.handle.toString(16).toUpperCase())
  })
})

describe('DWG layout paper', () => {
  const layout = (more: Partial<Layout>): Layout =>
    Object.assign(
      new Layout('A', 'B'),
      { paperUnits: PlotPaperUnits.Millimeters, paperWidth: 420, paperHeight: 297 },
      more,
    )

  it('is offset from the origin by its margins', () => {
    const margins = { left: 5, bottom: 7, right: 9, top: 11 }
    const { paper: area, unitName } = computePaper(layout({ unprintableMargin: margins } as Partial<Layout>))
    expect(area).toEqual({ min: [-5, -7], max: [415, 290] })
    expect(unitName).toBe('mm')
  })

  it.each([PlotRotation.Degrees90, PlotRotation.Degrees270])('is upright when rotated by %s', (paperRotation) => {
    const { paper: area } = computePaper(layout({ paperRotation }))
    const [min, max] = [area?.min ?? [0, 0], area?.max ?? [0, 0]]
    expect([max[0] - min[0], max[1] - min[1]]).toEqual([297, 420])
  })

  /** As AutoCAD writes it: plotted by extents, centred, fitted to its own paper. */
  const byExtents = {
    paperWidth: 900,
    paperHeight: 1300,
    paperRotation: PlotRotation.Degrees90,
    numeratorScale: 1,
    denominatorScale: 0.8,
    paperImageOrigin: new XY(340, -2),
    plotOriginX: 3,
    plotOriginY: 14,
    unprintableMargin: { left: 5, bottom: 6, right: 7, top: 8 },
  }

  it('lies at the layout limits when plotted by extents', () => {
    const limits = { minLimits: new XY(-357.6, -4.4), maxLimits: new XY(682.4, 715.6) }
    const { paper: area, millimetres } = computePaper(layout({ ...byExtents, ...limits } as Partial<Layout>))
    expect(area).toEqual({ min: [-357.6, -4.4], max: [682.4, 715.6] })
    expect(millimetres).toBeCloseTo(1.25, 9)
  })

  it.each([
    [PlotRotation.NoRotation, [900, 1300], [5 + 3, 6 + 14]],
    [PlotRotation.Degrees90, [1300, 900], [8 + 14, 5 + 3]],
    [PlotRotation.Degrees180, [900, 1300], [7 + 3, 8 + 14]],
    [PlotRotation.Degrees270, [1300, 900], [6 + 14, 7 + 3]],
  ])('lies by margins, plot origin and scale when no limits are set, rotated by %s', (paperRotation, size, off) => {
    const limits = { minLimits: new XY(0, 0), maxLimits: new XY(12, 9) }
    const { paper: area } = computePaper(layout({ ...byExtents, ...limits, paperRotation } as Partial<Layout>))
    const min = [-340 - (off[0] ?? 0) / 1.25, 2 - (off[1] ?? 0) / 1.25]
    expect(rounded([...(area?.min ?? [])])).toEqual(rounded(min))
    expect(rounded([...(area?.max ?? [])])).toEqual(rounded(min.map((at, axis) => at + (size[axis] ?? 0) / 1.25)))
  })

  it('has a scale of 1 without a valid plot scale', () => {
    expect(computePaper(layout({ numeratorScale: NaN })).millimetres).toBe(1)
  })

  it('is measured in inches when its paper unit is inches', () => {
    const { paper: area, millimetres } = computePaper(Object.assign(layout({ paperWidth: 279.4 }), { paperUnits: 0 }))
    expect(millimetres).toBe(25.4)
    expect((area?.max[0] ?? 0) - (area?.min[0] ?? 0)).toBeCloseTo(11, 9)
  })

  it.each([0, -1, NaN, 1e6])('is omitted at a width of %s', (paperWidth) => {
    expect(computePaper(layout({ paperWidth }))).not.toHaveProperty('paper')
  })

  it('is measured in millimetres without a layout', () => {
    expect(computePaper(null)).toEqual({ millimetres: 1, unitName: 'mm' })
  })
})

describe('DWG viewport', () => {
  const windows = async (...views: Viewport[]) => {
    const drawing = await drawDocument(onPaper(documentWith(line()), paper(), ...views))
    return { ...drawing, windows: drawing.scene.sheets[1]?.viewports ?? [] }
  }

  it('maps its view center to its own center, in scale', async () => {
    const { windows: viewports } = await windows(view({ viewCenter: new XY(3000, 1000) }))
    // 20 of paper for 1000 of the model: 1 to 50.
    expect(rounded(viewports[0]?.matrix ?? [])).toEqual([0.02, 0, 0, 0.02, 40, 30])
    expect(viewports[0]).toMatchObject({ shows: 0, millimetresPerUnit: 1, frozenLayers: [] })
    expect(computeBounds(viewports[0]?.clip[0] ?? [])).toEqual([80, 40, 120, 60])
  })

  it('rotates the model by its twist about its target', async () => {
    const twisted = view({ twistAngle: Math.PI / 2, viewTarget: new XYZ(500, 200, 0) })
    const { windows: viewports } = await windows(twisted)
    const [a, b, c, d, x, y] = viewports[0]?.matrix ?? [0, 0, 0, 0, 0, 0]
    const toPaper = (mx: number, my: number): number[] => rounded([a * mx + c * my + x, b * mx + d * my + y])
    // The target is in the centre; right of it in the model is above it on the paper.
    expect(toPaper(500, 200)).toEqual([100, 50])
    expect(toPaper(600, 200)).toEqual([100, 52])
  })

  it('lists its frozen layers by their model layer index', async () => {
    const document = documentWith(line())
    const layers = ['A', 'B'].map((name) => new Layer(name))
    for (const layer of layers) document.layers?.add(layer)
    const frozen = view()
    frozen.frozenLayers.push(...layers.slice(1), new Layer('unknown'))
    const { scene } = await drawDocument(onPaper(document, paper(), frozen))
    const [number] = scene.sheets[1]?.viewports[0]?.frozenLayers ?? []
    expect(scene.sheets[1]?.viewports[0]?.frozenLayers).toHaveLength(1)
    expect(scene.sheets[0]?.layers[number ?? -1]?.name).toBe('B')
  })

  it('is omitted when off or without a height', async () => {
    const off = view({ status: ViewportStatusFlags.ViewportOff })
    const { windows: viewports, skipped } = await windows(off, view({ viewHeight: 0 }), view({ viewHeight: NaN }))
    expect(viewports).toEqual([])
    expect(skipped).toEqual([])
  })

  it('draws body edges, side views and infinite lines after tessellation', async () => {
    const body = new Solid3D()
    const document = onPaper(
      documentWith(body, line(7), xlineAt(3)),
      paper(),
      view({ viewDirection: new XYZ(0, -1, 0), height: 1000 }),
    )
    const edges = new Map<number, Float64Array>()
    const { scene, pushed } = await drawDocument(document, { edges, waiting: { draws: [], isOver: false } })
    const [model, layout] = scene.sheets
    expect(model && listPolylines(model)).toEqual([[0, 0, 7, 0]])
    expect(layout?.polylines).toEqual([])
    edges.set(body.handle, Float64Array.of(0, 0, 0, 0, 5, 4))
    await pushed.drawWaiting()
    await pushed.drawWaiting()
    expect(model?.polylines.map(({ entity }) => model.entities[entity]?.type)).toEqual(['LINE', '3DSOLID', 'XLINE'])
    expect(model && listPolylines(model)[1]).toEqual([0, 0, 0, 5])
    expect(layout?.polylines).toHaveLength(2)
    expect(layout?.entities[layout.polylines[0]?.entity ?? -1]?.type).toBe('VIEWPORT')
  })

  describe('DWG side-view viewport', () => {
    /** Returns the layout's contents when a view shows a line of the model. */
    const drawView = async (to: XYZ, more: Partial<Viewport>) => {
      const document = documentWith(new Line(new XYZ(0, 0, 0), to))
      const drawing = await drawDocument(onPaper(document, paper(), view(more)))
      const sheet = drawing.scene.sheets[1]
      return { ...drawing, windows: sheet?.viewports, lines: sheet ? listPolylines(sheet) : [], sheet }
    }

    it.each([
      ['the front, with heights upwards', new XYZ(0, -1, 0), new XYZ(0, 0, 100), [100, 50, 100, 52]],
      ['the front, with depth lines as points', new XYZ(0, -1, 0), new XYZ(0, 100, 0), [100, 50, 100, 50]],
      ['the right, with front-to-back lines to the right', new XYZ(1, 0, 0), new XYZ(0, 100, 0), [100, 50, 102, 50]],
      ['below, with left and right swapped', new XYZ(0, 0, -1), new XYZ(100, 0, 0), [100, 50, 98, 50]],
    ])('shows the model from %s', async (_, viewDirection, to, expected) => {
      const { windows: viewports, lines, skipped } = await drawView(to, { viewDirection })
      expect(viewports).toEqual([])
      expect(lines).toEqual([expected])
      expect(skipped).toEqual([])
    })

    it('is rotated by its twist and clipped to its outline', async () => {
      const viewDirection = new XYZ(0, -1, 0)
      const rotated = await drawView(new XYZ(0, 0, 100), { viewDirection, twistAngle: Math.PI / 2 })
      expect(rotated.lines).toEqual([[100, 50, 98, 50]])
      const long = await drawView(new XYZ(0, 0, 10_000), { viewDirection })
      expect(long.lines).toEqual([[100, 50, 100, 60]])
    })

    it('shows its target at the center', async () => {
      const viewTarget = new XYZ(0, 0, 100)
      const { lines } = await drawView(new XYZ(0, 0, 100), { viewDirection: new XYZ(0, -1, 0), viewTarget })
      expect(lines).toEqual([[100, 48, 100, 50]])
    })

    it('owns its lines and omits the layers frozen in it', async () => {
      const hidden = new Layer('B')
      const other = Object.assign(new Line(new XYZ(0, 0, 0), new XYZ(0, 0, 50)), { layer: hidden })
      const document = documentWith(line(), other)
      const frozen = view({ viewDirection: new XYZ(0, -1, 0) })
      frozen.frozenLayers.push(hidden)
      const { scene } = await drawDocument(onPaper(document, paper(), frozen))
      const sheet = scene.sheets[1]
      expect(sheet?.polylines).toHaveLength(1)
      expect(sheet?.entities[sheet.polylines[0]?.entity ?? -1]?.type).toBe('VIEWPORT')
    })

    it('reports an undrawable entity only once', async () => {
      const shape = new Ole2Frame()
      const { skipped } = await drawDocument(
        onPaper(documentWith(line(), shape), paper(), view({ viewDirection: new XYZ(0, -1, 0) })),
      )
      expect(skipped).toHaveLength(1)
    })

    it('shows nothing at a width of zero', async () => {
      const { lines } = await drawView(new XYZ(0, 0, 100), { viewDirection: new XYZ(1, 0, 0), width: 0 })
      expect(lines).toEqual([])
    })
  })

  it('is omitted with non-finite numbers', async () => {
    const { windows: viewports } = await windows(view({ center: new XYZ(NaN, 0, 0) }), view({ width: Infinity }))
    expect(viewports).toEqual([])
  })

  describe('DWG viewport clip', () => {
    const readClip = async (boundary: Entity, status = ViewportStatusFlags.NonRectangularClipping) => {
      const { windows: viewports } = await windows(view({ boundary, status }))
      return viewports[0]?.clip[0] ?? new Float64Array(0)
    }

    it('can be a circle', async () => {
      const ring = await readClip(Object.assign(new Circle(), { center: new XYZ(100, 50, 0), radius: 8 }))
      expect(ringArea(ring) / (64 * Math.PI)).toBeCloseTo(1, 2)
    })

    it('can be an ellipse', async () => {
      const ellipse = Object.assign(new Ellipse(), {
        center: new XYZ(100, 50, 0),
        majorAxisEndPoint: new XYZ(10, 0, 0),
      })
      Object.assign(ellipse, { radiusRatio: 0.5, startParameter: 0, endParameter: 2 * Math.PI })
      expect(ringArea(await readClip(ellipse)) / (50 * Math.PI)).toBeCloseTo(1, 2)
    })

    it('can be a polyline, also one with a downward normal', async () => {
      const outline = new LwPolyline([new XY(90, 45), new XY(110, 45), new XY(100, 55)])
      expect(rounded(await readClip(outline))).toEqual([90, 45, 110, 45, 100, 55])
      const mirrored = new LwPolyline([new XY(-90, 45), new XY(-110, 45), new XY(-100, 55)])
      mirrored.normal = new XYZ(0, 0, -1)
      expect(rounded(await readClip(mirrored))).toEqual([90, 45, 110, 45, 100, 55])
    })

    it('is a rectangle when the boundary is unused or invalid', async () => {
      const circle = Object.assign(new Circle(), { center: new XYZ(100, 50, 0), radius: 8 })
      for (const ring of [await readClip(circle, ViewportStatusFlags.GridMode), await readClip(line())])
        expect(computeBounds(ring)).toEqual([80, 40, 120, 60])
    })
  })

  it('is the paper when it is the first of unnumbered viewports', async () => {
    const { windows: viewports } = await windows()
    expect(viewports).toEqual([])
    const document = onPaper(documentWith(line()), view({ id: 0 }), view({ id: 0, center: new XYZ(10, 10, 0) }))
    const { scene } = await drawDocument(document)
    expect(scene.sheets[1]?.viewports.map(({ clip }) => computeBounds(clip[0] ?? []))).toEqual([[-10, 0, 30, 20]])
  })
})

describe('DWG xlines and rays', () => {
  const xline = (x: number, y: number, dx: number, dy: number): XLine =>
    Object.assign(new XLine(), { firstPoint: new XYZ(x, y, 0), direction: new XYZ(dx, dy, 0) })
  const ray = (x: number, y: number, dx: number, dy: number): Ray =>
    Object.assign(new Ray(), { startPoint: new XYZ(x, y, 0), direction: new XYZ(dx, dy, 0) })
  /** Extents of 30 by 40: a diagonal of 50, a twentieth of which is 2.5. */
  const ground = (): Line => line(30, 40)

  it('extend slightly beyond everything else', async () => {
    const { sheet } = await drawEntities(xline(10, 10, 1, 0), ground())
    expect(listPolylines(sheet)).toEqual([
      [0, 0, 30, 40],
      [-2.5, 10, 32.5, 10],
    ])
    expect(sheet.polylines[1]?.entity).toBe(0)
  })

  it('start at the start point of a ray', async () => {
    const { sheet } = await drawEntities(ground(), ray(10, 10, 0, 5))
    expect(listPolylines(sheet)[1]).toEqual([10, 10, 10, 42.5])
  })

  it('are omitted when they lead away from everything else', async () => {
    const { sheet } = await drawEntities(ground(), ray(100, 100, 1, 1))
    expect(sheet.polylines).toHaveLength(1)
  })

  it('are drawn when alone or through a single point', async () => {
    const drawing = await drawEntities(xline(1, 2, 0, 1))
    expect(listPolylines(drawing.sheet)).toEqual([[1, -98, 1, 102]])
    const through = Object.assign(new Point(), { location: new XYZ(1, 2, 0) })
    const crossing = await drawEntities(through, xline(1, 2, 0, 1))
    expect(listPolylines(crossing.sheet)).toEqual([
      [1, 2],
      [1, -98, 1, 102],
    ])
  })

  it('are omitted without a direction in the ground plane', async () => {
    const upright = Object.assign(new XLine(), { direction: new XYZ(0, 0, 1) })
    const { sheet } = await drawEntities(ground(), upright, xline(0, 0, NaN, 0))
    expect(sheet.polylines).toHaveLength(1)
  })
})
