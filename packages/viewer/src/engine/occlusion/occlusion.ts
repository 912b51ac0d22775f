import { mapAxes } from '@kamar/core/math'
import type { CullView } from '../cull/culler.js'
import type { ModelData } from '../store/model-data.js'
import { drawMode } from '../store/instance-colors.js'
import { instanceFlag, placementStride, rangeStride } from '../store/gpu-chunk.js'
import { DepthGrid, type Footprint } from './depth-grid.js'

/** Maximum occluders, the largest on screen first, and their maximum total triangles. */
const maxOccluders = 160
const maxTriangles = 6000
/** Maximum triangles of an occluder; bodies with more are unlikely to be walls. */
const trianglesOfOne = 1500
/** Minimum screen area of an occluder, square pixels. */
const minCover = 900
/** Depth tolerance as a ratio of the distance: edges this close behind a surface may show through it. */
const edgesThrough = 3e-4
/** Values of the frustum's six planes; the section planes follow. */
const frustumNumbers = 24

/**
 * Occlusion culling on the CPU before anything is sent to the GPU: rasterises the largest bodies of the view into a
 * grid, then tests the boxes of all others against it. It needs no GPU readback and no earlier frame, so the result is
 * right for every frame, including the first after a jump of the camera.
 */
export class Occlusion {
  readonly #content: ModelData
  readonly #grid = new DepthGrid()
  #visibleInstances = new Uint8Array(0)
  /** Area of the largest box face of each instance, square metres. */
  #faces = new Float32Array(0)
  readonly #matrix = new Float64Array(16)
  readonly #polygon = new Float64Array(7 * 4)
  readonly #clipped = new Float64Array(8 * 4)
  readonly #projected = new Float64Array(8 * 3)
  readonly #footprint: Footprint = { left: 0, bottom: 0, right: 0, top: 0, nearness: 0 }
  #view!: CullView
  #toClip: readonly number[] = []
  /** Length of a metre along right, up, depth and distance of the clip space. */
  readonly #perMetre = new Float64Array(4)

  constructor(content: ModelData) {
    this.#content = content
  }

  /** Returns a bit for each potentially visible instance; null if that cannot be determined. */
  visibleInstances(view: CullView): Uint8Array | null {
    if (view.toClip === undefined) return null
    const { count } = this.#content.instances
    this.#view = view
    const m = (this.#toClip = view.toClip)
    for (let row = 0; row < 4; row++) this.#perMetre[row] = Math.hypot(m[row], m[4 + row], m[8 + row])
    this.#measure()
    const visible = (this.#visibleInstances =
      this.#visibleInstances.length * 8 < count ? new Uint8Array((count >> 3) + 1) : this.#visibleInstances.fill(0))
    const occluders = this.#occluders()
    if (occluders.length === 0 && this.#content.capTriangles.length === 0) return null
    this.#grid.clear()
    this.#drawCaps()
    let triangles = 0
    for (const instance of occluders) {
      visible[instance >> 3] |= 1 << (instance & 7)
      if (triangles < maxTriangles) triangles += this.#drawOccluder(instance)
    }
    this.#grid.finish()
    const { mode } = this.#content.instanceColors
    for (let instance = 0; instance < count; instance++)
      if (mode[instance] !== drawMode.none && this.#isInFrustum(instance) && !this.#isHidden(instance))
        visible[instance >> 3] |= 1 << (instance & 7)
    return visible
  }

  #measure(): void {
    const { instances, geometries } = this.#content
    const faceCount = this.#faces.length
    if (faceCount >= instances.count) return
    const faces = new Float32Array(instances.count)
    faces.set(this.#faces)
    for (let instance = faceCount; instance < instances.count; instance++) {
      const at = instance * placementStride
      const { placement } = instances
      const [x, y, z] = mapAxes(
        (axis) =>
          Math.hypot(placement[at + axis], placement[at + 4 + axis], placement[at + 8 + axis]) *
          geometries.extent[instances.geometry[instance] * 3 + axis],
      )
      faces[instance] = Math.max(x * y, y * z, x * z)
    }
    this.#faces = faces
  }

  /** Returns opaque bodies and sheets that cover much of the screen, the largest first. */
  #occluders(): readonly number[] {
    const { instances, instanceColors, geometries } = this.#content
    const candidates: { readonly instance: number; readonly cover: number }[] = []
    for (let instance = 0; instance < instances.count; instance++) {
      const mode = instanceColors.mode[instance]
      if (mode !== drawMode.closed && mode !== drawMode.open) continue
      const cover = this.#faces[instance] * this.#pixelsPerMetre(instance) ** 2
      if (cover < minCover || !this.#isInFrustum(instance)) continue
      // Textured surfaces may have holes; lines and points have no surface; evicted instances are not drawn.
      const at = instance * placementStride
      const isDrawn = instances.ranges[instance * rangeStride + 1] > 0
      if (instances.placement[at + 13] !== 0 || !isDrawn || instances.flags[instance] & instanceFlag.points) continue
      if (geometries.getShape(instances.geometry[instance]).indexCount > trianglesOfOne * 3) continue
      candidates.push({ instance, cover })
    }
    candidates.sort((a, b) => b.cover - a.cover)
    return candidates.slice(0, maxOccluders).map(({ instance }) => instance)
  }

  #pixelsPerMetre(instance: number): number {
    const { eye, pixelScale, orthographic } = this.#view
    if (orthographic) return pixelScale
    const { sphere } = this.#content.instances
    const at = instance * 4
    const distance = Math.hypot(sphere[at] - eye[0], sphere[at + 1] - eye[1], sphere[at + 2] - eye[2]) - sphere[at + 3]
    return pixelScale / Math.max(0.5, distance)
  }

  #isInFrustum(instance: number): boolean {
    const { sphere } = this.#content.instances
    const { planes } = this.#view
    const at = instance * 4
    for (let plane = 0; plane < planes.length; plane += 4)
      if (
        planes[plane] * sphere[at] +
          planes[plane + 1] * sphere[at + 1] +
          planes[plane + 2] * sphere[at + 2] +
          planes[plane + 3] <
        -sphere[at + 3]
      )
        return false
    return true
  }

  /** Combines the instance transform and the camera: four rows, from the mesh's quantised coordinates to clip space. */
  #aimAt(instance: number): void {
    const { placement } = this.#content.instances
    const at = instance * placementStride
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 4; column++) {
        let sum = column === 3 ? this.#toClip[12 + row] : 0
        for (let axis = 0; axis < 3; axis++) sum += this.#toClip[axis * 4 + row] * placement[at + axis * 4 + column]
        this.#matrix[row * 4 + column] = sum
      }
  }

  #put(vertex: number, x: number, y: number, z: number): void {
    const m = this.#matrix
    for (let row = 0; row < 4; row++)
      this.#polygon[vertex * 4 + row] = m[row * 4] * x + m[row * 4 + 1] * y + m[row * 4 + 2] * z + m[row * 4 + 3]
  }

  #drawOccluder(instance: number): number {
    const { instances, geometries } = this.#content
    const { vertices, firstVertex, indices, indexStart, indexCount, kind } = geometries.getShape(
      instances.geometry[instance],
    )
    if (kind !== 'triangles') return 0
    const isCut = this.#isCut(instance)
    const both = (instances.flags[instance] & instanceFlag.closed) === 0
    this.#aimAt(instance)
    for (let vertex = indexStart; vertex < indexStart + indexCount; vertex += 3) {
      let isUncut = true
      for (let side = 0; side < 3; side++) {
        const at = (firstVertex + indices[vertex + side]) * 4
        const [x, y, z] = [vertices[at], vertices[at + 1], vertices[at + 2]]
        this.#put(side, x, y, z)
        if (isCut && !this.#isUncut(instance, x, y, z)) isUncut = false
      }
      if (isUncut) this.#drawTriangle(both)
    }
    return indexCount / 3
  }

  /** Draws the section caps, which lie in their plane; parts cut off by other planes do not occlude. */
  #drawCaps(): void {
    const { capTriangles } = this.#content
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 4; column++) this.#matrix[row * 4 + column] = this.#toClip[column * 4 + row]
    for (let at = 0; at < capTriangles.length; at += 9) {
      let isUncut = true
      for (let side = 0; side < 3; side++) {
        const [x, y, z] = [
          capTriangles[at + side * 3],
          capTriangles[at + side * 3 + 1],
          capTriangles[at + side * 3 + 2],
        ]
        this.#put(side, x, y, z)
        isUncut &&= this.#isWithinCuts(x, y, z)
      }
      if (isUncut) this.#drawTriangle(true)
    }
  }

  /** Returns whether a plane intersects the instance. */
  #isCut(instance: number): boolean {
    const { planes } = this.#view
    const { sphere } = this.#content.instances
    const at = instance * 4
    for (let plane = frustumNumbers; plane < planes.length; plane += 4) {
      const height =
        planes[plane] * sphere[at] +
        planes[plane + 1] * sphere[at + 1] +
        planes[plane + 2] * sphere[at + 2] +
        planes[plane + 3]
      if (height < sphere[at + 3]) return true
    }
    return false
  }

  #isUncut(instance: number, x: number, y: number, z: number): boolean {
    const { placement } = this.#content.instances
    const at = instance * placementStride
    const transformRow = (row: number): number =>
      placement[at + row] * x + placement[at + row + 1] * y + placement[at + row + 2] * z + placement[at + row + 3]
    return this.#isWithinCuts(transformRow(0), transformRow(4), transformRow(8))
  }

  #isWithinCuts(x: number, y: number, z: number): boolean {
    const { planes } = this.#view
    for (let plane = frustumNumbers; plane < planes.length; plane += 4)
      if (planes[plane] * x + planes[plane + 1] * y + planes[plane + 2] * z + planes[plane + 3] < -1e-3) return false
    return true
  }

  /** Draws the triangle in `#polygon`, clipped at the near plane. */
  #drawTriangle(both: boolean): void {
    const from = this.#polygon
    const into = this.#clipped
    let count = 0
    for (let vertex = 0; vertex < 3; vertex++) {
      const a = vertex * 4
      const b = ((vertex + 1) % 3) * 4
      const [before, after] = [from[a + 2] + from[a + 3], from[b + 2] + from[b + 3]]
      if (before >= 0) {
        for (let axis = 0; axis < 4; axis++) into[count * 4 + axis] = from[a + axis]
        count++
      }
      if (before >= 0 === after >= 0) continue
      const share = before / (before - after)
      for (let axis = 0; axis < 4; axis++)
        into[count * 4 + axis] = from[a + axis] + (from[b + axis] - from[a + axis]) * share
      count++
    }
    if (count < 3) return
    for (let vertex = 0; vertex < count; vertex++) this.#project(into, vertex * 4, vertex * 3)
    this.#grid.fill(this.#projected, count, both)
  }

  #project(clip: Float64Array, from: number, to: number): void {
    const w = clip[from + 3]
    this.#projected[to] = (clip[from] / w + 1) * 0.5 * DepthGrid.columns
    this.#projected[to + 1] = (clip[from + 1] / w + 1) * 0.5 * DepthGrid.rows
    this.#projected[to + 2] = this.#view.orthographic ? -clip[from + 2] : 1 / w
  }

  /** Returns whether an instance is occluded: tests its sphere first, then its box where the sphere is too coarse. */
  #isHidden(instance: number): boolean {
    if ((this.#visibleInstances[instance >> 3] >> (instance & 7)) & 1) return false
    // The box test costs ten times as much.
    return (this.#printSphere(instance) && this.#grid.hides(this.#footprint)) || this.#isBoxHidden(instance)
  }

  /** Computes the footprint of an instance's sphere; returns false if it crosses the near plane. */
  #printSphere(instance: number): boolean {
    const { sphere } = this.#content.instances
    const at = instance * 4
    const m = this.#toClip
    const perMetre = this.#perMetre
    const radius = sphere[at + 3]
    const clip = (row: number): number =>
      m[row] * sphere[at] + m[4 + row] * sphere[at + 1] + m[8 + row] * sphere[at + 2] + m[12 + row]
    const w = clip(3)
    const nearest = w - radius * perMetre[3]
    const z = clip(2) - radius * perMetre[2]
    if (nearest <= 1e-6 || z + nearest <= 0) return false
    const farthest = w + radius * perMetre[3]
    const side = (value: number): number => Math.min(value / nearest, value / farthest)
    const [x, y] = [clip(0), clip(1)]
    const [wide, high] = [radius * perMetre[0], radius * perMetre[1]]
    const print = this.#footprint
    print.left = (side(x - wide) + 1) * 0.5 * DepthGrid.columns
    print.right = (1 - side(-x - wide)) * 0.5 * DepthGrid.columns
    print.bottom = (side(y - high) + 1) * 0.5 * DepthGrid.rows
    print.top = (1 - side(-y - high)) * 0.5 * DepthGrid.rows
    print.nearness = this.#view.orthographic ? -z : 1 / nearest
    print.nearness += Math.abs(print.nearness) * edgesThrough
    return true
  }

  #isBoxHidden(instance: number): boolean {
    const { instances, geometries } = this.#content
    const { extent } = geometries
    const geometry = instances.geometry[instance] * 3
    this.#aimAt(instance)
    const print = this.#footprint
    print.left = print.bottom = Infinity
    print.right = print.top = print.nearness = -Infinity
    for (let vertex = 0; vertex < 8; vertex++) {
      const x = vertex & 1 ? extent[geometry] : 0
      const y = vertex & 2 ? extent[geometry + 1] : 0
      const z = vertex & 4 ? extent[geometry + 2] : 0
      this.#put(0, x, y, z)
      if (this.#polygon[2] + this.#polygon[3] <= 0) return false
      this.#project(this.#polygon, 0, 0)
      this.#widen()
    }
    if (print.right < 0 || print.top < 0 || print.left > DepthGrid.columns || print.bottom > DepthGrid.rows)
      return false
    print.nearness += Math.abs(print.nearness) * edgesThrough
    return this.#grid.hides(print)
  }

  #widen(): void {
    const print = this.#footprint
    const indices = this.#projected
    if (indices[0] < print.left) print.left = indices[0]
    if (indices[0] > print.right) print.right = indices[0]
    if (indices[1] < print.bottom) print.bottom = indices[1]
    if (indices[1] > print.top) print.top = indices[1]
    if (indices[2] > print.nearness) print.nearness = indices[2]
  }
}
