import { instantiateWasm } from '@kamar/mesh'
import { exteriorModule } from '../generated/exterior-module.js'
import { GeometryField, InstanceFlag, LevelField, SceneField } from './exterior-layout.js'
import { orthographicView, type Bounds } from './orthographic-view.js'
import { isOpaque, type RasterScene } from './raster-scene.js'

/**
 * Pixels along a side of the grid. A coarse grid makes more objects visible, which costs nothing where little is drawn.
 */
const gridSize = 560
const smallModelGridSize = 352
const smallModelInstances = 4000

interface ExteriorExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Lays out the memory; 0 when the scene does not fit. */
  readonly reserve: (instances: number, geometries: number, levels: number, maxVertices: number) => number
  /** Marks the instances visible in the view that the memory states. */
  readonly search: () => void
}

/** Searches views of a scene for visible instances, in WebAssembly (`../../wasm`). */
export class ExteriorSearch {
  readonly #scene: RasterScene
  readonly #size: number
  readonly #exports: ExteriorExports

  constructor(scene: RasterScene) {
    this.#scene = scene
    this.#size = scene.count < smallModelInstances ? smallModelGridSize : gridSize
    const loadArrays = (geometry: number, positions: number, indices: number): void => {
      new Uint16Array(this.#buffer).set(scene.geometries[geometry].positions, positions / 2)
      new Uint32Array(this.#buffer).set(scene.geometries[geometry].indices, indices / 4)
    }
    this.#exports = instantiateWasm(exteriorModule, { scene: { loadArrays } }) as ExteriorExports
    const levels = scene.geometries.reduce((sum, geometry) => sum + geometry.levels.length, 0)
    const maxVertices = scene.geometries.reduce((max, { positions }) => Math.max(max, positions.length / 3), 0)
    this.#fields[SceneField.gridSize] = this.#size
    if (this.#exports.reserve(scene.count, scene.geometries.length, levels, maxVertices) === 0)
      throw new RangeError('Array buffer allocation failed')
    this.#writeGeometries()
    this.#writeInstances()
  }

  /** One byte per instance. */
  get visible(): Uint8Array {
    return new Uint8Array(this.#buffer, this.#fields[SceneField.visibleAddress], this.#scene.count).slice()
  }

  /** Instances not found yet. */
  get hiddenCount(): number {
    return this.#fields[SceneField.hiddenCount]
  }

  searchFrom(bounds: Bounds, direction: readonly [number, number, number]): void {
    const view = orthographicView(bounds, direction, { width: this.#size, height: this.#size, margin: 2 })
    this.#fields.set([...view.rows, ...view.offset], SceneField.view)
    this.#fields[SceneField.scale] = view.scale
    this.#exports.search()
  }

  get #buffer(): ArrayBuffer {
    return this.#exports.memory.buffer
  }

  get #fields(): Float64Array {
    return new Float64Array(this.#buffer, 0, SceneField.count)
  }

  #writeGeometries(): void {
    const { geometries } = this.#scene
    const floats = new Float64Array(this.#buffer)
    let row = this.#fields[SceneField.geometriesAddress] / 8
    const firstLevel = this.#fields[SceneField.levelsAddress] / 8
    let level = firstLevel
    for (const { origin, step, positions, indices, closed, levels } of geometries) {
      floats.set(origin, row + GeometryField.originX)
      floats[row + GeometryField.step] = step
      floats[row + GeometryField.vertexCount] = positions.length / 3
      floats[row + GeometryField.indexCount] = indices.length
      floats[row + GeometryField.closed] = closed ? 1 : 0
      floats[row + GeometryField.firstLevel] = (level - firstLevel) / LevelField.count
      floats[row + GeometryField.levelCount] = levels.length
      row += GeometryField.count
      for (const { start, count, errorMetres } of levels) {
        floats.set([start, count, errorMetres], level)
        level += LevelField.count
      }
    }
  }

  #writeInstances(): void {
    const scene = this.#scene
    const fields = this.#fields
    new Float32Array(this.#buffer).set(scene.linear, fields[SceneField.linearAddress] / 4)
    new Float32Array(this.#buffer).set(scene.translation, fields[SceneField.translationAddress] / 4)
    new Float32Array(this.#buffer).set(scene.boxes, fields[SceneField.boxesAddress] / 4)
    new Uint32Array(this.#buffer).set(scene.geometry, fields[SceneField.geometryAddress] / 4)
    const flags = new Uint8Array(this.#buffer, fields[SceneField.flagsAddress], scene.count)
    const visible = new Uint8Array(this.#buffer, fields[SceneField.visibleAddress], scene.count)
    let hiddenCount = 0
    for (let instance = 0; instance < scene.count; instance++) {
      if (scene.hidden[instance] === 1) {
        flags[instance] = InstanceFlag.hidden
        continue
      }
      // Lines and points occlude nothing: they always count as visible.
      const hasFaces = scene.geometries[scene.geometry[instance]].indices.length > 0
      if (!hasFaces) visible[instance] = 1
      else if (isOpaque(scene, instance)) flags[instance] = InstanceFlag.occluder
      if (hasFaces) hiddenCount++
    }
    fields[SceneField.hiddenCount] = hiddenCount
  }
}
