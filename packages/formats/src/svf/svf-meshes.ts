import type { MeshId, MeshInput, ReadContext } from '@kamar/core'
import type { SVFReader } from 'svf-utils'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { TextureScale } from './svf-materials.js'

/** A shape as the library reads it: triangles, lines, points, or null for an unsupported encoding. */
export type LibraryShape = Awaited<ReturnType<SVFReader['readMeshPack']>>[number]
type Triangles = Exclude<LibraryShape, null | { isLines: true } | { isPoints: true }>

/** The library stores indices in 16 bits: a mesh with more vertices would come out torn. */
const maxVertices = 65_536

/** A shape that has been added to the scene. */
export interface PushedShape {
  readonly mesh: MeshId
  readonly hasCoordinates: boolean
}

/** Why a shape is not shown. */
export type ShapeFault = 'coding' | 'too-many-vertices' | 'index-out-of-range' | 'not-a-number' | 'no-area'

const scaled = (values: Float32Array, metres: number): Float32Array => values.map((value) => value * metres)
const areInRange = (indices: Uint16Array, vertices: number): boolean => indices.every((index) => index < vertices)
const isFinite = (values: Float32Array): boolean => values.every((value) => Number.isFinite(value))
const toBytes = (colors: Float32Array): Uint8Array =>
  Uint8Array.from(colors, (value) => Math.round(255 * Math.min(1, Math.max(0, value))))

/**
 * Adds a shape to the scene in metres; returns the fault if the shape cannot be shown. `scale` is that of its texture.
 */
export function pushShape(
  { context, writer, metres }: { readonly context: ReadContext; readonly writer: SceneWriter; readonly metres: number },
  shape: LibraryShape | undefined,
  scale: TextureScale | null,
): PushedShape | ShapeFault {
  if (!shape) return 'coding'
  if (!isFinite(shape.vertices)) return 'not-a-number'
  const positions = scaled(shape.vertices, metres)
  if ('isPoints' in shape) return { mesh: context.scene.addPoints({ positions }), hasCoordinates: false }
  if (!areInRange(shape.indices, shape.vcount)) return 'index-out-of-range'
  const indices = Uint32Array.from(shape.indices)
  if ('isLines' in shape) return { mesh: context.scene.addLines({ positions, indices }), hasCoordinates: false }
  if (shape.vcount > maxVertices) return 'too-many-vertices'
  writer.countTriangles(shape.tcount)
  const textureCoordinates = scale === null ? null : computeCoordinates(shape, scale)
  const mesh = context.scene.addMesh({
    positions,
    indices,
    ...ownNormals(shape),
    ...(shape.colors ? { colors: toBytes(shape.colors) } : {}),
    ...(textureCoordinates === null ? {} : { textureCoordinates }),
  })
  return mesh === null ? 'no-area' : { mesh, hasCoordinates: textureCoordinates !== null }
}

/** The library turns zero-length normals into NaN; the mesh stage computes better ones. */
function ownNormals({ normals }: Triangles): Pick<MeshInput, 'normals'> {
  return normals !== undefined && isFinite(normals) ? { normals } : {}
}

function computeCoordinates({ uvmaps }: Triangles, [u, v]: TextureScale): Float32Array | null {
  const own = uvmaps[0]?.uvs
  if (own === undefined || !isFinite(own)) return null
  // The library has flipped v; the scale applies from the image's lower edge.
  return own.map((value, at) => (at % 2 === 0 ? value * u : 1 - (1 - value) * v))
}
