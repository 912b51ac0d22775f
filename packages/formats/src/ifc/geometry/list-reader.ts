import { NumberScanner, byte, skipBlanks, type FileBytes } from '@kamar/codecs/part21'

/** Byte range of a statement's attributes. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Reader of long lists of numbers in a statement's attributes; its memory is reused from one list to the next. */
export class ListReader {
  readonly #source: FileBytes
  readonly #numbers = new NumberScanner()
  /** Part of the file; `#position` and `#end` count from its start. */
  #bytes: Uint8Array = new Uint8Array(0)
  #values = new Float64Array(1 << 12)
  #count = 0
  #position = 0
  #end = 0

  constructor(source: FileBytes) {
    this.#source = source
  }

  /** Moves to the attribute number `attribute`. */
  moveTo({ start, end }: ByteRange, attribute = 0): this {
    this.#bytes = this.#source.seek(start, end)
    this.#numbers.bytes = this.#bytes
    this.#position = start - this.#source.base
    this.#end = end - this.#source.base
    for (let skipped = 0; skipped < attribute; skipped++) this.skip()
    return this
  }

  /** Skips an attribute that contains no strings. */
  skip(): void {
    let depth = 0
    for (let at = this.#position; at < this.#end; at++) {
      const code = this.#bytes[at]
      if (code === byte.open) depth++
      else if (code === byte.close) depth--
      else if (code === byte.comma && depth === 0) {
        this.#position = at + 1
        return
      }
    }
    this.#position = this.#end
  }

  /** Reads all numbers up to the end of the list that starts here, nested or not. */
  numbers(): Float64Array {
    const bytes = this.#bytes
    this.#count = 0
    let depth = 0
    let at = this.#position
    while (at < this.#end) {
      const code = bytes[at]
      if ((code >= byte.zero && code <= byte.nine) || code === byte.minus) {
        this.#numbers.position = at
        this.#push(this.#numbers.read(this.#end))
        at = Math.max(this.#numbers.position, at + 1)
        continue
      }
      if (code === byte.open) depth++
      else if (code === byte.close && --depth <= 0) {
        at++
        break
      } else if (code === byte.dollar && depth === 0) break
      at = code === byte.slash && bytes[at + 1] === byte.star ? skipBlanks(bytes, at, this.#end) : at + 1
    }
    this.#position = at
    return this.#values.slice(0, this.#count)
  }

  /** Reads a flat list; anything else at this position counts as empty. */
  flatNumbers(): Float64Array {
    const bytes = this.#bytes
    let at = this.#position
    while (at < this.#end && bytes[at] !== byte.open) {
      if (bytes[at] === byte.dollar) return new Float64Array(0)
      at++
    }
    const inner = skipBlanks(bytes, at + 1, this.#end)
    if (at >= this.#end || bytes[inner] === byte.open) return new Float64Array(0)
    this.#position = at
    return this.numbers()
  }

  /** Reads the lists within the list that starts here, each flat. */
  lists(): Float64Array[] {
    const lists: Float64Array[] = []
    while (this.#position < this.#end && this.#bytes[this.#position] !== byte.open) this.#position++
    this.#position++
    while (this.#position < this.#end) {
      const code = this.#bytes[this.#position]
      if (code === byte.close) break
      if (code === byte.open) lists.push(this.numbers())
      else this.#position++
    }
    return lists
  }

  #push(value: number): void {
    if (this.#count === this.#values.length) {
      const wider = new Float64Array(this.#count * 2)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#count++] = value
  }
}
