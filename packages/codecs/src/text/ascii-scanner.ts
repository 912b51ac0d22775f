const lineFeed = 10
const carriageReturn = 13
const space = 32
const plus = 43
const comma = 44
const minus = 45
const dot = 46
const slash = 47
const zero = 48
const nine = 57
const backslash = 92
const letterE = 101

/** Powers of ten that a float64 holds exactly. */
const exactPowers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
/** Beyond this, one more digit could exceed the integers that a float64 holds exactly. */
const fullMantissa = 2 ** 53 / 10 - 1
const maxExponent = 400
/** Key of a word of ten or more letters; no keyword is as long. */
const fullKey = 2 ** 45

/** Computes the number that `AsciiScanner.wordKey` returns for a word of ASCII letters, case-insensitive. */
export function wordKey(word: string): number {
  return Array.from(word).reduce((key, character) => key * 32 + (character.charCodeAt(0) & 31), 0)
}

/**
 * Scanner for words and numbers in ASCII bytes by position, without creating strings. A hundred million numbers pass
 * through here, so it parses them itself: `Number(text)` took five times as long on a 64 MB file. Digits beyond the
 * fifteenth or sixteenth are dropped (relative error below 1e-15). The bytes must end with a line feed.
 */
export class AsciiScanner {
  bytes: Uint8Array = new Uint8Array()
  position = 0
  private droppedDigits = 0

  /** Loads new bytes, which must end with a line feed. */
  load(bytes: Uint8Array): void {
    this.bytes = bytes
    this.position = 0
  }

  /** Whether all bytes are consumed. */
  get atEnd(): boolean {
    return this.position >= this.bytes.length
  }

  /**
   * Skips blanks and line continuations (a backslash before the line end); returns whether a word follows on the line.
   * Stray control characters count as blanks, so that a loop over words always advances.
   */
  skipBlanks(): boolean {
    const { bytes } = this
    while (true) {
      const byte = bytes[this.position]
      if (byte === lineFeed || byte === carriageReturn || byte === undefined) return false
      if (byte <= space) this.position++
      else if (byte !== backslash || !this.skipJoin()) return true
    }
  }

  private skipJoin(): boolean {
    const next = this.bytes[this.position + 1]
    if (next === lineFeed) this.position += 2
    else if (next === carriageReturn) this.position += this.bytes[this.position + 2] === lineFeed ? 3 : 2
    else return false
    return true
  }

  /** Skips blanks and line ends; returns whether anything is left. */
  skipWhiteSpace(): boolean {
    while (!this.atEnd && this.bytes[this.position] <= space) this.position++
    return !this.atEnd
  }

  /** Moves past the end of the line, including continuation lines. */
  skipLine(): void {
    const { bytes } = this
    while (this.position < bytes.length) {
      const byte = bytes[this.position]
      if (byte === backslash && this.skipJoin()) continue
      this.position++
      if (byte === lineFeed || byte === carriageReturn) return
    }
  }

  /** Moves past the current word. */
  skipWord(): void {
    while (this.bytes[this.position] > space) this.position++
  }

  /** Reads the current word in lower case, at most `longest` characters of it. */
  word(longest = 24): string {
    const start = this.position
    this.skipWord()
    const end = Math.min(this.position, start + longest)
    return String.fromCharCode(...this.bytes.subarray(start, end)).toLowerCase()
  }

  /** Reads the current word as a number: see `wordKey`. Creates no string, for words that occur by the million. */
  wordKey(): number {
    const { bytes } = this
    let key = 0
    let byte = bytes[this.position]
    while (byte > space) {
      if (key < fullKey) key = key * 32 + (byte & 31)
      byte = bytes[++this.position]
    }
    return key
  }

  /** Returns the rest of the line as bytes, without its line end; moves past the line. */
  restOfLine(): Uint8Array {
    const start = this.position
    while (this.position < this.bytes.length && !this.isLineEnd()) this.position++
    const end = this.position
    this.skipLine()
    return this.bytes.subarray(start, end)
  }

  private isLineEnd(): boolean {
    const byte = this.bytes[this.position]
    return byte === lineFeed || byte === carriageReturn
  }

  /** Reads a decimal number (a comma counts as its point); returns NaN, and skips the word, when there is none. */
  number(): number {
    const { bytes } = this
    const negative = this.sign()
    const start = this.position
    let mantissa = this.digits(0)
    let count = this.position - start
    let exponent = this.droppedDigits
    if (bytes[this.position] === dot || bytes[this.position] === comma) {
      const fraction = ++this.position
      mantissa = this.digits(mantissa)
      const length = this.position - fraction
      count += length
      exponent += this.droppedDigits - length
    }
    if (count > 0 && (bytes[this.position] | 32) === letterE) exponent += this.exponent()
    if (count === 0 || !this.atWordEnd()) return this.noNumber()
    const value = scaled(mantissa, exponent)
    return negative ? -value : value
  }

  private sign(): boolean {
    const byte = this.bytes[this.position]
    if (byte === minus || byte === plus) this.position++
    return byte === minus
  }

  /** Appends the digits at the position to a value; those beyond the precision of a float64 are counted and dropped. */
  private digits(value: number): number {
    const { bytes } = this
    let dropped = 0
    let byte = bytes[this.position]
    while (byte >= zero && byte <= nine) {
      if (value < fullMantissa) value = value * 10 + (byte - zero)
      else dropped++
      byte = bytes[++this.position]
    }
    this.droppedDigits = dropped
    return value
  }

  private exponent(): number {
    this.position++
    const negative = this.sign()
    const start = this.position
    const value = Math.min(maxExponent, this.digits(0))
    if (this.position === start) return Number.NaN
    return negative ? -value : value
  }

  /** Reads an integer that ends at a blank, a line end or a slash; 0 when there is none. Beyond 2^53 it is rounded. */
  integer(): number {
    const { bytes } = this
    const negative = this.sign()
    let value = 0
    let byte = bytes[this.position]
    while (byte >= zero && byte <= nine) {
      value = value * 10 + (byte - zero)
      byte = bytes[++this.position]
    }
    return negative ? -value : value
  }

  /** Returns whether the current byte is this character. */
  isAt(character: number): boolean {
    return this.bytes[this.position] === character
  }

  private atWordEnd(): boolean {
    const byte = this.bytes[this.position]
    return byte <= space || byte === undefined || byte === backslash || byte === slash
  }

  private noNumber(): number {
    this.skipWord()
    return Number.NaN
  }
}

function scaled(mantissa: number, exponent: number): number {
  if (exponent === 0) return mantissa
  if (exponent < 0 && exponent >= -22) return mantissa / (exactPowers[-exponent] ?? 1)
  if (exponent > 0 && exponent <= 22) return mantissa * (exactPowers[exponent] ?? 1)
  return mantissa === 0 && !Number.isNaN(exponent) ? 0 : mantissa * 10 ** exponent
}
