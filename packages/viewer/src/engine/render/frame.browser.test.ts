import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { addElement, writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { fillLight, keyLight, lightStrengths, selectionColors, selectionFill } from './viewer-colors.js'

declare const testPage: TestPage

let harness: BrowserHarness
let houseAddress = ''
let house: TestHouse

/** Builds three boxes of 2 m in a row, 3 m apart: red, green with coloured vertices, and a blue pane. */
function buildRow(): Promise<TestPackage> {
  return writeTestPackage((scene) => {
    const box = boxMesh([-1, -1, -1], [1, 1, 1])
    const colors = new Uint8Array(box.positions.length + box.positions.length / 3).fill(255)
    for (let vertex = 0; vertex < 8; vertex++) colors.set([0, 200, 0, 255], vertex * 4)
    addElement(scene, { name: 'red', mesh: box, at: placedAt(-3, 0, 0), color: [1, 0, 0, 1] })
    addElement(scene, { name: 'green', mesh: { ...box, colors }, at: placedAt(0, 0, 0), color: [1, 1, 1, 1] })
    addElement(scene, {
      name: 'pane',
      mesh: boxMesh([-1, -0.01, -1], [1, 0.01, 1]),
      at: placedAt(3, 0, 0),
      color: [0, 0, 1, 0.5],
    })
    addElement(scene, {
      name: 'behind',
      mesh: boxMesh([0, -1, -1], [1, 1, 1]),
      at: placedAt(3, 4, 0),
      color: [1, 1, 0, 1],
    })
  })
}

/** Computes the light on a face that points south while the camera looks north, as the shader does. */
const southLight = (): number => {
  const [base, , key, fill] = lightStrengths
  const along = (parts: readonly number[]): number => parts[1] / Math.hypot(...parts)
  return base + key * along(keyLight) + fill * along(fillLight)
}

/** Every tenth pixel. */
const grid = Array.from({ length: 64 * 40 }, (_, index) => [(index % 64) * 10, Math.floor(index / 64) * 10] as const)

const near = (pixel: readonly number[], expected: readonly number[], tolerance = 4): void => {
  for (let channel = 0; channel < 3; channel++)
    expect(Math.abs(pixel[channel] - expected[channel]), `${pixel} for ${expected}`).toBeLessThanOrEqual(tolerance)
}

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('row', await buildRow())
  const testPackage = await writeTestPackage((scene) => {
    house = buildHouse(scene)
  })
  houseAddress = harness.serve('house', testPackage)
})
afterAll(() => harness.stop())

/** Opens the row of boxes seen from the south; x of −3, 0 and 3 m are at 184, 320 and 456 pixels. */
async function openRow(page: Page, options: { edges?: boolean } = {}): Promise<void> {
  await page.evaluate(async (viewerOptions) => {
    const viewer = testPage.open({ viewCube: false, ...viewerOptions })
    await viewer.load({ manifestUrl: '/packages/row/manifest.json' })
    testPage.setView([0, -10, 0], [0, 0, 0])
    await testPage.rest()
  }, options)
}

describe('frame rendering', () => {
  it('shows colors, lighting, edges, vertex colors and an object behind a transparent pane', async () => {
    const page = await harness.open()
    await openRow(page)
    const points = [
      [10, 10],
      [184, 200],
      [320, 200],
      [474, 200],
      [440, 200],
    ] as const
    const [empty, red, green, clear, throughPane] = await page.evaluate((at) => testPage.pixels(at), points)
    const light = southLight()
    near(empty, [255, 255, 255], 0)
    near(red, [255 * light, 0, 0])
    near(green, [0, 200 * light, 0])
    near(clear, [127, 127, 127 + 127 * light], 6)
    near(throughPane, [127 * light, 127 * light, 127 * light], 6)
    const edge = await page.evaluate(() =>
      testPage.pixels(Array.from({ length: 20 }, (_, step) => [222 + step, 200] as const)),
    )
    expect(Math.min(...edge.map(([r, g, b]) => r + g + b))).toBeLessThan(160)
  })

  it('distinguishes the faces of a black body', async () => {
    harness.serve(
      'black',
      await writeTestPackage((scene) => {
        addElement(scene, {
          name: 'black',
          mesh: boxMesh([-1, -1, -1], [1, 1, 1]),
          at: placedAt(0, 0, 0),
          color: [0, 0, 0, 1],
        })
      }),
    )
    const page = await harness.open()
    await page.evaluate(async () => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: '/packages/black/manifest.json' })
      testPage.setView([0, -8, 6], [0, 0, 0])
      await testPage.rest()
    })
    const [top, front] = await page.evaluate(() =>
      testPage.pixels([
        [320, 150],
        [320, 240],
      ] as const),
    )
    expect(top[0] - front[0]).toBeGreaterThan(4)
    expect(front[0]).toBeGreaterThan(20)
    expect(top[0]).toBeLessThan(80)
  })

  it('omits edges on request', async () => {
    const page = await harness.open()
    await openRow(page, { edges: false })
    const line = await page.evaluate(() =>
      testPage.pixels(Array.from({ length: 20 }, (_, step) => [222 + step, 200] as const)),
    )
    expect(Math.min(...line.map(([r]) => r))).toBeGreaterThan(150)
  })

  it('keeps the edges of elements that are ghosted', async () => {
    const page = await harness.open()
    await openRow(page)
    const darkest = await page.evaluate(async () => {
      testPage.viewer?.visibility.ghost([0])
      const line = await testPage.pixels(Array.from({ length: 20 }, (_, step) => [222 + step, 200] as const))
      return { edge: Math.min(...line.map(([r]) => r)), face: line[0]?.[0] ?? 0 }
    })
    expect(darkest.face).toBeGreaterThan(200)
    expect(darkest.face - darkest.edge).toBeGreaterThan(25)
  })

  it('draws the same frame without multi-draw', async () => {
    const page = await harness.open()
    await openRow(page)
    const reference = await page.evaluate((at) => testPage.pixels(at), grid)
    const draws = await page.evaluate(() => testPage.frames.at(-1)?.draws)
    expect(draws).toBeGreaterThan(2)
    const plain = await harness.open(`{
      const original = WebGL2RenderingContext.prototype.getExtension
      WebGL2RenderingContext.prototype.getExtension = function (name) {
        return name === 'WEBGL_multi_draw' ? null : original.call(this, name)
      }
    }`)
    await openRow(plain)
    const other = await plain.evaluate((at) => testPage.pixels(at), grid)
    expect(other).toEqual(reference)
    expect(await plain.evaluate(() => testPage.frames.at(-1)?.instances)).toBe(4)
  })

  it('changes element states without uploading geometry again', async () => {
    const page = await harness.open(`{
      window.sentBytes = 0
      for (const name of ['bufferData', 'bufferSubData']) {
        const original = WebGL2RenderingContext.prototype[name]
        WebGL2RenderingContext.prototype[name] = function (...all) {
          window.sentBytes += all.find((one) => ArrayBuffer.isView(one))?.byteLength ?? 0
          return original.apply(this, all)
        }
      }
    }`)
    await openRow(page, { edges: false })
    const red = [[184, 200]] as const
    const result = await page.evaluate(async (at) => {
      const { viewer } = testPage
      if (viewer === null) throw new RangeError('no viewer')
      const sent = (window as unknown as { sentBytes: number }).sentBytes
      const samplePixel = async (): Promise<number[]> => (await testPage.pixels(at))[0]
      viewer.visibility.hide([0])
      const hidden = await samplePixel()
      viewer.visibility.showAll()
      const visibleAgain = await samplePixel()
      viewer.visibility.ghost([0])
      const ghosted = await samplePixel()
      viewer.visibility.reset()
      viewer.colors.set([0], { rgb: [0, 0, 255] })
      const colored = await samplePixel()
      viewer.colors.reset()
      viewer.selection.set([0])
      const selected = await samplePixel()
      viewer.visibility.isolate([1])
      const isolatedOffScreen = await samplePixel()
      viewer.resetView()
      return {
        hidden,
        visibleAgain,
        ghosted,
        colored,
        selected,
        isolatedOffScreen,
        more: (window as unknown as { sentBytes: number }).sentBytes - sent,
      }
    }, red)
    const light = southLight()
    near(result.hidden, [255, 255, 255], 0)
    near(result.visibleAgain, [255 * light, 0, 0])
    expect(Math.min(...result.ghosted.slice(0, 3))).toBeGreaterThan(200)
    near(result.colored, [0, 0, 255 * light])
    near(
      result.selected,
      [255 * light, 0, 0].map((value, channel) => value + (selectionColors.light[channel] - value) * selectionFill),
    )
    near(result.isolatedOffScreen, [255, 255, 255], 0)
    expect(result.more).toBe(0)
  })
})

describe('model of any size', () => {
  it.each([0.1, 2, 1e5, 1e8])('fills the frame at %d mm in every view and can be picked', async (millimetres) => {
    const size = millimetres / 1000
    const testPackage = await writeTestPackage((scene) => {
      addElement(scene, { name: 'box', mesh: boxMesh([0, 0, 0], [size, size, size]), at: placedAt(size * 3, 0, 0) })
    })
    const manifestUrl = harness.serve(`box-${millimetres}`, testPackage)
    const page = await harness.open()
    const result = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: address })
      const share = async (): Promise<number> => {
        await testPage.rest()
        const { data } = await testPage.capture()
        let covered = 0
        for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 740) covered++
        return covered / (data.length / 4)
      }
      const home = await share()
      const picked = [viewer.pick(320, 200)?.element, viewer.pick(2, 2)?.element]
      viewer.camera.goTo('front')
      const front = await share()
      viewer.camera.setProjection('orthographic')
      viewer.fitToView([0])
      const orthographic = await share()
      viewer.camera.setProjection('perspective')
      viewer.camera.goTo('home')
      viewer.camera.zoomBy(0.5)
      return { home, front, orthographic, near: await share(), picked }
    }, manifestUrl)
    for (const share of [result.home, result.front, result.orthographic]) {
      expect(share).toBeGreaterThan(0.3)
      expect(share).toBeLessThan(0.7)
    }
    expect(result.near).toBeGreaterThan(result.home * 1.3)
    expect(result.picked).toEqual([0, undefined])
  })
})

describe('exterior-only rendering', () => {
  it('matches the full frame and ends when the model is opened up', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(
      async ({ manifestUrl, roof }) => {
        const viewer = testPage.open({ viewCube: false })
        await viewer.load({ manifestUrl })
        const compare = async (eye: [number, number, number]) => {
          testPage.setView(eye, [10, 6, 3])
          await testPage.rest()
          const outside = (await testPage.capture()).data
          const firstFrame = testPage.frames.at(-1)
          viewer.setExteriorShortcut(false)
          await testPage.rest()
          const allPixels = (await testPage.capture()).data
          const all = testPage.frames.at(-1)
          viewer.setExteriorShortcut(true)
          return {
            difference: testPage.difference(outside, allPixels),
            few: firstFrame?.instances ?? 0,
            all: all?.instances ?? 0,
            exterior: firstFrame?.exterior,
          }
        }
        const views = [await compare([30, -20, 14]), await compare([-12, 30, 20]), await compare([10, -9, 3])]
        viewer.visibility.hide([roof])
        await testPage.rest()
        const roofless = testPage.frames.at(-1)
        viewer.visibility.showAll()
        testPage.setView([10, 6, 3], [12, 8, 3])
        await testPage.rest()
        const inside = testPage.frames.at(-1)
        return { views, roofless, inside }
      },
      { manifestUrl: houseAddress, roof: house.roof },
    )
    for (const view of outcome.views) {
      expect(view.exterior).toBe(true)
      expect(view.difference).toBeLessThanOrEqual(0.005)
      expect(view.few).toBeLessThan(view.all)
    }
    expect(outcome.roofless?.exterior).toBe(false)
    expect(outcome.roofless?.instances).toBeGreaterThan(100)
    expect(outcome.inside?.exterior).toBe(false)
  })

  it('hides initially hidden elements until they are isolated', async () => {
    const page = await harness.open()
    const result = await page.evaluate(
      async ({ manifestUrl, space }) => {
        const viewer = testPage.open({ viewCube: false, edges: false })
        await viewer.load({ manifestUrl })
        testPage.setView([10, -20, 16], [10, 6, 3])
        const isBlue = async (): Promise<boolean> => {
          const [pixel] = await testPage.pixels([[320, 200]])
          return pixel[2] > pixel[0] + 60
        }
        const before = await isBlue()
        viewer.visibility.isolate([space])
        const isolated = await isBlue()
        viewer.visibility.showAll()
        return { before, isolated, after: await isBlue(), plainAgain: viewer.visibility.isVisible(space) }
      },
      { manifestUrl: houseAddress, space: house.space },
    )
    expect(result).toEqual({ before: false, isolated: true, after: false, plainAgain: false })
  })
})
