import type { Chunk } from './chunk.js'
import type { Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { withMeta } from '../container/container-meta.js'

/**
 * Rigid transform in row order: three rows of a 3×3 rotation, each followed by its component of the translation,
 * metres.
 */
export type RigidMatrix = readonly number[]

/**
 * Base numbers and transform of a chunk among chunks of other packages in a federation. Stored packages have none;
 * joining packages writes it into the header.
 */
export interface ChunkFrame {
  readonly element: number
  readonly geometry: number
  readonly material: number
  readonly instance: number
  readonly picture: number
}

const countNames = ['element', 'geometry', 'material', 'instance', 'picture'] as const

/** Returns the chunk with a frame in its header. */
export const withFrame = (bytes: Uint8Array, frame: ChunkFrame): Uint8Array => withMeta(bytes, { frame })

/** Returns the frame in a chunk's header, or null; throws `RangeError` if it is malformed. */
export function parseFrame({ meta }: Container): ChunkFrame | null {
  const value = meta['frame']
  if (value === undefined) return null
  const frame = (value ?? {}) as Partial<ChunkFrame>
  if (!countNames.every((name) => Number.isSafeInteger(frame[name]) && (frame[name] as number) >= 0))
    throw malformed('frame of another shape')
  return frame as ChunkFrame
}

/** Applies a frame to a chunk by offsetting its numbers. Modifies its arrays. */
export function framed(chunk: Chunk, frame: ChunkFrame | null): Chunk {
  if (frame === null) return chunk
  const { node, geometry, material } = chunk.instances
  for (let instance = 0; instance < node.length; instance++) {
    node[instance] += frame.element
    geometry[instance] += frame.geometry
    material[instance] += frame.material
  }
  const { image } = chunk.materials.textures ?? {}
  image?.forEach((number, row) => {
    if (number > 0) image[row] = number + frame.picture
  })
  return {
    ...chunk,
    firstGeometry: chunk.firstGeometry + frame.geometry,
    firstMaterial: chunk.firstMaterial + frame.material,
    firstInstance: chunk.firstInstance + frame.instance,
  }
}
