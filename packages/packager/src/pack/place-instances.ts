import type { InstanceStore } from '../stores/instance-store.js'
import { getMaxPosition } from '../stores/geometry-pool.js'
import type { MaterialStore } from '../stores/material-store.js'
import type { MeshStore } from '../stores/mesh-store.js'
import type { NodeStore } from '../stores/node-store.js'
import { placementNumbers } from '../stores/columns/placement-rows.js'
import { listHullCandidates } from './hull-candidates.js'
import type { PlacedGeometry, PlacedScene } from './placed-scene.js'
import { mapNumbers, Sharing } from './share-geometry.js'

/** Contents written by the reader. */
export interface SceneStores {
  readonly nodes: NodeStore
  readonly materials: MaterialStore
  readonly meshes: MeshStore
  readonly instances: InstanceStore
}

/** Rows to transform, in order, and the sharing of their geometries. */
export interface PlacementOptions {
  readonly order: Uint32Array
  /** How each geometry is drawn; null: as itself. */
  readonly sharing: Sharing | null
  /** Geometries by number; only those that are drawn are accessed. */
  readonly geometries: readonly PlacedGeometry[]
  /** Computes boxes of rotated instances from their vertices instead of the corners of the geometry's own box. */
  readonly exactBoxes?: boolean
  /** Metres, a power of two to which translations are rounded; no rounding when omitted. */
  readonly translationStep?: number
}

const unshared = new Sharing(0)

/** Returns the rounding step of translations: 1/16 mm, finer in small models. A power of two, exact in float32. */
export function translationStep(modelExtentMetres: number): number {
  return 2 ** Math.min(-14, Math.floor(Math.log2(Math.max(modelExtentMetres, 1e-9) * 2 ** -18)))
}

/** Composes instance transforms with the maps of shared geometries and the offsets of mesh frames. */
export function placeInstances(stores: SceneStores, options: PlacementOptions): PlacedScene {
  const transformer = new InstanceTransformer(stores, options)
  for (const block of transformer.run()) void block
  return transformer.scene
}

/** Rows that were placed together. */
export interface PlacedBlock {
  /** Index of their first instance in the scene. */
  readonly first: number
  readonly rows: Uint32Array
  /** Their source placements, see `InstanceStore`. */
  readonly placements: Float64Array
}

const rowsPerBlock = 32_768

/** Transforms instances block by block, so that the source placements of a large model are never in memory at once. */
export class InstanceTransformer {
  readonly scene: PlacedScene
  readonly #stores: SceneStores
  readonly #options: PlacementOptions
  readonly #vertices: BoxVertices

  constructor(stores: SceneStores, options: PlacementOptions) {
    const { order, geometries, sharing } = options
    const { nodes, instances, meshes, materials } = stores
    const { node, mesh, material } = instances
    const { geometryOfMesh } = meshes
    const { hidden } = nodes
    this.#stores = stores
    this.#options = options
    this.#vertices = new BoxVertices(geometries)
    this.scene = {
      geometries,
      materials: Array.from({ length: materials.count }, (_, number) => materials.material(number)),
      count: order.length,
      node: order.map((row) => node[row]),
      geometry: order.map((row) => drawnGeometry(sharing, geometryOfMesh[mesh[row]])),
      material: order.map((row) => material[row]),
      linear: new Float32Array(order.length * 9),
      translation: new Float32Array(order.length * 3),
      boxes: new Float32Array(order.length * 6),
      hidden: Uint8Array.from(order, (row) => hidden[node[row]]),
    }
  }

  /** Fills the transforms and boxes of the scene; yields each block of them. */
  *run(): Generator<PlacedBlock> {
    const { order } = this.#options
    for (let first = 0; first < order.length; first += rowsPerBlock) {
      const rows = order.subarray(first, first + rowsPerBlock)
      const block = { first, rows, placements: this.#stores.instances.gatherPlacements(rows) }
      this.#compose(block)
      this.#measure(first, first + rows.length)
      yield block
    }
  }

  #compose({ first, rows, placements }: PlacedBlock): void {
    const { instances, meshes } = this.#stores
    const { mesh } = instances
    const { geometryOfMesh, originOfMesh } = meshes
    const { translationStep: step, sharing } = this.#options
    const { linear, translation } = this.scene
    const { maps } = sharing ?? unshared
    rows.forEach((row, index) => {
      const map = (sharing === null ? 0 : sharing.mapRow[geometryOfMesh[mesh[row]]]) * mapNumbers
      const at = index * placementNumbers
      const origin = mesh[row] * 3
      const target = first + index
      for (let axis = 0; axis < 3; axis++) {
        const x = placements[at + axis]
        const y = placements[at + 3 + axis]
        const z = placements[at + 6 + axis]
        for (let column = 0; column < 9; column += 3) {
          linear[target * 9 + column + axis] =
            x * maps[map + column] + y * maps[map + column + 1] + z * maps[map + column + 2]
        }
        const translated =
          placements[at + 9 + axis] +
          x * (originOfMesh[origin] + maps[map + 9]) +
          y * (originOfMesh[origin + 1] + maps[map + 10]) +
          z * (originOfMesh[origin + 2] + maps[map + 11])
        translation[target * 3 + axis] = step === undefined ? translated : Math.round(translated / step) * step
      }
    })
  }

  #measure(first: number, end: number): void {
    const { boxes, geometries, geometry, linear, translation } = this.scene
    for (let instance = first; instance < end; instance++) {
      const number = geometry[instance]
      const byVertices = this.#options.exactBoxes === true && !isAlongAxes(linear, instance * 9)
      const points = byVertices ? this.#vertices.getVertices(number) : this.#vertices.getBoxVertices(number)
      const scale = byVertices ? geometries[number].step : 1
      for (let axis = 0; axis < 3; axis++) {
        const x = linear[instance * 9 + axis] * scale
        const y = linear[instance * 9 + 3 + axis] * scale
        const z = linear[instance * 9 + 6 + axis] * scale
        let min = Infinity
        let max = -Infinity
        for (let at = 0; at < points.length; at += 3) {
          const value = x * points[at] + y * points[at + 1] + z * points[at + 2]
          if (value < min) min = value
          if (value > max) max = value
        }
        boxes[instance * 6 + axis] = min + translation[instance * 3 + axis]
        boxes[instance * 6 + 3 + axis] = max + translation[instance * 3 + axis]
      }
    }
  }
}

const drawnGeometry = (sharing: Sharing | null, geometry: number): number =>
  sharing === null ? geometry : sharing.base[geometry]

/** Returns whether a matrix only permutes and scales axes: then the box of the corners is the box of the vertices. */
function isAlongAxes(linear: Float32Array, at: number): boolean {
  let others = 0
  for (let entry = 0; entry < 9; entry++) if (Math.abs(linear[at + entry]) > 1e-6) others++
  return others <= 3
}

/** Rotated instances of a geometry from which finding its hull costs less than transforming the vertices inside. */
const minInstancesForHull = 50

/** Source of the points from which boxes of instances are computed: of frequent geometries only those on the hull. */
class BoxVertices {
  readonly #geometries: readonly PlacedGeometry[]
  /** Largest positions per geometry, once they are known. */
  readonly #largest: Uint16Array
  readonly #isMeasured: Uint8Array
  /** Corners of the box of the last geometry. */
  readonly #boxVertices = new Float64Array(24)
  readonly #hulls = new Map<number, Uint16Array>()
  readonly #counts: Uint32Array

  constructor(geometries: readonly PlacedGeometry[]) {
    this.#geometries = geometries
    this.#counts = new Uint32Array(geometries.length)
    this.#largest = new Uint16Array(geometries.length * 3)
    this.#isMeasured = new Uint8Array(geometries.length)
  }

  /** Returns the vertices of the geometry's own box in metres, whose minimum corner is at 0; reuses one array. */
  getBoxVertices(geometry: number): Float64Array {
    const shape = this.#geometries[geometry]
    const { step } = shape
    if (this.#isMeasured[geometry] === 0) {
      this.#largest.set(getMaxPosition(shape), geometry * 3)
      this.#isMeasured[geometry] = 1
    }
    for (let vertex = 0; vertex < 8; vertex++)
      for (let axis = 0; axis < 3; axis++)
        this.#boxVertices[vertex * 3 + axis] = (vertex >> axis) & 1 ? this.#largest[geometry * 3 + axis] * step : 0
    return this.#boxVertices
  }

  /** Returns vertices that include every extreme one, in quantisation steps. */
  getVertices(geometry: number): Uint16Array {
    const hull = this.#hulls.get(geometry)
    if (hull) return hull
    const { positions } = this.#geometries[geometry]
    if (++this.#counts[geometry] < minInstancesForHull) return positions
    const candidates = listHullCandidates(positions)
    this.#hulls.set(geometry, candidates)
    return candidates
  }
}
