const bytesOfRun = 5

/** Flags of elements as runs of equal values, or as they are if that is smaller. */
export class PackedFlags {
  /** End of each run; null if the values are not runs. */
  readonly #ends: Uint32Array | null
  readonly #values: Uint8Array

  constructor(flags: Uint8Array) {
    let runs = 0
    for (let at = 0; at < flags.length; at++) if (flags[at] !== flags[at + 1]) runs++
    if (runs * bytesOfRun >= flags.length) {
      this.#ends = null
      this.#values = flags.slice()
      return
    }
    this.#ends = new Uint32Array(runs)
    this.#values = new Uint8Array(runs)
    let run = 0
    for (let at = 0; at < flags.length; at++) {
      if (flags[at] === flags[at + 1]) continue
      this.#ends[run] = at + 1
      this.#values[run++] = flags[at]
    }
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
