import type { Shape } from './shape.js'

const getIndex = ({ indices }: Shape, at: number): number => indices?.[at] ?? at

/** Counts the triangles of strips or the segments of lines; each point counts as one. */
export function countPrimitives({ kind, lengths, positions }: Shape): number {
  if (kind === 'points') return positions.length / 3
  const used = kind === 'triangles' ? 2 : 1
  let count = 0
  for (let row = 0; row < lengths.length; row++) count += Math.max(0, lengths[row] - used)
  return count
}

/** Converts strips to triangles; every second one has the opposite winding. */
export function toTriangles(shape: Shape): Uint32Array {
  const indices = new Uint32Array(countPrimitives(shape) * 3)
  let [start, at] = [0, 0]
  for (let row = 0; row < shape.lengths.length; row++) {
    const end = start + shape.lengths[row]
    for (let index = start; index + 2 < end; index++) {
      const flip = (index - start) % 2
      indices[at++] = getIndex(shape, index + flip)
      indices[at++] = getIndex(shape, index + 1 - flip)
      indices[at++] = getIndex(shape, index + 2)
    }
    start = end
  }
  return indices
}

/** Converts lines to segments. */
export function toSegments(shape: Shape): Uint32Array {
  const indices = new Uint32Array(countPrimitives(shape) * 2)
  let [start, at] = [0, 0]
  for (let row = 0; row < shape.lengths.length; row++) {
    const end = start + shape.lengths[row]
    for (let index = start; index + 1 < end; index++) {
      indices[at++] = getIndex(shape, index)
      indices[at++] = getIndex(shape, index + 1)
    }
    start = end
  }
  return indices
}
