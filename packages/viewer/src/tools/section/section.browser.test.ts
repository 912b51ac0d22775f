import type { MeshInput, Placement } from '@kamar/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { projectedBy } from '../../testing/projected.js'
import { barMesh, boxMesh, placedAt } from '../../testing/shapes.js'
import { touchDrag } from '../../testing/pointer.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'
import type { SectionExtension } from './section-extension.js'

declare const testPage: TestPage
/** Set on the page by `openParts`. */
declare const section: SectionExtension

type Parts = Record<'wall' | 'column' | 'duct' | 'core' | 'mirrored', number>
type Point3 = [number, number, number]

const eye: Point3 = [1, -0.02, 14]
const target: Point3 = [1, 0, 0]
const onScreen = projectedBy({ eye, target, width: 640, height: 400, fieldOfViewDegrees: 50 })

let harness: BrowserHarness
let parts: Parts

/** Writes a wall of 4 × 0.3 × 3 m with a bar in it, a round column, a duct open at both ends, a mirrored block. */
async function writeParts() {
  return writeTestPackage((scene) => {
    const add = (
      name: string,
      shape: readonly [MeshInput, Placement],
      color: readonly [number, number, number],
    ): number => addElement(scene, { name, mesh: shape[0], at: shape[1], color: [...color, 1] }).node
    const open = boxMesh([-0.5, -0.5, 0], [0.5, 0.5, 3])
    const mirrored: Placement = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 7, -1, 0]
    parts = {
      wall: add('Wall', [boxMesh([-2, -0.15, 0], [2, 0.15, 3]), placedAt(0, 0, 0)], [0.8, 0.8, 0.8]),
      column: add('Column', [barMesh(0.5, 3, 96), placedAt(4, 0, 0)], [0.8, 0.3, 0.2]),
      duct: add('Duct', [{ ...open, indices: open.indices.slice(0, 24) }, placedAt(-4, 0, 0)], [0.2, 0.5, 0.9]),
      core: add('Core', [boxMesh([-0.05, -0.05, -0.2], [0.05, 0.05, 3.2]), placedAt(0, 0, 0)], [0.1, 0.7, 0.2]),
      mirrored: add('Mirrored', [boxMesh([0, 0, 0], [1, 2, 3]), mirrored], [0.9, 0.8, 0.3]),
    }
  })
}

beforeAll(async () => {
  harness = await BrowserHarness.start()
  harness.serve('parts', await writeParts())
})
afterAll(() => harness.stop())

/** Opens a page that shows the parts from above. */
async function openParts(script?: string): Promise<Page> {
  const page = await harness.open(script)
  await page.evaluate(
    async (view) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: '/packages/parts/manifest.json' })
      Object.assign(window, { section: await viewer.loadExtension('kamar.section') })
      testPage.setView(view.eye, view.target)
      await testPage.rest()
    },
    { eye, target },
  )
  return page
}

/** Opens the same, cut horizontally in the middle: at 1.5 m. */
async function openCut(script?: string): Promise<Page> {
  const page = await openParts(script)
  await page.evaluate(async () => {
    section.addAxis('z')
    await testPage.rest()
  })
  return page
}

/** Returns the tones (sums of red, green and blue) of a patch around a point of the model. */
async function tonesAt(page: Page, point: Point3, radius = 6): Promise<number[]> {
  const [x, y] = onScreen(point).map(Math.round) as [number, number]
  const samples = Array.from({ length: (2 * radius + 1) ** 2 }, (_, at) => {
    const side = 2 * radius + 1
    return [x + (at % side) - radius, y + Math.floor(at / side) - radius] as const
  })
  const pixels = await page.evaluate((points) => testPage.pixels(points), samples)
  return pixels.map(([red, green, blue]) => red + green + blue)
}
const span = (tones: readonly number[]): number => Math.max(...tones) - Math.min(...tones)

const pickAt = (page: Page, [x, y]: readonly number[]) =>
  page.evaluate((point) => testPage.viewer?.pick(point[0] as number, point[1] as number) ?? null, [x, y])

describe('section plane', () => {
  it('computes exact cut areas of solids, and none of open surfaces', async () => {
    const page = await openCut()
    const areas = await page.evaluate(() => section.cutAreas())
    const of = (element: number): number | undefined => areas.find((area) => area.element === element)?.squareMetres
    expect(of(parts.wall)).toBeCloseTo(4 * 0.3, 4)
    expect(of(parts.core)).toBeCloseTo(0.1 * 0.1, 4)
    expect(of(parts.mirrored)).toBeCloseTo(2, 4)
    expect(of(parts.column)).toBeCloseTo(48 * 0.25 * Math.sin(Math.PI / 48), 3)
    expect(of(parts.duct)).toBeUndefined()
  })

  it('caps solids with a hatch, leaves open surfaces hollow, and draws no frames at rest', async () => {
    const page = await openCut()
    expect(span(await tonesAt(page, [6.5, 0, 1.5]))).toBeGreaterThan(150)
    // The bar in the wall shows its own cap on top of the wall's.
    const [red, green] = await page.evaluate(
      (point) => testPage.pixels([point]).then(([pixel]) => pixel ?? [0, 0, 0, 0]),
      onScreen([0.03, 0, 1.5]).map(Math.round) as [number, number],
    )
    expect(green).toBeGreaterThan(red)
    // Through the duct the background is visible.
    expect(Math.min(...(await tonesAt(page, [-4.29, 0, 0], 2)))).toBeGreaterThan(740)
    await page.evaluate(async () => {
      section.setHatched(false)
      await testPage.rest()
    })
    expect(span(await tonesAt(page, [6.5, 0, 1.5]))).toBeLessThan(6)
    const before = await page.evaluate(() => testPage.frames.length)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
    const frames = await page.evaluate(() => ({ count: testPage.frames.length, last: testPage.frames.at(-1) }))
    expect(frames.count).toBe(before)
    // Fills and outlines add two draw calls.
    expect((frames.last?.draws ?? 99) + 2).toBeLessThanOrEqual(12)
    expect(frames.last?.exterior).toBe(false)
  })

  it('prevents picking of cut geometry and allows picking of caps', async () => {
    const page = await openCut()
    const cap = await pickAt(page, onScreen([1, 0.1, 1.5]))
    expect(cap).toMatchObject({ element: parts.wall })
    expect(cap?.point[2]).toBeCloseTo(1.5, 4)
    expect(cap?.normal[2]).toBeCloseTo(1, 6)
    expect(await pickAt(page, onScreen([0, 0, 1.5]))).toMatchObject({ element: parts.core })
    await page.evaluate(async () => {
      testPage.setView([1, -12, 2.5], [1, 0, 2.5])
      await testPage.rest()
    })
    const fromSouth = projectedBy({
      eye: [1, -12, 2.5],
      target: [1, 0, 2.5],
      width: 640,
      height: 400,
      fieldOfViewDegrees: 50,
    })
    expect(await pickAt(page, fromSouth([1, -0.15, 2.5]))).toBeNull()
    expect(await pickAt(page, fromSouth([1, -0.15, 1]))).toMatchObject({ element: parts.wall })
    await page.evaluate(() => section.flip('plane-1'))
    expect(await pickAt(page, fromSouth([1, -0.15, 2.5]))).toMatchObject({ element: parts.wall })
  })

  it('updates caps when elements are coloured or hidden', async () => {
    const page = await openCut()
    const tint = await tonesAt(page, [6.5, 0, 1.5])
    await page.evaluate(async (element) => {
      testPage.viewer?.colors.set([element], { rgb: [20, 20, 160] })
      await testPage.rest()
    }, parts.mirrored)
    expect(Math.max(...(await tonesAt(page, [6.5, 0, 1.5])))).toBeLessThan(Math.max(...tint) - 100)
    await page.evaluate(async (element) => {
      testPage.viewer?.visibility.hide([element])
      await testPage.rest()
    }, parts.mirrored)
    expect(Math.min(...(await tonesAt(page, [6.5, 0, 1.5])))).toBeGreaterThan(740)
    expect((await page.evaluate(() => section.cutAreas())).some(({ element }) => element === parts.mirrored)).toBe(
      false,
    )
  })

  it('is created from a face or from three points', async () => {
    const page = await openParts()
    const [x, y] = onScreen([6.5, 0, 3]) as [number, number]
    await page.evaluate(() => section.activate('face'))
    await page.mouse.click(x, y)
    const face = await page.evaluate(() => section.state.planes[0])
    expect(face?.normal[2]).toBeCloseTo(-1, 4)
    expect(face?.point[2]).toBeLessThan(3)
    expect(await page.evaluate(() => [section.isActive('edit'), testPage.viewer?.selection.size])).toEqual([true, 0])
    await page.evaluate(() => {
      section.clear()
      section.activate('points')
    })
    for (const point of [
      [-1.9, 0, 3],
      [1.9, 0.1, 3],
      [6.5, 0.5, 3],
    ] as const) {
      const [left, top] = onScreen(point as unknown as Point3) as [number, number]
      await page.mouse.click(left + 1, top)
      await page.evaluate(() => testPage.rest())
    }
    const state = await page.evaluate(() => section.state)
    expect(state.planes).toMatchObject([{ kind: 'points' }])
    expect(state.planes[0]?.normal[2]).toBeCloseTo(-1, 6)
  })
})

describe('section gizmo', () => {
  const countLinks = `window.links = 0
    const link = WebGL2RenderingContext.prototype.linkProgram
    WebGL2RenderingContext.prototype.linkProgram = function (program) { window.links++; return link.call(this, program) }`

  /** Opens a side view, so that the plane is dragged up and down, with the position of its arrow. */
  async function openArrow(): Promise<Page> {
    const page = await openCut(countLinks)
    await page.evaluate(async () => {
      section.activate('edit')
      testPage.setView([1, -12, 1.5], [1, 0, 1.5])
      await testPage.rest()
    })
    return page
  }
  const getArrowCenter = (page: Page) =>
    page.evaluate(() => {
      const handle = document.querySelector('.kamar-section g g:last-child') as SVGGElement
      const box = handle.getBoundingClientRect()
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    })
  const heightOfPlane = (page: Page) => page.evaluate(() => section.state.planes[0]?.point[2] ?? Number.NaN)
  /** CSS pixels per metre at the plane's point. */
  const pixelsPerMetre = 400 / (2 * 12 * Math.tan((25 * Math.PI) / 180))

  it('moves the plane without another shader program, and Ctrl+Z moves it back', async () => {
    const page = await openArrow()
    const from = await getArrowCenter(page)
    const before = await heightOfPlane(page)
    const links = await page.evaluate(() => (window as unknown as { links: number }).links)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    for (let step = 1; step <= 5; step++) await page.mouse.move(from.x, from.y - step * 5)
    await page.mouse.up()
    await page.evaluate(() => testPage.rest())
    expect((await heightOfPlane(page)) - before).toBeCloseTo(25 / pixelsPerMetre, 2)
    expect(await page.evaluate(() => (window as unknown as { links: number }).links)).toBe(links)
    expect(await page.evaluate(() => section.cutAreas().length)).toBe(4)
    await page.keyboard.press('Control+z')
    expect(await heightOfPlane(page)).toBeCloseTo(before, 9)
    await page.keyboard.press('Control+y')
    expect((await heightOfPlane(page)) - before).toBeCloseTo(25 / pixelsPerMetre, 2)
    await page.keyboard.press('ArrowUp')
    expect(await heightOfPlane(page)).toBeGreaterThan(before + 25 / pixelsPerMetre)
  })

  it('cancels a drag with Escape, and rotates the plane by its knobs', async () => {
    const page = await openArrow()
    const from = await getArrowCenter(page)
    const before = await heightOfPlane(page)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 40)
    expect(await heightOfPlane(page)).toBeGreaterThan(before)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await heightOfPlane(page)).toBeCloseTo(before, 9)
    const knob = await page.evaluate(() => {
      const box = document.querySelectorAll('.kamar-section g [role=slider]')[0]?.getBoundingClientRect() as DOMRect
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    })
    await page.mouse.move(knob.x, knob.y)
    await page.mouse.down()
    await page.mouse.move(knob.x, knob.y - 20)
    await page.mouse.up()
    const normal = await page.evaluate(() => section.state.planes[0]?.normal ?? [0, 0, 0])
    expect(Math.abs(normal[2])).toBeLessThan(0.999)
    expect(Math.hypot(...normal)).toBeCloseTo(1, 9)
  })

  it('is dragged by a finger on a phone', async () => {
    const page = await openArrow()
    await page.setViewportSize({ width: 390, height: 700 })
    await page.evaluate(() => testPage.rest())
    const from = await getArrowCenter(page)
    const before = await heightOfPlane(page)
    // Beside the arrow, as touches are imprecise, but within its hit radius.
    await touchDrag(page, { x: from.x + 10, y: from.y }, { x: from.x + 10, y: from.y - 60 })
    expect(await heightOfPlane(page)).toBeGreaterThan(before + 0.3)
  })
})

describe('section box', () => {
  it('encloses the selection and cuts areas by all its sides, also when rotated', async () => {
    const page = await openParts()
    const outcome = await page.evaluate(async (element) => {
      testPage.viewer?.selection.set([element])
      const isBoxSet = section.setBoxAround({ around: 'selection' })
      await testPage.rest()
      const others = [-4, 4, 6.5].map((x) => {
        const point = testPage.viewer?.space.project([x, 0, 3]) ?? { x: 0, y: 0 }
        return testPage.viewer?.pick(point.x, point.y) ?? null
      })
      const box = section.state.box
      return { isBoxSet, others, box, planes: testPage.viewer?.cut.planes.length }
    }, parts.wall)
    expect(outcome).toMatchObject({ isBoxSet: true, others: [null, null, null], planes: 6 })
    // Half of the wall and 0.3 m around it.
    expect(outcome.box?.half[0]).toBeCloseTo(2.3, 1)
    const areas = await page.evaluate(async () => {
      const box = section.state.box
      if (box !== null) section.setBox({ ...box, center: [0, 0, 0.5], half: [1, 1, 1], turnDegrees: 30 })
      await testPage.rest()
      return section.cutAreas()
    })
    // At its top, 1.5 m, the rotated box contains the wall from side to side: 0.3 m by 2 m ÷ cos 30°.
    const top = areas.filter(({ element }) => element === parts.wall)
    const expected = (0.3 * 2) / Math.cos(Math.PI / 6)
    expect(top.some(({ squareMetres }) => Math.abs(squareMetres - expected) < 1e-3)).toBe(true)
  })

  it('is saved with the view, disabled, restored and removed with the model', async () => {
    const page = await openParts()
    const outcome = await page.evaluate(async () => {
      section.setBoxAround({ around: 'model' })
      const savedState = section.getState()
      section.setEnabled('box', false)
      const off = testPage.viewer?.cut.planes.length
      section.remove('box')
      const none = section.getState()
      section.restoreState(JSON.parse(JSON.stringify(savedState)))
      const back = testPage.viewer?.cut.planes.length
      section.restoreState({ planes: [{ id: 'x' }] })
      const broken = testPage.viewer?.cut.planes.length
      section.restoreState(savedState)
      testPage.viewer?.unload()
      return {
        off,
        none: none === undefined,
        back,
        broken,
        unloaded: testPage.viewer?.cut.planes.length,
        errors: testPage.errors,
      }
    })
    expect(outcome).toEqual({ off: 0, none: true, back: 6, broken: 0, unloaded: 0, errors: [] })
  })
})
