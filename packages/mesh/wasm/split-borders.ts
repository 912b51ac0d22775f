import { step } from './collect-triangles'
import { border, firstCorner, linkTwins, nextCorner, previousCorner } from './half-edges'
import { corner, maxCorners, neighbourStart, neighbours, position, source, stack, twin } from './memory'
import { Integers } from './views'

/** Each pass splits at most one edge of each triangle. */
const maxPasses: i32 = 4
/** Meshes with more border edges are sheets and terrains, which have nothing to close. */
const maxBorderEdges: i32 = 20_000
const maxChainLength: i32 = 64
/** Maximum border edges at a vertex; vertices with more are skipped. */
const maxNeighbours: i32 = 16

/** Vertices of a chain between its ends. */
const chain = changetype<Integers>(memory.data(64 * 4, 4))
let chainLength: i32 = 0
/** Parameter of the last vertex found on a segment. */
let nextPart: f64 = 0

/**
 * Closes the seams where one side has an edge and the other side has the same edge in segments (T-junctions): splits
 * the triangle at the whole edge at the vertices in between. Bridges no gaps: a chain of border edges has to run from
 * one end to the other within one quantisation step, and no new points are created. In Duplex 14 of 20 open meshes were
 * open only for this reason. Returns the resulting number of corners.
 */
export function splitBorders(cornerCount: i32): i32 {
  let count = cornerCount
  for (let pass = 0; pass < maxPasses; pass++) {
    const borders = listBorders(count)
    if (borders === 0 || borders > maxBorderEdges) break
    linkNeighbours(borders)
    const grown = splitAll(borders, count)
    if (grown === count) break
    count = grown
    linkTwins(count)
  }
  return count
}

/** Lists the border half-edges in `stack` and returns their number. */
function listBorders(cornerCount: i32): i32 {
  let count = 0
  for (let half = 0; half < cornerCount && count <= maxBorderEdges; half++)
    if (twin[half] === border) stack[count++] = half
  return count
}

/**
 * Lists the ends of the border edges at each vertex, in the order of the edges. The list of a vertex is of known length
 * at its start: `neighbours[start]`.
 */
function linkNeighbours(borders: i32): void {
  for (let at = 0; at < borders; at++) {
    neighbourStart[corner[stack[at]]] = 0
    neighbourStart[corner[nextCorner(stack[at])]] = 0
  }
  for (let at = 0; at < borders; at++) {
    neighbourStart[corner[stack[at]]]--
    neighbourStart[corner[nextCorner(stack[at])]]--
  }
  let top = 0
  for (let at = 0; at < borders; at++) {
    const from = corner[stack[at]]
    const to = corner[nextCorner(stack[at])]
    top = addNeighbour(from, to, top)
    top = addNeighbour(to, from, top)
  }
}

/** Adds a neighbour to a vertex, whose list begins at `top` if it is the first; returns the new end of all lists. */
function addNeighbour(vertex: i32, neighbour: i32, top: i32): i32 {
  let end = top
  if (neighbourStart[vertex] < 0) {
    end = top + 1 - neighbourStart[vertex]
    neighbourStart[vertex] = top
    neighbours[top] = 0
  }
  const start = neighbourStart[vertex]
  neighbours[start]++
  neighbours[start + neighbours[start]] = neighbour
  return end
}

/** Splits all edges with a chain, at most one per triangle; returns the new number of corners. */
function splitAll(borders: i32, cornerCount: i32): i32 {
  let count = cornerCount
  let lastTriangle = -1
  for (let at = 0; at < borders; at++) {
    const half = stack[at]
    const triangle = firstCorner(half)
    if (triangle === lastTriangle || !findChain(corner[half], corner[nextCorner(half)])) continue
    count = splitTriangle(half, count)
    lastTriangle = triangle
  }
  return count
}

/** Finds the vertices of a chain of border edges along the segment between two others; false without a chain. */
function findChain(from: i32, to: i32): bool {
  chainLength = 0
  let current = from
  let part: f64 = 0
  while (chainLength < maxChainLength) {
    const next = findNext(from, to, current, part)
    if (next < 0) return false
    if (next === to) return chainLength > 0
    chain[chainLength++] = next
    current = next
    part = nextPart
  }
  return false
}

/** Finds the border neighbour of `current` that is nearest along the rest of the segment, or -1. */
function findNext(from: i32, to: i32, current: i32, after: f64): i32 {
  const start = neighbourStart[current]
  const count = neighbours[start]
  if (count > maxNeighbours) return -1
  let best = -1
  for (let at = start + 1; at <= start + count; at++) {
    const vertex = neighbours[at]
    // Excludes the whole edge itself.
    if (vertex === to && current === from) continue
    const part = vertex === to ? 1 : computePart(from, to, vertex)
    if (part > after && (best < 0 || part < nextPart)) {
      best = vertex
      nextPart = part
    }
  }
  return best
}

/** Returns the parameter of a vertex on a segment, 0 to 1 without the ends; -1 when it is not on it. */
function computePart(from: i32, to: i32, vertex: i32): f64 {
  let dot: f64 = 0
  let square: f64 = 0
  let distanceSquare: f64 = 0
  for (let axis = 0; axis < 3; axis++) {
    const along = position[to * 3 + axis] - position[from * 3 + axis]
    const beyond = position[vertex * 3 + axis] - position[from * 3 + axis]
    dot += along * beyond
    square += along * along
    distanceSquare += beyond * beyond
  }
  const part = square > 0 ? dot / square : -1
  if (!(part > 0 && part < 1)) return -1
  return distanceSquare - part * dot <= step * step ? part : -1
}

/** Replaces a triangle by a fan over the chain; returns the new number of corners, or the old one without room. */
function splitTriangle(half: i32, cornerCount: i32): i32 {
  if (cornerCount + chainLength * 3 > maxCorners) return cornerCount
  const end = nextCorner(half)
  const apex = previousCorner(half)
  const lastVertex = corner[end]
  const lastSource = source[end]
  // New corners take colour and normal from the corner where the edge begins, because it is of the same face.
  const begin = source[half]
  corner[end] = chain[0]
  source[end] = begin
  let count = cornerCount
  for (let at = 0; at < chainLength; at++) {
    const isLast = at + 1 === chainLength
    corner[count] = chain[at]
    source[count] = begin
    corner[count + 1] = isLast ? lastVertex : chain[at + 1]
    source[count + 1] = isLast ? lastSource : begin
    corner[count + 2] = corner[apex]
    source[count + 2] = source[apex]
    count += 3
  }
  return count
}
