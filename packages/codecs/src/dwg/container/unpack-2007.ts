import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { repeatBytes, type PackedRange } from './packed-range.js'

/** Literals are stored in groups of this size, in reverse order of their four parts. */
const groupBytes = 32
const partBytes = 8

/**
 * Unpacks the compression of release 2007 (Open Design Specification, section 5.13): literals in a permuted order, and
 * copies of earlier output. Returns the end of the output.
 * @throws {MalformedRecordError} if a run leaves the input or the output.
 */
export const unpack2007 = (range: PackedRange): number => new Unpacking(range).run()

class Unpacking {
  readonly #source: Uint8Array
  readonly #sourceEnd: number
  readonly #target: Uint8Array
  readonly #start: number
  readonly #end: number
  #read: number
  #write: number
  #code = 0
  #literals = 0

  constructor({ source, from, to, target, start, end }: PackedRange) {
    this.#source = source
    this.#sourceEnd = Math.min(to, source.length)
    this.#target = target
    this.#start = start
    this.#end = Math.min(end, target.length)
    this.#read = from
    this.#write = start
  }

  run(): number {
    this.#code = this.#readByte()
    if ((this.#code & 0xf0) === 0x20) {
      this.#read += 2
      this.#literals = this.#readByte() & 7
    }
    while (this.#read < this.#sourceEnd) {
      if (this.#literals === 0) this.#literals = this.#readLiteralCount()
      this.#copyLiterals()
      if (this.#read >= this.#sourceEnd) break
      this.#code = this.#readByte()
      this.#copyRuns()
    }
    return this.#write
  }

  #readByte(): number {
    return this.#read < this.#sourceEnd ? this.#source[this.#read++] : 0
  }

  #readShort(): number {
    return this.#readByte() | (this.#readByte() << 8)
  }

  #readLiteralCount(): number {
    let count = this.#code + 8
    if (count !== 0x17) return count
    let more = this.#readByte()
    count += more
    if (more !== 0xff) return count
    do {
      more = this.#readShort()
      count += more
    } while (more === 0xffff)
    return count
  }

  #copyLiterals(): void {
    let count = this.#literals
    if (this.#write + count > this.#end || this.#read + count > this.#sourceEnd)
      throw new MalformedRecordError('literals beyond the end', this.#read)
    for (; count >= groupBytes; count -= groupBytes) {
      for (let part = groupBytes - partBytes; part >= 0; part -= partBytes)
        for (let at = 0; at < partBytes; at++) this.#target[this.#write++] = this.#source[this.#read + part + at]
      this.#read += groupBytes
    }
    const order = literalOrders[count]
    for (let at = 0; at < count; at++) this.#target[this.#write++] = this.#source[this.#read + order[at]]
    this.#read += count
    this.#literals = 0
  }

  /** Copies earlier output until literals follow. */
  #copyRuns(): void {
    for (;;) {
      this.#copyOutput()
      this.#literals = this.#code & 7
      if (this.#literals !== 0 || this.#read >= this.#sourceEnd) return
      this.#code = this.#readByte()
      if (this.#code >> 4 === 0) return
      if (this.#code >> 4 === 15) this.#code &= 15
    }
  }

  #copyOutput(): void {
    const code = this.#code
    switch (code >> 4) {
      case 0: {
        const low = this.#readByte()
        this.#code = this.#readByte()
        this.#copyBack((code & 15) + 19 + ((this.#code >> 3) & 16), low + ((this.#code & 0x78) << 5) + 1)
        return
      }
      case 1: {
        const low = this.#readByte()
        this.#code = this.#readByte()
        this.#copyBack((code & 15) + 3, low + ((this.#code & 0xf8) << 5) + 1)
        return
      }
      case 2:
        this.#copyFar(code)
        return
      default:
        this.#code = this.#readByte()
        this.#copyBack(code >> 4, (code & 15) + ((this.#code & 0xf8) << 1) + 1)
    }
  }

  #copyFar(code: number): void {
    const distance = this.#readShort()
    let length = code & 7
    if ((code & 8) === 0) {
      this.#code = this.#readByte()
      this.#copyBack(length + (this.#code & 0xf8), distance)
      return
    }
    length += this.#readByte() << 3
    this.#code = this.#readByte()
    this.#copyBack(length + ((this.#code & 0xf8) << 8) + 0x100, distance + 1)
  }

  #copyBack(length: number, distance: number): void {
    const at = this.#write
    if (distance > at - this.#start || distance === 0 || at + length > this.#end)
      throw new MalformedRecordError('copy beyond the range', this.#read)
    repeatBytes(this.#target, { at, distance, length })
    this.#write = at + length
  }
}

/** First byte and length of a run of bytes that keep their order. */
type Run = readonly [first: number, length: number]

/** Runs of literals shorter than a group, by their number; see `listRuns` for the others. */
const shortRuns: Readonly<Record<number, readonly Run[]>> = {
  1: [[0, 1]],
  2: [
    [1, 1],
    [0, 1],
  ],
  3: [
    [2, 1],
    [1, 1],
    [0, 1],
  ],
  4: [[0, 4]],
  5: [
    [4, 1],
    [0, 4],
  ],
  6: [
    [5, 1],
    [1, 4],
    [0, 1],
  ],
  7: [
    [6, 1],
    [5, 1],
    [1, 4],
    [0, 1],
  ],
  8: [[0, 8]],
  9: [
    [8, 1],
    [0, 8],
  ],
  10: [
    [9, 1],
    [1, 8],
    [0, 1],
  ],
  11: [
    [10, 1],
    [9, 1],
    [1, 8],
    [0, 1],
  ],
  12: [
    [8, 4],
    [0, 8],
  ],
  13: [
    [12, 1],
    [8, 4],
    [0, 8],
  ],
  14: [
    [13, 1],
    [9, 4],
    [1, 8],
    [0, 1],
  ],
  15: [
    [14, 1],
    [13, 1],
    [9, 4],
    [1, 8],
    [0, 1],
  ],
  16: [
    [8, 8],
    [0, 8],
  ],
  17: [
    [9, 8],
    [8, 1],
    [0, 8],
  ],
  18: [
    [17, 1],
    [9, 8],
    [1, 8],
    [0, 1],
  ],
  19: [
    [18, 1],
    [17, 1],
    [16, 1],
    [8, 8],
    [0, 8],
  ],
  20: [
    [16, 4],
    [8, 8],
    [0, 8],
  ],
  21: [
    [20, 1],
    [16, 4],
    [8, 8],
    [0, 8],
  ],
  22: [
    [21, 1],
    [20, 1],
    [16, 4],
    [8, 8],
    [0, 8],
  ],
  23: [
    [22, 1],
    [21, 1],
    [20, 1],
    [16, 4],
    [8, 8],
    [0, 8],
  ],
  24: [
    [16, 8],
    [8, 8],
    [0, 8],
  ],
  25: [
    [17, 8],
    [16, 1],
    [8, 8],
    [0, 8],
  ],
  26: [
    [25, 1],
    [17, 8],
    [16, 1],
    [8, 8],
    [0, 8],
  ],
  27: [
    [26, 1],
    [25, 1],
    [17, 8],
    [16, 1],
    [8, 8],
    [0, 8],
  ],
  28: [
    [24, 4],
    [16, 8],
    [8, 8],
    [0, 8],
  ],
  29: [
    [28, 1],
    [24, 4],
    [16, 8],
    [8, 8],
    [0, 8],
  ],
  30: [
    [29, 1],
    [28, 1],
    [24, 4],
    [16, 8],
    [8, 8],
    [0, 8],
  ],
  31: [
    [30, 1],
    [26, 4],
    [18, 8],
    [10, 8],
    [2, 8],
    [1, 1],
    [0, 1],
  ],
}

/** Positions in the input of fewer literals than a group, by their number. */
const literalOrders: readonly Uint8Array[] = Array.from({ length: groupBytes }, (_, count) =>
  Uint8Array.from(
    (shortRuns[count] ?? []).flatMap(([first, length]) => Array.from({ length }, (_unused, at) => first + at)),
  ),
)
