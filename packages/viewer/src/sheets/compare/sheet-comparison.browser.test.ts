import type { SceneBuilder } from '@kamar/core'
import { plainLayer } from '@kamar/test-kit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('before', await writeTestPackage((scene) => pushPlan(scene, { isOlder: true })))
  harness.serve('after', await writeTestPackage((scene) => pushPlan(scene, { isOlder: false })))
})
afterAll(() => harness.stop())

const byLayer = { color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer' } as const
const rectangle = (left: number, bottom: number, width: number, height: number): Float64Array =>
  Float64Array.of(left, bottom, left + width, bottom, left + width, bottom + height, left, bottom + height)

/**
 * Adds a frame, an area that is removed, one that is added, one that moves up; and a layout that shows them at a tenth.
 */
function pushPlan(scene: SceneBuilder, { isOlder }: { readonly isOlder: boolean }): void {
  const model = scene.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  // A layer that is off comes first: highlights and clouds are visible nevertheless.
  model.addLayer({ ...plainLayer, name: 'Off', on: false })
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
  const layout = scene.addSheet({
    name: 'A4',
    kind: 'layout',
    millimetresPerUnit: 1,
    unitName: 'mm',
    paper: { min: [0, 0], max: [200, 200] },
  })
  const paper = layout.addLayer(plainLayer)
  const window = layout.addEntity({ handle: '9', type: 'VIEWPORT', layer: paper })
  layout.addViewport({
    entity: window,
    shows: model.number,
    matrix: [0.1, 0, 0, 0.1, 50, 50],
    millimetresPerUnit: 1,
    clip: [rectangle(40, 40, 120, 120)],
    frozenLayers: [],
  })
}

/** Opens sheet `number` of both; entities 1 and 2 of the model are the added or removed one, and the moved one. */
async function openCompared(number: number): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(async (sheet) => {
    const view = await testPage.openComparison('/packages/before/', '/packages/after/')
    await view.open({
      before: sheet,
      after: sheet,
      findKinds: (side, of) => (of === 0 ? Uint8Array.of(0, side === 'older' ? 2 : 1, 3) : null),
    })
  }, number)
  return page
}

const pixels = (page: Page, points: readonly (readonly [number, number])[]): Promise<number[][]> =>
  page.evaluate((target) => testPage.comparedPixels(target), points)
const classifyPixel = ([r, g, b]: readonly number[]): string => {
  if (Math.min(r, g, b) > 240) return 'paper'
  if (g > r) return 'added'
  return g - b > r - g ? 'changed' : 'removed'
}
/** Removed, added, moved before and after. */
const points = [
  [200, 200],
  [200, 800],
  [800, 200],
  [800, 800],
] as const

describe('sheet comparison', () => {
  it('overlays two versions in colours, and filters by version and kind of change', async () => {
    const page = await openCompared(0)
    expect((await pixels(page, points)).map(classifyPixel)).toEqual(['removed', 'added', 'changed', 'changed'])
    const showKinds = async (displayed: 'before' | 'after' | 'both', kinds: readonly string[]): Promise<string[]> => {
      await page.evaluate(([at, of]) => testPage.compared?.show(at, new Set(of) as never), [displayed, kinds] as const)
      return (await pixels(page, points)).map(classifyPixel)
    }
    const all = ['same', 'added', 'removed', 'changed']
    expect(await showKinds('before', all)).toEqual(['removed', 'paper', 'changed', 'paper'])
    expect(await showKinds('after', all)).toEqual(['paper', 'added', 'paper', 'changed'])
    expect(await showKinds('both', ['same', 'removed'])).toEqual(['removed', 'paper', 'paper', 'paper'])
  })

  it('picks the entity of the visible version, and marks the focused change', async () => {
    const page = await openCompared(0)
    const picked = await page.evaluate((target) => {
      const view = testPage.compared
      return target.map((point) => {
        const { x, y } = view?.camera.toScreen(point) ?? { x: 0, y: 0 }
        return view?.pick(x, y)
      })
    }, points)
    expect(picked).toEqual([
      { side: 'older', sheet: 0, entity: 1 },
      { side: 'newer', sheet: 0, entity: 1 },
      { side: 'older', sheet: 0, entity: 2 },
      { side: 'newer', sheet: 0, entity: 2 },
    ])
    // Otherwise the highlight flashes, and may be hidden at the moment of the check.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(() =>
      testPage.compared?.focus({ picks: [{ side: 'newer', sheet: 0, entity: 1 }], box: [100, 700, 300, 900] }),
    )
    const [edge] = await pixels(page, [[100, 800]])
    expect(edge[2]).toBeGreaterThan(edge[0] + 80)
    await page.evaluate(() => testPage.compared?.setClouds([[60, 660, 340, 940]]))
    const ring = await pixels(
      page,
      Array.from({ length: 60 }, (_, at) => [200, 940 + at] as const),
    )
    expect(ring.some(([r, g]) => r > g + 80)).toBe(true)
  })

  it('shows changes through the viewports of a layout, also side by side', async () => {
    const page = await openCompared(1)
    const onPaper = points.map(([x, y]) => [50 + x / 10, 50 + y / 10] as const)
    expect((await pixels(page, onPaper)).map(classifyPixel)).toEqual(['removed', 'added', 'changed', 'changed'])
    await page.evaluate(() =>
      testPage.compared?.show('side-by-side', new Set(['same', 'added', 'removed', 'changed'] as const)),
    )
    expect((await pixels(page, onPaper)).map(classifyPixel)).toEqual(['removed', 'paper', 'changed', 'paper'])
  })
})
