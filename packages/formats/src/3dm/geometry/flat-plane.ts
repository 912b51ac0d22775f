import type { MeshInput } from '@kamar/core'
import type { FlatTriangles } from '@kamar/codecs/glyphs'
import type { Point, RhinoPlane } from '../archive/kernel-types.js'
import type { LocalMesh } from './mesh-input.js'

/** Point in a plane. */
export type PlanePoint = readonly [x: number, y: number]

/** Converts a point of a plane to space. */
export const inSpace = ({ origin, xAxis, yAxis }: RhinoPlane, [x, y]: PlanePoint): Point => [
  origin[0] + x * xAxis[0] + y * yAxis[0],
  origin[1] + x * xAxis[1] + y * yAxis[1],
  origin[2] + x * xAxis[2] + y * yAxis[2],
]

/** Projects a point onto a plane. */
export function inPlane({ origin, xAxis, yAxis }: RhinoPlane, [x, y, z]: Point): PlanePoint {
  const [dx, dy, dz] = [x - origin[0], y - origin[1], z - origin[2]]
  return [dx * xAxis[0] + dy * xAxis[1] + dz * xAxis[2], dx * yAxis[0] + dy * yAxis[1] + dz * yAxis[2]]
}

/** Rotates a point about another by an angle in radians. */
export function rotatePoint([x, y]: PlanePoint, angle: number, [aboutX, aboutY]: PlanePoint = [0, 0]): PlanePoint {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [dx, dy] = [x - aboutX, y - aboutY]
  return [aboutX + dx * cosine - dy * sine, aboutY + dx * sine + dy * cosine]
}

/**
 * Merges flat triangles of a plane into one mesh relative to its first vertex, without edges; null when there are none.
 */
export function flatMesh(parts: readonly FlatTriangles[], plane: RhinoPlane, metres: number): LocalMesh | null {
  const first = parts.find(({ indices }) => indices.length > 0)
  if (first === undefined) return null
  const start = inSpace(plane, [first.positions[0], first.positions[1]])
  const origin = [
    Math.fround(start[0] * metres),
    Math.fround(start[1] * metres),
    Math.fround(start[2] * metres),
  ] as const
  const positions: number[] = []
  const indices: number[] = []
  for (const part of parts) {
    const firstVertex = positions.length / 3
    for (let at = 0; at < part.positions.length; at += 2)
      inSpace(plane, [part.positions[at], part.positions[at + 1]]).forEach((value, axis) =>
        positions.push(value * metres - origin[axis]),
      )
    for (const index of part.indices) indices.push(firstVertex + index)
  }
  const mesh: MeshInput = {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    edges: new Uint32Array(0),
  }
  return { mesh, origin, uv: null }
}
