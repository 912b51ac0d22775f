import { MeshPart } from '../src/mesh-layout'
import { firstCorner } from './half-edges'
import {
  colors,
  corner,
  faceNormal,
  fan,
  fanNormal,
  normals,
  output,
  outputColor,
  outputNext,
  outputNormal,
  outputTexture,
  outputWelded,
  packedTexture,
  parts,
  quantised,
  source,
  stack,
  weldedOf,
} from './memory'
import { round } from './rounding'
import { packTextureCoordinates } from './texture-coordinates'
import { weldedCount } from './weld-vertices'

/** Packed octahedral direction of the zero vector: +z. */
const noDirection: i32 = 128 * 257

/**
 * Encodes a direction of any length in octahedral coordinates: two numbers from -127 to 127, packed as `(u + 128) * 256 +
 * (v + 128)`. `src/vertices/octahedral.ts` decodes them.
 */
function encodeOctahedral(x: f64, y: f64, z: f64): i32 {
  const sum = abs(x) + abs(y) + abs(z)
  if (!(sum > 0)) return noDirection
  let u = x / sum
  let v = y / sum
  if (z < 0) {
    const folded = (1 - abs(v)) * (u < 0 ? -1 : 1)
    v = (1 - abs(u)) * (v < 0 ? -1 : 1)
    u = folded
  }
  return (<i32>round(u * 127) + 128) * 256 + <i32>round(v * 127) + 128
}

/** Returns the packed normal of a corner: the source's if it is on the right side, otherwise its fan's. */
function computeNormal(at: i32): i32 {
  if ((parts & MeshPart.normals) !== 0) {
    const input = source[at] * 3
    const face = firstCorner(at)
    const x = normals[input]
    const y = normals[input + 1]
    const z = normals[input + 2]
    const side = x * faceNormal[face] + y * faceNormal[face + 1] + z * faceNormal[face + 2]
    if (x * x + y * y + z * z > 0.01) return side < 0 ? encodeOctahedral(-x, -y, -z) : encodeOctahedral(x, y, z)
  }
  // The leader is the lowest corner of its fan: its normal is computed once, when it is reached.
  const leader = fan[at]
  const isFirst = leader === at || (parts & MeshPart.normals) !== 0
  if (!isFirst) return stack[leader]
  const sum = leader * 3
  return encodeOctahedral(fanNormal[sum], fanNormal[sum + 1], fanNormal[sum + 2])
}

/**
 * Numbers the output vertices in the order of their first corner (`output`): one per position, normal, colour and
 * texture coordinate. Returns their number.
 */
export function buildVertices(cornerCount: i32): i32 {
  const hasColors = (parts & MeshPart.colors) !== 0
  const hasTexture = (parts & MeshPart.textureCoordinates) !== 0
  if (hasTexture) packTextureCoordinates()
  const firstAt = weldedOf
  memory.fill(changetype<usize>(firstAt), 0xff, (<usize>weldedCount) << 2)
  let count = 0
  for (let at = 0; at < cornerCount; at++) {
    const welded = corner[at]
    const normal = computeNormal(at)
    stack[at] = normal
    const color = hasColors ? colors[source[at]] : 0
    const texture = hasTexture ? packedTexture[source[at]] : 0
    let vertex = firstAt[welded]
    while (
      vertex >= 0 &&
      (outputNormal[vertex] !== normal || outputColor[vertex] !== color || outputTexture[vertex] !== texture)
    )
      vertex = outputNext[vertex]
    if (vertex < 0) {
      vertex = count++
      outputWelded[vertex] = welded
      outputNormal[vertex] = normal
      outputColor[vertex] = color
      outputTexture[vertex] = texture
      outputNext[vertex] = firstAt[welded]
      firstAt[welded] = vertex
    }
    output[at] = vertex
  }
  return count
}

/** Writes the positions of the output vertices, as x y z. */
export function copyPositions(target: usize, count: i32): void {
  for (let vertex = 0; vertex < count; vertex++) {
    const welded = outputWelded[vertex] * 3
    const at = target + <usize>vertex * 6
    store<u16>(at, <u16>quantised[welded])
    store<u16>(at, <u16>quantised[welded + 1], 2)
    store<u16>(at, <u16>quantised[welded + 2], 4)
  }
}

/** Writes the normals of the output vertices, two bytes each. */
export function copyNormals(target: usize, count: i32): void {
  for (let vertex = 0; vertex < count; vertex++) {
    const normal = outputNormal[vertex]
    store<i8>(target + ((<usize>vertex) << 1), <i8>((normal >> 8) - 128))
    store<i8>(target + ((<usize>vertex) << 1), <i8>((normal & 255) - 128), 1)
  }
}
