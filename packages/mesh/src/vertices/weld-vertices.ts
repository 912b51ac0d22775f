import type { MeshInput } from '@kamar/core'
import type { QuantisationFrame } from '../collect-triangles.js'
import { lastStep } from './quantisation.js'
import { hasArea } from '../triangle-area.js'
import type { Workspace } from '../workspace.js'

/** Two positions closer than this fraction of a step are equal, even when rounding puts a cell border between them. */
const borderWidthSteps = 0.05

const hashCell = (x: number, y: number, z: number): number => {
  const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d)
  return mixed ^ (mixed >>> 15)
}

/** Hash table of welded vertices by their quantised position. */
class CellTable {
  readonly #workspace: Workspace
  readonly #table: Int32Array
  count = 0
  constructor(workspace: Workspace, keys: number) {
    this.#workspace = workspace
    this.#table = workspace.emptyTable(keys)
  }

  /** Returns the vertex in this cell, or -1. */
  find(x: number, y: number, z: number): number {
    const table = this.#table
    const { quantised } = this.#workspace
    const mask = table.length - 1
    for (let slot = hashCell(x, y, z) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const vertex = table[slot] - 1
      if (quantised[vertex * 3] === x && quantised[vertex * 3 + 1] === y && quantised[vertex * 3 + 2] === z)
        return vertex
    }
    return -1
  }

  /** Adds a vertex to this cell, which must be free. */
  add(x: number, y: number, z: number): number {
    const table = this.#table
    const { quantised } = this.#workspace
    const mask = table.length - 1
    let slot = hashCell(x, y, z) & mask
    while (table[slot] !== 0) slot = (slot + 1) & mask
    const vertex = this.count++
    table[slot] = vertex + 1
    quantised[vertex * 3] = x
    quantised[vertex * 3 + 1] = y
    quantised[vertex * 3 + 2] = z
    return vertex
  }
}

/**
 * Returns the other cell that a coordinate in steps may belong to when it lies on a border; otherwise the same cell.
 */
function otherCell(steps: number, cell: number): number {
  const offset = steps - cell
  if (offset > 0.5 - borderWidthSteps) return cell + 1
  return offset < borderWidthSteps - 0.5 && cell > 0 ? cell - 1 : cell
}

/** Returns a vertex in one of the neighbouring cells across a near border, or -1. */
function findAcross(table: CellTable, steps: readonly number[], cell: readonly number[]): number {
  const other = steps.map((value, axis) => otherCell(value, cell[axis]))
  if (other[0] === cell[0] && other[1] === cell[1] && other[2] === cell[2]) return -1
  for (let choice = 1; choice < 8; choice++) {
    const x = choice & 1 ? other[0] : cell[0]
    const y = choice & 2 ? other[1] : cell[1]
    const z = choice & 4 ? other[2] : cell[2]
    const mesh = table.find(x, y, z)
    if (mesh >= 0) return mesh
  }
  return -1
}

const nearBorder = (steps: number, cell: number): boolean => Math.abs(steps - cell) > 0.5 - borderWidthSteps

/** Context of welding. */
interface Welding {
  readonly input: MeshInput
  readonly frame: QuantisationFrame
  readonly workspace: Workspace
  readonly table: CellTable
}

/** Returns the welded vertex at the position of an input vertex, and adds it if necessary. */
function weldOne({ input, frame, workspace, table }: Welding, vertex: number): number {
  const { origin, step } = frame
  const x = input.positions[vertex * 3] - origin[0]
  const y = input.positions[vertex * 3 + 1] - origin[1]
  const z = input.positions[vertex * 3 + 2] - origin[2]
  const cellX = Math.min(Math.round(x / step), lastStep)
  const cellY = Math.min(Math.round(y / step), lastStep)
  const cellZ = Math.min(Math.round(z / step), lastStep)
  let welded = table.find(cellX, cellY, cellZ)
  if (welded >= 0) return welded
  if (nearBorder(x / step, cellX) || nearBorder(y / step, cellY) || nearBorder(z / step, cellZ)) {
    welded = findAcross(table, [x / step, y / step, z / step], [cellX, cellY, cellZ])
    if (welded >= 0) return welded
  }
  welded = table.add(cellX, cellY, cellZ)
  workspace.position[welded * 3] = x
  workspace.position[welded * 3 + 1] = y
  workspace.position[welded * 3 + 2] = z
  return welded
}

/**
 * Gives vertices at one position one number (`workspace.corner`, in the order of first use, so that equal shapes get
 * equal numbers whatever their source's vertex order) and removes triangles with two equal corners: those without an
 * area in the source, and those smaller than a step (`collapsed`).
 */
export function weldVertices(
  input: MeshInput,
  frame: QuantisationFrame,
  workspace: Workspace,
  cornerCount: number,
): { vertexCount: number; cornerCount: number; withoutArea: number; collapsed: number } {
  const { source, corner, weldedOf } = workspace
  const table = new CellTable(workspace, Math.min(cornerCount, Math.floor(input.positions.length / 3)))
  const welding = { input, frame, workspace, table }
  weldedOf.fill(-1, 0, Math.floor(input.positions.length / 3))
  const triangle = new Float64Array(9)
  let remaining = 0
  let collapsed = 0
  for (let at = 0; at < cornerCount; at += 3) {
    for (let side = 0; side < 3; side++) {
      const vertex = source[at + side]
      if (weldedOf[vertex] < 0) weldedOf[vertex] = weldOne(welding, vertex)
    }
    const a = weldedOf[source[at]]
    const b = weldedOf[source[at + 1]]
    const c = weldedOf[source[at + 2]]
    if (a === b || b === c || c === a) {
      for (let value = 0; value < 9; value++) {
        const axis = value % 3
        triangle[value] = input.positions[source[at + (value - axis) / 3] * 3 + axis]
      }
      if (hasArea(triangle)) collapsed++
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
  return {
    vertexCount: table.count,
    cornerCount: remaining,
    withoutArea: (cornerCount - remaining) / 3 - collapsed,
    collapsed,
  }
}
