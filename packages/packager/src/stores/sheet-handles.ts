import { formatSheetHandle, parseSheetHandle } from '@kamar/package-format'
import { GrowingColumn } from './growing-column.js'

/** Handles of entities: numbers in a column, others as texts. */
export class SheetHandles {
  readonly #numbers = new GrowingColumn(Uint32Array)
  readonly #texts = new Map<number, string>()

  add(handle: string): void {
    const number = parseSheetHandle(handle)
    if (number === null) this.#texts.set(this.#numbers.length, handle)
    this.#numbers.push(number ?? 0)
  }

  /** Returns the handle of an entity. */
  get(entity: number): string {
    return this.#texts.get(entity) ?? formatSheetHandle(this.#numbers.at(entity))
  }
}
