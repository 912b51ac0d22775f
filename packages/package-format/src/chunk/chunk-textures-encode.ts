import { type ChunkMaterials, type ChunkMesh } from './chunk.js'
import type { SectionInput } from '../container/container-layout.js'
import { isMesh, type Geometry } from './topology-table.js'

type TexturedMesh = ChunkMesh & Required<Pick<ChunkMesh, 'textureCoordinates'>>

/** Returns whether a geometry has texture coordinates. */
export const isTextured = (geometry: Geometry): geometry is TexturedMesh =>
  isMesh(geometry) && geometry.textureCoordinates !== undefined

/** Returns the columns of texture coordinates; none for a chunk without. */
export function textureCoordinateSections(geometries: readonly Geometry[]): SectionInput[] {
  const textured = geometries.filter(isTextured).map(({ textureCoordinates }) => textureCoordinates)
  if (textured.length === 0) return []
  const values = new Uint16Array(textured.reduce((sum, own) => sum + own.values.length, 0))
  let at = 0
  for (const own of textured) {
    values.set(own.values, at)
    at += own.values.length
  }
  return [
    { name: 'uv', data: values, codec: 'vertex', stride: 4 },
    { name: 'uv.frame', data: Float32Array.from(textured.flatMap(({ offset, step }) => [...offset, step])) },
  ]
}

/** Returns the columns of material textures; none for a chunk without. */
export function materialTextureSections({ textures }: ChunkMaterials): SectionInput[] {
  if (textures === undefined) return []
  return [
    { name: 'm.picture', data: textures.image },
    { name: 'm.texture', data: textures.tintAndWrap },
    { name: 'm.side', data: textures.side },
  ]
}
