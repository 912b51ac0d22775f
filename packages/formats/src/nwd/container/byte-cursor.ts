import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'

const utf8 = new TextDecoder()
/** Length that marks a missing string. */
const noString = 0xffffffff
/** Max length of a string: the longest ones are material descriptions of some thousand characters. */
const maxStringBytes = 16 * 1024 * 1024

/** Cursor over numbers and strings; eight-byte numbers are aligned to eight bytes. */
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

  /** Reads text, padded to four bytes; null where there is none. */
  string(): string | null {
    const length = this.u32()
    if (length === noString) return null
    if (length > maxStringBytes) throw new MalformedRecordError('string', this.at)
    const bytes = this.take(length)
    this.align(4)
    return utf8.decode(bytes)
  }

  /** Skips a text. */
  skipString(): void {
    const length = this.u32()
    if (length === noString) return
    this.skip(length)
    this.align(4)
  }

  /** Moves to the next multiple, counted from the first byte. */
  align(step: number): void {
    this.skip((step - (this.at % step)) % step)
  }

  /** Requires a fixed value without meaning. */
  expect(value: number): void {
    if (this.u32() !== value) throw new MalformedRecordError(`no ${value}`, this.at - 4)
  }

  /** Requires that only zeros follow up to a multiple of eight: anything else was not understood. */
  override expectEnd(): void {
    if (this.left >= 8 || this.bytes.subarray(this.at).some((byte) => byte !== 0))
      throw new MalformedRecordError('rest', this.at)
  }
}
