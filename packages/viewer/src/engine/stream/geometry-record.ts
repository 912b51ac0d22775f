import { geometryFlag, geometryKind, type Chunk } from '@kamar/package-format/read'
import { findAxis, type ThinAxis } from './thin-axis.js'

/** Location of a mesh's indices, and the offset to subtract to count from its first vertex. */
export interface MeshSource {
  readonly vertices: Uint16Array
  /** r g b a per vertex of the mesh, or null. */
  readonly colors: Uint8Array | null
  /** u v per vertex of the mesh, or null. */
  readonly textureCoordinates: Float32Array | null
  readonly vertexStart: number
  readonly vertexCount: number
  readonly indices: Uint32Array
  /** Starts of levels 0, 1 and 2 in `indices`. */
  readonly levelStart: readonly [number, number, number]
  readonly edges: Uint32Array
  readonly edgeStart: number
  /** Index of the mesh's first vertex in `indices` and `edges`. */
  readonly numberedFrom: number
}

/** Geometry data that later chunks need: its measurements, its location, and the mesh itself while it is small. */
export interface GeometryRecord {
  /** Value of `geometryKind`. */
  readonly kind: number
  readonly closed: boolean
  /** Whether only its front is visible, though it may be open. */
  readonly singleSided: boolean
  readonly textured: boolean
  readonly step: number
  readonly origin: readonly [number, number, number]
  /** Size along its own axes, metres. */
  readonly size: readonly [number, number, number]
  readonly levelCount: readonly [number, number, number]
  readonly levelError: readonly [number, number]
  /** Number of edge indices; for points, which are drawn from the same index range, one each. */
  readonly edgeCount: number
  /** Metres of edge per square metre of its projected surface (half of its area), in its own frame. */
  readonly edgeCoverage: number
  readonly vertexCount: number
  /** Axis of a long thin body, or null. */
  readonly axis: ThinAxis | null
  /** Ranges of its own vertices in the model's index buffer, `rangeStride` numbers; null until they are written. */
  ranges: Uint32Array | null
  /** Retained while the mesh may be copied. */
  source: MeshSource | null
}

const getVertexData = (chunk: Chunk): Uint16Array =>
  new Uint16Array(chunk.vertex.buffer, chunk.vertex.byteOffset, chunk.vertex.byteLength / 2)

/** Computes the length of all edges, quantisation steps. */
function lengthOfEdges(chunk: Chunk, geometry: number, vertexData: Uint16Array): number {
  const start = chunk.geometries.edgeStart[geometry]
  const end = start + chunk.geometries.edgeCount[geometry]
  let sum = 0
  for (let at = start; at < end; at += 2) {
    const a = chunk.edge[at] * 4
    const b = chunk.edge[at + 1] * 4
    const x = vertexData[a] - vertexData[b]
    const y = vertexData[a + 1] - vertexData[b + 1]
    const z = vertexData[a + 2] - vertexData[b + 2]
    sum += Math.sqrt(x * x + y * y + z * z)
  }
  return sum
}

/** Computes the area of level 0, square quantisation steps. */
function computeArea(chunk: Chunk, geometry: number, vertexData: Uint16Array): number {
  const start = chunk.geometries.levelStart[geometry * 3]
  const end = start + chunk.geometries.levelCount[geometry * 3]
  let sum = 0
  for (let at = start; at < end; at += 3) {
    const a = chunk.index[at] * 4
    const b = chunk.index[at + 1] * 4
    const c = chunk.index[at + 2] * 4
    const ux = vertexData[b] - vertexData[a]
    const uy = vertexData[b + 1] - vertexData[a + 1]
    const uz = vertexData[b + 2] - vertexData[a + 2]
    const vx = vertexData[c] - vertexData[a]
    const vy = vertexData[c + 1] - vertexData[a + 1]
    const vz = vertexData[c + 2] - vertexData[a + 2]
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    sum += Math.sqrt(x * x + y * y + z * z)
  }
  return sum / 2
}

/** Uses the area instead of the box: a thin pipe diagonal to its box would count as a wall. */
function computeEdgeCoverage(chunk: Chunk, geometry: number, vertexData: Uint16Array): number {
  const isSurface = chunk.geometries.kind[geometry] === geometryKind.triangles
  if (!isSurface || chunk.geometries.edgeCount[geometry] === 0) return 0
  const area = computeArea(chunk, geometry, vertexData) / 2
  if (area === 0) return 0
  return lengthOfEdges(chunk, geometry, vertexData) / (area * chunk.geometries.step[geometry])
}

/** Returns the indices of a geometry's edges: for points a list of all its vertices. */
function readStrokes(chunk: Chunk, row: number): Pick<MeshSource, 'edges' | 'edgeStart'> & { readonly count: number } {
  const { kind, vertexStart, vertexCount, edgeStart, edgeCount } = chunk.geometries
  if (kind[row] !== geometryKind.points) return { edges: chunk.edge, edgeStart: edgeStart[row], count: edgeCount[row] }
  const edges = Uint32Array.from({ length: vertexCount[row] }, (_, vertex) => vertexStart[row] + vertex)
  return { edges, edgeStart: 0, count: edges.length }
}

/** Returns the records of a chunk's geometries, in order. */
export function recordGeometries(chunk: Chunk): GeometryRecord[] {
  const { geometries } = chunk
  const vertices = getVertexData(chunk)
  let colorStart = 0
  let textureStart = 0
  return Array.from({ length: geometries.count }, (_, row) => {
    const step = geometries.step[row]
    const vertexCount = geometries.vertexCount[row]
    const colored = (geometries.flags[row] & geometryFlag.hasColors) !== 0
    const colors = colored ? chunk.color.subarray(colorStart, colorStart + vertexCount * 4) : null
    if (colored) colorStart += vertexCount * 4
    const textured = (geometries.flags[row] & geometryFlag.hasTexture) !== 0
    const textureCoordinates = textured
      ? (chunk.textureCoordinates?.subarray(textureStart, textureStart + vertexCount * 2) ?? null)
      : null
    if (textured) textureStart += vertexCount * 2
    const strokes = readStrokes(chunk, row)
    const record: GeometryRecord = {
      kind: geometries.kind[row],
      textured,
      closed: (geometries.flags[row] & geometryFlag.closed) !== 0,
      singleSided: (geometries.flags[row] & geometryFlag.singleSided) !== 0,
      step,
      origin: [geometries.origin[row * 3], geometries.origin[row * 3 + 1], geometries.origin[row * 3 + 2]],
      size: [
        geometries.extent[row * 3] * step,
        geometries.extent[row * 3 + 1] * step,
        geometries.extent[row * 3 + 2] * step,
      ],
      levelCount: [
        geometries.levelCount[row * 3],
        geometries.levelCount[row * 3 + 1],
        geometries.levelCount[row * 3 + 2],
      ],
      levelError: [geometries.levelError[row * 2], geometries.levelError[row * 2 + 1]],
      edgeCount: strokes.count,
      edgeCoverage: computeEdgeCoverage(chunk, row, vertices),
      vertexCount,
      axis: findAxis(chunk, row, vertices),
      ranges: null,
      source: {
        vertices,
        colors,
        textureCoordinates,
        vertexStart: geometries.vertexStart[row],
        vertexCount,
        indices: chunk.index,
        levelStart: [
          geometries.levelStart[row * 3],
          geometries.levelStart[row * 3 + 1],
          geometries.levelStart[row * 3 + 2],
        ],
        edges: strokes.edges,
        edgeStart: strokes.edgeStart,
        numberedFrom: geometries.vertexStart[row],
      },
    }
    return record
  })
}

/** Copies the mesh to arrays of its own, so that its chunk can be released. */
export function detachSource(record: GeometryRecord): void {
  const { source } = record
  if (source === null) return
  const start = source.vertexStart
  const indexCount = record.levelCount[0] + record.levelCount[1] + record.levelCount[2]
  const [first, second, third] = source.levelStart
  record.source = {
    ...source,
    vertices: source.vertices.slice(start * 4, (start + source.vertexCount) * 4),
    colors: source.colors?.slice() ?? null,
    textureCoordinates: source.textureCoordinates?.slice() ?? null,
    vertexStart: 0,
    indices: source.indices.slice(first, first + indexCount),
    levelStart: [0, second - first, third - first],
    edges: source.edges.slice(source.edgeStart, source.edgeStart + record.edgeCount),
    edgeStart: 0,
  }
}
