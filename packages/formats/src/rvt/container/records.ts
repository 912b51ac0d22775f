import { MalformedRecordError } from '@kamar/codecs/records'
import { channel } from './partition.js'

/** A record of a group: its element, and its bytes. */
export interface ElementRecord {
  readonly id: number
  readonly body: Uint8Array
}

/**
 * Parses the records of an inflated group. Each states its length before and after its bytes; the group must be
 * consumed completely.
 */
export function parseRecords(bytes: Uint8Array, of: { channel: number; idBytes: 4 | 8 }): ElementRecord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerBytes = of.idBytes + (of.channel === channel.headers ? 4 : 8)
  const records: ElementRecord[] = []
  let at = 0
  while (at + headerBytes + 4 <= bytes.length) {
    const id = of.idBytes === 4 ? view.getInt32(at, true) : Number(view.getBigInt64(at, true))
    const length = view.getUint32(at + headerBytes - 4, true)
    const start = at + headerBytes
    const end = start + length
    if (end + 4 > bytes.length || view.getUint32(end, true) !== length)
      throw new MalformedRecordError('a record of two lengths')
    records.push({ id, body: bytes.subarray(start, end) })
    at = end + 4
  }
  if (at !== bytes.length) throw new MalformedRecordError('bytes behind the last record')
  return records
}
