/** Longer texts are rarely names. */
const maxLength = 40
const slotCount = 1024

/**
 * Texts of a file that were read before, such as names of layers and kinds. Reading one again creates no string: it is
 * compared byte by byte with the one that has the same hash.
 */
export class ShortTexts {
  readonly #buffer: Buffer
  readonly #texts: string[] = Array.from({ length: slotCount }, () => '')

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  /** Returns the bytes between two positions as characters of one byte each. */
  read(start: number, end: number): string {
    const buffer = this.#buffer
    const length = end - start
    if (length > maxLength) return buffer.toString('latin1', start, end)
    let hash = length
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + buffer[at]) | 0
    const slot = (hash ^ (hash >>> 10)) & (slotCount - 1)
    const text = this.#texts[slot]
    if (text.length === length && this.#isAt(text, start)) return text
    return (this.#texts[slot] = buffer.toString('latin1', start, end))
  }

  #isAt(text: string, start: number): boolean {
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== this.#buffer[start + at]) return false
    return true
  }
}
