import type { FileBytes } from './file-bytes.js'
import { latin1 } from './latin1.js'
import type { StepIndex } from './step-index.js'
import { NumberScanner } from './step-numbers.js'
import { byte, skipBlanks, skipString } from './step-scan.js'
import { decodeStepText } from './step-text.js'

/** Maximum depth of read lists: no schema nests more than four. */
export const maxNestingDepth = 32

/** A value of any kind, for properties: a typed value keeps its type's name (`IFCLENGTHMEASURE`). */
export type StepValue =
  | null
  | string
  | number
  | boolean
  | { readonly reference: number }
  | { readonly type: string; readonly value: StepValue }
  | { readonly enumeration: string }
  | readonly StepValue[]

/**
 * Cursor over the attributes of one statement at a time, by position; creates only requested values. Every read moves
 * past the value and the comma after it, even if the value has another kind than requested.
 */
export class StepCursor {
  readonly #source: FileBytes
  readonly #index: StepIndex
  readonly #numbers = new NumberScanner()
  /** Number of references so far to numbers that the file lacks. */
  missingReferences = 0
  /** Part of the file; `#position` and `#end` count from its start. */
  #bytes: Uint8Array = new Uint8Array(0)
  #position = 0
  #end = 0

  constructor(source: FileBytes, index: StepIndex) {
    this.#source = source
    this.#index = index
  }

  /** Moves before the attribute number `attribute` of a row. */
  moveTo(row: number, attribute = 0): this {
    this.moveToPart(this.#index.getBody(row), this.#index.getEnd(row))
    for (let skipped = 0; skipped < attribute; skipped++) this.skip()
    return this
  }

  /**
   * Moves before the first attribute of one part of a complex instance: `end` is the position after its parenthesis.
   */
  moveToPart(body: number, end: number): this {
    this.#bytes = this.#source.seek(body, end)
    this.#position = body - this.#source.base
    this.#end = end - this.#source.base
    return this
  }

  /** Whether attributes are left. */
  get hasMore(): boolean {
    const code = this.#peek()
    return code >= 0 && code !== byte.close
  }

  /** Skips one attribute. */
  skip(): void {
    let depth = 0
    let at = this.#position
    const bytes = this.#bytes
    for (; at < this.#end; at++) {
      const code = bytes[at]
      if (code === byte.quote) {
        const after = skipString(bytes, at, this.#end)
        at = after < 0 ? this.#end : after - 1
      } else if (code === byte.slash && bytes[at + 1] === byte.star) at = skipBlanks(bytes, at, this.#end) - 1
      else if (code === byte.open) depth++
      else if (code === byte.close && --depth < 0) break
      else if (code === byte.comma && depth === 0) {
        this.#position = at + 1
        return
      }
    }
    this.#position = Math.min(at, this.#end)
  }

  /** Reads a reference's number; 0 for any other value. */
  reference(): number {
    const id = this.#peek() === byte.hash ? this.#readReference() : 0
    this.skip()
    return id
  }

  /** Reads a reference's row; -1 for any other value and for numbers that the file lacks. */
  row(): number {
    const isReference = this.#peek() === byte.hash
    const id = this.reference()
    if (!isReference) return -1
    const row = this.#index.findRow(id)
    if (row < 0) this.missingReferences++
    return row
  }

  /** Reads the rows of a list of references (or of one reference), without numbers that the file lacks. */
  rows(): number[] {
    const rows: number[] = []
    const start = this.#position
    this.skip()
    const end = this.#position
    this.#position = start
    while (this.#position < end) {
      const code = this.#bytes[this.#position]
      if (code === byte.hash) {
        const row = this.#index.findRow(this.#readReference())
        if (row >= 0) rows.push(row)
        else this.missingReferences++
      } else if (code === byte.quote)
        this.#position = Math.max(this.#position + 1, skipString(this.#bytes, this.#position, end))
      else if (code === byte.slash && this.#bytes[this.#position + 1] === byte.star)
        this.#position = skipBlanks(this.#bytes, this.#position, end)
      else this.#position++
    }
    return rows
  }

  /** Reads a string; null for any other value. */
  text(): string | null {
    if (this.#peek() !== byte.quote) {
      this.skip()
      return null
    }
    const start = this.#position + 1
    this.skip()
    // Blanks may separate the closing quote and the comma.
    let end = this.#position
    while (end > start && this.#bytes[end - 1] !== byte.quote) end--
    return decodeStepText(this.#bytes, start, Math.max(start, end - 1))
  }

  /** Reads an enumeration without its points, `T` and `F` included; null for any other value. */
  enumeration(): string | null {
    if (this.#peek() !== byte.dot) {
      this.skip()
      return null
    }
    const start = this.#position + 1
    this.skip()
    const close = this.#bytes.indexOf(byte.dot, start)
    return close < 0 || close > this.#position ? null : latin1(this.#bytes, start, close).toUpperCase()
  }

  /** Reads a number, also a typed one (`IFCLENGTHMEASURE(3.)`); null for any other value. */
  number(): number | null {
    const value = this.value()
    const bare = value !== null && typeof value === 'object' && 'type' in value ? value.value : value
    return typeof bare === 'number' ? bare : null
  }

  /** Reads the numbers of a list, flattened; includes typed ones and ignores other values. */
  numbers(): number[] {
    const numbers: number[] = []
    const collect = (value: StepValue): void => {
      if (typeof value === 'number') numbers.push(value)
      else if (Array.isArray(value)) for (const item of value as readonly StepValue[]) collect(item)
      else if (value !== null && typeof value === 'object' && 'type' in value) collect(value.value)
    }
    collect(this.value())
    return numbers
  }

  /** Reads a value of any kind. */
  value(): StepValue {
    const value = this.#readValue(0)
    this.skip()
    return value
  }

  #peek(): number {
    this.#position = skipBlanks(this.#bytes, this.#position, this.#end)
    return this.#position < this.#end ? this.#bytes[this.#position] : -1
  }

  #readReference(): number {
    let id = 0
    for (this.#position++; this.#position < this.#end; this.#position++) {
      const digit = this.#bytes[this.#position] - byte.zero
      if (digit < 0 || digit > 9) break
      id = id * 10 + digit
    }
    return id
  }

  #readValue(depth: number): StepValue {
    const code = this.#peek()
    if (code === byte.quote) return this.#readText()
    if (code === byte.dot) return this.#readEnumeration()
    if (code === byte.hash) return { reference: this.#readReference() }
    if (code === byte.open) return this.#readList(depth)
    if (startsNumber(code)) return this.#readNumber()
    if (isLetter(code)) return this.#readTyped(depth)
    if (code === byte.dollar || code === byte.star) this.#position++
    return code === byte.doubleQuote ? this.#readBinary() : null
  }

  #readText(): string {
    const start = this.#position + 1
    const after = skipString(this.#bytes, this.#position, this.#end)
    this.#position = after < 0 ? this.#end : after
    return decodeStepText(this.#bytes, start, this.#position - 1)
  }

  #readEnumeration(): StepValue {
    const start = this.#position + 1
    const close = this.#bytes.indexOf(byte.dot, start)
    if (close < 0 || close >= this.#end) return null
    this.#position = close + 1
    const word = latin1(this.#bytes, start, close).toUpperCase()
    if (word === 'T' || word === 'TRUE') return true
    if (word === 'F' || word === 'FALSE') return false
    return { enumeration: word }
  }

  #readNumber(): number {
    this.#numbers.bytes = this.#bytes
    this.#numbers.position = this.#position
    const value = this.#numbers.read(this.#end)
    this.#position = Math.max(this.#numbers.position, this.#position + 1)
    return value
  }

  #readBinary(): string {
    const start = this.#position + 1
    const close = this.#bytes.indexOf(byte.doubleQuote, start)
    this.#position = close < 0 || close >= this.#end ? this.#end : close + 1
    return latin1(this.#bytes, start, Math.min(this.#position - 1, start + 1024))
  }

  #readTyped(depth: number): StepValue {
    const start = this.#position
    while (this.#position < this.#end && this.#bytes[this.#position] !== byte.open) this.#position++
    const type = latin1(this.#bytes, start, Math.min(this.#position, start + 128))
      .trim()
      .toUpperCase()
    if (depth >= maxNestingDepth || this.#position >= this.#end) return this.#skipDeep()
    this.#position++
    const value = this.#readValue(depth + 1)
    this.#closeList()
    return { type, value }
  }

  #skipDeep(): null {
    this.skip()
    return null
  }

  #readList(depth: number): StepValue {
    if (depth >= maxNestingDepth) return this.#skipDeep()
    const items: StepValue[] = []
    this.#position++
    while (this.#peek() >= 0 && this.#bytes[this.#position] !== byte.close) {
      const before = this.#position
      items.push(this.#readValue(depth + 1))
      if (this.#peek() === byte.comma || this.#position === before) this.#position++
    }
    this.#closeList()
    return items
  }

  #closeList(): void {
    if (this.#peek() === byte.close) this.#position++
  }
}

function startsNumber(code: number): boolean {
  return (code >= byte.zero && code <= byte.nine) || code === byte.minus || code === byte.plus
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
