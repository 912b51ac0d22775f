import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

let harness: BrowserHarness
let removedElement = -1

/** A box of 2 m on the left; the older version also has one on the right. */
beforeAll(async () => {
  harness = await BrowserHarness.start()
  const box = boxMesh([-1, -1, -1], [1, 1, 1])
  const stays = { name: 'stays', mesh: box, at: placedAt(-3, 0, 0), color: [0, 0, 1, 1] } as const
  harness.serve('newer', await writeTestPackage((scene) => void addElement(scene, stays)))
  harness.serve(
    'older',
    await writeTestPackage((scene) => {
      addElement(scene, stays)
      removedElement = addElement(scene, { name: 'gone', mesh: box, at: placedAt(3, 0, 0), color: [0, 0, 1, 1] }).node
    }),
  )
})
afterAll(() => harness.stop())

/** Shows the reference elements; the tests then count reddish pixels within and beside the older box. */
async function showReference(page: Page, elements: readonly number[]): Promise<void> {
  await page.evaluate(async (numbers) => {
    const viewer = testPage.open({ viewCube: false, edges: false })
    await viewer.load({ manifestUrl: '/packages/newer/manifest.json' })
    testPage.setView([0, -10, 0], [0, 0, 0])
    await testPage.showReference('/packages/older/', numbers)
    await testPage.rest()
  }, elements)
}

const patch = (page: Page, left: number): Promise<number[][]> =>
  page.evaluate((x) => testPage.pixels(Array.from({ length: 20 }, (_, step) => [x + step, 200] as const)), left)

const isReddish = ([red = 0, green = 0]: readonly number[]): boolean => red > green + 60

describe('ReferenceOverlay', () => {
  it('draws only the given elements of the other package, striped, at their position', async () => {
    const page = await harness.open()
    await showReference(page, [removedElement])
    const pixels = await patch(page, 446)
    expect(pixels.every(isReddish)).toBe(true)
    expect(new Set(pixels.map(([, green = 0]) => Math.round(green / 8))).size).toBeGreaterThan(1)
    expect((await patch(page, 174)).some(isReddish)).toBe(false)
  })

  it('hides, shows and clears its elements', async () => {
    const page = await harness.open()
    await showReference(page, [removedElement])
    const visibility: boolean[] = []
    for (const step of ['hide', 'show', 'clear'] as const) {
      await page.evaluate(async (name) => {
        const { referenceOverlay } = testPage
        if (name === 'clear') referenceOverlay?.clear()
        else if (referenceOverlay) referenceOverlay.visible = name === 'show'
        await testPage.rest()
      }, step)
      visibility.push((await patch(page, 446)).some(isReddish))
    }
    expect(visibility).toEqual([false, true, false])
  })

  it('shows its elements where the model has none', async () => {
    const page = await harness.open()
    await showReference(page, [removedElement])
    await page.evaluate(async () => {
      testPage.viewer?.camera.fitBox({ min: [2, -1, -1], max: [4, 1, 1] })
      await testPage.rest()
    })
    expect((await patch(page, 310)).every(isReddish)).toBe(true)
  })
})
