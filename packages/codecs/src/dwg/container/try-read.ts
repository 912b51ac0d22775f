import { MalformedRecordError } from '../../records/malformed-record-error.js'

/** Returns what was read, or null if the bytes are damaged. */
export function tryRead<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedRecordError || error instanceof RangeError) return null
    throw error
  }
}
