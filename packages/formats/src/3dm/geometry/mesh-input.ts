import type { MeshInput } from '@kamar/core'
import type { EnumValue, Face, MeshBuffers, RhinoMesh } from '../archive/kernel-types.js'

/** Mesh relative to its own origin, and the position of that origin, metres. */
export interface LocalMesh {
  readonly mesh: MeshInput
  readonly origin: readonly [number, number, number]
  /** u v per vertex, v upwards; null when a part has none. */
  readonly uv: Float32Array | null
}

/** Merges copies of meshes; null when nothing is left. */
export function joinMeshes(parts: readonly MeshBuffers[], metres: number): LocalMesh | null {
  const usable = parts.filter(({ position, index }) => position?.length && index?.length)
  const [first] = usable
  if (!first?.position) return null
  const origin = [0, 1, 2].map((axis) => Math.fround((first.position?.[axis] ?? 0) * metres))
  const total = (of: (part: MeshBuffers) => ArrayLike<number> | undefined): number =>
    usable.reduce((sum, part) => sum + (of(part)?.length ?? 0), 0)
  const positions = new Float64Array(total(({ position }) => position))
  const indices = new Uint32Array(total(({ index }) => index))
  const hasNormals = usable.every(({ position, normal }) => normal?.length === position?.length)
  const normals = hasNormals ? new Float32Array(positions.length) : null
  const hasTextureCoordinates = usable.every(
    ({ position, uv }) => uv && position && uv.length * 3 === position.length * 2,
  )
  const textureCoordinates = hasTextureCoordinates ? new Float32Array((positions.length / 3) * 2) : null
  let [numbers, indexOffset] = [0, 0]
  for (const { position = new Float32Array(0), index = new Uint32Array(0), normal, uv } of usable) {
    for (let at = 0; at < position.length; at++) positions[numbers + at] = position[at] * metres - origin[at % 3]
    for (let at = 0; at < index.length; at++) indices[indexOffset + at] = index[at] + numbers / 3
    if (normal) normals?.set(normal, numbers)
    if (uv) textureCoordinates?.set(uv, (numbers / 3) * 2)
    numbers += position.length
    indexOffset += index.length
  }
  const mesh: MeshInput = { positions, indices, ...(normals ? { normals } : {}) }
  return { mesh, origin: [origin[0], origin[1], origin[2]], uv: textureCoordinates }
}

/** Copies the render meshes that Rhino stored for all faces; null unless every face has one. */
export function readCachedMeshes(faces: readonly Face[], type: EnumValue): MeshBuffers[] | null {
  const parts: MeshBuffers[] = []
  for (const face of faces) {
    const mesh = face.getMesh(type)
    if (!mesh) return null
    parts.push(copyBuffers(mesh))
    mesh.delete()
  }
  return parts.some(({ index }) => index?.length) ? parts : null
}

/** Copies the arrays of a mesh out of the library's memory. */
export function copyBuffers(mesh: RhinoMesh): MeshBuffers {
  const { position, normal, index, uv } = mesh.toThreejsBuffers(false)
  return {
    ...(position ? { position: position.slice() } : {}),
    ...(normal ? { normal: normal.slice() } : {}),
    ...(index ? { index: index.slice() } : {}),
    ...(uv ? { uv: uv.slice() } : {}),
  }
}

/** Reads the vertex colours of a mesh; null unless every vertex has one. */
export function readVertexColors(mesh: RhinoMesh): Uint8Array | null {
  const [colors, vertices] = [mesh.vertexColors(), mesh.vertices()]
  const { count } = colors
  const hasAll = count > 0 && count === vertices.count
  vertices.delete()
  const bytes = hasAll ? new Uint8Array(4 * count) : null
  for (let vertex = 0; bytes && vertex < count; vertex++) {
    const { r, g, b } = colors.get(vertex)
    bytes.set([r, g, b, 255], 4 * vertex)
  }
  colors.delete()
  return bytes
}
