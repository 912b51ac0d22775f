import { randomBytes } from 'node:crypto'

let lastMilliseconds = 0
let counter = 0

/**
 * Creates a UUIDv7 (RFC 9562, method 1): sorts by creation time, strictly so within one process, so that new rows land
 * at the end of their index. Created here and not by the database because PostgreSQL 15 to 17 have no `uuidv7()`.
 */
export function newId(): string {
  const now = Date.now()
  const bytes = randomBytes(16)
  if (now > lastMilliseconds) {
    lastMilliseconds = now
    counter = bytes.readUInt16BE(6) & 0x07ff
  } else if (++counter > 0x0fff) {
    lastMilliseconds++
    counter = 0
  }
  bytes.writeUIntBE(lastMilliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
