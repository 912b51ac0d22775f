import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { projectedBy } from '../../testing/projected.js'
import { barMesh, boxMesh, placedAt, stoneMesh } from '../../testing/shapes.js'
import { touchDrag } from '../../testing/pointer.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'
import type { MeasureExtension } from './measure-extension.js'

declare const testPage: TestPage
/** Set in the page by `openRoom`. */
declare const measureTool: MeasureExtension

type Point3 = [number, number, number]
const eye: Point3 = [2, -9, 6]
const target: Point3 = [2, 0, 1]
const view = { eye, target, width: 640, height: 400, fieldOfViewDegrees: 50 }

let harness: BrowserHarness
let wall = -1

/** A wall of 4 × 0.3 × 3 m, another 5 m behind it, a round table in front, and many stones far behind. */
beforeAll(async () => {
  harness = await BrowserHarness.start()
  const files = await writeTestPackage((scene) => {
    scene.setUnit({ name: 'millimetre', metres: 0.001 })
    scene.setOrigin([1000, 2000, 0])
    scene.setGeoreference({ eastings: 400_000, northings: 5_000_000, orthogonalHeight: 100 })
    const at = (x: number, y: number, z: number) => placedAt(1000 + x, 2000 + y, z)
    wall = addElement(scene, { name: 'Wall', mesh: boxMesh([0, 0, 0], [4, 0.3, 3]), at: at(0, 0, 0) }).node
    addElement(scene, { name: 'Opposite', mesh: boxMesh([0, 0, 0], [4, 0.2, 3]), at: at(0, 5.3, 0) })
    addElement(scene, { name: 'Table', mesh: barMesh(0.6, 0.8, 48), at: at(2, -2, 0), color: [0.7, 0.5, 0.2, 1] })
    const stone = scene.addMesh(stoneMesh(0.2, 16, 9)) as number
    for (let number = 0; number < 2000; number++)
      addElement(scene, {
        name: `Stone ${number}`,
        mesh: stone,
        at: at((number % 50) - 20, 12 + Math.floor(number / 50), 0),
      })
  })
  harness.serve('room', files)
})
afterAll(() => harness.stop())

async function openTestPage(): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(
    async ({ eye: from, target: to }) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: '/packages/room/manifest.json' })
      Object.assign(window, { measureTool: await viewer.loadExtension('kamar.measure') })
      testPage.setView(from, to)
      await testPage.rest()
    },
    { eye, target },
  )
  return page
}

const start = (page: Page, mode: string) => page.evaluate((kind) => measureTool.activate(kind), mode)

/** Clicks beside a point of the model, by CSS pixels; spaced in time so that they are not double clicks. */
async function click(page: Page, point: Point3, offset: readonly [number, number] = [0, 0]): Promise<void> {
  const [x, y] = projectedBy(view)(point) as [number, number]
  await page.mouse.move(x + offset[0], y + offset[1])
  await page.mouse.click(x + offset[0], y + offset[1])
}
const values = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const last = measureTool.measurements.at(-1)
    return last === undefined
      ? {}
      : Object.fromEntries(measureTool.computeValues(last).map(({ name, value }) => [name, value]))
  })
const hover = async (page: Page, point: Point3, offset: readonly [number, number] = [0, 0]) => {
  const [x, y] = projectedBy(view)(point) as [number, number]
  await page.mouse.move(x + offset[0], y + offset[1])
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => {
    const glyph = document.querySelector('.kamar-snap')
    return {
      snap: measureTool.hovered,
      shown: glyph?.getAttribute('data-snap'),
      drawn: glyph?.getAttribute('d') !== '',
    }
  })
}

describe('measure extension', () => {
  it('measures a wall between two corners in the unit of its source', async () => {
    const page = await openTestPage()
    await start(page, 'distance')
    await click(page, [0, 0, 3], [4, 3])
    await click(page, [4, 0, 3], [-4, 2])
    expect((await values(page))['length']).toBeCloseTo(4, 3)
    const label = await page.evaluate(() => document.querySelector('.kamar-measure text')?.textContent)
    expect(label).toBe('4,000 mm')
    expect(await page.evaluate(() => testPage.viewer?.selection.size)).toBe(0)
    await page.evaluate(() => measureTool.setUnit('ft-in'))
    expect(await page.evaluate(() => document.querySelector('.kamar-measure text')?.textContent)).toBe(`13'-1 1/2"`)
  })

  it('snaps to corners before midpoints before edges before faces, and searches few instances', async () => {
    const page = await openTestPage()
    await start(page, 'distance')
    const vertex = await hover(page, [0, 0, 3], [5, 4])
    expect(vertex).toMatchObject({ shown: 'vertex', drawn: true })
    expect(vertex.snap?.point[2]).toBeCloseTo(3, 3)
    expect((await hover(page, [2, 0, 3], [3, 3])).shown).toBe('midpoint')
    const edge = await hover(page, [1.1, 0, 3], [0, 4])
    expect(edge.shown).toBe('edge')
    expect(edge.snap?.point[1]).toBeCloseTo(0, 2)
    expect((await hover(page, [1.1, 0, 1.4])).shown).toBe('face')
    expect((await hover(page, [2, -2, 0.8], [2, 1])).shown).toBe('center')
    // The wall has 12 edges; the 2,000 stones are not searched.
    const cost = await page.evaluate(() => measureTool.snapCost)
    expect(cost.picks).toBe(5)
    expect(cost.instances).toBeLessThanOrEqual(3)
    expect(cost.edges).toBeLessThan(400)
    expect((await hover(page, [-6, 0, 8])).snap).toBeNull()
  })

  it('snaps to the foot of a perpendicular', async () => {
    const page = await openTestPage()
    await start(page, 'distance')
    await click(page, [1.3, 0, 1.4])
    const foot = await hover(page, [1.3, 0, 3], [3, 2])
    expect(foot.shown).toBe('perpendicular')
    expect(foot.snap?.point[0]).toBeCloseTo(1.3, 1)
  })

  it('measures points, chains, angles, slopes, areas and faces', async () => {
    const page = await openTestPage()
    await start(page, 'point')
    await click(page, [4, 0, 3], [-3, 3])
    const position = await values(page)
    expect([position['x'], position['y'], position['z']].map((value) => Math.round((value ?? 0) * 100) / 100)).toEqual([
      1004, 2000, 3,
    ])
    expect(position['east']).toBeCloseTo(401_004, 1)
    expect(position['height']).toBeCloseTo(103, 2)
    await start(page, 'chain')
    for (const point of [
      [0, 0, 3],
      [4, 0, 3],
      [4, 0, 0],
    ] as Point3[])
      await click(page, point)
    await page.keyboard.press('Enter')
    expect((await values(page))['total']).toBeCloseTo(7, 2)
    await start(page, 'angle')
    for (const point of [
      [0, 0, 3],
      [4, 0, 3],
      [4, 0, 0],
    ] as Point3[])
      await click(page, point)
    expect((await values(page))['angle']).toBeCloseTo(90, 1)
    await start(page, 'slope')
    await click(page, [1.1, 0, 1.4])
    expect((await values(page))['slope']).toBeGreaterThan(1e6)
    await start(page, 'area')
    for (const point of [
      [0, 0, 3],
      [4, 0, 3],
      [4, 0, 0],
      [0, 0, 0],
    ] as Point3[])
      await click(page, point)
    await page.keyboard.press('Enter')
    expect((await values(page))['area']).toBeCloseTo(12, 1)
    await start(page, 'face')
    await click(page, [1.1, 0, 1.4])
    expect((await values(page))['area']).toBeCloseTo(12, 2)
    const count = await page.evaluate(() => measureTool.measurements.length)
    expect(count).toBe(6)
  })

  it('measures perpendicular distances both ways, volumes and radii', async () => {
    const page = await openTestPage()
    await start(page, 'volume')
    await click(page, [1.1, 0, 1.4])
    expect((await values(page))['volume']).toBeCloseTo(3.6, 2)
    await start(page, 'radius')
    await click(page, [2.5, -2, 0.8], [4, 0])
    expect((await values(page))['diameter']).toBeCloseTo(1.2, 2)
    await page.evaluate(() => testPage.setView([2, 9, 5], [2, 2, 1]))
    await start(page, 'perpendicular')
    await page.evaluate(async () => {
      testPage.setView([2, 2, 1.5], [2, 0, 1.5])
      await testPage.rest()
    })
    await page.mouse.click(340, 180)
    const laser = await values(page)
    expect(laser['outwards']).toBeCloseTo(5, 2)
    expect(laser['inwards']).toBeCloseTo(0.3, 2)
    const elements = await page.evaluate(() => measureTool.measurements.at(-1)?.elements)
    expect(elements).toEqual([wall])
  })

  it('cancels the current measurement, then the tool, with Escape, and undoes points and measurements with Ctrl+Z', async () => {
    const page = await openTestPage()
    await start(page, 'distance')
    await click(page, [0, 0, 3])
    await page.keyboard.press('Control+z')
    await click(page, [4, 0, 3])
    await click(page, [4, 0, 0])
    expect((await values(page))['length']).toBeCloseTo(3, 2)
    await click(page, [0, 0, 3])
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => [measureTool.measurements.length, measureTool.isActive()])).toEqual([1, true])
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => measureTool.isActive())).toBe(false)
    await page.keyboard.press('Control+z')
    expect(await page.evaluate(() => measureTool.measurements.length)).toBe(0)
    await page.keyboard.press('Control+y')
    expect(await page.evaluate(() => measureTool.measurements.length)).toBe(1)
  })

  it('saves, names and restores measurements, and draws them on screenshots', async () => {
    const page = await openTestPage()
    await start(page, 'distance')
    await click(page, [0, 0, 3])
    await click(page, [4, 0, 3])
    const savedState = await page.evaluate(async () => {
      measureTool.rename('measurement-1', 'Width')
      const viewer = testPage.viewer
      const plain = await viewer?.screenshot()
      const annotated = await viewer?.screenshot({ annotations: true })
      const state = JSON.parse(JSON.stringify(measureTool.getState())) as unknown
      measureTool.clear()
      const cleared = measureTool.getState() === undefined
      measureTool.restoreState(state)
      const label = document.querySelector('.kamar-measure text')?.textContent
      measureTool.restoreState(undefined)
      return {
        cleared,
        label,
        left: measureTool.measurements.length,
        larger: (annotated?.size ?? 0) - (plain?.size ?? 0),
      }
    })
    expect(savedState).toMatchObject({ cleared: true, label: 'Width: 4,000 mm', left: 0 })
    expect(savedState.larger).toBeGreaterThan(200)
  })

  it('ignores geometry that a section cuts away, and snaps to its caps', async () => {
    const page = await openTestPage()
    await page.evaluate(async () => {
      testPage.viewer?.cut.set([{ normal: [0, 0, -1], offset: 2 }])
      await testPage.rest()
    })
    await start(page, 'distance')
    expect((await hover(page, [0, 0, 3], [4, 3])).snap).toBeNull()
    const cap = await hover(page, [1.1, 0.04, 2])
    expect(cap).toMatchObject({ shown: 'edge', snap: { element: wall } })
    expect(cap.snap?.point[2]).toBeCloseTo(2, 4)
    expect(await hover(page, [4, 0, 2], [-3, -1])).toMatchObject({ shown: 'vertex', snap: { element: wall } })
  })

  it('shows a loupe above a held finger, and sets the point on release', async () => {
    const page = await openTestPage()
    await start(page, 'distance')
    const [x, y] = projectedBy(view)([0, 0, 3]) as [number, number]
    const rotatedEye = await page.evaluate(() => testPage.viewer?.camera.view.eye)
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', position?: { x: number; y: number }) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: position === undefined ? [] : [position] })
    await touch('touchStart', { x: x + 30, y: y + 30 })
    await page.waitForFunction(() => {
      const loupe = document.querySelector<HTMLElement>('.kamar-loupe')
      return loupe !== null && loupe.style.display === 'block'
    })
    await touch('touchMove', { x: x + 12, y: y + 10 })
    await page.waitForFunction(() => document.querySelector('.kamar-snap')?.getAttribute('data-snap') === 'vertex')
    const loupe = await page.evaluate(
      () => document.querySelector('.kamar-loupe')?.getBoundingClientRect().toJSON() as DOMRect,
    )
    expect(loupe.bottom < y || loupe.top > y + 20).toBe(true)
    await touch('touchEnd')
    await touch('touchStart', { x: projectedBy(view)([4, 0, 3])[0] - 8, y: projectedBy(view)([4, 0, 3])[1] + 8 })
    await touch('touchEnd')
    expect((await values(page))['length']).toBeCloseTo(4, 2)
    expect(await page.evaluate(() => testPage.viewer?.camera.view.eye)).toEqual(rotatedEye)
    // A finger that moves at once orbits the model as usual.
    await touchDrag(page, { x: 300, y: 300 }, { x: 380, y: 300 })
    expect(await page.evaluate(() => testPage.viewer?.camera.view.eye)).not.toEqual(rotatedEye)
  })
})
