import { prepareMesh, refineMesh } from '@kamar/mesh'
import type { MeshInput, PreparedMesh, PreparedPoints } from '@kamar/core'
import { encodeChunk, type ChunkLines, type ChunkTextures } from '@kamar/package-format'

type TestShape = MeshInput | PreparedMesh | ChunkLines | PreparedPoints

/** Short description of a chunk. */
export interface TestChunk {
  readonly firstGeometry?: number
  readonly firstInstance?: number
  readonly firstMaterial?: number
  readonly meshes: readonly TestShape[]
  /** Geometry number, transform, and material number (0). */
  readonly instances: readonly {
    readonly geometry: number
    readonly at?: readonly [number, number, number]
    readonly linear?: readonly number[]
    readonly material?: number
    readonly node?: number
  }[]
  /** r g b opacity of each material, 0 to 255. */
  readonly colors?: readonly (readonly [number, number, number, number])[]
  /** Textures on the materials. */
  readonly textures?: ChunkTextures
}

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1]

function prepared(mesh: TestShape): PreparedMesh | ChunkLines | PreparedPoints {
  if (!('indices' in mesh) || 'levels' in mesh) return mesh
  const preparedMesh = prepareMesh(mesh)
  if (preparedMesh === null) throw new RangeError('nothing was left of the mesh')
  return refineMesh(preparedMesh)
}

/** Encodes the chunk; requires `encoderReady` and `meshStageReady`. */
export function testChunk({ meshes, instances, colors = [[200, 100, 50, 255]], ...numbers }: TestChunk): Uint8Array {
  return encodeChunk({
    firstGeometry: numbers.firstGeometry ?? 0,
    firstInstance: numbers.firstInstance ?? 0,
    firstMaterial: numbers.firstMaterial ?? 0,
    geometries: meshes.map(prepared),
    instances: {
      node: Uint32Array.from(instances, ({ node }, index) => node ?? (numbers.firstInstance ?? 0) + index),
      geometry: Uint32Array.from(instances, ({ geometry }) => geometry),
      material: Uint32Array.from(instances, ({ material }) => material ?? 0),
      linear: Uint32Array.from(instances, (_, index) => index),
      translation: Float32Array.from(instances.flatMap(({ at }) => [...(at ?? [0, 0, 0])])),
    },
    linear: Float32Array.from(instances.flatMap(({ linear }) => [...(linear ?? upright)])),
    materials: {
      color: Uint8Array.from(colors.flat()),
      names: colors.map((_, index) => `material ${index}`),
      ...(numbers.textures && { textures: numbers.textures }),
    },
  })
}
