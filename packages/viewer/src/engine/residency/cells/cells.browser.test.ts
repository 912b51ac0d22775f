import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../../testing/browser-page.js'
import { countBuffers } from '../../../testing/count-buffers.js'
import type { TestPage } from '../../../testing/page/page.js'
import { blockElements, blockMetres, writeCities } from '../../../testing/test-city.js'

declare const testPage: TestPage

const side = 24
const megabyte = 1024 * 1024
/** Less than the city needs: a third of it is reserved for workers, elements and chunks that are being decoded. */
const smallBudget = 12 * megabyte

let harness: BrowserHarness
let versions: number[] = []
let urls: { cells: string; ordered: string }

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const cities = await writeCities(side)
  versions = [cities.cells.manifest.version, cities.ordered.manifest.version]
  urls = { cells: harness.serve('cells', cities.cells), ordered: harness.serve('ordered', cities.ordered) }
})
afterAll(() => harness.stop())

describe('model of cells', () => {
  it('looks and is picked like the complete model, within its budget at any time of a walk', async () => {
    const page = await harness.open(countBuffers)
    const outcome = await page.evaluate(
      async ({ cells, ordered, memoryBytes, hidden, extent }) => {
        const counted = (window as unknown as { buffers: { live: number; max: number } }).buffers
        const views = [
          [
            [-extent, -extent, extent],
            [extent / 2, extent / 2, 0],
          ],
          [
            [extent / 2, -20, 8],
            [extent / 2, 40, 0],
          ],
          [
            [extent / 3, extent / 3, 20],
            [extent / 3 + 20, extent / 3 + 20, 0],
          ],
          [
            [-extent, -extent, extent],
            [extent / 2, extent / 2, 0],
          ],
        ] as [[number, number, number], [number, number, number]][]
        const walk = async (manifestUrl: string, bytes: number) => {
          const viewer = testPage.open({ viewCube: false, pixelRatio: 1, memoryBytes: bytes })
          counted.max = counted.live
          let maxBytes = 0
          viewer.on('residencyChanged', (status) => (maxBytes = Math.max(maxBytes, status.bytes)))
          await viewer.load({ manifestUrl })
          const captures = []
          const stops = []
          for (const [number, [eye, target]] of views.entries()) {
            const [from] = views[Math.max(0, number - 1)]
            for (let step = 1; step <= 8; step++) {
              const at = eye.map((value, axis) => from[axis] + ((value - from[axis]) * step) / 8)
              testPage.setView(at as [number, number, number], target)
              await new Promise((resolve) => setTimeout(resolve, 30))
            }
            await testPage.rest()
            await testPage.settled()
            const { data } = await testPage.capture()
            const picks = Array.from(
              { length: 24 },
              (_, at) => viewer.pick(60 + at * 22, 150 + (at % 5) * 30)?.element ?? null,
            )
            captures.push(data)
            stops.push({ picks, status: viewer.residency })
          }
          const frameCount = testPage.frames.length
          await new Promise((resolve) => setTimeout(resolve, 600))
          const idleFrames = testPage.frames.length - frameCount
          viewer.visibility.hide(hidden)
          await testPage.rest()
          await testPage.settled()
          const { data: withHidden } = await testPage.capture()
          const box = [...(viewer.geometry?.elementBoxes(1) ?? [])]
          return {
            captures,
            withHidden,
            stops,
            maxBytes,
            gpuBytes: counted.max,
            idleFrames,
            box,
            errors: testPage.errors,
          }
        }
        const complete = await walk(ordered, 4096 * 1024 * 1024)
        const small = await walk(cells, memoryBytes)
        const large = await walk(cells, 4096 * 1024 * 1024)
        const compare = (one: typeof complete) =>
          one.captures.map((data, at) => testPage.difference(complete.captures[at], data))
        const summarize = ({ withHidden, stops, maxBytes, gpuBytes, idleFrames, box, errors }: typeof complete) => ({
          ...{ stops, maxBytes, gpuBytes, idleFrames, box, errors },
          hiddenDifference: testPage.difference(complete.withHidden, withHidden),
          hiddenEffect: testPage.difference(complete.captures[3], withHidden),
        })
        return {
          complete: summarize(complete),
          small: { ...summarize(small), differences: compare(small) },
          large: { ...summarize(large), differences: compare(large) },
        }
      },
      {
        ...urls,
        memoryBytes: smallBudget,
        // Every house of the nearest ten rows.
        hidden: Array.from({ length: side * 10 }, (_, block) => block * blockElements),
        extent: side * blockMetres,
      },
    )
    expect(versions).toEqual([5, 2])
    // Chunks and proxies came as ranges of packs, and the browser decoded them.
    for (const folder of ['scene', 'proxies'])
      expect(harness.requests).toContainEqual(
        expect.stringMatching(new RegExp(`^/packages/cells/${folder}/\\d+\\.pack/\\d+-\\d+$`)),
      )
    const { complete, small, large } = outcome
    expect([complete.errors, small.errors, large.errors]).toEqual([[], [], []])
    expect([complete.idleFrames, small.idleFrames, large.idleFrames]).toEqual([0, 0, 0])
    expect(large.maxBytes).toBeGreaterThan(smallBudget)
    expect(small.maxBytes).toBeGreaterThan(smallBudget / 2)
    expect(small.maxBytes).toBeLessThanOrEqual(smallBudget)
    expect(small.gpuBytes).toBeLessThan(smallBudget)
    const [near, far] = [
      [1, 2],
      [0, 3],
    ]
    // With memory for everything, near views are those of the complete model; far ones may differ by two pixels.
    for (const view of near) expect(large.differences[view]).toBeLessThan(0.005)
    for (const view of far) expect(large.differences[view]).toBeLessThan(0.03)
    for (const view of near) expect(large.stops[view].picks).toEqual(complete.stops[view].picks)
    // With little memory, proxies leave no holes: the worst of a root proxy alone is 0.45.
    for (const difference of small.differences) expect(difference, String(small.differences)).toBeLessThan(0.1)
    const picks = small.stops.flatMap((stop) => stop.picks)
    const equalPicks = complete.stops.flatMap((stop) => stop.picks).filter((element, at) => element === picks[at])
    expect(equalPicks.length).toBeGreaterThan(picks.length * 0.8)
    // Hidden houses are hidden in both forms.
    expect(complete.hiddenEffect).toBeGreaterThan(0.03)
    for (const { hiddenEffect, hiddenDifference } of [small, large]) {
      expect(hiddenEffect).toBeGreaterThan(0.03)
      expect(hiddenDifference).toBeLessThan(0.03)
    }
    for (const [side, value] of complete.box.entries()) expect(small.box[side]).toBeCloseTo(value, 1)
  })
})
