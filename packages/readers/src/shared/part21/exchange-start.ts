/** Stray bytes lie in front of it within this reach; what begins later is another text that quotes one. */
const searchBytes = 256

/**
 * Position of `ISO-10303-21;`, which some programs write a stray byte or a byte order mark in front of; 0 when no header
 * follows it near the start of the file, as with blanks, comments and files of other kinds.
 */
export function exchangeStart(header: Uint8Array): number {
  const text = Buffer.from(header.subarray(0, 2 * searchBytes)).toString('latin1')
  const start = /ISO-10303-21\s*;\s*HEADER\s*;/i.exec(text)?.index ?? 0
  return start < searchBytes ? start : 0
}
