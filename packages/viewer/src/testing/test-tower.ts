import type { SceneBuilder } from '@kamar/scene'
import { boxMesh, placedAt, stoneMesh } from './shapes.js'
import { addElement } from './test-package.js'

/**
 * A tower of many different stones, large enough for several chunks, beside a red box of its own at x 0 to 2, which is
 * element 0. Stepping out of the loop now and then lets provisional chunks be written.
 */
export async function buildTower(scene: SceneBuilder, stones = 160): Promise<void> {
  addElement(scene, { name: 'Red', mesh: boxMesh([0, 0, 0], [2, 2, 2]), at: placedAt(0, 0, 0), color: [1, 0, 0, 1] })
  for (let stone = 0; stone < stones; stone++) {
    const at = placedAt(4 + (stone % 8) * 2.2, (Math.floor(stone / 8) % 4) * 2.2, Math.floor(stone / 32) * 2.2)
    const mesh = stoneMesh(1, 40 + (stone % 5) * 4, stone)
    addElement(scene, { name: `Stone ${stone}`, mesh, at, color: [0.3, 0.5, 0.8, stone % 16 === 0 ? 0.5 : 1] })
    if (stone % 10 === 0) await scene.settle()
  }
}
