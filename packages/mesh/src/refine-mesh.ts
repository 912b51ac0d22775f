import type { MeshLevel, PreparedMesh } from '@kamar/core'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { decodeOctahedral } from './vertices/octahedral.js'

/** Errors of the coarser levels, relative to the mesh's longest side. */
const levelErrors = [0.02, 0.1]
/** Maximum triangle ratio of a level to the previous one. */
const maxLevelRatio = 0.75
/** Meshes with fewer corners have no coarser levels: a box is as cheap as anything that could replace it. */
const minLevelCorners = 3 * 64
/**
 * A normal rotated by 1 / weight over a length d counts like a shift by d. Position alone broke the shading of window
 * frames, as the second round of the prototype showed.
 */
const normalWeights = [0.3, 0.3, 0.3]
/**
 * A shift by a whole image counts like a shift by the mesh's size: a texture must not slide over the simplified
 * surface.
 */
const textureWeights = [1, 1]

interface FloatVertices {
  readonly positions: Float32Array
  /** Normals and, for textured meshes, texture coordinates; each vertex has one value per entry of `weights`. */
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
    // Texture seams must be preserved; shading seams may collapse.
    vertices.weights === normalWeights ? ['ErrorAbsolute', 'Permissive', 'Prune'] : ['ErrorAbsolute', 'Prune'],
  )
}

/** Derives each level from the previous one, at a fraction of the work; its error includes that level's error. */
function coarserLevels(level0: Uint32Array, vertices: FloatVertices, extent: number): Simplified[] {
  const levels: Simplified[] = []
  let previous: Simplified = [level0, 0]
  for (const part of levelErrors) {
    if (previous[0].length < minLevelCorners) break
    const [indices, error] = simplifyTo(previous[0], vertices, extent * part - previous[1])
    if (indices.length === 0 || indices.length > previous[0].length * maxLevelRatio) continue
    previous = [indices, error + previous[1]]
    levels.push(previous)
  }
  return levels
}

function largestSide(mesh: PreparedMesh): number {
  let max = 0
  for (const value of mesh.positions) if (value > max) max = value
  return max * mesh.step
}

/**
 * Second half of the mesh stage, for stored meshes: adds levels 1 and 2 where they save a quarter of the triangles.
 * Level 0 is unchanged. Requires `meshStageReady`.
 */
export function refineMesh(mesh: PreparedMesh): PreparedMesh {
  if (mesh.indices.length < minLevelCorners) return mesh
  const coarser = coarserLevels(mesh.indices, floatVertices(mesh), largestSide(mesh))
  return coarser.length === 0 ? mesh : { ...mesh, ...joinLevels([[mesh.indices, 0], ...coarser]) }
}

function joinLevels(all: readonly Simplified[]): Pick<PreparedMesh, 'indices' | 'levels'> {
  const indices = new Uint32Array(all.reduce((sum, [corners]) => sum + corners.length, 0))
  const levels: MeshLevel[] = []
  let start = 0
  for (const [corners, errorMetres] of all) {
    indices.set(corners, start)
    levels.push({ start, count: corners.length, errorMetres })
    start += corners.length
  }
  return { indices, levels }
}
