import type { Matrix } from '../../shared/matrix.js'
import type { MeshShape } from './component-shapes.js'

/** Whether a placement turns left into right, so that fronts of faces look inward. */
export function isMirroring([a, b, c, d, e, f, g, h, i]: Matrix): boolean {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0
}

/** A shape with left and right exchanged: under `mirroredMatrix` it stands where it did, its fronts still in front. */
export function mirroredShape(shape: MeshShape): MeshShape {
  const { origin, mirrorMesh: mesh = shape.mesh } = shape
  const positions = Float64Array.from(mesh.positions, (value, at) => (at % 3 === 0 ? -value : value))
  const indices = mesh.indices.map((_, at) => mesh.indices[at - (at % 3) + [0, 2, 1][at % 3]])
  return { ...shape, mesh: { ...mesh, positions, indices }, origin: [-origin[0], origin[1], origin[2]] }
}

/** A placement of a mirrored shape: its first axis runs the other way. */
export const mirroredMatrix = (matrix: Matrix): Matrix => matrix.map((value, at) => (at < 3 ? -value : value))
