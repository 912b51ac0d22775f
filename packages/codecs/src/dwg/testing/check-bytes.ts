const fieldPolynomial = 0x11d
const checkCount = 4

function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product <<= 1
    if (product > 255) product ^= fieldPolynomial
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** Inverse of two in the field. */
const half = 0x8e

/** Coefficients of the polynomial with the inverse roots of the code, the highest power first. */
const generator = Array.from({ length: checkCount }).reduce<{ readonly root: number; readonly factors: number[] }>(
  ({ root, factors }) => ({
    root: multiply(root, half),
    factors: [...factors, 0].map((factor, index) => factor ^ multiply(root, factors[index - 1] ?? 0)),
  }),
  { root: half, factors: [1] },
).factors

/** Computes the check bytes of a code word of a data page by division, as the decoder does not. */
export function computeCheckBytes(data: Uint8Array): Uint8Array {
  const rest = new Uint8Array(checkCount)
  for (const byte of data) {
    const factor = byte ^ rest[0]
    rest.copyWithin(0, 1)
    rest[checkCount - 1] = 0
    for (let index = 0; index < checkCount; index++) rest[index] ^= multiply(factor, generator[index + 1])
  }
  return rest
}
