import type { SceneBuilder } from '@kamar/core'
import { placedAt, stoneMesh } from './shapes.js'
import { addElement } from './test-package.js'

/** Builds a street of stones, all different, three abreast and 4 m apart: element = row × 3 + column. */
export async function buildStreet(scene: SceneBuilder, rows: number): Promise<void> {
  for (let stone = 0; stone < rows * 3; stone++) {
    const [row, column] = [Math.floor(stone / 3), stone % 3]
    const color = [0.3 + column * 0.2, 0.5, 0.9 - column * 0.25, 1] as const
    const mesh = stoneMesh(1.4, 36, stone)
    addElement(scene, { name: `Stone ${stone}`, mesh, at: placedAt(column * 4, row * 4, 0), color })
    if (stone % 30 === 0) await scene.settle()
  }
}
