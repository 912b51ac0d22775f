import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { Unpacking, type PackedRange } from './unpacking.js'

/** Literals are stored in groups of this size, in reverse order of their four parts. */
const groupBytes = 32
const partBytes = 8

/**
 * Unpacks the compression of release 2007 (Open Design Specification, section 5.13): literals in a permuted order, and
 * copies of earlier output. Returns the end of the output.
 * @throws {MalformedRecordError} if a run leaves the input or the output.
 */
export const unpack2007 = (range: PackedRange): number => new Unpacking2007(range).run()

class Unpacking2007 extends Unpacking {
  #code = 0
  #literals = 0

  run(): number {
    this.#code = this.#readByte()
    if ((this.#code & 0xf0) === 0x20) {
      this.read += 2
      this.#literals = this.#readByte() & 7
    }
    while (this.read < this.sourceEnd) {
      if (this.#literals === 0) this.#literals = this.#readLiteralCount()
      this.#copyLiterals()
      if (this.read >= this.sourceEnd) break
      this.#code = this.#readByte()
      this.#copyRuns()
    }
    return this.write
  }

  #readByte(): number {
    return this.read < this.sourceEnd ? this.source[this.read++] : 0
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
    const [source, target] = [this.source, this.target]
    let [count, read, write] = [this.#literals, this.read, this.write]
    if (write + count > this.end || read + count > this.sourceEnd)
      throw new MalformedRecordError('literals beyond the end', read)
    for (; count >= groupBytes; count -= groupBytes, read += groupBytes)
      for (let part = read + groupBytes - partBytes; part >= read; part -= partBytes)
        for (let at = 0; at < partBytes; at++) target[write++] = source[part + at]
    const order = literalOrders[count]
    for (let at = 0; at < count; at++) target[write++] = source[read + order[at]]
    this.read = read + count
    this.write = write
    this.#literals = 0
  }

  /** Copies earlier output until literals follow. */
  #copyRuns(): void {
    for (;;) {
      this.#copyOutput()
      this.#literals = this.#code & 7
      if (this.#literals !== 0 || this.read >= this.sourceEnd) return
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
    if (distance === 0 || this.write + length > this.end)
      throw new MalformedRecordError('copy beyond the range', this.read)
    this.repeat(distance, length)
  }
}

/**
 * Order in which fewer literals than a group are stored, by their number from 1 on: bytes and ranges of bytes of the
 * input, in the order of the output.
 */
const orderedRanges = [
  '0',
  '1 0',
  '2 1 0',
  '0-3',
  '4 0-3',
  '5 1-4 0',
  '6 5 1-4 0',
  '0-7',
  '8 0-7',
  '9 1-8 0',
  '10 9 1-8 0',
  '8-11 0-7',
  '12 8-11 0-7',
  '13 9-12 1-8 0',
  '14 13 9-12 1-8 0',
  '8-15 0-7',
  '9-16 8 0-7',
  '17 9-16 1-8 0',
  '18 17 16 8-15 0-7',
  '16-19 8-15 0-7',
  '20 16-19 8-15 0-7',
  '21 20 16-19 8-15 0-7',
  '22 21 20 16-19 8-15 0-7',
  '16-23 8-15 0-7',
  '17-24 16 8-15 0-7',
  '25 17-24 16 8-15 0-7',
  '26 25 17-24 16 8-15 0-7',
  '24-27 16-23 8-15 0-7',
  '28 24-27 16-23 8-15 0-7',
  '29 28 24-27 16-23 8-15 0-7',
  '30 26-29 18-25 10-17 2-9 1 0',
]

/** Positions in the input of fewer literals than a group, by their number. */
const literalOrders: readonly Uint8Array[] = [
  new Uint8Array(0),
  ...orderedRanges.map((ranges) => Uint8Array.from(ranges.split(' ').flatMap(listRange))),
]

function listRange(range: string): number[] {
  const [first, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
