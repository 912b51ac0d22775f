import type { FileBytes } from '@kamar/codecs/part21'
import { texturedMesh } from '../../kit/textured-mesh.js'
import type { FaceSet } from './face-set.js'
import type { RawMesh } from './kernel-geometry.js'
import { ListReader, type ByteRange } from './list-reader.js'

/** Byte ranges of the texture map of a face set's triangles (IfcIndexedTriangleTextureMap). */
export interface FaceTextureRanges {
  readonly map: ByteRange
  /** Its IfcTextureVertexList. */
  readonly list: ByteRange
  /** Number of the style with the texture. */
  readonly style: number
}

const texCoordIndex = 3

/** Adds texture coordinates to the mesh of a face set; null when the map contains no usable ones. */
export function textureFaces(
  bytes: FileBytes,
  { map, list }: FaceTextureRanges,
  { mesh, faces }: { readonly mesh: RawMesh } & Pick<FaceSet, 'faces'>,
): RawMesh | null {
  const lists = new ListReader(bytes)
  const coordinates = lists.moveTo(list).numbers()
  const numbers = lists.moveTo(map, texCoordIndex).numbers()
  if (coordinates.length < 2) return null
  // Without its own indices, the map uses those of the points.
  const rows = mesh.indices.map((point, vertex) => {
    const number = numbers.length === 0 ? point + 1 : numbers[faces[Math.floor(vertex / 3)] * 3 + (vertex % 3)]
    return number >= 1 && number * 2 <= coordinates.length ? number - 1 : noRow
  })
  const coordinate = (row: number, axis: 0 | 1): number =>
    row === noRow ? 0 : axis === 0 ? coordinates[2 * row] : 1 - coordinates[2 * row + 1]
  const { positions, indices, textureCoordinates = new Float32Array(0) } = texturedMesh(mesh, { rows, coordinate })
  return { positions: Float32Array.from(positions), indices, textureCoordinates }
}

/** Row numbers are unsigned here. */
const noRow = 0xffff_ffff
