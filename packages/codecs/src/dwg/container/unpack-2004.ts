import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { shortRun, Unpacking, type PackedRange } from './unpacking.js'

const endOfData = 0x11
/** Lower codes are numbers of literals. */
const firstCopyCode = 0x10

/**
 * Unpacks the compression of release 2004 and of 2010 and later (Open Design Specification, section 4.7). Returns the
 * end of the output, which is early if the data is cut off.
 * @throws {MalformedRecordError} if a copy reaches before the start.
 */
export const unpack2004 = (range: PackedRange): number => new Unpacking2004(range).run()

class Unpacking2004 extends Unpacking {
  run(): number {
    let code = this.#copyRun(this.#readByte())
    while (code !== endOfData && this.write < this.end) {
      const literals = this.#copyOutput(code)
      this.#copyLiterals(literals)
      code = this.#readByte()
      if (literals === 0) code = this.#copyRun(code)
    }
    return this.write
  }

  #readByte(): number {
    return this.read < this.sourceEnd ? this.source[this.read++] : endOfData
  }

  /** Reads a length that does not fit its code: 255 for each zero byte, and the byte after them. */
  #readLength(): number {
    let length = 0
    while (this.read < this.sourceEnd && this.source[this.read] === 0) {
      length += 0xff
      this.read++
    }
    return length + this.#readByte()
  }

  /** Copies literals if the code is a number of them. Returns the code of the copy that follows. */
  #copyRun(code: number): number {
    if (code >= firstCopyCode) return code
    this.#copyLiterals(code === 0 ? this.#readLength() + 18 : code + 3)
    return this.#readByte()
  }

  #copyLiterals(count: number): void {
    const length = Math.min(count, this.end - this.write, this.sourceEnd - this.read)
    const [source, target] = [this.source, this.target]
    const [read, write] = [this.read, this.write]
    if (length > shortRun) target.set(source.subarray(read, read + length), write)
    else for (let offset = 0; offset < length; offset++) target[write + offset] = source[read + offset]
    this.read = read + Math.max(0, length)
    this.write = write + Math.max(0, length)
  }

  /** Copies earlier output. Returns the number of literals after it, 0 to 3. */
  #copyOutput(code: number): number {
    if (code >= 0x40) return this.#copyBack((code >> 4) - 1, ((code >> 2) & 3) + (this.#readByte() << 2) + 1, code)
    if (code >= 0x20) {
      const length = (code & 31) === 0 ? this.#readLength() + 33 : (code & 31) + 2
      const low = this.#readByte()
      return this.#copyBack(length, (low >> 2) + (this.#readByte() << 6) + 1, low)
    }
    if (code < firstCopyCode) throw new MalformedRecordError('literals after literals', this.read)
    const length = (code & 7) === 0 ? this.#readLength() + 9 : (code & 7) + 2
    const low = this.#readByte()
    return this.#copyBack(length, ((code & 8) << 11) + (low >> 2) + (this.#readByte() << 6) + 0x4000, low)
  }

  #copyBack(length: number, distance: number, code: number): number {
    this.repeat(distance, Math.min(length, this.end - this.write))
    return code & 3
  }
}
