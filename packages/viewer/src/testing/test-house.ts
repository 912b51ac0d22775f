import type { SceneBuilder } from '@kamar/core'
import { ballMesh, boxMesh, placedAt } from './shapes.js'
import { addElement } from './test-package.js'

/** Elements of the house by their role in tests; numbers in the tree. */
export interface TestHouse {
  readonly south: number
  readonly pane: number
  readonly roof: number
  readonly inside: readonly number[]
  readonly space: number
}

const wall: [number, number, number, number] = [0.8, 0.3, 0.25, 1]

/**
 * Builds a closed house of 20 × 12 × 6 m with a pane in its south wall, 60 balls and 60 boxes inside, and a space that
 * is hidden by default. South is −Y.
 */
export function buildHouse(scene: SceneBuilder): TestHouse {
  const root = scene.addNode({ parent: null, name: 'House', class: 'Building', sourceId: 'house' })
  const add = (name: string, box: readonly number[], color: [number, number, number, number] = wall): number => {
    const [x0, y0, z0, x1, y1, z1] = box as [number, number, number, number, number, number]
    const mesh = boxMesh([x0, y0, z0], [x1, y1, z1])
    return addElement(scene, { name, mesh, at: placedAt(0, 0, 0), color, parent: root, class: 'Wall' }).node
  }
  add('Floor', [0, 0, -0.3, 20, 12, 0], [0.5, 0.5, 0.5, 1])
  const south = add('South west', [0, 0, 0, 8, 0.3, 6])
  add('South east', [12, 0, 0, 20, 0.3, 6])
  add('South sill', [8, 0, 0, 12, 0.3, 2])
  add('South lintel', [8, 0, 4, 12, 0.3, 6])
  const pane = add('Pane', [8, 0.1, 2, 12, 0.15, 4], [0.5, 0.8, 1, 0.3])
  add('North', [0, 11.7, 0, 20, 12, 6])
  add('West', [0, 0.3, 0, 0.3, 11.7, 6])
  add('East', [19.7, 0.3, 0, 20, 11.7, 6])
  const roof = add('Roof', [-0.5, -0.5, 6, 20.5, 12.5, 6.4], [0.35, 0.4, 0.45, 1])
  const space = addElement(scene, {
    name: 'Space',
    mesh: boxMesh([0.3, 0.3, 0], [19.7, 11.7, 6]),
    at: placedAt(0, 0, 0),
    color: [0, 0.5, 1, 1],
    parent: root,
    class: 'Space',
    hidden: true,
  }).node
  const inside = Array.from({ length: 120 }, (_, index) => {
    const at = placedAt(1.5 + (index % 12) * 1.5, 1.5 + (Math.floor(index / 12) % 5) * 2, index < 60 ? 1 : 4)
    const mesh = index % 2 === 0 ? ballMesh(0.4 + index * 1e-4, 24) : boxMesh([-0.3, -0.3, -0.3], [0.3, 0.3, 0.3])
    return addElement(scene, { name: `Inside ${index}`, mesh, at, color: [0.2, 0.6, 0.3, 1], parent: root }).node
  })
  return { south, pane, roof, inside, space }
}
