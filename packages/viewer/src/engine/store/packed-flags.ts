const bytesOfRun = 5

/** Flags of elements as runs of equal values, or as they are if that is smaller. */
export class PackedFlags {
  /** End of each run; null if the values are not runs. */
  readonly #ends: Uint32Array | null
  readonly #values: Uint8Array

  constructor(flags: Uint8Array) {
    const ends: number[] = []
    for (let at = 1; at <= flags.length && ends.length * bytesOfRun < flags.length; at++)
      if (flags[at] !== flags[at - 1]) ends.push(at)
    const isSmaller = ends.length * bytesOfRun < flags.length
    this.#ends = isSmaller ? Uint32Array.from(ends) : null
    this.#values = isSmaller ? Uint8Array.from(ends, (end) => flags[end - 1]) : flags.slice()
  }

  get byteLength(): number {
    return this.#values.byteLength + (this.#ends?.byteLength ?? 0)
  }

  unpack(): Uint8Array {
    const ends = this.#ends
    if (ends === null) return this.#values.slice()
    const flags = new Uint8Array(ends.at(-1) ?? 0)
    this.#values.forEach((value, run) => flags.fill(value, run === 0 ? 0 : ends[run - 1], ends[run]))
    return flags
  }
}
