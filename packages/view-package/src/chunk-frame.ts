import type { Chunk } from './chunk.js'
import type { Container } from './container-decode.js'
import { malformed } from './container-layout.js'
import { withMeta } from './container-meta.js'

/** Rigid movement, row by row: three rows of a 3×3 rotation, each followed by its part of the translation, metres. */
export type RigidMatrix = readonly number[]

/**
 * Where a chunk stands among the chunks of other packages that are shown as one: what its numbers count from, and where
 * its model stands. No stored package has one; whoever joins packages writes it into the header on the way.
 */
export interface ChunkFrame {
  readonly element: number
  readonly geometry: number
  readonly material: number
  readonly instance: number
  readonly picture: number
  /** From the package's own places to those of the whole, metres. */
  readonly matrix: RigidMatrix
}

const countNames = ['element', 'geometry', 'material', 'instance', 'picture'] as const

/** The chunk with a frame in its header. */
export const withFrame = (bytes: Uint8Array, frame: ChunkFrame): Uint8Array => withMeta(bytes, { frame })

/** The frame in a chunk's header, or null; `RangeError` for one that is none. */
export function frameOf({ meta }: Container): ChunkFrame | null {
  const value = meta['frame']
  if (value === undefined) return null
  const frame = value as Partial<ChunkFrame>
  const counts = countNames.every((name) => Number.isSafeInteger(frame[name]) && (frame[name] as number) >= 0)
  const { matrix } = frame
  if (!counts || !Array.isArray(matrix) || matrix.length !== 12 || !matrix.every(Number.isFinite))
    throw malformed('frame of another shape')
  return frame as ChunkFrame
}

/** The chunk as its frame wants it: numbers counted on, placements moved in double precision. Its arrays are changed. */
export function framed(chunk: Chunk, frame: ChunkFrame | null): Chunk {
  if (frame === null) return chunk
  const { node, geometry, material, translation } = chunk.instances
  for (let instance = 0; instance < node.length; instance++) {
    node[instance] += frame.element
    geometry[instance] += frame.geometry
    material[instance] += frame.material
  }
  const { picture } = chunk.materials.textures ?? {}
  picture?.forEach((number, row) => {
    if (number > 0) picture[row] = number + frame.picture
  })
  // Placements share rows of `linear`: each is turned once.
  for (let at = 0; at < chunk.linear.length; at += 3) turn(chunk.linear, at, frame.matrix, 0)
  for (let at = 0; at < translation.length; at += 3) turn(translation, at, frame.matrix, 1)
  return {
    ...chunk,
    firstGeometry: chunk.firstGeometry + frame.geometry,
    firstMaterial: chunk.firstMaterial + frame.material,
    firstInstance: chunk.firstInstance + frame.instance,
  }
}

function turn(values: Float32Array, at: number, matrix: RigidMatrix, share: 0 | 1): void {
  const [x, y, z] = [values[at], values[at + 1], values[at + 2]]
  for (let row = 0; row < 3; row++) {
    const of = row * 4
    values[at + row] = matrix[of] * x + matrix[of + 1] * y + matrix[of + 2] * z + share * matrix[of + 3]
  }
}
