import type { Box, ExteriorSet, Manifest } from '@kamar/package-format/read'
import { Culler } from '../cull/culler.js'
import type { CellResidency, ContentResidency, ElementBoxTable } from '../residency/content-residency.js'
import type { ModelBatches } from '../render/model-batches.js'
import type { RenderedContent } from '../render/rendered-content.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { ElementInstances } from '../store/element-instances.js'
import type { ElementStates } from '../store/element-states.js'
import { GeometryStore } from '../store/geometry-store.js'
import { drawMode, InstanceColors, type StateColors } from '../store/instance-colors.js'
import { emptyBox, InstanceStore } from '../store/instance-store.js'
import type { RowRun } from '../store/model-data.js'
import type { GpuChunk, TextureBinding } from '../store/gpu-chunk.js'
import type { PackageLoader } from '../types.js'

/**
 * One generation of a model on screen: its loaded chunks, in the page's memory and on the GPU. When the finished
 * package replaces the provisional one, a second content is filled and then swapped in.
 */
export class ModelContent implements RenderedContent {
  readonly instances = new InstanceStore()
  readonly geometries = new GeometryStore()
  readonly instanceColors: InstanceColors
  readonly elements: ElementInstances
  readonly culler: Culler
  readonly batches: ModelBatches
  manifest: Manifest
  /** Textures of the chunks' materials; instances refer to them. */
  readonly textures: TextureBinding[] = []
  /** Keeps the geometry within the memory budget; null if everything fits. */
  residency: ContentResidency | null = null
  /** Computes occlusion by walls; null for small models, and until its code is loaded. */
  occlusion: RenderedContent['occlusion'] = null
  /** Drawn fills of caps, nine numbers a triangle. */
  capTriangles: ArrayLike<number> = []
  /** Whether more chunks will follow. */
  loading = true
  /** Whether its coplanar surfaces have their depth bias, which changes the first frame. */
  isPrepared = false
  /** Whether the initially hidden elements are known. */
  hiddenKnown = false
  #exterior: ExteriorSet | null = null
  #lastExterior = -1
  #grownBox: number[] = emptyBox()
  #movedBox: Box | null = null
  #disposed = false
  readonly #renderer: SceneRenderer

  constructor(parts: {
    readonly renderer: SceneRenderer
    readonly states: ElementStates
    readonly colors: StateColors
    readonly manifest: Manifest
  }) {
    this.#renderer = parts.renderer
    this.manifest = parts.manifest
    this.batches = parts.renderer.createModel()
    this.instanceColors = new InstanceColors({ instances: this.instances, states: parts.states, colors: parts.colors })
    this.elements = new ElementInstances(this.instances)
    this.culler = new Culler(this.instances, this.instanceColors)
    if (parts.manifest.state === 'complete' && parts.manifest.proxies === undefined)
      this.instances.reserve(parts.manifest.counts.instances)
  }

  /** The cells of a large model; null otherwise. */
  get cells(): CellResidency | null {
    return this.residency?.kind === 'cells' ? this.residency : null
  }
  get rowRuns(): readonly RowRun[] | null {
    return this.cells?.rowRuns ?? null
  }

  /** Returns the objects visible from outside, once known. */
  get exterior(): ExteriorSet | null {
    return this.#exterior
  }
  set exterior(exterior: ExteriorSet | null) {
    this.#exterior = exterior
    this.#lastExterior = exterior === null ? -1 : lastBit(exterior.bits)
  }
  /** Returns whether every object visible from outside is loaded. */
  get exteriorReady(): boolean {
    return this.#exterior !== null && this.instances.count > this.#lastExterior
  }

  /** Returns whether elements are moved from their package placement. */
  get isDisplaced(): boolean {
    return this.#movedBox !== null
  }
  /** Called when the instances from `start` to `end` have moved; `explodedBox` is the box around exploded elements. */
  rearranged(start: number, explodedBox: Box | null, end = this.instances.count): void {
    this.#movedBox = explodedBox
    this.batches.uploadInstances(this.instances, start, end)
    this.#renderer.resetState()
  }

  /** Called when placements contain the depth bias of coplanar surfaces; `farthest` is the maximum bias, metres. */
  setPlanes(farthest: number): void {
    this.instances.planeSeparation = farthest
    this.batches.planeSeparation = farthest
    this.batches.uploadInstances(this.instances, 0, this.instances.count)
    this.#renderer.resetState()
  }

  /**
   * Returns the box of the model, metres relative to the origin: the manifest's, or that of the loaded chunks; for a
   * moved model the current one.
   */
  get bounds(): Box | null {
    if (this.#movedBox !== null) return this.#movedBox
    if (this.manifest.bounds !== null) return this.manifest.bounds
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.#grownBox as [number, number, number, number, number, number]
    return minX > maxX ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
  }

  /** Adds the next chunk; `growth` as in `GeometryArena.append`. */
  append(chunk: GpuChunk, growth?: number): void {
    const start = this.instances.count
    this.instances.append(chunk.instances)
    this.textures.push(...chunk.textures)
    this.geometries.append(chunk)
    const end = this.instances.count
    this.instanceColors.updateRange(start, end)
    if (this.manifest.bounds === null)
      for (let instance = start; instance < end; instance++)
        this.instances.growBox(instance, this.geometries.extent, this.#grownBox)
    if (this.residency === null) this.batches.uploadGeometry(chunk, null, growth)
    else if (this.residency.kind === 'shapes') this.residency.add(chunk, start)
    this.batches.uploadInstances(this.instances, start, end)
    this.batches.uploadColors(this.instanceColors, start, end)
    this.#renderer.resetState()
  }

  /** Called when all chunks are loaded: frees surplus reserved memory. */
  finish(): void {
    this.loading = false
    if (this.residency === null) this.batches.arena.trim()
    this.#renderer.resetState()
  }

  /** Fetches and applies the textures of materials; returns false if there is nothing new to draw. */
  async showTextures(loader: PackageLoader, signal: AbortSignal): Promise<boolean> {
    if (this.textures.length === 0) return false
    const { TextureArray } = await import('../render/texture-array.js')
    const { loadTextures } = await import('../stream/load-textures.js')
    if (this.#disposed) return false
    const textureArray = this.batches.ensureTextures((gl) => new TextureArray(gl, this.textures))
    this.#renderer.resetState()
    const bitmaps = await loadTextures({ loader, signal, numbers: textureArray.numbers, side: textureArray.side })
    const isWanted = !this.#disposed && bitmaps.size > 0
    if (isWanted) {
      textureArray.fill(bitmaps)
      this.batches.showTextures(textureArray)
      this.#renderer.resetState()
    }
    for (const bitmap of bitmaps.values()) bitmap.close()
    return isWanted
  }

  /** Computes and uploads the colours of some elements' instances, or of all. */
  refreshColors(elements: Iterable<number> | null): void {
    const { count } = this.instances
    if (count === 0) return
    if (elements === null) {
      this.instanceColors.updateRange(0, count)
      this.batches.uploadColors(this.instanceColors, 0, count)
      return
    }
    for (const element of elements) {
      const instances = this.elements.of(element)
      for (const instance of instances) {
        this.instanceColors.update(instance)
        this.batches.uploadColors(this.instanceColors, instance, instance + 1)
      }
    }
  }

  /** Applies the colours of another theme. */
  setStateColors(colors: StateColors): void {
    this.instanceColors.colors = colors
    this.refreshColors(null)
  }

  /** Returns the box around the instances of the elements; null without any. */
  computeBounds(elements: Iterable<number>): Box | null {
    const box = emptyBox()
    const table = this.cells?.boxes ?? null
    if (table !== null) for (const element of elements) table.growBox(element, box)
    else
      for (const element of elements)
        for (const instance of this.elements.of(element)) this.instances.growBox(instance, this.geometries.extent, box)
    const [minX, minY, minZ, maxX, maxY, maxZ] = box as [number, number, number, number, number, number]
    return minX > maxX ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
  }

  /** Returns boxes of six numbers around the instances of the elements, or around all drawn ones. */
  computeBoxes(elements: Iterable<number> | null): Float32Array {
    const table = this.cells?.boxes ?? null
    if (table !== null && elements !== null) return listBoxes(table, elements)
    const { mode } = this.instanceColors
    const matches: number[] = []
    if (elements === null) {
      for (let instance = 0; instance < this.instances.count; instance++)
        if (mode[instance] !== drawMode.none) matches.push(instance)
    } else for (const element of elements) matches.push(...this.elements.of(element))
    const boxes = new Float32Array(matches.length * 6)
    matches.forEach((instance, row) => {
      const box = boxes.subarray(row * 6, row * 6 + 6)
      box.set(emptyBox())
      this.instances.growBox(instance, this.geometries.extent, box)
    })
    return boxes
  }

  dispose(): void {
    this.#disposed = true
    this.residency?.dispose()
    this.batches.dispose()
    this.#renderer.resetState()
  }
}

function listBoxes(table: ElementBoxTable, elements: Iterable<number>): Float32Array {
  const shapes = [...elements].filter((element) => table.hasShape(element))
  const boxes = new Float32Array(shapes.length * 6)
  shapes.forEach((element, row) => {
    const box = boxes.subarray(row * 6, row * 6 + 6)
    box.set(emptyBox())
    table.growBox(element, box)
  })
  return boxes
}

function lastBit(bits: Uint8Array): number {
  for (let byte = bits.length - 1; byte >= 0; byte--)
    if (bits[byte] !== 0) return byte * 8 + 31 - Math.clz32(bits[byte])
  return -1
}
