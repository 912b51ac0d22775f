import type { Box, ExteriorSet, Manifest } from '@kamar/view-package/read'
import { Culler } from '../cull/culler.js'
import type { Occlusion } from '../occlusion/occlusion.js'
import type { ContentRation } from '../ration/content-ration.js'
import type { ModelBatches } from '../render/model-batches.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { ElementInstances } from '../store/element-instances.js'
import type { ElementStates } from '../store/element-states.js'
import { GeometryStore } from '../store/geometry-store.js'
import { drawMode, InstanceLooks, type StateColors } from '../store/instance-looks.js'
import { emptyBox, InstanceStore } from '../store/instance-store.js'
import type { PlacedChunk, WornTexture } from '../store/placed-chunk.js'
import type { PackageLoader } from '../api.js'

/**
 * One generation of a model on screen: the chunks that are here, in the page's memory and on the graphics card. When
 * the finished package replaces the provisional one, a second content is filled and then shown in the first one's place.
 */
export class ModelContent {
  readonly instances = new InstanceStore()
  readonly geometries = new GeometryStore()
  readonly looks: InstanceLooks
  readonly elements: ElementInstances
  readonly culler: Culler
  readonly batches: ModelBatches
  manifest: Manifest
  /** Pictures that materials of the chunks show; instances name them. */
  readonly textures: WornTexture[] = []
  /** Keeps the shapes within what memory there is; null where all of them have room. */
  ration: ContentRation | null = null
  /** Finds out what walls hide; null for small models, and until the code for it is here. */
  occlusion: Pick<Occlusion, 'seen'> | null = null
  /** Fills of caps that are drawn, nine numbers a triangle. */
  capTriangles: ArrayLike<number> = []
  /** Whether more chunks are to come. */
  loading = true
  /** Whether it is known which elements are hidden from the start. */
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
    this.looks = new InstanceLooks({ instances: this.instances, states: parts.states, colors: parts.colors })
    this.elements = new ElementInstances(this.instances)
    this.culler = new Culler(this.instances, this.looks)
    if (parts.manifest.state === 'complete') this.instances.reserve(parts.manifest.counts.instances)
  }

  /** Objects seen from outside, once they are known. */
  get exterior(): ExteriorSet | null {
    return this.#exterior
  }
  set exterior(exterior: ExteriorSet | null) {
    this.#exterior = exterior
    this.#lastExterior = exterior === null ? -1 : lastBit(exterior.bits)
  }
  /** Whether every object seen from outside is here. */
  get exteriorReady(): boolean {
    return this.#exterior !== null && this.instances.count > this.#lastExterior
  }

  /** Whether elements stand apart from where the package has them. */
  get isDisplaced(): boolean {
    return this.#movedBox !== null
  }
  /** The instances from `start` on stand elsewhere; `apart` is the box around elements that were taken from each other. */
  rearranged(start: number, apart: Box | null): void {
    this.#movedBox = apart
    this.batches.uploadInstances(this.instances, start, this.instances.count)
    this.#renderer.forgetState()
  }

  /** Placements say now which of two surfaces in one plane is in front; `farthest` is what stands back most, metres. */
  setPlanes(farthest: number): void {
    this.instances.planesApart = farthest
    this.batches.planesApart = farthest
    this.batches.uploadInstances(this.instances, 0, this.instances.count)
    this.#renderer.forgetState()
  }

  /** Box of the model, metres minus origin: the manifest's, or what arrived; of a displaced one as it stands now. */
  get bounds(): Box | null {
    if (this.#movedBox !== null) return this.#movedBox
    if (this.manifest.bounds !== null) return this.manifest.bounds
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.#grownBox as [number, number, number, number, number, number]
    return minX > maxX ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
  }

  /** Takes the next chunk in. */
  append(chunk: PlacedChunk): void {
    const start = this.instances.count
    this.instances.append(chunk.instances)
    this.textures.push(...chunk.textures)
    this.geometries.append(chunk)
    const end = this.instances.count
    this.looks.updateRange(start, end)
    if (this.manifest.bounds === null)
      for (let instance = start; instance < end; instance++)
        this.instances.growBox(instance, this.geometries.extent, this.#grownBox)
    if (this.ration === null) this.batches.uploadGeometry(chunk)
    else this.ration.take(chunk, start)
    this.batches.uploadInstances(this.instances, start, end)
    this.batches.uploadLooks(this.looks, start, end)
    this.#renderer.forgetState()
  }

  /** Makes room on the card for what the rest of the package will need, judged by the bytes of its chunks. */
  reserveFrom(chunk: PlacedChunk, chunkIndex: number): void {
    const { chunks } = this.manifest
    const total = chunks.reduce((sum, { size }) => sum + size, 0)
    const share = (total / Math.max(1, chunks[chunkIndex]?.size ?? total)) * 1.15
    if (chunks.length < 2 || this.ration !== null) return
    this.batches.arena.reserve({
      vertices: Math.ceil(chunk.owners.length * share),
      indices: Math.ceil(chunk.indices.length * share),
    })
    this.#renderer.forgetState()
  }

  /** All chunks are here: memory reserved too much is given back. */
  finish(): void {
    this.loading = false
    if (this.ration === null) this.batches.arena.trim()
    this.#renderer.forgetState()
  }

  /** Fetches the pictures that materials show and puts them on; false when there is nothing new to draw. */
  async showPictures(loader: PackageLoader, signal: AbortSignal): Promise<boolean> {
    if (this.textures.length === 0) return false
    const { PictureArray } = await import('../render/picture-array.js')
    const { loadPictures } = await import('../stream/load-pictures.js')
    if (this.#disposed) return false
    const pictures = this.batches.keepPictures((gl) => new PictureArray(gl, this.textures))
    this.#renderer.forgetState()
    const bitmaps = await loadPictures({ loader, signal, numbers: pictures.numbers, side: pictures.side })
    const isWanted = !this.#disposed && bitmaps.size > 0
    if (isWanted) {
      pictures.fill(bitmaps)
      this.batches.showPictures(pictures)
      this.#renderer.forgetState()
    }
    for (const bitmap of bitmaps.values()) bitmap.close()
    return isWanted
  }

  /** Works out the colours of some elements' instances, or of all, and sends them. */
  refreshLooks(elements: Iterable<number> | null): void {
    const { count } = this.instances
    if (count === 0) return
    if (elements === null) {
      this.looks.updateRange(0, count)
      this.batches.uploadLooks(this.looks, 0, count)
      return
    }
    for (const element of elements) {
      const instances = this.elements.of(element)
      for (const instance of instances) {
        this.looks.update(instance)
        this.batches.uploadLooks(this.looks, instance, instance + 1)
      }
    }
  }

  /** Takes the colours of another theme. */
  setStateColors(colors: StateColors): void {
    this.looks.colors = colors
    this.refreshLooks(null)
  }

  /** Box around the instances of the elements; null when there are none. */
  boundsOf(elements: Iterable<number>): Box | null {
    const box = emptyBox()
    for (const element of elements)
      for (const instance of this.elements.of(element)) this.instances.growBox(instance, this.geometries.extent, box)
    const [minX, minY, minZ, maxX, maxY, maxZ] = box as [number, number, number, number, number, number]
    return minX > maxX ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
  }

  /** Boxes of six numbers around the instances of the elements, or around all that are drawn. */
  boxesOf(elements: Iterable<number> | null): Float32Array {
    const { mode } = this.looks
    const found: number[] = []
    if (elements === null) {
      for (let instance = 0; instance < this.instances.count; instance++)
        if (mode[instance] !== drawMode.none) found.push(instance)
    } else for (const element of elements) found.push(...this.elements.of(element))
    const boxes = new Float32Array(found.length * 6)
    found.forEach((instance, row) => {
      const box = boxes.subarray(row * 6, row * 6 + 6)
      box.set(emptyBox())
      this.instances.growBox(instance, this.geometries.extent, box)
    })
    return boxes
  }

  dispose(): void {
    this.#disposed = true
    this.ration?.dispose()
    this.batches.dispose()
    this.#renderer.forgetState()
  }
}

function lastBit(bits: Uint8Array): number {
  for (let byte = bits.length - 1; byte >= 0; byte--)
    if (bits[byte] !== 0) return byte * 8 + 31 - Math.clz32(bits[byte])
  return -1
}
