import type { PropertySet } from '@kamar/core'
import { mixHash, type FingerprintsInput } from '@kamar/package-format'
import { isTriangles } from '../stores/geometry-content.js'
import type { AssignedSets } from '../stores/property-store.js'
import type { SceneStores } from './place-instances.js'

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

function hashSet(set: PropertySet): number {
  let hash = hashText(set.name)
  for (const { name, value, unit } of set.properties) {
    if (name === identityProperty) continue
    const own = mixHash(mixHash(hashText(name), hashText(String(value))), hashText(unit ?? ''))
    hash = (hash + own) >>> 0
  }
  return mixHash(hash, set.properties.length)
}

/** Computes a hash per element over its property sets, independent of their order; 0 for none. */
function propertyHashes({ sets, setStart, setNumbers }: AssignedSets): Uint32Array {
  const hashes = sets.map(hashSet)
  const out = new Uint32Array(setStart.length - 1)
  for (let element = 0; element < out.length; element++) {
    let sum = 0
    for (let at = setStart[element]; at < setStart[element + 1]; at++)
      sum = (sum + mixHash(hashes[setNumbers[at]], 1)) >>> 0
    out[element] = setStart[element] === setStart[element + 1] ? 0 : sum | 1
  }
  return out
}

interface FingerprintColumns {
  readonly shape: Uint32Array
  readonly orientation: Uint32Array
  readonly box: Int32Array
  readonly area: Float32Array
  readonly volume: Float32Array
}

/**
 * Computes the fingerprints of all elements. `order` lists instance rows by element; boxes are per entry of `order`.
 */
export function elementFingerprints(
  stores: SceneStores,
  instances: { readonly order: Uint32Array; readonly boxes: Float32Array; readonly origin: readonly number[] },
  assigned: AssignedSets,
): FingerprintsInput {
  const count = stores.nodes.count
  const fingerprints: FingerprintColumns = {
    shape: new Uint32Array(count),
    orientation: new Uint32Array(count),
    box: new Int32Array(count * 6),
    area: new Float32Array(count),
    volume: new Float32Array(count).fill(NaN),
  }
  const { node } = stores.instances
  for (let first = 0; first < instances.order.length;) {
    const element = node[instances.order[first]]
    let end = first + 1
    while (end < instances.order.length && node[instances.order[end]] === element) end++
    fingerprintElement(stores, instances.order.subarray(first, end), element, fingerprints)
    unionBox(instances, [first, end], fingerprints.box.subarray(element * 6, element * 6 + 6))
    first = end
  }
  return { count, ...fingerprints, properties: propertyHashes(assigned) }
}

function unionBox(
  { boxes, origin }: { readonly boxes: Float32Array; readonly origin: readonly number[] },
  [first, end]: readonly [number, number],
  box: Int32Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity
    let max = -Infinity
    for (let index = first; index < end; index++) {
      min = Math.min(min, boxes[index * 6 + axis])
      max = Math.max(max, boxes[index * 6 + 3 + axis])
    }
    box[axis] = Math.round((min + origin[axis]) * 1000)
    box[axis + 3] = Math.max(box[axis], Math.round((max + origin[axis]) * 1000))
  }
}

/** Computes the scale of each axis of a transform; their product determines the change of areas and volumes. */
function computeScales(placement: Float64Array): [number, number, number] {
  const length = (at: number): number => Math.sqrt(placement[at] ** 2 + placement[at + 1] ** 2 + placement[at + 2] ** 2)
  return [length(0), length(3), length(6)]
}

function hashShape(stores: SceneStores, mesh: number): { hash: number; area: number; volume: number | null } {
  const geometry = stores.meshes.geometries[stores.meshes.geometryOfMesh[mesh]]
  if (isTriangles(geometry)) {
    const { shapeHash, area, volume } = geometry
    return { hash: mixHash(parseInt(shapeHash.slice(0, 8), 16), parseInt(shapeHash.slice(8), 16)), area, volume }
  }
  let hash = 'kind' in geometry ? mixHash(pointsSeed, geometry.positions.length) : geometry.edges.length
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
function computePlacement(stores: SceneStores, row: number): Float64Array {
  const placement = stores.instances.placement.slice(row * 12, row * 12 + 12)
  const origin = stores.meshes.originOfMesh.subarray(stores.instances.mesh[row] * 3)
  for (let axis = 0; axis < 3; axis++) {
    placement[9 + axis] +=
      placement[axis] * origin[0] + placement[3 + axis] * origin[1] + placement[6 + axis] * origin[2]
  }
  return placement
}

function fingerprintElement(
  stores: SceneStores,
  rows: Uint32Array,
  element: number,
  fingerprints: FingerprintColumns,
): void {
  const first = computePlacement(stores, rows[0])
  let shapes = 0
  let area = 0
  let volume: number | null = 0
  for (const row of rows) {
    const placement = computePlacement(stores, row)
    const scales = computeScales(placement)
    const shape = hashShape(stores, stores.instances.mesh[row])
    let hash = mixHash(shape.hash, offsetHash(placement, first))
    for (const scale of scales) hash = mixHash(hash, onGrid(scale, directionGrid))
    shapes = (shapes + hash) >>> 0
    const stretch = scales[0] * scales[1] * scales[2]
    area += shape.area * Math.cbrt(stretch) ** 2
    volume = volume === null || shape.volume === null ? null : volume + shape.volume * stretch
  }
  fingerprints.shape[element] = shapes | 1
  fingerprints.orientation[element] = directionHash(first, computeScales(first))
  fingerprints.area[element] = area
  fingerprints.volume[element] = volume ?? NaN
}
