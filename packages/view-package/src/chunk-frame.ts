import type { Chunk } from './chunk.js'
import type { Container } from './container-decode.js'
import { malformed } from './container-layout.js'
import { withMeta } from './container-meta.js'

/** Rigid movement, row by row: three rows of a 3×3 rotation, each followed by its part of the translation, metres. */
export type RigidMatrix = readonly number[]

/**
 * What a chunk's numbers count from among the chunks of other packages that are shown as one. No stored package has one;
 * whoever joins packages writes it into the header on the way.
 */
export interface ChunkFrame {
  readonly element: number
  readonly geometry: number
  readonly material: number
  readonly instance: number
  readonly picture: number
}

const countNames = ['element', 'geometry', 'material', 'instance', 'picture'] as const

/** The chunk with a frame in its header. */
export const withFrame = (bytes: Uint8Array, frame: ChunkFrame): Uint8Array => withMeta(bytes, { frame })

/** The frame in a chunk's header, or null; `RangeError` for one that is none. */
export function parseFrame({ meta }: Container): ChunkFrame | null {
  const value = meta['frame']
  if (value === undefined) return null
  const frame = value as Partial<ChunkFrame>
  if (!countNames.every((name) => Number.isSafeInteger(frame[name]) && (frame[name] as number) >= 0))
    throw malformed('frame of another shape')
  return frame as ChunkFrame
}

/** The chunk as its frame wants it: numbers counted on. Its arrays are changed. */
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
