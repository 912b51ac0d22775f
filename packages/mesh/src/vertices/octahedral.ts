/**
 * Encodes a direction (of any length) in octahedral coordinates: two numbers from -127 to 127, packed as `(u + 128) *
 * 256 + (v + 128)`; the zero vector gives the direction +z.
 */
export function encodeOctahedral(x: number, y: number, z: number): number {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  if (!(sum > 0)) return 128 * 257
  let u = x / sum
  let v = y / sum
  if (z < 0) {
    const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
    u = folded
  }
  return (Math.round(u * 127) + 128) * 256 + Math.round(v * 127) + 128
}

/** Decodes two octahedral coordinates from -127 to 127 to a unit vector. */
export function decodeOctahedral(u: number, v: number): [x: number, y: number, z: number] {
  let x = u / 127
  let y = v / 127
  const z = 1 - Math.abs(x) - Math.abs(y)
  if (z < 0) {
    const unfolded = (1 - Math.abs(y)) * (x < 0 ? -1 : 1)
    y = (1 - Math.abs(x)) * (y < 0 ? -1 : 1)
    x = unfolded
  }
  const length = Math.sqrt(x * x + y * y + z * z)
  return [x / length, y / length, z / length]
}
