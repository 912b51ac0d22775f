import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SectionExtension } from '../../tools/section/section-extension.js'
import { BrowserHarness } from '../../testing/browser-page.js'
import { countBuffers } from '../../testing/count-buffers.js'
import type { TestPage } from '../../testing/page/page.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { buildStreet } from '../../testing/test-street.js'

declare const testPage: TestPage

const rows = 320
const megabyte = 1024 * 1024
/** About a fifth of the street's memory. */
const budget = 10 * megabyte

interface Counted {
  buffers: { live: number; max: number }
}

let harness: BrowserHarness
let street: TestPackage
let manifestUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  street = await writeTestPackage((scene) => buildStreet(scene, rows))
  manifestUrl = harness.serve('street', street)
})
afterAll(() => harness.stop())

describe('model larger than the memory budget', () => {
  it('stays within the budget on a flight, shows all nearby elements at rest, and is picked as without a budget', async () => {
    expect(street.manifest.chunks.length).toBeGreaterThan(8)
    const page = await harness.open(countBuffers)
    const outcome = await page.evaluate(
      async ({ address, memoryBytes }) => {
        const counted = (window as unknown as Counted).buffers
        const stops = [0, 490, 1040, 0]
        const fly = async (options: { memoryBytes: number }, steps: number) => {
          const viewer = testPage.open({ viewCube: false, ...options })
          counted.max = counted.live
          let maxBytes = 0
          viewer.on('residencyChanged', ({ bytes }) => (maxBytes = Math.max(maxBytes, bytes)))
          await viewer.load({ manifestUrl: address })
          const captures = []
          for (const [number, stop] of stops.entries()) {
            const from = stops[number - 1] ?? stop
            for (let step = 1; step <= steps; step++) {
              const y = from + ((stop - from) * step) / steps
              testPage.setView([4, y - 9, 5], [4, y + 9, -2])
              await new Promise((resolve) => setTimeout(resolve, 30))
            }
            await testPage.rest()
            await testPage.settled()
            const { data } = await testPage.capture()
            const picks = Array.from({ length: 12 }, (_, at) => viewer.pick(80 + at * 44, 250 + (at % 3) * 40))
            captures.push({ data, picks: picks.map((pick) => pick?.element ?? null), status: viewer.residency })
          }
          const frameCount = testPage.frames.length
          await new Promise((resolve) => setTimeout(resolve, 1200))
          const idleDraws = testPage.frames.length - frameCount
          const section = (await viewer.loadExtension('kamar.section')) as SectionExtension
          section.addAxis('x')
          await new Promise<void>((resolve) => {
            const stop = section.on('capped', () => {
              stop()
              resolve()
            })
          })
          const areas = section.cutAreas().toSorted((one, other) => one.element - other.element)
          return { captures, maxBytes, gpuBytes: counted.max, idleDraws, areas }
        }
        const short = await fly({ memoryBytes }, 10)
        const unlimited = await fly({ memoryBytes: 4096 * 1024 * 1024 }, 1)
        const differences = short.captures.map(({ data }, at) => testPage.difference(data, unlimited.captures[at].data))
        // The lower half of the frame shows near objects.
        const half = (data: Uint8ClampedArray): Uint8ClampedArray => data.subarray(data.length / 2)
        const near = short.captures.map(({ data }, at) =>
          testPage.difference(half(data), half(unlimited.captures[at].data)),
        )
        const summarize = ({ captures, maxBytes, gpuBytes, idleDraws, areas }: typeof short) => ({
          picks: captures.map(({ picks }) => picks),
          status: captures.map(({ status }) => status),
          maxBytes,
          gpuBytes,
          idleDraws,
          areas,
        })
        return { short: summarize(short), unlimited: summarize(unlimited), differences, near }
      },
      { address: manifestUrl, memoryBytes: budget },
    )
    const { short, unlimited, differences, near } = outcome
    expect(unlimited.gpuBytes).toBeGreaterThan(budget * 3)
    expect(short.gpuBytes).toBeLessThan(budget)
    expect(short.maxBytes).toBeGreaterThan(budget / 2)
    expect(short.maxBytes).toBeLessThanOrEqual(budget)
    // Distant stones of a few pixels are missing, but nothing near.
    for (const difference of differences) expect(difference).toBeLessThan(0.01)
    for (const difference of near) expect(difference).toBeLessThan(0.0002)
    expect(short.picks).toEqual(unlimited.picks)
    expect(short.picks.flat().filter((element) => element !== null).length).toBeGreaterThan(20)
    // The section cuts the whole street: evicted chunks are fetched for it one by one.
    expect(short.areas.length).toBe(rows)
    expect(short.areas).toEqual(unlimited.areas)
    expect([short.idleDraws, unlimited.idleDraws]).toEqual([0, 0])
  })
})
