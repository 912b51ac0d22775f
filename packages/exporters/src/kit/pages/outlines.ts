/**
 * Traces the closed outlines of triangles: the edges without an opposite edge of a neighbour. Adjacent triangles drawn
 * separately leave hairlines in every program that antialiases edges. With the non-zero fill rule, overlaps stay
 * filled.
 */
export function traceOutlines(points: ArrayLike<number>, indices: ArrayLike<number>): number[][] {
  const open = openEdges(points, indices)
  const outlines: number[][] = []
  for (const start of open.keys())
    while (open.has(start)) {
      const outline = walk(open, start)
      if (outline.length > 2) outlines.push(outline.flatMap((point) => [points[point * 2], points[point * 2 + 1]]))
    }
  return outlines
}

type Edges = Map<number, number[]>

function openEdges(points: ArrayLike<number>, indices: ArrayLike<number>): Edges {
  const edges: Edges = new Map()
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]]
    const ring = isCounterClockwise(points, a, b, c) ? [a, b, c] : [a, c, b]
    ring.forEach((from, at) => addEdge(edges, from, ring[(at + 1) % 3]))
  }
  return edges
}

function isCounterClockwise(points: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const [x, y] = [points[a * 2], points[a * 2 + 1]]
  return (points[b * 2] - x) * (points[c * 2 + 1] - y) >= (points[c * 2] - x) * (points[b * 2 + 1] - y)
}

function addEdge(edges: Edges, from: number, to: number): void {
  if (from === to || takeEdge(edges, to, from)) return
  const ends = edges.get(from)
  if (ends) ends.push(to)
  else edges.set(from, [to])
}

function takeEdge(edges: Edges, from: number, to: number): boolean {
  const ends = edges.get(from)
  const index = ends?.indexOf(to) ?? -1
  if (ends === undefined || index < 0) return false
  ends.splice(index, 1)
  if (ends.length === 0) edges.delete(from)
  return true
}

/** As many edges lead to a point as away from it, so every walk returns to its start. */
function walk(edges: Edges, start: number): number[] {
  const outline = [start]
  for (let from = start; ;) {
    const to = edges.get(from)?.at(-1)
    if (to === undefined) return outline
    takeEdge(edges, from, to)
    if (to === start) return outline
    outline.push(to)
    from = to
  }
}
