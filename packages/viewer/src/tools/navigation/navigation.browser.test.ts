import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage } from '../../testing/test-package.js'
import { doubleTap } from '../../testing/pointer.js'
import type { NavigationExtension } from './navigation-extension.js'

declare const testPage: TestPage
/** Set on the page by `openBuilding`. */
declare const moves: NavigationExtension

type Point3 = [number, number, number]

let harness: BrowserHarness
let building: TestBuilding

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const files = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
  harness.serve('building', files)
})
afterAll(() => harness.stop())

async function openBuilding(eye: Point3, target: Point3): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(
    async (view) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: '/packages/building/manifest.json' })
      await viewer.model?.tree
      Object.assign(window, { moves: await viewer.loadExtension('kamar.navigation') })
      testPage.setView(view.eye, view.target)
      await testPage.rest()
    },
    { eye, target },
  )
  return page
}

const eyeNow = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => [...(testPage.viewer?.camera.pose.eye ?? [])])

/** Walks in short time steps, as animation frames would, with these keys held. */
const walkOn = (page: Page, seconds: number, keys: readonly string[] = []): Promise<void> =>
  page.evaluate(
    ([length, codes]) => {
      const dispatchKey = (type: string, code: string): boolean | undefined =>
        testPage.viewer?.canvas.dispatchEvent(new KeyboardEvent(type, { code, bubbles: true, cancelable: true }))
      for (const code of codes) dispatchKey('keydown', code)
      for (let time = 0; time < length; time += 1 / 60) moves.walk?.step(1 / 60)
      for (const code of codes) dispatchKey('keyup', code)
    },
    [seconds, keys] as const,
  )
const startWalk = (page: Page, kind: 'walk' | 'fly' = 'walk'): Promise<boolean | undefined> =>
  page.evaluate((mode) => testPage.viewer?.extensions.activate('kamar.navigation', mode), kind)

describe('walk mode', () => {
  it('falls to the floor and stays at eye height above it', async () => {
    const page = await openBuilding([3, 2, 2.4], [3, 6, 2.4])
    await startWalk(page)
    await walkOn(page, 2)
    expect((await eyeNow(page))[2]).toBeCloseTo(1.65, 2)
  })

  it('stops at a wall, slides along it and passes through a door', async () => {
    const page = await openBuilding([3, 2, 1.65], [3, 6, 1.65])
    await startWalk(page)
    await walkOn(page, 3, ['KeyW'])
    const [x = 0, y = 0, z = 0] = await eyeNow(page)
    expect([x, z]).toEqual([expect.closeTo(3, 2), expect.closeTo(1.65, 2)])
    expect(y).toBeCloseTo(3.9 - 0.25, 2)
    // Walking 45° to the right slides along the wall.
    await page.evaluate(() => testPage.setView([3, 3.6, 1.65], [5, 5.6, 1.65]))
    await walkOn(page, 1, ['KeyW'])
    const slid = await eyeNow(page)
    expect(slid[1]).toBeCloseTo(3.65, 2)
    expect(slid[0]).toBeGreaterThan(4)
    await page.evaluate(() => moves.walk?.goTo({ point: [8.5, 2, 0], normal: [0, 0, 1] } as never))
    await page.evaluate(() => testPage.setView([8.5, 2, 1.65], [8.5, 6, 1.65]))
    await walkOn(page, 2, ['KeyW'])
    expect((await eyeNow(page))[1]).toBeGreaterThan(5)
  })

  it('climbs steps and falls where the floor ends', async () => {
    const page = await openBuilding([11, 0.2, 1.65], [11, 4, 1.65])
    await startWalk(page)
    await walkOn(page, 0.42, ['KeyW'])
    expect((await eyeNow(page))[2]).toBeCloseTo(1.65 + 0.6, 1)
    await page.evaluate(() => moves.walk?.goTo({ point: [9, 1, 3], normal: [0, 0, 1] } as never))
    expect((await eyeNow(page))[2]).toBeCloseTo(4.65, 3)
    await page.evaluate(() => testPage.setView([9, 2.5, 4.65], [12, 2.5, 4.65]))
    await walkOn(page, 1.6, ['KeyW'])
    expect((await eyeNow(page))[2]).toBeCloseTo(1.65, 2)
  })

  it('gathers nearby walls at most once on a short walk, and comes to rest', async () => {
    const page = await openBuilding([3, 2, 1.65], [3, 6, 1.65])
    await startWalk(page)
    await walkOn(page, 0.5, ['KeyD'])
    const before = await page.evaluate(() => moves.walk?.walls.gatherings ?? 0)
    await walkOn(page, 0.4, ['KeyD'])
    const gatherCount = (await page.evaluate(() => moves.walk?.walls.gatherings ?? 0)) - before
    expect(gatherCount).toBeLessThanOrEqual(1)
    await page.evaluate(() => testPage.rest())
    const frameCount = await page.evaluate(() => testPage.frames.length)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => testPage.frames.length)).toBe(frameCount)
  })

  it('uses keys and drags while active, and restores the previous view on undo', async () => {
    const page = await openBuilding([3, 2, 1.65], [3, 3, 1.65])
    const before = await page.evaluate(() => testPage.viewer?.camera.view)
    await startWalk(page)
    await page.locator('canvas').focus()
    await page.keyboard.down('KeyA')
    await page.waitForFunction(() => (testPage.viewer?.camera.pose.eye[0] ?? 3) < 2.9)
    await page.keyboard.up('KeyA')
    const azimuth = await page.evaluate(() => testPage.viewer?.camera.pose.azimuth)
    await page.mouse.move(300, 200)
    await page.mouse.down()
    await page.mouse.move(360, 200, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => testPage.viewer?.camera.pose.azimuth)).toBeLessThan((azimuth ?? 0) - 0.1)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => moves.mode)).toBeNull()
    expect(await page.evaluate(() => testPage.viewer?.camera.pose.fieldOfViewDegrees)).toBe(50)
    await page.evaluate(() => testPage.viewer?.history.undo())
    const back = await page.evaluate(() => testPage.viewer?.camera.view)
    expect(back?.eye.map((value) => value.toFixed(4))).toEqual(before?.eye.map((value) => value.toFixed(4)))
  })

  it('flies through walls and upwards in fly mode', async () => {
    const page = await openBuilding([3, 2, 1.65], [3, 6, 1.65])
    await startWalk(page, 'fly')
    await walkOn(page, 1.5, ['KeyW', 'KeyE'])
    const [, y = 0, z = 0] = await eyeNow(page)
    expect(y).toBeGreaterThan(4.2)
    expect(z).toBeGreaterThan(3)
  })
})

describe('storey plan', () => {
  it('shows one storey cut above its floor, and restores the previous view', async () => {
    const page = await openBuilding([6, -14, 12], [6, 4, 2])
    const storeys = await page.evaluate(() => moves.storeys())
    expect(storeys.map(({ name, floor }) => [name, Math.round(floor * 100) / 100])).toEqual([
      ['Ground', 0],
      ['Upper', 3],
    ])
    const before = await page.evaluate(() => testPage.viewer?.camera.view)
    await page.evaluate((storey) => moves.showStorey(storey), building.upper)
    await page.evaluate(() => testPage.rest())
    const state = await page.evaluate(
      ([slab, wall, column]) => {
        const viewer = testPage.viewer
        const at = (point: [number, number, number]) => viewer?.space.project(point) ?? { x: 0, y: 0 }
        const pick = (point: [number, number, number]) => {
          const { x, y } = at(point)
          return viewer?.pick(x, y) ?? null
        }
        return {
          shown: [slab, wall, column].map((element) => viewer?.visibility.isVisible(element as number)),
          column: pick([2.25, 3.25, 4.2]),
          pushOutOfWalls: pick([11, 1, 3])?.element ?? null,
          up: at([6, 8, 3]).y < at([6, 0, 3]).y,
          projection: viewer?.camera.projection,
        }
      },
      [building.slab, building.upperWall, building.columns[0]],
    )
    expect(state.shown).toEqual([false, true, true])
    expect(state.column?.element).toBe(building.columns[0])
    expect(state.column?.point[2]).toBeCloseTo(4.2, 4)
    expect(state).toMatchObject({ pushOutOfWalls: null, up: true, projection: 'orthographic' })
    await page.evaluate(() => moves.showStorey(null))
    const after = await page.evaluate(
      (slab) => ({
        view: testPage.viewer?.camera.view,
        planes: testPage.viewer?.cut.planes.length,
        shown: testPage.viewer?.visibility.isVisible(slab),
        isolated: testPage.viewer?.visibility.isolated,
      }),
      building.slab,
    )
    expect(after).toMatchObject({ planes: 0, shown: true, isolated: false })
    expect(after.view?.eye.map((value) => value.toFixed(3))).toEqual(before?.eye.map((value) => value.toFixed(3)))
  })
})

describe('viewer camera', () => {
  it('fills the canvas with the dragged zoom window', async () => {
    const page = await openBuilding([6, -14, 6], [6, 4, 2])
    await page.evaluate(() => testPage.viewer?.extensions.activate('kamar.navigation', 'zoom-window'))
    const [a, b] = await page.evaluate(() =>
      [[4, 3, 3] as const, [4.5, 3, 6] as const].map((point) => testPage.viewer?.space.project(point)),
    )
    await page.mouse.move(a?.x ?? 0, a?.y ?? 0)
    await page.mouse.down()
    await page.mouse.move(b?.x ?? 0, b?.y ?? 0, { steps: 4 })
    await page.mouse.up()
    const framed = await page.evaluate(() => ({
      mode: moves.mode,
      corners: (
        [
          [4, 3, 3],
          [4.5, 3, 6],
        ] as const
      ).map((point) => testPage.viewer?.space.project(point)),
    }))
    expect(framed.mode).toBeNull()
    const [low, high] = framed.corners
    // The rectangle is upright: its height fills the 400 pixels, and its centre becomes the centre of the canvas.
    expect((low?.y ?? 0) - (high?.y ?? 0)).toBeGreaterThan(360)
    expect((low?.y ?? 0) - (high?.y ?? 0)).toBeLessThan(440)
    expect(((low?.x ?? 0) + (high?.x ?? 0)) / 2).toBeCloseTo(320, -1)
    await page.evaluate(() => testPage.viewer?.history.undo())
    expect((await eyeNow(page))[1]).toBeCloseTo(-14, 3)
  })

  it('keeps screen positions when the projection changes and changes back', async () => {
    const page = await openBuilding([6, -14, 6], [6, 400, -120])
    const projectPoints = (): Promise<(readonly [number, number])[]> =>
      page.evaluate(() => {
        const { viewer } = testPage
        const pick = viewer?.pick(320, 200)?.point ?? [0, 0, 0]
        const neighbor = [pick[0] + 1, pick[1], pick[2]] as const
        return [pick, neighbor].map((point) => {
          const { x, y } = viewer?.space.project(point) ?? { x: 0, y: 0 }
          return [Math.round(x), Math.round(y)] as const
        })
      })
    const before = await projectPoints()
    await page.evaluate(() => testPage.viewer?.camera.setProjection('orthographic'))
    expect(await projectPoints()).toEqual(before)
    await page.evaluate(() => testPage.viewer?.camera.setProjection('perspective'))
    expect(await projectPoints()).toEqual(before)
    expect((await eyeNow(page)).map((value) => value.toFixed(2))).toEqual(['6.00', '-14.00', '6.00'])
  })

  it('keeps a fitted box visible in both projections', async () => {
    const page = await openBuilding([6, -14, 6], [6, 4, 2])
    const boxCorners = await page.evaluate(() => {
      const viewer = testPage.viewer
      viewer?.fitToView()
      viewer?.camera.setProjection('orthographic')
      return [0, 1, 2, 3, 4, 5, 6, 7].map((boxCorner) =>
        viewer?.space.project([boxCorner & 1 ? 12 : 0, boxCorner & 2 ? 8 : 0, boxCorner & 4 ? 6 : -0.3]),
      )
    })
    for (const boxCorner of boxCorners) {
      expect(boxCorner?.x).toBeGreaterThan(-60)
      expect(boxCorner?.x).toBeLessThan(700)
      expect(boxCorner?.y).toBeGreaterThan(-60)
      expect(boxCorner?.y).toBeLessThan(460)
    }
  })
})

describe('gestures and preferences', () => {
  it('use a custom home view, reverse the zoom and swap the mouse buttons', async () => {
    const page = await openBuilding([6, -14, 6], [6, 4, 2])
    await page.evaluate(() => moves.setHome())
    await page.evaluate(() => testPage.setView([20, 20, 20], [0, 0, 0]))
    await page.evaluate(() => testPage.viewer?.camera.goTo('home'))
    expect((await eyeNow(page))[1]).toBeCloseTo(-14, 3)
    await page.evaluate(() => testPage.viewer?.history.undo())
    await page.evaluate(() => testPage.viewer?.camera.goTo('home'))
    expect((await eyeNow(page))[1]).not.toBeCloseTo(-14, 1)
    const distance = (): Promise<number> => page.evaluate(() => testPage.viewer?.camera.pose.distance ?? 0)
    const start = await distance()
    await page.mouse.move(320, 200)
    await page.mouse.wheel(0, 100)
    await page.waitForFunction((before) => (testPage.viewer?.camera.pose.distance ?? 0) > before, start)
    const out = await distance()
    await page.evaluate(() => {
      testPage.viewer?.navigation.setPreferences({ reverseZoom: true, leftHanded: true })
    })
    await page.mouse.wheel(0, 100)
    await page.waitForFunction((before) => (testPage.viewer?.camera.pose.distance ?? 0) < before, out)
    // In the left-handed setting the right button orbits and picks.
    await page.evaluate(() => testPage.setView([6, -14, 6], [6, 4, 2]))
    await page.mouse.click(320, 250, { button: 'right' })
    expect(await page.evaluate(() => testPage.viewer?.selection.size)).toBe(1)
  })

  it('look around with three fingers, and fit the model on a double tap beside it', async () => {
    const page = await openBuilding([6, -14, 6], [6, 4, 2])
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [200, 300, 400].map((x) => ({ x: x + by, y: 200 })),
      })
    await touch('touchStart', 0)
    for (const by of [10, 20, 30, 40]) await touch('touchMove', by)
    await touch('touchEnd', 0)
    const pose = await page.evaluate(() => testPage.viewer?.camera.pose)
    expect(pose?.eye.map((value) => value.toFixed(3))).toEqual(['6.000', '-14.000', '6.000'])
    expect(pose?.azimuth).toBeLessThan(-0.05)
    await page.evaluate(() => testPage.setView([60, -140, 60], [6, 4, 2]))
    await doubleTap(page, { x: 40, y: 40 })
    await page.waitForFunction(() => (testPage.viewer?.camera.pose.distance ?? 999) < 60)
  })
})
