import {
  ExchangeFile,
  type StepCursor,
  type StepValue,
  latin1,
  byte,
  skipBlanks,
  skipString,
} from '@kamar/codecs/part21'

/** Attributes of a statement, or of one part of a complex one. */
export type Attributes = readonly StepValue[]

interface Part {
  readonly name: string
  /** Position in the file after the opening parenthesis. */
  readonly body: number
  /** Position after the closing one. */
  readonly end: number
}

/** Maximum number of types in a complex instance. */
const maxParts = 64

/** An opened STEP file: its statements' attributes as values, including complex instances. */
export class StepFile extends ExchangeFile {
  /** Returns a row's statement number as written: `#12`. */
  label(row: number): string {
    return `#${this.index.getId(row)}`
  }

  /** Returns the rows of a type, also as a part of a complex instance. */
  rowsWith(typeName: string): number[] {
    this.#complexRows ??= this.#readComplexRows()
    return [...this.index.listRows(typeName), ...(this.#complexRows.get(typeName) ?? [])].toSorted((a, b) => a - b)
  }

  #complexRows: Map<string, number[]> | null = null

  #readComplexRows(): Map<string, number[]> {
    const rows = new Map<string, number[]>()
    for (const row of this.index.listRows('')) {
      for (const { name } of this.#parts(row)) {
        const existing = rows.get(name)
        if (existing) existing.push(row)
        else rows.set(name, [row])
      }
    }
    return rows
  }

  /** Returns whether a row has a type, also as one of several. */
  is(row: number, typeName: string): boolean {
    return row >= 0 && (this.typeOf(row) === typeName || this.part(row, typeName) !== null)
  }

  /** Lists all types of a row. */
  listTypes(row: number): string[] {
    const typeName = this.typeOf(row)
    if (row < 0) return []
    return typeName === '' ? this.#parts(row).map(({ name }) => name) : [typeName]
  }

  /** Returns the attributes of a simple statement; of a complex one, those of all parts in order. */
  attributes(row: number): Attributes {
    if (row < 0) return []
    if (this.typeOf(row) === '') return this.#parts(row).flatMap((part) => this.#readValues(part))
    return this.#drain(this.at(row))
  }

  /**
   * Returns the attributes of a row's part of that type; a simple statement of that type is its own part. Null when it
   * has none.
   */
  part(row: number, typeName: string): Attributes | null {
    if (row < 0) return null
    const own = this.typeOf(row)
    if (own !== '') return own === typeName ? this.attributes(row) : null
    const match = this.#parts(row).find(({ name }) => name === typeName)
    return match ? this.#readValues(match) : null
  }

  /** Returns the row a value refers to, or -1. */
  rowOf(value: StepValue | undefined): number {
    return isReference(value) ? this.index.findRow(value.reference) : -1
  }

  /** Returns the rows a list refers to, without numbers that the file lacks. */
  rowsIn(value: StepValue | undefined): number[] {
    const items = Array.isArray(value) ? (value as readonly StepValue[]) : value === undefined ? [] : [value]
    return items.map((item) => this.rowOf(item)).filter((row) => row >= 0)
  }

  /** Returns the numbers of an attribute of a simple statement, flattened. */
  numbersAt(row: number, attribute: number): number[] {
    return row < 0 ? [] : this.at(row, attribute).numbers()
  }

  #readValues({ body, end }: Part): Attributes {
    return this.#drain(this.atPart(body, end))
  }

  #drain(cursor: StepCursor): Attributes {
    const values: StepValue[] = []
    while (cursor.hasMore) values.push(cursor.value())
    return values
  }

  #parts(row: number): Part[] {
    const body = this.index.getBody(row)
    const fileEnd = this.index.getEnd(row)
    const bytes = this.bytes.seek(body, fileEnd)
    const { base } = this.bytes
    const limit = fileEnd - base
    const parts: Part[] = []
    let at = body - base
    while (parts.length < maxParts) {
      at = skipBlanks(bytes, at, limit)
      const start = at
      while (at < limit && isNameByte(bytes[at])) at++
      if (at === start) return parts
      const name = latin1(bytes, start, at).toUpperCase()
      at = skipBlanks(bytes, at, limit)
      if (bytes[at] !== byte.open) return parts
      const end = afterParenthesis(bytes, at, limit)
      parts.push({ name, body: base + at + 1, end: base + end })
      at = end
    }
    return parts
  }
}

const isNameByte = (code: number | undefined): boolean =>
  code !== undefined && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || isDigit(code))

const isDigit = (code: number): boolean => code >= byte.zero && code <= byte.nine

/** Returns the position after the parenthesis that closes the one at `open`. */
function afterParenthesis(bytes: Uint8Array, open: number, limit: number): number {
  let depth = 0
  for (let at = open; at < limit; at++) {
    const code = bytes[at]
    if (code === byte.quote) {
      const after = skipString(bytes, at, limit)
      if (after < 0) return limit
      at = after - 1
    } else if (code === byte.open) depth++
    else if (code === byte.close && --depth === 0) return at + 1
  }
  return limit
}

/** Returns whether a value is a reference to a statement. */
export function isReference(value: StepValue | undefined): value is { readonly reference: number } {
  return value !== null && typeof value === 'object' && 'reference' in value
}

/** Returns the text of a value, or ''. */
export function toText(value: StepValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the word of an enumeration (`METRE`), or ''. */
export function toEnumeration(value: StepValue | undefined): string {
  return value !== null && typeof value === 'object' && 'enumeration' in value ? value.enumeration : ''
}

/** Returns the number of a value, also of a typed one (`LENGTH_MEASURE(2.)`), or null. */
export function toNumber(value: StepValue | undefined): number | null {
  const bare = value !== null && typeof value === 'object' && 'type' in value ? value.value : value
  return typeof bare === 'number' && Number.isFinite(bare) ? bare : null
}
