import { type MeshInput, grouped } from '@kamar/core'
import { isCoordinate, type Vector } from '@kamar/core/math'
import { partCorners } from '../../kit/part-corners.js'
import { smoothCorners, type SmoothCorners } from '../../kit/smooth-normals.js'
import { toImageCoordinate, untransformed } from '../../kit/texture-transform.js'
import { texturedMesh } from '../../kit/textured-mesh.js'
import type { IndexedChannel, TriangleShape } from './triangle-shape.js'

/** Triangles of a shape with one material, relative to a nearby origin. */
export interface ShapePart {
  readonly materialId: number
  readonly mesh: MeshInput
}

/** A shape split by material. */
export interface ShapeParts {
  readonly parts: readonly ShapePart[]
  /** Origin in metres: added to every position, it gives the position in the shape. */
  readonly origin: Vector
  readonly triangles: number
  /** Triangles with non-finite coordinates. */
  readonly notNumbers: number
}

/** Options of splitting a shape. */
export interface Cutting {
  readonly metres: number
  /** Returns the part of a triangle's material id; a shape with a single material has one part. */
  readonly partOf: (materialId: number) => number
  /** Returns whether the triangles of a part show a texture. */
  readonly isTextured: (part: number) => boolean
}

/** Creates the meshes of a shape, in metres, with normals and, where a texture is shown, with texture coordinates. */
export function cutShape(shape: TriangleShape, cutting: Cutting): ShapeParts {
  const faces = listValidFaces(shape)
  const offset = computeOrigin(shape, faces)
  const splitVertices =
    shape.normals === null ? smoothCorners(shape, shape.groups, faces) : splitByNormals(shape, shape.normals)
  const facesByPart = grouped(faces, (face) => cutting.partOf(shape.materialIds[face]))
  const parts = [...facesByPart]
    .toSorted(([a], [b]) => a - b)
    .map(([materialId, own]) => {
      const { mesh, rows } = partMesh({ shape, splitVertices, faces: own, origin: offset, metres: cutting.metres })
      const { textures } = shape
      if (textures === null || !cutting.isTextured(materialId)) return { materialId, mesh }
      return { materialId, mesh: onTexture(mesh, rows, textures) }
    })
  const [x, y, z] = offset
  return {
    parts,
    origin: [x * cutting.metres, y * cutting.metres, z * cutting.metres],
    triangles: faces.length,
    notNumbers: shape.groups.length - faces.length,
  }
}

function listValidFaces({ groups, indices, positions }: TriangleShape): Uint32Array {
  const isSound = (vertex: number): boolean =>
    isCoordinate(positions[3 * vertex]) &&
    isCoordinate(positions[3 * vertex + 1]) &&
    isCoordinate(positions[3 * vertex + 2])
  return Uint32Array.from(groups.keys()).filter((face) =>
    [0, 1, 2].every((offset) => isSound(indices[3 * face + offset])),
  )
}

function computeOrigin({ indices, positions }: TriangleShape, faces: Uint32Array): Vector {
  const smallest: [number, number, number] = [Infinity, Infinity, Infinity]
  for (const face of faces) {
    for (let at = 3 * face; at < 3 * face + 3; at++) {
      for (const axis of [0, 1, 2] as const)
        smallest[axis] = Math.min(smallest[axis], positions[3 * indices[at] + axis])
    }
  }
  return faces.length > 0 ? smallest : [0, 0, 0]
}

/** Creates one vertex for each distinct pair of vertex and explicit normal. */
function splitByNormals({ indices }: TriangleShape, { rows, values }: IndexedChannel): SmoothCorners {
  const indexByKey = new Map<number, number>()
  const vertices: number[] = []
  const normals: number[] = []
  const directions = values.length / 3
  const locals = indices.map((vertex, offset) => {
    const key = vertex * directions + rows[offset]
    const index = indexByKey.get(key) ?? vertices.length
    if (index === vertices.length) {
      indexByKey.set(key, index)
      vertices.push(vertex)
      normals.push(...unit(values, 3 * rows[offset]))
    }
    return index
  })
  return { vertices: Uint32Array.from(vertices), normals: Float32Array.from(normals), indices: locals }
}

function unit(values: Float32Array, at: number): Vector {
  const [x, y, z] = [values[at], values[at + 1], values[at + 2]]
  const length = Math.hypot(x, y, z)
  return length > 0 && Number.isFinite(length) ? [x / length, y / length, z / length] : [0, 0, 1]
}

interface PartSource {
  readonly shape: TriangleShape
  readonly splitVertices: SmoothCorners
  readonly faces: readonly number[]
  readonly origin: Vector
  readonly metres: number
}

function partMesh({ shape, splitVertices, faces, origin: offset, metres }: PartSource): {
  mesh: MeshInput
  rows: Int32Array
} {
  const { locals, indices } = partCorners(faces, splitVertices.indices)
  const textureRows = shape.textures?.rows
  const rows = new Int32Array(indices.length).map(
    (_, at) => textureRows?.[3 * faces[Math.floor(at / 3)] + (at % 3)] ?? -1,
  )
  const positions = new Float32Array(3 * locals.size)
  const normals = new Float32Array(3 * locals.size)
  for (const [vertex, local] of locals) {
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * local + axis] = (shape.positions[3 * splitVertices.vertices[vertex] + axis] - offset[axis]) * metres
      normals[3 * local + axis] = splitVertices.normals[3 * vertex + axis]
    }
  }
  return { mesh: { positions, indices, normals }, rows }
}

/** Adds texture coordinates; maps count v upwards from the lower edge. */
const onTexture = (mesh: MeshInput, rows: Int32Array, { values }: IndexedChannel): MeshInput =>
  texturedMesh(mesh, {
    rows,
    coordinate: (row, axis) => toImageCoordinate(untransformed, [values[3 * row], values[3 * row + 1]], axis),
  })
