const polynomial = 0xa001
const initial = 0xc0c1

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value >> 1) ^ ((value & 1) === 0 ? 0 : polynomial)
  return value
})

/** Computes the checksum of an object, which is stored behind it (Open Design Specification, section 2.14). */
export function computeChecksum(bytes: Uint8Array, start: number, end: number): number {
  let value = initial
  for (let at = start; at < end; at++) value = (value >> 8) ^ table[(bytes[at] ^ value) & 255]
  return value
}
