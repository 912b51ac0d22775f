/**
 * Whether a triangle mesh is closed and consistently oriented: vertices welded by position, every directed edge is met
 * by as many edges in the other direction. Only then are volumes, section caps and back-face culling right.
 * @param {ArrayLike<number>} positions
 * @param {ArrayLike<number>} indices
 * @param {number} stride numbers per vertex in `positions`; x y z come first
 */
export function isClosedAndConsistent(positions, indices, stride) {
  const welded = weldByPosition(positions, stride)
  /** @type {Map<number, number>} balance of an edge: forward uses minus backward uses */
  const balance = new Map()
  for (let first = 0; first < indices.length; first += 3) {
    const corners = [0, 1, 2].map((corner) => welded[indices[first + corner]])
    if (new Set(corners).size < 3) continue
    corners.forEach((from, corner) => countEdge(balance, from, corners[(corner + 1) % 3], welded.length))
  }
  return balance.size > 0 && [...balance.values()].every((count) => count === 0)
}

function countEdge(balance, from, to, vertexCount) {
  const key = from < to ? from * vertexCount + to : to * vertexCount + from
  balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1))
}

/** Number of the first vertex at the same place, per vertex; places closer than 2^-16 of the largest extent are one. */
function weldByPosition(positions, stride) {
  const count = positions.length / stride
  const step = largestExtent(positions, stride) / 65536 || 1
  const known = new Map()
  const welded = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const place = [0, 1, 2].map((axis) => Math.round(positions[vertex * stride + axis] / step)).join()
    if (!known.has(place)) known.set(place, vertex)
    welded[vertex] = known.get(place)
  }
  return welded
}

function largestExtent(positions, stride) {
  const lowest = [Infinity, Infinity, Infinity]
  const highest = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += stride)
    for (let axis = 0; axis < 3; axis++) {
      lowest[axis] = Math.min(lowest[axis], positions[at + axis])
      highest[axis] = Math.max(highest[axis], positions[at + axis])
    }
  return Math.max(...highest.map((value, axis) => value - lowest[axis]))
}

/**
 * Share of closed, consistently oriented meshes among those that have triangles: each once, and as often as it is
 * placed. Only the second compares a kernel's meshes with those of a package, where equal ones have become one.
 * @param {Iterable<{ positions: ArrayLike<number>, indices: ArrayLike<number>, uses: number }>} meshes
 * @param {number} stride
 */
export function closedMeshShares(meshes, stride) {
  const all = { unique: 0, placed: 0 }
  const closed = { unique: 0, placed: 0 }
  for (const { positions, indices, uses } of meshes) {
    if (indices.length === 0) continue
    const tallies = isClosedAndConsistent(positions, indices, stride) ? [all, closed] : [all]
    for (const tally of tallies) {
      tally.unique += 1
      tally.placed += uses
    }
  }
  return { unique: closed.unique / all.unique, placed: closed.placed / all.placed, meshes: all, closed }
}
