import type { SceneBuilder } from '@kamar/core'
import { plainLayer } from '@kamar/test-kit'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ViewerError } from '../../engine/errors.js'
import { clickAt, dispatchPointer, pageSize, dispatchKey } from '../../testing/node-page.js'
import { openSheetPage, type NodeSheets } from '../../testing/node-sheets.js'
import { createLoader } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { createSheetComparison } from '../lazy-sheets.js'
import type { SheetPoint } from '../sheet-api.js'
import type { ComparedEntity, ComparedSheet, DisplayedVersion, SheetComparisonEvents } from './compare-api.js'
import type { SheetComparisonView } from './sheet-comparison-view.js'

const byLayer = { color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer' } as const
const rectangle = (left: number, bottom: number, width: number, height: number): Float64Array =>
  Float64Array.of(left, bottom, left + width, bottom, left + width, bottom + height, left, bottom + height)

/** A frame of 1,000 units; an area that is removed or added; one that moves up. */
function pushPlan(scene: SceneBuilder, isOlder: boolean): void {
  const model = scene.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  const layer = model.addLayer({ ...plainLayer, color: 0x3060ff })
  const style = model.addStyle({ layer, ...byLayer })
  const frame = model.addEntity({ handle: '1', type: 'LWPOLYLINE', layer })
  model.addPolyline({ entity: frame, style, points: rectangle(0, 0, 1000, 1000), closed: true })
  const area = (handle: string, ring: Float64Array): void => {
    const entity = model.addEntity({ handle, type: 'HATCH', layer })
    model.addFill({ entity, style, rings: [ring] })
  }
  area(isOlder ? '2' : '3', rectangle(100, isOlder ? 100 : 700, 200, 200))
  area('4', rectangle(700, isOlder ? 100 : 700, 200, 200))
  const more = scene.addSheet({ name: 'More', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  const moreLayer = more.addLayer(plainLayer)
  const line = more.addEntity({ handle: '5', type: 'LINE', layer: moreLayer })
  const moreStyle = more.addStyle({ layer: moreLayer, ...byLayer })
  more.addPolyline({ entity: line, style: moreStyle, points: Float64Array.of(0, 0, 50, isOlder ? 50 : 80) })
}

/** Entities: 0 the frame, 1 the removed or added area, 2 the moved one. */
const plan: ComparedSheet = {
  before: 0,
  after: 0,
  findKinds: (side) => Uint8Array.of(0, side === 'older' ? 2 : 1, 3),
}
const all = new Set<ComparedEntity>(['same', 'added', 'removed', 'changed'])
/** Centres of the areas: removed, added, moved before and after. */
const [removed, added, movedFrom, movedTo] = [
  [200, 200],
  [200, 800],
  [800, 200],
  [800, 800],
] as const

let older: TestPackage
let newer: TestPackage
let node: NodeSheets
let view: SheetComparisonView

beforeAll(async () => {
  older = await writeTestPackage((scene) => pushPlan(scene, true))
  newer = await writeTestPackage((scene) => pushPlan(scene, false))
})
beforeEach(async () => {
  node = openSheetPage()
  view = await createSheetComparison(node.page.container, {
    older: { manifest: older.manifest, loader: createLoader(older) },
    newer: { manifest: newer.manifest, loader: createLoader(newer) },
    paper: 'light',
    label: 'Comparison',
  })
})
afterEach(async () => {
  vi.useRealTimers()
  view.dispose()
  await node.page.close()
})

const nextEvent = <Name extends keyof SheetComparisonEvents>(name: Name): Promise<SheetComparisonEvents[Name]> =>
  new Promise((resolve) => {
    const stop = view.on(name, (event) => {
      stop()
      resolve(event)
    })
  })
/** Entity at a point, in the pane that begins at `left`. */
const pickAt = (point: SheetPoint, left = 0): string | null => {
  const { x, y } = view.camera.toScreen(point)
  const pick = view.pick(x + left, y)
  return pick === null ? null : `${pick.side} ${pick.entity}`
}

describe('a comparison of two versions', () => {
  it('picks the changes of both, and the newer version of what is unchanged', async () => {
    await view.open(plan)
    expect([removed, added, movedFrom, movedTo].map((point) => pickAt(point))).toEqual([
      'older 1',
      'newer 1',
      'older 2',
      'newer 2',
    ])
    expect(pickAt([500, 0])).toBe('newer 0')
    expect(pickAt([500, 500])).toBeNull()
  })

  it.each([
    ['before', ['older 1', null, 'older 2', null, 'older 0']],
    ['after', [null, 'newer 1', null, 'newer 2', 'newer 0']],
  ] as const)('picks one version while it shows %s', async (displayed, expected) => {
    await view.open(plan)
    view.show(displayed, all)
    expect([removed, added, movedFrom, movedTo, [500, 0] as const].map((point) => pickAt(point))).toEqual(expected)
  })

  it('picks only the visible kinds of changes', async () => {
    await view.open(plan)
    view.show('both', new Set<ComparedEntity>(['added']))
    expect([removed, added, movedFrom, movedTo].map((point) => pickAt(point))).toEqual([null, 'newer 1', null, null])
    expect(pickAt([500, 0])).toBeNull()
  })

  it('shows both versions side by side under one camera', async () => {
    await view.open(plan)
    view.show('side-by-side', all)
    const second = (pageSize.width - 2) / 2 + 2
    expect([removed, added].map((point) => pickAt(point))).toEqual(['older 1', null])
    expect([removed, added].map((point) => pickAt(point, second))).toEqual([null, 'newer 1'])
    expect(view.isStacked).toBe(false)
    // The sheet fits into one of the panes.
    expect(view.camera.toScreen([0, 0]).x).toBeGreaterThan(0)
    expect(view.camera.toScreen([1000, 0]).x).toBeLessThan(second)
  })

  it('draws unchanged content once, then changes on top of it', async () => {
    await view.open(plan)
    const frame = await nextEvent('frame')
    // Frame of the newer version; removed, moved (older), moved (newer), added.
    expect(frame.draws).toBe(5)
    view.show('before', all)
    expect((await nextEvent('frame')).draws).toBe(3)
    view.show('side-by-side', all)
    expect((await nextEvent('frame')).draws).toBe(6)
  })

  it('shows a sheet of one version alone', async () => {
    await view.open({ before: null, after: 1, findKinds: () => null })
    const { x, y } = view.camera.toScreen([25, 40])
    expect(view.pick(x, y)).toEqual({ side: 'newer', sheet: 1, entity: 0 })
    await view.open({ before: 1, after: null, findKinds: () => Uint8Array.of(2) })
    expect(pickAt([25, 25])).toBe('older 0')
  })

  it('keeps the camera while the same sheets are opened again, and fits others', async () => {
    await view.open(plan)
    view.zoomBy(4)
    const { center, unitsPerPixel } = view.camera
    await view.open({ ...plan })
    expect(view.camera).toMatchObject({ center, unitsPerPixel })
    await view.open({ ...plan, before: 1, after: 1, findKinds: () => null })
    // Both versions fit: the newer one is 80 high.
    expect(rounded([...view.camera.center], 3)).toEqual([25, 40])
  })

  it('rejects an earlier request as cancelled', async () => {
    const first = view.open(plan).catch((error: ViewerError) => error.code)
    await view.open({ ...plan, before: 1, after: 1, findKinds: () => null })
    expect(await first).toBe('cancelled')
  })
})

describe('a click in a comparison', () => {
  it('reports and highlights the entity, or nothing', async () => {
    await view.open(plan)
    const picks: unknown[] = []
    view.on('clicked', ({ pick }) => picks.push(pick))
    clickAt(view.canvas, view.camera.toScreen(added))
    clickAt(view.canvas, view.camera.toScreen([500, 500]))
    expect(picks).toEqual([{ side: 'newer', sheet: 0, entity: 1 }, null])
  })

  it('selects the newer version in the second pane', async () => {
    await view.open(plan)
    view.show('side-by-side', all)
    const clicked = nextEvent('clicked')
    const { x, y } = view.camera.toScreen(added)
    clickAt(view.canvas, { x: x + (pageSize.width - 2) / 2 + 2, y })
    expect((await clicked).pick).toEqual({ side: 'newer', sheet: 0, entity: 1 })
  })

  it('moves both versions if it becomes a drag', async () => {
    await view.open(plan)
    const before = view.camera.toScreen([0, 0])
    dispatchPointer(view.canvas, 'pointerdown', { x: 100, y: 100 })
    dispatchPointer(view.canvas, 'pointermove', { x: 140, y: 130 })
    dispatchPointer(view.canvas, 'pointerup', { x: 140, y: 130 })
    const after = view.camera.toScreen([0, 0])
    expect(rounded([after.x - before.x, after.y - before.y])).toEqual([40, 30])
    view.fit()
    expect(rounded(view.camera.toScreen([0, 0]))).toEqual(rounded(before))
  })
})

describe('highlights of a comparison', () => {
  const paints = (): unknown[] =>
    node.recorded.calls
      .filter(({ args }) => args[0] === 'paint' && args.at(-1) === 1)
      .map(({ args }) => rounded(args.slice(1, 4), 2))

  async function drawFrame(): Promise<void> {
    node.recorded.calls.length = 0
    view.invalidate()
    await nextEvent('frame')
  }

  it('are drawn over everything, and removed by Escape', async () => {
    await view.open(plan)
    view.mark([
      { side: 'newer', sheet: 0, entity: 1 },
      { side: 'older', sheet: 0, entity: 2 },
    ])
    await drawFrame()
    expect(paints()).toHaveLength(2)
    dispatchKey(view.canvas, 'Escape')
    await drawFrame()
    expect(paints()).toEqual([])
  })

  it('are drawn in the pane of their version', async () => {
    await view.open(plan)
    view.show('side-by-side', all)
    view.mark([
      { side: 'newer', sheet: 0, entity: 2 },
      { side: 'older', sheet: 0, entity: 2 },
    ])
    await drawFrame()
    expect(paints()).toHaveLength(2)
    view.mark([{ side: 'newer', sheet: 0, entity: 2 }])
    await drawFrame()
    // A single one is marked in both, so that its position in the other version is seen.
    expect(paints()).toHaveLength(2)
  })

  it('skip entities of sheets that are not open', async () => {
    await view.open(plan)
    view.mark([{ side: 'newer', sheet: 1, entity: 0 }])
    await drawFrame()
    expect(paints()).toEqual([])
  })

  it('zoom to a change and flash three times', async () => {
    await view.open(plan)
    await nextEvent('frame')
    vi.useFakeTimers()
    view.focus({ picks: [{ side: 'newer', sheet: 0, entity: 1 }], box: [100, 700, 300, 900] })
    expect(rounded([...view.camera.center])).toEqual([200, 800])
    // The change of 200 units in a rectangle four times as large.
    expect(view.camera.unitsPerPixel * pageSize.height * 0.92).toBeCloseTo(800, 6)
    const isMarked: boolean[] = []
    for (let step = 0; step < 9; step++) {
      node.recorded.calls.length = 0
      view.invalidate()
      // One frame of the browser, then the rest of half a period.
      vi.advanceTimersByTime(17)
      isMarked.push(paints().length > 0)
      vi.advanceTimersByTime(333)
    }
    expect(isMarked.slice(0, 7)).toEqual([true, false, true, false, true, false, true])
    // It stays marked in the end.
    expect(isMarked.at(-1)).toBe(true)
  })

  it('do not flash for users who prefer reduced motion', async () => {
    await view.open(plan)
    await nextEvent('frame')
    node.page.matchedMedia.add('(prefers-reduced-motion: reduce)')
    vi.useFakeTimers()
    view.focus({ picks: [{ side: 'newer', sheet: 0, entity: 1 }], box: [100, 700, 300, 900] })
    vi.advanceTimersByTime(360)
    node.recorded.calls.length = 0
    view.invalidate()
    vi.advanceTimersByTime(17)
    expect(paints()).toHaveLength(1)
  })

  it('include revision clouds in their own colour until they are cleared', async () => {
    await view.open(plan)
    view.setClouds([
      [60, 660, 340, 940],
      [660, 660, 940, 940],
    ])
    await drawFrame()
    expect(paints()).toEqual([[0.78, 0.1, 0.52]])
    view.setClouds([])
    await drawFrame()
    expect(paints()).toEqual([])
  })
})

describe('a comparison view', () => {
  it('announces how its panes are arranged', async () => {
    await view.open(plan)
    const arranged = nextEvent('arranged')
    view.show('side-by-side' satisfies DisplayedVersion, all)
    expect(await arranged).toEqual({ isStacked: false })
  })

  it('is restored after a lost context', async () => {
    await view.open(plan)
    view.canvas.dispatchEvent(new Event('webglcontextlost', { cancelable: true }))
    const reopening = nextEvent('sheetOpened')
    view.canvas.dispatchEvent(new Event('webglcontextrestored'))
    expect((await reopening).sheet).toBe(plan)
    expect(pickAt(added)).toBe('newer 1')
  })

  it('is redrawn on dark paper', async () => {
    await view.open(plan)
    view.setPaper('dark')
    node.recorded.calls.length = 0
    await nextEvent('frame')
    const colors = node.recorded.listArgs('clearColor').map((args) => rounded(args.slice(0, 3) as number[], 2))
    expect(colors.at(-1)).toEqual([0.13, 0.16, 0.19])
  })

  it('leaves nothing on the page', () => {
    view.dispose()
    expect(node.page.container.childElementCount).toBe(0)
  })
})
