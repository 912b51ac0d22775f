/** Numbers of a fixed bit count, packed without gaps, least significant bit first. */
export class SampleBits {
  readonly #bytes: Uint8Array
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(bits: number): number {
    let value = 0
    for (let bit = 0; bit < bits; bit++) {
      const at = this.#position++
      if (((this.#bytes[at >> 3] ?? 0) >> (at & 7)) & 1) value += 2 ** bit
    }
    return value
  }
}
