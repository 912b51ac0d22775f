/**
 * Reads the groups of a DXF one after the other: a code, and a value between two positions. Values become numbers or
 * texts only when they are asked for.
 */
export interface GroupSource {
  /** Where the next group begins. */
  position: number
  /** Code of the current group. */
  readonly code: number
  /** First byte of its value, and the byte after the last one. */
  readonly start: number
  readonly end: number
  /** Whether the file ends within a group, or bytes that are no group were passed. */
  readonly isDamaged: boolean
  /** Reads the next group; false at the end. */
  next(): boolean
  /** Returns the value of a group as a number; `NaN` for other values. */
  toNumber(code: number, start: number, end: number): number
  /** Returns the value of a group as characters of one byte each. */
  toRawText(start: number, end: number): string
  /** Returns the value of a group as a handle; 0 for other values. */
  toHandle(start: number, end: number): number
  /** Returns the bytes of a group of binary data. */
  toBytes(start: number, end: number): Uint8Array
}

/** Code of a comment, which programs skip. */
export const commentCode = 999
