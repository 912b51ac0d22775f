const [zero, nine, plus, minus, point, space, tab, carriageReturn] = [48, 57, 43, 45, 46, 32, 9, 13]
const exponentMark = 0x65
const lowerCase = 0x20
/** Powers of ten that a double states exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const exactPower = powers.length - 1

const isBlank = (byte: number): boolean => byte === space || byte === tab || byte === carriageReturn

/**
 * Parses a decimal number without building a string, rounded as `Number` rounds it: up to 2^53 the digits are exact,
 * and so is the power of ten, so that one division rounds once. Other numbers are left to `parseFloat`.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = skipBlanks(bytes, start, end)
  const isNegative = bytes[at] === minus
  if (isNegative || bytes[at] === plus) at++
  const from = at
  let digits = 0
  let fractionFrom = -1
  for (; at < end; at++) {
    if (isDigit(bytes[at])) digits = digits * 10 + bytes[at] - zero
    else if (bytes[at] === point && fractionFrom < 0) fractionFrom = at + 1
    else break
  }
  const isEmpty = at - from === (fractionFrom < 0 ? 0 : 1)
  let exponent = fractionFrom < 0 ? 0 : fractionFrom - at
  if (at < end && !isBlank(bytes[at])) exponent += parseExponent(bytes, at, end)
  const value = isEmpty ? Number.NaN : scaleExactly(digits, exponent)
  if (Number.isNaN(value)) return Number.parseFloat(toAscii(bytes, start, end))
  return isNegative ? -value : value
}

function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isBlank(bytes[at])) at++
  return at
}

/** Returns digits times a power of ten; `NaN` where one operation would not round to the nearest number. */
function scaleExactly(digits: number, exponent: number): number {
  if (digits > Number.MAX_SAFE_INTEGER || !(Math.abs(exponent) <= exactPower)) return Number.NaN
  return exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent]
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine

/** Parses an exponent from its mark on; `NaN` if another text follows the digits. */
function parseExponent(bytes: Uint8Array, start: number, end: number): number {
  if ((bytes[start] | lowerCase) !== exponentMark) return Number.NaN
  let at = start + 1
  const isNegative = bytes[at] === minus
  if (isNegative || bytes[at] === plus) at++
  const from = at
  let exponent = 0
  while (at < end && isDigit(bytes[at])) exponent = exponent * 10 + bytes[at++] - zero
  if (at === from || (at < end && !isBlank(bytes[at]))) return Number.NaN
  return isNegative ? -exponent : exponent
}

/** More characters than any number has. */
const maxLength = 400

function toAscii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + maxLength)))
}
