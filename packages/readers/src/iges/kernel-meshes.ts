import { screenChannel } from '../shared/color.js'
import { prepareMesh } from '@kamar/mesh'
import type { MeshInput } from '@kamar/scene'
import type { ImportedFace, ImportedMesh } from './kernel.js'
import type { KernelMesh } from './kernel-job.js'

const metresPerMillimetre = 0.001
/** A mesh further from zero than this many of its own sizes is moved there, so that float32 keeps it exact. */
const farFromZeroSizes = 8
/** Faces without a colour, in a mesh whose other faces have one. */
const uncoloured: readonly number[] = [192 / 255, 190 / 255, 186 / 255]

/** The kernel keeps colours as amounts of light; models state them as they look (sRGB). */
function toDisplayColor(color: readonly number[]): readonly number[] {
  return color.map((light) => {
    const channel = screenChannel(Math.min(Math.max(light, 0), 1))
    return Math.round(channel * 1000) / 1000
  })
}

/** Makes the kernel's mesh (millimetres) ready for a scene. */
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

/** Subtracts where a far mesh stands, in whole millimetres; returns what was subtracted, metres. */
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

/** Faces share no vertices, so that each vertex has the colour of its face. */
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
