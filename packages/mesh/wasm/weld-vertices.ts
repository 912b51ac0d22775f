import { step } from './collect-triangles'
import { lastStep } from './choose-step'
import {
  clearTable,
  corner,
  offset,
  position,
  positions,
  quantised,
  source,
  table,
  vertexCount,
  weldedOf,
} from './memory'
import { round } from './rounding'
import { hasArea } from './triangle-area'

/** Two positions closer than this fraction of a step are equal, even when rounding puts a cell border between them. */
const borderWidthSteps: f64 = 0.05

/** Number of welded vertices. */
export let weldedCount: i32 = 0
/** Number of triangles smaller than a step. */
export let collapsed: i32 = 0

let mask: i32 = 0

function hashCell(x: i32, y: i32, z: i32): i32 {
  const mixed = (x * <i32>0x9e3779b1) ^ (y * <i32>0x85ebca77) ^ (z * <i32>0xc2b2ae3d)
  return mixed ^ (mixed >>> 15)
}

/** Returns the vertex in this cell, or -1. */
function find(x: i32, y: i32, z: i32): i32 {
  for (let slot = hashCell(x, y, z) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
    const vertex = table[slot] - 1
    const at = vertex * 3
    if (quantised[at] === x && quantised[at + 1] === y && quantised[at + 2] === z) return vertex
  }
  return -1
}

/** Adds a vertex to this cell, which must be free. */
function add(x: i32, y: i32, z: i32): i32 {
  let slot = hashCell(x, y, z) & mask
  while (table[slot] !== 0) slot = (slot + 1) & mask
  const vertex = weldedCount++
  table[slot] = vertex + 1
  quantised[vertex * 3] = x
  quantised[vertex * 3 + 1] = y
  quantised[vertex * 3 + 2] = z
  return vertex
}

/** Returns the other cell that a coordinate in steps may belong to when it lies on a border; otherwise the same cell. */
function otherCell(steps: f64, cell: i32): i32 {
  const beyond = steps - <f64>cell
  if (beyond > 0.5 - borderWidthSteps) return cell + 1
  return beyond < borderWidthSteps - 0.5 && cell > 0 ? cell - 1 : cell
}

/** Returns the vertex at a position in steps: in its cell, or in a neighbouring one across a near border; else -1. */
function findNear(x: f64, y: f64, z: f64, cellX: i32, cellY: i32, cellZ: i32): i32 {
  const match = find(cellX, cellY, cellZ)
  if (match >= 0) return match
  const otherX = otherCell(x, cellX)
  const otherY = otherCell(y, cellY)
  const otherZ = otherCell(z, cellZ)
  if (otherX === cellX && otherY === cellY && otherZ === cellZ) return -1
  for (let choice = 1; choice < 8; choice++) {
    const vertex = find(choice & 1 ? otherX : cellX, choice & 2 ? otherY : cellY, choice & 4 ? otherZ : cellZ)
    if (vertex >= 0) return vertex
  }
  return -1
}

/** Returns the welded vertex at the position of an input vertex, and adds it if necessary. */
function weldOne(vertex: i32): i32 {
  const x = offset[vertex * 3]
  const y = offset[vertex * 3 + 1]
  const z = offset[vertex * 3 + 2]
  const cellX = <i32>min(round(x / step), lastStep)
  const cellY = <i32>min(round(y / step), lastStep)
  const cellZ = <i32>min(round(z / step), lastStep)
  const match = findNear(x / step, y / step, z / step, cellX, cellY, cellZ)
  if (match >= 0) return match
  const welded = add(cellX, cellY, cellZ)
  position[welded * 3] = x
  position[welded * 3 + 1] = y
  position[welded * 3 + 2] = z
  return welded
}

/**
 * Gives vertices at one position one number (`corner`, in the order of first use, so that equal shapes get equal
 * numbers whatever their source's vertex order) and removes triangles with two equal corners: those without an area in
 * the source, and those smaller than a step (`collapsed`). Returns the number of corners left.
 */
export function weldVertices(cornerCount: i32): i32 {
  weldedCount = 0
  collapsed = 0
  mask = clearTable(min(cornerCount, vertexCount))
  memory.fill(changetype<usize>(weldedOf), 0xff, (<usize>vertexCount) << 2)
  let remaining = 0
  for (let at = 0; at < cornerCount; at += 3) {
    for (let side = 0; side < 3; side++) {
      const vertex = source[at + side]
      if (weldedOf[vertex] < 0) weldedOf[vertex] = weldOne(vertex)
    }
    const a = weldedOf[source[at]]
    const b = weldedOf[source[at + 1]]
    const c = weldedOf[source[at + 2]]
    if (a === b || b === c || c === a) {
      if (hasArea(positions, source[at] * 3, source[at + 1] * 3, source[at + 2] * 3)) collapsed++
      continue
    }
    corner[remaining] = a
    corner[remaining + 1] = b
    corner[remaining + 2] = c
    source[remaining] = source[at]
    source[remaining + 1] = source[at + 1]
    source[remaining + 2] = source[at + 2]
    remaining += 3
  }
  return remaining
}
