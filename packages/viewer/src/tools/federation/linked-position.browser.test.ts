import type { SceneBuilder } from '@kamar/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'
import type { ModelsExtension } from './models-extension.js'

declare const testPage: TestPage

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const details = { name: 'RE1.rvt', x: 10, y: 20, z: 3, rotationDegrees: 0 }
  const block = (scene: SceneBuilder): void => {
    addElement(scene, { name: 'Block', mesh: boxMesh([0, 0, 0], [4, 2, 3]), at: placedAt(0, 0, 0) })
  }
  const host = await writeTestPackage(block, [{ code: 'linked-model-position', severity: 'information', details }])
  const linked = await writeTestPackage(block)
  harness.serve('host', host)
  harness.serve('linked', linked)
})
afterAll(() => harness.stop())

describe('linked model', () => {
  it('is placed at the position of its link, unlike a file without a link', async () => {
    const page = await harness.open()
    const members = await page.evaluate(async () => {
      const viewer = testPage.open({ viewCube: false, edges: false })
      await viewer.load({ manifestUrl: '/packages/host/manifest.json' })
      const createSource = (key: string, label: string, folder: string) => ({
        key,
        label,
        loader: {
          fetchManifest: async () => (await fetch(`/packages/${folder}/manifest.json`)).json() as Promise<unknown>,
          fetchFile: async (path: string) => (await fetch(`/packages/${folder}/${path}`)).arrayBuffer(),
        },
      })
      const models = (await viewer.loadExtension('kamar.models')) as ModelsExtension
      await models.setModels([
        createSource('host', 'Host.rvt', 'host'),
        createSource('linked', 'RE1.rvt', 'linked'),
        createSource('other', 'RE2.rvt', 'linked'),
      ])
      return models.members.map(({ placement: { x, y, z }, method }) => ({ x, y, z, method }))
    })
    expect(members.slice(1)).toEqual([
      { x: 10, y: 20, z: 3, method: 'hand' },
      { x: 0, y: 0, z: 0, method: 'shared' },
    ])
  })
})
