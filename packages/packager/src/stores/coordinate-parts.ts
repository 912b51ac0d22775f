import { GrowingColumn } from './growing-column.js'

/** Points of a complete part. */
const maxPointsPerPart = 1_000_000
const bytesPerNumber = Float64Array.BYTES_PER_ELEMENT

/** Storage for coordinates that are not needed before their sheet is written. */
export interface CoordinateStorage {
  write(path: string, bytes: Uint8Array): Promise<void>
  read(path: string): Promise<Uint8Array>
  remove(path: string): Promise<void>
}

/** Polylines `first` to `end` - 1 of a sheet, which are written to one file. */
export interface PolylinePart {
  readonly first: number
  readonly end: number
  /** Number of the first of their points. */
  readonly firstPoint: number
  /** x y of all of their points, sheet units. */
  readonly coordinates: Float64Array
}

interface CompletePart extends Omit<PolylinePart, 'coordinates'> {
  /** Null while they are in the storage. */
  coordinates: Float64Array | null
}

/** The coordinates of a sheet's polylines in parts, of which the complete ones can be moved out of the memory. */
export class CoordinateParts {
  /** Number of coordinates. */
  length = 0
  readonly #path: string
  readonly #complete: CompletePart[] = []
  #open = new GrowingColumn(Float64Array)
  #polylines = 0
  #storage: CoordinateStorage | null = null

  /** @param path Beginning of the paths in a storage. */
  constructor(path: string) {
    this.#path = path
  }

  /** Adds the points of the next polyline, x y each. */
  add(points: ArrayLike<number>): void {
    this.#polylines++
    this.length += points.length
    this.#open.pushAll(points)
    if (this.#open.length <= maxPointsPerPart * 2) return
    this.#complete.push({ ...this.#openRange, coordinates: this.#open.view().slice() })
    this.#open = new GrowingColumn(Float64Array)
  }

  /** Moves the complete parts to a storage, always the same one. */
  async moveTo(storage: CoordinateStorage): Promise<void> {
    for (const [number, part] of this.#complete.entries()) {
      const { coordinates } = part
      if (coordinates === null) continue
      this.#storage = storage
      await storage.write(this.#getPath(number), new Uint8Array(coordinates.buffer))
      part.coordinates = null
    }
  }

  /** Yields the parts, at least one; those in the storage are read one after the other. */
  async *load(): AsyncGenerator<PolylinePart> {
    for (const [number, { coordinates, ...range }] of this.#complete.entries())
      yield { ...range, coordinates: coordinates ?? (await this.#read(number)) }
    if (this.#hasOpenPart) yield this.#openPart
  }

  /** Yields the parts of a sheet that was never moved, at least one. */
  *list(): Generator<PolylinePart> {
    for (const { coordinates, ...range } of this.#complete) if (coordinates) yield { ...range, coordinates }
    if (this.#hasOpenPart) yield this.#openPart
  }

  /** Removes the parts from the storage. */
  async removeMoved(): Promise<void> {
    for (const [number, { coordinates }] of this.#complete.entries())
      if (coordinates === null) await this.#storage?.remove(this.#getPath(number))
  }

  get #hasOpenPart(): boolean {
    return this.#open.length > 0 || this.#complete.length === 0
  }

  get #openRange(): Omit<PolylinePart, 'coordinates'> {
    const firstPoint = (this.length - this.#open.length) / 2
    return { first: this.#complete.at(-1)?.end ?? 0, end: this.#polylines, firstPoint }
  }

  get #openPart(): PolylinePart {
    return { ...this.#openRange, coordinates: this.#open.view() }
  }

  async #read(number: number): Promise<Float64Array> {
    const bytes = await this.#storage?.read(this.#getPath(number))
    if (!bytes) throw new RangeError('coordinates without a storage')
    // A file may begin anywhere in its buffer.
    return new Float64Array(bytes.slice().buffer, 0, bytes.length / bytesPerNumber)
  }

  #getPath(number: number): string {
    return `${this.#path}-${number}.bin`
  }
}
