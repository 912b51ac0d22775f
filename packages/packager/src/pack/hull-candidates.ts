/** Directions in which extreme vertices are searched: axes, and diagonals of two and three of them. */
const directions = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((z) => (x || y || z ? [[x, y, z] as const] : []))),
)

/** Min distance of an omitted vertex from the hull, in quantisation steps: far above rounding errors of a transform. */
const marginSteps = 1e-3

/**
 * Returns the vertices of a mesh that can be extreme in a direction, each position once: those that are not inside the
 * convex hull of its extremes in 26 directions. Boxes of transformed meshes are the same with them as with all vertices, to the last bit.
 * `positions` and result: x y z per vertex; 16 bits keep the products below exact.
 */
export function listHullCandidates(positions: Uint16Array): Uint16Array {
  const planes = computeHullPlanes(listExtremes(positions))
  const candidates: number[] = []
  const keys = new Set<number>()
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]]
    const isInside = planes.length > 0 && planes.every(([a, b, c, limit]) => a * x + b * y + c * z < limit)
    const key = (x * 0x10000 + y) * 0x10000 + z
    if (isInside || keys.has(key)) continue
    keys.add(key)
    candidates.push(x, y, z)
  }
  return Uint16Array.from(candidates)
}

type Point = readonly [x: number, y: number, z: number]
/** Outward normal, and the value below which a point is inside. */
type Plane = readonly [a: number, b: number, c: number, limit: number]

function listExtremes(positions: Uint16Array): Point[] {
  const vertices = new Set<number>()
  for (const [x, y, z] of directions) {
    let [max, vertex] = [-Infinity, 0]
    for (let at = 0; at < positions.length; at += 3) {
      const value = x * positions[at] + y * positions[at + 1] + z * positions[at + 2]
      if (value > max) [max, vertex] = [value, at]
    }
    vertices.add(vertex)
  }
  return [...vertices].map((at) => [positions[at], positions[at + 1], positions[at + 2]])
}

/** Computes the faces of a convex hull by trying all triples: with 26 points at most. A flat set has two opposite faces, a line none. */
function computeHullPlanes(points: readonly Point[]): Plane[] {
  const planes: Plane[] = []
  const pointsOfPlanes: number[] = []
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const triple = (1 << i) | (1 << j) | (1 << k)
        if (pointsOfPlanes.some((mask) => (mask & triple) === triple)) continue
        const normal = computeNormal(points[i], points[j], points[k])
        const sides = points.map((point) => Math.sign(dot(normal, point) - dot(normal, points[i])))
        const [hasAbove, hasBelow] = [sides.includes(1), sides.includes(-1)]
        if ((hasAbove && hasBelow) || Math.hypot(...normal) === 0) continue
        pointsOfPlanes.push(sides.reduce((mask, side, at) => (side === 0 ? mask | (1 << at) : mask), 0))
        if (!hasAbove) planes.push(createPlane(normal, points[i]))
        if (!hasBelow) planes.push(createPlane([-normal[0], -normal[1], -normal[2]], points[i]))
      }
  return planes
}

function createPlane(normal: Point, [x, y, z]: Point): Plane {
  const [a, b, c] = normal
  return [a, b, c, a * x + b * y + c * z - marginSteps * Math.hypot(a, b, c)]
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function computeNormal(a: Point, b: Point, c: Point): Point {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}
