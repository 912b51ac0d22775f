import type { SceneBuilder } from '@kamar/core'
import { boxMesh, placedAt, stoneMesh } from './shapes.js'
import { addElement, writeTestPackage, type TestPackage } from './test-package.js'

/** Distance between blocks, metres. */
export const blockMetres = 12
/** Elements of a block: a house, a stone on its roof, and four lamps. */
export const blockElements = 6

/** Builds a city of `side` × `side` blocks: the house of block b is element `b × blockElements`. */
export async function buildCity(scene: SceneBuilder, side: number): Promise<void> {
  for (let block = 0; block < side * side; block++) {
    const [x, y] = [(block % side) * blockMetres, Math.floor(block / side) * blockMetres]
    const height = 4 + ((block * 7) % 9)
    const tone = ((block * 5) % 7) / 10
    const house = boxMesh([0, 0, 0], [6 + (block % 3), 7, height])
    const color = [0.9 - tone, 0.5, 0.3 + tone, 1] as const
    addElement(scene, { name: `House ${block}`, mesh: house, at: placedAt(x, y, 0), color })
    const stone = { name: `Stone ${block}`, mesh: stoneMesh(1.2, 16, block), at: placedAt(x + 3, y + 3, height + 1.4) }
    addElement(scene, stone)
    for (let lamp = 0; lamp < blockElements - 2; lamp++) {
      const mesh = boxMesh([0, 0, 0], [0.3, 0.3, 1 + lamp * 0.1])
      addElement(scene, {
        name: `Lamp ${block}.${lamp}`,
        mesh,
        at: placedAt(x + lamp * 2, y + 9, 0.1),
        color: [0.2, 0.2, 0.2, 1],
      })
    }
    if (block % 30 === 0) await scene.settle()
  }
}

/** Limits by which a small city is written as cells of some dozen elements. */
export const testCellLimits = {
  minInstances: 100,
  minTriangles: 1000,
  leafBytes: 30_000,
  leafInstances: 100,
  proxyInstances: 120,
  proxyTriangles: 1500,
  packBytes: 100_000,
  streamBytes: 60_000,
}

/** Writes the same city as cells of some dozen elements, and without cells. */
export async function writeCities(
  side: number,
): Promise<{ readonly cells: TestPackage; readonly ordered: TestPackage }> {
  const build = (scene: SceneBuilder): Promise<void> => buildCity(scene, side)
  return {
    cells: await writeTestPackage(build, [], { cellLimits: testCellLimits }),
    ordered: await writeTestPackage(build),
  }
}
