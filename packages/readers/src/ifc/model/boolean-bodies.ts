import type { IfcFile } from './ifc-file.js'

const booleanTypes = new Set(['IFCBOOLEANRESULT', 'IFCBOOLEANCLIPPINGRESULT'])
/** Cuts taken off one after the other; a body with more of them is then taken without any. */
const maxSingleCuts = 8

/**
 * What stands for Boolean results that nothing was left of: the kernel loses some bodies whose cuts only touch them. The
 * last cut is taken off first, so that as many as possible stay.
 */
export class BooleanBodies {
  readonly #file: IfcFile
  readonly #bodies = new Map<number, number>()
  readonly #cutsTaken = new Map<number, number>()

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** The row of the body that stands for this item; -1 when the item stands for itself. */
  of(item: number): number {
    return this.#bodies.get(item) ?? -1
  }

  /** Lets the body before its last cut stand for the item; false when it has no cut left. */
  takeCutOff(item: number): boolean {
    const current = this.#bodies.get(item) ?? item
    const cutCount = (this.#cutsTaken.get(item) ?? 0) + 1
    // A circle of results has no innermost body, and would never end.
    if (cutCount > maxSingleCuts + 1) return false
    const body = cutCount > maxSingleCuts ? this.#innermost(current) : this.#firstOperand(current)
    if (body < 0 || body === current) return false
    this.#bodies.set(item, body)
    this.#cutsTaken.set(item, cutCount)
    return true
  }

  #innermost(from: number): number {
    const met = new Set<number>()
    let row = from
    for (let next = row; next >= 0 && !met.has(next); next = this.#firstOperand(next)) {
      met.add(next)
      row = next
    }
    return row
  }

  /** What a Boolean result was cut from; -1 for anything else. */
  #firstOperand(row: number): number {
    const typeName = this.#file.typeOf(row)
    const result = typeName === 'IFCCSGSOLID' ? this.#file.rowAt(row, 0) : row
    return booleanTypes.has(this.#file.typeOf(result)) ? this.#file.rowAt(result, 1) : -1
  }
}
