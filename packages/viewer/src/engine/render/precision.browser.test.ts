import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** Distance from the origin of a model with national grid coordinates in millimetres, metres. */
const far = 6e8

let harness: BrowserHarness

/** Builds three blocks a few centimetres apart, at a position that is passed to the writer, as readers do. */
function buildBlocks(scene: Parameters<Parameters<typeof writeTestPackage>[0]>[0], at: number): void {
  scene.setOrigin([at, -at, 0])
  const add = (name: string, min: [number, number, number], max: [number, number, number], color: number): void =>
    void addElement(scene, {
      name,
      mesh: boxMesh(min, max),
      at: placedAt(at, -at, 0),
      color: [color, 0.4, 1 - color, 1],
    })
  add('base', [-4, -4, -0.5], [4, 4, 0], 0.2)
  add('left', [-2, -1, 0], [-0.013, 1, 2.125], 0.5)
  add('right', [0.013, -1, 0], [2, 1, 2.125], 0.8)
}

beforeAll(async () => {
  harness = await BrowserHarness.start()
  for (const at of [0, far]) harness.serve(`blocks-${at}`, await writeTestPackage((scene) => buildBlocks(scene, at)))
})
afterAll(() => harness.stop())

interface ViewMeasurement {
  /** Ratio of the values in each view's frame that differ from those of the previous model. */
  readonly differing: number[]
  /** Picked point in the model's original coordinates. */
  readonly picked: readonly number[]
  readonly width: number
}

/** Returns the frames of several views, a picked point of the face x = 2 and the picked gap between the blocks. */
async function measureView(page: Page, name: string): Promise<ViewMeasurement> {
  return page.evaluate(async (address) => {
    const viewer = testPage.open({ pixelRatio: 1, viewCube: false })
    const { origin } = await viewer.load({ manifestUrl: address })
    const { min = [0, 0, 0], max = [0, 0, 0] } = viewer.model?.manifest.bounds ?? {}
    const center = [0, 1, 2].map((axis) => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2) as [number, number, number]
    const frames: Uint8ClampedArray[] = []
    for (let viewIndex = 0; viewIndex < 5; viewIndex++) {
      testPage.setView([center[0] + 6 + viewIndex * 0.003, center[1] - 9, center[2] + 5], center)
      await testPage.rest()
      frames.push((await testPage.capture()).data)
    }
    const cast = (from: [number, number, number], direction: [number, number, number]): readonly number[] =>
      viewer.pickAlong({ origin: from, direction, pixelSize: 0, pixelGrowth: 0 })?.point ?? [0, 0, 0]
    const picked = cast([center[0] + 9, center[1], center[2] + 0.3], [-1, 0, 0])
    const inGap: [number, number, number] = [center[0], center[1], center[2] + 0.3]
    const width = (cast(inGap, [1, 0, 0])[0] ?? 0) - (cast(inGap, [-1, 0, 0])[0] ?? 0)
    const page = window as unknown as { before?: Uint8ClampedArray[] }
    const differing = frames.map((frame, viewIndex) => {
      // Without a previous model, compares two views of this one: they must differ, which proves that something is
      // drawn.
      const other = page.before?.[viewIndex] ?? frames[viewIndex === 0 ? 4 : 0]
      return frame.filter((value, at) => Math.abs(value - (other?.[at] ?? 0)) > 2).length / frame.length
    })
    page.before = frames
    return { differing, picked: picked.map((value, axis) => value + (origin[axis] ?? 0)), width }
  }, `/packages/${name}/manifest.json`)
}

describe('model 600,000 km from its origin', () => {
  it('is drawn, picked and measured to the millimetre as at the origin', async () => {
    const page = await harness.open()
    const near = await measureView(page, 'blocks-0')
    const distantView = await measureView(page, `blocks-${far}`)
    for (const share of near.differing) expect(share).toBeGreaterThan(1e-4)
    for (const share of distantView.differing) expect(share).toBeLessThan(1e-4)
    expect(near.picked[0]).toBeCloseTo(2, 3)
    expect((distantView.picked[0] ?? 0) - far).toBeCloseTo(2, 3)
    expect(near.width).toBeCloseTo(0.026, 3)
    expect(distantView.width).toBeCloseTo(0.026, 3)
  })
})
