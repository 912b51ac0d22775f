import { isPointer, isReversedWord, getKind, type AcisRecord, type AcisRecords, type AcisToken } from './acis-record.js'
import { matchesAt } from '../detection/file-header.js'
import { parseSabBinary } from './sab-binary.js'
import { parseSatText } from './sat-text.js'

/** Position in a record's values. */
export interface TokenPosition {
  readonly tokens: readonly AcisToken[]
  readonly at: number
}

/** Records of a file with access to their fields; the values before an entity's own fields depend on the version. */
export class AcisFile {
  readonly version: number
  readonly product: string
  readonly unitMillimetres: number | null
  readonly isCut: boolean
  readonly #records = new Map<number, AcisRecord>()
  /** Number of values before an entity's own: its attributes, history numbers and a pointer. */
  readonly #headerLength: number
  #subtypes: readonly TokenPosition[] | null = null

  constructor({ version, product, unitMillimetres, records, isCut }: AcisRecords) {
    this.version = version
    this.product = product
    this.unitMillimetres = unitMillimetres
    this.isCut = isCut
    for (const record of records) if (!this.#records.has(record.index)) this.#records.set(record.index, record)
    this.#headerLength = countHeaderTokens(records)
  }

  get records(): Iterable<AcisRecord> {
    return this.#records.values()
  }

  record(index: number): AcisRecord | null {
    return this.#records.get(index) ?? null
  }

  /** Returns the record at an index if it is of this kind. */
  entity(index: number, kind: string): AcisRecord | null {
    const record = this.record(index)
    return getKind(record) === kind ? record : null
  }

  /** Returns the numbers of an entity outside the topology, which has only its attributes and one history number. */
  plainNumbers(record: AcisRecord): readonly number[] {
    return record.tokens.slice(this.#headerLength > 1 ? 2 : 1).filter((token) => typeof token === 'number')
  }

  /** Returns an entity's own fields. */
  fields(record: AcisRecord): readonly AcisToken[] {
    return record.tokens.slice(this.#headerLength)
  }

  /** Returns the targets of an entity's pointers in order, -1 for null pointers. */
  pointers(record: AcisRecord): readonly number[] {
    return this.fields(record)
      .filter((token) => isPointer(token))
      .map((token) => token.pointer)
  }

  /** Returns the values after an entity's n-th pointer, counted from 1. */
  afterPointer(record: AcisRecord, number: number): readonly AcisToken[] {
    const fields = this.fields(record)
    let left = number
    const at = fields.findIndex((token) => isPointer(token) && --left === 0)
    return at < 0 ? [] : fields.slice(at + 1)
  }

  /** Returns whether the value after this pointer is `reversed`. */
  isReversed(record: AcisRecord, pointerNumber: number): boolean {
    return isReversedWord(this.afterPointer(record, pointerNumber)[0])
  }

  /** Returns `count` numbers of an entity, starting at a field; null if any is not a number. */
  numbers(record: AcisRecord, from: number, count: number): readonly number[] | null {
    return numbersIn(this.fields(record), from, count)
  }

  /**
   * Returns the position of a spline's `{ … }`: itself, or the target of its reference number. Null for an invalid
   * reference.
   */
  subtype(tokens: readonly AcisToken[], open: number): TokenPosition | null {
    if (tokens[open + 1] !== 'ref') return { tokens, at: open }
    const number = tokens[open + 2]
    return typeof number === 'number' ? (this.#allSubtypes[number] ?? null) : null
  }

  /** Subtypes are numbered in the order in which they begin. */
  get #allSubtypes(): readonly TokenPosition[] {
    this.#subtypes ??= [...this.records].flatMap(({ tokens }) =>
      [...tokens.keys()].filter((at) => tokens[at] === '{' && tokens[at + 1] !== 'ref').map((at) => ({ tokens, at })),
    )
    return this.#subtypes
  }
}

/** Returns `count` finite numbers from a position; null if any is not one. */
export function numbersIn(tokens: readonly AcisToken[], from: number, count: number): readonly number[] | null {
  const numbers = tokens.slice(from, from + count)
  return numbers.length === count && numbers.every((value) => Number.isFinite(value)) ? (numbers as number[]) : null
}

/**
 * Counts the values before an entity's own. Versions 1 and 4 have the attributes alone; later ones one or two numbers
 * and a pointer after them.
 */
function countHeaderTokens(records: readonly AcisRecord[]): number {
  const probe = records.find(({ name }) => name === 'body') ?? records.find((record) => getKind(record) === 'face')
  if (!probe) return 1
  let numbers = 0
  while (typeof probe.tokens[1 + numbers] === 'number') numbers++
  const hasTrailingPointer = isPointer(probe.tokens[1 + numbers])
  return numbers === 0 || !hasTrailingPointer ? 1 + numbers : 2 + numbers
}

/** Parses ACIS or ASM data, text or binary. Returns the readable part of damaged data. */
export function parseAcis(bytes: Uint8Array): AcisFile {
  const isBinary = matchesAt(bytes, 0, 'ACIS BinaryFile') || matchesAt(bytes, 0, 'ASM BinaryFile')
  return new AcisFile(isBinary ? parseSabBinary(bytes) : parseSatText(bytes))
}
