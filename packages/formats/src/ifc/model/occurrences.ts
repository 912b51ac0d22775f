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
  #nodes = new Int32Array(1024)
  #frames = new Int32Array(1024)
  #styles = new Int32Array(1024)
  #next = new Int32Array(1024)
  readonly #first: number[] = []
  readonly #last: number[] = []
  #count = 0

  /** Number of occurrences of all shapes. */
  get count(): number {
    return this.#count
  }

  add(shape: number, occurrence: Occurrence): void {
    if (this.#count === this.#nodes.length) this.#grow()
    const entry = this.#count++
    this.#nodes[entry] = occurrence.node
    this.#frames[entry] = occurrence.frame
    this.#styles[entry] = occurrence.style
    this.#next[entry] = -1
    const last = this.#last[shape]
    if (last === undefined) this.#first[shape] = entry
    else this.#next[last] = entry
    this.#last[shape] = entry
  }

  /** Iterates over the occurrences of a shape in the order they were added. */
  *of(shape: number): Generator<Occurrence> {
    for (let entry = this.#first[shape] ?? -1; entry >= 0; entry = this.#next[entry]) {
      yield { node: this.#nodes[entry], frame: this.#frames[entry], style: this.#styles[entry] }
    }
  }

  #grow(): void {
    const wider = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(old.length * 2)
      grown.set(old)
      return grown
    }
    this.#nodes = wider(this.#nodes)
    this.#frames = wider(this.#frames)
    this.#styles = wider(this.#styles)
    this.#next = wider(this.#next)
  }
}
