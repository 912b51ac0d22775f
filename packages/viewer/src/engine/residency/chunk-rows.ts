import type { GeometryStore } from '../store/geometry-store.js'
import { grown } from '../store/growable.js'
import type { InstanceStore } from '../store/instance-store.js'
import { rangeStride } from '../store/gpu-chunk.js'

/** Terminator of a chunk's linked list of instances. */
const noInstance = 0xffff_ffff

/**
 * Maps instances to the chunks that hold their geometry, and to its location: their ranges are empty while the chunk is
 * evicted.
 */
export class ChunkRows {
  /** Chunk of each instance: the one that holds its vertices, which may be an earlier chunk than its own. */
  home = new Uint16Array(0)
  readonly #instances: InstanceStore
  readonly #geometries: GeometryStore
  /** First instance of each chunk; the next one of the same chunk is in `#next`. */
  readonly #first: number[] = []
  #next = new Uint32Array(0)
  /** `rangeStride` values each, relative to the start of the chunk. */
  #ranges = new Uint32Array(0)

  constructor(instances: InstanceStore, geometries: GeometryStore) {
    this.#instances = instances
    this.#geometries = geometries
  }

  /** Adds the rows of the next chunk; `findOffset` returns where a chunk begins in the index buffer. */
  append(start: number, end: number, findOffset: (chunk: number) => number | null): void {
    const { ranges, geometry } = this.#instances
    this.#first.push(noInstance)
    this.home = grown(this.home, end)
    this.#next = grown(this.#next, end)
    this.#ranges = grown(this.#ranges, end * rangeStride)
    this.#ranges.set(ranges.subarray(start * rangeStride, end * rangeStride), start * rangeStride)
    for (let instance = start; instance < end; instance++) {
      const home = this.#geometries.chunkOf(geometry[instance])
      this.home[instance] = home
      this.#next[instance] = this.#first[home]
      this.#first[home] = instance
      this.#write(instance, findOffset(home))
    }
  }

  /** Updates the ranges after a chunk moved to an offset, or was evicted: null. */
  move(chunk: number, offset: number | null): void {
    for (let instance = this.#first[chunk]; instance !== noInstance; instance = this.#next[instance])
      this.#write(instance, offset)
  }

  #write(instance: number, offset: number | null): void {
    const { ranges } = this.#instances
    const at = instance * rangeStride
    if (offset === null) ranges.fill(0, at, at + rangeStride)
    else
      for (let slot = at; slot < at + rangeStride; slot += 2) {
        ranges[slot] = this.#ranges[slot] + offset
        ranges[slot + 1] = this.#ranges[slot + 1]
      }
  }
}
