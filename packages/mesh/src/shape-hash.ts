import type { QuantisationFrame } from './collect-triangles.js'
import type { Workspace } from './workspace.js'

/** Grid of the hash for meshes of at least a metre; finer by powers of two for smaller ones. */
const gridMetres = 0.002
/** Offsets grid borders from round values, on which coordinates lie far more often. */
const gridOffset = 0.2718
/** The grid changes at uncommon lengths for the same reason. */
const fullGridExtentMetres = 0.7390851

function chooseGrid(extent: number): number {
  let grid = gridMetres
  for (let size = fullGridExtentMetres; extent < size && grid > 1e-9; size /= 2) grid /= 2
  return grid
}

const mix = (hash: number): number => {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

const hexadecimal = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')

/**
 * Computes 16 hexadecimal digits over the set of triangles in metres from the mesh's minimum corner. Sums make it
 * independent of the order of triangles and corners; a 2 mm grid makes it independent of rounding, except for values at
 * a grid border: two shapes of different hash may still be equal within tolerance, which box, area and volume reveal.
 */
export function computeShapeHash(
  workspace: Workspace,
  cornerCount: number,
  vertexCount: number,
  frame: QuantisationFrame,
): string {
  const { corner, position, vertexHash } = workspace
  const grid = chooseGrid(frame.extent)
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const x = Math.floor(position[vertex * 3] / grid + gridOffset)
    const y = Math.floor(position[vertex * 3 + 1] / grid + gridOffset)
    const z = Math.floor(position[vertex * 3 + 2] / grid + gridOffset)
    vertexHash[vertex] = mix(Math.imul(x, 0x9e3779b1) ^ mix(Math.imul(y, 0x27d4eb2f) ^ mix(z + 0x165667b1)))
  }
  let low = 0
  let high = 0
  for (let at = 0; at < cornerCount; at += 3) {
    const a = vertexHash[corner[at]]
    const b = vertexHash[corner[at + 1]]
    const c = vertexHash[corner[at + 2]]
    const sum = (a + b + c) | 0
    const product = Math.imul(a | 1, Math.imul(b | 1, c | 1))
    low = (low + mix(sum ^ product)) | 0
    high = (high + mix(product + (sum ^ 0x5bd1e995))) | 0
  }
  return hexadecimal(mix(high ^ cornerCount)) + hexadecimal(mix(low + cornerCount))
}
