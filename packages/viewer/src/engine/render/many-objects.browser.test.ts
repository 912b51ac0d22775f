import { campaignSize } from '@kamar/test-kit/campaign'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { ExplodeExtension } from '../../tools/explode/explode-extension.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** A grid of cubes, 1.8 m wide and 2 m apart, 100,000 of them in the nightly run; element = column + row × 400. */
const columns = 400
const rows = campaignSize(100, 250)
const centerObject = (rows >> 1) * columns + 201
let harness: BrowserHarness
let manifestUrl = ''

/** Script that counts the WebGL calls of a frame. */
const counting = `{
  const work = (window.work = { buffers: 0, texels: 0, calls: 0 })
  const prototype = WebGL2RenderingContext.prototype
  for (const name of ['bufferData', 'bufferSubData']) {
    const original = prototype[name]
    prototype[name] = function (...all) {
      work.buffers += all.find((one) => ArrayBuffer.isView(one))?.byteLength ?? 0
      return original.apply(this, all)
    }
  }
  for (const [name, width, height] of [['texImage2D', 3, 4], ['texSubImage2D', 4, 5]]) {
    const original = prototype[name]
    prototype[name] = function (...all) {
      work.texels += all[width] * all[height]
      return original.apply(this, all)
    }
  }
  const getExtension = prototype.getExtension
  prototype.getExtension = function (name) {
    const extension = getExtension.call(this, name)
    if (name !== 'WEBGL_multi_draw' || extension === null || extension.counted) return extension
    const original = extension.multiDrawElementsWEBGL
    extension.counted = true
    extension.multiDrawElementsWEBGL = function (...all) {
      work.calls++
      return original.apply(this, all)
    }
    return extension
  }
}`

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage(async (scene) => {
    const cube = scene.addMesh(boxMesh([-0.9, -0.9, -0.9], [0.9, 0.9, 0.9])) as number
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = placedAt(column * 2, row * 2, 0)
        addElement(scene, { name: `${column} ${row}`, mesh: cube, at, color: [0.2, 0.7, 0.3, 1] })
      }
      await scene.settle()
    }
  })
  manifestUrl = harness.serve('carpet', testPackage)
})
afterAll(() => harness.stop())

describe(`model of ${columns * rows} objects`, () => {
  it('loads, and its objects are picked, hidden, isolated and coloured at bounded cost', async () => {
    const page = await harness.open(counting)
    const outcome = await page.evaluate(
      async ({ url, element }) => {
        const { work } = window as unknown as { work: { buffers: number; texels: number; calls: number } }
        const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
        await viewer.load({ manifestUrl: url })
        const [x, y] = [(element % 400) * 2, Math.floor(element / 400) * 2]
        testPage.setView([x, y, 12], [x, y + 0.001, 0])
        await testPage.rest()
        /** Returns the effect of an action: the pixel at the centre, the element picked there, and the cost. */
        const after = async (act: () => void) => {
          const before = { ...work }
          act()
          await testPage.rest()
          const cost = {
            bytes: work.buffers - before.buffers,
            texels: work.texels - before.texels,
            calls: work.calls - before.calls,
          }
          const frame = testPage.frames.at(-1)
          const [pixel] = await testPage.pixels([[320, 200]])
          const picked = viewer.pick(320, 200)?.element ?? null
          return { pixel, picked, cost, instances: frame?.instances ?? 0, draws: frame?.draws ?? 0 }
        }
        const near = await after(() => viewer.invalidate())
        const colored = await after(() => viewer.colors.set([element], { rgb: [0, 0, 255] }))
        const hidden = await after(() => viewer.visibility.hide([element]))
        const visibleAgain = await after(() => viewer.visibility.showAll())
        const isolated = await after(() => viewer.visibility.isolate([element]))
        const plain = await after(() => viewer.resetView())
        const fitted = await after(() => viewer.camera.fit())
        const count = viewer.model?.instanceCount ?? 0
        const all = Array.from({ length: count }, (_, index) => index)
        const painted = await after(() => viewer.colors.set(all, { rgb: [255, 0, 0] }))
        const explode = (await viewer.loadExtension('kamar.explode')) as ExplodeExtension
        const exploded = await after(() => void explode.set({ mode: 'radial', amount: 0.001 }))
        return { count, near, colored, hidden, visibleAgain, isolated, plain, fitted, painted, exploded }
      },
      { url: manifestUrl, element: centerObject },
    )
    const { near, colored, hidden, visibleAgain, isolated, plain, fitted, painted, exploded } = outcome
    expect(outcome.count).toBe(columns * rows)
    expect([near, colored, hidden, visibleAgain, isolated].map(({ picked }) => picked)).toEqual([
      centerObject,
      centerObject,
      null,
      centerObject,
      centerObject,
    ])
    const isGreen = ([red, green, blue]: readonly number[]): boolean => green > red + 40 && green > blue + 40
    const isBlue = ([red, green, blue]: readonly number[]): boolean => blue > red + 40 && blue > green + 40
    expect([isGreen(near.pixel), isBlue(colored.pixel), isBlue(visibleAgain.pixel)]).toEqual([true, true, true])
    expect(hidden.pixel.slice(0, 3)).toEqual([255, 255, 255])
    // Near the grid only visible cubes are drawn; after `isolate` only one.
    expect(near.instances).toBeLessThan(200)
    expect([hidden.instances, isolated.instances]).toEqual([near.instances - 1, 1])
    // One changed object costs one row of a texture; a change of everything costs each texture once; never geometry.
    for (const { cost } of [near, colored, hidden, visibleAgain, isolated, plain, fitted]) expect(cost.bytes).toBe(0)
    expect(near.cost.texels).toBeLessThanOrEqual(4096)
    for (const { cost } of [colored, hidden]) expect(cost.texels).toBeLessThanOrEqual(2 * 4096)
    expect(isolated.cost.texels).toBeLessThanOrEqual(columns * rows + 3 * 4096)
    // Colouring or exploding everything uploads each texture once: one texel of colour, four of the transform.
    for (const { cost, draws } of [painted, exploded]) expect([cost.bytes, draws <= 3]).toEqual([0, true])
    expect(painted.cost.texels).toBeLessThanOrEqual(columns * rows + 3 * 4096)
    expect(exploded.cost.texels).toBeLessThanOrEqual(4 * columns * rows + 3 * 4096)
    // Seen as a whole, all cubes take a handful of draw calls.
    expect(fitted.instances).toBeGreaterThan((columns * rows) / 2)
    for (const { draws } of [near, isolated, fitted]) expect(draws).toBeLessThanOrEqual(3)
  })
})
