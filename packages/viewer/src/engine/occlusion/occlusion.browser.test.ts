import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import type { SectionExtension } from '../../tools/section/section-extension.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** Rooms of 6 × 6 m in two storeys, each with 20 red boxes; every fourth room has a wall with a door opening. */
const cellsPerSide = 8
let harness: BrowserHarness
let manifestUrl = ''

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    const box = scene.addMesh(boxMesh([0, 0, 0], [0.4, 0.4, 0.4]))
    const wall = scene.addMesh(boxMesh([0, 0, 0], [6.1, 0.2, 3]))
    const side = scene.addMesh(boxMesh([0, 0, 0], [0.2, 6.1, 3]))
    const slab = scene.addMesh(boxMesh([0, 0, 0], [6 * cellsPerSide + 0.2, 6 * cellsPerSide + 0.2, 0.3]))
    if (box === null || wall === null || side === null || slab === null) throw new RangeError('no mesh')
    for (let storey = 0; storey < 2; storey++) {
      const z = storey * 3.3
      addElement(scene, { name: 'Slab', mesh: slab, at: placedAt(0, 0, z - 0.3), color: [0.8, 0.8, 0.8, 1] })
      for (let cell = 0; cell < cellsPerSide * cellsPerSide; cell++) {
        const [x, y] = [(cell % cellsPerSide) * 6, Math.floor(cell / cellsPerSide) * 6]
        if (cell % 4 !== 1)
          addElement(scene, { name: 'Wall', mesh: wall, at: placedAt(x, y, z), color: [0.9, 0.9, 0.8, 1] })
        addElement(scene, { name: 'Side', mesh: side, at: placedAt(x, y, z), color: [0.7, 0.8, 0.9, 1] })
        for (let item = 0; item < 20; item++)
          addElement(scene, {
            name: 'Box',
            mesh: box,
            at: placedAt(x + 0.6 + (item % 5), y + 0.8 + Math.floor(item / 5) * 1.2, z + (item % 3)),
            color: [0.9, 0.2, 0.1, 1],
          })
      }
    }
  })
  manifestUrl = harness.serve('rooms', testPackage)
})
afterAll(() => harness.stop())

describe('occlusion culling', () => {
  it('omits hidden objects without visible difference, inside, in a section and after a jump', async () => {
    const page = await harness.open()
    const views = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: address })
      const { scheduler } = viewer.stage
      while (scheduler.content?.occlusion == null) await new Promise((resolve) => setTimeout(resolve, 20))
      const { content } = scheduler
      const { occlusion } = content
      const draw = async (with_: boolean) => {
        content.occlusion = with_ ? occlusion : null
        viewer.invalidate()
        await testPage.rest()
        return { frame: testPage.frames.at(-1), data: (await testPage.capture()).data }
      }
      const compare = async () => {
        const [all, some] = [await draw(false), await draw(true)]
        return {
          all: all.frame?.instances ?? 0,
          some: some.frame?.instances ?? 0,
          difference: testPage.difference(all.data, some.data),
        }
      }
      const comparisons = []
      const setView = (eye: [number, number, number], target: [number, number, number]) => testPage.setView(eye, target)
      for (const angle of [0.3, 1.9, 3.4, 5.2]) {
        setView([27, 27, 1.6], [27 + Math.cos(angle) * 5, 27 + Math.sin(angle) * 5, 1.5])
        comparisons.push(await compare())
      }
      // From above, cut through the upper slab: its section cap occludes the storey below.
      const section = (await viewer.loadExtension('kamar.section')) as SectionExtension
      section.addFace({ point: [0, 0, 3.15], normal: [0, 0, 1] })
      while (section.busy) await new Promise((resolve) => setTimeout(resolve, 20))
      setView([-10, -14, 30], [24, 24, 2])
      const cut = await compare()
      section.clear()
      return { comparisons, cut }
    }, manifestUrl)
    for (const { all, some, difference } of views.comparisons) {
      expect(all).toBeGreaterThan(200)
      expect(some).toBeLessThan(all / 2)
      expect(difference).toBeLessThan(0.0003)
    }
    expect(views.cut.all).toBeGreaterThan(1000)
    expect(views.cut.some).toBeLessThan(views.cut.all / 5)
    expect(views.cut.difference).toBeLessThan(0.0003)
  })

  it('draws objects again when their occluder is hidden or ghosted', async () => {
    const page = await harness.open()
    const counts = await page.evaluate(async (address) => {
      const viewer = testPage.open({ viewCube: false })
      await viewer.load({ manifestUrl: address })
      while (viewer.stage.scheduler.content?.occlusion == null) await new Promise((resolve) => setTimeout(resolve, 20))
      const countDrawn = async (): Promise<number> => {
        viewer.invalidate()
        await testPage.rest()
        return testPage.frames.at(-1)?.instances ?? 0
      }
      testPage.setView([27, 27, 1.6], [31, 31, 1.6])
      const before = await countDrawn()
      const { hits } = await viewer.search('side', 1000)
      const { hits: walls } = await viewer.search('wall', 1000)
      const all = [...hits, ...walls].map(({ element }) => element)
      viewer.visibility.hide(all)
      const hidden = await countDrawn()
      viewer.visibility.showAll()
      const again = await countDrawn()
      viewer.visibility.ghost(all)
      const ghosted = await countDrawn()
      return { before, hidden, again, ghosted }
    }, manifestUrl)
    expect(counts.again).toBe(counts.before)
    expect(counts.hidden).toBeGreaterThan(counts.before * 1.5)
    expect(counts.ghosted).toBeGreaterThan(counts.before * 1.5)
  })
})
