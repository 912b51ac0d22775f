/** Builder of consecutive bytes, little-endian. */
export class ByteWriter {
  readonly #bytes: number[] = []

  get bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }

  get length(): number {
    return this.#bytes.length
  }

  byte(...values: readonly number[]): this {
    for (const value of values) this.#bytes.push(value & 255)
    return this
  }

  short(...values: readonly number[]): this {
    for (const value of values) this.byte(value, value >> 8)
    return this
  }

  long(...values: readonly number[]): this {
    for (const value of values) this.byte(value, value >> 8, value >> 16, value >> 24)
    return this
  }

  float(...values: readonly number[]): this {
    for (const value of values) this.raw(new Uint8Array(Float32Array.of(value).buffer))
    return this
  }

  text(text: string): this {
    for (const character of text) this.byte(character.charCodeAt(0))
    return this
  }

  raw(bytes: Uint8Array): this {
    for (const value of bytes) this.#bytes.push(value)
    return this
  }
}
