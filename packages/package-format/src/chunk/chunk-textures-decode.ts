import type { ChunkMaterials } from './chunk.js'
import type { Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'

/**
 * Decodes u v of `vertexCounts` vertices per textured geometry, one geometry after the other; null for a chunk without.
 */
export function decodeTextureCoordinates(container: Container, vertexCounts: readonly number[]): Float32Array | null {
  if (vertexCounts.length === 0) return null
  const total = vertexCounts.reduce((sum, count) => sum + count, 0)
  const values = container.exactColumn('uv', 'u16', total * 2)
  const frames = container.exactColumn('uv.frame', 'f32', vertexCounts.length * 3)
  if (!frames.every(Number.isFinite)) throw malformed('texture coordinates without a frame')
  const coordinates = new Float32Array(total * 2)
  let at = 0
  vertexCounts.forEach((count, row) => {
    const [u, v, step] = frames.subarray(row * 3, row * 3 + 3)
    for (const end = at + count * 2; at < end; at += 2) {
      coordinates[at] = u + values[at] * step
      coordinates[at + 1] = v + values[at + 1] * step
    }
  })
  return coordinates
}

/** Decodes the textures of `count` materials; empty for a chunk without. */
export function decodeMaterialTextures(container: Container, count: number): Pick<ChunkMaterials, 'textures'> {
  if (!container.has('m.picture')) return {}
  return {
    textures: {
      image: container.exactColumn('m.picture', 'u16', count),
      tintAndWrap: container.exactColumn('m.texture', 'u8', count * 4),
      side: container.exactColumn('m.side', 'u16', count),
    },
  }
}
