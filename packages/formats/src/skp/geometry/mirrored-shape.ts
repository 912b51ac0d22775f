import type { Matrix } from '@kamar/core/math'
import type { MeshShape } from './shapes.js'

/** Returns whether a placement mirrors, so that fronts of faces point inwards. */
export function isMirroring([a, b, c, d, e, f, g, h, i]: Matrix): boolean {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0
}

/** Mirrors a shape: under `mirroredMatrix` it keeps its position, and its fronts stay in front. */
export function mirroredShape(shape: MeshShape): MeshShape {
  const { origin, mirrorMesh: mesh = shape.mesh } = shape
  const positions = Float64Array.from(mesh.positions, (value, at) => (at % 3 === 0 ? -value : value))
  const indices = mesh.indices.map((_, at) => mesh.indices[at - (at % 3) + [0, 2, 1][at % 3]])
  return { ...shape, mesh: { ...mesh, positions, indices }, origin: [-origin[0], origin[1], origin[2]] }
}

/** Returns the placement of a mirrored shape: its first axis is reversed. */
export const mirroredMatrix = (matrix: Matrix): Matrix => matrix.map((value, at) => (at < 3 ? -value : value))
