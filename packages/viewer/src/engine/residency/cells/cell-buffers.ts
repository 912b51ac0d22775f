import { FreeList } from '../buffer-allocator.js'
import type { CellSize } from './cell-capacity.js'
import type { CellLocation } from './cell-rows.js'

/** Allocator of everything that a chunk of cells takes. */
export class CellBuffers {
  readonly #vertices: FreeList
  readonly #indices: FreeList
  readonly #rows: FreeList
  readonly #geometries: FreeList

  constructor(capacity: CellSize) {
    this.#vertices = new FreeList(capacity.vertices)
    this.#indices = new FreeList(capacity.indices)
    this.#rows = new FreeList(capacity.rows)
    this.#geometries = new FreeList(capacity.geometries)
  }

  /** Allocates a location for a chunk; null if no contiguous space is free. */
  take(size: CellSize): CellLocation | null {
    const vertices = this.#vertices.find(size.vertices)
    const indices = this.#indices.find(size.indices)
    const rows = this.#rows.find(size.rows)
    const geometries = this.#geometries.find(size.geometries)
    if (vertices === null || indices === null || rows === null || geometries === null) return null
    this.#vertices.take(vertices, size.vertices)
    this.#indices.take(indices, size.indices)
    this.#rows.take(rows, size.rows)
    this.#geometries.take(geometries, size.geometries)
    return { vertices, indices, rows, geometries }
  }

  free(location: CellLocation, size: CellSize): void {
    this.#vertices.free(location.vertices, size.vertices)
    this.#indices.free(location.indices, size.indices)
    this.#rows.free(location.rows, size.rows)
    this.#geometries.free(location.geometries, size.geometries)
  }
}
