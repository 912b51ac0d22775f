/** Offset basis and prime of FNV-1a with 32 bits. */
const basis = 0x811c9dc5
const prime = 0x01000193
/** Lanes with different start values give 128 bits. */
const laneCount = 4

/**
 * Identifies the content of a file; not a cryptographic hash. Pages without HTTPS have no `crypto.subtle`, and Node.js
 * and browsers must write the same bytes.
 */
export class ContentHash {
  readonly #lanes = Uint32Array.from({ length: laneCount }, (_, lane) => basis ^ Math.imul(lane, 0x9e3779b9))

  update(bytes: Uint8Array): void {
    for (let lane = 0; lane < laneCount; lane++) {
      let value = this.#lanes[lane]
      for (const byte of bytes) value = Math.imul(value ^ byte, prime)
      this.#lanes[lane] = value
    }
  }

  /** Returns 32 hexadecimal digits. */
  get hex(): string {
    return Array.from(this.#lanes, (value) => value.toString(16).padStart(8, '0')).join('')
  }
}
