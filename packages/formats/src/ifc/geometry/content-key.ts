/**
 * Computes a key of the exact content of a mesh, so that equal meshes are prepared and stored once: two 32-bit hashes
 * over the words of positions, indices and colours, and the counts.
 */
export function contentKey(
  positions: Float32Array,
  indices: Uint32Array,
  colors: Uint8Array = new Uint8Array(0),
): string {
  let first = 0x811c_9dc5
  let second = 0x2f0b_4a27
  const positionBits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length)
  for (let at = 0; at < positionBits.length; at++) {
    first = Math.imul(first ^ positionBits[at], 0x0100_0193)
    second = Math.imul(second + positionBits[at], 0x85eb_ca6b) ^ (second >>> 13)
  }
  for (let at = 0; at < indices.length; at++) {
    first = Math.imul(first ^ indices[at], 0x0100_0193)
    second = Math.imul(second + indices[at], 0x85eb_ca6b) ^ (second >>> 13)
  }
  for (let at = 0; at < colors.length; at++) {
    first = Math.imul(first ^ colors[at], 0x0100_0193)
    second = Math.imul(second + colors[at], 0x85eb_ca6b) ^ (second >>> 13)
  }
  const hexadecimal = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')
  return `${hexadecimal(first)}${hexadecimal(second)}${indices.length.toString(36)}.${positions.length.toString(36)}${colors.length > 0 ? 'c' : ''}`
}
