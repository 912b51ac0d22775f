/** Maximum number of stray bytes before the header; a later match is another text that quotes one. */
const searchBytes = 256

/**
 * Finds the position of `ISO-10303-21;`, which some programs precede with a stray byte or a byte order mark; returns 0
 * without a header near the start of the file, as with blanks, comments and files of other kinds.
 */
export function exchangeStart(header: Uint8Array): number {
  const text = Buffer.from(header.subarray(0, 2 * searchBytes)).toString('latin1')
  const start = /ISO-10303-21\s*;\s*HEADER\s*;/i.exec(text)?.index ?? 0
  return start < searchBytes ? start : 0
}
