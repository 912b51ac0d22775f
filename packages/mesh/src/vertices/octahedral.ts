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
