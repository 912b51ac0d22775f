interface Run {
  start: number
  length: number
}

/** Free ranges of a buffer: first fit, adjacent ranges merged when freed. */
export class FreeList {
  #runs: Run[]

  constructor(length: number) {
    this.#runs = [{ start: 0, length }]
  }

  /** Finds a contiguous free range of this length; null if there is none. It stays free. */
  find(length: number): number | null {
    return this.#runs.find((run) => run.length >= length)?.start ?? null
  }

  take(start: number, length: number): void {
    const at = this.#runs.findIndex((run) => run.start === start)
    const run = this.#runs[at]
    run.start += length
    run.length -= length
    if (run.length === 0) this.#runs.splice(at, 1)
  }

  free(start: number, length: number): void {
    if (length === 0) return
    const next = this.#runs.findIndex((run) => run.start > start)
    const at = next < 0 ? this.#runs.length : next
    this.#runs.splice(at, 0, { start, length })
    this.#join(at)
    this.#join(at - 1)
  }

  #join(at: number): void {
    const run = this.#runs[at]
    const next = this.#runs[at + 1]
    if (run === undefined || next === undefined || run.start + run.length !== next.start) return
    run.length += next.length
    this.#runs.splice(at + 1, 1)
  }
}

/** Vertex and index counts of a chunk, or their offsets. */
export interface ChunkSize {
  readonly vertices: number
  readonly indices: number
}

/** Allocator of the GPU buffers that chunks share. */
export class BufferAllocator {
  readonly size: ChunkSize
  readonly #vertices: FreeList
  readonly #indices: FreeList

  constructor(size: ChunkSize) {
    this.size = size
    this.#vertices = new FreeList(size.vertices)
    this.#indices = new FreeList(size.indices)
  }

  /** Allocates a range for a chunk; null if no contiguous range is free. */
  take({ vertices, indices }: ChunkSize): ChunkSize | null {
    const location = { vertices: this.#vertices.find(vertices), indices: this.#indices.find(indices) }
    if (location.vertices === null || location.indices === null) return null
    this.#vertices.take(location.vertices, vertices)
    this.#indices.take(location.indices, indices)
    return { vertices: location.vertices, indices: location.indices }
  }

  /** Frees the chunk's range. */
  free(location: ChunkSize, { vertices, indices }: ChunkSize): void {
    this.#vertices.free(location.vertices, vertices)
    this.#indices.free(location.indices, indices)
  }
}
