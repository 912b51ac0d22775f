import { MalformedRecordError } from '../../shared/records/malformed-record-error.js'
import { RecordCursor } from '../../shared/records/record-cursor.js'

const utf8 = new TextDecoder()
/** What a string has for a length when it is none. */
const noString = 0xffffffff
/** Descriptions of materials are the longest strings there are: some thousand characters. */
const maxStringBytes = 16 * 1024 * 1024

/** Numbers and strings one after the other; numbers of eight bytes stand at multiples of eight. */
export class ByteCursor extends RecordCursor {
  u64(): bigint {
    this.align(8)
    return this.view.getBigUint64(this.skip(8), true)
  }

  override f64(): number {
    this.align(8)
    return super.f64()
  }

  override doubles(count: number): Float64Array {
    this.align(8)
    return super.doubles(count)
  }

  /** Text, padded to four bytes; null where there is none. */
  string(): string | null {
    const length = this.u32()
    if (length === noString) return null
    if (length > maxStringBytes) throw new MalformedRecordError('string', this.at)
    const bytes = this.take(length)
    this.align(4)
    return utf8.decode(bytes)
  }

  /** Passes over a text. */
  skipString(): void {
    const length = this.u32()
    if (length === noString) return
    this.skip(length)
    this.align(4)
  }

  /** To the next multiple, counted from the first byte. */
  align(step: number): void {
    this.skip((step - (this.at % step)) % step)
  }

  /** What must follow and says nothing. */
  expect(value: number): void {
    if (this.u32() !== value) throw new MalformedRecordError(`no ${value}`, this.at - 4)
  }

  /** Records are padded with zeros to a multiple of eight: anything else was not understood. */
  override expectEnd(): void {
    if (this.left >= 8 || this.bytes.subarray(this.at).some((byte) => byte !== 0))
      throw new MalformedRecordError('rest', this.at)
  }
}
