import type { PreparedMesh } from '@kamar/core'
import type { PackedMesh } from './shards/shard.js'

const alignment = 8
const aligned = (bytes: number): number => Math.ceil(bytes / alignment) * alignment

function listArrays(mesh: PreparedMesh): readonly (Uint16Array | Int8Array | Uint8Array | Uint32Array)[] {
  const textureCoordinates = mesh.textureCoordinates?.values ?? new Uint16Array(0)
  return [mesh.positions, mesh.normals, mesh.colors ?? new Uint8Array(0), mesh.indices, mesh.edges, textureCoordinates]
}

/** Packs the arrays of many meshes into one buffer, which can be transferred to another thread at once. */
export function packMeshes(meshes: readonly PreparedMesh[]): { packed: PackedMesh[]; buffer: ArrayBuffer } {
  let size = 0
  for (const mesh of meshes) for (const array of listArrays(mesh)) size += aligned(array.byteLength)
  const buffer = new ArrayBuffer(size)
  const target = new Uint8Array(buffer)
  let offset = 0
  const packed = meshes.map((mesh) => {
    const ranges = listArrays(mesh).flatMap((array) => {
      const start = offset
      target.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start)
      offset += aligned(array.byteLength)
      return [start, array.length]
    })
    const { levels, source, origin, step, area, volume, closed, shapeHash } = mesh
    const texture = mesh.textureCoordinates
    const frame = texture && { textureFrame: { offset: texture.offset, step: texture.step } }
    return { ...frame, ranges, levels, source, origin, step, area, volume, closed, shapeHash }
  })
  return { packed, buffer }
}

/** Returns a mesh whose arrays are views of the buffer it was packed into. */
export function unpackMesh(packed: PackedMesh, buffer: ArrayBuffer): PreparedMesh {
  const { ranges, levels, source, origin, step, area, volume, closed, shapeHash } = packed
  const colorCount = ranges[5]
  const { textureFrame: frame } = packed
  return {
    positions: new Uint16Array(buffer, ranges[0], ranges[1]),
    normals: new Int8Array(buffer, ranges[2], ranges[3]),
    colors: colorCount === 0 ? null : new Uint8Array(buffer, ranges[4], colorCount),
    indices: new Uint32Array(buffer, ranges[6], ranges[7]),
    edges: new Uint32Array(buffer, ranges[8], ranges[9]),
    ...(frame && { textureCoordinates: { ...frame, values: new Uint16Array(buffer, ranges[10], ranges[11]) } }),
    levels,
    source,
    origin,
    step,
    area,
    volume,
    closed,
    shapeHash,
  }
}
