import { isConsistent, nextCorner, previousCorner } from './edges/half-edges.js'
import type { Workspace } from './workspace.js'

function findLeader(fan: Int32Array, corner: number): number {
  let at = corner
  while (fan[at] !== at) {
    fan[at] = fan[fan[at]]
    at = fan[at]
  }
  return at
}

function unite(fan: Int32Array, one: number, other: number): void {
  const first = findLeader(fan, one)
  const second = findLeader(fan, other)
  if (first < second) fan[second] = first
  else fan[first] = second
}

/** Computes the cosine between the normals of the triangles on both sides of a half-edge with a twin. */
export function cosineAcross(workspace: Workspace, half: number): number {
  const { faceNormal, twin } = workspace
  const one = Math.floor(half / 3) * 3
  const other = Math.floor(twin[half] / 3) * 3
  return (
    faceNormal[one] * faceNormal[other] +
    faceNormal[one + 1] * faceNormal[other + 1] +
    faceNormal[one + 2] * faceNormal[other + 2]
  )
}

/**
 * Groups the corners around each vertex into fans that share a normal (`workspace.fan` leads to the lowest corner of
 * the fan): two neighbours belong together when the edge between them is softer than the crease angle.
 */
export function groupFans(workspace: Workspace, cornerCount: number, creaseCosine: number): void {
  const { twin, fan } = workspace
  for (let corner = 0; corner < cornerCount; corner++) fan[corner] = corner
  for (let half = 0; half < cornerCount; half++) {
    const other = twin[half]
    if (other < half || !isConsistent(workspace, half) || cosineAcross(workspace, half) < creaseCosine) continue
    unite(fan, half, nextCorner(other))
    unite(fan, nextCorner(half), other)
  }
  for (let corner = 0; corner < cornerCount; corner++) fan[corner] = findLeader(fan, corner)
}

/** Approximates the arc cosine to 0.0001 rad: sufficient for normal weights, and with the same bits in every engine. */
function approximateAngle(cosine: number): number {
  const size = Math.min(Math.abs(cosine), 1)
  const angle = Math.sqrt(1 - size) * (1.5707288 + size * (-0.2121144 + size * (0.074261 - size * 0.0187293)))
  return cosine < 0 ? Math.PI - angle : angle
}

/** Computes the angle of a triangle at a corner, in radians. */
function cornerAngle(workspace: Workspace, corner: number): number {
  const { corner: vertexOf, position } = workspace
  const at = vertexOf[corner] * 3
  const next = vertexOf[nextCorner(corner)] * 3
  const previous = vertexOf[previousCorner(corner)] * 3
  const ux = position[next] - position[at]
  const uy = position[next + 1] - position[at + 1]
  const uz = position[next + 2] - position[at + 2]
  const vx = position[previous] - position[at]
  const vy = position[previous + 1] - position[at + 1]
  const vz = position[previous + 2] - position[at + 2]
  const lengths = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))
  return lengths > 0 ? approximateAngle((ux * vx + uy * vy + uz * vz) / lengths) : 0
}

/**
 * Sums each fan's face normals, weighted by the angle at the vertex, so that the triangulation of a face does not
 * matter.
 */
export function sumFanNormals(workspace: Workspace, cornerCount: number): void {
  const { fan, fanNormal, faceNormal } = workspace
  fanNormal.fill(0, 0, cornerCount * 3)
  for (let corner = 0; corner < cornerCount; corner++) {
    const weight = cornerAngle(workspace, corner)
    const leader = fan[corner] * 3
    const face = Math.floor(corner / 3) * 3
    fanNormal[leader] += faceNormal[face] * weight
    fanNormal[leader + 1] += faceNormal[face + 1] * weight
    fanNormal[leader + 2] += faceNormal[face + 2] * weight
  }
}
