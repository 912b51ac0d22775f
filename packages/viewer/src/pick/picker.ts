import type { PickResult, Point } from '../api.js'
import { add, cross, dot, computeLength, normalize, scale, subtract } from '../camera/vector.js'
import type { ModelContent } from '../model/model-content.js'
import { drawMode } from '../store/instance-colors.js'
import { instanceFlag, placementStride } from '../store/gpu-chunk.js'
import { TriangleBlocks, type BoxSubject } from './triangle-blocks.js'
import { InstanceBvh } from './instance-bvh.js'
import { normalToModel, toLocal } from './local-ray.js'
import { nearestPoint } from './point-hit.js'
import { spanWithin, type RaySpan } from './ray-span.js'
import type { Ray } from './ray.js'
import { readVertices, hitTriangles, type ShapeHit } from './shape-hit.js'

/** Lines are picked when the ray passes within so many pixels. */
const linePixels = 5
const noCuts = new Float64Array(0)
/** Boxes of lines are larger by this share of their size, so that rays that pass beside are looked at. */
const linePadding = 0.02

interface Nearest {
  instance: number
  distance: number
  normal: Point
  /** Where the cut lets the ray in. */
  readonly span: RaySpan
  /** Radius of what was met on the cut itself; Infinity when it was a surface. */
  capRadius: number
  /** Where exactly, of a point: the ray may pass beside it. */
  point?: Point
}

/** Finds what a ray meets, exactly: a tree of boxes over instances, then the triangles as they were decoded. */
export class Picker {
  readonly #content: ModelContent
  readonly #blocks = new TriangleBlocks()
  #bvh: InstanceBvh | null = null
  #points: readonly number[] = []

  constructor(content: ModelContent) {
    this.#content = content
  }

  /** Makes the tree now, so that the first pick does not have to. */
  prepare(): void {
    const { instances } = this.#content
    if (this.#bvh?.count !== instances.count) {
      this.#bvh = new InstanceBvh(this.#boxes())
      this.#points = this.#pointInstances()
    }
  }

  /**
   * The nearest visible thing on the ray, or null. What is hidden or ghosted is not met, nor what is behind any of `cuts`
   * (four numbers each); where a cut goes through a solid, the solid is met on the cut.
   */
  pick(ray: Ray, accepts: (instance: number) => boolean, cuts: Float64Array = noCuts): PickResult | null {
    this.prepare()
    const span = spanWithin(ray, cuts)
    if (span === null) return null
    const nearest: Nearest = { instance: -1, distance: span.to, normal: [0, 0, 1], span, capRadius: Infinity }
    this.#bvh?.raycast(ray, (instance, farthest) => {
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

  /** Visits instances whose boxes meet `box` (min x y z, max x y z), hidden ones too. */
  near(box: ArrayLike<number>, visit: (instance: number) => void): void {
    this.prepare()
    this.#bvh?.overlap(box, visit)
  }
  /** Visits runs of corners of an instance that may lie in `box`, which is in the mesh's own steps. */
  runsNear(geometry: number, subject: BoxSubject, visit: (start: number, end: number) => void): void {
    this.#blocks.forEachRunIn(geometry, subject, visit)
  }
  /** Instances moved: boxes are made anew by the next pick. */
  invalidate(): void {
    this.#bvh = null
  }

  #boxes(): { count: number; boxes: Float32Array } {
    const { instances, geometries } = this.#content
    const boxes = new Float32Array(instances.count * 6)
    for (let instance = 0; instance < instances.count; instance++) {
      const box = boxes.subarray(instance * 6, instance * 6 + 6)
      box.fill(Infinity, 0, 3)
      box.fill(-Infinity, 3, 6)
      instances.growBox(instance, geometries.extent, box)
      if ((instances.flags[instance] & instanceFlag.lines) === 0) continue
      const padding = linePadding * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2])
      for (let side = 0; side < 6; side++) box[side] += side < 3 ? -padding : padding
    }
    return { count: instances.count, boxes }
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

  /** The ray comes in within a solid: where two of them stand, the smaller one is on top, as it is drawn. */
  #hitCap(instance: number, nearest: Nearest): void {
    const radius = this.#content.instances.sphere[instance * 4 + 3]
    const { span } = nearest
    if (span.entry === null || (nearest.distance <= span.from && radius >= nearest.capRadius)) return
    nearest.instance = instance
    nearest.distance = span.from
    nearest.normal = span.entry
    nearest.capRadius = radius
  }

  /** Metres within which two surfaces lie in one plane. */
  get #tie(): number {
    return this.#content.instances.planesApart * 4
  }

  /** Of two surfaces in one plane the one is met that is seen. */
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

  #pointInstances(): number[] {
    const { flags, count } = this.#content.instances
    return [...flags.subarray(0, count).keys()].filter((instance) => (flags[instance] & instanceFlag.points) !== 0)
  }

  /** A dot is as large on the screen at any distance, and no box in the model is: they are gone through one by one. */
  #testPoints(ray: Ray, accepts: (instance: number) => boolean, nearest: Nearest): void {
    const { instances, geometries } = this.#content
    for (const instance of this.#points) {
      if (!this.#isShown(instance) || !accepts(instance)) continue
      const shape = geometries.getShape(instances.geometry[instance])
      const met = nearestPoint({
        ray,
        instances,
        instance,
        shape,
        from: nearest.span.from,
        farthest: nearest.distance,
      })
      if (met === null) continue
      nearest.instance = instance
      nearest.distance = met.along
      nearest.point = met.point
      nearest.normal = scale(ray.direction, -1)
    }
  }

  /** Segments are compared in the model: a pixel is not the same length in every quantised direction. */
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
      const met = segmentDistance(ray, a, b)
      const tolerance = (ray.pixelSize + met.along * ray.pixelGrowth) * linePixels
      if (met.apart > tolerance || met.along <= nearest.span.from || met.along >= nearest.distance) continue
      nearest.instance = instance
      nearest.distance = met.along
      nearest.normal = scale(ray.direction, -1)
    }
  }
}

/** How near a ray comes to a segment, and how far along the ray. */
function segmentDistance(ray: Ray, a: Point, b: Point): { apart: number; along: number } {
  const segment = subtract(b, a)
  const between = subtract(a, ray.origin)
  const slope = dot(ray.direction, segment)
  const squared = dot(segment, segment)
  const denominator = squared - slope * slope
  const share =
    denominator <= squared * 1e-12 ? 0 : (slope * dot(between, ray.direction) - dot(between, segment)) / denominator
  const point = add(a, scale(segment, Math.min(1, Math.max(0, share))))
  const along = dot(subtract(point, ray.origin), ray.direction)
  return { apart: computeLength(subtract(point, add(ray.origin, scale(ray.direction, along)))), along }
}
