/** Reader of one metafile record; returns 0 beyond its end. */
export class MetafileRecord {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  u16(at: number): number {
    return this.#has(at, 2) ? this.#view.getUint16(at, true) : 0
  }

  i16(at: number): number {
    return this.#has(at, 2) ? this.#view.getInt16(at, true) : 0
  }

  u32(at: number): number {
    return this.#has(at, 4) ? this.#view.getUint32(at, true) : 0
  }

  i32(at: number): number {
    return this.#has(at, 4) ? this.#view.getInt32(at, true) : 0
  }

  f32(at: number): number {
    return this.#has(at, 4) ? this.#view.getFloat32(at, true) : 0
  }

  /** Reads up to `count` integers of two or four bytes, as far as available. */
  numbers(at: number, count: number, size: 2 | 4): number[] {
    const maxCount = Math.max(0, Math.floor((this.length - at) / size))
    const read = size === 2 ? (offset: number) => this.i16(offset) : (offset: number) => this.i32(offset)
    return Array.from({ length: Math.min(count, maxCount) }, (_, number) => read(at + number * size))
  }

  /** Reads a colour (red first) as 0xRRGGBB. */
  color(at: number): number {
    const [red, green, blue] = this.bytes.subarray(at, at + 3)
    return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0)
  }

  /** Returns part of the record; empty beyond its end. */
  part(at: number, length: number): Uint8Array {
    return at >= 0 && length > 0 && at + length <= this.length
      ? this.bytes.subarray(at, at + length)
      : new Uint8Array(0)
  }

  #has(at: number, length: number): boolean {
    return at >= 0 && at + length <= this.length
  }
}

const charsets: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Decodes bytes in a font's character set. */
export const decodeCharacters = (bytes: Uint8Array, charset: number): string =>
  new TextDecoder(charsets[charset] ?? 'windows-1252').decode(bytes)

/** Decodes characters of two bytes each. */
export const decodeUtf16 = (bytes: Uint8Array): string => new TextDecoder('utf-16le').decode(bytes)
