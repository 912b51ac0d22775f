import type { Manifest } from '@kamar/package-format/read'
import type { PackageLoader, ResidencyStatus } from '../types.js'
import type { CullView } from '../cull/culler.js'
import { stillQuality } from '../cull/quality.js'
import type { RenderedContent } from '../render/rendered-content.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { ChunkDecoder } from '../stream/chunk-decoder.js'
import { fetchFile } from '../stream/chunk-stream.js'
import type { ShapeResidency } from './content-residency.js'
import { rowBytes } from './memory-budget.js'
import { BufferAllocator, type ChunkSize } from './buffer-allocator.js'
import { ChunkRows } from './chunk-rows.js'
import { scoreChunks } from './chunk-scores.js'

/** Interval of the chunk scoring during continuous frames, milliseconds. */
const updateIntervalMilliseconds = 120
/** Maximum chunks loading at once. */
const maxConcurrentLoads = 2
/** A resident chunk stays until another has a priority higher by this factor, which prevents thrashing. */
const hysteresisFactor = 1.25
/** An earlier peak priority counts by this ratio, halved after each interval in milliseconds: users look back. */
const retainedRatio = 0.1
const halfLife = 1000
/** Interval of the scoring without movement while that decay changes the priorities, milliseconds. */
const fadeEvery = 500
/** Ratio of the capacity to allocate: the rest is lost to fragmentation. */
const fillRatio = 0.92
/** Objects of this size count as missing, pixels. */
const missedPixels = 12
/** Minimum ratio of the budget for shapes if instance rows alone would use it up. */
const minShapeRatio = 0.25

/** Chunk of the package that is loaded and evicted. */
interface ChunkEntry extends ChunkSize {
  readonly path: string
  readonly shapeBytes: number
  state: 'evicted' | 'loading' | 'resident'
  /** Location on the GPU. */
  location: ChunkSize | null
  visiblePixels: number
  priority: number
  /** Peak priority, and its time in milliseconds. */
  peak: number
  peakAt: number
}

/** Dependencies of the chunk residency. */
export interface ChunkResidencyDependencies {
  readonly content: RenderedContent
  readonly loader: PackageLoader
  readonly signal: AbortSignal
  /** Bytes. */
  readonly budget: number
  createDecoder(): ChunkDecoder
  /** Reports changed GPU buffers. */
  uploaded(): void
  /** Reports a changed display. */
  changed(): void
  /** Reports a possibly changed residency status. */
  statusChanged(): void
}

/**
 * Evicts chunks that are distant, small or off screen, and fetches them again when they are near: a model of any size
 * stays within a budget, `docs/decisions/0023-chunk-residency-under-a-memory-budget.md`. Rows of instances stay; shapes
 * are loaded and evicted.
 */
export class ChunkResidency implements ShapeResidency {
  readonly kind = 'shapes'
  readonly #world: ChunkResidencyDependencies
  readonly #entries: ChunkEntry[] = []
  #allocator: BufferAllocator | null = null
  #maxShapeBytes = 0
  #shapeBytes = 0
  readonly #rows: ChunkRows
  #view: CullView | null = null
  #exterior: Uint8Array | null = null
  #requested: readonly number[] = []
  /** Chunks that found no space, or could not be fetched, since the view changed. */
  readonly #refused = new Set<number>()
  /** Whether the view changed since the last scoring. */
  #isNewView = true
  #loadingCount = 0
  #lastUpdateAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined
  #decoder: ChunkDecoder | null = null
  #status: ResidencyStatus

  constructor(world: ChunkResidencyDependencies) {
    this.#world = world
    this.#rows = new ChunkRows(world.content.instances, world.content.geometries)
    const { chunks } = world.content.manifest
    this.#status = {
      needed: 0,
      resident: 0,
      isNearMissing: false,
      chunks: chunks.length,
      bytes: 0,
      budget: world.budget,
    }
  }

  get status(): ResidencyStatus {
    return this.#status
  }

  add(chunk: GpuChunk, firstInstance: number): void {
    const { geometries, instances, manifest } = this.#world.content
    const number = this.#entries.length
    this.#allocator ??= this.#createAllocator(chunk, manifest)
    this.#entries.push({
      path: manifest.chunks[number].path,
      vertices: chunk.owners.length,
      indices: chunk.indices.length,
      shapeBytes: geometries.getByteLength(number),
      state: 'evicted',
      location: null,
      visiblePixels: 0,
      priority: 0,
      peak: 0,
      peakAt: 0,
    })
    this.#rows.append(firstInstance, instances.count, (number) => this.#entries[number].location?.indices ?? null)
    geometries.evict(number)
    const location = this.#fits(number) ? this.#allocator.take(this.#entries[number]) : null
    if (location !== null) this.#put(number, chunk, location)
    this.#schedule()
  }

  updateView(view: CullView, exterior: Uint8Array | null): void {
    if (!isSameView(this.#view, view) || this.#exterior !== exterior) this.#isNewView = true
    this.#view = { ...view, planes: view.planes.slice() }
    this.#exterior = exterior
    this.#schedule()
  }

  isResident(instance: number): boolean {
    return this.#entries[this.#rows.home[instance]].state === 'resident'
  }

  async visit(instances: Iterable<number>, visit: (instance: number) => void): Promise<void> {
    const waiting = new Map<number, number[]>()
    for (const instance of instances) {
      if (this.isResident(instance)) visit(instance)
      else waiting.set(this.#rows.home[instance], [...(waiting.get(this.#rows.home[instance]) ?? []), instance])
    }
    for (const [number, members] of waiting)
      await this.#withLoaded([number], () => {
        for (const instance of members) visit(instance)
      })
  }

  async withResident(instances: Iterable<number>, action: () => void): Promise<void> {
    const numbers = new Set<number>()
    for (const instance of instances) if (!this.isResident(instance)) numbers.add(this.#rows.home[instance])
    await this.#withLoaded([...numbers], action)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#decoder?.close()
    this.#decoder = null
  }

  /** Loads shapes of evicted chunks on the CPU only, and only while `action` runs. */
  async #withLoaded(numbers: readonly number[], action: () => void): Promise<void> {
    const { geometries } = this.#world.content
    const chunks: GpuChunk[] = []
    for (const number of numbers) chunks.push(await this.#fetch(number))
    const evictedParts = numbers.filter((number) => this.#entries[number].state !== 'resident')
    numbers.forEach((number, at) =>
      evictedParts.includes(number) ? geometries.restore(number, chunks[at]) : undefined,
    )
    try {
      action()
    } finally {
      for (const number of evictedParts) geometries.evict(number)
    }
  }

  /** Allocates all capacity at once, divided by the first chunk's ratio of vertices, indices and shapes. */
  #createAllocator(chunk: GpuChunk, manifest: Manifest): BufferAllocator {
    const { content, budget } = this.#world
    const vertices = Math.max(1, chunk.owners.length)
    const indices = chunk.indices.length / vertices
    const shapes = content.geometries.getByteLength(0) / vertices
    const isTextured = manifest.files.some(({ path }) => path.startsWith('textures/'))
    // Position, instance and a colour, which may come late; with textures, a texture coordinate.
    const vertexBytes = isTextured ? 24 : 16
    const bytes = Math.max(budget * minShapeRatio, budget - rowBytes(manifest))
    const maxVertices = Math.floor(bytes / (vertexBytes + 4 * indices + shapes))
    const size = {
      vertices: Math.max(vertices, maxVertices),
      indices: Math.max(chunk.indices.length, Math.floor(maxVertices * indices)),
    }
    this.#maxShapeBytes = size.vertices * shapes
    content.batches.arena.reserve(size)
    this.#world.uploaded()
    return new BufferAllocator(size)
  }

  #put(number: number, chunk: GpuChunk, location: ChunkSize): void {
    const entry = this.#entries[number]
    const { batches, geometries } = this.#world.content
    batches.uploadGeometry(chunk, location)
    this.#world.uploaded()
    geometries.restore(number, chunk)
    this.#shapeBytes += entry.shapeBytes
    entry.state = 'resident'
    entry.location = location
    this.#rows.move(number, location.indices)
  }

  #evict(number: number): void {
    const entry = this.#entries[number]
    if (entry.location === null) return
    this.#allocator?.free(entry.location, entry)
    this.#world.content.geometries.evict(number)
    this.#shapeBytes -= entry.shapeBytes
    entry.state = 'evicted'
    entry.location = null
    this.#rows.move(number, null)
  }

  #fits(number: number): boolean {
    return this.#shapeBytes + this.#entries[number].shapeBytes <= this.#maxShapeBytes
  }

  /** Allocates a location for a chunk, evicting chunks of lower priority if needed; null if there is none. */
  #placeFor(number: number): ChunkSize | null {
    const entry = this.#entries[number]
    const others = [...this.#entries.keys()].filter((other) => this.#entries[other].state === 'resident')
    // The last has the lowest priority.
    others.sort((one, other) => this.#entries[other].priority - this.#entries[one].priority)
    for (;;) {
      const location = this.#fits(number) ? (this.#allocator?.take(entry) ?? null) : null
      if (location !== null) return location
      const least = others.pop()
      if (least === undefined || this.#entries[least].priority * hysteresisFactor >= entry.priority) return null
      this.#evict(least)
    }
  }

  #schedule(interval = updateIntervalMilliseconds): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        if (!this.#world.signal.aborted) this.#updateResidency()
      },
      Math.max(0, this.#lastUpdateAt + interval - performance.now()),
    )
  }

  #updateResidency(): void {
    const now = performance.now()
    const view = this.#view
    if (view === null) return
    const { instances, instanceColors } = this.#world.content
    const scores = scoreChunks({
      instances,
      mode: instanceColors.mode,
      home: this.#rows.home,
      chunkCount: this.#entries.length,
      view,
      exterior: this.#exterior,
      isSelected: (instance) => instanceColors.isSelected(instance),
    })
    this.#lastUpdateAt = now
    if (this.#isNewView) this.#refused.clear()
    this.#isNewView = false
    let isFading = false
    this.#entries.forEach((entry, number) => {
      const remembered = entry.peak * retainedRatio * 0.5 ** ((now - entry.peakAt) / halfLife)
      entry.visiblePixels = scores.visiblePixels[number]
      entry.priority = Math.max(scores.priority[number], remembered)
      if (remembered <= scores.priority[number]) Object.assign(entry, { peak: entry.priority, peakAt: now })
      else isFading ||= remembered >= minPriority
    })
    this.#requested = this.#choose()
    this.#bring()
    this.#updateStatus()
    if (isFading && this.#status.resident < this.#status.needed) this.#schedule(fadeEvery)
  }

  /** Returns the chunks to have resident, the highest priority first, as many as fit. */
  #choose(): number[] {
    const computeRank = (entry: ChunkEntry): number =>
      entry.priority * (entry.state === 'resident' ? hysteresisFactor : 1)
    const ranked = [...this.#entries.keys()].filter((number) => this.#entries[number].priority >= minPriority)
    ranked.sort((one, other) => computeRank(this.#entries[other]) - computeRank(this.#entries[one]))
    const { vertices, indices } = this.#allocator?.size ?? { vertices: 0, indices: 0 }
    const free = { vertices: vertices * fillRatio, indices: indices * fillRatio, shapes: this.#maxShapeBytes }
    return ranked.filter((number) => {
      const entry = this.#entries[number]
      const fits = entry.vertices <= free.vertices && entry.indices <= free.indices && entry.shapeBytes <= free.shapes
      if (!fits) return false
      free.vertices -= entry.vertices
      free.indices -= entry.indices
      free.shapes -= entry.shapeBytes
      return true
    })
  }

  #nextWanted(): number | undefined {
    return this.#requested.find(
      (number) => this.#entries[number].state === 'evicted' && !this.#refused.has(number) && this.#canFit(number),
    )
  }

  /**
   * Returns whether the chunk would fit after evicting all chunks of clearly lower priority; prevents useless fetches.
   */
  #canFit(number: number): boolean {
    const { priority, vertices, indices, shapeBytes } = this.#entries[number]
    const size = this.#allocator?.size ?? { vertices: 0, indices: 0 }
    const free = { vertices: size.vertices, indices: size.indices, shapes: this.#maxShapeBytes }
    for (const entry of this.#entries) {
      const stays =
        entry.state === 'resident' ? entry.priority * hysteresisFactor >= priority : entry.state === 'loading'
      if (!stays) continue
      free.vertices -= entry.vertices
      free.indices -= entry.indices
      free.shapes -= entry.shapeBytes
    }
    return vertices <= free.vertices && indices <= free.indices && shapeBytes <= free.shapes
  }

  #bring(): void {
    while (this.#loadingCount < maxConcurrentLoads) {
      const number = this.#nextWanted()
      if (number === undefined) return
      this.#loadingCount++
      this.#entries[number].state = 'loading'
      void this.#load(number)
    }
  }

  async #load(number: number): Promise<void> {
    const entry = this.#entries[number]
    let chunk: GpuChunk | null = null
    try {
      chunk = await this.#fetch(number)
    } catch {
      // The next movement retries; until then the frame is reported as incomplete.
      this.#refused.add(number)
    }
    this.#loadingCount--
    entry.state = 'evicted'
    if (this.#world.signal.aborted) return
    // The view may have changed meanwhile.
    if (chunk !== null && this.#requested.includes(number)) {
      const location = this.#placeFor(number)
      if (location === null) this.#refused.add(number)
      else this.#put(number, chunk, location)
      this.#world.changed()
    }
    this.#updateStatus()
    this.#bring()
  }

  async #fetch(number: number): Promise<GpuChunk> {
    const { loader, signal } = this.#world
    const bytes = await fetchFile(loader, this.#entries[number].path, signal)
    this.#decoder ??= this.#world.createDecoder()
    return this.#decoder.build(bytes, 'single')
  }

  #updateStatus(): void {
    const before = this.#status
    const needed = this.#entries.filter(({ visiblePixels }) => visiblePixels >= stillQuality.minPixels)
    const missing = needed.filter(({ state }) => state !== 'resident')
    const isAtWork = this.#loadingCount > 0 || this.#nextWanted() !== undefined || this.#world.content.loading
    this.#status = {
      ...before,
      needed: needed.length,
      resident: needed.length - missing.length,
      isNearMissing: isAtWork
        ? before.isNearMissing
        : missing.some(({ visiblePixels }) => visiblePixels >= missedPixels),
      bytes: this.#world.content.batches.byteLength + this.#shapeBytes,
    }
    this.#world.statusChanged()
  }
}

/** Minimum priority to fetch a chunk, pixels: smaller objects are not drawn. */
const minPriority = stillQuality.minPixels * 0.02

function isSameView(one: CullView | null, other: CullView): boolean {
  if (one === null || one.pixelScale !== other.pixelScale || one.planes.length !== other.planes.length) return false
  return (
    one.planes.every((value, at) => value === other.planes[at]) && one.eye.every((value, at) => value === other.eye[at])
  )
}
