import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'
import type { RenderEffectsExtension, RenderEffectsSettings } from './render-effects-extension.js'

declare const testPage: TestPage

type CanvasPoint = readonly [x: number, y: number]

let harness: BrowserHarness

/**
 * Builds a floor of 20 m, a wall along its north side, and a tower whose shadow the sun in the south-west casts to the
 * north-east.
 */
function buildYard(scene: Parameters<Parameters<typeof writeTestPackage>[0]>[0]): void {
  const add = (name: string, min: [number, number, number], max: [number, number, number]): void =>
    void addElement(scene, { name, mesh: boxMesh(min, max), at: placedAt(0, 0, 0), color: [0.8, 0.8, 0.8, 1] })
  add('Floor', [-10, -10, -0.5], [10, 10, 0])
  add('Wall', [-10, 9, 0], [10, 10, 4])
  add('Tower', [-1, -1, 0], [1, 1, 6])
}

/** Script that counts WebGL calls from the first script on. */
const counting = `
window.calls = 0
for (const name of ['drawArrays', 'drawElements', 'drawElementsInstanced', 'drawArraysInstanced', 'blitFramebuffer', 'clear']) {
  const call = WebGL2RenderingContext.prototype[name]
  WebGL2RenderingContext.prototype[name] = function (...all) {
    window.calls++
    return call.apply(this, all)
  }
}`

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('yard', await writeTestPackage(buildYard))
})
afterAll(() => harness.stop())

const plain: RenderEffectsSettings = { ambientOcclusion: false, edges: false, sky: false, shadows: false }

/** Opens the yard with these effects, seen from the south-east. */
async function openYard(effects: Partial<RenderEffectsSettings>): Promise<Page> {
  const page = await harness.open(counting)
  await page.evaluate(
    async (settings) => {
      const viewer = testPage.open({ pixelRatio: 1, viewCube: false })
      await viewer.loadExtension('kamar.look', settings)
      await viewer.load({ manifestUrl: '/packages/yard/manifest.json' })
      testPage.setView([18, -19, 9], [0, 0, 2])
      await testPage.rest()
    },
    { ...plain, ...effects },
  )
  return page
}

const set = (page: Page, change: Partial<RenderEffectsSettings>): Promise<void> =>
  page.evaluate(async (settings) => {
    ;(testPage.viewer?.getExtension('kamar.look') as RenderEffectsExtension | null)?.set(settings)
    await testPage.rest()
  }, change)

/** Projects a point of the model to the canvas, whole pixels. */
const projectPoint = (page: Page, point: readonly [number, number, number]): Promise<CanvasPoint> =>
  page.evaluate((at) => {
    const point = testPage.viewer?.space.project(at)
    return [Math.round(point?.x ?? -1), Math.round(point?.y ?? -1)] as const
  }, point)

/** Returns brightness on the screen as the browser displays it, without drawing another frame. */
async function onScreen(page: Page, points: readonly CanvasPoint[]): Promise<number[]> {
  // The browser composites a moment after the canvas draws.
  await page.waitForTimeout(250)
  const frame = (await page.locator('canvas').first().screenshot()).toString('base64')
  return page.evaluate(
    async ({ url, at }) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D
      context.drawImage(bitmap, 0, 0)
      return at.map(([x, y]) => context.getImageData(x, y, 1, 1).data[1])
    },
    { url: `data:image/png;base64,${frame}`, at: points },
  )
}

const inScreenshot = (page: Page, points: readonly CanvasPoint[]): Promise<number[]> =>
  page.evaluate(async (at) => (await testPage.pixels(at)).map(([, green]) => green), points)

describe('ambient occlusion', () => {
  it('darkens inner corners on screen and in screenshots, and draws nothing at rest', async () => {
    const page = await openYard({})
    const points = [await projectPoint(page, [5, 8.8, 0]), await projectPoint(page, [5, 0, 0])] as const
    const [occludedBefore, openBefore] = await onScreen(page, points)
    await set(page, { ambientOcclusion: true })
    const [occluded, open] = await onScreen(page, points)
    expect(occludedBefore - occluded).toBeGreaterThan(12)
    expect(Math.abs(openBefore - open)).toBeLessThanOrEqual(2)
    expect(await inScreenshot(page, points)).toEqual([occluded, open])
    // The screenshot drew a frame; the screen then shows the same image.
    await page.evaluate(() => testPage.rest())
    expect(await onScreen(page, points)).toEqual([occluded, open])
    const idle = await page.evaluate(async () => {
      const before = (window as unknown as { calls: number }).calls
      await new Promise((resolve) => setTimeout(resolve, 600))
      return (window as unknown as { calls: number }).calls - before
    })
    expect(idle).toBe(0)
  })

  it('pauses while the camera moves, and returns at rest', async () => {
    const page = await openYard({ ambientOcclusion: true })
    const point = await projectPoint(page, [5, 8.8, 0])
    const calls = await page.evaluate(async () => {
      const counts = window as unknown as { calls: number }
      const frame = async (): Promise<number> => {
        const before = counts.calls
        testPage.viewer?.camera.orbitBy(1e-7, 0)
        await new Promise((resolve) => testPage.viewer?.on('frame', resolve))
        return counts.calls - before
      }
      await frame()
      const moving = await frame()
      const before = counts.calls
      await testPage.rest()
      return { moving, resting: counts.calls - before }
    })
    // Moving frame: clear, draw, copy. Idle frame: the same, and three passes over depths.
    expect(calls.moving).toBeLessThanOrEqual(4)
    expect(calls.resting).toBeGreaterThanOrEqual(calls.moving + 4)
    const [still] = await onScreen(page, [point])
    // Tiled frames are shaded when the last tile is drawn.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) {
        testPage.viewer?.invalidate()
        await new Promise((resolve) => testPage.viewer?.on('frame', resolve))
      }
    })
    await expect.poll(() => onScreen(page, [point])).toEqual([still])
    await set(page, { ambientOcclusion: false })
    const [without] = await onScreen(page, [point])
    expect(without - still).toBeGreaterThan(12)
  })

  it('works in orthographic views and across the tiles of a large screenshot', async () => {
    const page = await openYard({ ambientOcclusion: true, shadows: true, sky: true })
    const border = await page.evaluate(async () => {
      const readLight = async (): Promise<Uint8ClampedArray> => {
        const bitmap = await createImageBitmap(
          (await testPage.viewer?.screenshot({ width: 1280, height: 800 })) as Blob,
        )
        const context = new OffscreenCanvas(1280, 800).getContext('2d') as OffscreenCanvasRenderingContext2D
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(1018, 0, 12, 800).data
      }
      const data = await readLight()
      const change = (column: number): number => {
        let sum = 0
        for (let row = 0; row < 800; row++) {
          const at = (row * 12 + column) * 4
          sum += Math.abs((data[at] ?? 0) - (data[at + 4] ?? 0))
        }
        return sum / 800
      }
      return { at: change(5), beside: [change(3), change(4), change(6), change(7)] }
    })
    expect(border.at).toBeLessThanOrEqual(Math.max(...border.beside) + 0.3)
    await set(page, { shadows: false })
    await page.evaluate(async () => {
      testPage.viewer?.camera.setProjection('orthographic')
      await testPage.rest()
    })
    const points = [await projectPoint(page, [5, 8.8, 0]), await projectPoint(page, [9, -9, 0])] as const
    const flat = await inScreenshot(page, points)
    await set(page, { ambientOcclusion: false })
    const without = await inScreenshot(page, points)
    expect(without[0] - flat[0]).toBeGreaterThan(6)
    expect(Math.abs(without[1] - flat[1])).toBeLessThanOrEqual(2)
  })
})

describe('sun and sky', () => {
  it('draw shadows of visible elements only, not of hidden, ghosted or cut ones', async () => {
    const page = await openYard({ shadows: true })
    // The tower blocks the sun at the first point, nothing at the second.
    const points = [await projectPoint(page, [2.2, 2.7, 0]), await projectPoint(page, [6, -6, 0])] as const
    const [shaded, lit] = await inScreenshot(page, points)
    expect(lit - shaded).toBeGreaterThan(40)
    const after = async (act: string): Promise<number> => {
      await page.evaluate(async (selector) => {
        const { viewer } = testPage
        viewer?.visibility.showAll()
        viewer?.cut.set(selector === 'cut' ? [{ normal: [0, 0, -1], offset: 0.5 }] : [])
        if (selector === 'hide') viewer?.visibility.hide([2])
        if (selector === 'ghost') viewer?.visibility.ghostOthers([0])
        await testPage.rest()
      }, act)
      return (await inScreenshot(page, points))[0]
    }
    for (const act of ['hide', 'ghost', 'cut']) expect(Math.abs((await after(act)) - lit), act).toBeLessThanOrEqual(12)
    expect(await after('nothing')).toBe(shaded)
  })

  it('draw a horizon in light and dark, and a plain background when off', async () => {
    const page = await openYard({ sky: true })
    await page.evaluate(() => testPage.setView([0, -40, 2], [0, 0, 2.01]))
    const points: readonly CanvasPoint[] = [
      [20, 10],
      [20, 190],
      [20, 380],
    ]
    const [above, horizon, below] = await page.evaluate((at) => testPage.pixels(at), points)
    expect(above[2] - above[0]).toBeGreaterThan(15)
    expect(horizon[0]).toBeGreaterThan(above[0])
    expect(below[0] - below[2]).toBeGreaterThan(8)
    await page.evaluate(() => testPage.viewer?.setTheme('dark'))
    const [darkAbove] = await page.evaluate((at) => testPage.pixels(at), points)
    expect(Math.max(...darkAbove.slice(0, 3))).toBeLessThan(60)
    await set(page, { sky: false })
    expect(await page.evaluate((at) => testPage.pixels(at), points)).toEqual(points.map(() => [255, 255, 255, 255]))
  })

  it('return after a lost graphics context is restored', async () => {
    const page = await openYard({ ambientOcclusion: true, shadows: true, sky: true })
    const difference = await page.evaluate(async () => {
      const { viewer } = testPage
      if (viewer === null) return -1
      const before = (await testPage.capture()).data
      const extension = viewer.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      const restored = new Promise((resolve) => viewer.canvas.addEventListener('webglcontextrestored', resolve))
      extension?.loseContext()
      await new Promise((resolve) => viewer.on('error', resolve))
      await new Promise((resolve) => setTimeout(resolve, 50))
      extension?.restoreContext()
      await restored
      while ((viewer.model?.instanceCount ?? 0) < 3) await new Promise((resolve) => setTimeout(resolve, 20))
      await testPage.rest()
      return testPage.difference(before, (await testPage.capture()).data)
    })
    expect(difference).toBe(0)
  })
})
