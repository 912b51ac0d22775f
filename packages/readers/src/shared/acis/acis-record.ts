/**
 * One value of a record. Words of the format (`forward`, `nubs`, `{`) are strings; what the file counts out as text is
 * `text`; an enumeration keeps its own kind, because a number beside a number means something else.
 */
export type AcisToken =
  | number
  | boolean
  | string
  | { readonly pointer: number }
  | { readonly text: string }
  | { readonly enumeration: number }

/** One entity of the file: `plane-surface` and what stands behind it. */
export interface AcisRecord {
  /** What pointers call it. */
  readonly index: number
  readonly name: string
  readonly tokens: readonly AcisToken[]
}

/** What the text and the binary form both give. */
export interface AcisRecords {
  /** Version × 100 (`700` is 7.0, `21800` is 218.0). */
  readonly version: number
  readonly product: string
  /** Millimetres of one unit; null when the header states none. */
  readonly unitMillimetres: number | null
  readonly records: readonly AcisRecord[]
  /** The data ends before the file says so, or cannot be followed any further. */
  readonly isCut: boolean
}

/** More records than this are no model but an attack. */
export const maxRecords = 4_000_000

/** The pointer that a token is; -1 for none. */
export function pointerOf(token: AcisToken | undefined): number {
  return typeof token === 'object' && 'pointer' in token ? token.pointer : -1
}

/** Whether a token is a pointer, also one to nothing. */
export function isPointer(token: AcisToken | undefined): token is { readonly pointer: number } {
  return typeof token === 'object' && 'pointer' in token
}

/** Whether a token says that something runs or looks the other way. */
export function isReversedWord(token: AcisToken | undefined): boolean {
  if (typeof token === 'object') return 'enumeration' in token && token.enumeration === 1
  return token === 'reversed' || token === true || token === 1
}

/** The kind of thing an entity is, whatever was derived from it: `coedge` of `tcoedge-coedge`. */
export function getKind(record: AcisRecord | null): string {
  return record?.name.slice(record.name.lastIndexOf('-') + 1) ?? ''
}

/** The unit that a header states, millimetres; null for none (-1 means unknown). */
export function parseUnit(token: AcisToken | undefined): number | null {
  return typeof token === 'number' && token > 0 && Number.isFinite(token) ? token : null
}
