import type { MeshLevel, PreparedMesh } from '@kamar/scene'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { edgesOf } from './crease-edges.js'
import { decodeOctahedral } from './octahedral.js'

/** What level 0 may lose, metres: below what can be seen at any sensible distance from a building. */
const mostInvisibleErrorMetres = 2e-4
/**
 * And of a mesh under 0.2 m, which may be the whole model, no more than this part of its largest side: less than a pixel
 * where it fills the picture. A part of 3 mm lost 15 of 16 triangles to 0.2 mm, and the bends of its leads with them.
 */
const mostInvisibleErrorPart = 1e-3
/** Level 0 is replaced only when at least this part of its triangles goes: less is not worth its noise. */
const leastLevel0Gain = 0.1
/**
 * Level 0 of smaller meshes is left alone: kernels spend triangles where there are thousands (chairs, handles), and on
 * 100-triangle pipes the search cost a third of the stage for 3 % of the triangles.
 */
const leastLevel0Corners = 3 * 800
/** Errors of the coarser levels, parts of the mesh's largest side. */
const levelErrors = [0.02, 0.1]
/** A level must have at most this part of the triangles of the one before. */
const mostOfPreviousLevel = 0.75
/** Meshes with fewer corners have no coarser levels: a box is as cheap as anything that could replace it. */
const leastLevelCorners = 3 * 64
/**
 * A turn of the normal by 1 / weight over a length d counts like a shift by d. Position alone broke shading on window
 * frames: the prototype's second round showed it.
 */
const normalWeights = [0.3, 0.3, 0.3]
/** A shift by a whole picture counts like a shift by the mesh's size: a texture must not swim over what is left of it. */
const textureWeights = [1, 1]

interface FloatVertices {
  readonly positions: Float32Array
  /** Normals and, of textured meshes, texture coordinates; as many per vertex as there are `weights`. */
  readonly attributes: Float32Array
  readonly weights: number[]
}

function floatVertices(mesh: PreparedMesh): FloatVertices {
  const count = mesh.positions.length / 3
  const positions = new Float32Array(count * 3)
  const { textureCoordinates } = mesh
  const weights = textureCoordinates === undefined ? normalWeights : [...normalWeights, ...textureWeights]
  const attributes = new Float32Array(count * weights.length)
  for (let at = 0; at < positions.length; at++) positions[at] = mesh.positions[at] * mesh.step
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * weights.length
    attributes.set(decodeOctahedral(mesh.normals[vertex * 2], mesh.normals[vertex * 2 + 1]), at)
    if (textureCoordinates === undefined) continue
    attributes[at + 3] = textureCoordinates.values[vertex * 2] * textureCoordinates.step
    attributes[at + 4] = textureCoordinates.values[vertex * 2 + 1] * textureCoordinates.step
  }
  return { positions, attributes, weights }
}

type Simplified = readonly [indices: Uint32Array, errorMetres: number]

/** Level 0 without what nobody can see; borders do not move, so that neighbouring parts stay tight. */
function simplifyInvisibly(indices: Uint32Array, vertices: FloatVertices, extent: number): Uint32Array {
  if (indices.length < leastLevel0Corners) return indices
  const [simpler] = MeshoptSimplifier.simplifyWithAttributes(
    indices,
    vertices.positions,
    3,
    vertices.attributes,
    vertices.weights.length,
    vertices.weights,
    null,
    0,
    Math.min(mostInvisibleErrorMetres, extent * mostInvisibleErrorPart),
    ['ErrorAbsolute', 'LockBorder'],
  )
  const worth = simpler.length > 0 && simpler.length <= indices.length * (1 - leastLevel0Gain)
  return worth ? simpler : indices
}

function simplifyTo(indices: Uint32Array, vertices: FloatVertices, errorMetres: number): Simplified {
  return MeshoptSimplifier.simplifyWithAttributes(
    indices,
    vertices.positions,
    3,
    vertices.attributes,
    vertices.weights.length,
    vertices.weights,
    null,
    0,
    errorMetres,
    // Seams of a texture have to stay seams; those of shading may go.
    vertices.weights === normalWeights ? ['ErrorAbsolute', 'Permissive', 'Prune'] : ['ErrorAbsolute', 'Prune'],
  )
}

/** Each level is made from the one before, which is a fraction of the work; its error includes that one's. */
function coarserLevels(level0: Uint32Array, vertices: FloatVertices, extent: number): Simplified[] {
  const levels: Simplified[] = []
  let previous: Simplified = [level0, 0]
  for (const part of levelErrors) {
    if (previous[0].length < leastLevelCorners) break
    const [indices, error] = simplifyTo(previous[0], vertices, extent * part - previous[1])
    if (indices.length === 0 || indices.length > previous[0].length * mostOfPreviousLevel) continue
    previous = [indices, error + previous[1]]
    levels.push(previous)
  }
  return levels
}

/** Renumbers the vertices that level 0 uses in the order of use; the coarser levels use no others. */
function compact(level0: Uint32Array, vertexCount: number): { newNumber: Int32Array; oldNumber: Uint32Array } {
  const newNumber = new Int32Array(vertexCount).fill(-1)
  const oldNumber = new Uint32Array(vertexCount)
  let count = 0
  for (const vertex of level0) {
    if (newNumber[vertex] >= 0) continue
    newNumber[vertex] = count
    oldNumber[count++] = vertex
  }
  return { newNumber, oldNumber: oldNumber.subarray(0, count) }
}

function pick<Values extends Uint16Array | Int8Array | Uint8Array>(
  values: Values,
  rows: Uint32Array,
  width: number,
  out: Values,
): Values {
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < width; column++) out[row * width + column] = values[rows[row] * width + column]
  }
  return out
}

function pickTextureCoordinates(
  { textureCoordinates }: PreparedMesh,
  rows: Uint32Array,
): Pick<PreparedMesh, 'textureCoordinates'> {
  if (textureCoordinates === undefined) return {}
  const values = pick(textureCoordinates.values, rows, 2, new Uint16Array(rows.length * 2))
  return { textureCoordinates: { ...textureCoordinates, values } }
}

function largestSide(mesh: PreparedMesh): number {
  let most = 0
  for (const value of mesh.positions) if (value > most) most = value
  return most * mesh.step
}

/** What `refineMesh` made of a mesh. */
export interface RefinedMesh {
  readonly mesh: PreparedMesh
  /** For each vertex of `mesh` the number it had before; null when all are as they were. */
  readonly vertices: Uint32Array | null
  /** Whether level 0 lost triangles, not only gained coarser levels. */
  readonly isSimplified: boolean
}

/**
 * The second half of the mesh stage, for meshes that are kept: level 0 without invisible detail (≤ 0.2 mm, less of
 * meshes under 0.2 m), levels 1
 * and 2 where they save a quarter of the triangles, edges made again. Needs `meshStageReady`.
 */
export function refineMesh(mesh: PreparedMesh): RefinedMesh {
  const unchanged = { mesh, vertices: null, isSimplified: false }
  if (mesh.indices.length < leastLevelCorners) return unchanged
  const float = floatVertices(mesh)
  // Edges of the source end at its vertices; those found by angle can be found again.
  const extent = largestSide(mesh)
  const level0 = mesh.hasSourceEdges ? mesh.indices : simplifyInvisibly(mesh.indices, float, extent)
  const coarser = coarserLevels(level0, float, extent)
  const isSimplified = level0 !== mesh.indices
  if (!isSimplified && coarser.length === 0) return unchanged
  const { newNumber, oldNumber } = compact(level0, mesh.positions.length / 3)
  const positions = pick(mesh.positions, oldNumber, 3, new Uint16Array(oldNumber.length * 3))
  const { indices, levels } = joinLevels([[level0, 0], ...coarser], newNumber)
  const refined: PreparedMesh = {
    ...mesh,
    positions,
    normals: pick(mesh.normals, oldNumber, 2, new Int8Array(oldNumber.length * 2)),
    colors: mesh.colors === null ? null : pick(mesh.colors, oldNumber, 4, new Uint8Array(oldNumber.length * 4)),
    ...pickTextureCoordinates(mesh, oldNumber),
    indices,
    levels,
    edges: isSimplified ? edgesOf(positions, indices.subarray(0, level0.length), mesh.step) : mesh.edges,
  }
  return { mesh: refined, vertices: oldNumber, isSimplified }
}

function joinLevels(all: readonly Simplified[], newNumber: Int32Array): { indices: Uint32Array; levels: MeshLevel[] } {
  const indices = new Uint32Array(all.reduce((sum, [corners]) => sum + corners.length, 0))
  const levels: MeshLevel[] = []
  let start = 0
  for (const [corners, errorMetres] of all) {
    for (let at = 0; at < corners.length; at++) indices[start + at] = newNumber[corners[at]]
    levels.push({ start, count: corners.length, errorMetres })
    start += corners.length
  }
  return { indices, levels }
}
