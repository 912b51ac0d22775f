import type { MeshInput, QuantisedTextureCoordinates } from '@kamar/core'
import { encodeOctahedral } from './octahedral.js'
import { packTextureCoordinates, unpackTextureCoordinates } from './texture-coordinates.js'
import type { Workspace } from '../workspace.js'

/** Vertices of a prepared mesh. */
export interface OutputVertices {
  readonly positions: Uint16Array
  readonly normals: Int8Array
  readonly colors: Uint8Array | null
  readonly textureCoordinates?: QuantisedTextureCoordinates
}

/** Returns the packed octahedral normal of a corner: the source's if it is on the right side, otherwise its fan's. */
function normalAt(input: MeshInput, workspace: Workspace, corner: number): number {
  const { fan, fanNormal, faceNormal, source } = workspace
  const { normals } = input
  if (normals !== undefined) {
    const at = source[corner] * 3
    const face = Math.floor(corner / 3) * 3
    const x = normals[at]
    const y = normals[at + 1]
    const z = normals[at + 2]
    const side = x * faceNormal[face] + y * faceNormal[face + 1] + z * faceNormal[face + 2]
    if (x * x + y * y + z * z > 0.01) return side < 0 ? encodeOctahedral(-x, -y, -z) : encodeOctahedral(x, y, z)
  }
  const leader = fan[corner] * 3
  return encodeOctahedral(fanNormal[leader], fanNormal[leader + 1], fanNormal[leader + 2])
}

function colorAt(input: MeshInput, vertex: number): number {
  const { colors } = input
  if (colors === undefined) return 0
  const at = vertex * 4
  return colors[at] | (colors[at + 1] << 8) | (colors[at + 2] << 16) | (colors[at + 3] << 24) | 0
}

/**
 * Numbers the output vertices in the order of their first corner (`workspace.output`): one per position, normal, colour
 * and texture coordinate.
 */
export function buildVertices(
  input: MeshInput,
  workspace: Workspace,
  cornerCount: number,
  weldedCount: number,
): OutputVertices {
  const { corner, output, source, vertices } = workspace
  const firstAt = workspace.weldedOf
  firstAt.fill(-1, 0, weldedCount)
  const packed = input.textureCoordinates && packTextureCoordinates(input.textureCoordinates)
  let count = 0
  for (let at = 0; at < cornerCount; at++) {
    const weldedVertex = corner[at]
    const normal = normalAt(input, workspace, at)
    const color = colorAt(input, source[at])
    const texture = packed === undefined ? 0 : packed.values[source[at]]
    let vertex = firstAt[weldedVertex]
    while (
      vertex >= 0 &&
      (vertices.normal[vertex] !== normal || vertices.color[vertex] !== color || vertices.texture[vertex] !== texture)
    )
      vertex = vertices.next[vertex]
    if (vertex < 0) {
      vertex = count++
      vertices.weldedVertex[vertex] = weldedVertex
      vertices.normal[vertex] = normal
      vertices.color[vertex] = color
      vertices.texture[vertex] = texture
      vertices.next[vertex] = firstAt[weldedVertex]
      firstAt[weldedVertex] = vertex
    }
    output[at] = vertex
  }
  const copied = copyVertices(workspace, count, input.colors !== undefined)
  if (packed === undefined) return copied
  return { ...copied, textureCoordinates: unpackTextureCoordinates(packed, vertices.texture.subarray(0, count)) }
}

function copyVertices(workspace: Workspace, count: number, hasColors: boolean): OutputVertices {
  const { quantised, vertices } = workspace
  const positions = new Uint16Array(count * 3)
  const normals = new Int8Array(count * 2)
  const colors = hasColors ? new Uint8Array(count * 4) : null
  for (let vertex = 0; vertex < count; vertex++) {
    const weldedVertex = vertices.weldedVertex[vertex] * 3
    positions[vertex * 3] = quantised[weldedVertex]
    positions[vertex * 3 + 1] = quantised[weldedVertex + 1]
    positions[vertex * 3 + 2] = quantised[weldedVertex + 2]
    normals[vertex * 2] = (vertices.normal[vertex] >> 8) - 128
    normals[vertex * 2 + 1] = (vertices.normal[vertex] & 255) - 128
  }
  if (colors !== null) new Int32Array(colors.buffer).set(vertices.color.subarray(0, count))
  return { positions, normals, colors }
}
