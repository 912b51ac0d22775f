/**
 * Returns whether a triangle mesh is closed and consistently oriented: with vertices welded by position, every directed
 * edge is matched by as many edges in the other direction. Only then are volumes, section caps and back-face culling
 * right.
 * @param {ArrayLike<number>} positions
 * @param {ArrayLike<number>} indices
 * @param {number} stride numbers per vertex in `positions`; x y z come first
 */
export function isClosedAndConsistent(positions, indices, stride) {
  const welded = weldByPosition(positions, stride)
  /** @type {Map<number, number>} balance of an edge: forward uses minus backward uses */
  const balance = new Map()
  for (let first = 0; first < indices.length; first += 3) {
    const vertices = [0, 1, 2].map((offset) => welded[indices[first + offset]])
    if (new Set(vertices).size < 3) continue
    vertices.forEach((from, offset) => countEdge(balance, from, vertices[(offset + 1) % 3], welded.length))
  }
  return balance.size > 0 && [...balance.values()].every((count) => count === 0)
}

function countEdge(balance, from, to, vertexCount) {
  const key = from < to ? from * vertexCount + to : to * vertexCount + from
  balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1))
}

/**
 * Returns, per vertex, the number of the first vertex at the same position; positions closer than 2^-16 of the largest
 * extent are one.
 */
function weldByPosition(positions, stride) {
  const count = positions.length / stride
  const step = computeMaxExtent(positions, stride) / 65536 || 1
  const vertexByPosition = new Map()
  const welded = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const positionKey = [0, 1, 2].map((axis) => Math.round(positions[vertex * stride + axis] / step)).join()
    if (!vertexByPosition.has(positionKey)) vertexByPosition.set(positionKey, vertex)
    welded[vertex] = vertexByPosition.get(positionKey)
  }
  return welded
}

function computeMaxExtent(positions, stride) {
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
 * Returns the ratio of closed, consistently oriented meshes among those with triangles: counted once each, and per
 * instance. Only the second compares a kernel's meshes with those of a package, where equal ones are merged.
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
