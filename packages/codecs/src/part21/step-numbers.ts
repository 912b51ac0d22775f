import { byte } from './step-scan.js'
import { latin1 } from './latin1.js'

/**
 * Powers of ten that a float64 holds exactly: a quotient or product with one of them is rounded once, so it is correct.
 */
const exactPowers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const maxExactMantissa = 2 ** 53 / 10 - 1

/** A cursor over the numbers of a list; `position` in `bytes` is the position after a read. */
export class NumberScanner {
  position = 0
  bytes: Uint8Array

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.bytes = bytes
  }

  /** Reads the number that starts at `position` (a digit, sign or point); NaN when there is none. */
  read(limit: number): number {
    const { bytes } = this
    const start = this.position
    let at = start
    const negative = bytes[at] === byte.minus
    if (negative || bytes[at] === 43) at++
    let mantissa = 0
    let decimals = 0
    let seenPoint = false
    for (; at < limit; at++) {
      const code = bytes[at]
      if (code >= byte.zero && code <= byte.nine) {
        if (mantissa > maxExactMantissa) return this.#slow(start, limit)
        mantissa = mantissa * 10 + (code - byte.zero)
        if (seenPoint) decimals++
      } else if (code === byte.dot && !seenPoint) seenPoint = true
      else break
    }
    const code = bytes[at]
    if (code === 69 || code === 101 || decimals > 22) return this.#slow(start, limit)
    this.position = at
    const value = decimals === 0 ? mantissa : mantissa / exactPowers[decimals]
    return negative ? -value : value
  }

  #slow(start: number, limit: number): number {
    let at = start
    while (at < limit && isNumberByte(this.bytes[at])) at++
    this.position = at
    return Number(latin1(this.bytes, start, at))
  }
}

function isNumberByte(code: number): boolean {
  const digit = code >= byte.zero && code <= byte.nine
  return digit || code === byte.dot || code === byte.minus || code === 43 || code === 69 || code === 101
}
