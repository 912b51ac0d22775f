import type { SceneBuilder } from '@kamar/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../../testing/browser-page.js'
import type { TestPage } from '../../../testing/page/page.js'
import { boxMesh, placedAt } from '../../../testing/shapes.js'
import { buildHouse, type TestHouse } from '../../../testing/test-house.js'
import { addElement, writeTestPackage } from '../../../testing/test-package.js'
import type { SectionExtension } from '../../../tools/section/section-extension.js'
import { selectionColors } from '../viewer-colors.js'

declare const testPage: TestPage

type Pixel = readonly [number, number, number, number]
type CanvasPoint = readonly [number, number]

/** Element numbers: a storey with a red and a green box of 2 m, a blue one beside it. */
const element = { storey: 0, red: 1, green: 2, blue: 3 } as const
/** Positions at the centres of the boxes, and just beside the red one's left border. */
const centers = { red: [172, 200], green: [320, 200], blue: [468, 200] } as const satisfies Record<string, CanvasPoint>

let harness: BrowserHarness
let house: TestHouse

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    const box = boxMesh([-1, -1, -1], [1, 1, 1])
    const parent = scene.addNode({ parent: null, name: 'Level 1', class: 'IfcBuildingStorey', sourceId: 's' })
    addElement(scene, { name: 'red', mesh: box, at: placedAt(-4, 0, 0), parent, color: [1, 0, 0, 1] })
    addElement(scene, { name: 'green', mesh: box, at: placedAt(0, 0, 0), parent, color: [0, 0.8, 0, 1] })
    addElement(scene, { name: 'blue', mesh: box, at: placedAt(4, 0, 0), color: [0, 0, 1, 1] })
  })
  harness.serve('storey', testPackage)
  harness.serve('wall', await writeTestPackage(buildWall))
  harness.serve('house', await writeTestPackage((scene) => void (house = buildHouse(scene))))
})
afterAll(() => harness.stop())

/** A wall in front of two boxes, the second of which is half beside it. */
function buildWall(scene: SceneBuilder): void {
  const box = boxMesh([-1, -1, -1], [1, 1, 1])
  const wall = boxMesh([-4, -0.1, -3], [4, 0.1, 3])
  addElement(scene, { name: 'wall', mesh: wall, at: placedAt(0, -2, 0), color: [0.9, 0.9, 0.9, 1] })
  addElement(scene, { name: 'hidden', mesh: box, at: placedAt(0, 2, 0), color: [1, 0, 0, 1] })
  addElement(scene, { name: 'partial', mesh: box, at: placedAt(5, 1, 0), color: [1, 0, 0, 1] })
}

async function openStorey(script?: string): Promise<Page> {
  const page = await harness.open(script)
  await page.evaluate(async () => {
    const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
    await viewer.load({ manifestUrl: '/packages/storey/manifest.json' })
    await viewer.model?.tree
    testPage.setView([0, -12, 0], [0, 0, 0])
    await testPage.rest()
  })
  return page
}

const select = (page: Page, elements: readonly number[]): Promise<void> =>
  page.evaluate((target) => testPage.viewer?.selection.set(target), elements)

const pixelsAt = (page: Page, points: readonly CanvasPoint[]): Promise<Pixel[]> =>
  page.evaluate((target) => testPage.pixels(target), points)

/** Returns the pixels of the row through the centre. */
const readRow = (page: Page): Promise<Pixel[]> =>
  pixelsAt(
    page,
    Array.from({ length: 640 }, (_, x) => [x, 200] as const),
  )

const isOutline = ([red, green, blue]: Pixel): boolean =>
  [red, green, blue].every((value, channel) => Math.abs(value - selectionColors.light[channel]) < 12)

const measureRuns = (row: readonly Pixel[]): number[] =>
  row.flatMap((pixel, x) => (isOutline(pixel) && !isOutline(row[x - 1] ?? pixel) ? [x] : []))

describe('selection highlight', () => {
  it('has a blue outline of two pixels and a light fill that keeps the material readable', async () => {
    const page = await openStorey()
    const [plain] = await pixelsAt(page, [centers.red])
    await select(page, [element.red])
    const row = await readRow(page)
    expect(measureRuns(row)).toHaveLength(2)
    expect(row.filter(isOutline).length).toBeGreaterThanOrEqual(3)
    expect(row.filter(isOutline).length).toBeLessThanOrEqual(6)
    const [red, green, blue] = row[centers.red[0]] ?? [0, 0, 0, 0]
    expect(red).toBeGreaterThan((plain?.[0] ?? 0) * 0.7)
    expect(red).toBeGreaterThan(blue * 2)
    expect([green, blue]).toEqual([expect.closeTo(23, -1), expect.closeTo(54, -1)])
  })

  it('leaves frames without a selection unchanged and creates no framebuffer for them', async () => {
    const page = await openStorey(`
      globalThis.madeFramebuffers = 0
      const { createFramebuffer } = WebGL2RenderingContext.prototype
      WebGL2RenderingContext.prototype.createFramebuffer = function () {
        globalThis.madeFramebuffers++
        return createFramebuffer.call(this)
      }`)
    const countPrograms = (): Promise<number> =>
      page.evaluate(() => (globalThis as unknown as { madeFramebuffers: number }).madeFramebuffers)
    await readRow(page)
    const before = await countPrograms()
    const plain = await readRow(page)
    expect(await countPrograms()).toBe(before)
    await select(page, [element.green])
    expect(await readRow(page)).not.toEqual(plain)
    expect(await countPrograms()).toBeGreaterThan(before)
    await select(page, [])
    expect(await readRow(page)).toEqual(plain)
  })

  it('is omitted from a screenshot on request, also a large one, and stays on the screen', async () => {
    const page = await openStorey()
    await select(page, [element.red])
    const result = await page.evaluate(async () => {
      const { viewer } = testPage
      if (viewer === null) throw new RangeError('no viewer')
      const readPixel = async (options: {
        width?: number
        height?: number
        selection?: boolean
      }): Promise<number[]> => {
        const bitmap = await createImageBitmap(await viewer.screenshot(options))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (context === null) throw new RangeError('no canvas')
        context.drawImage(bitmap, 0, 0)
        const { data } = context.getImageData(
          Math.floor((172 / 640) * bitmap.width),
          Math.floor(bitmap.height / 2),
          1,
          1,
        )
        return [...data.subarray(0, 3)]
      }
      const large = { width: 1280, height: 800 }
      const frames = [
        await readPixel({ selection: false }),
        await readPixel({ ...large, selection: false }),
        await readPixel({}),
        await readPixel(large),
      ]
      await testPage.rest()
      const gl = viewer.canvas.getContext('webgl2') as WebGL2RenderingContext
      const onScreen = await new Promise<number[]>((resolve) => {
        const stop = viewer.on('frame', () => {
          stop()
          const pixel = new Uint8Array(4)
          gl.readPixels(172, 200, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
          resolve([...pixel.subarray(0, 3)])
        })
        void readPixel({ selection: false })
      })
      return { frames, onScreen }
    })
    const blues = result.frames.map(([, , blue]) => blue)
    expect(blues.slice(0, 2)).toEqual([0, 0])
    expect(Math.min(...blues.slice(2))).toBeGreaterThan(30)
    expect(result.onScreen[2]).toBeGreaterThan(30)
  })

  it('covers the cap of a section', async () => {
    const page = await openStorey()
    await page.evaluate(async () => {
      const section = (await testPage.viewer?.loadExtension('kamar.section')) as SectionExtension
      section.addAxis('z')
      section.setHatched(false)
      testPage.setView([0, -0.02, 12], [0, 0, 0])
      await testPage.rest()
    })
    const plain = await readRow(page)
    await select(page, [element.red])
    const row = await readRow(page)
    expect(measureRuns(row)).toHaveLength(2)
    expect(row[centers.red[0]]?.[2]).toBeGreaterThan((plain[centers.red[0]]?.[2] ?? 0) + 10)
    expect(row[centers.green[0]]).toEqual(plain[centers.green[0]])
  })
})

describe('occluded selection', () => {
  /** Element numbers: a wall, a box behind it and one that sticks out beside it. */
  const wallElement = { wall: 0, hidden: 1, partial: 2 } as const

  async function openWall(): Promise<Page> {
    const page = await harness.open()
    await page.evaluate(async () => {
      const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
      await viewer.load({ manifestUrl: '/packages/wall/manifest.json' })
      testPage.setView([0, -12, 0], [0, 0, 0])
      await testPage.rest()
    })
    return page
  }

  it('is drawn through what is in front of it, with an outline and a light fill', async () => {
    const page = await openWall()
    const plain = await readRow(page)
    await select(page, [wallElement.hidden])
    const row = await readRow(page)
    expect(measureRuns(row)).toHaveLength(2)
    const [, , blue] = row[320] ?? [0, 0, 0, 0]
    const [red, , blueBefore] = plain[320] ?? [0, 0, 0, 0]
    expect(blue - blueBefore).toBeGreaterThan(8)
    expect(row[320]?.[0]).toBeLessThan(red - 20)
    expect(row[100]).toEqual(plain[100])
  })

  it('has one outline around its visible and its occluded part, and a line between them', async () => {
    const page = await openWall()
    await select(page, [wallElement.partial])
    const row = await readRow(page)
    expect(measureRuns(row)).toHaveLength(2)
    const [left = 0, right = 0] = measureRuns(row)
    const inside = row.slice(left + 8, right - 8).map(([red]) => red)
    const steps = inside.flatMap((red, at) => (Math.abs(red - (inside[at - 1] ?? red)) > 25 ? [at] : []))
    expect(steps.length).toBeGreaterThanOrEqual(2)
  })

  it('is drawn although only the objects visible from outside are drawn', async () => {
    const page = await harness.open()
    await page.evaluate(async () => {
      const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
      await viewer.load({ manifestUrl: '/packages/house/manifest.json' })
      testPage.setView([10, -30, 4], [10, 0, 4])
      await testPage.rest()
    })
    const plain = await readRow(page)
    const hasChanged = (row: readonly Pixel[]): boolean => row.some((pixel, x) => `${pixel}` !== `${plain[x]}`)
    await select(page, house.inside)
    await page.evaluate(() => testPage.rest())
    const row = await readRow(page)
    expect(await page.evaluate(() => testPage.frames.at(-1)?.exterior)).toBe(true)
    expect(hasChanged(row)).toBe(true)
    await select(page, [])
    expect(hasChanged(await readRow(page))).toBe(false)
  })
})

describe('isolated storey', () => {
  it('shows its materials while it is selected, and is highlighted again once others are shown', async () => {
    const page = await openStorey()
    const plain = await pixelsAt(page, [centers.red, centers.green])
    await select(page, [element.storey])
    expect(await pixelsAt(page, [centers.red, centers.green])).not.toEqual(plain)
    await page.evaluate((storey) => testPage.viewer?.visibility.isolate([storey]), element.storey)
    expect(await pixelsAt(page, [centers.red, centers.green])).toEqual(plain)
    expect((await readRow(page)).some(isOutline)).toBe(false)
    await page.evaluate(() => testPage.viewer?.visibility.showAll())
    expect(await pixelsAt(page, [centers.red, centers.green])).not.toEqual(plain)
  })

  it('highlights one of its elements that is selected later', async () => {
    const page = await openStorey()
    await select(page, [element.storey])
    await page.evaluate((storey) => testPage.viewer?.visibility.isolate([storey]), element.storey)
    await select(page, [element.red])
    expect(measureRuns(await readRow(page))).toHaveLength(2)
  })

  it('shows its materials in a saved view', async () => {
    const page = await openStorey()
    const plain = await pixelsAt(page, [centers.red, centers.green])
    await select(page, [element.storey])
    const restored = await page.evaluate(async (storey) => {
      const { viewer } = testPage
      if (viewer === null) throw new RangeError('no viewer')
      viewer.visibility.isolate([storey])
      const view = await testPage.captureViewState(viewer)
      viewer.resetView()
      await testPage.restoreView(viewer, view, { animate: false })
      return viewer.selection.elements
    }, element.storey)
    expect(restored).toEqual([element.storey])
    expect(await pixelsAt(page, [centers.red, centers.green])).toEqual(plain)
  })
})
