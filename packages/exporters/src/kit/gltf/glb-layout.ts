import type { Chunk } from '@kamar/package-format/read'
import type { ExportImage } from '../export-image.js'
import { ChunkArrays, type GeometryArrays } from '../geometry-arrays.js'
import { TextureTable, listMaterialTextures, type MaterialTexture } from './texture-table.js'

/** Byte offsets of one geometry's arrays in the binary chunk; absent when the geometry has none. */
export interface GeometryLayout {
  readonly vertexCount: number
  readonly indexCount: number
  readonly isWide: boolean
  readonly kind: GeometryArrays['kind']
  readonly isSingleSided: boolean
  readonly positions: number
  readonly normals: number | null
  readonly colors: number | null
  readonly textureCoordinates: number | null
  readonly indices: number | null
  /** Bounds of the positions. */
  readonly min: readonly number[]
  readonly max: readonly number[]
}

/** Collects the contents of the glTF document chunk by chunk before any bytes are written. */
export class GlbLayout {
  /** By global geometry number; null for geometries with nothing to draw. */
  readonly geometries: (GeometryLayout | null)[] = []
  readonly instances: InstanceColumns[] = []
  /** r g b opacity, sRGB, 0 to 255. */
  readonly colors: number[] = []
  readonly materialNames: string[] = []
  /** Texture of each material, or null. */
  readonly materialTextures: (MaterialTexture | null)[] = []
  readonly textures = new TextureTable()
  byteLength = 0

  add(chunk: Chunk): void {
    const arrays = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) this.geometries.push(this.#allocate(arrays.arrays(row)))
    this.instances.push({ ...chunk.instances, matrices: chunk.linear })
    this.colors.push(...chunk.materials.color)
    this.materialNames.push(...chunk.materials.names)
    this.materialTextures.push(...listMaterialTextures(chunk))
  }

  /** Appends an image after all other data; call it once all chunks are added. */
  addImage(number: number, image: ExportImage): void {
    this.textures.add(number, image, this.byteLength)
    this.byteLength += paddedLength(image.bytes.length)
  }

  #allocate(arrays: GeometryArrays): GeometryLayout | null {
    if (arrays.indices?.length === 0 || arrays.positions.length === 0) return null
    const [positions, normals, colors, textureCoordinates, indices] = listArrays(arrays).map((part) =>
      this.#reserve(part),
    )
    return {
      vertexCount: arrays.positions.length / 3,
      indexCount: arrays.indices?.length ?? 0,
      isWide: arrays.indices instanceof Uint32Array,
      kind: arrays.kind,
      isSingleSided: arrays.isSingleSided,
      positions: positions ?? 0,
      normals,
      colors,
      textureCoordinates,
      indices,
      ...computeExtent(arrays.positions),
    }
  }

  #reserve(part: ArrayBufferView | null): number | null {
    if (part === null) return null
    const start = this.byteLength
    this.byteLength += paddedLength(part.byteLength)
    return start
  }
}

/** Columns of a chunk's instances and the rows of its `linear`. */
export type InstanceColumns = Chunk['instances'] & { readonly matrices: Float32Array }

/** Lists the arrays of a geometry in the order in which they are written. */
export const listArrays = (arrays: GeometryArrays): (ArrayBufferView | null)[] => [
  arrays.positions,
  arrays.normals,
  arrays.colors,
  arrays.textureCoordinates,
  arrays.indices,
]

/** Pads a length to a multiple of four bytes, the alignment of every array. */
export const paddedLength = (byteLength: number): number => Math.ceil(byteLength / 4) * 4

/** Computes the bounding box of positions, metres. */
export function computeExtent(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at++) {
    min[at % 3] = Math.min(min[at % 3], positions[at])
    max[at % 3] = Math.max(max[at % 3], positions[at])
  }
  return { min, max }
}
