import earcut from 'earcut'

/** Returns the area of an outline (right, up, right, up …): positive if it is counter-clockwise. */
export function signedArea(loop: Float64Array): number {
  let sum = 0
  for (let at = 0; at < loop.length; at += 2) {
    const next = (at + 2) % loop.length
    // Differences to the first vertex preserve precision if the outline is far from the origin.
    const [x, y] = [loop[at] - loop[0], loop[at + 1] - loop[1]]
    sum += x * (loop[next + 1] - loop[1]) - (loop[next] - loop[0]) * y
  }
  return sum / 2
}

/** Sine of the angle below which an outline counts as straight. */
const straight = 1e-4

/** Removes collinear vertices from an outline: a flat side becomes one segment, however many triangles it has. */
export function straightened(loop: Float64Array): Float64Array {
  const retained: number[] = []
  const count = loop.length / 2
  for (let at = 0; at < count; at++) {
    const before = retained.length > 0 ? retained[retained.length - 1] : count - 1
    const after = (at + 1) % count
    const [x, y] = [loop[at * 2] - loop[before * 2], loop[at * 2 + 1] - loop[before * 2 + 1]]
    const [nextX, nextY] = [loop[after * 2] - loop[at * 2], loop[after * 2 + 1] - loop[at * 2 + 1]]
    const size = Math.hypot(x, y) * Math.hypot(nextX, nextY)
    const isStraight = Math.abs(x * nextY - y * nextX) <= straight * size && x * nextX + y * nextY > 0
    if (!isStraight) retained.push(at)
  }
  if (retained.length < 3) return loop
  return Float64Array.from(retained.flatMap((at) => [loop[at * 2], loop[at * 2 + 1]]))
}

/** Returns the segments of outlines, four numbers each. */
export const segmentsAlong = (loops: readonly Float64Array[]): Float64Array =>
  Float64Array.from(
    loops.flatMap((loop) =>
      Array.from({ length: loop.length / 2 }, (_, at) => {
        const next = (at * 2 + 2) % loop.length
        return [loop[at * 2], loop[at * 2 + 1], loop[next], loop[next + 1]]
      }).flat(),
    ),
  )

function isWithin(loop: Float64Array, x: number, y: number): boolean {
  let inside = false
  for (let at = 0; at < loop.length; at += 2) {
    const before = (at + loop.length - 2) % loop.length
    const [ax, ay, bx, by] = [loop[at], loop[at + 1], loop[before], loop[before + 1]]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

interface Region {
  readonly outer: Float64Array
  readonly area: number
  readonly holes: Float64Array[]
}

/** Groups outlines with their holes; a hole belongs to the smallest outline around it. */
function groupRegions(loops: readonly Float64Array[]): Region[] {
  const regions: Region[] = []
  const holes: Float64Array[] = []
  for (const loop of loops) {
    const area = signedArea(loop)
    if (area > 0) regions.push({ outer: loop, area, holes: [] })
    else if (area < 0) holes.push(loop)
  }
  regions.sort((a, b) => a.area - b.area)
  for (const hole of holes) regions.find(({ outer }) => isWithin(outer, hole[0], hole[1]))?.holes.push(hole)
  return regions
}

/** Triangulates the outlines, six numbers per triangle. */
export function triangulate(loops: readonly Float64Array[]): Float64Array {
  const out: number[] = []
  for (const { outer, holes } of groupRegions(loops)) {
    const coordinates = [outer, ...holes].flatMap((loop) => [...loop])
    const beginnings: number[] = []
    let vertexCount = outer.length / 2
    for (const hole of holes) {
      beginnings.push(vertexCount)
      vertexCount += hole.length / 2
    }
    for (const index of earcut(coordinates, beginnings)) out.push(coordinates[index * 2], coordinates[index * 2 + 1])
  }
  return Float64Array.from(out)
}

/** Half plane where x·right + y·up + rest is not negative. */
export type HalfPlane = readonly [x: number, y: number, rest: number]

/** Computes the area of triangles within all half planes, in the square of their unit. */
export function areaWithin(triangles: Float64Array, halfPlanes: readonly HalfPlane[]): number {
  let sum = 0
  for (let at = 0; at < triangles.length; at += 6) {
    let loop: Float64Array = triangles.subarray(at, at + 6)
    for (const side of halfPlanes) if (loop.length > 0) loop = clipped(loop, side)
    if (loop.length > 0) sum += Math.abs(signedArea(loop))
  }
  return sum
}

/** Clips a loop by a half plane (Sutherland and Hodgman). */
function clipped(loop: Float64Array, [x, y, rest]: HalfPlane): Float64Array {
  const height = (at: number): number => x * loop[at] + y * loop[at + 1] + rest
  const out: number[] = []
  for (let at = 0; at < loop.length; at += 2) {
    const next = (at + 2) % loop.length
    const [from, to] = [height(at), height(next)]
    if (from >= 0) out.push(loop[at], loop[at + 1])
    if (from >= 0 === to >= 0) continue
    const share = from / (from - to)
    out.push(loop[at] + (loop[next] - loop[at]) * share, loop[at + 1] + (loop[next + 1] - loop[at + 1]) * share)
  }
  return Float64Array.from(out)
}
