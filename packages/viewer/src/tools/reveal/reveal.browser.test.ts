import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** Ratio of the pixels that the highlight of an element must change. */
const minRatio = 0.005

let harness: BrowserHarness
let house: TestHouse

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('house', await writeTestPackage((scene) => void (house = buildHouse(scene))))
})
afterAll(() => harness.stop())

async function openHouse(): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(async () => {
    const viewer = testPage.open({ viewCube: false })
    await viewer.load({ manifestUrl: '/packages/house/manifest.json' })
    await viewer.model?.tree
    await testPage.createSelectedVolumes(viewer)
    await testPage.rest()
  })
  return page
}

/** Reveals elements from the home view, one after the other; returns the ratios of pixels that they change. */
const measureReveals = (page: Page, elements: readonly number[]): Promise<number[]> =>
  page.evaluate(async (numbers) => {
    const { viewer } = testPage
    if (viewer === null) throw new RangeError('no viewer')
    const ratios: number[] = []
    for (const element of numbers) {
      viewer.selection.clear()
      viewer.camera.goTo('home', { animate: false })
      await testPage.revealElements(viewer, [element])
      await testPage.rest()
      const marked = await testPage.capture()
      viewer.selection.clear()
      const plain = await testPage.capture()
      ratios.push(testPage.difference(plain.data, marked.data))
    }
    return ratios
  }, elements)

describe('reveal', () => {
  it('makes elements that the house hides clearly visible, from the home view', async () => {
    const page = await openHouse()
    const ratios = await measureReveals(page, [...house.inside.slice(0, 4), ...house.inside.slice(-4), house.space])
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(minRatio)
  })

  it('draws a room as a volume only while it is selected, and not in images without the selection', async () => {
    const page = await openHouse()
    const { difference, image, cleared } = await page.evaluate(async (space) => {
      const { viewer } = testPage
      if (viewer === null) throw new RangeError('no viewer')
      const readImage = async (): Promise<Uint8ClampedArray> => {
        const bitmap = await createImageBitmap(await viewer.screenshot({ selection: false }))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (context === null) throw new RangeError('no canvas')
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data
      }
      const plain = (await testPage.capture()).data
      viewer.selection.set([space])
      await testPage.rest()
      const difference = testPage.difference(plain, (await testPage.capture()).data)
      const image = testPage.difference(plain, await readImage())
      viewer.selection.clear()
      await testPage.rest()
      return { difference, image, cleared: testPage.difference(plain, (await testPage.capture()).data) }
    }, house.space)
    expect(difference).toBeGreaterThan(0.1)
    expect(image).toBeLessThan(0.001)
    expect(cleared).toBeLessThan(0.001)
  })

  it('lets clicks pass through the volume of a room', async () => {
    const page = await openHouse()
    const [before, after] = await page.evaluate(async (space) => {
      const { viewer } = testPage
      const pick = (): number | undefined => viewer?.pick(320, 200)?.element
      const first = pick()
      viewer?.selection.set([space])
      await testPage.rest()
      return [first, pick()]
    }, house.space)
    expect(after).toBe(before)
  })
})
