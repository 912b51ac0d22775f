import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeasureExtension } from '../measure/measure-extension.js'
import type { FilterRule } from '../../engine/search/filter-rule.js'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage } from '../../testing/test-package.js'
import type { SectionExtension } from '../section/section-extension.js'
import type { ColorsExtension } from './colors-extension.js'
import type { ExplodeExtension } from '../explode/explode-extension.js'

declare const testPage: TestPage
/** Set in the page by `openBuilding`. */
declare const colors: ColorsExtension
declare const explode: ExplodeExtension

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

/** Opens a page that views the upper storey from the south. */
async function openBuilding(): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(async () => {
    const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
    await viewer.load({ manifestUrl: '/packages/building/manifest.json' })
    await viewer.model?.tree
    Object.assign(window, {
      colors: await viewer.loadExtension('kamar.colors'),
      explode: await viewer.loadExtension('kamar.explode'),
    })
    testPage.setView([5, -12, 4.5], [5, 3, 4.5])
    await testPage.rest()
  })
  return page
}

/** Returns the elements at the pixels of a grid, and the pixels. */
const grid = (page: Page) =>
  page.evaluate(async () => {
    const points: [number, number][] = []
    for (let x = 8; x < 640; x += 12) for (let y = 8; y < 400; y += 12) points.push([x, y])
    const pixels = await testPage.pixels(points)
    return points.map(([x, y], at) => ({
      element: testPage.viewer?.pick(x + 0.5, y + 0.5)?.element ?? null,
      pixel: pixels[at] as number[],
    }))
  })
const isReddish = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red > green + 60 && red > blue + 60
const load = { set: 'Common', property: 'Load' }

describe('color by property', () => {
  it('colors exactly the elements with the value and can be undone', async () => {
    const page = await openBuilding()
    expect((await grid(page)).some(({ pixel }) => isReddish(pixel))).toBe(false)
    await page.evaluate(async (field) => {
      await colors.colorBy(field, { kind: 'categories' })
      const at = colors.legend?.entries.findIndex(({ text }) => text === '3') ?? -1
      colors.legend?.entries.forEach((_, entry) => colors.setEntry(entry, { enabled: entry === at, rgb: [255, 0, 0] }))
      await testPage.rest()
    }, load)
    const samples = await grid(page)
    const red = samples.filter(({ pixel }) => isReddish(pixel))
    const third = samples.filter(({ element }) => element === building.columns[2])
    expect(third.length).toBeGreaterThan(5)
    expect(red.map(({ element }) => element)).toEqual(third.map(({ element }) => element))
    for (let change = 0; change < 6; change++) await page.evaluate(() => testPage.viewer?.history.undo())
    expect(await page.evaluate(() => colors.legend)).toBeNull()
    expect((await grid(page)).some(({ pixel }) => isReddish(pixel))).toBe(false)
  })

  it('keeps number ranges in saved views', async () => {
    const page = await openBuilding()
    const restored = await page.evaluate(async (field) => {
      await colors.setBounds(field, [0, 2, 4])
      colors.setEntry(1, { rgb: [250, 20, 20] })
      const state = await testPage.captureViewState(testPage.viewer as never)
      colors.clear()
      const cleared = testPage.viewer?.colors.size
      const changed = new Promise((resolve) => colors.on('changed', ({ legend }) => legend && resolve(legend)))
      await testPage.restoreView(testPage.viewer as never, state as never)
      await changed
      await testPage.rest()
      return { cleared, entries: colors.legend?.entries, elements: colors.elements.map((list) => [...list]) }
    }, load)
    const [one, two, three, four] = building.columns
    expect(restored.cleared).toBe(0)
    expect(restored.elements).toEqual([[one], [two, three, four]])
    expect(restored.entries?.[1]).toMatchObject({ rgb: [250, 20, 20], elements: 3, range: { low: 2, high: 4 } })
    const red = (await grid(page)).filter(({ pixel }) => isReddish(pixel))
    expect(new Set(red.map(({ element }) => element))).toEqual(new Set([two, three, four]))
  })
})

describe('exploded model', () => {
  it('moves storeys and is picked where it is drawn', async () => {
    const page = await openBuilding()
    const column = building.columns[1] as number
    const probe = (): Promise<{ displayed: number | null; before: number | null; boxes: unknown }> =>
      page.evaluate(async (element) => {
        const viewer = testPage.viewer
        const box = viewer?.model?.computeBounds([element])
        const center = [0, 1, 2].map((axis) => ((box?.min[axis] ?? 0) + (box?.max[axis] ?? 0)) / 2)
        const pickAt = (point: readonly number[]): number | null => {
          const { x, y } = viewer?.space.project(point as never) ?? { x: 0, y: 0 }
          return viewer?.pick(x, y)?.element ?? null
        }
        return { displayed: pickAt(center), before: pickAt([4.25, 3.25, 4.5]), boxes: box }
      }, column)
    const start = await probe()
    expect(start.displayed).toBe(column)
    await page.evaluate(async () => {
      testPage.setView([5, -30, 8], [5, 3, 6])
      await explode.set({ mode: 'storeys', amount: 1 })
      await testPage.rest()
    })
    const exploded = await probe()
    // Ground is 3 m high, with the slab: the storey above it moves up by one and a half times that height.
    expect(exploded.boxes).toMatchObject({ min: [4, 3, expect.closeTo(3 + 4.5, 3)] })
    expect(exploded.displayed).toBe(column)
    const pixels = await grid(page)
    const drawnPixels = pixels.filter(({ pixel }) => pixel[0] !== 255 || pixel[1] !== 255 || pixel[2] !== 255)
    expect(drawnPixels.filter(({ element }) => element === null).length).toBeLessThan(drawnPixels.length * 0.05)
    expect(drawnPixels.length).toBeGreaterThan(30)
    await page.evaluate(() => testPage.viewer?.history.undo())
    await page.evaluate(() => testPage.setView([5, -12, 4.5], [5, 3, 4.5]))
    expect(await probe()).toEqual(start)
    await page.evaluate(() => explode.set({ mode: 'radial', amount: 0.5 }))
    const radial = await probe()
    expect(radial.displayed).toBe(column)
    expect(radial.boxes).not.toEqual(start.boxes)
  })
})

describe('tools in an exploded model', () => {
  it('cut displaced elements with sections, and hide and refuse measurements until it is whole again', async () => {
    const page = await openBuilding()
    const samples = await page.evaluate(async () => {
      const { viewer } = testPage
      if (viewer === null) return null
      const section = (await viewer.loadExtension('kamar.section')) as SectionExtension
      const measuring = (await viewer.loadExtension('kamar.measure')) as MeasureExtension
      const refused: string[] = []
      measuring.on('refused', ({ reason }) => refused.push(reason))
      measuring.restoreState({
        measurements: [
          {
            id: 'm',
            kind: 'distance',
            name: '',
            points: [
              [0, 0, 3],
              [0, 8, 3],
            ],
          },
        ],
      })
      const labels = (): number => document.querySelectorAll('.kamar-measure text').length
      const cut = async (amount: number): Promise<{ elements: number[]; labels: number }> => {
        await explode.set({ mode: 'storeys', amount })
        await testPage.rest()
        const areas = section.cutAreas().filter(({ squareMetres }) => squareMetres > 0)
        return { elements: areas.map(({ element }) => element).sort((a, b) => a - b), labels: labels() }
      }
      // Through the columns of the upper storey; when exploded it runs above the lower storey's walls and below the
      // upper.
      section.restoreState({
        planes: [{ id: 'p', kind: 'z', enabled: true, point: [6, 4, 4.5], normal: [0, 0, -1] }],
        box: null,
        hatched: true,
      })
      const uncut = await cut(0)
      const exploded = await cut(1)
      testPage.setView([5, -30, 8], [5, 3, 6])
      measuring.activate('distance')
      const box = viewer.canvas.getBoundingClientRect()
      for (const type of ['pointerdown', 'pointerup'])
        viewer.canvas.dispatchEvent(
          new PointerEvent(type, {
            clientX: box.x + 320,
            clientY: box.y + 260,
            pointerId: 1,
            button: 0,
            bubbles: true,
          }),
        )
      const again = await cut(0)
      return { uncut, exploded, again, refused, planes: viewer.cut.planes.length }
    })
    expect(samples?.planes).toBe(1)
    expect(samples?.uncut.elements).toEqual(expect.arrayContaining([...building.columns]))
    expect(samples?.uncut.labels).toBe(1)
    expect(samples?.exploded.elements).toEqual([])
    expect(samples?.exploded.labels).toBe(0)
    expect(samples?.again).toEqual(samples?.uncut)
    expect(samples?.refused[0]).toBe('apart')
  })
})

describe('element queries and visibility', () => {
  it('return the expected elements and groups from the worker', async () => {
    const page = await openBuilding()
    const rule: FilterRule = {
      kind: 'any',
      rules: [
        { kind: 'test', field: { set: 'Common', property: 'Material' }, operator: 'equals', value: 'brick' },
        {
          kind: 'all',
          rules: [
            { kind: 'test', field: load, operator: 'at-least', value: '2' },
            { kind: 'test', field: { set: '', property: 'storey' }, operator: 'equals', value: 'Upper' },
          ],
        },
      ],
    }
    const matches = await page.evaluate(
      async (rule) => [...((await testPage.viewer?.queries.filter(rule, null)) ?? [])],
      rule,
    )
    expect(matches).toEqual([building.upperWall, ...building.columns.slice(1)])
    const groups = await page.evaluate(async () => {
      const { viewer } = testPage
      const groups = await viewer?.queries.groups({ set: '*', property: 'Layer' }, viewer.model?.shapes as Uint8Array)
      return groups?.map(({ text, elements }) => [text, elements.length])
    })
    expect(groups).toEqual([
      ['S-COLS', 4],
      ['S-SLAB', 2],
      ['', 7],
    ])
  })

  it('undo and redo hiding and isolating by keyboard', async () => {
    const page = await openBuilding()
    const readVisibility = (): Promise<(boolean | undefined)[]> =>
      page.evaluate(
        (elements) => elements.map((element) => testPage.viewer?.visibility.isVisible(element)),
        [...building.columns],
      )
    await page.evaluate((element) => testPage.viewer?.selection.set([element]), building.columns[0] as number)
    await page.locator('canvas').focus()
    await page.keyboard.press('h')
    expect(await readVisibility()).toEqual([false, true, true, true])
    await page.evaluate((element) => testPage.viewer?.selection.set([element]), building.columns[1] as number)
    await page.keyboard.press('i')
    expect(await readVisibility()).toEqual([false, true, false, false])
    await page.keyboard.press('Control+z')
    expect(await readVisibility()).toEqual([false, true, true, true])
    expect(await page.evaluate(() => testPage.viewer?.visibility.isolated)).toBe(false)
    await page.keyboard.press('Control+z')
    expect(await readVisibility()).toEqual([true, true, true, true])
    await page.keyboard.press('Control+y')
    expect(await readVisibility()).toEqual([false, true, true, true])
  })
})
