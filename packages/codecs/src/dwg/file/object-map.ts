/** Positions of the objects of a drawing in their section, by handle. */
export class ObjectMap {
  /** Ascending, one for each object. */
  readonly handles: Float64Array
  /** In the same order. */
  readonly positions: Uint32Array
  /** Whether the map has the mark of its end. */
  readonly isComplete: boolean

  constructor(handles: Float64Array, positions: Uint32Array, isComplete: boolean) {
    this.handles = handles
    this.positions = positions
    this.isComplete = isComplete
  }

  /** Number of objects. */
  get size(): number {
    return this.handles.length
  }

  /** Returns the position of an object in its section; -1 if the map does not contain it. */
  findPosition(handle: number): number {
    const row = this.findRow(handle)
    return row < 0 ? -1 : this.positions[row]
  }

  /** Returns the row of an object; -1 if the map does not contain it. */
  findRow(handle: number): number {
    const { handles } = this
    let low = 0
    let high = handles.length - 1
    while (low <= high) {
      const row = (low + high) >>> 1
      if (handles[row] === handle) return row
      if (handles[row] < handle) low = row + 1
      else high = row - 1
    }
    return -1
  }
}

const headerBytes = 2
const checksumBytes = 2

/**
 * Reads the object map (Open Design Specification, section 23): pages of differences of handles and positions, both of
 * which begin at 0 in every page. A map that is cut off gives the objects before its end.
 */
export function readObjectMap(section: Uint8Array): ObjectMap {
  const builder = new ObjectMapBuilder()
  for (let at = 0; at + headerBytes <= section.length;) {
    const size = (section[at] << 8) | section[at + 1]
    if (size <= headerBytes) return builder.build(size === headerBytes)
    const end = Math.min(at + size, section.length)
    readPage(section.subarray(at + headerBytes, end), builder)
    at += size + checksumBytes
  }
  return builder.build(false)
}

function readPage(page: Uint8Array, builder: ObjectMapBuilder): void {
  let handle = 0
  let position = 0
  for (let at = 0; at < page.length;) {
    for (let factor = 1, byte = 0x80; (byte & 0x80) !== 0; factor *= 0x80) {
      byte = page[at++] ?? 0
      handle += (byte & 0x7f) * factor
    }
    let step = 0
    let factor = 1
    let byte = page[at++] ?? 0
    for (; (byte & 0x80) !== 0; factor *= 0x80) {
      step += (byte & 0x7f) * factor
      byte = page[at++] ?? 0
    }
    step += (byte & 0x3f) * factor
    position += (byte & 0x40) !== 0 ? -step : step
    if (at <= page.length) builder.add(handle, position)
  }
}

/** Collects positions of objects; of a handle that recurs, the last position counts. */
export class ObjectMapBuilder {
  #handles = new Float64Array(1024)
  #positions = new Uint32Array(1024)
  #count = 0
  #isSorted = true

  add(handle: number, position: number): void {
    if (this.#count === this.#handles.length) this.#grow()
    if (this.#count > 0 && handle <= this.#handles[this.#count - 1]) this.#isSorted = false
    this.#handles[this.#count] = handle
    this.#positions[this.#count++] = position
  }

  build(isComplete: boolean): ObjectMap {
    const handles = this.#handles.slice(0, this.#count)
    const positions = this.#positions.slice(0, this.#count)
    if (this.#isSorted) return new ObjectMap(handles, positions, isComplete)
    const positionByHandle = new Map(Array.from(handles, (handle, row): [number, number] => [handle, positions[row]]))
    const sorted = Float64Array.from(positionByHandle.keys()).sort()
    const sortedPositions = Uint32Array.from(sorted, (handle) => positionByHandle.get(handle) ?? 0)
    return new ObjectMap(sorted, sortedPositions, isComplete)
  }

  #grow(): void {
    const [handles, positions] = [this.#handles, this.#positions]
    this.#handles = new Float64Array(handles.length * 2)
    this.#positions = new Uint32Array(handles.length * 2)
    this.#handles.set(handles)
    this.#positions.set(positions)
  }
}
