/**
 * Fingerprints of the elements' geometry and data, one row per element of the tree. Two versions of a model are
 * compared by these alone: source ids and classes are in `tree.bin` under the same element numbers, and are not stored
 * twice.
 */
export interface FingerprintsInput {
  readonly count: number
  /** Hash of the element's shape in its own frame, 0 without geometry. */
  readonly shape: Uint32Array
  /** Hash of the element's rotation and scale, without its position (`box` has that). */
  readonly orientation: Uint32Array
  /** Hash of its property sets, 0 without any. */
  readonly properties: Uint32Array
  /** Six per element: minimum x y z, then maximum, millimetres in the source's coordinates; 0 without geometry. */
  readonly box: Int32Array
  /** Square metres, about four significant digits. */
  readonly area: Float32Array
  /** Cubic metres, about four significant digits; NaN unless all parts are closed. */
  readonly volume: Float32Array
}

/** A decoded `fingerprints.bin`. */
export interface Fingerprints extends FingerprintsInput {
  /** Hash of `orientation` and the minimum corner of `box`; 0 without geometry. */
  readonly placement: Uint32Array
}

/** Mixes a number into a 32-bit hash (one round of MurmurHash3 with its final mix). */
export function mixHash(hash: number, value: number): number {
  let mixed = Math.imul(value, 0xcc9e2d51)
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593) ^ hash
  mixed = Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
