/** Set in a record's style if there is no line from it to the next record. */
export const endBit = 0x80000000
/** Set in the style of a vertex that ends a line of no length, which a line primitive would not draw. */
const dotBit = 0x40000000
/** Records of a stretch, which is drawn or culled as a whole. */
export const stretchRecords = 1024

const numbersPerRecord = 4

/** Box of a stretch, grid steps: minimum x and y, maximum x and y. */
export type StretchBox = readonly [number, number, number, number]

/**
 * Points of all lines of a sheet, laid out for a texture; a line leads from each to the next. Textures are used instead
 * of vertex attributes, because instances of four vertices each are slow on many GPUs and a hundred times slower
 * without one.
 */
export class LineRecords {
  count = 0
  #positions = new Float32Array(numbersPerRecord * 4096)
  #styles = new Uint32Array(this.#positions.buffer)
  #levels = new Uint32Array(4096)

  /** Adds a point. `along`: length of the line so far; all in grid steps. */
  add([x, y]: readonly [number, number], along: number, { style, level }: { style: number; level: number }): void {
    if (this.count === this.#levels.length) this.#grow()
    const at = this.count * numbersPerRecord
    this.#positions[at] = x
    this.#positions[at + 1] = y
    this.#positions[at + 2] = along
    this.#styles[at + 3] = style
    this.#levels[this.count] = level
    this.count++
  }

  /** Number of lines from a record to the next. */
  get lineCount(): number {
    return Math.max(0, this.count - 1)
  }

  /**
   * Returns texture rows of this width: x, y, length so far (bits of float32), style and end bit; padded with zeros.
   */
  placeRows(from: number, rows: number, width: number): Uint32Array {
    const texels = new Uint32Array(rows * width * numbersPerRecord)
    texels.set(
      this.#styles.subarray(from * numbersPerRecord, Math.min(this.count, from + rows * width) * numbersPerRecord),
    )
    return texels
  }

  /** Returns texture rows of this width: levels. */
  levelRows(from: number, rows: number, width: number): Uint32Array {
    const texels = new Uint32Array(rows * width)
    texels.set(this.#levels.subarray(from, Math.min(this.count, from + rows * width)))
    return texels
  }

  /**
   * Returns the lines from a record on as line primitives: `vertices`, a row as in `placeRows`, with dots marked; and the
   * two vertices of each line, twice the same for one that is not drawn.
   */
  primitives(from: number, lineCount: number): { readonly vertices: Uint32Array; readonly indices: Uint32Array } {
    const vertices = this.placeRows(from, 1, lineCount + 1)
    const indices = new Uint32Array(lineCount * 2)
    for (let line = 0; line < lineCount; line++) {
      const [start, end] = [line * numbersPerRecord, (line + 1) * numbersPerRecord]
      const isDrawn = vertices[start + 3] < endBit
      indices[line * 2] = line
      indices[line * 2 + 1] = isDrawn ? line + 1 : line
      if (isDrawn && vertices[start] === vertices[end] && vertices[start + 1] === vertices[end + 1])
        vertices[end + 3] |= dotBit
    }
    return { vertices, indices }
  }

  /** Returns the bounds of each stretch. */
  stretches(): readonly StretchBox[] {
    return Array.from({ length: Math.ceil(this.lineCount / stretchRecords) }, (_, stretch) =>
      this.#computeBox(stretch * stretchRecords, Math.min(this.count, (stretch + 1) * stretchRecords + 1)),
    )
  }

  #computeBox(from: number, to: number): StretchBox {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let record = from; record < to; record++) {
      const x = this.#positions[record * numbersPerRecord]
      const y = this.#positions[record * numbersPerRecord + 1]
      if (x < box[0]) box[0] = x
      if (y < box[1]) box[1] = y
      if (x > box[2]) box[2] = x
      if (y > box[3]) box[3] = y
    }
    return box
  }

  #grow(): void {
    const positions = new Float32Array(this.#positions.length * 2)
    positions.set(this.#positions)
    this.#positions = positions
    this.#styles = new Uint32Array(positions.buffer)
    const levels = new Uint32Array(this.#levels.length * 2)
    levels.set(this.#levels)
    this.#levels = levels
  }
}
