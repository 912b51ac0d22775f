import { MalformedRecordError } from '../shared/records/malformed-record-error.js'
import { RecordCursor } from '../shared/records/record-cursor.js'

const utf16 = new TextDecoder('utf-16le')
const shortLengths = 255

/** Numbers and texts one after the other, aligned to nothing. */
export class ByteCursor extends RecordCursor {
  numbers(count: number): number[] {
    return Array.from(this.doubles(count))
  }

  /** A text behind its mark and its length in characters: one byte, or two behind 255. */
  text(): string {
    const at = this.at
    if (this.u8() !== 0xff || this.u8() !== 0xfe || this.u8() !== 0xff) throw new MalformedRecordError('no text', at)
    const short = this.u8()
    const length = short === shortLengths ? this.u16() : short
    return utf16.decode(this.take(2 * length))
  }
}
