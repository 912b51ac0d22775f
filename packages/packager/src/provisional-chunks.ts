import { encodeChunk, type Box, type ManifestChunk } from '@kamar/package-format'
import { deferRejection } from './files/defer-rejection.js'
import type { PackageFiles } from './files/package-files.js'
import { computeBounds } from './pack/bounds.js'
import { ChunkBuilder } from './pack/chunk-builder.js'
import { placeInstances, type SceneStores } from './pack/place-instances.js'
import { getSizes } from './stores/geometry-pool.js'

/** Thresholds of a provisional chunk. The first is small, the later ones grow, so that their cost stays small. */
const firstInstances = 300
const firstMilliseconds = 150
const growth = 1.6
const intervalMilliseconds = 700
/** Fast compression: these files live for seconds. */
const quality = 2

/** Folder of provisional files. */
export const provisionalFolder = 'provisional/'
const formatPath = (number: number): string => `${provisionalFolder}${String(number).padStart(3, '0')}.bin`

/** Writes chunks while the reader is still running, in the order in which instances arrive. */
export class ProvisionalChunks {
  /** Written chunks, in order. */
  readonly chunks: ManifestChunk[] = []
  /** Box around all instances that are written or being written. */
  bounds: Box | null = null
  /** Triangles of all those instances. */
  placedTriangles = 0
  readonly #stores: SceneStores
  readonly #files: PackageFiles
  readonly #onWritten: () => Promise<void>
  #builder = new ChunkBuilder()
  readonly #paths: string[] = []
  #from = 0
  #due = firstInstances
  #lastTime = performance.now()
  #work: Promise<void> = Promise.resolve()
  #pendingChunks = 0

  constructor(stores: SceneStores, files: PackageFiles, onWritten: () => Promise<void>) {
    this.#stores = stores
    this.#files = files
    this.#onWritten = onWritten
  }

  /** Returns the number of chunks being written. */
  get pendingChunks(): number {
    return this.#pendingChunks
  }

  /** Returns whether enough instances are waiting for a chunk. */
  get isDue(): boolean {
    const waiting = this.#stores.instances.count - this.#from
    if (waiting >= this.#due) return true
    if (waiting === 0 || (waiting & 15) !== 0) return false
    const timeout = this.#paths.length === 0 ? firstMilliseconds : intervalMilliseconds
    return performance.now() - this.#lastTime > timeout
  }

  /** Encodes the waiting instances now and writes them in the background. */
  flush(): void {
    const order = this.#takeShown()
    if (order.length === 0) return
    const { input, counts } = this.#builder.build(
      this.#createScene(order),
      order.map((_, row) => row),
    )
    const path = formatPath(this.#paths.length)
    this.#paths.push(path)
    this.#due = Math.ceil(Math.max(order.length, firstInstances) * growth)
    this.#pendingChunks++
    const compressed = this.#files.writeCompressed(path, encodeChunk(input, 'quick'), quality)
    const writing = Promise.all([compressed, this.#work]).then(async ([{ size, sha256 }]) => {
      this.chunks.push({ path, size, sha256, ...counts })
      this.#pendingChunks--
      await this.#onWritten()
    })
    this.#work = deferRejection(writing)
  }

  /** Waits for pending writes; throws their errors. */
  async settle(): Promise<void> {
    await this.#work
  }

  /** Waits for pending writes and frees what the next chunk would need. */
  async end(): Promise<void> {
    await this.#work
    this.#builder = new ChunkBuilder()
  }

  /** Removes the files. */
  async removeAll(): Promise<void> {
    await Promise.all(this.#paths.map((path) => this.#files.remove(path)))
  }

  /** Takes the waiting instances except those of hidden elements: the viewer has no tree yet to identify them. */
  #takeShown(): Uint32Array {
    const { instances, nodes } = this.#stores
    const { hidden } = nodes
    const waiting = Uint32Array.from({ length: instances.count - this.#from }, (_, row) => this.#from + row)
    this.#from = instances.count
    this.#lastTime = performance.now()
    return waiting.filter((row) => hidden[instances.node[row]] === 0)
  }

  /** Creates the scene of these instances without sharing or refinement. */
  #createScene(order: Uint32Array): ReturnType<typeof placeInstances> {
    const { geometries } = this.#stores.meshes
    const scene = placeInstances(this.#stores, {
      order,
      sharing: null,
      geometries,
    })
    this.bounds = computeBounds(scene, this.bounds)
    for (const number of scene.geometry) this.placedTriangles += getSizes(geometries[number]).triangles
    return scene
  }
}
