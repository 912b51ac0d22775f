import { pushDrawing } from '@kamar/test-kit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../testing/browser-page.js'
import type { TestPage } from '../testing/page/page.js'
import { writeTestPackage } from '../testing/test-package.js'

declare const testPage: TestPage

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('drawing', await writeTestPackage((scene) => pushDrawing(scene)))
})
afterAll(() => harness.stop())

/** Corner of the room in the drawing, model units. */
const floorOrigin = [4_500_000, 7_200_000] as const
const [modelSheet, layoutSheet] = [0, 1]

async function openSheet(number: number): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(async (target) => {
    const view = await testPage.openSheets('/packages/drawing/')
    await view.open(target)
  }, number)
  return page
}

const pixels = (page: Page, points: readonly (readonly [number, number])[]): Promise<number[][]> =>
  page.evaluate((target) => testPage.sheetPixels(target), points)
const toSheet = (x: number, y: number): [number, number] => [floorOrigin[0] + x, floorOrigin[1] + y]

const white = [255, 255, 255]
const grey = [224, 224, 224]

describe('sheet view', () => {
  it('draws fills with holes, dashes, visible layers and dark paper in at most three calls', async () => {
    const page = await openSheet(modelSheet)
    const [floor, hole, outside] = await pixels(page, [toSheet(1000, 500), toSheet(2500, 1500), toSheet(6700, -400)])
    expect([floor, hole, outside]).toEqual([grey, white, white])
    // The dashed axis: 300 red, 150 gap, from 1 m left of the room.
    const along = Array.from({ length: 60 }, (_, at) => toSheet(-990 + at * 15, 2000))
    const reds = (await pixels(page, along)).filter(([red, green]) => red > green + 60).length
    expect(reds / along.length).toBeGreaterThan(0.55)
    expect(reds / along.length).toBeLessThan(0.8)
    // The layer of the diagonal is off, then on.
    const diagonal = toSheet(1200, 800)
    expect((await pixels(page, [diagonal]))[0]).toEqual(grey)
    await page.evaluate(() => testPage.sheets?.setLayerShown('Hidden', true))
    const near = Array.from({ length: 9 }, (_, at) => toSheet(1200, 740 + at * 15))
    expect((await pixels(page, near)).some(([red]) => red < 120)).toBe(true)
    await page.evaluate(() => testPage.sheets?.setPaper('dark'))
    const [paper] = await pixels(page, [toSheet(6700, -400)])
    expect(Math.max(...paper)).toBeLessThan(80)
    const draws = await page.evaluate(
      () =>
        new Promise((resolve) => {
          testPage.sheets?.on('frame', (frame) => resolve(frame.draws))
          testPage.sheets?.invalidate()
        }),
    )
    expect(draws).toBeLessThanOrEqual(3)
  })

  it('shows the desk colour until a sheet is open', async () => {
    const page = await harness.open()
    const center = await page.evaluate(async () => {
      const view = await testPage.openSheets('/packages/drawing/')
      const gl = view.canvas.getContext('webgl2')
      const pixel = new Uint8Array(4)
      // Read after the view's own frame, before the browser clears it.
      view.invalidate()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      gl?.readPixels(view.canvas.width >> 1, view.canvas.height >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
      return [...pixel]
    })
    expect(center).toEqual([217, 213, 206, 255])
  })

  it('draws the model through clipped viewports without frozen layers, and measures in model units', async () => {
    const page = await openSheet(layoutSheet)
    const [floor, hole, outside, axis] = await pixels(page, [
      [80, 70],
      [110, 90],
      [195, 100],
      [55, 100],
    ])
    expect([floor, hole, outside, axis]).toEqual([grey, white, white, white])
    const measured = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const view = testPage.sheets
          view?.on('measured', ({ measurements }) => resolve(measurements[0]))
          view?.measure('distance')
          const { left, top } = view?.canvas.getBoundingClientRect() ?? { left: 0, top: 0 }
          for (const [x0, y0] of [
            [60, 60],
            [180, 60],
          ] as const) {
            const { x, y } = view?.camera.toScreen([x0, y0]) ?? { x: 0, y: 0 }
            const options = { pointerId: 1, clientX: left + x, clientY: top + y, bubbles: true }
            if (view) view.canvas.setPointerCapture = () => undefined
            view?.canvas.dispatchEvent(new PointerEvent('pointerdown', options))
            view?.canvas.dispatchEvent(new PointerEvent('pointerup', options))
          }
        }),
    )
    expect(measured).toMatchObject({ kind: 'distance', ofModel: true })
    expect((measured as { value: number }).value).toBeCloseTo(6000, 0)
  })

  it('picks entities, finds texts and handles, and stays exact at high zoom', async () => {
    const page = await openSheet(modelSheet)
    const result = await page.evaluate(async ([x, y]) => {
      const view = testPage.sheets
      if (!view) return null
      const { x: left, y: top } = view.camera.toScreen([x + 3000, y])
      const pick = view.pick(left, top + 3)
      const info = pick && (await view.fetchEntityInfo(pick))
      const hits = view.search('խոհ')
      const isShown = await view.selectHandle('2C')
      return {
        info,
        point: pick?.point,
        hits: hits.map(({ text }) => text),
        isShown,
        entity: view.selected?.entity,
      }
    }, floorOrigin)
    expect(result).toMatchObject({
      info: { handle: '2B', type: 'LWPOLYLINE', layer: 'Walls', sets: [{ name: 'Geometry' }] },
      hits: ['Kitchen\nКухня\nԽոհանոց'],
      isShown: true,
      entity: 2,
    })
    expect(result?.point?.[1]).toBeCloseTo(floorOrigin[1], 1)
    await page.evaluate(([x, y]) => {
      const { sheets } = testPage
      sheets?.select(null)
      if (sheets) Object.assign(sheets.camera, { center: [x + 3000, y], unitsPerPixel: 0.01 })
    }, floorOrigin)
    // A hundredth of a millimetre per pixel: the wall's lower line runs through the centre, its hatch lies above.
    const [line, above, below] = await pixels(page, [toSheet(3000, 0), toSheet(3000, 0.4), toSheet(3000, -0.4)])
    expect(line?.[0]).toBeLessThan(120)
    expect([above, below]).toEqual([grey, white])
  })

  it('marks the selection with a continuous line, also when the first style is hidden', async () => {
    const page = await openSheet(modelSheet)
    await page.evaluate(async () => {
      testPage.sheets?.setLayerShown('Walls', false)
      await testPage.sheets?.selectHandle('2D')
    })
    // The axis is dashed where it is not selected; gaps and dashes alike have the highlight colour now.
    const along = Array.from({ length: 60 }, (_, at) => toSheet(-990 + at * 15, 2000))
    const marked = (await pixels(page, along)).filter(
      ([red, green, blue]) => blue > 200 && blue - red > 60 && green > red,
    )
    expect(marked).toHaveLength(along.length)
  })

  it('draws the same lines before the view is at rest, with line primitives', async () => {
    const page = await harness.open()
    const result = await page.evaluate(async () => {
      const view = await testPage.openSheets('/packages/drawing/')
      const gl = view.canvas.getContext('webgl2') as WebGL2RenderingContext
      const modes = new Set<GLenum>()
      const { drawElements } = gl
      gl.drawElements = (mode, ...rest) => {
        modes.add(mode)
        drawElements.call(gl, mode, ...rest)
      }
      const { width, height } = view.canvas
      const captureDarkness = (): Uint8Array => {
        const frame = new Uint8Array(width * height * 4)
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, frame)
        return Uint8Array.from(
          { length: width * height },
          (_, pixel) => 255 - Math.min(...frame.subarray(pixel * 4, pixel * 4 + 3)),
        )
      }
      const frames: { isSharp: boolean; hasLinePrimitives: boolean; darkness: Uint8Array }[] = []
      const sharpFrame = new Promise<void>((resolve) => {
        view.on('frame', ({ isSharp }) => {
          frames.push({ isSharp, hasLinePrimitives: modes.has(gl.LINES), darkness: captureDarkness() })
          modes.clear()
          if (isSharp) resolve()
        })
      })
      await view.open(0)
      await sharpFrame
      const [fast, sharp] = [frames[0], frames[frames.length - 1]]
      const isNear = (darkness: Uint8Array, pixel: number): boolean =>
        [-width, 0, width].some((row) => [-1, 0, 1].some((column) => darkness[pixel + row + column] > 40))
      const computeOverlap = (one: Uint8Array, other: Uint8Array): number => {
        const dark = [...one.keys()].filter((pixel) => one[pixel] > 120)
        return dark.filter((pixel) => isNear(other, pixel)).length / dark.length
      }
      return {
        isSharp: [fast.isSharp, sharp.isSharp],
        hasLinePrimitives: [fast.hasLinePrimitives, sharp.hasLinePrimitives],
        overlaps: [computeOverlap(fast.darkness, sharp.darkness), computeOverlap(sharp.darkness, fast.darkness)],
      }
    })
    expect(result).toMatchObject({ isSharp: [false, true], hasLinePrimitives: [true, false] })
    expect(Math.min(...result.overlaps)).toBeGreaterThan(0.97)
  })

  it('smooths edges at rest, and recovers from a lost graphics context', async () => {
    const page = await harness.open()
    const result = await page.evaluate(async () => {
      const view = await testPage.openSheets('/packages/drawing/')
      const gl = view.canvas.getContext('webgl2')
      if (!gl) return null
      const shades = (): number => {
        const { width, height } = view.canvas
        const frame = new Uint8Array(width * height * 4)
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, frame)
        return new Set(new Uint32Array(frame.buffer)).size
      }
      const result: [isSharp: boolean, shades: number][] = []
      const untilSharp = (): Promise<void> =>
        new Promise((resolve) => {
          const stop = view.on('frame', ({ isSharp }) => {
            result.push([isSharp, shades()])
            if (!isSharp) return
            stop()
            resolve()
          })
        })
      const firstFrame = untilSharp()
      await view.open(0)
      await firstFrame
      const loss = gl.getExtension('WEBGL_lose_context')
      const lost = new Promise((resolve) => view.canvas.addEventListener('webglcontextlost', resolve, { once: true }))
      loss?.loseContext()
      await lost
      // The context may be restored only after the event has been dispatched.
      await new Promise((resolve) => setTimeout(resolve))
      const again = untilSharp()
      loss?.restoreContext()
      await again
      return { result, error: gl.getError() }
    })
    // The first frame comes at once, without antialiasing.
    expect(result?.result[0]?.[0]).toBe(false)
    const sharp = result?.result.filter(([isSharp]) => isSharp).map(([, shades]) => shades) ?? []
    expect(sharp).toHaveLength(2)
    expect(result?.result[0]?.[1]).toBeLessThan(sharp[0] ?? 0)
    expect(sharp[1]).toBe(sharp[0])
    expect(result?.error).toBe(0)
  }, 30_000)
})
