import type { Shape } from './shape.js'

const cornerOf = ({ corners }: Shape, at: number): number => corners?.[at] ?? at

/** How many triangles strips are, or segments lines; points count for themselves. */
export function countOf({ kind, lengths, positions }: Shape): number {
  if (kind === 'points') return positions.length / 3
  const used = kind === 'triangles' ? 2 : 1
  let count = 0
  for (let row = 0; row < lengths.length; row++) count += Math.max(0, lengths[row] - used)
  return count
}

/** Strips as triangles; every other one runs the other way round. */
export function trianglesOf(shape: Shape): Uint32Array {
  const indices = new Uint32Array(countOf(shape) * 3)
  let [start, at] = [0, 0]
  for (let row = 0; row < shape.lengths.length; row++) {
    const end = start + shape.lengths[row]
    for (let corner = start; corner + 2 < end; corner++) {
      const turned = (corner - start) % 2
      indices[at++] = cornerOf(shape, corner + turned)
      indices[at++] = cornerOf(shape, corner + 1 - turned)
      indices[at++] = cornerOf(shape, corner + 2)
    }
    start = end
  }
  return indices
}

/** Lines as segments. */
export function segmentsOf(shape: Shape): Uint32Array {
  const indices = new Uint32Array(countOf(shape) * 2)
  let [start, at] = [0, 0]
  for (let row = 0; row < shape.lengths.length; row++) {
    const end = start + shape.lengths[row]
    for (let corner = start; corner + 1 < end; corner++) {
      indices[at++] = cornerOf(shape, corner)
      indices[at++] = cornerOf(shape, corner + 1)
    }
    start = end
  }
  return indices
}
