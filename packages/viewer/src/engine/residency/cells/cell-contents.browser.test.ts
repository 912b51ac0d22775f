import type { SceneBuilder } from '@kamar/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SectionExtension } from '../../../tools/section/section-extension.js'
import { BrowserHarness } from '../../../testing/browser-page.js'
import { boxMesh, placedAt, stoneMesh } from '../../../testing/shapes.js'
import type { TestPage } from '../../../testing/page/page.js'
import { blockElements, blockMetres, buildCity, testCellLimits } from '../../../testing/test-city.js'
import { addElement, writeTestPackage } from '../../../testing/test-package.js'

declare const testPage: TestPage

const side = 16
const extent = side * blockMetres
const megabyte = 1024 * 1024
/** Number of the stone beside the city, whose mesh needs more memory than all houses. */
const rock = side * side * blockElements

let harness: BrowserHarness
let city = ''
let rocky = ''
let mixed: { cells: string; ordered: string }

/** Adds to a city what is not an opaque grey body: a coloured cloud of points, a fence of lines, a pane of glass. */
async function buildMixedCity(scene: SceneBuilder): Promise<void> {
  await buildCity(scene, 8)
  const cloudSide = 50
  const cloud = scene.addPoints({
    positions: Float32Array.from({ length: cloudSide ** 2 * 3 }, (_, at) => {
      const point = Math.floor(at / 3)
      return [(point % cloudSide) / 2, 0, Math.floor(point / cloudSide) / 2][at % 3]
    }),
    colors: Uint8Array.from({ length: cloudSide ** 2 * 4 }, (_, at) => [0, at % 400 < 200 ? 255 : 90, 0, 255][at % 4]),
  })
  addElement(scene, { name: 'Cloud', mesh: cloud, at: placedAt(0, -4, 0), color: [1, 1, 1, 1] })
  const fence = scene.addLines({
    positions: Float32Array.from({ length: 200 * 3 }, (_, at) => {
      const end = Math.floor(at / 3)
      return [Math.floor(end / 2) / 2, 0, (end % 2) * 8][at % 3]
    }),
    indices: Uint32Array.from({ length: 200 }, (_, end) => end),
  })
  addElement(scene, { name: 'Fence', mesh: fence, at: placedAt(30, -4, 0), color: [0.8, 0.1, 0.1, 1] })
  const pane = boxMesh([0, 0, 0], [10, 0.2, 20])
  addElement(scene, { name: 'Pane', mesh: pane, at: placedAt(60, -6, 0), color: [0.2, 0.4, 1, 0.4] })
  const colors = Uint8Array.from({ length: (pane.positions.length / 3) * 4 }, (_, at) => [255, 0, 200, 255][at % 4])
  const board = { ...pane, colors }
  addElement(scene, { name: 'Board', mesh: board, at: placedAt(75, -6, 0), color: [1, 1, 1, 1] })
}

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const options = { cellLimits: testCellLimits }
  city = harness.serve('city', await writeTestPackage((scene) => buildCity(scene, side), [], options))
  const rockyPackage = await writeTestPackage(
    async (scene) => {
      await buildCity(scene, side)
      const mesh = stoneMesh(30, 260, 1)
      addElement(scene, { name: 'Rock', mesh, at: placedAt(-60, extent / 2, 30), color: [0.1, 0.4, 0.1, 1] })
    },
    [],
    options,
  )
  rocky = harness.serve('rocky', rockyPackage)
  mixed = {
    cells: harness.serve('mixed', await writeTestPackage(buildMixedCity, [], options)),
    ordered: harness.serve('ordered', await writeTestPackage(buildMixedCity)),
  }
})
afterAll(() => harness.stop())

const listFiles = (requests: readonly string[]): string[] =>
  requests.filter((path) => path.startsWith('/packages/')).map((path) => path.split('/').slice(3).join('/'))

describe('contents of cells', () => {
  it('draws points, lines, glass, coloured vertices and a selection like a complete model', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(async ({ cells, ordered }) => {
      const capture = async (manifestUrl: string) => {
        const viewer = testPage.open({ viewCube: false, pixelRatio: 1 })
        await viewer.load({ manifestUrl })
        testPage.setView([45, -70, 25], [45, 0, 8])
        await testPage.rest()
        await testPage.settled()
        const { data: plain } = await testPage.capture()
        viewer.selection.set([0, 7, 12])
        const section = (await viewer.loadExtension('kamar.section')) as SectionExtension
        section.addFace({ point: [0, 0, 9], normal: [0, 0, 1] })
        await testPage.rest()
        await testPage.settled()
        const { data: sectioned } = await testPage.capture()
        return { plain, sectioned, kind: viewer.residency === null ? 'complete' : 'cells', errors: testPage.errors }
      }
      const complete = await capture(ordered)
      const large = await capture(cells)
      return {
        kinds: [complete.kind, large.kind],
        errors: [complete.errors, large.errors],
        plain: testPage.difference(complete.plain, large.plain),
        sectioned: testPage.difference(complete.sectioned, large.sectioned),
        effect: testPage.difference(complete.plain, complete.sectioned),
      }
    }, mixed)
    expect(outcome.kinds).toEqual(['complete', 'cells'])
    expect(outcome.errors).toEqual([[], []])
    expect(outcome.plain).toBeLessThan(0.005)
    expect(outcome.effect).toBeGreaterThan(0.02)
    expect(outcome.sectioned).toBeLessThan(0.01)
  })

  it('shows the first frame after the manifest, the cells and one proxy alone', async () => {
    const page = await harness.open()
    const first = await page.evaluate(async (manifestUrl) => {
      const viewer = testPage.open({ viewCube: false })
      const counts: number[] = []
      viewer.on('frame', ({ instances }) => counts.push(instances))
      const fetched: string[] = []
      const loader = testPage.createPackageLoader({ manifestUrl })
      let requested: string[] | null = null
      await viewer.load({
        loader: {
          fetchManifest: (signal) => loader.fetchManifest(signal),
          fetchFile: async (path, signal) => {
            if (fetched.length >= 2 && requested === null) {
              // Whatever else is requested waits until a frame has drawn something.
              while (!counts.some((count) => count > 0)) await new Promise((resolve) => setTimeout(resolve, 20))
              requested = [...fetched]
            }
            fetched.push(path)
            return loader.fetchFile(path, signal)
          },
        },
      })
      await testPage.settled()
      return { requested, errors: testPage.errors, all: fetched }
    }, city)
    expect(first.errors).toEqual([])
    expect(first.requested).toEqual(['cells.bin', expect.stringMatching(/^proxies\//)])
    expect(first.all).toEqual(expect.arrayContaining(['exterior.bin', 'tree.bin', 'cell-elements.bin']))
  })

  it('fetches no chunk whose elements are all hidden', async () => {
    const page = await harness.open()
    const approach = async (isIsolated: boolean) => {
      await page.evaluate(
        async ({ manifestUrl, elements }) => {
          const viewer = testPage.open({ viewCube: false })
          testPage.setView([-4000, -4000, 3000], [40, 40, 0])
          await viewer.load({ manifestUrl })
          if (elements !== null) viewer.visibility.isolate(elements)
          await testPage.settled()
        },
        { manifestUrl: city, elements: isIsolated ? [0] : null },
      )
      // Chunks may be fetched before the boxes of elements arrive.
      harness.requests.length = 0
      const outcome = await page.evaluate(async () => {
        testPage.setView([10, -25, 12], [60, 60, 0])
        await testPage.settled()
        return { needed: testPage.viewer?.residency?.needed ?? 0, errors: testPage.errors }
      })
      const chunkCount = listFiles(harness.requests).filter((path) => path.startsWith('scene/')).length
      return { ...outcome, chunkCount }
    }
    const isolated = await approach(true)
    const all = await approach(false)
    expect([isolated.errors, all.errors]).toEqual([[], []])
    expect(isolated.needed).toBeLessThan(all.needed / 2)
    expect(isolated.chunkCount).toBeLessThan(all.chunkCount / 2)
  })

  it('draws an element whose chunk exceeds the budget by a proxy, and reports it as missing', async () => {
    const page = await harness.open()
    const walk = (memoryBytes: number) =>
      page.evaluate(
        async ({ manifestUrl, memoryBytes, extent }) => {
          const viewer = testPage.open({ viewCube: false, memoryBytes })
          await viewer.load({ manifestUrl })
          testPage.setView([-60, extent / 2 - 120, 60], [-60, extent / 2, 30])
          await testPage.settled()
          const hit = viewer.pick(320, 200)?.element ?? null
          return { hit, status: viewer.residency, errors: testPage.errors }
        },
        { manifestUrl: rocky, memoryBytes, extent },
      )
    const small = await walk(8 * megabyte)
    expect(small.errors).toEqual([])
    expect(small.hit).toBe(rock)
    expect(small.status?.isNearMissing).toBe(true)
    const large = await walk(512 * megabyte)
    expect(large.hit).toBe(rock)
    expect(large.status?.isNearMissing).toBe(false)
  })
})
