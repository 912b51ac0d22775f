/**
 * One value of a record. Keywords (`forward`, `nubs`, `{`) are strings; length-prefixed strings are `text`; an
 * enumeration has a separate kind, because a number next to a number has another meaning.
 */
export type AcisToken =
  | number
  | boolean
  | string
  | { readonly pointer: number }
  | { readonly text: string }
  | { readonly enumeration: number }

/** One entity of the file: a name such as `plane-surface` and the values after it. */
export interface AcisRecord {
  /** Index that pointers refer to. */
  readonly index: number
  readonly name: string
  readonly tokens: readonly AcisToken[]
}

/** Common result of the text and binary parsers. */
export interface AcisRecords {
  /** Version × 100 (`700` is 7.0, `21800` is 218.0). */
  readonly version: number
  readonly product: string
  /** Millimetres per unit; null when the header states none. */
  readonly unitMillimetres: number | null
  readonly records: readonly AcisRecord[]
  /** Whether the data ends early or cannot be parsed any further. */
  readonly isCut: boolean
}

/** Maximum number of records; more indicates an attack, not a model. */
export const maxRecords = 4_000_000

/** Returns the target of a pointer token; -1 for none. */
export function pointerOf(token: AcisToken | undefined): number {
  return typeof token === 'object' && 'pointer' in token ? token.pointer : -1
}

/** Returns whether a token is a pointer, including a null pointer. */
export function isPointer(token: AcisToken | undefined): token is { readonly pointer: number } {
  return typeof token === 'object' && 'pointer' in token
}

/** Returns whether a token states a reversed direction. */
export function isReversedWord(token: AcisToken | undefined): boolean {
  if (typeof token === 'object') return 'enumeration' in token && token.enumeration === 1
  return token === 'reversed' || token === true || token === 1
}

/** Returns the base kind of an entity, without derived prefixes: `coedge` for `tcoedge-coedge`. */
export function getKind(record: AcisRecord | null): string {
  return record?.name.slice(record.name.lastIndexOf('-') + 1) ?? ''
}

/** Parses the unit of a header in millimetres; returns null for none (-1 means unknown). */
export function parseUnit(token: AcisToken | undefined): number | null {
  return typeof token === 'number' && token > 0 && Number.isFinite(token) ? token : null
}
