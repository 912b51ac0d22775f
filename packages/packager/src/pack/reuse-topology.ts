import { decodeOctahedral } from '@kamar/mesh'
import { sumNormals, type ChunkMesh } from '@kamar/package-format'
import type { WeldedShape } from './welded-shape.js'

/** Relation of a shape to the one whose triangles it reuses. */
interface AffineMatch {
  /** Maximum distance of a position from an affine copy, in metres. */
  readonly deviationMetres: number
  /** Scale of the copy relative to the template. */
  readonly growth: number
}

/** Stored geometry that reuses the triangles of another stored one. */
export interface TopologyReuse extends AffineMatch {
  readonly template: number
}

/**
 * Returns the shape of `member` with the vertices, triangles, levels and edges of `template`, so that many similar
 * pipes share the decisions made for the first. Index and edge arrays are the template's own; normals are derived
 * later.
 */
export function reuseTopology(
  template: WeldedShape,
  refined: ChunkMesh,
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

/** Angle in radians above which two normals count as different; rounding stays well below. */
const differentAngle = 0.05
/** Maximum fraction of corners that may differ: noise adds a few creases, faceting affects everything. */
const maxDifferentRatio = 0.35

/**
 * Returns whether a shape's normals equal, except for noise, those of its triangles with the template's splits: a
 * smooth sphere and a faceted one have the same triangles but must stay different. A mean angle does not suffice: it is
 * small for fine facets.
 */
export function isShadedAlike(template: WeldedShape, member: WeldedShape): boolean {
  const { mesh, positionByVertex } = template
  const level0IndexCount = mesh.levels[0].count
  const sums = sumNormals({ indices: mesh.indices, level0IndexCount, positionByVertex, positions: member.positions })
  const { indices, normals } = member.mesh
  if (normals === null) return false
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
