import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeshInput, TextureInput } from '@kamar/core'
import type { Page } from 'playwright-core'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { fillLight, keyLight, lightStrengths } from './viewer-colors.js'

declare const testPage: TestPage

/** Rows from the top: red and green, blue and a transparent hole. */
const checker: TextureInput = {
  name: 'checker',
  width: 2,
  height: 2,
  pixels: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0),
}

/** Creates a square of 2 m that faces south and repeats the texture `repeats` times. */
function square(repeats: number): MeshInput {
  return {
    positions: Float32Array.of(-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    textureCoordinates: Float32Array.of(0, repeats, repeats, repeats, repeats, 0, 0, 0),
  }
}

/** Builds squares in a row, 3 m apart: the texture once, twice each way, clamped, tinted and transparent. */
function buildSquares(): Promise<TestPackage> {
  return writeTestPackage((scene) => {
    const textureNumber = scene.addTexture(checker) ?? 0
    const texture = { image: textureNumber, tint: [1, 1, 1], wrap: 'repeat' } as const
    const grey = [0.5, 0.5, 0.5, 1] as const
    addElement(scene, { name: 'once', mesh: square(1), at: placedAt(-4.5, 0, 0), color: grey, texture })
    addElement(scene, { name: 'twice', mesh: square(2), at: placedAt(-1.5, 0, 0), color: grey, texture })
    const clamped = { ...texture, wrap: 'clamp' } as const
    addElement(scene, { name: 'clamped', mesh: square(2), at: placedAt(1.5, 0, 0), color: grey, texture: clamped })
    const tinted = { ...texture, tint: [0.5, 0.5, 0.5] } as const
    addElement(scene, {
      name: 'tinted',
      mesh: square(1),
      at: placedAt(4.5, 0, 0),
      color: [0.5, 0.5, 0.5, 0.5],
      texture: tinted,
    })
  })
}

/** Light on a face that points south while the camera looks north, computed as in the shader. */
const southLight = ((): number => {
  const [base, , key, fill] = lightStrengths
  const along = (parts: readonly number[]): number => parts[1] / Math.hypot(...parts)
  return base + key * along(keyLight) + fill * along(fillLight)
})()
const lit = (...color: readonly number[]): number[] => color.map((channel) => channel * southLight)

/** Pixels per metre of a frame of 400 pixels at 15 m with a 50° field of view. */
const pixelsPerMetre = 400 / (2 * 15 * Math.tan((25 * Math.PI) / 180))
const at = (x: number, z: number): [number, number] => [
  Math.round(320 + x * pixelsPerMetre),
  Math.round(200 - z * pixelsPerMetre),
]
/** Returns the four quarters of the square centred at x: upper left, upper right, lower left, lower right. */
const quarters = (x: number): [number, number][] => [
  at(x - 0.5, 0.5),
  at(x + 0.5, 0.5),
  at(x - 0.5, -0.5),
  at(x + 0.5, -0.5),
]

/** Returns the largest difference of a channel. */
const distance = (pixel: readonly number[], target: readonly number[]): number =>
  Math.max(...target.map((value, channel) => Math.abs(pixel[channel] - value)))

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('squares', await buildSquares())
})
afterAll(() => harness.stop())

/** Opens the squares seen from the south, with textures. */
async function open(script?: string): Promise<Page> {
  const page = await harness.open(script)
  await page.evaluate(async () => {
    const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
    await viewer.load({ manifestUrl: '/packages/squares/manifest.json' })
    testPage.setView([0, -15, 0], [0, 0, 0])
  })
  return page
}
const pixels = (page: Page, points: readonly (readonly [number, number])[]): Promise<number[][]> =>
  page.evaluate((target) => testPage.pixels(target), points)
/** Waits until the first square is red at its upper left. */
const untilShown = async (page: Page): Promise<void> => {
  await expect
    .poll(async () => (await pixels(page, [at(-5, 0.5)]))[0].slice(0, 3))
    .toEqual([expect.closeTo(255 * southLight, -1), 0, 0])
}

describe('texture rendering', () => {
  it('maps image corners to surface corners and draws nothing at transparent pixels', async () => {
    const page = await open()
    await untilShown(page)
    const [upperLeft, upperRight, lowerLeft, lowerRight] = await pixels(page, quarters(-4.5))
    expect(distance(upperLeft, lit(255, 0, 0))).toBeLessThan(7)
    expect(distance(upperRight, lit(0, 255, 0))).toBeLessThan(7)
    expect(distance(lowerLeft, lit(0, 0, 255))).toBeLessThan(7)
    expect(distance(lowerRight, [255, 255, 255])).toBeLessThan(7)
  })

  it('repeats or clamps as the material states', async () => {
    const page = await open()
    await untilShown(page)
    const [red, green, again, lower] = await pixels(page, [
      at(-2.25, 0.75),
      at(-1.75, 0.75),
      at(-1.25, 0.75),
      at(-1.25, -0.25),
    ])
    expect(distance(red, lit(255, 0, 0))).toBeLessThan(7)
    expect(distance(green, lit(0, 255, 0))).toBeLessThan(7)
    expect(distance(again, lit(255, 0, 0))).toBeLessThan(7)
    expect(distance(lower, lit(255, 0, 0))).toBeLessThan(7)
    const [own, right, below] = await pixels(page, [at(0.75, 0.75), at(2.25, 0.75), at(0.75, -0.75)])
    expect(distance(own, lit(255, 0, 0))).toBeLessThan(7)
    expect(distance(right, lit(0, 255, 0))).toBeLessThan(7)
    expect(distance(below, lit(0, 0, 255))).toBeLessThan(7)
  })

  it('applies the tint and opacity of the material', async () => {
    const page = await open()
    await untilShown(page)
    const [upperLeft, , , hole] = await pixels(page, quarters(4.5))
    const half = lit(127.5)[0] / 2
    expect(distance(upperLeft, [127.5 + half, 127.5, 127.5])).toBeLessThan(7)
    expect(distance(hole, [255, 255, 255])).toBeLessThan(7)
  })

  it('is replaced by element state colors', async () => {
    const page = await open()
    await untilShown(page)
    await page.evaluate(() => testPage.viewer?.colors.set([0], { rgb: [255, 0, 255] }))
    const [colored, other] = await pixels(page, [at(-4, 0.5), at(-1.75, 0.75)])
    expect(distance(colored, lit(255, 0, 255))).toBeLessThan(7)
    expect(distance(other, lit(0, 255, 0))).toBeLessThan(7)
  })

  it('adds no draw call, and shows the average color before the texture is loaded', async () => {
    const page = await open(`{
      const original = window.createImageBitmap.bind(window)
      const gate = new Promise((resolve) => { window.letGo = resolve })
      window.createImageBitmap = async (source, ...rest) => {
        if (source.type === 'image/webp') await gate
        return original(source, ...rest)
      }
    }`)
    await page.evaluate(() => testPage.rest())
    const [average] = await pixels(page, [at(-4, 0.5)])
    expect(distance(average, lit(127.5, 127.5, 127.5))).toBeLessThan(7)
    const before = await page.evaluate(() => testPage.frames.at(-1)?.draws)
    await page.evaluate(() => (window as unknown as { letGo(): void }).letGo())
    await untilShown(page)
    expect(await page.evaluate(() => testPage.frames.at(-1)?.draws)).toBe(before)
  })

  it('keeps the average color when a texture cannot be loaded', async () => {
    const testPackage = await buildSquares()
    harness.serve('poor', {
      ...testPackage,
      files: new Map([...testPackage.files].filter(([path]) => !path.endsWith('webp'))),
    })
    const page = await harness.open()
    await page.evaluate(async () => {
      await testPage
        .open({ pixelRatio: 1, viewCube: false, edges: false })
        .load({ manifestUrl: '/packages/poor/manifest.json' })
      testPage.setView([0, -15, 0], [0, 0, 0])
      await testPage.rest()
    })
    const [average] = await pixels(page, [at(-4, 0.5)])
    expect(distance(average, lit(127.5, 127.5, 127.5))).toBeLessThan(7)
    expect(await page.evaluate(() => testPage.errors)).toEqual([])
  })
})
