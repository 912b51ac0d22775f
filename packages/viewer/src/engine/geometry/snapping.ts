import type { PickResult, Point } from '../types.js'
import { add, dot, computeLength, mix, normalize, scale, subtract, formatPointKey } from '../math/vector.js'
import type { ScreenSpace } from '../camera/screen-space.js'
import type { CutPlane } from '../store/cut.js'
import type { ModelGeometry } from '../model/model-geometry.js'
import { planeFrame, pointOnPlane } from './plane-frame.js'
import { sliceShape } from './slice-shape.js'
import { createEdgeTable, forEachEdgeNear, type EdgeTable } from './edge-table.js'
import { PlacedFrame } from './placed-point.js'

/** Kinds of snaps; the first one within its radius wins. */
export const snapKinds = ['vertex', 'center', 'midpoint', 'perpendicular', 'edge', 'face'] as const

/** One of them. */
export type SnapKind = (typeof snapKinds)[number]

/** Snap radius of each kind in CSS pixels; doubled for touch. */
const snapPixels: Readonly<Record<SnapKind, number>> = {
  vertex: 11,
  center: 11,
  midpoint: 9,
  perpendicular: 9,
  edge: 8,
  face: Infinity,
}
/** Offsets in pixels, besides the pixel itself, at which edges beside a silhouette are searched. */
const ring = [
  [9, 0],
  [-9, 0],
  [0, 9],
  [0, -9],
] as const
/** Maximum distance of a picked point from a cut, metres. */
const onCut = 1e-3
/** Maximum number of cached edge tables: those of the last picked meshes. */
const maxCachedTables = 64

/** A circle in the model. */
export interface Circle {
  readonly center: Point
  /** Length 1. */
  readonly normal: Point
  /** Metres. */
  readonly radius: number
}

/** A point on the model for a measurement. */
export interface Snap {
  readonly kind: SnapKind
  readonly point: Point
  /** Of the picked face. */
  readonly normal: Point
  readonly element: number
  readonly instance: number
  /** Edge of the point. */
  readonly edge?: readonly [Point, Point]
  /** Circle of the edge or of the centre. */
  readonly circle?: Circle
}

/** Cost of a snap: for tests, as counts do not depend on the machine. */
export interface SnapCost {
  picks: number
  instances: number
  edges: number
}

/** Dependencies of snapping on the viewer. */
export interface SnapWorld {
  readonly space: ScreenSpace
  readonly geometry: ModelGeometry
  readonly cuts: readonly CutPlane[]
  pick(x: number, y: number): PickResult | null
}

interface Candidate {
  readonly snap: Snap
  readonly pixels: number
  /** Metres from the picked point. */
  readonly distance: number
}

interface Aim {
  readonly world: SnapWorld
  readonly x: number
  readonly y: number
  /** The previous point, for perpendicular feet. */
  readonly from: Point | null
  /** Snap radius factor relative to a mouse. */
  readonly generosity: number
}

/**
 * Finds the snap at a screen position. Only the body under the pointer and its neighbours are searched, and of them
 * only runs of edges near the point: the cost does not depend on the model's size.
 */
export class Snapping {
  readonly cost: SnapCost = { picks: 0, instances: 0, edges: 0 }
  readonly #tables = new Map<number, EdgeTable>()
  /** Outline of the last picked body and cut. */
  #outline: { readonly key: string; readonly segments: readonly (readonly [Point, Point])[] } = {
    key: '',
    segments: [],
  }

  /** Clears the caches: another model is opened, or bodies have moved. */
  clear(): void {
    this.#tables.clear()
    this.#outline = { key: '', segments: [] }
  }

  /** Returns the best snap near a position, CSS pixels of the viewer; null if it hits nothing. */
  at(aim: Aim): Snap | null {
    Object.assign(this.cost, { picks: 0, instances: 0, edges: 0 })
    const picks = this.#picksAround(aim)
    const [center] = picks
    const best = new Map<SnapKind, Candidate>()
    const visited = new Set<number>()
    for (const pick of picks) {
      if (visited.has(pick.instance)) continue
      visited.add(pick.instance)
      this.#gather(aim, pick, best)
    }
    for (const kind of snapKinds) {
      const candidate = best.get(kind)
      if (candidate !== undefined) return candidate.snap
    }
    return center === undefined || !center.isUnder ? null : { kind: 'face', ...toSurface(center) }
  }

  #picksAround({ world, x, y, generosity }: Aim): (PickResult & { readonly isUnder: boolean })[] {
    const picks: (PickResult & { readonly isUnder: boolean })[] = []
    for (const [right, down] of [[0, 0], ...ring]) {
      this.cost.picks++
      const pick = world.pick(x + right * generosity, y + down * generosity)
      if (pick !== null) picks.push({ ...pick, isUnder: right === 0 && down === 0 })
    }
    return picks
  }

  #getTable(world: SnapWorld, instance: number): EdgeTable {
    const { geometry, shape } = world.geometry.getShape(instance)
    const cached = this.#tables.get(geometry)
    if (cached !== undefined) return cached
    const table = createEdgeTable(shape)
    if (this.#tables.size >= maxCachedTables) this.#tables.delete(this.#tables.keys().next().value as number)
    this.#tables.set(geometry, table)
    return table
  }

  #gather(aim: Aim, pick: PickResult, best: Map<SnapKind, Candidate>): void {
    const { world } = aim
    const table = this.#getTable(world, pick.instance)
    const frame = new PlacedFrame(world.geometry.getShape(pick.instance).matrix)
    const propose = proposer(aim, pick, best)
    this.cost.instances++
    const metres = (28 * aim.generosity) / world.space.pixelsPerMetreAt(pick.point)
    const near = { point: frame.toMesh(pick.point), radius: metres / (frame.scale || 1) }
    const readVertex = (number: number): Point =>
      frame.toModel(table.vertices[number * 3], table.vertices[number * 3 + 1], table.vertices[number * 3 + 2])
    forEachEdgeNear(table, near, (edge) => {
      this.cost.edges++
      proposeEdge({ propose, aim }, readVertex(table.edges[edge * 2]), readVertex(table.edges[edge * 2 + 1]))
    })
    for (const local of table.circles) {
      const circle = circleInModel(frame, local)
      propose('center', circle.center, { circle })
    }
    this.#gatherCuts(aim, pick, propose)
    if (aim.from === null) return
    const height = dot(subtract(aim.from, pick.point), pick.normal)
    propose('perpendicular', subtract(aim.from, scale(pick.normal, height)), {})
  }

  /** Proposes the outline of a cut as edges if the point is on it. */
  #gatherCuts(aim: Aim, pick: PickResult, propose: Propose): void {
    for (const cut of aim.world.cuts) {
      if (Math.abs(dot(cut.normal, pick.point) + cut.offset) > onCut) continue
      for (const [a, b] of this.#computeOutline(aim.world, pick.instance, cut)) proposeEdge({ propose, aim }, a, b)
    }
  }

  #computeOutline(world: SnapWorld, instance: number, cut: CutPlane): readonly (readonly [Point, Point])[] {
    const key = [instance, ...cut.normal, cut.offset].join(' ')
    if (this.#outline.key === key) return this.#outline.segments
    const frame = planeFrame(scale(cut.normal, -cut.offset), cut.normal)
    const { segments } = sliceShape(world.geometry.getShape(instance), frame)
    const worldSegments = Array.from({ length: segments.length / 4 }, (_, at) => {
      const [a, b, c, d] = segments.subarray(at * 4, at * 4 + 4)
      return [pointOnPlane(frame, a, b), pointOnPlane(frame, c, d)] as const
    })
    this.#outline = { key, segments: joined(worldSegments) }
    return this.#outline.segments
  }

  /** Returns the circle of the edge near the point, or around this centre; null if there is none. */
  circleNear(world: SnapWorld, snap: Snap): Circle | null {
    if (snap.circle !== undefined) return snap.circle
    const table = this.#getTable(world, snap.instance)
    const frame = new PlacedFrame(world.geometry.getShape(snap.instance).matrix)
    const circles = table.circles.map((local) => circleInModel(frame, local))
    const computeDeviation = ({ center, normal, radius }: Circle): number => {
      const offset = subtract(snap.point, center)
      const height = dot(offset, normal)
      return Math.hypot(height, computeLength(subtract(offset, scale(normal, height))) - radius)
    }
    const [nearest] = [...circles].sort((a, b) => computeDeviation(a) - computeDeviation(b))
    const tolerance = 24 / world.space.pixelsPerMetreAt(snap.point)
    return nearest === undefined || computeDeviation(nearest) > Math.max(tolerance, nearest.radius * 0.02)
      ? null
      : nearest
  }
}

/** Merges collinear adjacent segments: triangles of a face leave several. */
function joined(segments: readonly (readonly [Point, Point])[]): (readonly [Point, Point])[] {
  const leaving = new Map(segments.map((segment) => [formatPointKey(segment[0]), segment]))
  const arriving = new Map(segments.map((segment) => [formatPointKey(segment[1]), segment]))
  const isContinued = ([a, b]: readonly [Point, Point]): boolean => {
    const before = arriving.get(formatPointKey(a))
    return before !== undefined && isStraight(before[0], a, b)
  }
  return segments
    .filter((segment) => !isContinued(segment))
    .map(([from, to]) => {
      let end = to
      for (
        let next = leaving.get(formatPointKey(end));
        next !== undefined && isStraight(from, end, next[1]);
        next = leaving.get(formatPointKey(end))
      )
        end = next[1]
      return [from, end]
    })
}

function isStraight(a: Point, b: Point, c: Point): boolean {
  const [u, v] = [normalize(subtract(b, a)), normalize(subtract(c, b))]
  return dot(u, v) > 1 - 1e-6
}

type Propose = (kind: SnapKind, point: Point, more: Pick<Snap, 'edge' | 'circle'>) => void

/** Candidates whose pixels differ by less lie behind each other: the one on the picked surface counts. */
const samePixels = 0.01

/** Accepts a candidate within its kind's radius, not cut away, and nearer than the previous one. */
function proposer({ world, x, y, generosity }: Aim, pick: PickResult, best: Map<SnapKind, Candidate>): Propose {
  return (kind, point, more) => {
    const projected = world.space.project(point)
    if (projected.depth <= 0) return
    const pixels = Math.hypot(projected.x - x, projected.y - y)
    if (pixels > snapPixels[kind] * generosity) return
    const distance = computeLength(subtract(point, pick.point))
    const before = best.get(kind)
    const further = pixels - (before?.pixels ?? Infinity)
    if (before !== undefined && (Math.abs(further) < samePixels ? distance >= before.distance : further > 0)) return
    const isClipped = world.cuts.some(({ normal, offset }) => dot(normal, point) + offset < -1e-4)
    if (!isClipped) best.set(kind, { snap: { ...toSurface(pick), ...more, kind, point }, pixels, distance })
  }
}

function proposeEdge({ propose, aim }: { propose: Propose; aim: Aim }, a: Point, b: Point): void {
  const edge = [a, b] as const
  propose('vertex', a, { edge })
  propose('vertex', b, { edge })
  propose('midpoint', mix(a, b, 0.5), { edge })
  const ray = aim.world.space.rayThrough(aim.x, aim.y)
  propose('edge', nearestToRay(ray, a, b), { edge })
  if (aim.from === null) return
  const along = subtract(b, a)
  const share = dot(subtract(aim.from, a), along) / Math.max(1e-12, dot(along, along))
  if (share > 0 && share < 1) propose('perpendicular', mix(a, b, share), { edge })
}

/** Returns the point of a segment nearest to a ray. */
function nearestToRay(ray: { readonly origin: Point; readonly direction: Point }, a: Point, b: Point): Point {
  const along = subtract(b, a)
  const between = subtract(a, ray.origin)
  const slope = dot(ray.direction, along)
  const squared = dot(along, along)
  const denominator = squared - slope * slope
  if (denominator <= squared * 1e-12) return a
  const share = (slope * dot(between, ray.direction) - dot(between, along)) / denominator
  return mix(a, b, Math.min(1, Math.max(0, share)))
}

function circleInModel(frame: PlacedFrame, circle: EdgeTable['circles'][number]): Circle {
  const center = frame.toModel(...circle.center)
  const normal = normalize(frame.directionToModel(circle.normal))
  return { center, normal, radius: circle.radius * frame.scale }
}

const toSurface = ({ point, normal, element, instance }: PickResult): Omit<Snap, 'kind'> => ({
  point,
  normal,
  element,
  instance,
})

/** Returns points around a circle, closed. */
export function pointsAround({ center, normal, radius }: Circle, count = 48): Point[] {
  const helper: Point = Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]
  const right = normalize(subtract(helper, scale(normal, dot(helper, normal))))
  const up: Point = [
    normal[1] * right[2] - normal[2] * right[1],
    normal[2] * right[0] - normal[0] * right[2],
    normal[0] * right[1] - normal[1] * right[0],
  ]
  return Array.from({ length: count + 1 }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI
    return add(center, add(scale(right, Math.cos(angle) * radius), scale(up, Math.sin(angle) * radius)))
  })
}
