import { chooseStep } from './choose-step'
import { indexCount, indices, offset, positions, source, vertexCount } from './memory'

/** Maximum coordinate in metres; larger ones come from damaged files, not from buildings. */
const maxCoordinate: f64 = 1e7

/** Minimum corner of the mesh: metres. */
export let originX: f64 = 0
export let originY: f64 = 0
export let originZ: f64 = 0
/** Metres per quantisation step, the same on all axes. */
export let step: f64 = 0
/** Longest side of the box, metres. */
export let extent: f64 = 0

function isNear(value: f64): bool {
  return value > -maxCoordinate && value < maxCoordinate
}

function isUsable(vertex: u32): bool {
  if (vertex >= <u32>vertexCount) return false
  const at = <i32>vertex * 3
  return isNear(positions[at]) && isNear(positions[at + 1]) && isNear(positions[at + 2])
}

/**
 * Writes the corners of triangles whose vertices exist and are finite to `source`, and chooses origin and step. Returns
 * the number of corners; 0 when none are left or all coincide in one point.
 */
export function collectTriangles(): i32 {
  let count = 0
  for (let at = 0; at + 2 < indexCount; at += 3) {
    if (!isUsable(indices[at]) || !isUsable(indices[at + 1]) || !isUsable(indices[at + 2])) continue
    source[count] = indices[at]
    source[count + 1] = indices[at + 1]
    source[count + 2] = indices[at + 2]
    count += 3
  }
  originX = findLow(count, 0)
  originY = findLow(count, 1)
  originZ = findLow(count, 2)
  const sideX = findHigh(count, 0) - originX
  const sideY = findHigh(count, 1) - originY
  const sideZ = findHigh(count, 2) - originZ
  extent = max(max(sideX, sideY), sideZ)
  if (!(extent > 0)) return 0
  for (let at = 0; at < vertexCount * 3; at += 3) {
    offset[at] = positions[at] - originX
    offset[at + 1] = positions[at + 1] - originY
    offset[at + 2] = positions[at + 2] - originZ
  }
  step = chooseStep(count, sideX, sideY, sideZ)
  return count
}

function findLow(count: i32, axis: i32): f64 {
  let low = Infinity
  for (let at = 0; at < count; at++) {
    const value = positions[source[at] * 3 + axis]
    if (value < low) low = value
  }
  return low
}

function findHigh(count: i32, axis: i32): f64 {
  let high = -Infinity
  for (let at = 0; at < count; at++) {
    const value = positions[source[at] * 3 + axis]
    if (value > high) high = value
  }
  return high
}
