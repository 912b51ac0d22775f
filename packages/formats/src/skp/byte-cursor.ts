import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'

const utf16 = new TextDecoder('utf-16le')
const shortLengths = 255

/** Cursor over unaligned numbers and texts. */
export class ByteCursor extends RecordCursor {
  numbers(count: number): number[] {
    return Array.from(this.doubles(count))
  }

  /** Reads a text after its marker and its length in characters: one byte, or two after 255. */
  text(): string {
    const at = this.at
    if (this.u8() !== 0xff || this.u8() !== 0xfe || this.u8() !== 0xff) throw new MalformedRecordError('no text', at)
    const short = this.u8()
    const length = short === shortLengths ? this.u16() : short
    return utf16.decode(this.take(2 * length))
  }
}
