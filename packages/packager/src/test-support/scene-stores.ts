import type { LinesInput, MeshInput, Placement, PointsInput } from '@kamar/core'
import type { PlacedGeometry, PlacedScene } from '../pack/placed-scene.js'
import { placeInstances } from '../pack/place-instances.js'
import type { WeldedShape } from '../pack/welded-shape.js'
import { InstanceStore } from '../stores/instance-store.js'
import { MaterialStore } from '../stores/material-store.js'
import { MeshStore } from '../stores/mesh-store.js'
import { NodeStore } from '../stores/node-store.js'

/** Part of a test scene: a shape in an element. */
export interface ScenePart {
  readonly node: number
  readonly mesh?: MeshInput
  readonly lines?: LinesInput
  readonly points?: PointsInput
  readonly placement?: Placement
  /** Red channel of its material, 0 to 1. */
  readonly red?: number
}

/** Placement at the origin. */
export const identityPlacement: Placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

/** Stores of a scene as a reader fills them. */
export class SceneStoresBuilder {
  readonly nodes = new NodeStore()
  readonly materials = new MaterialStore()
  readonly meshes = new MeshStore()
  readonly instances = new InstanceStore()

  constructor(nodeCount: number, hiddenNodes: readonly number[] = []) {
    for (let node = 0; node < nodeCount; node++)
      this.nodes.add({ parent: null, name: `${node}`, class: 'part', sourceId: '', hidden: hiddenNodes.includes(node) })
  }

  add({ node, mesh, lines, points, placement = identityPlacement, red = 0 }: ScenePart): this {
    const number =
      mesh !== undefined
        ? this.meshes.addMesh(mesh)
        : lines !== undefined
          ? this.meshes.addLines(lines)
          : this.meshes.addPoints(points ?? { positions: new Float32Array(0) })
    if (number === null) throw new Error('a part of a test scene has triangles')
    const material = this.materials.add({ name: '', color: [red, 0, 0], opacity: 1 })
    this.instances.add({ node, mesh: number, placement, material }, material, [0, 0, 0])
    return this
  }

  /** Transforms the instances in the order in which they were added, without sharing. */
  transform(order = Uint32Array.from({ length: this.instances.count }, (_, row) => row)): PlacedScene {
    return placeInstances(this, {
      order,
      sharing: null,
      geometries: this.meshes.geometries,
    })
  }
}

/** Creates a triangle geometry with quantised positions and triangles. */
export function quantisedMesh(
  positions: readonly number[],
  indices: readonly number[],
  step = 1,
): Extract<PlacedGeometry, { levels: unknown }> {
  return {
    positions: Uint16Array.from(positions),
    normals: new Int8Array((positions.length / 3) * 2),
    colors: null,
    indices: Uint32Array.from(indices),
    levels: [{ start: 0, count: indices.length, errorMetres: 0 }],
    edges: new Uint32Array(0),
    origin: [0, 0, 0],
    step,
    area: 0,
    volume: null,
    closed: false,
    shapeHash: '0123456789abcdef',
  }
}

/** Creates a scene of instances with given boxes (min x y z, max x y z) and one geometry each. */
export function sceneOfBoxes(
  boxes: readonly (readonly number[])[],
  { hidden = [], geometries }: { hidden?: readonly number[]; geometries?: readonly PlacedGeometry[] } = {},
): PlacedScene {
  const numbers = Uint32Array.from(boxes.keys())
  return {
    geometries: geometries ?? boxes.map(() => quantisedMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])),
    materials: boxes.map((_, number) => ({ name: `m${number}`, color: [number, 0, 0, 255], texture: null })),
    count: boxes.length,
    node: numbers,
    geometry: numbers,
    material: numbers,
    linear: new Float32Array(boxes.length * 9),
    translation: new Float32Array(boxes.length * 3),
    boxes: Float32Array.from(boxes.flat()),
    hidden: Uint8Array.from(boxes, (_, instance) => (hidden.includes(instance) ? 1 : 0)),
  }
}

/** Creates a shape for comparisons from quantised positions and triangles. */
export function quantisedShape(positions: readonly number[], indices: readonly number[], step = 1): WeldedShape {
  return {
    mesh: { ...quantisedMesh(positions, indices, step), normals: new Int8Array(0) },
    positionByVertex: Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex),
    positions: Uint16Array.from(positions),
    indices: Uint32Array.from(indices),
    hash: 1,
    size: Math.max(...positions) * step,
  }
}
