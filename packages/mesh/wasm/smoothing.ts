import { firstCorner, isConsistent, nextCorner, previousCorner } from './half-edges'
import { corner, faceNormal, fan, fanNormal, position, twin } from './memory'

function findLeader(start: i32): i32 {
  let at = start
  while (fan[at] !== at) {
    fan[at] = fan[fan[at]]
    at = fan[at]
  }
  return at
}

function unite(one: i32, other: i32): void {
  const first = findLeader(one)
  const second = findLeader(other)
  if (first < second) fan[second] = first
  else fan[first] = second
}

/** Computes the cosine between the normals of the triangles on both sides of a half-edge with a twin. */
export function cosineAcross(half: i32): f64 {
  const one = firstCorner(half)
  const other = firstCorner(twin[half])
  return (
    faceNormal[one] * faceNormal[other] +
    faceNormal[one + 1] * faceNormal[other + 1] +
    faceNormal[one + 2] * faceNormal[other + 2]
  )
}

/**
 * Groups the corners around each vertex into fans that share a normal (`fan` leads to the lowest corner of the fan):
 * two neighbours belong together when the edge between them is softer than the crease angle.
 */
export function groupFans(cornerCount: i32, creaseCosine: f64): void {
  for (let at = 0; at < cornerCount; at++) fan[at] = at
  for (let half = 0; half < cornerCount; half++) {
    const other = twin[half]
    if (other < half || !isConsistent(half) || cosineAcross(half) < creaseCosine) continue
    unite(half, nextCorner(other))
    unite(nextCorner(half), other)
  }
  for (let at = 0; at < cornerCount; at++) fan[at] = findLeader(at)
}

/** Approximates the arc cosine to 0.0001 rad: sufficient for normal weights, and with the same bits everywhere. */
function approximateAngle(cosine: f64): f64 {
  const size = min(abs(cosine), 1)
  const angle = sqrt(1 - size) * (1.5707288 + size * (-0.2121144 + size * (0.074261 - size * 0.0187293)))
  return cosine < 0 ? Math.PI - angle : angle
}

/** Computes the angle of a triangle at a corner, in radians. */
function cornerAngle(vertex: i32, nextVertex: i32, previousVertex: i32): f64 {
  const at = vertex * 3
  const next = nextVertex * 3
  const previous = previousVertex * 3
  const ux = position[next] - position[at]
  const uy = position[next + 1] - position[at + 1]
  const uz = position[next + 2] - position[at + 2]
  const vx = position[previous] - position[at]
  const vy = position[previous + 1] - position[at + 1]
  const vz = position[previous + 2] - position[at + 2]
  const lengths = sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))
  return lengths > 0 ? approximateAngle((ux * vx + uy * vy + uz * vz) / lengths) : 0
}

/**
 * Sums each fan's face normals, weighted by the angle at the vertex, so that the triangulation of a face does not
 * matter.
 */
export function sumFanNormals(cornerCount: i32): void {
  memory.fill(changetype<usize>(fanNormal), 0, <usize>cornerCount * 24)
  for (let at = 0; at < cornerCount; at++) {
    const weight = cornerAngle(corner[at], corner[nextCorner(at)], corner[previousCorner(at)])
    const leader = fan[at] * 3
    const face = firstCorner(at)
    fanNormal[leader] += faceNormal[face] * weight
    fanNormal[leader + 1] += faceNormal[face + 1] * weight
    fanNormal[leader + 2] += faceNormal[face + 2] * weight
  }
}
