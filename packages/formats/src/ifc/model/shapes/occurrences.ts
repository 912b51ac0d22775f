import { GrowingInt32 } from '../../../kit/growing-array.js'

/** One occurrence of a shape. */
export interface Occurrence {
  /** Node id of the element. */
  readonly node: number
  /** Number of the frame between the element's placement and the shape. */
  readonly frame: number
  /** Number of the style of the mapped item around it, or -1. */
  readonly style: number
}

/** Occurrences by shape, stored in columns: a railway repeats few shapes ten thousand times. */
export class OccurrenceTable {
  readonly #nodes = new GrowingInt32()
  readonly #frames = new GrowingInt32()
  readonly #styles = new GrowingInt32()
  readonly #next = new GrowingInt32()
  /** By shape, its first and last occurrence, or -1. */
  readonly #first = new GrowingInt32()
  readonly #last = new GrowingInt32()

  /** Number of occurrences of all shapes. */
  get count(): number {
    return this.#nodes.length
  }

  add(shape: number, occurrence: Occurrence): void {
    const entry = this.#nodes.length
    this.#nodes.push(occurrence.node)
    this.#frames.push(occurrence.frame)
    this.#styles.push(occurrence.style)
    this.#next.push(-1)
    this.#first.extend(shape + 1, -1)
    this.#last.extend(shape + 1, -1)
    const last = this.#last.at(shape)
    if (last < 0) this.#first.set(shape, entry)
    else this.#next.set(last, entry)
    this.#last.set(shape, entry)
  }

  /** Iterates over the occurrences of a shape in the order they were added. */
  *of(shape: number): Generator<Occurrence> {
    let entry = shape < this.#first.length ? this.#first.at(shape) : -1
    for (; entry >= 0; entry = this.#next.at(entry)) {
      yield { node: this.#nodes.at(entry), frame: this.#frames.at(entry), style: this.#styles.at(entry) }
    }
  }
}
