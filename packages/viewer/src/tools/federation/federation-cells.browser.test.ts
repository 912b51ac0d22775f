import type { NodeId } from '@kamar/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import { countBuffers } from '../../testing/count-buffers.js'
import type { TestPage } from '../../testing/page/page.js'
import { blockElements, blockMetres, buildCity, testCellLimits } from '../../testing/test-city.js'
import { writeTestPackage } from '../../testing/test-package.js'
import type { ModelsExtension } from './models-extension.js'

declare const testPage: TestPage

const side = 10
const extent = side * blockMetres
const memberCount = 10
const megabyte = 1024 * 1024
/** Memory budget of all members together. */
const budget = 12 * megabyte
const elementCount = side * side * blockElements

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const files = await writeTestPackage(
    async (scene) => {
      await buildCity(scene, side)
      const properties = [{ name: 'Owner', value: 'first of its city' }]
      scene.assignPropertySets(0 as NodeId, [scene.addPropertySet({ name: 'House', properties })])
    },
    [],
    { cellLimits: testCellLimits },
  )
  for (let member = 0; member < memberCount; member++) harness.serve(`city-${member}`, files)
})
afterAll(() => harness.stop())

describe('federation of ten models of cells', () => {
  it('is drawn, picked, listed and hidden model by model within one budget', async () => {
    const page = await harness.open(countBuffers)
    const outcome = await page.evaluate(
      async ({ memberCount, extent, memoryBytes }) => {
        const counted = (window as unknown as { buffers: { live: number; max: number } }).buffers
        const viewer = testPage.open({ viewCube: false, memoryBytes })
        let maxBytes = 0
        viewer.on('residencyChanged', ({ bytes }) => (maxBytes = Math.max(maxBytes, bytes)))
        const createSource = (member: number) => ({
          key: `city-${member}`,
          label: `City ${member}`,
          reference: member,
          method: 'hand' as const,
          placement: { x: member * (extent + 20), y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] as const },
          loader: testPage.createPackageLoader({ manifestUrl: `/packages/city-${member}/manifest.json` }),
        })
        const sources = Array.from({ length: memberCount }, (_, member) => createSource(member))
        await viewer.load({ loader: sources[0].loader })
        const models = (await viewer.loadExtension('kamar.models')) as ModelsExtension
        await models.setModels(sources)
        await testPage.settled()
        const tree = await viewer.model?.tree
        const members = []
        for (let member = 0; member < memberCount; member++) {
          const x = member * (extent + 20)
          testPage.setView([x + 3, -14, 6], [x + 3, 6, 2])
          await testPage.settled()
          const element = viewer.pick(320, 200)?.element ?? -1
          const root = tree?.parent[element] ?? -1
          const sets = (await viewer.properties.of(element)) ?? []
          members.push({ element, file: tree?.name(root), name: tree?.name(element), set: sets[0]?.name })
        }
        models.setOff('city-4', true)
        const x = 4 * (extent + 20)
        testPage.setView([x + 3, -14, 6], [x + 3, 6, 2])
        await testPage.settled()
        const hiddenPick = viewer.pick(320, 200)?.element ?? null
        return {
          members,
          hiddenPick,
          maxBytes,
          gpuBytes: counted.max,
          needed: viewer.residency?.needed,
          errors: testPage.errors,
          roots: [...(tree?.roots ?? [])],
        }
      },
      { memberCount, extent, memoryBytes: budget },
    )
    expect(outcome.errors).toEqual([])
    expect(outcome.roots).toEqual(Array.from({ length: memberCount }, (_, member) => member * (elementCount + 1)))
    expect(outcome.members).toEqual(
      Array.from({ length: memberCount }, (_, member) => ({
        element: member * (elementCount + 1) + 1,
        file: `City ${member}`,
        name: 'House 0',
        set: 'House',
      })),
    )
    const first = 4 * (elementCount + 1)
    const isOfHidden =
      outcome.hiddenPick !== null && outcome.hiddenPick >= first && outcome.hiddenPick <= first + elementCount
    expect(isOfHidden).toBe(false)
    expect(outcome.maxBytes).toBeGreaterThan(budget / 2)
    expect(outcome.maxBytes).toBeLessThanOrEqual(budget)
    expect(outcome.gpuBytes).toBeLessThanOrEqual(budget)
  })
})
