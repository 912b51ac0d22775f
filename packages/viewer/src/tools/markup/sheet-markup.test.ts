import { pushDrawing } from '@kamar/test-kit'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSheetView } from '../../sheets/lazy-sheets.js'
import type { SheetView } from '../../sheets/sheet-view.js'
import { dragAlong } from '../../testing/node-page.js'
import { type NodeSheets, openSheetPage } from '../../testing/node-sheets.js'
import { createLoader } from '../../testing/node-viewer.js'
import { recordCanvas } from '../../testing/recorded-canvas.js'
import { rounded } from '../../testing/rounded.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { SheetMarkup } from './sheet-markup.js'

let drawing: TestPackage
let node: NodeSheets
let view: SheetView
let markup: SheetMarkup

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
    labelOfMeasurement: () => '',
  })
  await view.open(0)
  markup = new SheetMarkup(view)
  markup.activate()
})
afterEach(async () => {
  markup.dispose()
  view.dispose()
  await node.page.close()
})

const getLayer = (): SVGSVGElement => view.element.querySelector('[data-markup]') as SVGSVGElement
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = view.on('frame', () => {
      stop()
      resolve()
    })
    view.invalidate()
  })
function drawBox(from: readonly [number, number], to: readonly [number, number]): void {
  markup.tool = 'rectangle'
  dragAlong(getLayer(), [
    { x: from[0], y: from[1] },
    { x: to[0], y: to[1] },
  ])
}

it('the markup of a sheet has a centre in units of the sheet, below that of its shapes on the screen', () => {
  expect(markup.center).toBeNull()
  drawBox([100, 120], [300, 220])
  const { x, y } = view.camera.toScreen(markup.center ?? [0, 0])
  expect(rounded([x, y], 1)).toEqual([200, 170])
})

/** Returns left, top, right and bottom of the last shape on the screen. */
function computeBox(): number[] {
  const { drawing: stored } = markup
  const shape = stored?.shapes.at(-1)
  if (!stored || !shape || !('box' in shape)) return []
  const half = stored.frame.heightUnits / 2
  const toScreen = (x: number, y: number): number[] => {
    const { center } = stored.frame
    const point = view.camera.toScreen([center[0] + x * half, center[1] - y * half])
    return [point.x, point.y]
  }
  const [left, top, right, bottom] = shape.box
  return rounded([...toScreen(left, top), ...toScreen(right, bottom)], 3)
}

describe('markup of a sheet', () => {
  it('stays at its place on the sheet while the sheet is zoomed and panned', async () => {
    drawBox([100, 100], [300, 200])
    expect(computeBox()).toEqual([100, 100, 300, 200])
    view.zoomAt(2, 100, 100)
    view.pan(10, -20)
    await nextFrame()
    expect(computeBox()).toEqual([110, 80, 510, 280])
    const scale = Number(/scale\(([\d.]+)\)/.exec(getLayer().querySelector('g')?.getAttribute('transform') ?? '')?.[1])
    expect(scale).toBeCloseTo(600, 6)
  })

  it('can be navigated with the wheel while drawing', async () => {
    const before = view.camera.unitsPerPixel
    getLayer().dispatchEvent(new WheelEvent('wheel', { deltaY: -200, clientX: 400, clientY: 300 }))
    expect(view.camera.unitsPerPixel).toBeLessThan(before)
    await nextFrame()
    expect(markup.isActive()).toBe(true)
  })

  it('draws lines of the same width on the screen at every zoom, and keeps each in proportion to the sheet', async () => {
    drawBox([100, 100], [300, 200])
    view.zoomAt(10, 200, 150)
    await nextFrame()
    drawBox([300, 300], [320, 320])
    const [overview, detail] = markup.shapes
    expect((overview?.width ?? 0) / (detail?.width ?? 1)).toBeCloseTo(10, 6)
    expect(computeBox()).toEqual([300, 300, 320, 320])
  })

  it('has a drawing for each sheet, which returns with it', async () => {
    drawBox([100, 100], [300, 200])
    const first = markup.drawing
    await view.open(1)
    expect([markup.drawing, markup.isActive()]).toEqual([null, false])
    markup.activate()
    drawBox([10, 10], [60, 60])
    await view.open(0)
    expect(markup.drawing).toEqual(first)
  })

  it('shows a stored drawing when its sheet is opened', async () => {
    drawBox([100, 100], [300, 200])
    const stored = markup.drawing
    markup.clear()
    await view.open(1)
    if (stored) markup.show(stored)
    expect(markup.drawing).toBeNull()
    await view.open(0)
    expect(markup.drawing).toEqual(stored)
    markup.clearSheet(0)
    expect(markup.drawing).toBeNull()
  })

  it('is painted over screenshots at its place', () => {
    const canvas = recordCanvas(800, 600)
    const painters: ((context: CanvasRenderingContext2D) => void)[] = []
    vi.spyOn(view, 'addPainter').mockImplementation((painter) => {
      painters.push(painter)
      return () => undefined
    })
    markup.dispose()
    markup = new SheetMarkup(view)
    markup.activate()
    drawBox([100, 100], [300, 200])
    for (const paint of painters) paint(canvas.target.context)
    expect(canvas.filterByName('translate')[0]?.args).toEqual([400, 300])
    expect(canvas.filterByName('stroke')).toHaveLength(1)
  })
})

describe('hidden markup of a sheet', () => {
  it('is neither displayed nor painted, keeps its shapes, and is shown by drawing again', async () => {
    drawBox([100, 100], [200, 200])
    markup.deactivate()
    let changes = 0
    markup.on('changed', () => (changes += 1))
    markup.setVisible(false)
    await nextFrame()
    expect([getLayer().style.display, markup.drawing?.shapes.length, changes]).toEqual(['none', 1, 1])
    markup.activate()
    await nextFrame()
    expect([markup.isVisible, getLayer().style.display]).toEqual([true, ''])
  })
})
