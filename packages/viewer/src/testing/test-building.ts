import type { PropertyValue, SceneBuilder } from '@kamar/core'
import { boxMesh, placedAt } from './shapes.js'
import { addElement } from './test-package.js'

/** Elements of the building by their role in tests; numbers in the tree. */
export interface TestBuilding {
  readonly ground: number
  readonly upper: number
  readonly slab: number
  readonly upperSlab: number
  readonly wall: number
  readonly door: number
  readonly upperWall: number
  readonly columns: readonly number[]
}

type Box = readonly [number, number, number, number, number, number]
type Values = Readonly<Record<string, PropertyValue>>

/**
 * Builds two storeys of 12 × 8 × 3 m. Below: a wall across the middle (y = 4) with a door at x 8 to 9, and a stair of
 * three steps to x 11 to 12 at the south. Above: a wall and four columns of 1, 2, 3 and 4 m of load.
 */
export function buildBuilding(scene: SceneBuilder): TestBuilding {
  const node = (name: string, className: string, parent: number | null): number =>
    scene.addNode({ parent, name, class: className, sourceId: `id-${name}` })
  const building = node('Building', 'IfcBuilding', null)
  const ground = node('Ground', 'IfcBuildingStorey', building)
  const upper = node('Upper', 'IfcBuildingStorey', building)
  const add = (definition: { name: string; class: string; parent: number }, box: Box, values: Values = {}): number => {
    const mesh = boxMesh([box[0], box[1], box[2]], [box[3], box[4], box[5]])
    const element = addElement(scene, { ...definition, mesh, at: placedAt(0, 0, 0), color: [0.7, 0.7, 0.7, 1] }).node
    const properties = Object.entries(values).map(([name, value]) => ({ name, value }))
    if (properties.length > 0) scene.assignPropertySets(element, [scene.addPropertySet({ name: 'Common', properties })])
    return element
  }
  const slab = add({ name: 'Slab', class: 'IfcSlab', parent: ground }, [0, 0, -0.3, 12, 8, 0], { Layer: 'S-SLAB' })
  const addWall = (name: string, box: Box): number =>
    add({ name, class: 'IfcWall', parent: ground }, box, { Material: 'Concrete', Load: 5, External: false })
  const wall = addWall('West wall', [0, 3.9, 0, 8, 4.1, 2.7])
  addWall('East wall', [9, 3.9, 0, 12, 4.1, 2.7])
  const door = add({ name: 'Door', class: 'IfcDoor', parent: ground }, [8, 3.95, 0, 9, 4.05, 2.7])
  for (let step = 0; step < 3; step++)
    add({ name: `Step ${step}`, class: 'IfcStair', parent: ground }, [
      10,
      0.5 + step * 0.3,
      0,
      12,
      1.4,
      0.2 * (step + 1),
    ])
  const upperSlab = add({ name: 'Upper slab', class: 'IfcSlab', parent: upper }, [0, 0, 2.7, 9.5, 8, 3], {
    Layer: 'S-SLAB',
  })
  const upperWall = add({ name: 'Upper wall', class: 'IfcWall', parent: upper }, [0, 0, 3, 0.2, 8, 6], {
    Material: 'Brick',
    External: true,
  })
  const columns = [1, 2, 3, 4].map((load) =>
    add({ name: `Column ${load}`, class: 'IfcColumn', parent: upper }, [load * 2, 3, 3, load * 2 + 0.5, 3.5, 6], {
      Load: load,
      Layer: 'S-COLS',
      Material: load > 2 ? 'Steel' : 'Concrete',
    }),
  )
  return { ground, upper, slab, upperSlab, wall, door, upperWall, columns }
}
