import { chooseHatch } from '../../engine/geometry/hatch.js'
import { signedArea, straightened, triangulate } from '../../engine/geometry/polygons.js'
import { sliceShape } from '../../engine/geometry/slice-shape.js'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import type { CutPlane } from '../../engine/store/cut.js'
import { DepthBuffer, type DepthGrid } from './depth-buffer.js'
import { collectMeshEdges, type MeshEdges } from './mesh-edges.js'
import type { ModelPlan, PlanCut, PlanLines } from './model-plan.js'
import { PlanView, type HalfSpace } from './plan-view.js'
import { TimeSlices } from './time-slices.js'
import { computeVisibleSegments } from './visible-segments.js'

/** Opacity below which a surface hides nothing. */
const opaqueFrom = 0.7
/** Pixels of the depth buffer: 64 megabytes. */
const maxPixels = 16_000_000
/** Smallest useful pixel, metres: a twentieth of a millimetre at 1:50. */
const minPixel = 0.0025
/** Precision at which segments count as equal. */
const stepsPerMetre = 1000
/** Shapes that are fetched together when they are not resident. */
const shapesPerBatch = 64

/** The parts of a model that a plan shows, and its planes. */
export interface PlanRequest {
  /** Its normal points from the viewer to what stays. */
  readonly plane: CutPlane
  /** Other planes, which limit the plan. */
  readonly others: readonly CutPlane[]
  /** Instances to be drawn. */
  readonly instances: readonly number[]
  /** Boxes of the elements, six numbers each. */
  readonly boxes: Float32Array
  readonly signal?: AbortSignal
  /** 0 to 1. */
  readonly onFraction?: (fraction: number) => void
}

/** Computes the cuts and the visible edges of a plan; without its spaces. */
export async function computePlan(geometry: ModelGeometry, request: PlanRequest): Promise<ModelPlan> {
  const computation = new PlanComputation(geometry, request)
  await computation.run()
  return computation.plan
}

class PlanComputation {
  readonly #geometry: ModelGeometry
  readonly #request: PlanRequest
  readonly #view: PlanView
  readonly #halfSpaces: readonly HalfSpace[]
  readonly #box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  readonly #cuts: PlanCut[] = []
  readonly #lines = new Map<number, number[]>()
  readonly #edges = new Map<number, MeshEdges>()

  constructor(geometry: ModelGeometry, request: PlanRequest) {
    this.#geometry = geometry
    this.#request = request
    this.#view = new PlanView(request.plane)
    this.#halfSpaces = request.others.map((plane) => this.#view.toHalfSpace(plane))
  }

  get plan(): ModelPlan {
    const lines = [...this.#lines].map(([element, segments]): PlanLines => ({ element, segments: unique(segments) }))
    const { right, up } = this.#view
    return { cuts: this.#cuts, lines, spaces: [], box: this.#box, right, up }
  }

  async run(): Promise<void> {
    const instances = this.#listInstances()
    if (instances.length === 0) return
    const grid = this.#createGrid()
    const depths = new DepthBuffer(grid)
    await this.#visit(instances, [0, 0.5], (shape) => this.#addSurfaces(shape, depths))
    const test = { depths, pixel: grid.pixel, halfSpaces: this.#halfSpaces }
    await this.#visit(instances, [0.5, 1], (shape) => {
      const { element, solid } = shape
      const rows = this.#view.computeRows(shape)
      const segments = computeVisibleSegments(this.#getEdges(shape), { rows, solid }, test)
      const existing = this.#lines.get(element)
      if (existing === undefined) this.#lines.set(element, segments)
      else for (const value of segments) existing.push(value)
    })
  }

  /** Lists the instances that reach behind the cut, and grows the box of the plan by their elements. */
  #listInstances(): number[] {
    const { boxes, plane, others } = this.#request
    const { spheres } = this.#geometry
    const isReached = (instance: number, { normal, offset }: CutPlane): boolean => {
      const at = instance * 4
      const height = normal[0] * spheres[at] + normal[1] * spheres[at + 1] + normal[2] * spheres[at + 2] + offset
      return height >= -spheres[at + 3]
    }
    const instances = this.#request.instances.filter((instance) =>
      [plane, ...others].every((one) => isReached(instance, one)),
    )
    for (const element of new Set(instances.map((instance) => this.#geometry.elementOf(instance)))) {
      const bounds = boxes.subarray(element * 6, element * 6 + 6)
      if (Number.isFinite(bounds[0])) this.#view.growBox(this.#box, bounds)
    }
    return instances
  }

  #createGrid(): DepthGrid {
    const [left, bottom, right, top] = this.#box
    const pixel = Math.max(minPixel, Math.sqrt(((right - left) * (top - bottom)) / maxPixels))
    const [width, height] = [Math.ceil((right - left) / pixel) + 2, Math.ceil((top - bottom) / pixel) + 2]
    return { left: left - pixel, bottom: bottom - pixel, width, height, pixel }
  }

  /** Visits shapes in batches, between which the page responds; fetches those that are not resident. */
  async #visit(
    instances: readonly number[],
    [from, to]: readonly [number, number],
    action: (shape: InstanceShape) => void,
  ): Promise<void> {
    const slices = new TimeSlices(this.#request.signal)
    for (let first = 0; first < instances.length; first += shapesPerBatch) {
      const batch = instances.slice(first, first + shapesPerBatch)
      await this.#geometry.visit(batch, (instance) => action(this.#geometry.getShape(instance)))
      if (!slices.isOver) continue
      this.#request.onFraction?.(from + ((to - from) * first) / instances.length)
      await slices.next()
    }
  }

  #addSurfaces(shape: InstanceShape, depths: DepthBuffer): void {
    const [red, green, blue, opacity] = this.#geometry.getColor(shape.instance)
    const fill = this.#addCut(shape, chooseHatch([red, green, blue, opacity]))
    for (let at = 0; at < fill.length; at += 6)
      depths.add([fill[at], fill[at + 1], 0], [fill[at + 2], fill[at + 3], 0], [fill[at + 4], fill[at + 5], 0], [])
    if (opacity < opaqueFrom || shape.shape.kind !== 'triangles') return
    const { vertices, indices, firstVertex, indexStart, indexCount } = shape.shape
    const rows = this.#view.computeRows(shape)
    const project = (index: number): readonly [number, number, number] => {
      const at = (firstVertex + indices[index]) * 4
      const [x, y, z] = [vertices[at], vertices[at + 1], vertices[at + 2]]
      return [
        rows[0] * x + rows[1] * y + rows[2] * z + rows[3],
        rows[4] * x + rows[5] * y + rows[6] * z + rows[7],
        rows[8] * x + rows[9] * y + rows[10] * z + rows[11],
      ]
    }
    for (let index = indexStart; index < indexStart + indexCount; index += 3) {
      const [a, b, c] = [project(index), project(index + 1), project(index + 2)]
      if (a[2] >= 0 || b[2] >= 0 || c[2] >= 0) depths.add(a, b, c, this.#halfSpaces)
    }
  }

  /** Adds the section of a shape; returns the triangles of its fill. */
  #addCut(shape: InstanceShape, hatch: PlanCut['hatch']): Float64Array {
    const { loops: rawLoops, segments, closes } = sliceShape(shape, this.#view.frame)
    if (segments.length === 0) return new Float64Array(0)
    const isFilled = shape.solid && closes
    const raw = isFilled ? rawLoops.map(straightened) : []
    const fill = mirror(triangulate(raw))
    const loops = raw.map(mirror)
    const area = raw.reduce((sum, loop) => sum + signedArea(loop), 0)
    const open = isFilled ? new Float64Array(0) : mirror(segments)
    this.#cuts.push({ element: shape.element, hatch, loops, segments: open, area })
    return fill
  }

  #getEdges({ geometry, shape }: InstanceShape): MeshEdges {
    let edges = this.#edges.get(geometry)
    if (edges === undefined) {
      edges = collectMeshEdges(shape)
      this.#edges.set(geometry, edges)
    }
    return edges
  }
}

/** Removes repeated segments: the upper and the lower edge of a vertical face coincide. */
function unique(segments: readonly number[]): number[] {
  const keys = new Set<string>()
  const out: number[] = []
  for (let at = 0; at < segments.length; at += 4) {
    const ends = segments.slice(at, at + 4).map((value) => Math.round(value * stepsPerMetre))
    const [x1, y1, x2, y2] = ends
    const key = x1 < x2 || (x1 === x2 && y1 < y2) ? `${x1} ${y1} ${x2} ${y2}` : `${x2} ${y2} ${x1} ${y1}`
    if (keys.has(key)) continue
    keys.add(key)
    out.push(...segments.slice(at, at + 4))
  }
  return out
}

/** Converts from the axes of sections, whose right is the left of the plan. */
const mirror = (points: Float64Array): Float64Array => points.map((value, at) => (at % 2 === 0 ? -value : value))
