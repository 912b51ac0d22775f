const scratch = new DataView(new ArrayBuffer(8))

/** Writes the values of a bit stream, as `BitReader` reads them. */
export class BitWriter {
  #bytes = new Uint8Array(256)
  /** Number of bits that were fixedHandles. */
  position = 0

  /** Returns the bytes, of which the last may have unused bits. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, Math.ceil(this.position / 8))
  }

  writeBit(bit: number): this {
    const byte = this.position >>> 3
    if (byte + 16 > this.#bytes.length) this.#grow()
    if (bit !== 0) this.#bytes[byte] |= 0x80 >>> (this.position & 7)
    this.position++
    return this
  }

  writeFlag(flag: boolean): this {
    return this.writeBit(flag ? 1 : 0)
  }

  writeTwoBits(value: number): this {
    return this.writeBit(value & 2).writeBit(value & 1)
  }

  writeByte(value: number): this {
    const byte = this.position >>> 3
    if (byte + 16 > this.#bytes.length) this.#grow()
    const shift = this.position & 7
    this.#bytes[byte] |= (value & 255) >>> shift
    if (shift > 0) this.#bytes[byte + 1] |= (value << (8 - shift)) & 255
    this.position += 8
    return this
  }

  writeRawShort(value: number): this {
    return this.writeByte(value).writeByte(value >> 8)
  }

  writeRawLong(value: number): this {
    return this.writeRawShort(value).writeRawShort(value >> 16)
  }

  writeRawDouble(value: number): this {
    scratch.setFloat64(0, value, true)
    for (let at = 0; at < 8; at++) this.writeByte(scratch.getUint8(at))
    return this
  }

  writeShort(value: number): this {
    if (value === 0) return this.writeTwoBits(2)
    if (value === 256) return this.writeTwoBits(3)
    if (value > 0 && value < 256) return this.writeTwoBits(1).writeByte(value)
    return this.writeTwoBits(0).writeRawShort(value)
  }

  writeLong(value: number): this {
    if (value === 0) return this.writeTwoBits(2)
    if (value > 0 && value < 256) return this.writeTwoBits(1).writeByte(value)
    return this.writeTwoBits(0).writeRawLong(value)
  }

  writeDouble(value: number): this {
    if (Object.is(value, 0)) return this.writeTwoBits(2)
    return value === 1 ? this.writeTwoBits(1) : this.writeTwoBits(0).writeRawDouble(value)
  }

  writeDoubleNear(value: number, other: number): this {
    return value === other ? this.writeTwoBits(0) : this.writeTwoBits(3).writeRawDouble(value)
  }

  writeDoubles(...values: readonly number[]): this {
    for (const value of values) this.writeDouble(value)
    return this
  }

  writeRawDoubles(...values: readonly number[]): this {
    for (const value of values) this.writeRawDouble(value)
    return this
  }

  writeHandle(code: number, value: number): this {
    const bytes: number[] = []
    for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
    this.writeByte((code << 4) | bytes.length)
    for (const byte of bytes) this.writeByte(byte)
    return this
  }

  /** Replaces a raw 32-bit number that was written at a position. */
  replaceRawLong(position: number, value: number): void {
    const end = this.position
    this.position = position
    this.writeRawLong(value)
    this.position = end
  }

  /** Appends the bits of another stream. */
  append(other: BitWriter): this {
    const bytes = other.toBytes()
    for (let at = 0; at + 8 <= other.position; at += 8) this.writeByte(bytes[at >>> 3])
    for (let at = other.position & ~7; at < other.position; at++)
      this.writeBit((bytes[at >>> 3] >>> (7 - (at & 7))) & 1)
    return this
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2)
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}
