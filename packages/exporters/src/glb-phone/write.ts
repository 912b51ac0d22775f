import type { ExportJob } from '../kit/export-job.js'
import { encodeGlbHeader } from '../kit/gltf/glb-header.js'
import { computeExtent, paddedLength } from '../kit/gltf/glb-layout.js'
import { gltfMaterial } from '../kit/gltf/gltf-material.js'
import { TextureTable } from '../kit/gltf/texture-table.js'
import type { GltfAccessor, GltfBufferView, GltfDocument, GltfMesh } from '../kit/gltf/gltf-types.js'
import { bakeModel, type BakedModel } from '../kit/baking/bake-model.js'
import type { BakedPart } from '../kit/baking/baked-part.js'

/** Number of triangles that a current phone draws fluently over the camera image. */
const maxTriangles = 500_000

/** Writes a binary glTF for augmented reality: objects of one colour in one mesh, at most 500,000 triangles. */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const baked = await bakeModel({ model, maxTriangles, onFraction })
  const buffers = baked.parts.map(createBuffers)
  const textures = new TextureTable()
  let byteLength = buffers.flat().reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  for (const [number, texture] of baked.images) {
    textures.add(number, texture, byteLength)
    byteLength += paddedLength(texture.bytes.length)
  }
  yield encodeGlbHeader(
    createDocument({ generator: model.manifest.writer, baked, buffers, textures, byteLength }),
    byteLength,
  )
  for (const { bytes } of buffers.flat()) yield new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const bytes of textures.bytes()) {
    const padded = new Uint8Array(paddedLength(bytes.length))
    padded.set(bytes)
    yield padded
  }
}

interface PartBuffer {
  readonly name: 'POSITION' | 'NORMAL' | 'COLOR_0' | 'TEXCOORD_0' | 'indices'
  readonly bytes: Float32Array | Uint16Array | Uint32Array
  readonly accessor: Omit<GltfAccessor, 'bufferView'>
}

/** All element sizes are multiples of four bytes, so no padding is needed. */
function createBuffers({ positions, normals, vertexColors, textureCoordinates, indices }: BakedPart): PartBuffer[] {
  const count = positions.length / 3
  const floats = { componentType: 5126, count, type: 'VEC3' } as const
  const buffers: PartBuffer[] = [
    { name: 'POSITION', bytes: positions, accessor: { ...floats, ...computeExtent(positions) } },
    { name: 'NORMAL', bytes: normals, accessor: floats },
    { name: 'indices', bytes: indices, accessor: { componentType: 5125, count: indices.length, type: 'SCALAR' } },
  ]
  if (textureCoordinates !== null)
    buffers.push({
      name: 'TEXCOORD_0',
      bytes: textureCoordinates,
      accessor: { componentType: 5126, count, type: 'VEC2' },
    })
  if (vertexColors === null) return buffers
  const accessor = { componentType: 5123, normalized: true, count, type: 'VEC4' } as const
  return [...buffers, { name: 'COLOR_0', bytes: vertexColors, accessor }]
}

interface DocumentParts {
  readonly generator: string
  readonly baked: BakedModel
  readonly buffers: readonly (readonly PartBuffer[])[]
  readonly textures: TextureTable
  readonly byteLength: number
}

/** glTF forbids empty lists: a model without triangles becomes a scene with one empty node. */
function createDocument({ generator, baked, buffers, textures, byteLength }: DocumentParts): GltfDocument {
  const { parts, triangles, omitted } = baked
  const common = { asset: { version: '2.0', generator, extras: { triangles, leftOut: omitted } }, scene: 0 } as const
  if (parts.length === 0) return { ...common, scenes: [{ nodes: [0] }], nodes: [{}] }
  const accessors: GltfAccessor[] = []
  const bufferViews: GltfBufferView[] = []
  let byteOffset = 0
  const meshes = buffers.map((own, material): GltfMesh => {
    const numbers = own.map(({ name, bytes, accessor }) => {
      const target = name === 'indices' ? 34963 : 34962
      const bufferView = bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.byteLength, target }) - 1
      byteOffset += bytes.byteLength
      return [name, accessors.push({ bufferView, ...accessor }) - 1] as const
    })
    const { indices = 0, ...attributes } = Object.fromEntries(numbers)
    return { primitives: [{ attributes, indices, material, mode: 4 }] }
  })
  const materials = parts.map(({ color: [red, green, blue, opacity], isSingleSided, texture }) =>
    gltfMaterial({
      color: [red, green, blue],
      opacity,
      isSingleSided,
      ...(texture && {
        baseColorTexture: {
          texture: textures.getTexture({ ...texture, image: texture.number }, bufferViews),
          hasHoles: textures.hasHoles(texture.number),
        },
      }),
    }),
  )
  return {
    ...common,
    scenes: [{ nodes: [0] }],
    nodes: [{ children: meshes.map((_, mesh) => mesh + 1) }, ...meshes.map((_, mesh) => ({ mesh }))],
    meshes,
    materials,
    ...textures.content(),
    accessors,
    bufferViews,
    buffers: [{ byteLength }],
  }
}
