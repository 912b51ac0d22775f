import { cleanName } from '@kamar/codecs/text'
import type { Chunk } from './chunk.js'
import { chunkIds } from './chunk-ids.js'
import type { TdsMesh } from './model.js'

const bytesPerVertex = 12
const bytesPerFace = 8
const bytesPerTextureCoordinate = 8
const numbersOfMatrix = 12

/** Parses the mesh of a `triangles` chunk. */
export function parseMesh(chunk: Chunk, name: string): TdsMesh {
  const mesh: TdsMesh = {
    name,
    isHidden: false,
    positions: new Float32Array(0),
    indices: new Uint16Array(0),
    textureCoordinates: null,
    materialFaces: [],
    smoothingGroups: null,
    matrix: null,
  }
  for (const part of chunk.children()) {
    if (part.id === chunkIds.vertices) mesh.positions = parseVertices(part)
    if (part.id === chunkIds.textureCoordinates) mesh.textureCoordinates = parseTextureCoordinates(part)
    if (part.id === chunkIds.faces) parseFaces(part, mesh)
    if (part.id === chunkIds.meshMatrix) mesh.matrix = parseMatrix(part)
  }
  return mesh
}

function parseVertices(chunk: Chunk): Float32Array {
  const positions = new Float32Array(3 * chunk.count(bytesPerVertex))
  for (let index = 0; index < positions.length; index++) positions[index] = chunk.float()
  return positions
}

function parseTextureCoordinates(chunk: Chunk): Float32Array {
  const coordinates = new Float32Array(2 * chunk.count(bytesPerTextureCoordinate))
  for (let index = 0; index < coordinates.length; index++) coordinates[index] = chunk.float()
  return coordinates
}

function parseFaces(chunk: Chunk, mesh: TdsMesh): void {
  const indices = new Uint16Array(3 * chunk.count(bytesPerFace))
  for (let index = 0; index < indices.length; index += 3) {
    for (let vertex = 0; vertex < 3; vertex++) indices[index + vertex] = chunk.uint16()
    // Flags of the edges that the editor drew.
    chunk.skip(2)
  }
  mesh.indices = indices
  for (const part of chunk.children()) {
    if (part.id === chunkIds.faceMaterial) mesh.materialFaces.push(parseMaterialFaces(part))
    if (part.id === chunkIds.smoothingGroups) mesh.smoothingGroups = parseGroups(part, indices.length / 3)
  }
}

function parseMaterialFaces(chunk: Chunk): { material: string; faces: Uint16Array } {
  const material = cleanName(chunk.text())
  const faces = new Uint16Array(chunk.count(2))
  for (let index = 0; index < faces.length; index++) faces[index] = chunk.uint16()
  return { material, faces }
}

/** Parses the smoothing groups. Some programs write fewer groups than faces: the remaining faces are in none. */
function parseGroups(chunk: Chunk, faces: number): Uint32Array {
  const groups = new Uint32Array(faces)
  const present = Math.min(faces, Math.floor(chunk.remaining / 4))
  for (let face = 0; face < present; face++) groups[face] = chunk.uint32()
  return groups
}

function parseMatrix(chunk: Chunk): readonly number[] | null {
  const matrix = chunk.floats(numbersOfMatrix)
  return matrix.every(Number.isFinite) ? matrix : null
}
