import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../testing/browser-page.js'
import type { TestPage } from '../testing/page/page.js'
import { buildTower } from '../testing/test-tower.js'
import { writeTestPackage, type TestPackage } from '../testing/test-package.js'

declare const testPage: TestPage

/** What the counting script keeps in the page. */
interface Counts {
  sent: number
  live: Record<string, number>
}

/** Counts bytes sent to buffers, and objects of the card that are alive. */
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
let manifestUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  tower = await writeTestPackage((scene) => buildTower(scene))
  manifestUrl = harness.serve('tower', tower)
})
afterAll(() => harness.stop())

describe('loading', () => {
  it('draws what arrives on top, sends each byte once, and ends with the picture of a whole draw', async () => {
    expect(tower.manifest.chunks.length).toBeGreaterThan(3)
    const page = await harness.open(counting)
    const outcome = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      const progress: number[] = []
      viewer.on('modelProgress', ({ fraction }) => progress.push(fraction))
      let firstPictures = 0
      viewer.on('firstPicture', () => firstPictures++)
      testPage.look([8, -30, 14], [10, 4, 4])
      // A page that is given one chunk per picture: what arrives must be seen to be added.
      await viewer.load({ manifestUrl: address })
      await testPage.rest()
      const { sent } = (window as unknown as { counts: Counts }).counts
      const copy = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      copy.canvas.width = 640
      copy.canvas.height = 400
      viewer.invalidate()
      await new Promise((resolve) => viewer.on('frame', resolve))
      const whole = (await testPage.picture()).data
      return {
        progress,
        firstPictures,
        sent,
        frames: testPage.frames,
        red: [...whole.subarray(0, 4)],
        fetched: viewer.model?.instanceCount,
      }
    }, manifestUrl)
    expect(outcome.progress).toEqual([...outcome.progress].sort((a, b) => a - b))
    expect(outcome.progress.at(-1)).toBe(1)
    expect(outcome.firstPictures).toBe(1)
    expect(outcome.fetched).toBe(161)
    expect(outcome.frames.filter(({ kind }) => kind === 'full').length).toBeLessThan(6)
    // Every vertex with its owner is 12 bytes, every index 4; growth copies on the card and sends nothing.
    const decoded = await page.evaluate(async () => {
      const before = (window as unknown as { counts: Counts }).counts.sent
      testPage.look([9, -30, 14], [10, 4, 4])
      await testPage.rest()
      return (window as unknown as { counts: Counts }).counts.sent - before
    })
    expect(decoded).toBe(0)
    await page.context().close()
  })

  it('adds chunks that come late to the picture without drawing the others again', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(
      async ({ manifest }) => {
        const viewer = testPage.open({ viewCube: false })
        viewer.setExteriorShortcut(false)
        const gates: (() => void)[] = []
        const loader = testPage.steppedLoader('/packages/tower/', [manifest])
        const slow = {
          ...loader,
          fetchFile: async (path: string, signal: AbortSignal) => {
            if (path.startsWith('scene/') && path !== 'scene/000.bin')
              await new Promise<void>((resolve) => gates.push(resolve))
            return loader.fetchFile(path, signal)
          },
        }
        testPage.look([8, -30, 14], [10, 4, 4])
        const loading = viewer.load({ loader: slow })
        await new Promise((resolve) => viewer.on('firstPicture', resolve))
        const openGates = setInterval(() => gates.shift()?.(), 30)
        await loading
        clearInterval(openGates)
        await testPage.rest()
        const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
        context.canvas.width = 640
        context.canvas.height = 400
        const frames = [...testPage.frames]
        const grown = (await testPage.picture()).data
        return { frames, size: grown.length }
      },
      { manifest: tower.manifest },
    )
    const additive = outcome.frames.filter(({ kind }) => kind === 'additive')
    expect(additive.length).toBeGreaterThan(0)
    const instances = outcome.frames.filter(({ kind }) => kind === 'full').map((frame) => frame.instances)
    expect(Math.max(...additive.map((frame) => frame.instances))).toBeLessThan(Math.max(...instances))
    await page.context().close()
  })

  it('shows a package that is being written and exchanges it for the finished one without a gap', async () => {
    const provisional = tower.manifests.filter(({ state }) => state === 'inprogress')
    expect(provisional.length).toBeGreaterThan(0)
    const page = await harness.open()
    const outcome = await page.evaluate(
      async ({ manifests }) => {
        const viewer = testPage.open({ viewCube: false })
        const loader = testPage.steppedLoader('/packages/tower/', manifests)
        const states: string[] = []
        viewer.on('modelProgress', ({ state }) => states.push(state))
        testPage.look([1, -12, 1], [1, 0, 1])
        const loading = viewer.load({ loader })
        await new Promise((resolve) => viewer.on('firstPicture', resolve))
        viewer.selection.set([0])
        const middle: number[][] = []
        viewer.on('frame', () => {
          const copy = new OffscreenCanvas(640, 400).getContext('2d') as OffscreenCanvasRenderingContext2D
          copy.drawImage(viewer.canvas, 0, 0)
          middle.push([...copy.getImageData(320, 200, 1, 1).data])
        })
        for (let step = 1; step < manifests.length; step++) {
          loader.release()
          await testPage.rest()
        }
        const manifest = await loading
        await testPage.rest()
        return { states: [...new Set(states)], middle, state: manifest.state, selected: viewer.selection.elements }
      },
      { manifests: [...provisional, tower.manifest] },
    )
    expect(outcome.states).toEqual(['inprogress', 'complete'])
    expect(outcome.state).toBe('complete')
    expect(outcome.selected).toEqual([0])
    for (const [red, green, blue] of outcome.middle) {
      expect(red).toBeGreaterThan(120)
      expect(blue).toBeLessThan(100)
      expect(green).toBeLessThan(150)
    }
    await page.context().close()
  })

  it('names what is wrong with a package, and loads the next one all the same', async () => {
    const page = await harness.open()
    const broken = { ...tower.manifest, chunks: tower.manifest.chunks.map((chunk) => ({ ...chunk, path: 'tree.bin' })) }
    const outcome = await page.evaluate(
      async ({ address, damaged }) => {
        const viewer = testPage.open({ viewCube: false })
        const codeOf = async (load: Promise<unknown>): Promise<string> =>
          load.then(
            () => 'loaded',
            (error: { code: string }) => error.code,
          )
        const missing = await codeOf(viewer.load({ manifestUrl: '/packages/none/manifest.json' }))
        const noManifest = await codeOf(
          viewer.load({ loader: testPage.steppedLoader('/packages/tower/', [{ format: 'other' }]) }),
        )
        const wrongChunk = await codeOf(viewer.load({ loader: testPage.steppedLoader('/packages/tower/', [damaged]) }))
        const overtaken = codeOf(viewer.load({ manifestUrl: address }))
        const good = await codeOf(viewer.load({ manifestUrl: address }))
        return { missing, noManifest, wrongChunk, overtaken: await overtaken, good, errors: testPage.errors }
      },
      { address: manifestUrl, damaged: broken },
    )
    expect(outcome).toEqual({
      missing: 'fetch-failed',
      noManifest: 'package-damaged',
      wrongChunk: 'package-damaged',
      overtaken: 'cancelled',
      good: 'loaded',
      errors: ['fetch-failed', 'package-damaged', 'package-damaged'],
    })
    await page.context().close()
  })
})

describe('the graphics card', () => {
  it('is filled anew when its context was lost and came back', async () => {
    const page = await harness.open()
    const outcome = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: address })
      testPage.look([8, -30, 14], [10, 4, 4])
      viewer.colors.set([0], { rgb: [0, 160, 0] })
      await testPage.rest()
      const before = (await testPage.picture()).data
      const extension = viewer.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      const restored = new Promise((resolve) => viewer.canvas.addEventListener('webglcontextrestored', resolve))
      extension?.loseContext()
      await new Promise((resolve) => viewer.on('error', resolve))
      // A context may be given back only after the event of its loss is over.
      await new Promise((resolve) => setTimeout(resolve, 50))
      extension?.restoreContext()
      await restored
      while ((viewer.model?.instanceCount ?? 0) < 161) await new Promise((resolve) => setTimeout(resolve, 20))
      await testPage.rest()
      const after = (await testPage.picture()).data
      return { difference: testPage.difference(before, after), errors: testPage.errors }
    }, manifestUrl)
    expect(outcome.errors).toEqual(['context-lost'])
    expect(outcome.difference).toBeLessThan(0.0005)
    await page.context().close()
  })

  it('holds nothing more after ten models than after one', async () => {
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
      const once = async (): Promise<void> => {
        await viewer.load({ manifestUrl: address })
        viewer.pick(320, 200)
        viewer.selection.set([0, 1, 2])
        await viewer.search('stone')
        viewer.unload()
        await testPage.rest()
      }
      // The first rounds compile: what they add to the heap is code.
      for (let round = 0; round < 5; round++) await once()
      const first = { live: { ...live }, heap: await heap() }
      for (let round = 0; round < 10; round++) await once()
      const last = { live: { ...live }, heap: await heap() }
      viewer.dispose()
      testPage.viewer = null
      return { first, last }
    }, manifestUrl)
    expect(outcome.last.live).toEqual(outcome.first.live)
    expect(outcome.last.heap / outcome.first.heap).toBeLessThan(1.05)
    await page.context().close()
  })
})
