import type { IfcFile } from '../ifc-file.js'

const booleanTypes = new Set(['IFCBOOLEANRESULT', 'IFCBOOLEANCLIPPINGRESULT'])
/** Max cuts removed one by one; after that a body is drawn without any cuts. */
const maxSingleCuts = 8

/**
 * Substitutes for Boolean results that became empty: the kernel loses some bodies whose cuts only touch them. The last
 * cut is removed first, so that as many as possible remain.
 */
export class BooleanBodies {
  readonly #file: IfcFile
  readonly #bodies = new Map<number, number>()
  readonly #cutsTaken = new Map<number, number>()

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** Returns the row of the body that replaces this item; -1 when the item is not replaced. */
  of(item: number): number {
    return this.#bodies.get(item) ?? -1
  }

  /** Replaces the item by its body before the last cut; false when no cut is left. */
  takeCutOff(item: number): boolean {
    const current = this.#bodies.get(item) ?? item
    const cutCount = (this.#cutsTaken.get(item) ?? 0) + 1
    // A cycle of results has no innermost body, and would never end.
    if (cutCount > maxSingleCuts + 1) return false
    const body = cutCount > maxSingleCuts ? this.#innermost(current) : this.#firstOperand(current)
    if (body < 0 || body === current) return false
    this.#bodies.set(item, body)
    this.#cutsTaken.set(item, cutCount)
    return true
  }

  #innermost(from: number): number {
    const visited = new Set<number>()
    let row = from
    for (let next = row; next >= 0 && !visited.has(next); next = this.#firstOperand(next)) {
      visited.add(next)
      row = next
    }
    return row
  }

  /** Returns the first operand of a Boolean result; -1 for anything else. */
  #firstOperand(row: number): number {
    const typeName = this.#file.typeOf(row)
    const result = typeName === 'IFCCSGSOLID' ? this.#file.rowAt(row, 0) : row
    return booleanTypes.has(this.#file.typeOf(result)) ? this.#file.rowAt(result, 1) : -1
  }
}
