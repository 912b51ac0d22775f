import type { FileBytes } from './file-bytes.js'
import { StepCursor } from './step-cursor.js'
import { latin1 } from './latin1.js'
import type { StepIndex } from './step-index.js'

/**
 * An opened exchange file: its bytes, the index of its statements, and a cursor over their attributes. Row -1 means no
 * statement.
 */
export class ExchangeFile {
  readonly bytes: FileBytes
  readonly index: StepIndex
  readonly #cursor: StepCursor

  constructor(bytes: FileBytes, index: StepIndex) {
    this.bytes = bytes
    this.index = index
    this.#cursor = new StepCursor(bytes, index)
  }

  /** Number of references so far to statements that the file lacks. */
  get missingReferences(): number {
    return this.#cursor.missingReferences
  }

  /** Returns the shared cursor before an attribute of a row: use it before the next call. */
  at(row: number, attribute = 0): StepCursor {
    return this.#cursor.moveTo(row, attribute)
  }

  /** Returns the shared cursor before the first attribute of one part of a complex instance. */
  atPart(body: number, end: number): StepCursor {
    return this.#cursor.moveToPart(body, end)
  }

  /** Returns the type of a row as written (`IFCWALL`); '' for a complex instance and for row -1. */
  typeOf(row: number): string {
    return row < 0 ? '' : (this.index.typeNames[this.index.getType(row)] ?? '')
  }

  /** Decodes the attributes of a row, or their first `maxBytes`, byte for byte. */
  attributesText(row: number, maxBytes = Infinity): string {
    const body = this.index.getBody(row)
    const end = Math.min(this.index.getEnd(row), body + maxBytes)
    const bytes = this.bytes.seek(body, end)
    return latin1(bytes, body - this.bytes.base, end - this.bytes.base)
  }

  /** Lists the rows of several types, in the order of the types and then of the file. */
  listRows(...typeNames: readonly string[]): number[] {
    return typeNames.flatMap((name) => [...this.index.listRows(name)])
  }

  /** Returns the row an attribute refers to, or -1. */
  rowAt(row: number, attribute: number): number {
    return row < 0 ? -1 : this.at(row, attribute).row()
  }

  /** Returns a string attribute, or null. */
  textAt(row: number, attribute: number): string | null {
    return row < 0 ? null : this.at(row, attribute).text()
  }
}
