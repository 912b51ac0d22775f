const [zero, nine, upperA, upperF, space, tab, carriageReturn] = [48, 57, 65, 70, 32, 9, 13]
const upperCase = ~0x20
const maxDigits = 13

const isBlank = (byte: number): boolean => byte === space || byte === tab || byte === carriageReturn

/** Parses a handle, a hexadecimal number; 0 for other texts, and for numbers above 2^52. */
export function parseHandle(bytes: Uint8Array, start: number, end: number): number {
  let from = start
  let to = end
  while (from < to && isBlank(bytes[from])) from++
  while (to > from && isBlank(bytes[to - 1])) to--
  while (from < to && bytes[from] === zero) from++
  if (to - from > maxDigits) return 0
  let handle = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    const capital = byte & upperCase
    if (byte >= zero && byte <= nine) handle = handle * 16 + byte - zero
    else if (capital >= upperA && capital <= upperF) handle = handle * 16 + capital - upperA + 10
    else return 0
  }
  return handle
}
