import { RecordCursor, tryParse } from '@kamar/codecs/records'
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
  return tryParse(() => (kind === text || kind === wideText ? reader.plain() : reader.withFont()))
}

class TextReader extends RecordCursor {
  readonly #isWide: boolean

  constructor(data: Uint8Array, isWide: boolean) {
    super(data)
    this.#isWide = isWide
  }

  plain(): ProxyText | null {
    const placement = this.#readPlacement()
    const [height, widthFactor, oblique] = [this.f64(), this.f64(), this.f64()]
    return usable({ ...placement, height, widthFactor, oblique, value: plainText(this.#string()), font: null })
  }

  withFont(): ProxyText | null {
    const placement = this.#readPlacement()
    const rawText = this.#string()
    const [length, isRaw] = [this.i32(), this.i32()]
    const own = length > 0 ? rawText.slice(0, length) : rawText
    const [height, widthFactor, oblique] = [this.f64(), this.f64(), this.f64()]
    const value = isRaw ? own : plainText(own)
    return usable({ ...placement, value, height, widthFactor, oblique, font: this.#font() })
  }

  #readPlacement(): Pick<ProxyText, 'anchor' | 'normal' | 'direction'> {
    return { anchor: this.#vector(), normal: this.#vector(), direction: this.#vector() }
  }

  /** Reads the font after the sizes: character spacing and five flags, then the font description. */
  #font(): ProxyText['font'] {
    this.f64()
    this.at += 5 * 4
    const [isBold, isItalic] = [this.i32() !== 0, this.i32() !== 0]
    this.at += 2 * 4
    const [family, file] = [this.#string(), this.#string()]
    const name = family || lastPathSegment(file)
    return name === '' ? null : { name, isBold, isItalic }
  }

  #vector(): Vector {
    return [this.f64(), this.f64(), this.f64()]
  }

  /** Reads a zero-terminated string; the next value is aligned to four bytes. */
  #string(): string {
    const width = this.#isWide ? 2 : 1
    let end = this.at
    while (end + width <= this.bytes.length && !this.#isZero(end)) end += width
    const bytes = this.bytes.subarray(this.at, end)
    this.at = (end + width + 3) & ~3
    return new TextDecoder(this.#isWide ? 'utf-16le' : 'windows-1252').decode(bytes)
  }

  #isZero(at: number): boolean {
    return this.bytes[at] === 0 && (!this.#isWide || this.bytes[at + 1] === 0)
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
