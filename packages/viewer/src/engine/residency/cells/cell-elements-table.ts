import type { CellElements } from '@kamar/package-format/read'
import type { ElementBoxTable } from '../content-residency.js'

/** Boxes and chunks of elements, as in `cell-elements.bin`. */
export class CellElementsTable implements ElementBoxTable {
  readonly #elements: CellElements
  /** Minimum x y z, then maximum of the model, metres. */
  readonly #root: ArrayLike<number>

  constructor(elements: CellElements, root: ArrayLike<number>) {
    this.#elements = elements
    this.#root = root
  }

  hasShape(element: number): boolean {
    const { count, start } = this.#elements
    return element < count && start[element + 1] > start[element]
  }

  /** Returns the numbers of the chunks that contain instances of an element. */
  listChunks(element: number): Uint32Array {
    const { count, start, chunks } = this.#elements
    return element < count ? chunks.subarray(start[element], start[element + 1]) : chunks.subarray(0, 0)
  }

  /** Returns 1 for each of `chunkCount` chunks with an element that has none of some flags. */
  listVisibleChunks(chunkCount: number, flags: Uint8Array, hiddenFlags: number): Uint8Array {
    const { count, start, chunks } = this.#elements
    const isVisible = new Uint8Array(chunkCount)
    for (let element = 0; element < count; element++) {
      if (element < flags.length && (flags[element] & hiddenFlags) !== 0) continue
      for (let at = start[element]; at < start[element + 1]; at++) isVisible[chunks[at]] = 1
    }
    return isVisible
  }

  growBox(element: number, box: Float32Array | number[]): void {
    if (!this.hasShape(element)) return
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], this.#toMetres(element, axis))
      box[axis + 3] = Math.max(box[axis + 3], this.#toMetres(element, axis + 3))
    }
  }

  #toMetres(element: number, side: number): number {
    const axis = side % 3
    const low = this.#root[axis]
    return low + (this.#elements.box[element * 6 + side] / 65_535) * (this.#root[axis + 3] - low)
  }
}
