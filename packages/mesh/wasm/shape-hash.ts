import { extent } from './collect-triangles'
import { corner, position, vertexHash } from './memory'
import { weldedCount } from './weld-vertices'

/** Grid of the hash for meshes of at least a metre; finer by powers of two for smaller ones. */
const gridMetres: f64 = 0.002
/** Offsets grid borders from round values, on which coordinates lie far more often. */
const gridOffset: f64 = 0.2718
/** The grid changes at uncommon lengths for the same reason. */
const fullGridExtentMetres: f64 = 0.7390851

/** The two halves of the hash. */
export let hashHigh: i32 = 0
export let hashLow: i32 = 0

function chooseGrid(): f64 {
  let grid = gridMetres
  for (let size = fullGridExtentMetres; extent < size && grid > 1e-9; size /= 2) grid /= 2
  return grid
}

function mix(hash: i32): i32 {
  let mixed = (hash ^ (hash >>> 16)) * <i32>0x85ebca6b
  mixed = (mixed ^ (mixed >>> 13)) * <i32>0xc2b2ae35
  return mixed ^ (mixed >>> 16)
}

function getCell(metres: f64, grid: f64): i32 {
  return <i32>(<i64>floor(metres / grid + gridOffset))
}

/**
 * Computes 64 bits over the set of triangles in metres from the mesh's minimum corner. Sums make it independent of the
 * order of triangles and corners; a 2 mm grid makes it independent of rounding, except for values at a grid border: two
 * shapes of different hash may still be equal within tolerance, which box, area and volume reveal.
 */
export function computeShapeHash(cornerCount: i32): void {
  const grid = chooseGrid()
  for (let vertex = 0; vertex < weldedCount; vertex++) {
    const x = getCell(position[vertex * 3], grid)
    const y = getCell(position[vertex * 3 + 1], grid)
    const z = getCell(position[vertex * 3 + 2], grid)
    vertexHash[vertex] = mix((x * <i32>0x9e3779b1) ^ mix((y * 0x27d4eb2f) ^ mix(z + 0x165667b1)))
  }
  let low = 0
  let high = 0
  for (let at = 0; at < cornerCount; at += 3) {
    const a = vertexHash[corner[at]]
    const b = vertexHash[corner[at + 1]]
    const c = vertexHash[corner[at + 2]]
    const sum = a + b + c
    const product = (a | 1) * ((b | 1) * (c | 1))
    low += mix(sum ^ product)
    high += mix(product + (sum ^ 0x5bd1e995))
  }
  hashHigh = mix(high ^ cornerCount)
  hashLow = mix(low + cornerCount)
}
