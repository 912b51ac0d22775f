import type { PreparedMesh } from '@kamar/core'

const none = 0xffffffff

/**
 * Returns a mesh at full detail without the edges that only one triangle has. A part of a larger surface is drawn
 * without its borders: they are where the surface was divided.
 */
export function dropBorderEdges(mesh: PreparedMesh): PreparedMesh {
  const { edges } = mesh
  if (edges.length === 0) return mesh
  const points = numberPoints(mesh.positions)
  const sides = countSides(mesh, points)
  let length = 0
  const inner = new Uint32Array(edges.length)
  for (let at = 0; at < edges.length; at += 2) {
    if (sides.count(points[edges[at]], points[edges[at + 1]]) < 2) continue
    inner[length++] = edges[at]
    inner[length++] = edges[at + 1]
  }
  return { ...mesh, edges: inner.slice(0, length) }
}

/** Numbers the vertices by position: a shading seam has several vertices at one point. */
function numberPoints(positions: Uint16Array): Uint32Array {
  const count = positions.length / 3
  const table = new HashTable(count)
  const points = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const at = 3 * vertex
    const row = table.row(positions[at] + positions[at + 1] * 65_536, positions[at + 2])
    if (table.value[row] === none) table.value[row] = vertex
    points[vertex] = table.value[row]
  }
  return points
}

/** Counts the sides of triangles at each edge. */
function countSides({ edges, indices }: PreparedMesh, points: Uint32Array): Sides {
  const sides = new Sides(edges.length / 2)
  const isOnEdge = new Uint8Array(points.length)
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [points[edges[at]], points[edges[at + 1]]]
    isOnEdge[from] = 1
    isOnEdge[to] = 1
    sides.add(from, to)
  }
  for (let corner = 0; corner < indices.length; corner++) {
    const from = points[indices[corner]]
    if (isOnEdge[from] === 0) continue
    const to = points[indices[corner % 3 === 2 ? corner - 2 : corner + 1]]
    if (isOnEdge[to] === 1) sides.increment(from, to)
  }
  return sides
}

/** Numbers of triangles by edge; an edge is two points in either order. */
class Sides {
  readonly #table: HashTable

  constructor(edges: number) {
    this.#table = new HashTable(edges)
  }

  add(from: number, to: number): void {
    this.#table.value[this.#row(from, to)] = 0
  }

  increment(from: number, to: number): void {
    const row = this.#row(from, to)
    if (this.#table.value[row] !== none) this.#table.value[row]++
  }

  count(from: number, to: number): number {
    return this.#table.value[this.#row(from, to)]
  }

  #row(from: number, to: number): number {
    return this.#table.row(Math.min(from, to), Math.max(from, to))
  }
}

/** Hash table with a key of two numbers below 2^32; it never grows. */
class HashTable {
  readonly value: Uint32Array
  readonly #first: Uint32Array
  readonly #second: Uint32Array
  readonly #mask: number

  constructor(entries: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * entries + 1))
    this.#mask = size - 1
    this.value = new Uint32Array(size).fill(none)
    this.#first = new Uint32Array(size)
    this.#second = new Uint32Array(size)
  }

  /** Returns the row of a key, or the free row where it belongs, which is taken once it has a value. */
  row(first: number, second: number): number {
    let row = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 0
    row = (row ^ (row >>> 15)) & this.#mask
    while (this.value[row] !== none && (this.#first[row] !== first || this.#second[row] !== second))
      row = (row + 1) & this.#mask
    this.#first[row] = first
    this.#second[row] = second
    return row
  }
}
