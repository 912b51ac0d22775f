/** A shape in numbers: the vertices of its triangles, the position number of each vertex, and the positions. */
export interface Shape {
  /** Vertex numbers, three per triangle; the first `level0IndexCount` are level 0. */
  readonly indices: Uint32Array
  readonly level0IndexCount: number
  /** Position number per vertex. */
  readonly positionByVertex: Uint32Array
  /** x y z per position, quantised. */
  readonly positions: Uint16Array
}

/** Triangles lower than this many steps have a normal that is mostly rounding error, and are skipped. */
const minHeightSteps = 1

/** Returns the angle of a cosine, accurate to 0.0001 rad and identical in every engine. */
function approximateAngle(cosine: number): number {
  const size = Math.min(Math.abs(cosine), 1)
  const angle = Math.sqrt(1 - size) * (1.5707288 + size * (-0.2121144 + size * (0.074261 - size * 0.0187293)))
  return cosine < 0 ? Math.PI - angle : angle
}

/**
 * Sums per vertex the unit normals of its level-0 triangles, weighted by their angle at the vertex, so that the
 * triangulation of a face does not matter. Vertices are split at shading breaks, so this is the shading normal; it need
 * not be stored.
 */
export function sumNormals(shape: Shape): Float64Array {
  const { indices, positionByVertex, positions } = shape
  const sums = new Float64Array(positionByVertex.length * 3)
  for (let at = 0; at < shape.level0IndexCount; at += 3) {
    const a = positionByVertex[indices[at]] * 3
    const b = positionByVertex[indices[at + 1]] * 3
    const c = positionByVertex[indices[at + 2]] * 3
    const ux = positions[b] - positions[a]
    const uy = positions[b + 1] - positions[a + 1]
    const uz = positions[b + 2] - positions[a + 2]
    const vx = positions[c] - positions[b]
    const vy = positions[c + 1] - positions[b + 1]
    const vz = positions[c + 2] - positions[b + 2]
    const wx = positions[a] - positions[c]
    const wy = positions[a + 1] - positions[c + 1]
    const wz = positions[a + 2] - positions[c + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const u = Math.sqrt(ux * ux + uy * uy + uz * uz)
    const v = Math.sqrt(vx * vx + vy * vy + vz * vz)
    const w = Math.sqrt(wx * wx + wy * wy + wz * wz)
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (length === 0 || length < Math.max(u, v, w) * minHeightSteps) continue
    const atA = approximateAngle(-(ux * wx + uy * wy + uz * wz) / (u * w)) / length
    const atB = approximateAngle(-(ux * vx + uy * vy + uz * vz) / (u * v)) / length
    const atC = Math.PI / length - atA - atB
    const toA = indices[at] * 3
    const toB = indices[at + 1] * 3
    const toC = indices[at + 2] * 3
    sums[toA] += nx * atA
    sums[toA + 1] += ny * atA
    sums[toA + 2] += nz * atA
    sums[toB] += nx * atB
    sums[toB + 1] += ny * atB
    sums[toB + 2] += nz * atB
    sums[toC] += nx * atC
    sums[toC + 1] += ny * atC
    sums[toC + 2] += nz * atC
  }
  return sums
}

/** Writes each vertex's sum as octahedral coordinates: two signed bytes at `first` + vertex × `stride`; zero stays zero. */
export function writeNormals(sums: Float64Array, target: Int8Array, first: number, stride: number): void {
  for (let from = 0, at = first; from < sums.length; from += 3, at += stride) {
    const sum = Math.abs(sums[from]) + Math.abs(sums[from + 1]) + Math.abs(sums[from + 2])
    if (sum === 0) continue
    let u = sums[from] / sum
    let v = sums[from + 1] / sum
    if (sums[from + 2] < 0) {
      const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
      v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
      u = folded
    }
    target[at] = Math.round(u * 127)
    target[at + 1] = Math.round(v * 127)
  }
}

/**
 * Returns the cosine between the direction x y z and two octahedral coordinates. Distance between coordinates does not
 * work: at the folds distant ones can stand for one direction.
 */
export function cosineToOctahedral(u: number, v: number, direction: readonly [number, number, number]): number {
  let x = u / 127
  let y = v / 127
  const z = 1 - Math.abs(x) - Math.abs(y)
  if (z < 0) {
    const unfolded = (1 - Math.abs(y)) * (x < 0 ? -1 : 1)
    y = (1 - Math.abs(x)) * (y < 0 ? -1 : 1)
    x = unfolded
  }
  const [dx, dy, dz] = direction
  return (x * dx + y * dy + z * dz) / Math.sqrt((x * x + y * y + z * z) * (dx * dx + dy * dy + dz * dz))
}
