const minLiterals = 4
const maxShortRun = 18

/** Packs bytes as literals of release 2004 and later, without copies. */
export function packLiterals(source: Uint8Array): Uint8Array {
  const length = Math.max(minLiterals, source.length)
  const codes = length <= maxShortRun ? [length - 3] : [0, ...listLengthCodes(length - maxShortRun)]
  const packed = new Uint8Array(codes.length + length + 3)
  packed.set(codes)
  packed.set(source, codes.length)
  packed[codes.length + length] = 0x11
  return packed
}

/** Returns the bytes of a length above 0: a zero stands for 255. */
function listLengthCodes(length: number): number[] {
  const zeros = Math.ceil(length / 255) - 1
  return [...Array.from({ length: zeros }, () => 0), length - 255 * zeros]
}
