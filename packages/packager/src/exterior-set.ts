import { IdRaster } from './raster/id-raster.js'
import { InstanceProjector } from './raster/instance-projector.js'
import { orthographicView, viewDirection, type Bounds } from './raster/orthographic-view.js'
import { ProjectedBoxes } from './raster/projection.js'
import { isOpaque, type RasterScene } from './raster/raster-scene.js'

/**
 * Pixels along a side of the grid. A coarse grid makes more objects visible, which costs nothing where little is drawn.
 */
const gridSize = 560
const smallModelGridSize = 352
const smallModelInstances = 4000
const levelTolerancePixels = 1
/**
 * Objects below this size, and already visible objects below the second, are not drawn as occluders: they occlude
 * little, and omitting them can only make more visible. They are visible unless they are behind drawn objects.
 */
const minOccluderPixels = 2
const minVisibleOccluderPixels = 12
const depthSlices = 2048
/**
 * Depth offset towards the viewer for objects not yet found visible: of two coplanar surfaces, such as a tile flush
 * with its floor, both are found, one after the other. Without it the result was arbitrary, and the tile was missing
 * from outside.
 */
const forwardPixels = 0.02

/**
 * View directions onto a building. A ray that enters the model's box from outside has a direction, and a parallel view
 * samples every ray of its direction, so only directions need covering, not camera positions. They are dense near the
 * horizon, where windows let views reach deep inside.
 */
const directions: readonly (readonly [number, number, number])[] = [
  viewDirection(45, 89.9),
  viewDirection(45, -89.9),
  ...ring(28, 12),
  ...ring(-22, 5),
  ...ring(50, 8),
  ...ring(2, 16),
]
/** Used as long as each view still finds this fraction of the earlier total. */
const furtherDirections = ring(14, 16)
const worthwhileGain = 0.001

/**
 * Instances times directions up to which all directions are used: about half a minute. Larger models are seen from every
 * second, third … direction; what they miss is drawn later, not omitted.
 */
const maxProjectedBoxes = 60_000_000
const minDirections = 14

/** Returns the directions for a model of so many instances. */
function chooseDirections(all: typeof directions, instances: number): typeof directions {
  const affordable = Math.max(minDirections, maxProjectedBoxes / instances)
  const interval = Math.max(1, Math.ceil((directions.length + furtherDirections.length) / affordable))
  return all.filter((_, number) => number % interval === 0)
}

function ring(elevationDegrees: number, count: number): [number, number, number][] {
  return Array.from({ length: count }, (_, index) =>
    viewDirection(((index + elevationDegrees / 90) * 360) / count, elevationDegrees),
  )
}

/**
 * Finds the instances visible from outside with everything shown; glass counts as transparent. Yields before each
 * direction; returns one byte per instance.
 */
export function* findExteriorSet(scene: RasterScene, bounds: Bounds): Generator<void, Uint8Array> {
  const search = new ExteriorSearch(scene)
  const countNewlyVisible = (direction: readonly [number, number, number]): number => {
    if (search.hiddenCount === 0) return 0
    const before = search.hiddenCount
    search.searchFrom(bounds, direction)
    return before - search.hiddenCount
  }
  let gain = 0
  for (const direction of chooseDirections(directions, scene.count)) {
    yield
    gain = gain * 0.8 + countNewlyVisible(direction) * 0.2
  }
  for (const direction of chooseDirections(furtherDirections, scene.count)) {
    if (gain < worthwhileGain * (scene.count - search.hiddenCount)) break
    yield
    gain = gain * 0.8 + countNewlyVisible(direction) * 0.2
  }
  return search.visible
}

class ExteriorSearch {
  readonly visible: Uint8Array
  /** Instances not found yet. */
  hiddenCount: number
  readonly #scene: RasterScene
  readonly #boxes: ProjectedBoxes
  readonly #size: number
  readonly #raster: IdRaster
  readonly #opaque: Uint8Array
  readonly #levels: LevelIndices
  /** Depth slice per instance. */
  readonly #slices: Uint16Array

  constructor(scene: RasterScene) {
    this.#scene = scene
    this.#size = scene.count < smallModelInstances ? smallModelGridSize : gridSize
    this.#raster = new IdRaster(this.#size, this.#size)
    this.#boxes = new ProjectedBoxes(scene.count)
    this.#levels = new LevelIndices(scene)
    this.#slices = new Uint16Array(scene.count)
    this.visible = new Uint8Array(scene.count)
    this.#opaque = Uint8Array.from(scene.hidden, (_, instance) => (isOpaque(scene, instance) ? 1 : 0))
    this.hiddenCount = scene.hidden.reduce((sum, hidden) => sum + (hidden === 1 ? 0 : 1), 0)
    for (let instance = 0; instance < scene.count; instance++)
      if (scene.hidden[instance] === 0 && !this.#hasFaces(instance)) this.#mark(instance)
  }

  searchFrom(bounds: Bounds, direction: readonly [number, number, number]): void {
    const view = orthographicView(bounds, direction, { width: this.#size, height: this.#size, margin: 2 })
    const projector = new InstanceProjector(this.#scene, view)
    this.#raster.clear()
    this.#boxes.project(this.#scene, view)
    for (const instance of this.#occludersFrontToBack()) this.#draw(projector, instance)
    const { ids } = this.#raster
    for (let pixel = 0; pixel < ids.length; pixel++) if (ids[pixel] >= 0) this.#mark(ids[pixel])
    for (let instance = 0; instance < this.#scene.count; instance++) {
      if (this.visible[instance] === 0 && this.#isInFront(projector, instance)) this.#mark(instance)
    }
  }

  /** Lines and points occlude nothing: they always count as visible. */
  #hasFaces(instance: number): boolean {
    return this.#scene.geometries[this.#scene.geometry[instance]].indices.length > 0
  }

  #mark(instance: number): void {
    if (this.visible[instance] === 1) return
    this.visible[instance] = 1
    this.hiddenCount--
  }

  #isOccluder(instance: number): boolean {
    const { left, right, top, bottom } = this.#boxes
    const size = Math.max(right[instance] - left[instance], bottom[instance] - top[instance])
    return (
      this.#opaque[instance] === 1 &&
      this.#hasFaces(instance) &&
      size > (this.visible[instance] === 1 ? minVisibleOccluderPixels : minOccluderPixels)
    )
  }

  /**
   * Returns the occluders front to back by a counting sort over depth slices: sorting with a comparator took half of
   * the whole search, sorting plain numbers still a fifth.
   */
  #occludersFrontToBack(): Uint32Array {
    const { nearest } = this.#boxes
    const { count, hidden } = this.#scene
    const slice = this.#slices
    const starts = new Uint32Array(depthSlices + 1)
    for (let instance = 0; instance < count; instance++) {
      slice[instance] = depthSlices
      if (hidden[instance] === 1 || !this.#isOccluder(instance)) continue
      const depth = Math.floor((nearest[instance] / (2 * this.#size) + 0.5) * depthSlices)
      slice[instance] = Math.max(0, Math.min(depthSlices - 1, depth))
      starts[slice[instance] + 1]++
    }
    for (let number = 0; number < depthSlices; number++) starts[number + 1] += starts[number]
    const order = new Uint32Array(starts[depthSlices])
    for (let instance = 0; instance < count; instance++)
      if (slice[instance] < depthSlices) order[starts[slice[instance]]++] = instance
    return order
  }

  #draw(projector: InstanceProjector, instance: number): void {
    const { left, right, top, bottom, nearest } = this.#boxes
    const { buffer } = this.#raster
    const box = { left: left[instance], right: right[instance], top: top[instance], bottom: bottom[instance] }
    this.#raster.forward = this.visible[instance] === 1 ? 0 : forwardPixels
    if (buffer.hides(box, nearest[instance] - this.#raster.forward)) return
    const geometry = this.#scene.geometry[instance]
    const indices = this.#levels.selectIndices(geometry, projector.allowedError(instance, levelTolerancePixels))
    projector.projectVertices(instance, indices)
    const cullBack = this.#scene.geometries[geometry].closed && !projector.isMirrored(instance)
    this.#raster.draw(projector.points, indices, instance, cullBack)
    buffer.touch(box)
  }

  /**
   * Returns whether an undrawn object is at least partly in front of the drawn ones: tests its box, then its triangles.
   * With boxes alone, the lamps and sprinklers under a clinic's ceilings were half of what was drawn of it.
   */
  #isInFront(projector: InstanceProjector, instance: number): boolean {
    const { left, right, top, bottom, nearest } = this.#boxes
    if (this.#scene.hidden[instance] === 1 || right[instance] < left[instance] || bottom[instance] < top[instance])
      return false
    if (this.#isOccluder(instance)) return false
    const { buffer } = this.#raster
    const box = { left: left[instance], right: right[instance], top: top[instance], bottom: bottom[instance] }
    if (buffer.hides(box, nearest[instance])) return false
    const geometry = this.#scene.geometry[instance]
    const indices = this.#levels.selectIndices(geometry, projector.allowedError(instance, levelTolerancePixels))
    projector.projectVertices(instance, indices)
    return this.#raster.isInFront(projector.points, indices)
  }
}

/** Index ranges of geometries by allowed error. */
class LevelIndices {
  readonly #scene: RasterScene
  constructor(scene: RasterScene) {
    this.#scene = scene
  }

  selectIndices(geometry: number, allowedMetres: number): Uint32Array {
    const { levels, indices } = this.#scene.geometries[geometry]
    let coarsest = 0
    for (let level = 1; level < levels.length; level++)
      if (levels[level].errorMetres <= allowedMetres && levels[level].count > 0) coarsest = level
    return indices.subarray(levels[coarsest].start, levels[coarsest].start + levels[coarsest].count)
  }
}
