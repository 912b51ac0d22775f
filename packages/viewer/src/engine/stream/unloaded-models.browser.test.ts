import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildHouse } from '../../testing/test-house.js'
import { writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

let harness: BrowserHarness
let manifestUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  manifestUrl = harness.serve('house', await writeTestPackage((scene) => void buildHouse(scene)))
})
afterAll(() => harness.stop())

describe('the page', () => {
  it('retains at most the last of several unloaded models, and no worker', async () => {
    const page = await harness.open()
    const counts = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      const collect = (window as unknown as { gc(): void }).gc
      const references: WeakRef<object>[] = []
      for (let round = 0; round < 4; round++) {
        await viewer.load({ manifestUrl: address })
        viewer.pick(320, 200)
        await testPage.rest()
        const { content } = viewer.stage.scheduler
        if (content === null) throw new Error('no content')
        const columns = Object.values(content.instances).filter((column) => ArrayBuffer.isView(column))
        for (const column of [content, ...columns]) references.push(new WeakRef(column as object))
        viewer.unload()
        await testPage.rest()
      }
      const countAlive = (): number => references.filter((reference) => reference.deref() !== undefined).length
      // A reference that was just created or read is strong until its task ends.
      for (let round = 0; round < 20; round++) {
        await new Promise((resolve) => setTimeout(resolve, 0))
        collect()
      }
      return { created: references.length, alive: countAlive() }
    }, manifestUrl)
    expect(counts.created).toBeGreaterThan(20)
    // The variables of the script above may still refer to the last of the four.
    expect(counts.alive).toBeLessThanOrEqual(counts.created / 4)
    await expect.poll(() => page.workers().length).toBe(0)
  })
})
