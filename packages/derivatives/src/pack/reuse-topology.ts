import { decodeOctahedral } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/scene'
import { sumNormals, type ChunkMesh } from '@kamar/view-package'
import type { WeldedShape } from './welded-shape.js'

/** How a shape relates to the one whose triangles it takes over. */
export interface AffineMatch {
  /** Metres that a place may be off an affine copy. */
  readonly deviationMetres: number
  /** How much larger the copy is. */
  readonly growth: number
}

/**
 * The shape of `member` with the vertices, triangles, levels and edges of `template`: what was decided once for the
 * first of many alike pipes holds for all. Index and edge arrays are the template's own; normals are left to be derived.
 */
export function reuseTopology(
  template: WeldedShape,
  refined: PreparedMesh,
  member: WeldedShape,
  match: AffineMatch,
): ChunkMesh {
  const count = refined.positions.length / 3
  const positions = new Uint16Array(count * 3)
  for (let vertex = 0; vertex < count; vertex++) {
    const position = template.positionByVertex[vertex] * 3
    positions[vertex * 3] = member.positions[position]
    positions[vertex * 3 + 1] = member.positions[position + 1]
    positions[vertex * 3 + 2] = member.positions[position + 2]
  }
  const { area, volume, closed, shapeHash, step, origin } = member.mesh
  return {
    ...refined,
    positions,
    normals: null,
    levels: refined.levels.map((level, number) => ({
      ...level,
      errorMetres: number === 0 ? 0 : level.errorMetres * match.growth + 2 * match.deviationMetres,
    })),
    area,
    volume,
    closed,
    shapeHash,
    step,
    origin,
  }
}

/** Two normals further apart than this are taken for different, radians: rounding stays well below. */
const differentAngle = 0.05
/** Part of the corners that may differ: noise puts a crease here and there, faceting is everywhere. */
const maxDifferentRatio = 0.35

/**
 * Whether a shape's normals are, but for noise, what its triangles give with the template's splits: a smooth ball and a
 * faceted one have the same triangles and must not become one. A mean angle will not do: it is small for fine facets.
 */
export function isShadedAlike(template: WeldedShape, member: WeldedShape): boolean {
  const { mesh, positionByVertex } = template
  const level0IndexCount = mesh.levels[0].count
  const sums = sumNormals({ indices: mesh.indices, level0IndexCount, positionByVertex, positions: member.positions })
  const { indices, normals } = member.mesh
  const minCosine = Math.cos(differentAngle)
  let different = 0
  for (let index = 0; index < level0IndexCount; index++) {
    const at = mesh.indices[index] * 3
    const own = indices[index] * 2
    const [x, y, z] = decodeOctahedral(normals[own], normals[own + 1])
    const length = Math.sqrt(sums[at] ** 2 + sums[at + 1] ** 2 + sums[at + 2] ** 2)
    if (x * sums[at] + y * sums[at + 1] + z * sums[at + 2] < length * minCosine) different++
  }
  return different <= level0IndexCount * maxDifferentRatio
}
