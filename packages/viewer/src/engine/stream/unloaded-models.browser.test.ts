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
  it('retains no bytes and no worker of unloaded models', async () => {
    const page = await harness.open()
    const session = await page.context().newCDPSession(page)
    /** Counts the objects of a class that are reachable, and their bytes. */
    const countObjects = async (className: string): Promise<{ count: number; bytes: number }> => {
      const { result: prototype } = await session.send('Runtime.evaluate', { expression: `${className}.prototype` })
      const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' })
      const { result } = await session.send('Runtime.callFunctionOn', {
        objectId: objects.objectId ?? '',
        functionDeclaration: `function () {
          return { count: this.length, bytes: this.reduce((sum, { byteLength }) => sum + (byteLength ?? 0), 0) }
        }`,
        returnByValue: true,
      })
      await session.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
      return result.value as { count: number; bytes: number }
    }
    const loadOften = async (times: number): Promise<object> => {
      await page.evaluate(
        async ({ address, times }) => {
          const viewer = testPage.viewer ?? testPage.open({ viewCube: false })
          for (let round = 0; round < times; round++) {
            await viewer.load({ manifestUrl: address })
            viewer.pick(320, 200)
            await viewer.search('stone')
            await testPage.rest()
            viewer.unload()
            testPage.frames.length = 0
          }
        },
        { address: manifestUrl, times },
      )
      await expect.poll(() => page.workers().length).toBe(0)
      return { buffers: await countObjects('ArrayBuffer'), workers: await countObjects('Worker') }
    }
    const first = await loadOften(2)
    expect(await loadOften(3)).toEqual(first)
  })
})
