import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage, type TestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** Builds a wall with a red point on it and one behind it, and a cloud beside it, left half green, right half blue. */
function buildSurvey(): Promise<TestPackage> {
  return writeTestPackage((scene) => {
    const grey = [0.6, 0.6, 0.6, 1] as const
    addElement(scene, { name: 'wall', mesh: boxMesh([-4, 0, -2], [0, 0.5, 2]), at: placedAt(0, 0, 0), color: grey })
    const red = [1, 0, 0, 1] as const
    const point = scene.addPoints({ positions: Float32Array.of(0, 0, 0) })
    addElement(scene, { name: 'mark', mesh: point, at: placedAt(-3, 0, 1), color: red })
    addElement(scene, { name: 'behind', mesh: point, at: placedAt(-1, 3, 1), color: red })
    const side = 60
    const positions = Float32Array.from({ length: side * side * 3 }, (_, at) => {
      const row = Math.floor(at / 3)
      return [(row % side) / 15, 0, Math.floor(row / side) / 15 - 2][at % 3]
    })
    const colors = Uint8Array.from({ length: side * side * 4 }, (_, at) => {
      const isLeft = Math.floor(at / 4) % side < side / 2
      return [0, isLeft ? 255 : 0, isLeft ? 0 : 255, 255][at % 4]
    })
    const cloud = scene.addPoints({ positions, colors })
    addElement(scene, { name: 'cloud', mesh: cloud, at: placedAt(0.5, 0, 0), color: [1, 1, 1, 1] })
  })
}

/** Element numbers in the tree. */
const elements = { wall: 0, mark: 1, cloud: 3 } as const

/** Pixels per metre of a frame of 400 pixels at 15 m with a 50° field of view. */
const pixelsPerMetre = 400 / (2 * 15 * Math.tan((25 * Math.PI) / 180))
const at = (x: number, z: number): [number, number] => [
  Math.round(320 + x * pixelsPerMetre),
  Math.round(200 - z * pixelsPerMetre),
]

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('survey', await buildSurvey())
})
afterAll(() => harness.stop())

const pixels = (page: Page, points: readonly (readonly [number, number])[]): Promise<number[][]> =>
  page.evaluate((target) => testPage.pixels(target), points)

/** Returns the ratio of pixels around a position, 24 each way, in which `channel` dominates. */
async function measureCoverage(page: Page, [x, y]: readonly [number, number], channel: 0 | 1 | 2): Promise<number> {
  const grid = Array.from({ length: 24 * 24 }, (_, n) => [x - 12 + (n % 24), y - 12 + Math.floor(n / 24)] as const)
  const sampled = await pixels(page, grid)
  const others = [0, 1, 2].filter((other) => other !== channel)
  return sampled.filter((pixel) => others.every((other) => pixel[channel] > pixel[other] + 60)).length / sampled.length
}

describe('point geometry', () => {
  it('draws dots of one size in their colours that are occluded, picked, selected, isolated and cut', async () => {
    const page = await harness.open()
    await page.evaluate(async () => {
      const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
      await viewer.load({ manifestUrl: '/packages/survey/manifest.json' })
      testPage.setView([0, -15, 0], [0, 0, 0])
    })
    const mark = at(-3, 1)
    const [red, neighbor] = await pixels(page, [mark, [mark[0] + 6, mark[1]]])
    expect(red.slice(0, 3)).toEqual([255, expect.closeTo(0, -1), expect.closeTo(0, -1)])
    expect(Math.max(...neighbor.slice(0, 3)) - Math.min(...neighbor.slice(0, 3))).toBeLessThan(12)
    expect(await measureCoverage(page, at(-1 + 0.2, 0.83), 0)).toBe(0)
    expect(await measureCoverage(page, at(1.5, 0), 1)).toBeGreaterThan(0.3)
    expect(await measureCoverage(page, at(3.5, 0), 2)).toBeGreaterThan(0.3)

    const elementAt = (point: readonly [number, number]): Promise<number | null> =>
      page.evaluate(([x, y]) => testPage.viewer?.pick(x, y)?.element ?? null, point)
    expect(await elementAt([mark[0] + 3, mark[1] - 3])).toBe(elements.mark)
    expect(await elementAt([mark[0] + 12, mark[1]])).toBe(elements.wall)
    expect(await elementAt(at(3.5, 0.4))).toBe(elements.cloud)
    expect(await elementAt(at(6.5, 0))).toBeNull()
    expect(await page.evaluate(() => testPage.frames.at(-1)?.draws ?? 0)).toBeLessThanOrEqual(2)

    await page.evaluate((cloud) => testPage.viewer?.selection.set([cloud]), elements.cloud)
    // The dots remain green under the light fill of the selection highlight.
    expect(await measureCoverage(page, at(1.5, 0), 1)).toBeGreaterThan(0.3)
    expect((await pixels(page, [at(1.5, 0)]))[0][2]).toBeGreaterThan(40)
    await page.evaluate((cloud) => {
      testPage.viewer?.selection.clear()
      testPage.viewer?.cut.set([{ normal: [1, 0, 0], offset: -2.5 }])
      testPage.viewer?.visibility.isolate([cloud])
    }, elements.cloud)
    expect((await pixels(page, [mark]))[0].slice(0, 3)).toEqual([255, 255, 255])
    expect(await measureCoverage(page, at(1.5, 0), 1)).toBe(0)
    expect(await measureCoverage(page, at(3.5, 0), 2)).toBeGreaterThan(0.3)
    expect([await elementAt(mark), await elementAt(at(1.5, 0.4)), await elementAt(at(3.5, 0.4))]).toEqual([
      null,
      null,
      elements.cloud,
    ])
  })
})
