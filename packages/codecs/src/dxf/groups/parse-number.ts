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
  let at = start
  while (at < end && isBlank(bytes[at])) at++
  const isNegative = bytes[at] === minus
  if (isNegative || bytes[at] === plus) at++
  let digits = 0
  let exponent = 0
  const digitsFrom = at
  while (at < end && bytes[at] >= zero && bytes[at] <= nine) digits = digits * 10 + (bytes[at++] - zero)
  let digitCount = at - digitsFrom
  if (at < end && bytes[at] === point) {
    const fractionFrom = ++at
    while (at < end && bytes[at] >= zero && bytes[at] <= nine) digits = digits * 10 + (bytes[at++] - zero)
    exponent = fractionFrom - at
    digitCount -= exponent
  }
  const isPlain = at >= end || isBlank(bytes[at])
  if (!isPlain && (bytes[at] | lowerCase) === exponentMark) {
    const stated = parseExponent(bytes, at + 1, end)
    exponent = Number.isNaN(stated) ? stated : exponent + stated
  } else if (!isPlain) exponent = Number.NaN
  const isExact = digitCount > 0 && digits <= Number.MAX_SAFE_INTEGER && Math.abs(exponent) <= exactPower
  if (!isExact) return Number.parseFloat(toAscii(bytes, start, end))
  const value = exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent]
  return isNegative ? -value : value
}

function parseExponent(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  const isNegative = bytes[at] === minus
  if (isNegative || bytes[at] === plus) at++
  const from = at
  let exponent = 0
  while (at < end && bytes[at] >= zero && bytes[at] <= nine) exponent = exponent * 10 + (bytes[at++] - zero)
  if (at === from || (at < end && !isBlank(bytes[at]))) return Number.NaN
  return isNegative ? -exponent : exponent
}

/** More characters than any number has. */
const maxLength = 400

function toAscii(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + maxLength)))
}
