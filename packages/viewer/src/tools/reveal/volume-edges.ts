import { cross, dot, formatPointKey, normalize, subtract } from '../../engine/math/vector.js'
import type { Point } from '../../engine/types.js'

/** Edges between faces whose normals have a larger cosine are not drawn: 20 degrees. */
const maxCosine = 0.94

/** Returns the edges of triangles (nine numbers each) between faces that are not in one plane: six numbers each. */
export function listEdges(triangles: readonly number[]): number[] {
  const edges = new Map<string, { readonly ends: readonly [Point, Point]; readonly normals: Point[] }>()
  for (let at = 0; at < triangles.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((start): Point => {
      const from = at + start
      return [triangles[from], triangles[from + 1], triangles[from + 2]]
    })
    const normal = normalize(cross(subtract(b, a), subtract(c, a)))
    for (const ends of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const key = ends.map(formatPointKey).sort().join(' ')
      const edge = edges.get(key) ?? { ends, normals: [] }
      edge.normals.push(normal)
      edges.set(key, edge)
    }
  }
  return [...edges.values()].filter(({ normals }) => isSharp(normals)).flatMap(({ ends }) => ends.flat())
}

function isSharp([first, ...others]: readonly Point[]): boolean {
  return others.length === 0 || others.some((normal) => Math.abs(dot(first, normal)) < maxCosine)
}
