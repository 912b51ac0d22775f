import type { Block, Entity, Layout, Line, Viewport } from '@kamar/codecs/drawing'
import type { Vector } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawDrawing, drawEntities, listPolylines, ringArea, rounded } from '../testing/draw-sheets.js'
import {
  createBlock,
  createDrawing,
  createEntity,
  createLayer,
  createLayout,
  createPolyline,
  defaultVariables,
} from '../testing/records.js'
import { computePaper } from './viewports.js'

const line = (x = 1, y = 0): Line => createEntity('line', { end: [x, y, 0] })

const paper = (): Viewport => createEntity('viewport', { id: 1, isPaper: true })
const view = (more: Partial<Viewport> = {}): Viewport =>
  createEntity('viewport', { center: [100, 50, 0], width: 40, height: 20, viewHeight: 1000, ...more })

/** Draws a model space and a layout. */
const drawBoth = (model: readonly Entity[], ...onPaper: readonly Entity[]) =>
  drawDrawing(createDrawing({ model, paper: onPaper }))

describe('DWG sheets', () => {
  it('are the model space and the layouts with content', async () => {
    const drawing = await drawBoth([line()], paper())
    expect(drawing.scene.sheets.map(({ input }) => [input.name, input.kind])).toEqual([['Model', 'model']])
    const both = await drawBoth([line()], paper(), line())
    expect(both.scene.sheets.map(({ input }) => input.kind)).toEqual(['model', 'layout'])
    expect(both.pushed).toMatchObject({ sheets: 2, entities: 2 })
  })

  it.each([
    [199_999, []],
    [200_000, [[50_001]]],
  ])('are published early when a block has many entities: %i', async (entityCount, published) => {
    const entities = Array.from({ length: 50_100 }, () => line())
    const model = createBlock('*Model_Space', entities, { entityCount })
    const { scene } = await drawDrawing({ ...createDrawing(), blocks: [model], layouts: [] })
    expect(scene.publishedSheets).toEqual(published)
  })

  it.each([
    [true, ['Model']],
    [false, ['Saved']],
  ])('open at the saved tab, model space active: %s', async (isModel, names) => {
    const [model, saved, other] = ['*Model_Space', '*Paper_Space', '*Paper_Space0'].map((name) =>
      createBlock(name, [line()]),
    ) as [Block, Block, Block]
    const layouts = [createLayout('Saved', saved, { tabOrder: 1 }), createLayout('Other', other, { tabOrder: 0 })]
    const variables = { ...defaultVariables, isModelSpaceActive: isModel }
    const { scene } = await drawDrawing({ ...createDrawing(), blocks: [model, saved, other], layouts, variables })
    expect(scene.sheets.map(({ input }) => input.name)).toEqual(['Model', 'Other', 'Saved'])
    expect(scene.sheets).toHaveLength(3)
    expect(scene.sheets.filter(({ input }) => input.active).map(({ input }) => input.name)).toEqual(names)
  })

  it.each([
    [true, [undefined, undefined]],
    [false, [true, true]],
  ])('have thin lines unless line weights are displayed: %s', async (displaysLineWeights, thin) => {
    const variables = { displaysLineWeights }
    const { scene } = await drawDrawing(createDrawing({ model: [line()], paper: [line()], variables }))
    expect(scene.sheets.map(({ input }) => input.thinLines)).toEqual(thin)
  })

  it('include an empty model space for an empty drawing', async () => {
    const { scene, pushed } = await drawDrawing(createDrawing())
    expect(scene.sheets).toHaveLength(1)
    expect(pushed).toMatchObject({ entities: 0, lights: 0, broken: 0 })
  })

  it('count entities by kind and report unknown ones', async () => {
    const unknown = createEntity('custom')
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
    createLayout('A', createBlock('B'), { paperWidth: 420, paperHeight: 297, ...more })

  it('is offset from the origin by its margins', () => {
    const margins = { left: 5, bottom: 7, right: 9, top: 11 }
    const { paper: area, unitName } = computePaper(layout({ margins }))
    expect(area).toEqual({ min: [-5, -7], max: [415, 290] })
    expect(unitName).toBe('mm')
  })

  it.each([1, 3])('is upright after %i quarter turns', (paperRotation) => {
    const { paper: area } = computePaper(layout({ paperRotation }))
    const [min, max] = [area?.min ?? [0, 0], area?.max ?? [0, 0]]
    expect([max[0] - min[0], max[1] - min[1]]).toEqual([297, 420])
  })

  /** As AutoCAD writes it: plotted by extents, centred, fitted to its own paper. */
  const byExtents = {
    paperWidth: 900,
    paperHeight: 1300,
    paperRotation: 1,
    scaleNumerator: 1,
    scaleDenominator: 0.8,
    imageOrigin: [340, -2],
    plotOrigin: [3, 14],
    margins: { left: 5, bottom: 6, right: 7, top: 8 },
  } as const

  it('lies at the layout limits when plotted by extents', () => {
    const limits = { limitsMin: [-357.6, -4.4], limitsMax: [682.4, 715.6] } as const
    const { paper: area, millimetres } = computePaper(layout({ ...byExtents, ...limits }))
    expect(area).toEqual({ min: [-357.6, -4.4], max: [682.4, 715.6] })
    expect(millimetres).toBeCloseTo(1.25, 9)
  })

  it.each([
    [0, [900, 1300], [5 + 3, 6 + 14]],
    [1, [1300, 900], [8 + 14, 5 + 3]],
    [2, [900, 1300], [7 + 3, 8 + 14]],
    [3, [1300, 900], [6 + 14, 7 + 3]],
  ])(
    'lies by margins, plot origin and scale when no limits are set, after %i quarter turns',
    (paperRotation, size, off) => {
      const limits = { limitsMin: [0, 0], limitsMax: [12, 9] } as const
      const { paper: area } = computePaper(layout({ ...byExtents, ...limits, paperRotation }))
      const min = [-340 - (off[0] ?? 0) / 1.25, 2 - (off[1] ?? 0) / 1.25]
      expect(rounded([...(area?.min ?? [])])).toEqual(rounded(min))
      expect(rounded([...(area?.max ?? [])])).toEqual(rounded(min.map((at, axis) => at + (size[axis] ?? 0) / 1.25)))
    },
  )

  it('has a scale of 1 without a valid plot scale', () => {
    expect(computePaper(layout({ scaleNumerator: NaN })).millimetres).toBe(1)
  })

  it('is measured in inches when its paper unit is inches', () => {
    const { paper: area, millimetres } = computePaper(layout({ paperWidth: 279.4, paperUnits: 0 }))
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
    const drawing = await drawBoth([line()], paper(), ...views)
    return { ...drawing, windows: drawing.scene.sheets[1]?.viewports ?? [] }
  }

  it('maps its view center to its own center, in scale', async () => {
    const { windows: viewports } = await windows(view({ viewCenter: [3000, 1000] }))
    // 20 of paper for 1000 of the model: 1 to 50.
    expect(rounded(viewports[0]?.matrix ?? [])).toEqual([0.02, 0, 0, 0.02, 40, 30])
    expect(viewports[0]).toMatchObject({ shows: 0, millimetresPerUnit: 1, frozenLayers: [] })
    expect(computeBounds(viewports[0]?.clip[0] ?? [])).toEqual([80, 40, 120, 60])
  })

  it('rotates the model by its twist about its target', async () => {
    const twisted = view({ twistAngle: Math.PI / 2, viewTarget: [500, 200, 0] })
    const { windows: viewports } = await windows(twisted)
    const [a, b, c, d, x, y] = viewports[0]?.matrix ?? [0, 0, 0, 0, 0, 0]
    const toPaper = (mx: number, my: number): number[] => rounded([a * mx + c * my + x, b * mx + d * my + y])
    // The target is in the centre; right of it in the model is above it on the paper.
    expect(toPaper(500, 200)).toEqual([100, 50])
    expect(toPaper(600, 200)).toEqual([100, 52])
  })

  it('lists its frozen layers by their model layer index', async () => {
    const layers = ['0', 'A', 'B'].map((name) => createLayer(name))
    const frozen = view({ frozenLayers: [...layers.slice(2), createLayer('unknown')] })
    const { scene } = await drawDrawing(createDrawing({ layers, model: [line()], paper: [paper(), frozen] }))
    const [number] = scene.sheets[1]?.viewports[0]?.frozenLayers ?? []
    expect(scene.sheets[1]?.viewports[0]?.frozenLayers).toHaveLength(1)
    expect(scene.sheets[0]?.layers[number ?? -1]?.name).toBe('B')
  })

  it('is omitted when off or without a height', async () => {
    const off = view({ isOff: true })
    const { windows: viewports, skipped } = await windows(off, view({ viewHeight: 0 }), view({ viewHeight: NaN }))
    expect(viewports).toEqual([])
    expect(skipped).toEqual([])
  })

  it('draws body edges, side views and infinite lines after tessellation', async () => {
    const body = createEntity('modeler')
    const endless = createEntity('xline', { start: [3, 0, 0], direction: [0, 1, 0] })
    const drawing = createDrawing({
      model: [body, line(7), endless],
      paper: [paper(), view({ viewDirection: [0, -1, 0], height: 1000 })],
    })
    const edges = new Map<number, Float64Array>()
    const { scene, pushed } = await drawDrawing(drawing, { edges, waiting: { draws: [], isOver: false } })
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
    const drawView = async (end: Vector, more: Partial<Viewport>) => {
      const drawing = await drawBoth([createEntity('line', { end })], paper(), view(more))
      const sheet = drawing.scene.sheets[1]
      return { ...drawing, windows: sheet?.viewports, lines: sheet ? listPolylines(sheet) : [], sheet }
    }

    it.each<[string, Vector, Vector, number[]]>([
      ['the front, with heights upwards', [0, -1, 0], [0, 0, 100], [100, 50, 100, 52]],
      ['the front, with depth lines as points', [0, -1, 0], [0, 100, 0], [100, 50, 100, 50]],
      ['the right, with front-to-back lines to the right', [1, 0, 0], [0, 100, 0], [100, 50, 102, 50]],
      ['below, with left and right swapped', [0, 0, -1], [100, 0, 0], [100, 50, 98, 50]],
    ])('shows the model from %s', async (_, viewDirection, to, expected) => {
      const { windows: viewports, lines, skipped } = await drawView(to, { viewDirection })
      expect(viewports).toEqual([])
      expect(lines).toEqual([expected])
      expect(skipped).toEqual([])
    })

    it('is rotated by its twist and clipped to its outline', async () => {
      const viewDirection = [0, -1, 0] as const
      const rotated = await drawView([0, 0, 100], { viewDirection, twistAngle: Math.PI / 2 })
      expect(rotated.lines).toEqual([[100, 50, 98, 50]])
      const long = await drawView([0, 0, 10_000], { viewDirection })
      expect(long.lines).toEqual([[100, 50, 100, 60]])
    })

    it('shows its target at the center', async () => {
      const viewTarget = [0, 0, 100] as const
      const { lines } = await drawView([0, 0, 100], { viewDirection: [0, -1, 0], viewTarget })
      expect(lines).toEqual([[100, 48, 100, 50]])
    })

    it('owns its lines and omits the layers frozen in it', async () => {
      const hidden = createLayer('B')
      const layers = [createLayer('0'), hidden]
      const other = createEntity('line', { end: [0, 0, 50], layer: hidden })
      const frozen = view({ viewDirection: [0, -1, 0], frozenLayers: [hidden] })
      const { scene } = await drawDrawing(createDrawing({ layers, model: [line(), other], paper: [paper(), frozen] }))
      const sheet = scene.sheets[1]
      expect(sheet?.polylines).toHaveLength(1)
      expect(sheet?.entities[sheet.polylines[0]?.entity ?? -1]?.type).toBe('VIEWPORT')
    })

    it('reports an undrawable entity only once', async () => {
      const shape = createEntity('oleFrame')
      const { skipped } = await drawBoth([line(), shape], paper(), view({ viewDirection: [0, -1, 0] }))
      expect(skipped).toHaveLength(1)
    })

    it('shows nothing at a width of zero', async () => {
      const { lines } = await drawView([0, 0, 100], { viewDirection: [1, 0, 0], width: 0 })
      expect(lines).toEqual([])
    })
  })

  it('is omitted with non-finite numbers', async () => {
    const { windows: viewports } = await windows(view({ center: [NaN, 0, 0] }), view({ width: Infinity }))
    expect(viewports).toEqual([])
  })

  describe('DWG viewport clip', () => {
    const readClip = async (boundary: Entity | null) => {
      const { windows: viewports } = await windows(view({ boundary }))
      return viewports[0]?.clip[0] ?? new Float64Array(0)
    }

    it('can be a circle', async () => {
      const ring = await readClip(createEntity('circle', { center: [100, 50, 0], radius: 8 }))
      expect(ringArea(ring) / (64 * Math.PI)).toBeCloseTo(1, 2)
    })

    it('can be an ellipse', async () => {
      const ellipse = createEntity('ellipse', { center: [100, 50, 0], majorAxis: [10, 0, 0], radiusRatio: 0.5 })
      expect(ringArea(await readClip(ellipse)) / (50 * Math.PI)).toBeCloseTo(1, 2)
    })

    it('can be a polyline, also one with a downward normal', async () => {
      const outline = createPolyline([90, 45], [110, 45], [100, 55])
      expect(rounded(await readClip(outline))).toEqual([90, 45, 110, 45, 100, 55])
      const mirrored = createPolyline([-90, 45], [-110, 45], [-100, 55])
      expect(rounded(await readClip({ ...mirrored, normal: [0, 0, -1] }))).toEqual([90, 45, 110, 45, 100, 55])
    })

    it('is a rectangle without a boundary or with an open one', async () => {
      for (const ring of [await readClip(null), await readClip(line())])
        expect(computeBounds(ring)).toEqual([80, 40, 120, 60])
    })
  })
})

describe('DWG xlines and rays', () => {
  const xline = (x: number, y: number, dx: number, dy: number): Entity =>
    createEntity('xline', { start: [x, y, 0], direction: [dx, dy, 0] })
  const ray = (x: number, y: number, dx: number, dy: number): Entity =>
    createEntity('ray', { start: [x, y, 0], direction: [dx, dy, 0] })
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
    const through = createEntity('point', { location: [1, 2, 0] })
    const crossing = await drawEntities(through, xline(1, 2, 0, 1))
    expect(listPolylines(crossing.sheet)).toEqual([
      [1, 2],
      [1, -98, 1, 102],
    ])
  })

  it('are omitted without a direction in the ground plane', async () => {
    const upright = createEntity('xline', { direction: [0, 0, 1] })
    const { sheet } = await drawEntities(ground(), upright, xline(0, 0, NaN, 0))
    expect(sheet.polylines).toHaveLength(1)
  })
})
