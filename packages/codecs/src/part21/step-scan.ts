/** Byte codes of ISO 10303-21. */
export const byte = {
  tab: 9,
  newLine: 10,
  return: 13,
  space: 32,
  quote: 39,
  open: 40,
  close: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  semicolon: 59,
  equals: 61,
  hash: 35,
  dollar: 36,
  doubleQuote: 34,
  backslash: 92,
} as const

// Below this many bytes a loop is faster than a call of the built-in search; tessellated face sets run to hundreds of
// kilobytes.
const shortStatementBytes = 96

/** Returns whether the byte is a space, a tab or a line end. */
export function isBlank(code: number): boolean {
  return code === byte.space || code === byte.newLine || code === byte.return || code === byte.tab
}

/** Returns whether the byte can be part of a type's name. */
export function isTypeByte(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

/** Returns the position of the type's name, after the statement's number, which ends at or before `position`. */
export function findTypeName(bytes: Uint8Array, position: number, end: number): number {
  let at = position
  while (at < end && (isBlank(bytes[at]) || bytes[at] === byte.equals)) at++
  return at
}

/** Returns the position after the type's name that starts at `position`; there may be none. */
export function skipTypeName(bytes: Uint8Array, position: number, end: number): number {
  let at = position
  while (at < end && isTypeByte(bytes[at])) at++
  return at
}

/** Returns the position after the opening parenthesis of the statement that starts at `start`. */
export function findBody(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1
  while (at < end && bytes[at] >= byte.zero && bytes[at] <= byte.nine) at++
  return skipBlanks(bytes, skipTypeName(bytes, findTypeName(bytes, at, end), end), end) + 1
}

/** Returns the first position at or after `position` that is neither blank nor inside a comment. */
export function skipBlanks(bytes: Uint8Array, position: number, limit: number): number {
  while (position < limit) {
    const code = bytes[position]
    if (isBlank(code)) position++
    else if (code === byte.slash && bytes[position + 1] === byte.star) position = skipComment(bytes, position, limit)
    else return position
  }
  return limit
}

function skipComment(bytes: Uint8Array, position: number, limit: number): number {
  for (let at = position + 2; at < limit; at++) {
    at = bytes.indexOf(byte.star, at)
    if (at < 0) return limit
    if (bytes[at + 1] === byte.slash) return at + 2
  }
  return limit
}

/**
 * Returns whether an unclosed string most likely ends here: a statement's end followed by the start of the next one.
 */
function looksLikeNextStatement(bytes: Uint8Array, newLine: number): boolean {
  const before = bytes[newLine - 1] === byte.return ? newLine - 2 : newLine - 1
  return bytes[before] === byte.semicolon && bytes[newLine + 1] === byte.hash
}

/**
 * Returns the position after the string that starts at `position` (a quote). An unclosed string ends before the next
 * statement, so that one stray apostrophe costs one statement and not the rest of the file. -1 when the data ends
 * first.
 */
export function skipString(bytes: Uint8Array, position: number, limit: number): number {
  for (let at = position + 1; at < limit; at++) {
    const code = bytes[at]
    if (code === byte.quote) {
      if (bytes[at + 1] !== byte.quote) return at + 1
      at++
    } else if (code === byte.newLine && looksLikeNextStatement(bytes, at)) {
      return bytes[at - 1] === byte.return ? at - 2 : at - 1
    }
  }
  return -1
}

/** Result of `endOfStatement` when the data ends first. */
export const noEnd = -1

/**
 * Returns the position of the semicolon that ends the statement around `position`; negative when it lies in an unclosed
 * string; `noEnd` when the data ends first.
 */
export function endOfStatement(bytes: Uint8Array, position: number, limit: number): number {
  let at = position
  const shortLimit = Math.min(limit, position + shortStatementBytes)
  while (at < limit) {
    const code = bytes[at]
    if (code === byte.semicolon) return at
    if (code === byte.quote) {
      at = skipString(bytes, at, limit)
      if (at < 0) return noEnd
      if (bytes[at - 1] !== byte.quote) return -at
    } else if (code === byte.slash && bytes[at + 1] === byte.star) at = skipComment(bytes, at, limit)
    else if (++at >= shortLimit) return endOfLongStatement(bytes, at, limit)
  }
  return noEnd
}

function endOfLongStatement(bytes: Uint8Array, position: number, limit: number): number {
  let at = position
  while (at < limit) {
    const semicolon = bytes.indexOf(byte.semicolon, at)
    if (semicolon < 0 || semicolon >= limit) return noEnd
    const special = firstQuoteOrComment(bytes, at, semicolon)
    if (special < 0) return semicolon
    at = bytes[special] === byte.quote ? skipString(bytes, special, limit) : skipComment(bytes, special, limit)
    if (at < 0) return noEnd
    if (bytes[special] === byte.quote && bytes[at - 1] !== byte.quote) return -at
  }
  return noEnd
}

function firstQuoteOrComment(bytes: Uint8Array, position: number, limit: number): number {
  for (let at = position; at < limit; at++) {
    const code = bytes[at]
    if (code === byte.quote || (code === byte.slash && bytes[at + 1] === byte.star)) return at
  }
  return -1
}
