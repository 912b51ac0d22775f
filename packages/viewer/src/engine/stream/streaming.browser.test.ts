import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildTower } from '../../testing/test-tower.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** Counters of the script on the page. */
interface Counts {
  sent: number
  live: Record<string, number>
}

/** Script that counts bytes sent to buffers, and live GPU objects. */
const counting = `{
  const counts = (window.counts = { sent: 0, live: {} })
  const prototype = WebGL2RenderingContext.prototype
  for (const name of ['bufferData', 'bufferSubData']) {
    const original = prototype[name]
    prototype[name] = function (...all) {
      counts.sent += all.find((one) => ArrayBuffer.isView(one))?.byteLength ?? 0
      return original.apply(this, all)
    }
  }
  for (const kind of ['Buffer', 'Texture', 'Framebuffer', 'Renderbuffer', 'Program', 'Shader', 'VertexArray']) {
    counts.live[kind] = 0
    const alive = new Set()
    const create = prototype['create' + kind]
    prototype['create' + kind] = function (...all) {
      const made = create.apply(this, all)
      alive.add(made)
      counts.live[kind] = alive.size
      return made
    }
    const remove = prototype['delete' + kind]
    prototype['delete' + kind] = function (one) {
      alive.delete(one)
      counts.live[kind] = alive.size
      return remove.call(this, one)
    }
  }
}`

let harness: BrowserHarness
let tower: TestPackage
/** The same without panes. */
let solid: TestPackage
let manifestUrl = ''
let smallUrl = ''
/** URL of the tower that no other test has fetched. */
let visitedUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  tower = await writeTestPackage((scene) => buildTower(scene))
  manifestUrl = harness.serve('tower', tower)
  solid = await writeTestPackage((scene) => buildTower(scene, { panes: false }))
  harness.serve('solid', solid)
  visitedUrl = harness.serve('visited', tower)
  smallUrl = harness.serve('small', await writeTestPackage((scene) => buildTower(scene, { stones: 12 })))
})
afterAll(() => harness.stop())

describe('package loading', () => {
  it('uploads every byte once, and nothing more when the camera moves', async () => {
    expect(tower.manifest.chunks.length).toBeGreaterThan(3)
    const page = await harness.open(counting)
    const outcome = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      const progress: number[] = []
      viewer.on('modelProgress', ({ fraction }) => progress.push(fraction))
      let firstFrames = 0
      viewer.on('firstFrame', () => firstFrames++)
      testPage.setView([8, -30, 14], [10, 4, 4])
      await viewer.load({ manifestUrl: address })
      await testPage.rest()
      const counts = (window as unknown as { counts: Counts }).counts
      const sent = counts.sent
      testPage.setView([9, -30, 14], [10, 4, 4])
      await testPage.rest()
      return { progress, firstFrames, sent, more: counts.sent - sent, instances: viewer.model?.instanceCount }
    }, manifestUrl)
    expect(outcome.progress).toEqual([...outcome.progress].sort((a, b) => a - b))
    expect([outcome.progress.at(-1), outcome.firstFrames, outcome.instances, outcome.more]).toEqual([1, 1, 161, 0])
    // A vertex with its owner is 12 bytes, an index 4: levels and edges are less than three indices per vertex.
    const triangles = tower.manifest.counts.triangles
    expect(outcome.sent).toBeGreaterThan(triangles * 12)
    expect(outcome.sent).toBeLessThan(triangles * (12 + 3 * 4 * 2.5))
  })

  it('requests only the manifest on a second visit', async () => {
    const page = await harness.open()
    const visit = async (): Promise<string[]> => {
      harness.requests.length = 0
      await page.goto(page.url())
      await page.waitForFunction(() => 'testPage' in window)
      await page.evaluate(async (address) => {
        const viewer = testPage.open({ viewCube: false })
        await viewer.load({ manifestUrl: address })
        await testPage.rest()
      }, visitedUrl)
      return harness.requests.filter((path) => path.startsWith('/packages/'))
    }
    expect((await visit()).length).toBeGreaterThan(tower.manifest.chunks.length)
    expect(await visit()).toEqual([visitedUrl])
  })

  it('adds late chunks to the frame, which ends equal to a full draw', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(
      async ({ manifest }) => {
        const viewer = testPage.open({ viewCube: false })
        const gates: (() => void)[] = []
        let drawnCount = 0
        const openNext = (): void => {
          while (drawnCount > 0 && gates.length > 0) {
            drawnCount--
            gates.shift()?.()
          }
        }
        const loader = testPage.steppedLoader('/packages/solid/', [manifest])
        const slow = {
          ...loader,
          fetchFile: async (path: string, signal: AbortSignal) => {
            if (path.startsWith('scene/') && path !== 'scene/000.bin') {
              const gate = new Promise<void>((resolve) => gates.push(resolve))
              openNext()
              await gate
            }
            return loader.fetchFile(path, signal)
          },
        }
        const { width, height } = viewer.canvas
        const copy = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
        viewer.on('frame', ({ instances }) => {
          copy.drawImage(viewer.canvas, 0, 0)
          // A chunk arrives after the previous one was drawn.
          if (instances > 0) drawnCount++
          openNext()
        })
        testPage.setView([8, -30, 14], [10, 4, 4])
        await viewer.load({ loader: slow })
        await testPage.rest()
        const frames = [...testPage.frames]
        const grown = copy.getImageData(0, 0, width, height).data
        viewer.invalidate()
        await testPage.rest()
        const fullDraw = copy.getImageData(0, 0, width, height).data
        return { frames, last: testPage.frames.at(-1), difference: testPage.difference(grown, fullDraw) }
      },
      { manifest: solid.manifest },
    )
    const kinds = outcome.frames.filter(({ instances }) => instances > 0).map(({ kind }) => kind)
    expect(kinds.length).toBeGreaterThan(2)
    // The first is the model's first frame if the chunk came before the empty one was drawn.
    expect(new Set(kinds.slice(1))).toEqual(new Set(['additive']))
    expect(outcome.last?.kind).toBe('full')
    const drawnCount = outcome.frames.reduce((sum, { instances }) => sum + instances, 0)
    expect(drawnCount).toBe(outcome.last?.instances)
    expect(outcome.difference).toBeLessThan(0.0005)
  })

  it('replaces a provisional package by the complete one without a gap', async () => {
    // Simulates a growing live manifest: one more chunk each time, no tree, no exterior yet.
    const provisional = [1, 2, 3].map((count) => ({
      ...tower.manifest,
      state: 'inprogress' as const,
      report: null,
      chunks: tower.manifest.chunks.slice(0, count),
      files: [],
    }))
    const page = await harness.open()
    const outcome = await page.evaluate(
      async ({ manifests }) => {
        const viewer = testPage.open({ viewCube: false })
        const loader = testPage.steppedLoader('/packages/tower/', manifests)
        const states: string[] = []
        viewer.on('modelProgress', ({ state }) => states.push(state))
        testPage.setView([-5, -16, 3], [-5, 0, 3])
        const loading = viewer.load({ loader })
        await new Promise((resolve) => viewer.on('firstFrame', resolve))
        viewer.selection.set([0])
        const centerPixels: number[][] = []
        viewer.on('frame', () => {
          const { width, height } = viewer.canvas
          const copy = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
          copy.drawImage(viewer.canvas, 0, 0)
          centerPixels.push([...copy.getImageData(width / 2, height / 2, 1, 1).data])
        })
        for (let step = 1; step < manifests.length; step++) {
          loader.release()
          await testPage.rest()
        }
        const manifest = await loading
        await testPage.rest()
        return {
          states: [...new Set(states)],
          centerPixels,
          state: manifest.state,
          selected: viewer.selection.elements,
        }
      },
      { manifests: [...provisional, tower.manifest] },
    )
    expect(outcome.states).toEqual(['inprogress', 'complete'])
    expect(outcome.state).toBe('complete')
    expect(outcome.selected).toEqual([0])
    // Once the box has appeared it never disappears, and it is drawn as selected.
    const first = outcome.centerPixels.findIndex(([, , blue]) => blue < 100)
    expect(first).toBeGreaterThanOrEqual(0)
    for (const [red, , blue] of outcome.centerPixels.slice(first)) {
      expect(red).toBeGreaterThan(120)
      expect(blue).toBeLessThan(100)
    }
    expect(outcome.centerPixels.length - first).toBeGreaterThan(2)
  })

  it('reports the error of a damaged package, and loads the next one', async () => {
    const page = await harness.open()
    const box = tower.manifest.bounds as NonNullable<typeof tower.manifest.bounds>
    const unlimited = [
      { ...box, max: [null, 1, 1] },
      { ...box, max: [1e300, 1e300, 1e300] },
      { min: box.max, max: box.min },
    ].map((bounds) => ({ ...tower.manifest, bounds }))
    const broken = { ...tower.manifest, chunks: tower.manifest.chunks.map((chunk) => ({ ...chunk, path: 'tree.bin' })) }
    const outcome = await page.evaluate(
      async ({ address, broken, unlimited }) => {
        const viewer = testPage.open({ viewCube: false })
        const getErrorCode = async (load: Promise<unknown>): Promise<string> =>
          load.then(
            () => 'loaded',
            (error: { code: string }) => error.code,
          )
        const missing = await getErrorCode(viewer.load({ manifestUrl: '/packages/none/manifest.json' }))
        const noManifest = await getErrorCode(
          viewer.load({ loader: testPage.steppedLoader('/packages/tower/', [{ format: 'other' }]) }),
        )
        const wrongChunk = await getErrorCode(
          viewer.load({ loader: testPage.steppedLoader('/packages/tower/', [broken]) }),
        )
        const bounds: string[] = []
        for (const one of unlimited)
          bounds.push(await getErrorCode(viewer.load({ loader: testPage.steppedLoader('/packages/tower/', [one]) })))
        const overtaken = getErrorCode(viewer.load({ manifestUrl: address }))
        const good = await getErrorCode(viewer.load({ manifestUrl: address }))
        const { errors } = testPage
        return { missing, noManifest, wrongChunk, bounds, overtaken: await overtaken, good, errors }
      },
      { address: manifestUrl, broken, unlimited },
    )
    expect(outcome).toEqual({
      missing: 'fetch-failed',
      noManifest: 'package-damaged',
      wrongChunk: 'package-damaged',
      bounds: ['package-damaged', 'package-damaged', 'package-damaged'],
      overtaken: 'cancelled',
      good: 'loaded',
      errors: ['fetch-failed', ...Array.from({ length: 5 }, () => 'package-damaged')],
    })
  })
})

describe('graphics resources', () => {
  it('are rebuilt after a lost context is restored', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: address })
      testPage.setView([8, -30, 14], [10, 4, 4])
      viewer.colors.set([0], { rgb: [0, 160, 0] })
      await testPage.rest()
      const before = (await testPage.capture()).data
      const extension = viewer.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      const restored = new Promise((resolve) => viewer.canvas.addEventListener('webglcontextrestored', resolve))
      extension?.loseContext()
      await new Promise((resolve) => viewer.on('error', resolve))
      // A context may be restored only after its loss event has been dispatched.
      await new Promise((resolve) => setTimeout(resolve, 50))
      extension?.restoreContext()
      await restored
      while ((viewer.model?.instanceCount ?? 0) < 161) await new Promise((resolve) => setTimeout(resolve, 20))
      await testPage.rest()
      const after = (await testPage.capture()).data
      return { difference: testPage.difference(before, after), errors: testPage.errors }
    }, manifestUrl)
    expect(outcome.errors).toEqual(['context-lost'])
    expect(outcome.difference).toBeLessThan(0.0005)
  })

  it('do not grow when ten more models are loaded', async () => {
    const page = await harness.open(counting)
    const outcome = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      const { live } = (window as unknown as { counts: Counts }).counts
      const collect = (window as unknown as { gc(): void }).gc
      const heap = async (): Promise<number> => {
        for (let round = 0; round < 3; round++) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          collect()
        }
        return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize
      }
      const runRound = async (round: number): Promise<void> => {
        await viewer.load({ manifestUrl: address })
        viewer.pick(320, 200)
        viewer.selection.set([0, 1, 2])
        if (round % 4 === 0) await viewer.search('stone')
        viewer.unload()
        testPage.frames.length = 0
      }
      // The first rounds compile code, which adds to the heap.
      for (let round = 0; round < 5; round++) await runRound(round)
      const first = { live: { ...live }, heap: await heap() }
      for (let round = 0; round < 10; round++) await runRound(round)
      const last = { live: { ...live }, heap: await heap() }
      viewer.dispose()
      testPage.viewer = null
      return { first, last }
    }, smallUrl)
    expect(outcome.last.live).toEqual(outcome.first.live)
    expect(outcome.last.heap / outcome.first.heap).toBeLessThan(1.05)
  })

  it('are unaffected by twenty other viewers, which release theirs', async () => {
    const page = await harness.open()
    await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: address })
    }, manifestUrl)
    // The worker that decoded the model ends with its last chunk; the page is notified slightly later.
    await expect.poll(() => page.workers().length).toBe(0)
    const outcome = await page.evaluate(async (address) => {
      const main = testPage.viewer as NonNullable<typeof testPage.viewer>
      const collect = (window as unknown as { gc(): void }).gc
      const heaps: number[] = []
      const canvases: HTMLCanvasElement[] = []
      for (let round = 0; round < 20; round++) {
        const box = document.body.appendChild(document.createElement('div'))
        Object.assign(box.style, { position: 'absolute', width: '160px', height: '120px' })
        const nested = testPage.createViewer(box, { pixelRatio: 1 })
        if (round % 5 === 0) await nested.load({ manifestUrl: address })
        canvases.push(nested.canvas)
        nested.dispose()
        box.remove()
        await new Promise((resolve) => setTimeout(resolve, 0))
        collect()
        heaps.push((performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize)
      }
      const lost = canvases.filter((canvas) => canvas.getContext('webgl2')?.isContextLost() === true).length
      main.invalidate()
      await testPage.rest()
      return {
        lost,
        growth: (heaps[19] as number) / (heaps[4] as number),
        isMainLost: main.canvas.getContext('webgl2')?.isContextLost(),
        instances: testPage.frames.at(-1)?.instances,
        errors: testPage.errors,
        boxes: document.querySelectorAll('canvas').length,
      }
    }, smallUrl)
    expect(outcome).toMatchObject({ lost: 20, isMainLost: false, errors: [], boxes: 1 })
    expect(outcome.instances).toBeGreaterThan(100)
    expect(outcome.growth).toBeLessThan(1.1)
    await expect.poll(() => page.workers().length).toBe(0)
  })
})
