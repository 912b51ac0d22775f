import type { ExteriorSet, Manifest } from '@kamar/package-format/read'
import type { RenderedContent } from '../../render/rendered-content.js'
import type { ElementInstances } from '../../store/element-instances.js'
import type { GpuChunk } from '../../store/gpu-chunk.js'
import type { RowRun } from '../../store/model-data.js'
import { CellBuffers } from './cell-buffers.js'
import { computeCapacity, computeCellBytes, computeFixedBytes, isWithin, type CellSize } from './cell-capacity.js'
import { putRows, removeRows, setPresent, type CellLocation } from './cell-rows.js'
import { PulledShapes } from './pulled-shapes.js'

/** Chunk or proxy of the package. */
export interface CellChunk {
  readonly number: number
  readonly path: string
  readonly size: CellSize
  readonly isProxy: boolean
  state: 'evicted' | 'loading' | 'resident' | 'failed'
  location: CellLocation | null
  /** Its rows, while it is drawn. */
  run: RowRun | null
  /** Elements of which it is drawn; null for all. */
  drawnElements: ElementTest | null
  /** First instance in the package. */
  firstInstance: number
  /** Number of the last choice that needed it. */
  neededAt: number
}

/** Returns whether a chunk is drawn of an element. */
export type ElementTest = (element: number) => boolean

/** Content that cells fill. */
export interface CellContent extends Omit<RenderedContent, 'exterior'> {
  readonly elements: ElementInstances
  exterior: ExteriorSet | null
}

/** Dependencies of a store. */
export interface CellStoreDependencies {
  readonly content: CellContent
  /** Reports changed GPU buffers. */
  uploaded(): void
  /** Reports rows with new instances. */
  rowsReplaced(start: number, end: number): void
}

/** Resident chunks of cells, in buffers and rows of the content that are allocated once. */
export class CellStore {
  readonly chunks: readonly CellChunk[]
  readonly capacity: CellSize
  /** Bytes of resident chunks, and those that are needed whatever is resident. */
  byteLength: number
  /** Drawn runs of rows. */
  runs: readonly RowRun[] = []
  readonly #world: CellStoreDependencies
  readonly #buffers: CellBuffers
  readonly #shapes: PulledShapes
  readonly #exteriorBits: Uint8Array
  #exterior: ExteriorSet | null = null

  constructor(
    world: CellStoreDependencies,
    { sizes, budget }: { readonly sizes: readonly CellSize[]; readonly budget: number },
  ) {
    const { content } = world
    const { manifest, instances, batches } = content
    this.#world = world
    this.#shapes = batches.useSource((gl, list) => new PulledShapes(gl, list))
    this.capacity = computeCapacity(manifest, { sizes, budget, maxShapeLength: this.#shapes.maxLength })
    this.chunks = createChunks(manifest, sizes)
    this.byteLength = computeFixedBytes(manifest, { sizes, budget })
    this.#buffers = new CellBuffers(this.capacity)
    this.#exteriorBits = new Uint8Array(Math.ceil(this.capacity.rows / 8))
    instances.reserve(this.capacity.rows)
    removeRows(instances, 0, this.capacity.rows)
    content.instanceColors.updateRange(0, this.capacity.rows)
    this.#shapes.reserve(this.capacity)
    // Proxies can be drawn before it is known what else is visible from outside.
    if (manifest.files.some(({ path }) => path === 'exterior.bin')) this.#shareExterior()
    world.uploaded()
  }

  setExterior(exterior: ExteriorSet): void {
    this.#exterior = exterior
    for (const chunk of this.chunks) this.#writeExterior(chunk)
    this.#shareExterior()
  }

  #shareExterior(): void {
    const bits = this.#exteriorBits
    this.#world.content.exterior = {
      instanceCount: bits.length * 8,
      bits,
      has: (row) => ((bits[row >> 3] >> (row & 7)) & 1) === 1,
    }
  }

  /**
   * Puts a copy of a decoded chunk where there is space, evicting evictable ones that are not drawn; returns false
   * without.
   */
  put(chunk: CellChunk, decoded: GpuChunk, isEvictable: (chunk: CellChunk) => boolean): boolean {
    const { content } = this.#world
    const location = isWithinSize(decoded, chunk.size) ? this.#placeFor(chunk.size, isEvictable) : null
    if (location === null) return false
    const end = location.rows + chunk.size.rows
    chunk.location = location
    chunk.firstInstance = decoded.firstInstance
    chunk.state = 'resident'
    this.byteLength += computeCellBytes(chunk.size)
    content.geometries.put(decoded, { chunkNumber: chunk.number, firstGeometry: location.geometries })
    putRows(content.instances, decoded, { location, isProxy: chunk.isProxy })
    this.#shapes.put(decoded, location)
    content.elements.invalidate()
    this.#world.rowsReplaced(location.rows, end)
    content.batches.uploadInstances(content.instances, location.rows, end)
    this.#writeExterior(chunk)
    this.#world.uploaded()
    return true
  }

  /** Draws these chunks and no others, of some elements or of all (null); returns whether anything changed. */
  draw(elementsByChunk: ReadonlyMap<number, ElementTest | null>): boolean {
    let isChanged = false
    for (const chunk of this.chunks) {
      if (chunk.location === null) continue
      const elements = elementsByChunk.get(chunk.number)
      const isDrawn = elements !== undefined
      if (isDrawn === (chunk.run !== null) && (!isDrawn || elements === chunk.drawnElements)) continue
      this.#setDrawn(chunk, chunk.location, elements)
      isChanged = true
    }
    if (isChanged) this.runs = this.chunks.flatMap(({ run }) => (run === null ? [] : [run]))
    return isChanged
  }

  #placeFor(size: CellSize, isEvictable: (chunk: CellChunk) => boolean): CellLocation | null {
    const evictable = this.chunks.filter(
      (chunk) => chunk.state === 'resident' && chunk.run === null && isEvictable(chunk),
    )
    evictable.sort((one, other) => other.neededAt - one.neededAt)
    for (;;) {
      const location = this.#buffers.take(size)
      if (location !== null) return location
      const oldest = evictable.pop()
      if (oldest === undefined) return null
      this.#evict(oldest)
    }
  }

  #evict(chunk: CellChunk): void {
    if (chunk.location === null) return
    const { content } = this.#world
    const { location, size } = chunk
    this.#buffers.free(location, size)
    this.byteLength -= computeCellBytes(size)
    removeRows(content.instances, location.rows, location.rows + size.rows)
    content.geometries.remove(chunk.number)
    content.elements.invalidate()
    chunk.location = null
    chunk.state = 'evicted'
  }

  #setDrawn(chunk: CellChunk, location: CellLocation, elements: ElementTest | null | undefined): void {
    const { instances, instanceColors, batches } = this.#world.content
    const run = { start: location.rows, end: location.rows + chunk.size.rows }
    const isDrawn = elements !== undefined
    chunk.run = isDrawn ? run : null
    chunk.drawnElements = elements ?? null
    setPresent(instances, run, (element) => isDrawn && elements?.(element) !== false)
    instanceColors.updateRange(run.start, run.end)
    if (isDrawn) batches.uploadColors(instanceColors, run.start, run.end)
  }

  /** Writes the bits of the rows of a chunk; a proxy draws nothing else than what is visible from outside. */
  #writeExterior({ location, size, isProxy, firstInstance }: CellChunk): void {
    if (location === null) return
    for (let row = 0; row < size.rows; row++) {
      const at = location.rows + row
      const isVisible = isProxy || this.#exterior?.has(firstInstance + row) === true
      if (isVisible) this.#exteriorBits[at >> 3] |= 1 << (at & 7)
      else this.#exteriorBits[at >> 3] &= ~(1 << (at & 7))
    }
  }
}

function createChunks({ chunks, proxies = [] }: Manifest, sizes: readonly CellSize[]): CellChunk[] {
  return [...chunks, ...proxies].map(({ path }, number) => ({
    number,
    path,
    size: sizes[number],
    isProxy: number >= chunks.length,
    state: 'evicted',
    location: null,
    run: null,
    drawnElements: null,
    firstInstance: 0,
    neededAt: 0,
  }))
}

/** Returns whether a chunk is as large as the tree of cells states; another tree may belong to other chunks. */
function isWithinSize({ owners, indices, instances, geometries }: GpuChunk, size: CellSize): boolean {
  const actual = {
    vertices: owners.length,
    indices: indices.length,
    rows: instances.count,
    geometries: geometries.count,
  }
  return isWithin(actual, size) && actual.rows === size.rows
}
