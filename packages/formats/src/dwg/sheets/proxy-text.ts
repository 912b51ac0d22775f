import type { Vector } from '@kamar/core/math'
import { lastPathSegment } from '@kamar/codecs/text'
import { plainText } from '../text/codes.js'

/** A text in saved graphics. */
export interface ProxyText {
  readonly value: string
  readonly anchor: Vector
  readonly normal: Vector
  readonly direction: Vector
  readonly height: number
  readonly widthFactor: number
  /** Radians. */
  readonly oblique: number
  readonly font: { readonly name: string; readonly isBold: boolean; readonly isItalic: boolean } | null
}

const [text, textWithFont, wideText, wideTextWithFont] = [10, 11, 36, 38]

/** Reads the four text kinds of saved graphics; null for other kinds and for damaged ones. */
export function proxyText(kind: number, data: Uint8Array): ProxyText | null {
  if (kind !== text && kind !== textWithFont && kind !== wideText && kind !== wideTextWithFont) return null
  const reader = new TextReader(data, kind === wideText || kind === wideTextWithFont)
  try {
    return kind === text || kind === wideText ? reader.plain() : reader.withFont()
  } catch {
    // The data view throws a range error on truncated data.
    return null
  }
}

class TextReader {
  readonly #data: Uint8Array
  readonly #view: DataView
  readonly #isWide: boolean
  #at = 0

  constructor(data: Uint8Array, isWide: boolean) {
    this.#data = data
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    this.#isWide = isWide
  }

  plain(): ProxyText | null {
    const placement = this.#readPlacement()
    const [height, widthFactor, oblique] = [this.#double(), this.#double(), this.#double()]
    return usable({ ...placement, height, widthFactor, oblique, value: plainText(this.#string()), font: null })
  }

  withFont(): ProxyText | null {
    const placement = this.#readPlacement()
    const rawText = this.#string()
    const [length, isRaw] = [this.#integer(), this.#integer()]
    const own = length > 0 ? rawText.slice(0, length) : rawText
    const [height, widthFactor, oblique] = [this.#double(), this.#double(), this.#double()]
    const value = isRaw ? own : plainText(own)
    return usable({ ...placement, value, height, widthFactor, oblique, font: this.#font() })
  }

  #readPlacement(): Pick<ProxyText, 'anchor' | 'normal' | 'direction'> {
    return { anchor: this.#vector(), normal: this.#vector(), direction: this.#vector() }
  }

  /** Reads the font after the sizes: character spacing and five flags, then the font description. */
  #font(): ProxyText['font'] {
    this.#double()
    this.#at += 5 * 4
    const [isBold, isItalic] = [this.#integer() !== 0, this.#integer() !== 0]
    this.#at += 2 * 4
    const [family, file] = [this.#string(), this.#string()]
    const name = family || lastPathSegment(file)
    return name === '' ? null : { name, isBold, isItalic }
  }

  #double(): number {
    const value = this.#view.getFloat64(this.#at, true)
    this.#at += 8
    return value
  }

  #integer(): number {
    const value = this.#view.getInt32(this.#at, true)
    this.#at += 4
    return value
  }

  #vector(): Vector {
    return [this.#double(), this.#double(), this.#double()]
  }

  /** Reads a zero-terminated string; the next value is aligned to four bytes. */
  #string(): string {
    const width = this.#isWide ? 2 : 1
    let end = this.#at
    while (end + width <= this.#data.length && !this.#isZero(end)) end += width
    const bytes = this.#data.subarray(this.#at, end)
    this.#at = (end + width + 3) & ~3
    return new TextDecoder(this.#isWide ? 'utf-16le' : 'windows-1252').decode(bytes)
  }

  #isZero(at: number): boolean {
    return this.#data[at] === 0 && (!this.#isWide || this.#data[at + 1] === 0)
  }
}

function usable(candidate: ProxyText): ProxyText | null {
  const numbers = [
    ...candidate.anchor,
    ...candidate.normal,
    ...candidate.direction,
    candidate.height,
    candidate.widthFactor,
  ]
  return candidate.value.trim() !== '' && candidate.height > 0 && numbers.every((value) => Number.isFinite(value))
    ? candidate
    : null
}
