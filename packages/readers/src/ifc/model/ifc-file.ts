import { StepCursor } from '../../shared/part21/step-cursor.js'
import type { StepIndex } from '../../shared/part21/step-index.js'

/** Attribute numbers of every IfcObject. */
export const objectAttribute = { globalId: 0, name: 2, description: 3, objectType: 4, placement: 5, shape: 6 } as const

/** An opened file: its bytes, where its statements are, and a cursor over their attributes. */
export class IfcFile {
  readonly bytes: Uint8Array
  readonly index: StepIndex
  readonly #cursor: StepCursor

  constructor(bytes: Uint8Array, index: StepIndex) {
    this.bytes = bytes
    this.index = index
    this.#cursor = new StepCursor(bytes, index)
  }

  /** References met so far to statements that the file does not have. */
  get missingReferences(): number {
    return this.#cursor.missingReferences
  }

  /** The shared cursor, standing before an attribute of a row: use it before the next call. */
  at(row: number, attribute = 0): StepCursor {
    return this.#cursor.moveTo(row, attribute)
  }

  /** The type of a row as written (`IFCWALL`); '' for row -1. */
  typeOf(row: number): string {
    return row < 0 ? '' : this.index.typeNames[this.index.types[row]]
  }

  /** The row an attribute refers to, or -1. */
  rowAt(row: number, attribute: number): number {
    return this.at(row, attribute).row()
  }

  /** The rows a list attribute refers to. */
  rowsAt(row: number, attribute: number): number[] {
    return this.at(row, attribute).rows()
  }

  /** A string attribute, or null. */
  textAt(row: number, attribute: number): string | null {
    return this.at(row, attribute).text()
  }

  /** A numeric attribute, or null. */
  numberAt(row: number, attribute: number): number | null {
    return this.at(row, attribute).number()
  }

  /** Rows of several types, in the order of the types and then of the file. */
  rowsOf(...typeNames: readonly string[]): number[] {
    return typeNames.flatMap((name) => [...this.index.rowsOf(name)])
  }
}
