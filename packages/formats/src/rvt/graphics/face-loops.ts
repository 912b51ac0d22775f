import { MalformedRecordError } from '@kamar/codecs/records'
import { type FieldValue, type RecordObject, Pointer } from '../container/record-object.js'
import type { Surface } from './surfaces.js'

/** Point of a loop, in the parameters of the face's surface. */
export type Parameters = readonly [u: number, v: number]

const maxLoops = 5000
const maxPoints = 40_000
const maxInsertedPoints = 256
/**
 * Greatest distance between the saved end points of neighbouring edges that count as one, in feet (a sixth of a
 * millimetre).
 */
const coincidenceTolerance = 5e-4

const targetAt = (value: FieldValue | undefined): RecordObject | null =>
  value instanceof Pointer ? value.target : null

/** One edge as a border of a face: its points in the direction of the face's loop, or reversed. */
interface Side {
  readonly points: readonly Parameters[]
  readonly next: RecordObject | null
}

function readParameters(point: RecordObject, side: 0 | 1): Parameters {
  const pair = point.list('uv')[side]
  if (!Array.isArray(pair)) throw new MalformedRecordError('a point without parameters')
  const [u, v] = pair
  if (typeof u !== 'number' || typeof v !== 'number' || !Number.isFinite(u) || !Number.isFinite(v)) {
    throw new MalformedRecordError('parameters that are no numbers')
  }
  return [u, v]
}

function readSide(edge: RecordObject, side: 0 | 1): Side {
  const ends = edge.list('m_firstAndLastEdgePnts')
  const between = edge.parts('m_interiorEdgePnts')
  const [first, last] = ends
  if (ends.length !== 2 || !isObject(first) || !isObject(last)) throw new MalformedRecordError('an edge without ends')
  return {
    points: [first, ...between, last].map((point) => readParameters(point, side)),
    next: targetAt(edge.list('m_next')[side]),
  }
}

const isObject = (value: FieldValue | undefined): value is RecordObject =>
  typeof value === 'object' && 'className' in value

/**
 * Returns which of its two sides an edge turns to the face. A seam has the face on both sides; there the loop arrives
 * from the preceding edge.
 */
function facingSide(edge: RecordObject, face: RecordObject, before: RecordObject): Side {
  const sides = ([0, 1] as const).filter((side) => targetAt(edge.list('m_pFace')[side]) === face)
  const [first] = sides
  if (first === undefined) throw new MalformedRecordError('an edge of another face')
  const previousSides = sides.filter((side) => targetAt(edge.list('m_prev')[side]) === before)
  return readSide(edge, sides.length === 1 ? first : (previousSides[0] ?? first))
}

const distance = (a: Parameters, b: Parameters): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Returns whether two parameters, and all between them, map to one point: the tip of a cone, the pole of a sphere. */
function isTip(surface: Surface, a: Parameters, b: Parameters): boolean {
  const points = [a, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const, b].map(([u, v]) => surface.at(u, v))
  const [first, ...others] = points
  return others.every((point) => Math.hypot(...point.map((value, axis) => value - first[axis])) < coincidenceTolerance)
}

const areJoined = (surface: Surface, a: Parameters, b: Parameters): boolean =>
  distance(a, b) <= coincidenceTolerance || isTip(surface, a, b)

/**
 * Returns parameters between two that map to one point, as close as the surface's step requires; all of them map to
 * that point.
 */
function betweenTips(surface: Surface, a: Parameters, b: Parameters): Parameters[] {
  if (distance(a, b) <= coincidenceTolerance) return []
  const stepCounts = surface.step.map((step, axis) => (step === null ? 0 : Math.abs(b[axis] - a[axis]) / step))
  const count = Math.min(maxInsertedPoints, Math.ceil(Math.max(...stepCounts)))
  return Array.from({ length: Math.max(0, count - 1) }, (_, index): Parameters => {
    const share = (index + 1) / count
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
  })
}

/**
 * Appends an edge's points, reversed if needed so that they continue the ring; returns false when neither end joins.
 */
function appendIfJoined(ring: Parameters[], points: readonly Parameters[], surface: Surface): boolean {
  const last = ring[ring.length - 1]
  const isForward = distance(last, points[0]) <= distance(last, points[points.length - 1])
  for (const next of isForward ? [points, points.toReversed()] : [points.toReversed(), points]) {
    if (!areJoined(surface, last, next[0])) continue
    ring.push(...betweenTips(surface, last, next[0]), ...next)
    return true
  }
  return false
}

function closedRing(sides: readonly (readonly Parameters[])[], surface: Surface): Parameters[] | null {
  for (const isReversed of [false, true]) {
    const ring = isReversed ? sides[0].toReversed() : [...sides[0]]
    if (!sides.slice(1).every((points) => appendIfJoined(ring, points, surface))) continue
    const last = ring[ring.length - 1]
    if (!areJoined(surface, ring[0], last)) continue
    ring.push(...betweenTips(surface, last, ring[0]))
    return ring.filter((point, index) => distance(point, ring.at(index - 1) ?? point) > coincidenceTolerance)
  }
  return null
}

function readRing(loop: RecordObject, face: RecordObject, surface: Surface): Parameters[] {
  const sides: (readonly Parameters[])[] = []
  let [before, points] = [loop, 0]
  for (let edge = loop.target('m_next'); edge && edge !== loop;) {
    if (edge.className !== 'Edge') throw new MalformedRecordError('no edge')
    const side = facingSide(edge, face, before)
    // The limit also stops edges that form a cycle.
    points += side.points.length
    if (points > maxPoints) throw new MalformedRecordError('a loop of too many points')
    sides.push(side.points)
    before = edge
    edge = side.next
  }
  const ring = sides.length === 0 ? null : closedRing(sides, surface)
  if (!ring || ring.length < 3) throw new MalformedRecordError('a loop that does not close')
  return ring
}

/** Reads the loops that bound a face; returns none when the face has no border. */
export function readLoops(face: RecordObject, surface: Surface): Parameters[][] {
  const rings: Parameters[][] = []
  const visited = new Set<RecordObject>()
  for (let loop = face.target('m_pFirstLoop'); loop; loop = loop.target('m_nextLoop')) {
    if (visited.size === maxLoops) throw new MalformedRecordError('too many loops')
    if (visited.has(loop)) throw new MalformedRecordError('loops in a circle')
    visited.add(loop)
    rings.push(readRing(loop, face, surface))
  }
  return rings
}
