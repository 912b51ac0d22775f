interface Run {
  start: number
  length: number
}

/** Which places of a buffer are free: first fit, neighbours joined as they come free. */
class FreeRuns {
  #runs: Run[]

  constructor(length: number) {
    this.#runs = [{ start: 0, length }]
  }

  /** Where so many places are free in a row; null when nowhere. They stay free. */
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

/** Vertices and indices of a part, or where they begin. */
export interface PartSize {
  readonly vertices: number
  readonly indices: number
}

/** The room that parts share on the graphics card. */
export class PartRoom {
  readonly size: PartSize
  readonly #vertices: FreeRuns
  readonly #indices: FreeRuns

  constructor(size: PartSize) {
    this.size = size
    this.#vertices = new FreeRuns(size.vertices)
    this.#indices = new FreeRuns(size.indices)
  }

  /** A place for a part; null when there is none in one piece. */
  take({ vertices, indices }: PartSize): PartSize | null {
    const place = { vertices: this.#vertices.find(vertices), indices: this.#indices.find(indices) }
    if (place.vertices === null || place.indices === null) return null
    this.#vertices.take(place.vertices, vertices)
    this.#indices.take(place.indices, indices)
    return { vertices: place.vertices, indices: place.indices }
  }

  /** The part is gone from its place. */
  free(place: PartSize, { vertices, indices }: PartSize): void {
    this.#vertices.free(place.vertices, vertices)
    this.#indices.free(place.indices, indices)
  }
}
