import { isPointer, isReversedWord, getKind, type AcisRecord, type AcisRecords, type AcisToken } from './acis-record.js'
import { matchesAt } from '../file-header.js'
import { parseSabBinary } from './sab-binary.js'
import { parseSatText } from './sat-text.js'

/** A place in a record's values. */
export interface TokenPosition {
  readonly tokens: readonly AcisToken[]
  readonly at: number
}

/** The records of a file and how to follow them: what stands in front of an entity's own fields depends on its version. */
export class AcisFile {
  readonly version: number
  readonly product: string
  readonly unitMillimetres: number | null
  readonly isCut: boolean
  readonly #records = new Map<number, AcisRecord>()
  /** Values of an entity's own start behind this many: its attributes, numbers of its history and a pointer. */
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

  /** The record at an index when it is of this kind. */
  entity(index: number, kind: string): AcisRecord | null {
    const record = this.record(index)
    return getKind(record) === kind ? record : null
  }

  /** Numbers of an entity that is no part of the topology: it has its attributes and one number of its history only. */
  plainNumbers(record: AcisRecord): readonly number[] {
    return record.tokens.slice(this.#headerLength > 1 ? 2 : 1).filter((token) => typeof token === 'number')
  }

  /** An entity's own fields. */
  fields(record: AcisRecord): readonly AcisToken[] {
    return record.tokens.slice(this.#headerLength)
  }

  /** Where an entity's pointers lead, -1 for nowhere, in their order. */
  pointers(record: AcisRecord): readonly number[] {
    return this.fields(record)
      .filter((token) => isPointer(token))
      .map((token) => token.pointer)
  }

  /** The values behind an entity's pointer of this number, counted from 1. */
  behindPointer(record: AcisRecord, number: number): readonly AcisToken[] {
    const fields = this.fields(record)
    let left = number
    const at = fields.findIndex((token) => isPointer(token) && --left === 0)
    return at < 0 ? [] : fields.slice(at + 1)
  }

  /** Whether what stands behind this pointer says `reversed`. */
  isReversed(record: AcisRecord, pointerNumber: number): boolean {
    return isReversedWord(this.behindPointer(record, pointerNumber)[0])
  }

  /** `count` numbers of an entity from a field on; null when they are none. */
  numbers(record: AcisRecord, from: number, count: number): readonly number[] | null {
    return numbersIn(this.fields(record), from, count)
  }

  /** What a `{ … }` of a spline is: itself, or what its number refers to. Null when it leads nowhere. */
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

/** `count` finite numbers from a place on; null when one is none. */
export function numbersIn(tokens: readonly AcisToken[], from: number, count: number): readonly number[] | null {
  const numbers = tokens.slice(from, from + count)
  return numbers.length === count && numbers.every((value) => Number.isFinite(value)) ? (numbers as number[]) : null
}

/** Version 1 and 4 have the attributes alone; later ones one or two numbers and a pointer behind them. */
function countHeaderTokens(records: readonly AcisRecord[]): number {
  const probe = records.find(({ name }) => name === 'body') ?? records.find((record) => getKind(record) === 'face')
  if (!probe) return 1
  let numbers = 0
  while (typeof probe.tokens[1 + numbers] === 'number') numbers++
  const isPointerBehind = isPointer(probe.tokens[1 + numbers])
  return numbers === 0 || !isPointerBehind ? 1 + numbers : 2 + numbers
}

/** Reads ACIS or ASM data, text or binary. Damaged data gives what could be read of it. */
export function parseAcis(bytes: Uint8Array): AcisFile {
  const isBinary = matchesAt(bytes, 0, 'ACIS BinaryFile') || matchesAt(bytes, 0, 'ASM BinaryFile')
  return new AcisFile(isBinary ? parseSabBinary(bytes) : parseSatText(bytes))
}
