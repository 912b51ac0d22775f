import type { MeshId, MeshInput, ReadContext } from '@kamar/scene'
import type { SVFReader } from 'svf-utils'
import type { SceneWriter } from '../shared/scene-writer.js'
import type { TextureScale } from './svf-materials.js'

/** A shape as the library reads it: triangles, lines, points, or null where it does not know the coding. */
export type LibraryShape = Awaited<ReturnType<SVFReader['readMeshPack']>>[number]
type Triangles = Exclude<LibraryShape, null | { isLines: true } | { isPoints: true }>

/** The library keeps corners in 16 bits: what has more vertices would come out torn. */
const maxVertices = 65_536

/** A shape as it is in the scene. */
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

/** Pushes a shape in metres; answers why not where nothing may be shown of it. `scale`: of the picture it wears. */
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

/** A normal of length zero has become no number in the library; the mesh stage makes better ones. */
function ownNormals({ normals }: Triangles): Pick<MeshInput, 'normals'> {
  return normals !== undefined && isFinite(normals) ? { normals } : {}
}

function computeCoordinates({ uvmaps }: Triangles, [u, v]: TextureScale): Float32Array | null {
  const own = uvmaps[0]?.uvs
  if (own === undefined || !isFinite(own)) return null
  // The library has turned v over; the scale counts from the picture's lower edge.
  return own.map((value, at) => (at % 2 === 0 ? value * u : 1 - (1 - value) * v))
}
