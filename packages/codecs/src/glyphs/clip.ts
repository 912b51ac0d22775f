import { outlineTriangles } from './outline-triangles.js'

/** A closed clip outline, normal or inverted; x y per vertex, in sheet units. */
export interface Clip {
  readonly ring: Float64Array
  readonly box: readonly [number, number, number, number]
  readonly isBox: boolean
  /** The outline in convex parts. */
  readonly parts: readonly Float64Array[]
  /** Whether the outside is kept and the inside is cut away. */
  readonly isInverted: boolean
}

/** Creates a clip from its outline; returns null when it has no area. */
export function createClip(ring: Float64Array, isInverted = false): Clip | null {
  if (ring.length < 6 || !ring.every((value) => Number.isFinite(value))) return null
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < ring.length; at += 2) {
    box[0] = Math.min(box[0], ring[at])
    box[1] = Math.min(box[1], ring[at + 1])
    box[2] = Math.max(box[2], ring[at])
    box[3] = Math.max(box[3], ring[at + 1])
  }
  const isBox = ring.length === 8 && isUpright(ring)
  const parts = isConvex(ring) ? [ring] : triangulate(ring)
  return parts.length === 0 ? null : { ring, box, isBox, parts, isInverted }
}

function isUpright(ring: Float64Array): boolean {
  for (let at = 0; at < 8; at += 2) {
    const next = (at + 2) % 8
    if (ring[at] !== ring[next] && ring[at + 1] !== ring[next + 1]) return false
  }
  return true
}

const crossProductAt = (ring: Float64Array, at: number): number => {
  const [b, c] = [(at + 2) % ring.length, (at + 4) % ring.length]
  return (ring[b] - ring[at]) * (ring[c + 1] - ring[b + 1]) - (ring[b + 1] - ring[at + 1]) * (ring[c] - ring[b])
}

function isConvex(ring: Float64Array): boolean {
  let sign = 0
  for (let at = 0; at < ring.length; at += 2) {
    const orientation = Math.sign(crossProductAt(ring, at))
    if (orientation !== 0 && sign !== 0 && orientation !== sign) return false
    if (orientation !== 0) sign = orientation
  }
  return sign !== 0
}

function triangulate(ring: Float64Array): Float64Array[] {
  // The triangulation has single precision, which is exact enough near the origin.
  const [x, y] = [ring[0], ring[1]]
  const outline = Array.from({ length: ring.length / 2 }, (_, at): [number, number] => [
    ring[2 * at] - x,
    ring[2 * at + 1] - y,
  ])
  const { positions, indices } = outlineTriangles([outline])
  const parts: Float64Array[] = []
  for (let at = 0; at < indices.length; at += 3)
    parts.push(
      Float64Array.from(
        [...indices.subarray(at, at + 3)].flatMap((i) => [positions[2 * i] + x, positions[2 * i + 1] + y]),
      ),
    )
  return parts
}

/** Returns whether a point is on the kept side of the outline. */
export function isWithin({ ring, box, isInverted }: Clip, x: number, y: number): boolean {
  if (x < box[0] || y < box[1] || x > box[2] || y > box[3]) return isInverted
  return ringContains(ring, x, y) !== isInverted
}

/** Returns whether a point is inside a ring (consecutive x and y), by the even-odd rule. */
export function ringContains(ring: Float64Array, x: number, y: number): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ay, by] = [ring[at + 1], ring[before + 1]]
    if (ay > y !== by > y && x < ((ring[before] - ring[at]) * (y - ay)) / (by - ay) + ring[at]) inside = !inside
  }
  return inside
}

/** Classifies all points: on the kept side, on the other one, or neither. */
function classifyPoints(points: Float64Array, clip: Clip): 'inside' | 'outside' | 'across' {
  const where = classifyByBounds(points, clip)
  if (!clip.isInverted || where === 'across') return where
  return where === 'inside' ? 'outside' : 'inside'
}

/** Classifies all points: within a box clip, beyond one side of it, or neither. */
function classifyByBounds(points: Float64Array, { box, isBox }: Clip): 'inside' | 'outside' | 'across' {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at += 2) {
    minX = Math.min(minX, points[at])
    minY = Math.min(minY, points[at + 1])
    maxX = Math.max(maxX, points[at])
    maxY = Math.max(maxY, points[at + 1])
  }
  if (minX > box[2] || minY > box[3] || maxX < box[0] || maxY < box[1]) return 'outside'
  return isBox && minX >= box[0] && minY >= box[1] && maxX <= box[2] && maxY <= box[3] ? 'inside' : 'across'
}

/** Clips a line to the outline. A closed line is returned open when it was cut. */
export function clipLine(points: Float64Array, isClosed: boolean, clip: Clip): Float64Array[] | 'inside' {
  const where = classifyPoints(points, clip)
  if (where !== 'across') return where === 'inside' ? 'inside' : []
  if (points.length === 2) return isWithin(clip, points[0], points[1]) ? 'inside' : []
  const lines: number[][] = []
  const count = points.length / 2
  for (let at = 0; at < (isClosed ? count : count - 1); at++) {
    const next = (at + 1) % count
    const segment = [points[2 * at], points[2 * at + 1], points[2 * next], points[2 * next + 1]]
    for (const [from, to] of spansWithin(segment, clip)) appendSpan(lines, segment, from, to)
  }
  return lines.map((line) => Float64Array.from(line))
}

function appendSpan(lines: number[][], [ax, ay, bx, by]: readonly number[], from: number, to: number): void {
  const start = [ax + (bx - ax) * from, ay + (by - ay) * from]
  const end = [ax + (bx - ax) * to, ay + (by - ay) * to]
  const last = lines.at(-1)
  if (from === 0 && last && last.at(-2) === ax && last.at(-1) === ay) last.push(...end)
  else lines.push([...start, ...end])
}

/** Returns the parameter ranges of a segment within the outline. */
function spansWithin([ax, ay, bx, by]: readonly number[], clip: Clip): [number, number][] {
  const { ring } = clip
  const cuts = [0, 1]
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    const [cx, cy] = [ring[at], ring[at + 1]]
    const [ex, ey] = [ring[next] - cx, ring[next + 1] - cy]
    const cross = (bx - ax) * ey - (by - ay) * ex
    if (cross === 0) continue
    const along = ((cx - ax) * ey - (cy - ay) * ex) / cross
    const side = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / cross
    if (along > 0 && along < 1 && side >= 0 && side <= 1) cuts.push(along)
  }
  cuts.sort((a, b) => a - b)
  const spans: [number, number][] = []
  for (let at = 1; at < cuts.length; at++) {
    const [from, to] = [cuts[at - 1], cuts[at]]
    const midpoint = (from + to) / 2
    if (to > from && isWithin(clip, ax + (bx - ax) * midpoint, ay + (by - ay) * midpoint)) spans.push([from, to])
  }
  return spans
}

/** Clips rings to the kept side of the outline: one set of rings per convex part of it, or a single set around it. */
export function clipRings(rings: readonly Float64Array[], clip: Clip): (readonly Float64Array[])[] {
  const classifications = rings.map((ring) => classifyPoints(ring, clip))
  if (classifications.every((where) => where === 'inside')) return [rings]
  if (classifications.every((where) => where === 'outside')) return []
  const within = clip.parts
    .map((part) => rings.map((ring) => cutRing(ring, part)).filter((ring) => ring.length >= 6))
    .filter((set) => set.length > 0)
  // By the even-odd rule, areas drawn twice are empty.
  return clip.isInverted ? [[...rings, ...within.flat()]] : within
}

/** Clips a ring by the sides of a convex one (Sutherland and Hodgman). */
function cutRing(ring: Float64Array, convex: Float64Array): Float64Array {
  let twice = 0
  for (let at = 0; at < convex.length; at += 2) {
    const next = (at + 2) % convex.length
    twice += convex[at] * convex[next + 1] - convex[next] * convex[at + 1]
  }
  const orientation = twice < 0 ? -1 : 1
  let points: number[] = Array.from(ring)
  for (let side = 0; side < convex.length && points.length > 0; side += 2) {
    const next = (side + 2) % convex.length
    const [ax, ay] = [convex[side], convex[side + 1]]
    const [dx, dy] = [(convex[next] - ax) * orientation, (convex[next + 1] - ay) * orientation]
    points = cutBySide(points, (x, y) => dx * (y - ay) - dy * (x - ax))
  }
  return Float64Array.from(points)
}

function cutBySide(points: readonly number[], heightOf: (x: number, y: number) => number): number[] {
  const result: number[] = []
  for (let at = 0; at < points.length; at += 2) {
    const before = (at + points.length - 2) % points.length
    const [ax, ay, bx, by] = [points[before], points[before + 1], points[at], points[at + 1]]
    const [from, to] = [heightOf(ax, ay), heightOf(bx, by)]
    if (from >= 0 !== to >= 0) {
      const share = from / (from - to)
      result.push(ax + (bx - ax) * share, ay + (by - ay) * share)
    }
    if (to >= 0) result.push(bx, by)
  }
  return result
}
