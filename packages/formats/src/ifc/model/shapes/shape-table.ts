import { GrowingInt32 } from '../../../kit/growing-array.js'
import { noScale, type Scale } from './scale.js'

/** One unit of work for the geometry workers. */
export interface Shape {
  /**
   * `item`: a representation item, tessellated once for all its occurrences; `element`: an element with openings, which
   * the kernel cuts in place.
   */
  readonly kind: 'item' | 'element'
  readonly row: number
  /** 0 is drawn first. */
  readonly rank: number
  /** Openings of an element; empty for items. */
  readonly openings: readonly number[]
  /** Scale of the mesh, applied before its placement. */
  readonly scale: Scale
}

/** Bits of a shape's flags: its rank, and whether it is an element. */
const rankMask = 3
const elementFlag = 4

/** Shapes by number, in columns: eight bytes each. */
export class ShapeTable {
  readonly #rows = new GrowingInt32()
  readonly #flags = new GrowingInt32()
  /** By shape, a scale other than `noScale`. */
  readonly #scales = new Map<number, Scale>()
  readonly #listOpenings: (row: number) => readonly number[]

  /** `listOpenings` returns the openings of an element's row. */
  constructor(listOpenings: (row: number) => readonly number[]) {
    this.#listOpenings = listOpenings
  }

  /** Number of shapes. */
  get length(): number {
    return this.#rows.length
  }

  /** Appends a shape; returns its number. */
  push({ kind, row, rank, scale }: Omit<Shape, 'openings'>): number {
    const number = this.length
    this.#rows.push(row)
    this.#flags.push(rank | (kind === 'element' ? elementFlag : 0))
    if (scale !== noScale) this.#scales.set(number, scale)
    return number
  }

  get(number: number): Shape {
    const row = this.#rows.at(number)
    const isElement = (this.#flags.at(number) & elementFlag) !== 0
    return {
      kind: isElement ? 'element' : 'item',
      row,
      rank: this.getRank(number),
      openings: isElement ? this.#listOpenings(row) : [],
      scale: this.#scales.get(number) ?? noScale,
    }
  }

  *[Symbol.iterator](): Generator<Shape> {
    for (let number = 0; number < this.length; number++) yield this.get(number)
  }

  /** Returns the rank of a shape. */
  getRank(number: number): number {
    return this.#flags.at(number) & rankMask
  }

  /** Sets the rank of a shape, if it is lower than its present one. */
  lowerRank(number: number, rank: number): void {
    const flags = this.#flags.at(number)
    if (rank < (flags & rankMask)) this.#flags.set(number, (flags & ~rankMask) | rank)
  }
}
