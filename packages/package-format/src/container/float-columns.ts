import { malformed, type SectionInput } from './container-layout.js'
import type { Container } from './container-decode.js'
import { decodeDeltas, encodeDeltas } from './varints.js'

/**
 * Reorders the bytes of float32 rows by column and significance, so that equal exponents and signs are adjacent for
 * brotli.
 */
export function shuffleFloats(values: Float32Array, width: number): Uint8Array {
  const rows = values.length / width
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const out = new Uint8Array(values.byteLength)
  let at = 0
  for (let entry = 0; entry < width; entry++) {
    for (let byte = 3; byte >= 0; byte--) {
      for (let row = 0; row < rows; row++) out[at++] = bytes[(row * width + entry) * 4 + byte]
    }
  }
  return out
}

/** Reverses `shuffleFloats`; throws `RangeError` if the bytes are not complete rows. */
export function unshuffleFloats(shuffled: Uint8Array, width: number): Float32Array {
  if (shuffled.length % (width * 4) !== 0) throw malformed('floats are no whole rows')
  const rows = shuffled.length / (width * 4)
  const bytes = new Uint8Array(shuffled.length)
  let at = 0
  for (let entry = 0; entry < width; entry++) {
    for (let byte = 3; byte >= 0; byte--) {
      for (let row = 0; row < rows; row++) bytes[(row * width + entry) * 4 + byte] = shuffled[at++]
    }
  }
  return new Float32Array(bytes.buffer)
}

/** Candidate grids for positions: powers of two from 1/16 m to 0.06 µm. */
const gridExponents = [-4, -8, -11, -14, -17, -20, -24]

const isOnGrid = (values: Float32Array, grid: number): boolean =>
  values.every((value) => Number.isInteger(value / grid) && Math.abs(value / grid) < 2 ** 30)

/**
 * Returns the sections `<name>0` to `<name>2` and the grid's exponent: positions on a grid as differences, others as
 * floats.
 */
export function positionSections(name: string, values: Float32Array): { sections: SectionInput[]; exponent: number } {
  const exponent = gridExponents.find((candidate) => isOnGrid(values, 2 ** candidate)) ?? 0
  if (exponent === 0) return { exponent, sections: [{ name: `${name}0`, data: shuffleFloats(values, 3) }] }
  const axis = (first: number): Int32Array =>
    Int32Array.from({ length: values.length / 3 }, (_, row) => values[row * 3 + first] / 2 ** exponent)
  return {
    exponent,
    sections: [0, 1, 2].map((first) => ({ name: `${name}${first}`, data: encodeDeltas(axis(first)) })),
  }
}

/** Reverses `positionSections`: three numbers for each of `rows`. */
export function readPositions(container: Container, name: string, rows: number, exponent: number): Float32Array {
  if (exponent === 0) {
    const values = unshuffleFloats(container.column(`${name}0`, 'u8'), 3)
    if (values.length !== rows * 3) throw malformed(`${name} has another length`)
    return values
  }
  const positions = new Float32Array(rows * 3)
  for (let axis = 0; axis < 3; axis++) {
    const values = decodeDeltas(container.column(`${name}${axis}`, 'u8'), rows)
    for (let row = 0; row < rows; row++) positions[row * 3 + axis] = values[row] * 2 ** exponent
  }
  return positions
}
