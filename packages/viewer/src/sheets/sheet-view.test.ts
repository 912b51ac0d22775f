import { pushDrawing } from '@kamar/test-kit'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ViewerError } from '../engine/errors.js'
import { clickAt, dispatchPointer, pageSize, dispatchKey } from '../testing/node-page.js'
import { openSheetPage, type NodeSheets } from '../testing/node-sheets.js'
import { createLoader } from '../testing/node-viewer.js'
import { rounded } from '../testing/rounded.js'
import { writeTestPackage, type TestPackage } from '../testing/test-package.js'
import { createSheetView } from './lazy-sheets.js'
import type { SheetEvents, SheetPoint } from './sheet-api.js'
import type { SheetView } from './sheet-view.js'

const [modelSheet, layoutSheet] = [0, 1]
/** Entities of the model: floor, wall, table, axis, a hidden diagonal, a label and a number. */
const [floor, wall, table, axis, , label] = [0, 1, 2, 3, 4, 5]
/** Corner of the room in the drawing, model units. */
const origin: SheetPoint = [4_500_000, 7_200_000]
const toSheetPoint = (x: number, y: number): SheetPoint => [origin[0] + x, origin[1] + y]

let drawing: TestPackage
let node: NodeSheets
let view: SheetView

beforeAll(async () => {
  drawing = await writeTestPackage((scene) => pushDrawing(scene))
})
beforeEach(async () => {
  node = openSheetPage()
  view = await createSheetView(node.page.container, {
    manifest: drawing.manifest,
    loader: createLoader(drawing),
    paper: 'light',
    label: 'Drawing',
    labelOfMeasurement: ({ value }) => `${Math.round(value)}`,
    first: modelSheet,
  })
})
afterEach(async () => {
  view.dispose()
  await node.page.close()
})

const nextEvent = <Name extends keyof SheetEvents>(name: Name): Promise<SheetEvents[Name]> =>
  new Promise((resolve) => {
    const stop = view.on(name, (event) => {
      stop()
      resolve(event)
    })
  })
const at = (point: SheetPoint) => view.camera.toScreen(point)
const pickAt = (point: SheetPoint) => view.pick(at(point).x, at(point).y)

describe('captured state of a sheet', () => {
  it('returns to the same part, layers and measurements', async () => {
    await view.open(modelSheet)
    view.setLayerShown('Walls', false)
    view.measure('distance')
    clickAt(view.canvas, at(toSheetPoint(-700, -400)))
    clickAt(view.canvas, at(toSheetPoint(-700, 600)))
    view.measure(null)
    view.zoomAt(4, 200, 150)
    const state = view.capture()
    if (state === null) throw new Error('nothing captured')
    expect(state).toMatchObject({ sheet: modelSheet, hiddenLayers: ['Hidden', 'Walls'], aspectRatio: 800 / 600 })
    await view.open(layoutSheet)
    view.restore(state)
    await view.open(modelSheet)
    expect(rounded(view.capture(), 6)).toEqual(rounded(state, 6))
    expect(view.measuring.done.map(({ value }) => Math.round(value))).toEqual([1000])
    expect(pickAt(toSheetPoint(3000, 0))?.entity).not.toBe(wall)
  })

  it('is complete in the free part of the canvas, whatever covers the rest', async () => {
    await view.open(modelSheet)
    view.zoomAt(4, 200, 150)
    const state = view.capture()
    if (state === null) throw new Error('nothing captured')
    view.insets = { left: 300, right: 0, top: 0, bottom: 0 }
    view.restore(state)
    const center = at(state.center)
    expect([Math.round(center.x), Math.round(center.y)]).toEqual([550, 300])
    expect(view.camera.unitsPerPixel * 500).toBeCloseTo(state.heightUnits * state.aspectRatio, 6)
  })

  it('is null before a sheet is open', () => {
    expect(view.capture()).toBeNull()
  })
})

describe('history of a sheet', () => {
  it('undoes and redoes a toggled layer, and is empty on another sheet', async () => {
    await view.open(modelSheet)
    const isHidden = () => view.capture()?.hiddenLayers.includes('Walls')
    view.setLayerShown('Walls', false)
    view.history.undo()
    expect(isHidden()).toBe(false)
    view.history.redo()
    expect(isHidden()).toBe(true)
    await view.open(layoutSheet)
    expect(view.history.canUndo).toBe(false)
  })
})

describe('movements of a sheet', () => {
  it('are announced before they happen, apart from those that make space for a panel', async () => {
    await view.open(modelSheet)
    const left: [boolean, number | undefined][] = []
    view.beforeMove = (isGesture) => left.push([isGesture, view.capture()?.heightUnits])
    const height = view.capture()?.heightUnits ?? 0
    view.insets = { left: 0, right: 0, top: 0, bottom: 0 }
    view.zoomBy(2)
    view.fit()
    expect(left).toEqual([
      [true, expect.closeTo(height, 6)],
      [false, expect.closeTo(height / 2, 6)],
    ])
  })
})

describe('measurements of a sheet', () => {
  it('are not drawn while they are hidden, and shown by the next measurement', async () => {
    await view.open(modelSheet)
    view.measure('distance')
    clickAt(view.canvas, at(toSheetPoint(-700, -400)))
    clickAt(view.canvas, at(toSheetPoint(-700, 600)))
    const countLines = (): number => {
      view.measuring.draw(view.camera)
      return view.element.querySelectorAll('polyline').length
    }
    const states: boolean[] = []
    view.on('measured', ({ isVisible }) => states.push(isVisible))
    expect(countLines()).toBe(1)
    view.measuring.setVisible(false)
    expect(countLines()).toBe(0)
    view.measure('distance')
    expect([countLines(), states, view.measuring.done.length]).toEqual([1, [false, true], 1])
  })
})

describe('context menu of a sheet', () => {
  it('selects the entity at the point, and names both', async () => {
    await view.open(modelSheet)
    const target = nextEvent('contextMenu')
    clickAt(view.canvas, at(toSheetPoint(4500, 2600)), { button: 2 })
    expect(await target).toMatchObject({
      sheet: modelSheet,
      pick: { entity: table },
      point: [expect.closeTo(origin[0] + 4500, 0), expect.closeTo(origin[1] + 2600, 0)],
    })
    expect(view.selected?.entity).toBe(table)
  })
})

describe('an open sheet', () => {
  it('is fitted to the canvas with a margin, and announced with its layers', async () => {
    const reopening = nextEvent('sheetOpened')
    const layers = nextEvent('layersChanged')
    await view.open(modelSheet)
    expect(await reopening).toMatchObject({ sheet: 0, info: { name: 'Model' } })
    expect((await layers).layers).toEqual([
      { name: 'Axes', color: 0xff0000, isShown: true, isShownByDefault: true },
      { name: 'Hidden', color: 'foreground', isShown: false, isShownByDefault: false },
      { name: 'Texts', color: 0x0060c0, isShown: true, isShownByDefault: true },
      { name: 'Walls', color: 'foreground', isShown: true, isShownByDefault: true },
    ])
    const { min, max } = view.info?.core ?? { min: [0, 0], max: [0, 0] }
    expect([at(min).x, at(max).x].map((value) => rounded(value, 1))).toEqual([
      pageSize.width * 0.04,
      pageSize.width * 0.96,
    ])
    expect((at(min).y + at(max).y) / 2).toBeCloseTo(pageSize.height / 2, 6)
  })

  it('rejects an earlier request as cancelled', async () => {
    const first = view.open(modelSheet).catch((error: ViewerError) => error.code)
    await view.open(layoutSheet)
    expect([await first, view.openSheet]).toEqual(['cancelled', layoutSheet])
  })

  it('picks entities by their lines, texts and areas', async () => {
    await view.open(modelSheet)
    expect(pickAt(toSheetPoint(3000, 0))).toMatchObject({ sheet: 0, entity: wall, isVertex: false })
    expect(pickAt(toSheetPoint(6000, 4000))).toMatchObject({ entity: wall, isVertex: true })
    expect(pickAt(toSheetPoint(1000, 500))).toMatchObject({ entity: floor })
    // The floor has a hole.
    expect(pickAt(toSheetPoint(2500, 1500))).toBeNull()
    expect(pickAt(toSheetPoint(4500, 2600))?.entity).toBe(table)
    expect(pickAt(toSheetPoint(-500, 2000))?.entity).toBe(axis)
    expect(pickAt(toSheetPoint(500, 3500))?.entity).toBe(label)
  })

  it('picks what is on a layer only while the layer is shown', async () => {
    await view.open(modelSheet)
    const diagonal = toSheetPoint(3000, 2000)
    expect(pickAt(diagonal)?.entity).toBe(axis)
    view.setLayerShown('Axes', false)
    expect(pickAt(diagonal)?.entity).toBe(floor)
    const changed = nextEvent('layersChanged')
    view.setLayerShown('Hidden', true)
    expect(pickAt(diagonal)?.entity).toBe(4)
    expect((await changed).layers.find(({ name }) => name === 'Hidden')?.isShown).toBe(true)
    // Another sheet begins with its own layers.
    await view.open(layoutSheet)
    await view.open(modelSheet)
    expect(pickAt(diagonal)?.entity).toBe(axis)
  })

  it('selects by a click and clears by a click beside everything or Escape', async () => {
    await view.open(modelSheet)
    const selected: (number | null)[] = []
    view.on('selectionChanged', ({ pick }) => selected.push(pick?.entity ?? null))
    const clicked = nextEvent('clicked')
    clickAt(view.canvas, at(toSheetPoint(4500, 2600)))
    expect(await clicked).toMatchObject({
      sheet: 0,
      point: [expect.closeTo(origin[0] + 4500, 0), expect.closeTo(origin[1] + 2600, 0)],
    })
    clickAt(view.canvas, at(toSheetPoint(6700, 3700)))
    clickAt(view.canvas, at(toSheetPoint(3000, 0)))
    dispatchKey(view.canvas, 'Escape')
    expect(selected).toEqual([table, null, wall, null])
    expect(view.selected).toBeNull()
  })

  it('gives the data of an entity', async () => {
    await view.open(modelSheet)
    expect(await view.fetchEntityInfo({ sheet: 0, entity: wall })).toEqual({
      sheet: 0,
      entity: wall,
      handle: '2B',
      type: 'LWPOLYLINE',
      name: '',
      layer: 'Walls',
      sets: [{ name: 'Geometry', properties: [{ name: 'Area', value: 24, unit: 'm²' }] }],
    })
    expect(await view.fetchEntityInfo({ sheet: 0, entity: table })).toMatchObject({ name: 'Table', sets: [] })
  })

  it('zooms to an entity by its handle, with its surroundings', async () => {
    await view.open(modelSheet)
    expect(await view.selectHandle('2C')).toBe(true)
    expect(view.selected).toMatchObject({ sheet: 0, entity: table })
    // The table of 1.2 m in a rectangle four times as large, in the middle.
    expect(rounded([...view.camera.center], 0)).toEqual([...toSheetPoint(4500, 2000)])
    expect(view.camera.unitsPerPixel * pageSize.height * 0.92).toBeCloseTo(4800, -2)
    expect(await view.selectHandle('FF')).toBe(false)
  })

  it('finds texts and zooms to them', async () => {
    await view.open(modelSheet)
    const [hit] = view.search('кухня')
    expect(hit).toMatchObject({ layer: 'Texts' })
    view.showText(hit)
    expect(view.selected?.entity).toBe(label)
    const { x, y } = at(toSheetPoint(600, 3400))
    expect(x > 0 && x < pageSize.width && y > 0 && y < pageSize.height).toBe(true)
    expect(view.search('24')).toHaveLength(1)
    expect(view.search('e', 0)).toHaveLength(1)
  })

  it('converts points to the model', async () => {
    await view.open(modelSheet)
    const point = view.inModel(toSheetPoint(3000, 2000)) ?? [0, 0, 0]
    const [x, y] = drawing.manifest.origin
    expect(rounded([point[0] + x, point[1] + y], 3)).toEqual([4503, 7202])
  })
})

describe('a layout', () => {
  it('picks the model through its viewport, without the layers frozen in it', async () => {
    await view.open(layoutSheet)
    // 1:50, the corner of the room at (60, 60).
    expect(pickAt([120, 60])).toMatchObject({ sheet: modelSheet, entity: wall, point: [120, 60] })
    expect(pickAt([70, 100])).toMatchObject({ sheet: modelSheet, entity: floor })
    expect(pickAt([10, 100])).toMatchObject({ sheet: layoutSheet, entity: 0 })
    expect(pickAt([45, 100])).toBeNull()
  })

  it('measures the model in its viewport and the paper beside it', async () => {
    await view.open(layoutSheet)
    const results: unknown[] = []
    view.on('measured', ({ measurements }) =>
      results.push(measurements.map(({ value, ofModel }) => [rounded(value, 0), ofModel])),
    )
    view.measure('distance')
    for (const [x, y] of [
      [60, 60],
      [180, 60],
      [10, 10],
      [287, 10],
    ])
      clickAt(view.canvas, at([x, y]))
    expect(results.at(-1)).toEqual([
      [6000, true],
      [277, false],
    ])
    view.measure('area')
    for (const [x, y] of [
      [60, 60],
      [180, 60],
      [180, 140],
      [60, 140],
    ])
      clickAt(view.canvas, at([x, y]))
    dispatchKey(view.canvas, 'Enter')
    expect(results.at(-1)).toEqual([
      [6000, true],
      [277, false],
      [24_000_000, true],
    ])
    expect(view.selected).toBeNull()
  })

  it('zooms to a text of the model at its position on the paper', async () => {
    await view.open(layoutSheet)
    const [hit] = view.search('kitchen')
    view.showText(hit)
    expect(view.selected).toMatchObject({ sheet: modelSheet, entity: label })
    const { x, y } = at([66, 134])
    expect(x > 0 && x < pageSize.width && y > 0 && y < pageSize.height).toBe(true)
  })
})

describe('moving a sheet', () => {
  it('keeps the sheet fitted until it is moved', async () => {
    await view.open(modelSheet)
    const fitted = view.camera.unitsPerPixel
    view.insets = { left: 400, right: 0, top: 0, bottom: 0 }
    expect(view.camera.unitsPerPixel).toBeCloseTo(fitted * 2, 6)
    view.insets = { left: 0, right: 0, top: 0, bottom: 0 }
    expect(view.camera.unitsPerPixel).toBeCloseTo(fitted, 6)
    view.zoomBy(2)
    view.insets = { left: 400, right: 0, top: 0, bottom: 0 }
    expect(view.camera.unitsPerPixel).toBeCloseTo(fitted / 2, 6)
    dispatchKey(view.canvas, 'Home')
    expect(view.camera.unitsPerPixel).toBeCloseTo(fitted * 2, 6)
  })

  it('follows drags, the arrow keys and a double click', async () => {
    await view.open(modelSheet)
    const [center] = [view.camera.center]
    dispatchPointer(view.canvas, 'pointerdown', { x: 100, y: 100 })
    dispatchPointer(view.canvas, 'pointermove', { x: 150, y: 80 })
    dispatchPointer(view.canvas, 'pointerup', { x: 150, y: 80 })
    const { unitsPerPixel } = view.camera
    expect(view.camera.center[0]).toBeCloseTo(center[0] - 50 * unitsPerPixel, 3)
    expect(view.camera.center[1]).toBeCloseTo(center[1] - 20 * unitsPerPixel, 3)
    dispatchKey(view.canvas, 'ArrowLeft')
    expect(view.camera.center[0]).toBeCloseTo(center[0] - 110 * unitsPerPixel, 3)
    clickAt(view.canvas, { x: 5, y: 5 })
    clickAt(view.canvas, { x: 5, y: 5 })
    expect(rounded([...view.camera.center])).toEqual(rounded([...center]))
  })
})

describe('the complete package of a growing one', () => {
  it('replaces it under the same camera, layers and selection', async () => {
    await view.open(modelSheet)
    view.setLayerShown('Axes', false)
    view.zoomBy(3)
    view.select({ sheet: 0, entity: table, point: toSheetPoint(4500, 2000), isVertex: false })
    const { center, unitsPerPixel } = view.camera
    await view.exchange({ manifest: drawing.manifest, loader: createLoader(drawing) })
    expect(view.camera).toMatchObject({ center, unitsPerPixel })
    expect(view.selected?.entity).toBe(table)
    expect(pickAt(toSheetPoint(3000, 2000))?.entity).toBe(floor)
  })
})

describe('frames of a sheet', () => {
  it('are drawn in at most three calls, on the paper of the model', async () => {
    await view.open(modelSheet)
    const frame = await nextEvent('frame')
    expect(frame.draws).toBeGreaterThan(0)
    expect(frame.draws).toBeLessThanOrEqual(3)
    expect(rounded(node.recorded.listArgs('clearColor').at(-1) as number[])).toEqual([1, 1, 1, 1])
  })

  it('have a desk around the paper of a layout, and clip the model to the viewport', async () => {
    await view.open(layoutSheet)
    node.recorded.calls.length = 0
    await nextEvent('frame')
    const colors = node.recorded.listArgs('clearColor').map((args) => rounded(args.slice(0, 3) as number[], 2))
    expect(colors.slice(0, 2)).toEqual([
      [0.85, 0.84, 0.81],
      [1, 1, 1],
    ])
    // The paper of 297 × 210 mm: its rectangle in pixels.
    const scale = 1 / view.camera.unitsPerPixel
    const [left, bottom, width, height] = node.recorded.listArgs('scissor')[1] as number[]
    expect([width, height].map((value, side) => Math.abs(value - [297, 210][side] * scale) < 1.5)).toEqual([true, true])
    expect(Math.abs(left - at([0, 0]).x)).toBeLessThan(1.5)
    expect(Math.abs(bottom - (pageSize.height - at([0, 0]).y))).toBeLessThan(1.5)
    expect(node.recorded.listArgs('stencilFunc')).toContainEqual(['EQUAL', 1, 1])
  })

  it('highlight the selection last, in its colour', async () => {
    await view.open(modelSheet)
    view.select({ sheet: 0, entity: wall, point: origin, isVertex: false })
    await nextEvent('frame')
    const paints = node.recorded.calls.filter(({ args }) => args[0] === 'paint').map(({ args }) => args.at(-1))
    expect(paints.at(-1)).toBe(1)
    view.select(null)
    node.recorded.calls.length = 0
    await nextEvent('frame')
    expect(node.recorded.calls.filter(({ args }) => args[0] === 'paint').map(({ args }) => args.at(-1))).toEqual([0])
  })

  it('have line weights only where they are plotted', async () => {
    await view.open(layoutSheet)
    const readWeight = async (): Promise<number> => {
      node.recorded.calls.length = 0
      await nextEvent('frame')
      return Number(node.recorded.calls.find(({ args }) => args[0] === 'weights')?.args[1])
    }
    expect(await readWeight()).toBeCloseTo(1 / view.camera.unitsPerPixel, 6)
    view.setPlottedWeights(false)
    expect(await readWeight()).toBe(0)
    view.setPlottedWeights(null)
    expect(await readWeight()).toBeGreaterThan(0)
  })

  it('are on dark paper after a change', async () => {
    await view.open(modelSheet)
    view.setPaper('dark')
    node.recorded.calls.length = 0
    await nextEvent('frame')
    expect(rounded(node.recorded.listArgs('clearColor')[0].slice(0, 3) as number[], 2)).toEqual([0.13, 0.16, 0.19])
    expect(node.recorded.listArgs('texImage2D')).toHaveLength(1)
  })
})

describe('a lost context', () => {
  it('is restored with the same sheet', async () => {
    await view.open(modelSheet)
    const lost = new Event('webglcontextlost', { cancelable: true })
    view.canvas.dispatchEvent(lost)
    // Otherwise the browser would not restore it.
    expect(lost.defaultPrevented).toBe(true)
    node.recorded.calls.length = 0
    const reopening = nextEvent('sheetOpened')
    view.canvas.dispatchEvent(new Event('webglcontextrestored'))
    expect((await reopening).sheet).toBe(modelSheet)
    expect(node.recorded.listArgs('linkProgram')).toHaveLength(4)
  })
})

describe('a disposed view', () => {
  it('leaves nothing on the page', () => {
    view.dispose()
    expect(node.page.container.childElementCount).toBe(0)
  })

  it('rejects what was being opened', async () => {
    const opening = view.open(layoutSheet).catch((error: ViewerError) => error.code)
    view.dispose()
    expect(await opening).toBe('cancelled')
  })
})
