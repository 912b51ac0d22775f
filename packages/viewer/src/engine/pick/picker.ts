import type { PickResult, Point } from '../types.js'
import { add, cross, dot, computeLength, normalize, scale, subtract } from '../math/vector.js'
import type { ModelData, RowRun } from '../store/model-data.js'
import { drawMode } from '../store/instance-colors.js'
import { instanceFlag, placementStride } from '../store/gpu-chunk.js'
import { TriangleBlocks, type BoxSubject } from './triangle-blocks.js'
import { InstanceBvh } from './instance-bvh.js'
import { normalToModel, toLocal } from './local-ray.js'
import { nearestPoint } from './point-hit.js'
import { spanWithin, type RaySpan } from './ray-span.js'
import type { Ray } from '../math/ray.js'
import { readVertices, hitTriangles, type ShapeHit } from './shape-hit.js'

/** Pick radius of lines, pixels. */
const linePixels = 5
const noCuts = new Float64Array(0)
/** Padding of line boxes as a ratio of their size, so that rays passing close by are tested. */
const linePadding = 0.02

interface Nearest {
  instance: number
  distance: number
  normal: Point
  /** Span of the ray that the section planes leave. */
  readonly span: RaySpan
  /** Radius of the solid that was hit on its section cap; Infinity for a surface. */
  capRadius: number
  /** Exact position of a picked point: the ray may pass beside it. */
  point?: Point
}

/** Boxes of consecutive rows; its instances count from the first row. */
interface RowTree {
  readonly run: RowRun
  readonly bvh: InstanceBvh
}

/** Exact ray picking: a BVH over instances, then the decoded triangles. */
export class Picker {
  readonly #content: ModelData
  readonly #blocks = new TriangleBlocks()
  #trees: readonly RowTree[] | null = null
  #runs: readonly RowRun[] | null = null
  #count = 0
  #points: readonly number[] = []

  constructor(content: ModelData) {
    this.#content = content
  }

  /** Builds the BVH ahead of the first pick. */
  prepare(): void {
    const { instances, rowRuns } = this.#content
    if (this.#trees !== null && this.#count === instances.count && this.#runs === rowRuns) return
    const trees = new Map((this.#trees ?? []).map((tree) => [tree.run, tree]))
    // Only runs that are drawn for the first time need new boxes.
    const runs = rowRuns ?? [{ start: 0, end: instances.count }]
    this.#trees = runs.map((run) => trees.get(run) ?? { run, bvh: new InstanceBvh(this.#boxes(run)) })
    if (this.#runs !== rowRuns) this.#blocks.clear()
    this.#runs = rowRuns
    this.#count = instances.count
    this.#points = runs.flatMap((run) => this.#pointInstances(run))
  }

  /**
   * Returns the nearest visible hit on the ray, or null. Ignores hidden and ghosted instances and everything behind any
   * of `cuts` (four numbers each); where a cut goes through a solid, the hit lies on its cap.
   */
  pick(ray: Ray, accepts: (instance: number) => boolean, cuts: Float64Array = noCuts): PickResult | null {
    this.prepare()
    const span = spanWithin(ray, cuts)
    if (span === null) return null
    const nearest: Nearest = { instance: -1, distance: span.to, normal: [0, 0, 1], span, capRadius: Infinity }
    for (const { run, bvh } of this.#trees ?? [])
      bvh.raycast(ray, (row, farthest) => {
        const instance = run.start + row
        if (this.#isShown(instance) && accepts(instance)) this.#test(instance, ray, nearest)
        return Math.min(farthest, nearest.distance + this.#tie)
      })
    this.#testPoints(ray, accepts, nearest)
    if (nearest.instance < 0) return null
    const point = nearest.point ?? add(ray.origin, scale(ray.direction, nearest.distance))
    const normal = normalize(nearest.normal)
    return {
      element: this.#content.instances.node[nearest.instance],
      instance: nearest.instance,
      point,
      normal: dot(normal, ray.direction) > 0 ? scale(normal, -1) : normal,
      distance: nearest.distance,
    }
  }

  /** Visits instances whose boxes intersect `box` (min x y z, max x y z), including hidden ones. */
  near(box: ArrayLike<number>, visit: (instance: number) => void): void {
    this.prepare()
    for (const { run, bvh } of this.#trees ?? []) bvh.overlap(box, (row) => visit(run.start + row))
  }
  /** Visits index runs of an instance that may lie in `box`, which is in the mesh's quantised coordinates. */
  runsNear(geometry: number, subject: BoxSubject, visit: (start: number, end: number) => void): void {
    this.#blocks.forEachRunIn(geometry, subject, visit)
  }
  /** Discards the boxes after instances moved; the next pick computes them again. */
  invalidate(): void {
    this.#trees = null
  }

  #boxes({ start, end }: RowRun): { count: number; boxes: Float32Array } {
    const { instances, geometries } = this.#content
    const boxes = new Float32Array((end - start) * 6)
    for (let instance = start; instance < end; instance++) {
      const box = boxes.subarray((instance - start) * 6, (instance - start) * 6 + 6)
      box.fill(Infinity, 0, 3)
      box.fill(-Infinity, 3, 6)
      instances.growBox(instance, geometries.extent, box)
      if ((instances.flags[instance] & instanceFlag.lines) === 0) continue
      const padding = linePadding * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2])
      for (let side = 0; side < 6; side++) box[side] += side < 3 ? -padding : padding
    }
    return { count: end - start, boxes }
  }

  #test(instance: number, ray: Ray, nearest: Nearest): void {
    const { instances, geometries } = this.#content
    if (instances.flags[instance] & instanceFlag.points) return
    if (instances.flags[instance] & instanceFlag.lines) return this.#testLines(instance, ray, nearest)
    const local = toLocal(ray, instances.placement, instance)
    if (local === null) return
    const geometry = instances.geometry[instance]
    const shape = geometries.getShape(geometry)
    const { span } = nearest
    const canBeCap = span.entry !== null && (instances.flags[instance] & instanceFlag.solid) !== 0
    const farthest = nearest.distance + this.#tie
    const hit: ShapeHit = { distance: canBeCap ? Infinity : farthest, index: -1, from: span.from }
    this.#blocks.forEachRun(geometry, { shape, ray: local }, (start, end) =>
      hitTriangles({ shape, ray: local, hit }, start, end),
    )
    if (hit.index < 0) return
    const [a, b, c] = readVertices(shape, hit.index, 3) as unknown as readonly [Point, Point, Point]
    const flat = cross(subtract(b, a), subtract(c, a))
    if (canBeCap && dot(flat, local.direction) > 0) return this.#hitCap(instance, nearest)
    if (!this.#isInFront(instance, hit.distance, nearest)) return
    nearest.instance = instance
    nearest.distance = hit.distance
    nearest.normal = normalToModel(local.inverse, [flat[0], flat[1], flat[2]])
  }

  /**
   * Hits a cap where the ray enters within a solid: of two overlapping solids the smaller is on top, as it is drawn.
   */
  #hitCap(instance: number, nearest: Nearest): void {
    const radius = this.#content.instances.sphere[instance * 4 + 3]
    const { span } = nearest
    if (span.entry === null || (nearest.distance <= span.from && radius >= nearest.capRadius)) return
    nearest.instance = instance
    nearest.distance = span.from
    nearest.normal = span.entry
    nearest.capRadius = radius
  }

  /** Tolerance within which two surfaces are coplanar, metres. */
  get #tie(): number {
    return this.#content.instances.planeSeparation * 4
  }

  /** Of two coplanar surfaces, picks the one that is displayed on top. */
  #isInFront(instance: number, distance: number, nearest: Nearest): boolean {
    const { placement } = this.#content.instances
    const getLevel = (one: number): number => placement[one * placementStride + 14] >> 1
    const further = distance - nearest.distance
    if (nearest.instance < 0 || Math.abs(further) > this.#tie) return further < 0
    return (
      getLevel(instance) - getLevel(nearest.instance) < 0 ||
      (getLevel(instance) === getLevel(nearest.instance) && further < 0)
    )
  }

  #isShown(instance: number): boolean {
    return this.#content.instanceColors.mode[instance] !== drawMode.none
  }

  #pointInstances({ start, end }: RowRun): number[] {
    const { flags } = this.#content.instances
    const instances: number[] = []
    for (let instance = start; instance < end; instance++)
      if ((flags[instance] & instanceFlag.points) !== 0) instances.push(instance)
    return instances
  }

  /** Tests points one by one: a dot has a constant screen size, so no box in the model bounds it. */
  #testPoints(ray: Ray, accepts: (instance: number) => boolean, nearest: Nearest): void {
    const { instances, geometries } = this.#content
    for (const instance of this.#points) {
      if (!this.#isShown(instance) || !accepts(instance)) continue
      const shape = geometries.getShape(instances.geometry[instance])
      const candidate = nearestPoint({
        ray,
        instances,
        instance,
        shape,
        from: nearest.span.from,
        farthest: nearest.distance,
      })
      if (candidate === null) continue
      nearest.instance = instance
      nearest.distance = candidate.along
      nearest.point = candidate.point
      nearest.normal = scale(ray.direction, -1)
    }
  }

  /** Compares segments in model space: a pixel differs in length between quantised directions. */
  #testLines(instance: number, ray: Ray, nearest: Nearest): void {
    const { instances, geometries } = this.#content
    const shape = geometries.getShape(instances.geometry[instance])
    const toModel = (q: readonly [number, number, number]): Point => {
      const at = instance * placementStride
      const row = (start: number): number =>
        instances.placement[start] * q[0] +
        instances.placement[start + 1] * q[1] +
        instances.placement[start + 2] * q[2] +
        instances.placement[start + 3]
      return [row(at), row(at + 4), row(at + 8)]
    }
    for (let index = shape.indexStart; index < shape.indexStart + shape.indexCount; index += 2) {
      const [a, b] = readVertices(shape, index, 2).map(toModel) as unknown as readonly [Point, Point]
      const candidate = segmentDistance(ray, a, b)
      const tolerance = (ray.pixelSize + candidate.along * ray.pixelGrowth) * linePixels
      if (candidate.distance > tolerance || candidate.along <= nearest.span.from || candidate.along >= nearest.distance)
        continue
      nearest.instance = instance
      nearest.distance = candidate.along
      nearest.normal = scale(ray.direction, -1)
    }
  }
}

/** Returns the distance between a ray and a segment, and its position along the ray. */
function segmentDistance(ray: Ray, a: Point, b: Point): { distance: number; along: number } {
  const segment = subtract(b, a)
  const between = subtract(a, ray.origin)
  const slope = dot(ray.direction, segment)
  const squared = dot(segment, segment)
  const denominator = squared - slope * slope
  const share =
    denominator <= squared * 1e-12 ? 0 : (slope * dot(between, ray.direction) - dot(between, segment)) / denominator
  const point = add(a, scale(segment, Math.min(1, Math.max(0, share))))
  const along = dot(subtract(point, ray.origin), ray.direction)
  return { distance: computeLength(subtract(point, add(ray.origin, scale(ray.direction, along)))), along }
}
