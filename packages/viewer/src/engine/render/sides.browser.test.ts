import type { MeshInput, SceneBuilder } from '@kamar/core'
import { prepareMesh } from '@kamar/mesh'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

/** A square of 2 m that faces south. */
const square: MeshInput = {
  positions: Float32Array.of(-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
}

/** Adds one side of the square; returns its mesh number. */
function addSide(scene: SceneBuilder, isBack: boolean): number {
  const mesh = isBack ? { ...square, indices: square.indices.toReversed() } : square
  const prepared = prepareMesh(mesh, { repairOrientation: false })
  if (prepared === null) throw new Error('a square has triangles')
  return scene.addMesh({ ...prepared, isSingleSided: true }) ?? -1
}

let harness: BrowserHarness

beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    addElement(scene, { name: 'front', mesh: addSide(scene, false), at: placedAt(0, 0, 0), color: [1, 0, 0, 1] })
    addElement(scene, { name: 'back', mesh: addSide(scene, true), at: placedAt(0, 0, 0), color: [0, 0, 1, 1] })
  })
  harness.serve('sides', testPackage)
})
afterAll(() => harness.stop())

describe('single-sided surfaces', () => {
  it('are visible only from their front, also where two coincide', async () => {
    const page = await harness.open()
    const seenFrom = (south: number) =>
      page.evaluate(async (y) => {
        testPage.setView([0, y, 0], [0, 0, 0])
        await testPage.rest()
        return (
          await testPage.pixels([
            [320, 200],
            [290, 180],
            [350, 220],
          ])
        ).map(([red, , blue]) => (red > 100 && blue === 0 ? 'front' : blue > 100 && red === 0 ? 'back' : 'other'))
      }, south)
    await page.evaluate(async () => {
      const viewer = testPage.open({ pixelRatio: 1, viewCube: false, edges: false })
      await viewer.load({ manifestUrl: '/packages/sides/manifest.json' })
    })
    expect(await seenFrom(-6)).toEqual(['front', 'front', 'front'])
    expect(await seenFrom(6)).toEqual(['back', 'back', 'back'])
  })
})
