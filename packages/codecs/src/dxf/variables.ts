import type { DrawingVariables } from '../drawing/index.js'
import type { Vector } from '@kamar/core/math'
import type { GroupSource } from './groups/group-source.js'

/** Reads header variables by their names. */
export class HeaderVariables {
  readonly #source: GroupSource
  readonly #positions: ReadonlyMap<string, number>

  /** @param positions Positions of the values by the names of the variables. */
  constructor(source: GroupSource, positions: ReadonlyMap<string, number>) {
    this.#source = source
    this.#positions = positions
  }

  /** Returns a variable that is a text, as characters of one byte each; '' without it. */
  readText(name: string): string {
    const source = this.#source
    return this.#open(name) ? source.toRawText(source.start, source.end).trim() : ''
  }

  readNumber(name: string, missing: number): number {
    if (!this.#open(name)) return missing
    const value = this.#toNumber()
    return Number.isFinite(value) ? value : missing
  }

  readPoint(name: string): Vector {
    if (!this.#open(name)) return [0, 0, 0]
    const point: [number, number, number] = [0, 0, 0]
    for (let axis = 0; axis < 3 && this.#source.code === 10 * (axis + 1); axis++) {
      point[axis] = this.#toNumber()
      if (!this.#source.next()) break
    }
    return point
  }

  #toNumber(): number {
    const { code, start, end } = this.#source
    return this.#source.toNumber(code, start, end)
  }

  /** Moves to the value of a variable; false if it has none. */
  #open(name: string): boolean {
    const position = this.#positions.get(name)
    if (position === undefined) return false
    this.#source.position = position
    return this.#source.next()
  }
}

/** Reads the variables that the display of a drawing depends on. */
export function readVariables(header: HeaderVariables): DrawingVariables {
  return {
    insertionUnits: Math.trunc(header.readNumber('$INSUNITS', 0)),
    lineTypeScale: header.readNumber('$LTSCALE', 1),
    displaysLineWeights: header.readNumber('$LWDISPLAY', 0) !== 0,
    isModelSpaceActive: header.readNumber('$TILEMODE', 1) !== 0,
    pointMode: Math.trunc(header.readNumber('$PDMODE', 0)),
    pointSize: header.readNumber('$PDSIZE', 0),
    extentsMin: header.readPoint('$EXTMIN'),
    extentsMax: header.readPoint('$EXTMAX'),
  }
}
