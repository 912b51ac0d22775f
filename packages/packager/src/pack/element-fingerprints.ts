import type { PropertySet } from '@kamar/core'
import { mixHash, type FingerprintsInput } from '@kamar/package-format'
import { hasPoints, hasTriangles } from './placed-scene.js'
import { placementNumbers } from '../stores/columns/placement-rows.js'
import type { AssignedSets } from '../stores/property-store.js'
import type { PlacedBlock, SceneStores } from './place-instances.js'

/** Grids of the comparison: 1/1000 for lengths and directions, 2 mm for offsets between the parts of an element. */
const directionGrid = 1e-3
const offsetGridMetres = 2e-3
/** Shifts the grid so that round values are not at its cell borders. */
const gridOffset = 0.2718

/** Seed of point hashes, so that two points do not equal a segment. */
const pointsSeed = 0x706f696e

const onGrid = (value: number, grid: number): number => Math.floor(value / grid + gridOffset)

function hashText(text: string): number {
  let hash = text.length
  for (let at = 0; at < text.length; at++) hash = mixHash(hash, text.charCodeAt(at))
  return hash
}

/** IFC's own id, which is also in the tree: a new id does not change an element's properties. */
const identityProperty = 'GlobalId'

/** Computes the hash of a property set. */
export function hashSet(set: PropertySet): number {
  let hash = hashText(set.name)
  for (const { name, value, unit } of set.properties) {
    if (name === identityProperty) continue
    const own = mixHash(mixHash(hashText(name), hashText(String(value))), hashText(unit ?? ''))
    hash = (hash + own) >>> 0
  }
  return mixHash(hash, set.properties.length)
}

/** Computes a hash per element over its property sets, independent of their order; 0 for none. `hashes`: one per set. */
export function propertyHashes({ setStart, setNumbers }: AssignedSets, hashes: Uint32Array): Uint32Array {
  const out = new Uint32Array(setStart.length - 1)
  for (let element = 0; element < out.length; element++) {
    let sum = 0
    for (let at = setStart[element]; at < setStart[element + 1]; at++)
      sum = (sum + mixHash(hashes[setNumbers[at]], 1)) >>> 0
    out[element] = setStart[element] === setStart[element + 1] ? 0 : sum | 1
  }
  return out
}

/** Fingerprints of all elements apart from those of their properties. */
export type ShapeFingerprints = Omit<FingerprintsInput, 'properties'>

/** Computes the fingerprints of all elements from their instances, which arrive in element order. */
export class ElementFingerprints {
  readonly #stores: SceneStores
  readonly #origin: readonly number[]
  readonly #columns: ShapeFingerprints
  /** Element of the last instance, and the sums over its instances so far. */
  #element = -1
  #first: Float64Array = new Float64Array(placementNumbers)
  #shapes = 0
  #area = 0
  #volume: number | null = 0
  readonly #box = new Float64Array(6)

  constructor(stores: SceneStores, origin: readonly number[]) {
    this.#stores = stores
    this.#origin = origin
    const { count } = stores.nodes
    this.#columns = {
      count,
      shape: new Uint32Array(count),
      orientation: new Uint32Array(count),
      box: new Int32Array(count * 6),
      area: new Float32Array(count),
      volume: new Float32Array(count).fill(NaN),
    }
  }

  /** Adds the next instances; `boxes` has six numbers per instance of the scene. */
  add({ first, rows, placements }: PlacedBlock, boxes: Float32Array): void {
    const { node, mesh } = this.#stores.instances
    const { originOfMesh } = this.#stores.meshes
    rows.forEach((row, index) => {
      const source = placements.subarray(index * placementNumbers, (index + 1) * placementNumbers)
      const placement = computePlacement(source, originOfMesh.subarray(mesh[row] * 3, mesh[row] * 3 + 3))
      if (node[row] !== this.#element) this.#begin(node[row], placement)
      this.#addPart(placement, mesh[row])
      this.#extendBox(boxes.subarray((first + index) * 6, (first + index) * 6 + 6))
    })
  }

  /** Returns the fingerprints when all instances were added. */
  finish(): ShapeFingerprints {
    this.#end()
    return this.#columns
  }

  #begin(element: number, placement: Float64Array): void {
    this.#end()
    this.#element = element
    this.#first = placement
    this.#shapes = 0
    this.#area = 0
    this.#volume = 0
    this.#box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6)
  }

  #addPart(placement: Float64Array, mesh: number): void {
    const scales = computeScales(placement)
    const shape = hashShape(this.#stores, mesh)
    let hash = mixHash(shape.hash, offsetHash(placement, this.#first))
    for (const scale of scales) hash = mixHash(hash, onGrid(scale, directionGrid))
    this.#shapes = (this.#shapes + hash) >>> 0
    const stretch = scales[0] * scales[1] * scales[2]
    this.#area += shape.area * Math.cbrt(stretch) ** 2
    this.#volume = this.#volume === null || shape.volume === null ? null : this.#volume + shape.volume * stretch
  }

  #extendBox(box: Float32Array): void {
    for (let axis = 0; axis < 3; axis++) {
      this.#box[axis] = Math.min(this.#box[axis], box[axis])
      this.#box[axis + 3] = Math.max(this.#box[axis + 3], box[axis + 3])
    }
  }

  #end(): void {
    const element = this.#element
    if (element < 0) return
    const { shape, orientation, box, area, volume } = this.#columns
    shape[element] = this.#shapes | 1
    orientation[element] = directionHash(this.#first, computeScales(this.#first))
    area[element] = this.#area
    volume[element] = this.#volume ?? NaN
    for (let axis = 0; axis < 3; axis++) {
      const min = Math.round((this.#box[axis] + this.#origin[axis]) * 1000)
      box[element * 6 + axis] = min
      box[element * 6 + axis + 3] = Math.max(
        box[element * 6 + axis],
        Math.round((this.#box[axis + 3] + this.#origin[axis]) * 1000),
      )
    }
  }
}

/** Computes the scale of each axis of a transform; their product determines the change of areas and volumes. */
function computeScales(placement: Float64Array): [number, number, number] {
  const length = (at: number): number => Math.sqrt(placement[at] ** 2 + placement[at + 1] ** 2 + placement[at + 2] ** 2)
  return [length(0), length(3), length(6)]
}

function hashShape(stores: SceneStores, mesh: number): { hash: number; area: number; volume: number | null } {
  const geometry = stores.meshes.geometries[stores.meshes.geometryOfMesh[mesh]]
  if (hasTriangles(geometry)) {
    const { shapeHash, area, volume } = geometry
    return { hash: mixHash(parseInt(shapeHash.slice(0, 8), 16), parseInt(shapeHash.slice(8), 16)), area, volume }
  }
  let hash = hasPoints(geometry) ? mixHash(pointsSeed, geometry.positions.length) : geometry.edges.length
  for (const value of geometry.positions) hash = mixHash(hash, value)
  return { hash, area: 0, volume: null }
}

/** Hashes the directions of a transform, without scales and translation. */
function directionHash(placement: Float64Array, scales: readonly number[]): number {
  let hash = 0
  for (let entry = 0; entry < 9; entry++)
    hash = mixHash(hash, onGrid(placement[entry] / Math.max(scales[Math.floor(entry / 3)], 1e-12), directionGrid))
  return hash
}

/** Hashes the origin of a part in the axes of the first part: invariant when the whole element moves. */
function offsetHash(part: Float64Array, first: Float64Array): number {
  let hash = 0
  for (let axis = 0; axis < 3; axis++) {
    let along = 0
    for (let row = 0; row < 3; row++) along += first[axis * 3 + row] * (part[9 + row] - first[9 + row])
    hash = mixHash(hash, onGrid(along, offsetGridMetres))
  }
  return hash
}

/**
 * Computes a transform relative to the mesh's own minimum corner, so that the choice of a mesh frame does not matter.
 */
function computePlacement(source: Float64Array, origin: Float64Array): Float64Array {
  const placement = source.slice()
  for (let axis = 0; axis < 3; axis++) {
    placement[9 + axis] +=
      placement[axis] * origin[0] + placement[3 + axis] * origin[1] + placement[6 + axis] * origin[2]
  }
  return placement
}
