import type { SceneBuilder } from '@kamar/core'
import { boxMesh, placedAt, stoneMesh } from './shapes.js'
import { addElement } from './test-package.js'

/**
 * Builds a tower of many different stones, large enough for several chunks, beside a red box of 6 m from x −8 to −2,
 * which is element 0 and the largest object. It yields to the event loop at intervals so that provisional chunks are
 * written.
 */
export async function buildTower(scene: SceneBuilder, { stones = 160, panes = true } = {}): Promise<void> {
  addElement(scene, { name: 'Red', mesh: boxMesh([-8, 0, 0], [-2, 6, 6]), at: placedAt(0, 0, 0), color: [1, 0, 0, 1] })
  for (let stone = 0; stone < stones; stone++) {
    const at = placedAt(4 + (stone % 8) * 2.2, (Math.floor(stone / 8) % 4) * 2.2, Math.floor(stone / 32) * 2.2)
    const mesh = stoneMesh(1, 40 + (stone % 5) * 4, stone)
    addElement(scene, { name: `Stone ${stone}`, mesh, at, color: [0.3, 0.5, 0.8, panes && stone % 16 === 0 ? 0.5 : 1] })
    if (stone % 10 === 0) await scene.settle()
  }
}
