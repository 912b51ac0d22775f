import type { InstanceStore } from '../stores/instance-store.js'
import type { MaterialStore } from '../stores/material-store.js'
import type { MeshStore } from '../stores/mesh-store.js'
import type { NodeStore } from '../stores/node-store.js'
import type { AffineMap } from './affine-fit.js'
import { listHullCandidates } from './hull-candidates.js'
import type { PlacedGeometry, PlacedScene } from './placed-scene.js'
import type { SharedGeometry } from './share-geometry.js'

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
  /** Returns the geometry that is drawn for a number. */
  readonly sharedOf: (geometry: number) => SharedGeometry
  /** Geometries by number; only bases that `sharedOf` returns are accessed. */
  readonly geometries: readonly PlacedGeometry[]
  /** Computes boxes of rotated instances from their vertices instead of the corners of the geometry's own box. */
  readonly exactBoxes?: boolean
  /** Metres, a power of two to which translations are rounded; no rounding when omitted. */
  readonly translationStep?: number
}

const identity: AffineMap = { linear: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), offset: new Float64Array(3) }

/** Returns the rounding step of translations: 1/16 mm, finer in small models. A power of two, exact in float32. */
export function translationStep(modelExtentMetres: number): number {
  return 2 ** Math.min(-14, Math.floor(Math.log2(Math.max(modelExtentMetres, 1e-9) * 2 ** -18)))
}

/** Composes instance transforms with the maps of shared geometries and the offsets of mesh frames. */
export function placeInstances(stores: SceneStores, options: PlacementOptions): PlacedScene {
  const { order, geometries } = options
  const { nodes, instances, meshes, materials } = stores
  const geometry = order.map((row) => options.sharedOf(meshes.geometryOfMesh[instances.mesh[row]]).base)
  const transforms = composeAll(stores, options)
  return {
    geometries,
    materials: Array.from({ length: materials.count }, (_, number) => materials.material(number)),
    count: order.length,
    node: order.map((row) => instances.node[row]),
    geometry,
    material: order.map((row) => instances.material[row]),
    ...transforms,
    boxes: instanceBoxes(geometries, geometry, transforms, options.exactBoxes === true),
    hidden: Uint8Array.from(order, (row) => nodes.hidden[instances.node[row]]),
  }
}

/** Instance matrices, as in `PlacedScene`. */
interface Matrices {
  readonly linear: Float32Array
  readonly translation: Float32Array
}

function composeAll(
  { instances, meshes }: SceneStores,
  { order, sharedOf, translationStep: step }: PlacementOptions,
): Matrices {
  const { placement, mesh } = instances
  const { geometryOfMesh, originOfMesh } = meshes
  const linear = new Float32Array(order.length * 9)
  const translation = new Float32Array(order.length * 3)
  order.forEach((row, index) => {
    const map = sharedOf(geometryOfMesh[mesh[row]]).map ?? identity
    const at = row * 12
    const origin = mesh[row] * 3
    for (let axis = 0; axis < 3; axis++) {
      const x = placement[at + axis]
      const y = placement[at + 3 + axis]
      const z = placement[at + 6 + axis]
      for (let column = 0; column < 9; column += 3) {
        linear[index * 9 + column + axis] =
          x * map.linear[column] + y * map.linear[column + 1] + z * map.linear[column + 2]
      }
      const translated =
        placement[at + 9 + axis] +
        x * (originOfMesh[origin] + map.offset[0]) +
        y * (originOfMesh[origin + 1] + map.offset[1]) +
        z * (originOfMesh[origin + 2] + map.offset[2])
      translation[index * 3 + axis] = step === undefined ? translated : Math.round(translated / step) * step
    }
  })
  return { linear, translation }
}

/** Computes the sides of a geometry's box in metres; its minimum corner is always at 0. */
function computeSides(geometry: PlacedGeometry): [number, number, number] {
  const sides: [number, number, number] = [0, 0, 0]
  const { positions } = geometry
  for (let at = 0; at < positions.length; at += 3) {
    if (positions[at] > sides[0]) sides[0] = positions[at]
    if (positions[at + 1] > sides[1]) sides[1] = positions[at + 1]
    if (positions[at + 2] > sides[2]) sides[2] = positions[at + 2]
  }
  return [sides[0] * geometry.step, sides[1] * geometry.step, sides[2] * geometry.step]
}

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
  readonly #boxes = new Map<number, readonly number[]>()
  readonly #hulls = new Map<number, Uint16Array>()
  readonly #counts: Uint32Array

  constructor(geometries: readonly PlacedGeometry[]) {
    this.#geometries = geometries
    this.#counts = new Uint32Array(geometries.length)
  }

  /** Returns the vertices of the geometry's own box, in metres. */
  getBoxVertices(geometry: number): readonly number[] {
    let vertices = this.#boxes.get(geometry)
    if (vertices === undefined) {
      vertices = computeBoxVertices(computeSides(this.#geometries[geometry]))
      this.#boxes.set(geometry, vertices)
    }
    return vertices
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

function instanceBoxes(
  geometries: readonly PlacedGeometry[],
  geometry: Uint32Array,
  { linear, translation }: Matrices,
  areExact: boolean,
): Float32Array {
  const vertices = new BoxVertices(geometries)
  const boxes = new Float32Array(geometry.length * 6)
  for (let instance = 0; instance < geometry.length; instance++) {
    const number = geometry[instance]
    const byVertices = areExact && !isAlongAxes(linear, instance * 9)
    const points = byVertices ? vertices.getVertices(number) : vertices.getBoxVertices(number)
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
  return boxes
}

/** Computes x y z of the eight corners of a box that starts at 0. */
function computeBoxVertices([x, y, z]: readonly [number, number, number]): readonly number[] {
  return [0, 0, 0, x, 0, 0, 0, y, 0, x, y, 0, 0, 0, z, x, 0, z, 0, y, z, x, y, z]
}
