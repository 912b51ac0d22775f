import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { writeTestPackage } from '../../testing/test-package.js'
import { buildStreet } from '../../testing/test-street.js'

declare const testPage: TestPage

const rows = 220
const stones = rows * 3
const megabyte = 1024 * 1024
let harness: BrowserHarness
let manifestUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  manifestUrl = harness.serve('street', await writeTestPackage((scene) => buildStreet(scene, rows)))
})
afterAll(() => harness.stop())

/** Returns a script that rejects GPU buffers above a size in bytes. */
const limitBuffers = (bytes: number): string => `{
  const prototype = WebGL2RenderingContext.prototype
  const { bufferData, getError } = prototype
  let failed = false
  prototype.bufferData = function (target, data, ...rest) {
    const size = typeof data === 'number' ? data : data.byteLength
    if (size > ${bytes}) failed = true
    else bufferData.call(this, target, data, ...rest)
  }
  prototype.getError = function () {
    const answer = failed ? this.OUT_OF_MEMORY : getError.call(this)
    failed = false
    return answer
  }
}`

/** Returns a script whose workers crash instead of their third reply, the given number of times. */
const dyingWorkers = (times: number): string => `{
  let left = ${times}
  const sent = new WeakMap()
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (message, ...rest) {
    const count = (sent.get(this) ?? 0) + 1
    sent.set(this, count)
    if (message.bytes === undefined || count !== 3 || left === 0) return postMessage.call(this, message, ...rest)
    left--
    setTimeout(() => this.dispatchEvent(new Event('error')), 300)
  }
}`

/** Loads the street and returns the outcome. */
const loadStreet = async (address: string) => {
  const viewer = testPage.open({ viewCube: false, memoryBytes: 2 ** 31 })
  testPage.setView([4, 100, 6], [4, 130, 0])
  const before = JSON.stringify(viewer.camera.view)
  const ended = await viewer.load({ manifestUrl: address }).then(
    () => 'loaded',
    (error: { code: string }) => error.code,
  )
  await testPage.settled()
  const tree = await viewer.model?.tree
  const { hits } = await viewer.search('Stone 77')
  return {
    ended,
    errors: testPage.errors,
    isSameView: JSON.stringify(viewer.camera.view) === before,
    instances: viewer.model?.instanceCount,
    isRationed: viewer.residency !== null,
    budget: viewer.residency?.budget,
    pick: viewer.pick(320, 260)?.element ?? null,
    elements: tree?.count,
    hits: hits.length,
  }
}

describe('model load without memory', () => {
  it('shows the model within half of the memory when the GPU cannot hold it, with the same camera', async () => {
    const page = await harness.open(limitBuffers(12 * megabyte))
    const outcome = await page.evaluate(loadStreet, manifestUrl)
    expect(outcome).toMatchObject({
      ended: 'loaded',
      errors: [],
      isSameView: true,
      isRationed: true,
      instances: stones,
    })
    expect(outcome.pick).not.toBeNull()
  })

  it('reports the failure when the GPU has no memory at all, while tree and search work', async () => {
    const page = await harness.open(limitBuffers(megabyte / 8))
    const outcome = await page.evaluate(loadStreet, manifestUrl)
    expect(outcome).toMatchObject({ ended: 'out-of-memory', isSameView: true, instances: 0, elements: stones })
    expect(outcome.hits).toBeGreaterThan(0)
  })

  it('retries once when the decode worker dies', async () => {
    const page = await harness.open(dyingWorkers(1))
    const outcome = await page.evaluate(loadStreet, manifestUrl)
    expect(outcome).toMatchObject({
      ended: 'loaded',
      errors: [],
      isSameView: true,
      isRationed: true,
      instances: stones,
    })
  })

  it('reports the failure when the decode worker dies again, while tree and search work', async () => {
    const page = await harness.open(dyingWorkers(Infinity))
    const outcome = await page.evaluate(loadStreet, manifestUrl)
    expect(outcome).toMatchObject({ ended: 'out-of-memory', errors: ['out-of-memory'], isSameView: true, instances: 0 })
    expect([outcome.elements, outcome.hits > 0]).toEqual([stones, true])
  })

  it('retries after one lost context and reports the failure after two', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(async (address) => {
      const run = async (losses: number) => {
        const viewer = testPage.open({ viewCube: false, memoryBytes: 2 ** 26 })
        const extension = viewer.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
        let left = losses
        viewer.on('modelProgress', ({ chunksLoaded }) => {
          if (chunksLoaded !== 2 || left === 0) return
          left--
          extension?.loseContext()
          setTimeout(() => extension?.restoreContext(), 200)
        })
        const ended = await viewer.load({ manifestUrl: address }).then(
          () => 'loaded',
          (error: { code: string }) => error.code,
        )
        return { ended, errors: testPage.errors, budget: viewer.residency?.budget }
      }
      return { once: await run(1), twice: await run(2) }
    }, manifestUrl)
    expect(outcome.once).toEqual({ ended: 'loaded', errors: ['context-lost'], budget: 2 ** 25 })
    expect(outcome.twice).toMatchObject({
      ended: 'out-of-memory',
      errors: ['context-lost', 'context-lost', 'out-of-memory'],
    })
  })
})
