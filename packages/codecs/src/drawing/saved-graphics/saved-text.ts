import type { Vector } from '@kamar/core/math'
import { RecordCursor } from '../../records/record-cursor.js'
import { lastPathSegment } from '../../text/index.js'

/** A text of saved graphics. */
export interface SavedText {
  readonly kind: 'text'
  readonly value: string
  /** Whether `%%` codes in the value are characters of their own. */
  readonly isRaw: boolean
  readonly anchor: Vector
  readonly normal: Vector
  readonly direction: Vector
  readonly height: number
  readonly widthFactor: number
  /** Radians. */
  readonly obliqueAngle: number
  /** Null where the text does not state one. */
  readonly font: { readonly name: string; readonly isBold: boolean; readonly isItalic: boolean } | null
}

const [plain, withFont, widePlain, wideWithFont] = [10, 11, 36, 38]

/**
 * Reads a text by the kind of its chunk. Returns null for other kinds, and for texts without a size or a position.
 * @throws {MalformedRecordError} if the data end early.
 */
export function readSavedText(kind: number, data: Uint8Array, encoding: string): SavedText | null {
  if (kind === plain || kind === widePlain)
    return selectUsable(new TextReader(data, kind === widePlain, encoding).plain())
  if (kind !== withFont && kind !== wideWithFont) return null
  return selectUsable(new TextReader(data, kind === wideWithFont, encoding).withFont())
}

class TextReader extends RecordCursor {
  readonly #isWide: boolean
  readonly #encoding: string

  constructor(data: Uint8Array, isWide: boolean, encoding: string) {
    super(data)
    this.#isWide = isWide
    this.#encoding = isWide ? 'utf-16le' : encoding
  }

  plain(): SavedText {
    const placement = this.#placement()
    const size = this.#size()
    return { kind: 'text', ...placement, ...size, value: this.#string(), isRaw: false, font: null }
  }

  withFont(): SavedText {
    const placement = this.#placement()
    const text = this.#string()
    const [length, isRaw] = [this.i32(), this.i32() !== 0]
    const value = length > 0 ? text.slice(0, length) : text
    const size = this.#size()
    return { kind: 'text', ...placement, ...size, value, isRaw, font: this.#font() }
  }

  #placement(): Pick<SavedText, 'anchor' | 'normal' | 'direction'> {
    return { anchor: this.#vector(), normal: this.#vector(), direction: this.#vector() }
  }

  #size(): Pick<SavedText, 'height' | 'widthFactor' | 'obliqueAngle'> {
    return { height: this.f64(), widthFactor: this.f64(), obliqueAngle: this.f64() }
  }

  /** Reads the font after the sizes: character spacing and five flags, then the font description. */
  #font(): SavedText['font'] {
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
    return new TextDecoder(this.#encoding).decode(bytes)
  }

  #isZero(at: number): boolean {
    return this.bytes[at] === 0 && (!this.#isWide || this.bytes[at + 1] === 0)
  }
}

function selectUsable(text: SavedText): SavedText | null {
  const { anchor, normal, direction, height, widthFactor } = text
  const numbers = [...anchor, ...normal, ...direction, height, widthFactor]
  return text.value.trim() !== '' && height > 0 && numbers.every((value) => Number.isFinite(value)) ? text : null
}
