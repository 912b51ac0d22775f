import type { MeshLevel } from '@kamar/core'
import type { Bounds } from '../raster/orthographic-view.js'
import type { RasterGeometry, RasterScene } from '../raster/raster-scene.js'
import { geometryObjectBytes, getMaxPosition, getSizes, isInMemory, loadGeometry } from '../stores/geometry-pool.js'
import { sortByKey } from '../stores/columns/sort-by-key.js'
import { hasPoints, hasTriangles, type PlacedGeometry, type PlacedScene } from './placed-scene.js'

const none = new Uint32Array(0)
const noLevels: readonly MeshLevel[] = [{ start: 0, count: 0, errorMetres: 0 }]
const zero = [0, 0, 0] as const

/** Bytes of geometries that are read from the scratch file for all views; larger models are drawn in coarse form. */
const maxBytes = 144 * 1024 ** 2
/** Part of the model's extent across the view below which the errors of a level are far below a pixel in every view. */
const invisibleErrorRatio = 1 / 5000

/** Scenes for the thumbnail and for the exterior set. */
export interface RasterInput {
  readonly thumbnail: RasterScene
  /** The same with box proxies as transparent: a box is larger than what it stands for, so that it may hide nothing. */
  readonly exterior: RasterScene
}

/**
 * Converts the transformed model to the rasteriser's scenes; yields between geometries. `maxGeometryBytes` is a parameter
 * for tests.
 */
export function* toRasterInput(
  scene: PlacedScene,
  bounds: Bounds,
  maxGeometryBytes = maxBytes,
): Generator<void, RasterInput> {
  const color = new Uint8Array(scene.count * 4)
  scene.material.forEach((material, instance) => color.set(scene.materials[material].color, instance * 4))
  const { geometries, hasProxies } = yield* collectGeometries(scene, bounds, maxGeometryBytes)
  const { count, geometry, linear, translation, hidden, boxes } = scene
  const thumbnail = { geometries, count, geometry, linear, translation, color, hidden, boxes }
  if (!hasProxies) return { thumbnail, exterior: thumbnail }
  const seeThrough = color.slice()
  geometry.forEach((number, instance) => {
    if (geometries[number] instanceof BoxProxy) seeThrough[instance * 4 + 3] = 0
  })
  return { thumbnail, exterior: { ...thumbnail, color: seeThrough } }
}

function rasterGeometry(geometry: PlacedGeometry): RasterGeometry {
  const { positions, step } = geometry
  if (hasTriangles(geometry)) {
    const { colors, indices, levels, edges, closed, isSingleSided } = geometry
    return { positions, colors, indices, levels, edges, origin: zero, step, closed: closed || isSingleSided === true }
  }
  const points = hasPoints(geometry)
  return {
    positions,
    edges: points ? none : geometry.edges,
    origin: zero,
    step,
    colors: points ? geometry.colors : null,
    points,
    indices: none,
    levels: noLevels,
    closed: false,
  }
}

const unused: RasterGeometry = rasterGeometry({ positions: new Uint16Array(0), edges: none, origin: zero, step: 1 })

/** Collects the geometries in use: all as they are, or of a very large model the largest ones in coarse form. */
function* collectGeometries(
  scene: PlacedScene,
  bounds: Bounds,
  maxGeometryBytes: number,
): Generator<void, { geometries: readonly RasterGeometry[]; hasProxies: boolean }> {
  const { geometries } = scene
  const sizes = measureGeometries(scene)
  const used = Uint32Array.from(sizes.keys()).filter((number) => sizes[number] >= 0)
  const stored = used.filter((number) => !isInMemory(geometries[number]))
  const total = stored.reduce((sum, number) => sum + estimateBytes(geometries[number]), 0)
  const out: RasterGeometry[] = Array.from({ length: geometries.length }, () => unused)
  for (const number of used) if (isInMemory(geometries[number])) out[number] = rasterGeometry(geometries[number])
  if (total <= maxGeometryBytes) {
    for (const number of stored) {
      yield
      out[number] = rasterGeometry(loadGeometry(geometries[number]))
    }
    return { geometries: out, hasProxies: false }
  }
  const invisibleError = computeMedianSide(bounds) * invisibleErrorRatio
  const keys = Uint32Array.from(new Uint32Array(sizes.buffer), (bits) => ~bits)
  let bytes = 0
  for (const number of sortByKey(stored, keys)) {
    yield
    const isFull = bytes > maxGeometryBytes
    const geometry = isFull
      ? new BoxProxy(geometries[number])
      : coarsen(loadGeometry(geometries[number]), invisibleError)
    out[number] = geometry
    if (!isFull)
      bytes +=
        geometryObjectBytes + geometry.positions.byteLength + geometry.indices.byteLength + geometry.edges.byteLength
  }
  return { geometries: out, hasProxies: bytes > maxGeometryBytes }
}

function estimateBytes(geometry: PlacedGeometry): number {
  const { vertices, indices, edges } = getSizes(geometry)
  return geometryObjectBytes + vertices * 8 + (indices + edges) * 4
}

/** Returns the longest diagonal of the boxes of the instances of each geometry; -1 without any. */
function measureGeometries({ boxes, count, geometries, geometry }: PlacedScene): Float32Array {
  const sizes = new Float32Array(geometries.length).fill(-1)
  for (let instance = 0; instance < count; instance++) {
    const at = instance * 6
    const diagonal = Math.hypot(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2])
    if (diagonal > sizes[geometry[instance]]) sizes[geometry[instance]] = diagonal
  }
  return sizes
}

function computeMedianSide(bounds: Bounds): number {
  return [0, 1, 2].map((axis) => bounds[axis + 3] - bounds[axis]).toSorted((one, other) => one - other)[1]
}

/** Reduces a mesh to the coarsest level whose error is invisible, without edges; others stay as they are. */
function coarsen(geometry: PlacedGeometry, allowedMetres: number): RasterGeometry {
  if (!hasTriangles(geometry)) return rasterGeometry(geometry)
  const level = geometry.levels.findLast(
    ({ errorMetres, count }, number) => number > 0 && count > 0 && errorMetres <= allowedMetres,
  )
  if (level === undefined) return rasterGeometry(geometry)
  const numbers = new Map<number, number>()
  const indices = geometry.indices.slice(level.start, level.start + level.count).map((vertex) => {
    const number = numbers.get(vertex) ?? numbers.size
    numbers.set(vertex, number)
    return number
  })
  const positions = new Uint16Array(numbers.size * 3)
  const colors = geometry.colors === null ? null : new Uint8Array(numbers.size * 4)
  for (const [vertex, number] of numbers) {
    positions.set(geometry.positions.subarray(vertex * 3, vertex * 3 + 3), number * 3)
    colors?.set(geometry.colors?.subarray(vertex * 4, vertex * 4 + 4) ?? [], number * 4)
  }
  const levels = [{ start: 0, count: indices.length, errorMetres: level.errorMetres }]
  return { ...rasterGeometry({ ...geometry, positions, colors, indices, levels, edges: none }) }
}

/** Corners of a box by their bits: x, y, z. Counter-clockwise from outside. */
const boxIndices = Uint32Array.from(
  [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5].flatMap((_, at, vertices) =>
    at % 4 === 0 ? [0, 1, 2, 0, 2, 3].map((side) => vertices[at + side]) : [],
  ),
)
const boxLevels: readonly MeshLevel[] = [{ start: 0, count: boxIndices.length, errorMetres: 0 }]
/** Shared by all box proxies: the rasteriser projects one geometry at a time. */
const boxPositions = new Uint16Array(24)

/** The box of a geometry that stays in the scratch file. */
class BoxProxy implements RasterGeometry {
  readonly #source: PlacedGeometry
  constructor(source: PlacedGeometry) {
    this.#source = source
  }

  get positions(): Uint16Array {
    const largest = getMaxPosition(this.#source)
    for (let vertex = 0; vertex < 8; vertex++)
      for (let axis = 0; axis < 3; axis++) boxPositions[vertex * 3 + axis] = (vertex >> axis) & 1 ? largest[axis] : 0
    return boxPositions
  }
  get step(): number {
    return this.#source.step
  }
  get colors(): null {
    return null
  }
  get indices(): Uint32Array {
    return boxIndices
  }
  get levels(): readonly MeshLevel[] {
    return boxLevels
  }
  get edges(): Uint32Array {
    return none
  }
  get origin(): readonly [number, number, number] {
    return zero
  }
  get closed(): boolean {
    return true
  }
}
