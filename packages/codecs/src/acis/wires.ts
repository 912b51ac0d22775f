import {
  cross,
  normalized,
  type Vector,
  getDomain,
  expandKnots,
  isSpline,
  pointAt,
  type Spline,
} from '@kamar/core/math'
import type { AcisFile } from './acis-file.js'
import type { AcisRecord } from './acis-record.js'
import { readCurveShape, type CurveShape } from './curve-shapes.js'
import { vertexPosition } from './lump-writer.js'

const maxEdges = 500_000
/** Maximum number of points of all lines: many edges may refer to one long spline. */
const maxPoints = 4_000_000
const maxKnots = 100_000
const stepsOfCircle = 64
const stepsOfSpan = 12

/** A wire as polylines in the file's unit. */
export interface AcisWire {
  /** x y z of each point of each line. */
  readonly lines: readonly (readonly Vector[])[]
  /** Edges without a curve that end where they begin: free points. */
  readonly points: readonly Vector[]
  /** Number of omitted edges, by the format's keyword. */
  readonly unread: ReadonlyMap<string, number>
}

/** Reads the edges of a chain of wires; skips `visited` ones, which belong to a body read before. */
export function readWires(file: AcisFile, firstWire: number, visited: Set<number>): AcisWire {
  const lines: (readonly Vector[])[] = []
  const free: Vector[] = []
  const unread = new Map<string, number>()
  let points = 0
  for (const edge of collectEdges(file, firstWire, visited)) {
    const line = points < maxPoints ? edgeLine(file, edge) : edge.name
    points += typeof line === 'string' ? 0 : line.length
    if (typeof line === 'string') unread.set(line, (unread.get(line) ?? 0) + 1)
    else if (line.length > 1) lines.push(line)
    else if (line[0]) free.push(line[0])
  }
  return { lines, points: free, unread }
}

/** Collects the edges of all wires of the chain; their coedges are linked by any of three pointers. */
function collectEdges(file: AcisFile, firstWire: number, visited: Set<number>): readonly AcisRecord[] {
  const edges = new Map<number, AcisRecord>()
  const open: number[] = []
  let wire = file.entity(firstWire, 'wire')
  while (wire && !visited.has(wire.index)) {
    visited.add(wire.index)
    const [next = -1, coedge = -1] = file.pointers(wire)
    open.push(coedge)
    wire = file.entity(next, 'wire')
  }
  while (open.length > 0 && edges.size < maxEdges) {
    const coedge = file.entity(open.pop() ?? -1, 'coedge')
    if (!coedge || visited.has(coedge.index)) continue
    visited.add(coedge.index)
    const [next = -1, previous = -1, partner = -1, edgeAt = -1] = file.pointers(coedge)
    open.push(partner, previous, next)
    const edge = file.entity(edgeAt, 'edge')
    if (edge) edges.set(edgeAt, edge)
  }
  return [...edges.values()]
}

/** Returns the polyline of an edge, its single point where it has no curve, or the keyword of an unsupported curve. */
function edgeLine(file: AcisFile, edge: AcisRecord): readonly Vector[] | string {
  const [startAt = -1, endAt = -1, , curveAt = -1] = file.pointers(edge)
  const [start, end] = [vertexPosition(file, startAt), vertexPosition(file, endAt)]
  const record = file.record(curveAt)
  if (!start || !end) return 'vertex'
  if (!record) return startAt === endAt ? [start] : edge.name
  const shape = readCurveShape(file, record)
  if (shape.kind === 'unread') return shape.word
  if (shape.kind === 'straight') return [start, end]
  if (shape.kind === 'ellipse') return arc(shape, { start, end, isForward: !file.isReversed(edge, 4) })
  return splineLine(shape, { start, end }) ?? record.name
}

function arc(
  { center, normal, major, ratio }: CurveShape & { readonly kind: 'ellipse' },
  { start, end, isForward }: { readonly start: Vector; readonly end: Vector; readonly isForward: boolean },
): readonly Vector[] {
  const minor = cross(normalized(normal) ?? [0, 0, 1], major).map((value) => value * ratio)
  const computeAngle = (target: Vector): number => {
    const along = (axis: readonly number[]): number =>
      axis.reduce((sum, value, at) => sum + value * (target[at] - center[at]), 0) /
      axis.reduce((sum, value) => sum + value * value, 0)
    return Math.atan2(along(minor), along(major))
  }
  const [from, to] = isForward ? [computeAngle(start), computeAngle(end)] : [computeAngle(end), computeAngle(start)]
  const sweep = to - from > 1e-9 ? to - from : to - from + 2 * Math.PI
  const steps = Math.max(2, Math.ceil((stepsOfCircle * sweep) / (2 * Math.PI)))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + (sweep * step) / steps
    const at = (axis: number): number => center[axis] + Math.cos(angle) * major[axis] + Math.sin(angle) * minor[axis]
    return [at(0), at(1), at(2)]
  })
}

function splineLine(
  { spline: { degree, knots, points, weights } }: CurveShape & { readonly kind: 'spline' },
  { start, end }: { readonly start: Vector; readonly end: Vector },
): readonly Vector[] | null {
  const expanded = expandKnots(knots.values, knots.multiplicities, maxKnots)
  const spline: Spline = { degree, points, knots: expanded, ...(weights ? { weights } : {}) }
  if (!isSpline(spline)) return null
  const [from, to] = getDomain(spline)
  const steps = stepsOfSpan * (knots.values.length - 1)
  const line = Array.from({ length: steps + 1 }, (_, step) => pointAt(spline, from + ((to - from) * step) / steps))
  return between(line, start, end)
}

/**
 * Returns the part of a line between the points nearest to two positions, in either order; all of it for a closed edge.
 */
function between(line: readonly Vector[], start: Vector, end: Vector): readonly Vector[] {
  const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  const nearest = (target: Vector): number =>
    line.reduce((best, point, at) => (distance(point, target) < distance(line[best], target) ? at : best), 0)
  const [one, other] = [nearest(start), nearest(end)]
  if (one === other) return line
  return one < other ? [start, ...line.slice(one + 1, other), end] : [end, ...line.slice(other + 1, one), start]
}
