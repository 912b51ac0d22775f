import type { MeshInput } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import { toImageCoordinates, textureTransform, untransformed, type TextureTransform } from '../kit/texture-transform.js'
import type { TdsMesh, TdsTexture } from './model.js'
import { partCorners } from '../kit/part-corners.js'
import { smoothCorners } from '../kit/smooth-normals.js'

/** Faces of a mesh with one material, with positions relative to a nearby origin. */
export interface MeshPart {
  /** Null where the file assigns no material to these faces. */
  readonly material: string | null
  readonly mesh: MeshInput
}

/** The parts of a mesh, and the faces that were omitted. */
export interface MeshParts {
  readonly parts: readonly MeshPart[]
  /** Origin in the file's unit: added to every position, it gives the position in the file. */
  readonly origin: readonly [number, number, number]
  readonly triangles: number
  readonly facesOutOfRange: number
  readonly facesNotANumber: number
}

/** Vertices of a part: with the normals of the smoothing groups, or as in the file. */
interface Source {
  readonly vertices: Uint32Array | null
  readonly normals: Float32Array | null
  readonly indices: ArrayLike<number>
}

/** Lookup of the texture that a material shows; undefined when it has none. */
export type TextureOf = (material: string | null) => TdsTexture | undefined

/** Splits a mesh into parts by material; positions in metres, with texture coordinates where a texture is shown. */
export function createParts(mesh: TdsMesh, metres: number, textureOf: TextureOf = () => undefined): MeshParts {
  const { faces, facesOutOfRange, facesNotANumber } = goodFaces(mesh)
  const origin = computeOrigin(mesh, faces)
  const groups = mesh.smoothingGroups
  const source: Source = groups?.some((group) => group !== 0)
    ? smoothCorners(mesh, groups, faces)
    : { vertices: null, normals: null, indices: mesh.indices }
  const parts = facesByMaterial(mesh, faces).map(([material, own]) => ({
    material,
    mesh: partMesh({ mesh, source, faces: own, origin, metres, texture: textureOf(material) }),
  }))
  return { parts, origin, triangles: faces.length, facesOutOfRange, facesNotANumber }
}

function goodFaces(mesh: TdsMesh): { faces: Uint32Array; facesOutOfRange: number; facesNotANumber: number } {
  const vertices = mesh.positions.length / 3
  const faces: number[] = []
  let [facesOutOfRange, facesNotANumber] = [0, 0]
  for (let face = 0; face < mesh.indices.length / 3; face++) {
    const faceVertices = mesh.indices.subarray(3 * face, 3 * face + 3)
    if (faceVertices.some((vertex) => vertex >= vertices)) facesOutOfRange++
    else if (faceVertices.some((vertex) => !isVertex(mesh, vertex))) facesNotANumber++
    else faces.push(face)
  }
  return { faces: Uint32Array.from(faces), facesOutOfRange, facesNotANumber }
}

const isVertex = ({ positions }: TdsMesh, vertex: number): boolean =>
  [0, 1, 2].every((axis) => isCoordinate(positions[3 * vertex + axis]))

function computeOrigin({ positions, indices }: TdsMesh, faces: Uint32Array): [number, number, number] {
  const origin: [number, number, number] = [Infinity, Infinity, Infinity]
  for (const face of faces) {
    for (let at = 3 * face; at < 3 * face + 3; at++) {
      for (const axis of [0, 1, 2] as const) origin[axis] = Math.min(origin[axis], positions[3 * indices[at] + axis])
    }
  }
  return faces.length > 0 ? origin : [0, 0, 0]
}

/** Groups faces by material. A face with two materials gets the last one; those without come first. */
function facesByMaterial(mesh: TdsMesh, faces: Uint32Array): [string | null, Uint32Array][] {
  const materialOfFace: (string | null)[] = Array.from({ length: mesh.indices.length / 3 }, () => null)
  const facesOf = new Map<string | null, number[]>([[null, []]])
  for (const { material, faces: own } of mesh.materialFaces) {
    if (!facesOf.has(material)) facesOf.set(material, [])
    for (const face of own) if (face < materialOfFace.length) materialOfFace[face] = material
  }
  for (const face of faces) facesOf.get(materialOfFace[face])?.push(face)
  return [...facesOf]
    .filter(([, own]) => own.length > 0)
    .map(([material, own]): [string | null, Uint32Array] => [material, Uint32Array.from(own)])
}

interface PartSource {
  readonly mesh: TdsMesh
  readonly source: Source
  readonly faces: Uint32Array
  readonly origin: readonly number[]
  readonly metres: number
  readonly texture: TdsTexture | undefined
}

function partMesh({ mesh, source, faces, origin, metres, texture }: PartSource): MeshInput {
  const { locals, indices } = partCorners(faces, source.indices)
  const positions = new Float32Array(3 * locals.size)
  const normals = source.normals ? new Float32Array(3 * locals.size) : null
  for (const [vertex, local] of locals) {
    const original = source.vertices ? source.vertices[vertex] : vertex
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * local + axis] = (mesh.positions[3 * original + axis] - origin[axis]) * metres
      if (normals && source.normals) normals[3 * local + axis] = source.normals[3 * vertex + axis]
    }
  }
  const textureCoordinates = texture && computeTextureCoordinates(mesh, texture, { locals, source })
  return {
    positions,
    indices,
    ...(normals ? { normals } : {}),
    ...(textureCoordinates ? { textureCoordinates } : {}),
  }
}

/** Converts a texture's mapping; a rotated image rotates about its centre. */
function toTextureTransform({ scale, offset, angle }: TdsTexture): TextureTransform {
  const rotation = (angle * Math.PI) / 180
  const [a, b, c, d] = textureTransform({ scale, rotation }) ?? untransformed
  const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)]
  const center = [0.5 - 0.5 * (cosine - sine), 0.5 - 0.5 * (sine + cosine)] as const
  return [a, b, c, d, offset[0] + center[0], offset[1] + center[1]]
}

/** Computes the texture coordinates of a part's vertices, with v pointing down; undefined where the file has none. */
function computeTextureCoordinates(
  { textureCoordinates: stored }: TdsMesh,
  texture: TdsTexture,
  { locals, source }: { readonly locals: ReadonlyMap<number, number>; readonly source: Source },
): Float32Array | undefined {
  if (!stored) return undefined
  const transform = toTextureTransform(texture)
  const coordinates = new Float32Array(2 * locals.size)
  for (const [vertex, local] of locals) {
    const original = source.vertices ? source.vertices[vertex] : vertex
    coordinates.set(toImageCoordinates(stored.subarray(2 * original, 2 * original + 2), transform), 2 * local)
  }
  return coordinates
}
