/**
 * Triangulates a polygon along its stated diagonals (two corners each): cuts off a corner without diagonals together
 * with its neighbours, then the next. Null where the diagonals do not triangulate the polygon.
 */
export function cutByDiagonals(count: number, diagonals: ArrayLike<number>): number[] | null {
  const diagonalCounts = new Uint32Array(count)
  const diagonalKeys = new Set<number>()
  const key = (a: number, b: number): number => Math.min(a, b) * count + Math.max(a, b)
  for (let at = 0; at + 1 < diagonals.length; at += 2) {
    const [a, b] = [diagonals[at], diagonals[at + 1]]
    if (a >= count || b >= count || a === b) return null
    diagonalKeys.add(key(a, b))
    diagonalCounts[a]++
    diagonalCounts[b]++
  }
  if (diagonalKeys.size !== count - 3) return null
  const next = Uint32Array.from({ length: count }, (_, vertex) => (vertex + 1) % count)
  const before = Uint32Array.from({ length: count }, (_, vertex) => (vertex + count - 1) % count)
  const free = Array.from({ length: count }, (_, vertex) => vertex).filter((vertex) => diagonalCounts[vertex] === 0)
  const triangles: number[] = []
  for (let left = count; left > 3; left--) {
    const ear = free.pop()
    if (ear === undefined) return null
    const [a, b] = [before[ear], next[ear]]
    if (!diagonalKeys.delete(key(a, b))) return null
    triangles.push(a, ear, b)
    next[a] = b
    before[b] = a
    for (const vertex of [a, b]) if (--diagonalCounts[vertex] === 0) free.push(vertex)
    if (left === 4) return [...triangles, before[a], a, b]
  }
  return [0, 1, 2]
}
