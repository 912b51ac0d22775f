import { MeshField, MeshPart } from '../src/mesh-layout'
import { growMemory, startLayout, take } from './reservation'
import { Bytes, Floats, Integers, Shorts, SingleFloats } from './views'

/** Values exchanged with the caller, by `MeshField`. */
export const fields = changetype<Floats>(0)

// Input.
export let vertexCount: i32 = 0
export let indexCount: i32 = 0
export let sourceEdgeCount: i32 = 0
export let parts: i32 = 0
/** Per input vertex: x y z in metres. */
export let positions = changetype<Floats>(0)
/** Per corner of the input: vertex, unsigned. */
export let indices = changetype<Integers>(0)
/** Per input vertex: x y z. */
export let normals = changetype<SingleFloats>(0)
/** Per input vertex: r g b a in one word. */
export let colors = changetype<Integers>(0)
/** Per input vertex: u v; later quantised, u in the low 16 bits of the first word and v in the high ones. */
export let textureCoordinates = changetype<SingleFloats>(0)
export let packedTexture = changetype<Integers>(0)
/** Vertex pairs; later pairs of welded vertices. */
export let sourceEdges = changetype<Integers>(0)

// Work on the mesh. Stages that follow one another share memory.
/** Maximum number of corners, with those that splitting adds. */
export let maxCorners: i32 = 0
/** Per input vertex: x y z in metres from the minimum corner. */
export let offset = changetype<Floats>(0)
/** Per input vertex: `offset` in steps, rounded; shares memory with `position`. */
export let rounded = changetype<Floats>(0)
/** Welded vertices: x y z in metres from the minimum corner. */
export let position = changetype<Floats>(0)
/** Welded vertices: x y z in quantisation steps. */
export let quantised = changetype<Shorts>(0)
/** Per welded vertex: hash of the position; before that the first of its border neighbours. */
export let vertexHash = changetype<Integers>(0)
export let neighbourStart = changetype<Integers>(0)
/** Per input vertex: welded vertex, -1 before its first use. Later per welded vertex: first output vertex. */
export let weldedOf = changetype<Integers>(0)
/** Hash table: number + 1; 0 is free. */
export let table = changetype<Integers>(0)
/** Per corner: welded vertex. */
export let corner = changetype<Integers>(0)
/** Per corner: input vertex. */
export let source = changetype<Integers>(0)
/** Per corner, as the half-edge to the next corner: see `half-edges.ts`. */
export let twin = changetype<Integers>(0)
/** Per triangle: x y z of the unit normal. */
export let faceNormal = changetype<Floats>(0)
/** Per corner: parent in the union-find of corners that share a normal. */
export let fan = changetype<Integers>(0)
/** Per root corner of a fan: x y z of the sum of weighted normals. */
export let fanNormal = changetype<Floats>(0)
/** Border neighbours of all vertices; shares memory with `fanNormal`, like the two below. */
export let neighbours = changetype<Integers>(0)
/** Per component: two sums, see `orientation.ts`. */
export let componentSums = changetype<Floats>(0)
/** Vertex pairs of the drawn edges. */
export let outputEdges = changetype<Integers>(0)
/** Per corner: output vertex. */
export let output = changetype<Integers>(0)
/** Per component: four counts, see `orientation.ts`; shares memory with the five below. */
export let componentCounts = changetype<Integers>(0)
/** Per output vertex: welded vertex, packed normal, colour, texture coordinate and next at the same position. */
export let outputWelded = changetype<Integers>(0)
export let outputNormal = changetype<Integers>(0)
export let outputColor = changetype<Integers>(0)
export let outputTexture = changetype<Integers>(0)
export let outputNext = changetype<Integers>(0)
/** Stack of triangles or half-edges. */
export let stack = changetype<Integers>(0)
/** Per triangle: component, -1 before it is visited. */
export let component = changetype<Integers>(0)
/** Per triangle: 1 when wound opposite to the first triangle of its component; before that, why it is removed. */
export let flipped = changetype<Bytes>(0)

/** Returns the length of a table for so many keys: a power of two, at least twice the keys. */
export function tableLength(keys: u32): u32 {
  return 1 << (32 - clz<u32>(max<u32>(keys * 2 - 1, 15)))
}

/** Clears the hash table and returns its mask. */
export function clearTable(keys: i32): i32 {
  const length = tableLength(keys)
  memory.fill(changetype<usize>(table), 0, (<usize>length) << 2)
  return length - 1
}

/** Returns the maximum number of corners after splitting; a mesh that would need more is split no further. */
function cornersWithSplits(corners: u32): u32 {
  return corners + ((corners + 5) / 6) * 3 + 96
}

/**
 * Lays out the memory for a mesh and states the addresses of its input in `fields`; false when it does not fit into
 * 4 GiB.
 */
export function reserve(vertices: u32, corners: u32, edges: u32, withParts: i32): bool {
  vertexCount = vertices
  indexCount = corners
  sourceEdgeCount = edges
  parts = withParts
  startLayout()
  layOutInput()
  layOutVertices()
  layOutCorners(cornersWithSplits(corners))
  return growMemory()
}

function layOutInput(): void {
  const vertices = <u64>vertexCount
  const has = (part: MeshPart): u64 => ((parts & part) !== 0 ? 1 : 0)
  positions = changetype<Floats>(take(vertices, 24))
  indices = changetype<Integers>(take(indexCount, 4))
  normals = changetype<SingleFloats>(take(has(MeshPart.normals) * vertices, 12))
  colors = changetype<Integers>(take(has(MeshPart.colors) * vertices, 4))
  const texture = take(has(MeshPart.textureCoordinates) * vertices, 8)
  textureCoordinates = changetype<SingleFloats>(texture)
  packedTexture = changetype<Integers>(texture)
  sourceEdges = changetype<Integers>(take(sourceEdgeCount, 8))
  fields[MeshField.positionsAddress] = changetype<usize>(positions)
  fields[MeshField.indicesAddress] = changetype<usize>(indices)
  fields[MeshField.normalsAddress] = changetype<usize>(normals)
  fields[MeshField.colorsAddress] = changetype<usize>(colors)
  fields[MeshField.textureCoordinatesAddress] = texture
  fields[MeshField.edgesAddress] = changetype<usize>(sourceEdges)
}

function layOutVertices(): void {
  offset = changetype<Floats>(take(vertexCount, 24))
  position = changetype<Floats>(take(vertexCount, 24))
  rounded = position
  quantised = changetype<Shorts>(take(vertexCount, 6))
  vertexHash = changetype<Integers>(take(vertexCount + 1, 4))
  neighbourStart = vertexHash
  weldedOf = changetype<Integers>(take(vertexCount, 4))
}

function layOutCorners(corners: u32): void {
  maxCorners = corners
  const ints = (): Integers => changetype<Integers>(take(maxCorners, 4))
  table = changetype<Integers>(take(tableLength(max<u32>(corners, sourceEdgeCount)), 4))
  corner = ints()
  source = ints()
  twin = ints()
  faceNormal = changetype<Floats>(take(corners, 8))
  fan = ints()
  const sums = take(corners, 24)
  fanNormal = changetype<Floats>(sums)
  neighbours = changetype<Integers>(sums)
  componentSums = changetype<Floats>(sums)
  outputEdges = changetype<Integers>(sums)
  output = ints()
  outputWelded = ints()
  componentCounts = outputWelded
  outputNormal = ints()
  outputColor = ints()
  outputTexture = ints()
  outputNext = ints()
  stack = ints()
  component = changetype<Integers>(take(corners / 3 + 1, 4))
  flipped = changetype<Bytes>(take(corners / 3 + 1, 1))
}
