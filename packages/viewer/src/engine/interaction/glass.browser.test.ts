import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

const pane = 0
const shelf = 1

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    const at = placedAt(0, 0, 0)
    addElement(scene, { name: 'pane', mesh: boxMesh([-2, -2, 0], [2, -1.9, 3]), at, color: [0.6, 0.8, 0.9, 0.3] })
    addElement(scene, { name: 'shelf', mesh: boxMesh([-1, 1, 0], [1, 2, 2]), at, color: [0.7, 0.5, 0.3, 1] })
  })
  harness.serve('shop', testPackage)
})
afterAll(() => harness.stop())

async function openShop(): Promise<{ page: Page; position: { x: number; y: number } }> {
  const page = await harness.open()
  const position = await page.evaluate(async () => {
    const viewer = testPage.open({ viewCube: false })
    await viewer.load({ manifestUrl: '/packages/shop/manifest.json' })
    testPage.setView([0, -9, 2], [0, 0, 1.2])
    await testPage.rest()
    const at = viewer.space.project([0, 1, 1])
    return { x: at?.x ?? 0, y: at?.y ?? 0 }
  })
  return { page, position }
}

const selected = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(testPage.viewer?.selection.elements ?? [])])

describe('glass picking', () => {
  it('selects the glass by a click and the object behind it with Alt', async () => {
    const { page, position } = await openShop()
    await page.mouse.click(position.x, position.y)
    expect(await selected(page)).toEqual([pane])
    await page.waitForTimeout(500)
    await page.keyboard.down('Alt')
    await page.mouse.click(position.x, position.y)
    await page.keyboard.up('Alt')
    expect(await selected(page)).toEqual([shelf])
  })

  it('skips glass on request and always skips ghosted elements', async () => {
    const { page, position } = await openShop()
    const picked = await page.evaluate(async ({ x, y }) => {
      const viewer = testPage.viewer
      const pickElement = (throughGlass: boolean): number | null =>
        viewer?.pick(x, y, { throughGlass })?.element ?? null
      const plain = [pickElement(false), pickElement(true)]
      viewer?.visibility.ghostOthers([1])
      await testPage.rest()
      const withGhost = [pickElement(false), pickElement(true)]
      viewer?.visibility.ghostOthers([0])
      await testPage.rest()
      return { plain, withGhost, behindIsGhost: [pickElement(false), pickElement(true)] }
    }, position)
    expect(picked).toEqual({ plain: [pane, shelf], withGhost: [shelf, shelf], behindIsGhost: [pane, null] })
  })
})
