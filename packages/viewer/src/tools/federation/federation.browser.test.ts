import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeasureExtension } from '../measure/measure-extension.js'
import type { PinsExtension } from '../pins/pins-extension.js'
import type { SectionExtension } from '../section/section-extension.js'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'
import type { ModelsExtension } from './models-extension.js'
import type { Viewer } from '../../engine/api.js'

declare const testPage: TestPage
/** Set in the page by `openTwo`. */
declare const models: ModelsExtension
/** Set in the page by the test of moving. */
declare const section: SectionExtension
declare const measure: MeasureExtension
declare const pins: PinsExtension
declare let posted: number

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const block = (name: string, origin: readonly [number, number, number], color: [number, number, number, number]) =>
    writeTestPackage((scene) => {
      scene.setOrigin(origin)
      const at = placedAt(origin[0], origin[1], origin[2])
      addElement(scene, { name, mesh: boxMesh([0, 0, 0], [4, 2, 3]), at, color, class: 'Wall' })
    })
  harness.serve('red', await block('Red', [1000, 2000, 0], [0.9, 0.1, 0.1, 1]))
  harness.serve('green', await block('Green', [1006, 2000, 0], [0.1, 0.8, 0.1, 1]))
  // The origin of another survey.
  harness.serve('blue', await block('Blue', [601_000_000, -47, 12], [0.1, 0.1, 0.9, 1]))
  const createBoxes = (seed: number) =>
    writeTestPackage((scene) => {
      const mesh = scene.addMesh(boxMesh([0, 0, 0], [0.5, 0.5, 0.5]))
      if (mesh === null) throw new RangeError('no mesh')
      for (let row = 0; row < 1000; row++)
        addElement(scene, { name: `Box ${row}`, mesh, at: placedAt(row % 100, seed * 12 + Math.floor(row / 100), 0) })
    })
  for (let seed = 0; seed < 10; seed++) harness.serve(`many-${seed}`, await createBoxes(seed))
})
afterAll(() => harness.stop())

/** Opens the red model by `load`, with the models extension. */
async function openRed(): Promise<Page> {
  const page = await harness.open()
  await page.evaluate(async () => {
    const viewer = testPage.open({ viewCube: false, edges: false })
    await viewer.load({ manifestUrl: '/packages/red/manifest.json' })
    const sources = new Map<string, object>()
    const make = (key: string) => ({
      key,
      label: `${key}.ifc`,
      loader: {
        fetchManifest: async () => (await fetch(`/packages/${key}/manifest.json`)).json() as Promise<unknown>,
        fetchFile: async (path: string) => {
          const response = await fetch(`/packages/${key}/${path}`)
          if (!response.ok) throw new Error(path)
          return response.arrayBuffer()
        },
      },
    })
    Object.assign(window, {
      models: await viewer.loadExtension('kamar.models'),
      getSource: (key: string) => sources.get(key) ?? sources.set(key, make(key)).get(key),
    })
  })
  return page
}
declare const getSource: (key: string) => Parameters<ModelsExtension['add']>[0]

/** Returns the pixels of each colour, and the pick in the centre of the view. */
const countPixels = (page: Page) =>
  page.evaluate(async () => {
    await testPage.rest()
    const { data, width } = await testPage.capture()
    const count = { red: 0, green: 0, blue: 0 }
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (red > green + 60 && red > blue + 60) count.red++
      if (green > red + 60 && green > blue + 60) count.green++
      if (blue > red + 60 && blue > green + 60) count.blue++
    }
    return { ...count, width }
  })
const pickAt = (page: Page, point: [number, number, number]) =>
  page.evaluate((target) => {
    const { viewer } = testPage
    const pick = viewer?.pickAlong({ origin: [target[0], -50, target[2]], direction: [0, 1, 0] } as never) ?? null
    return pick === null ? null : { ...models.findModel(pick.element), point: pick.point }
  }, point)

describe('viewer with several models', () => {
  it('draws, picks, searches, hides, ghosts and removes models', async () => {
    const page = await openRed()
    await page.evaluate(() => testPage.viewer?.colors.set([0], { rgb: [255, 0, 0] }))
    await page.evaluate(() => models.setModels([getSource('red'), getSource('green')]))
    await page.evaluate(() => testPage.setView([5, -14, 1.5], [5, 0, 1.5]))
    const both = await countPixels(page)
    expect(both.red).toBeGreaterThan(750)
    expect(both.green).toBeGreaterThan(750)
    // View positions are relative to the first model's origin: green is 6 m beside red.
    expect(await pickAt(page, [1, 0, 1])).toMatchObject({ key: 'red', own: 0 })
    expect(await pickAt(page, [7, 0, 1])).toMatchObject({ key: 'green', own: 0 })
    const tree = await page.evaluate(async () => {
      const modelTree = await testPage.viewer?.model?.tree
      return [...(modelTree?.roots ?? [])].map((root) => [
        modelTree?.name(root),
        modelTree?.name(modelTree.children(root)[0] ?? 0),
      ])
    })
    expect(tree).toEqual([
      ['red.ifc', 'Red'],
      ['green.ifc', 'Green'],
    ])
    const hit = await page.evaluate(async () => {
      const [first] = (await testPage.viewer?.search('green'))?.hits ?? []
      return first === undefined ? null : models.findModel(first.element)
    })
    expect(hit?.key).toBe('green')

    await page.evaluate(() => models.setOff('green', true))
    const off = await countPixels(page)
    expect(off.green).toBe(0)
    expect(off.red).toBe(both.red)
    expect(await pickAt(page, [7, 0, 1])).toBeNull()
    // Showing everything affects elements: a model that is off stays off.
    await page.evaluate(() => testPage.viewer?.visibility.showAll())
    expect((await countPixels(page)).green).toBe(0)
    await page.evaluate(() => (models.setOff('green', false), models.setGhosted('green', true)))
    const ghosted = await countPixels(page)
    expect(ghosted.green).toBeLessThan(both.green / 4)
    expect(await pickAt(page, [7, 0, 1])).toBeNull()
    await page.evaluate(() => models.setGhosted('green', false))
    expect((await countPixels(page)).green).toBe(both.green)

    await page.evaluate(() => models.remove('red'))
    const rest = await countPixels(page)
    expect([rest.red, rest.green]).toEqual([0, both.green])
  })

  it('aligns a model by two point pairs to the millimetre, and restores it from a saved view', async () => {
    const page = await openRed()
    const metres = await page.evaluate(async () => {
      await models.setModels([getSource('red'), getSource('blue')])
      return models.distantModels[0]?.metres ?? 0
    })
    expect(Math.round(metres / 1000)).toBe(600_999)
    const aligned = await page.evaluate(async () => {
      const box = (): readonly number[][] => {
        const bounds = testPage.viewer?.model?.computeBounds([models.findElement('blue', 0)])
        return [[...(bounds?.min ?? [])], [...(bounds?.max ?? [])]]
      }
      // First moved near by numbers, as a user would; then two corners are picked on each.
      await models.setPlacement('blue', {
        x: -601_000_000 + 1000,
        y: 2047,
        z: -12,
        rotationDegrees: 20,
        pivot: [601_000_000, -47, 12],
      })
      const member = models.members[1]
      const radians = (20 * Math.PI) / 180
      const point = (x: number, y: number): [number, number, number] => [
        Math.cos(radians) * x - Math.sin(radians) * y,
        Math.sin(radians) * x + Math.cos(radians) * y,
        0,
      ]
      const done = await models.alignByPoints(
        'blue',
        { target: [4, 0, 0], own: point(0, 0) },
        { target: [4, 4, 0], own: point(4, 0) },
      )
      return { done, method: member?.method, box: box(), far: models.distantModels.length }
    })
    expect(aligned).toMatchObject({ done: true, method: 'hand', far: 0 })
    const expected = [
      [2, 0, 0],
      [4, 4, 3],
    ]
    aligned.box.forEach((point, at) =>
      point.forEach((value, axis) => expect(Math.abs(value - (expected[at]?.[axis] ?? 0))).toBeLessThan(0.001)),
    )
    const restored = await page.evaluate(async () => {
      const viewer = testPage.viewer as NonNullable<typeof testPage.viewer>
      viewer.selection.set([models.findElement('blue', 0)])
      models.setOff('red', true)
      const view = JSON.parse(JSON.stringify(await testPage.captureViewState(viewer))) as unknown
      models.setOff('red', false)
      viewer.selection.clear()
      await models.setPlacement('blue', { x: -601_000_000, y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] })
      await testPage.restoreView(viewer, view)
      await models.settled
      const { off } = models.members[0] ?? {}
      const bounds = viewer.model?.computeBounds([models.findElement('blue', 0)])
      return { off, selected: viewer.selection.elements.map((element) => models.findModel(element)), bounds }
    })
    expect(restored.off).toBe(true)
    expect(restored.selected).toEqual([{ key: 'blue', own: 0 }])
    expect(restored.bounds?.max[1]).toBeCloseTo(4, 3)
  })

  it('moves a model in place with sections, measurements and pins, without requests or decoding', async () => {
    const page = await openRed()
    await page.evaluate(async () => {
      await models.setModels([getSource('red'), getSource('green')])
      testPage.setView([8, -18, 1.5], [8, 0, 1.5])
      const viewer = testPage.viewer as Viewer
      const section = (await viewer.loadExtension('kamar.section')) as SectionExtension
      section.addFace({ point: [0, 1, 0], normal: [0, -1, 0] })
      const measure = (await viewer.loadExtension('kamar.measure')) as MeasureExtension
      const upright = (x: number) => [
        [x, 0, 0],
        [x, 0, 3],
      ]
      const plain = { kind: 'distance', name: '' }
      measure.restoreState({
        measurements: [
          { ...plain, id: 'on-red', points: upright(0) },
          { ...plain, id: 'on-green', points: upright(10) },
        ],
      })
      const pins = (await viewer.loadExtension('kamar.pins')) as PinsExtension
      const pin = { text: '1', label: 'Pin', color: '#000' }
      const stuck = (key: string, x: number) => ({
        ...pin,
        id: key,
        anchor: { element: models.findElement(key, 0), point: [x, 0, 3] as const },
      })
      pins.setPins([stuck('red', 2), stuck('green', 8)])
      Object.assign(window, { section, measure, pins, posted: 0 })
      const { postMessage } = Worker.prototype
      Worker.prototype.postMessage = function (this: Worker, ...message: [never]) {
        posted++
        postMessage.apply(this, message)
      }
    })
    const measureView = async () => {
      await page.waitForFunction(() => !section.busy)
      const pixels = await countPixels(page)
      const green = await page.evaluate(async () => {
        const { data, width } = await testPage.capture()
        const columns = [Infinity, -Infinity]
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
          if (green <= red + 60 || green <= blue + 60) continue
          const column = (at / 4) % width
          columns[0] = Math.min(columns[0] as number, column)
          columns[1] = Math.max(columns[1] as number, column)
        }
        const cut = section
          .cutAreas()
          .map(({ element, squareMetres }) => [models.findModel(element)?.key, squareMetres] as const)
        return {
          columns,
          cut: Object.fromEntries(cut) as Record<string, number>,
          measured: measure.measurements.map(({ points }) => points[1]),
          pinned: pins.pins.map(({ anchor }) => anchor.point),
          ofFile: models.findFrame('green')?.pointToView([1008, 2000, 3]),
          inFile: models.findFrame('green')?.pointToFile([12, 1, 3]),
          max: testPage.viewer?.model?.manifest.bounds?.max[0],
          posted,
        }
      })
      return { ...green, red: pixels.red }
    }
    const requestCount = (): number => harness.requests.filter((path) => path.startsWith('/packages/')).length
    const requestsBefore = requestCount()
    const before = await measureView()
    expect(before.cut['green']).toBeCloseTo(12, 2)
    // A quarter turn about its corner, and 6 m to the right: 2 m wide now, seen from the south.
    const rotatedPlacement = {
      x: 6,
      y: -1,
      z: 0,
      rotationDegrees: 90,
      pivot: [1006, 2000, 0] as [number, number, number],
    }
    await page.evaluate((placement) => models.setPlacement('green', placement), rotatedPlacement)
    const after = await measureView()
    expect(after.red).toBe(before.red)
    expect(after.columns[0]).toBeGreaterThan((before.columns[0] as number) + 40)
    expect(after.cut['red']).toBeCloseTo(12, 2)
    expect(after.cut['green']).toBeCloseTo(6, 2)
    expect(after.measured[0]).toEqual([0, 0, 3])
    ;[12, 3, 3].forEach((value, axis) => expect(after.measured[1]?.[axis]).toBeCloseTo(value, 4))
    expect(after.pinned[0]).toEqual([2, 0, 3])
    ;[12, 1, 3].forEach((value, axis) => expect(after.pinned[1]?.[axis]).toBeCloseTo(value, 4))
    expect([before.ofFile, before.inFile]).toEqual([
      [8, 0, 3],
      [1012, 2001, 3],
    ])
    expect([after.ofFile, after.inFile]).toEqual([
      [12, 1, 3],
      [1008, 2000, 3],
    ])
    expect(after.max).toBeCloseTo(12, 4)
    expect(await pickAt(page, [7, 0, 1])).toBeNull()
    expect(await pickAt(page, [11, 0, 1])).toMatchObject({ key: 'green', own: 0 })
    // All of it can be undone and redone without any fetch.
    await page.evaluate(() => (testPage.viewer?.history.undo(), models.settled))
    const back = await measureView()
    expect([back.columns, back.max, back.red]).toEqual([before.columns, before.max, before.red])
    expect(back.cut['green']).toBeCloseTo(12, 2)
    back.measured.forEach((point, at) =>
      point?.forEach((value, axis) => expect(value).toBeCloseTo(before.measured[at]?.[axis] ?? NaN, 6)),
    )
    await page.evaluate(() => (testPage.viewer?.history.redo(), models.settled))
    expect((await measureView()).columns).toEqual(after.columns)
    expect([requestsBefore > 5, requestCount()]).toEqual([true, requestsBefore])
    expect(after.posted).toBe(before.posted)

    // A restored GPU is refilled with the model in its current pose.
    await page.evaluate(async () => {
      const viewer = testPage.viewer as Viewer
      const contextLoss = viewer.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      const whenLost = (lost: boolean) =>
        new Promise<void>((resolve) => viewer.on('graphicsChanged', ({ isLost }) => isLost === lost && resolve()))
      const [lost, restored] = [whenLost(true), whenLost(false)]
      contextLoss?.loseContext()
      await lost
      // A context can be restored only after the handling of its loss event.
      await new Promise((resolve) => setTimeout(resolve, 0))
      contextLoss?.restoreContext()
      await restored
      while (viewer.model?.instanceCount !== 2) await new Promise((resolve) => setTimeout(resolve, 20))
    })
    expect((await measureView()).columns).toEqual(after.columns)
  })

  it('keeps undo steps when models join and leave, except impossible ones', async () => {
    const page = await openRed()
    const step = (act: (viewer: Viewer) => unknown) =>
      page.evaluate(`(async () => { await (${act.toString()})(testPage.viewer); await models.settled })()`)
    await page.evaluate(() => {
      testPage.setView([5, -14, 1.5], [5, 0, 1.5])
      models.begin(getSource('red'))
    })
    await step((viewer) => viewer.undoable(() => viewer.colors.set([0], { rgb: [0, 0, 255] })))
    await step(() => models.setModels([getSource('green'), getSource('red')]))
    const both = await countPixels(page)
    expect([both.red, both.blue > 750, both.green > 750]).toEqual([0, true, true])
    await step((viewer) => viewer.undoable(() => viewer.visibility.hide([models.findElement('green', 0)])))
    await step((viewer) => viewer.undoable(() => viewer.visibility.hide([models.findElement('red', 0)])))
    expect(await countPixels(page)).toMatchObject({ red: 0, green: 0, blue: 0 })

    // Green goes, and only its own changes with it.
    await step(() => models.remove('green'))
    await step((viewer) => viewer.history.undo())
    expect(await countPixels(page)).toMatchObject({ red: 0, green: 0, blue: both.blue })
    await step((viewer) => viewer.history.undo())
    const plain = await countPixels(page)
    expect([plain.red > 750, plain.blue]).toEqual([true, 0])
    expect(await page.evaluate(() => testPage.viewer?.history.canUndo)).toBe(false)

    // It comes back before red: redo applies to red.
    await step(() => models.setModels([getSource('green'), getSource('red')]))
    await step((viewer) => viewer.history.redo())
    expect(await countPixels(page)).toMatchObject({ red: 0, blue: both.blue, green: both.green })
    await step((viewer) => viewer.history.redo())
    expect(await countPixels(page)).toMatchObject({ red: 0, blue: 0 })
    expect(await page.evaluate(() => testPage.viewer?.history.canRedo)).toBe(false)
  })

  it('adds models when they are ready, and keeps the others when one fails', async () => {
    const page = await openRed()
    const states = await page.evaluate(async () => {
      const secondSource = getSource('green')
      let requestCount = 0
      const loader = {
        ...secondSource.loader,
        fetchManifest: async (signal: AbortSignal) => {
          const manifest = (await secondSource.loader.fetchManifest(signal)) as object
          return requestCount++ === 0 ? { ...manifest, state: 'inprogress' } : manifest
        },
        subscribe: (changed: () => void) => {
          const timer = setTimeout(changed, 50)
          return () => clearTimeout(timer)
        },
      }
      await models.setModels([getSource('red'), { ...secondSource, loader }, getSource('nobody')])
      const first = models.members.map(({ state }) => state)
      while (models.members[1]?.state !== 'shown') await new Promise((resolve) => setTimeout(resolve, 20))
      return {
        first,
        last: models.members.map(({ state }) => state),
        nodes: testPage.viewer?.model?.manifest.counts.nodes,
      }
    })
    expect(states).toEqual({ first: ['shown', 'waiting', 'failed'], last: ['shown', 'shown', 'failed'], nodes: 4 })
  })

  it('draws ten models with at most one call more than a single model', async () => {
    const page = await harness.open()
    const draws = await page.evaluate(async () => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: '/packages/many-0/manifest.json' })
      await testPage.rest()
      const last = () => testPage.frames.findLast(({ kind }) => kind === 'full')
      viewer.invalidate()
      await testPage.rest()
      const one = last()?.draws ?? 0
      const models = (await viewer.loadExtension('kamar.models')) as ModelsExtension
      await models.setModels(
        Array.from({ length: 10 }, (_, number) => ({
          key: `many-${number}`,
          label: `${number}`,
          loader: {
            fetchManifest: async () =>
              (await fetch(`/packages/many-${number}/manifest.json`)).json() as Promise<unknown>,
            fetchFile: async (path: string) => (await fetch(`/packages/many-${number}/${path}`)).arrayBuffer(),
          },
        })),
      )
      viewer.fitToView()
      await testPage.rest()
      viewer.invalidate()
      await testPage.rest()
      return {
        one,
        ten: last()?.draws ?? 0,
        instances: viewer.model?.instanceCount,
        milliseconds: last()?.milliseconds,
      }
    })
    expect(draws.instances).toBe(10_000)
    expect(draws.one).toBeGreaterThan(0)
    expect(draws.ten).toBeLessThanOrEqual(draws.one + 1)
  })
})
