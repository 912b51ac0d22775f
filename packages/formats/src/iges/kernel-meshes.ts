import type { MeshInput } from '@kamar/core'
import { screenChannel } from '@kamar/core/math'
import { prepareMesh } from '@kamar/mesh'
import type { ImportedFace, ImportedMesh } from './kernel.js'
import type { KernelMesh } from './kernel-job.js'

const metresPerMillimetre = 0.001
/** Multiple of its own size beyond which a mesh is moved to the origin, so that float32 keeps it exact. */
const farFromZeroSizes = 8
/** Colour of uncoloured faces in a mesh with coloured ones. */
const uncoloured: readonly number[] = [192 / 255, 190 / 255, 186 / 255]

/** Converts a colour from linear light, as in the kernel, to sRGB, as in models. */
function toDisplayColor(color: readonly number[]): readonly number[] {
  return color.map((light) => {
    const channel = screenChannel(Math.min(Math.max(light, 0), 1))
    return Math.round(channel * 1000) / 1000
  })
}

/** Prepares the kernel's mesh (millimetres) for a scene. */
export function kernelMesh(imported: ImportedMesh): KernelMesh {
  const positions = Float64Array.from(imported.attributes.position.array, (value) => value * metresPerMillimetre)
  const origin = moveToZero(positions)
  const faces = imported.brep_faces.filter(({ first, last }) => last >= first)
  const own = imported.color ? toDisplayColor(imported.color) : null
  const colors = faces.map((face) => (face.color ? toDisplayColor(face.color) : own))
  const isOneColor = colors.every((color) => color?.join() === colors[0]?.join())
  const input: MeshInput = {
    positions,
    indices: Uint32Array.from(imported.index.array),
    ...(imported.attributes.normal ? { normals: Float32Array.from(imported.attributes.normal.array) } : {}),
    ...(isOneColor ? {} : { colors: vertexColors(imported, faces, colors) }),
  }
  const color = isOneColor ? (colors[0] ?? own) : [1, 1, 1]
  return {
    name: imported.name,
    color: color && [color[0], color[1], color[2]],
    mesh: input.indices.length > 0 ? prepareMesh(input) : null,
    origin,
    faces: faces.length,
  }
}

/** Moves a distant mesh to the origin, in whole millimetres; returns the offset in metres. */
function moveToZero(positions: Float64Array): readonly [number, number, number] {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let at = 0; at < positions.length; at++) {
    min[at % 3] = Math.min(min[at % 3], positions[at])
    max[at % 3] = Math.max(max[at % 3], positions[at])
  }
  const size = Math.max(...max.map((value, axis) => value - min[axis]), metresPerMillimetre)
  const center = max.map((value, axis) => (value + min[axis]) / 2)
  if (!center.every((value) => Math.abs(value) >= 0 && Number.isFinite(value))) return [0, 0, 0]
  if (center.every((value) => Math.abs(value) < farFromZeroSizes * size)) return [0, 0, 0]
  const [x, y, z] = center.map((value) => Math.round(value / metresPerMillimetre) * metresPerMillimetre)
  const origin = [x, y, z] as const
  for (let at = 0; at < positions.length; at++) positions[at] -= origin[at % 3]
  return origin
}

/** Expands face colours to vertices; faces share no vertices. */
function vertexColors(
  { attributes, index }: ImportedMesh,
  faces: readonly ImportedFace[],
  faceColors: readonly (readonly number[] | null)[],
): Uint8Array {
  const colors = new Uint8Array((attributes.position.array.length / 3) * 4).fill(255)
  for (const [number, { first, last }] of faces.entries()) {
    const channels = (faceColors[number] ?? uncoloured).map((channel) => Math.round(channel * 255))
    for (let entry = 3 * first; entry < 3 * (last + 1); entry++) colors.set(channels, 4 * index.array[entry])
  }
  return colors
}
