import type { PreparedPoints } from '@kamar/core'
import type { ChunkInput, ChunkLines, ChunkMesh } from '../chunk/chunk.js'

type Random = () => number

const integer = (random: Random, end: number): number => Math.floor(random() * end)
const fill = (random: Random, length: number, end: number): number[] =>
  Array.from({ length }, () => integer(random, end))

/** The parts of a mesh that similar meshes share: triangles, edges and which vertices share a position. */
interface MeshPattern {
  readonly positionByVertex: readonly number[]
  readonly positionCount: number
  readonly indices: Uint32Array
  readonly levels: ChunkMesh['levels']
  readonly edges: Uint32Array
}

function createPattern(random: Random): MeshPattern {
  const positionCount = 4 + integer(random, 12)
  const seams = fill(random, integer(random, 6), positionCount)
  const positionByVertex = [...Array.from({ length: positionCount }, (_, number) => number), ...seams]
  const triangle = (): number[] => {
    const first = integer(random, positionByVertex.length)
    return [first, (first + 1) % positionByVertex.length, (first + 2) % positionByVertex.length]
  }
  const counts = Array.from({ length: 1 + integer(random, 3) }, () => 1 + integer(random, 8))
  let start = 0
  const levels = counts.map((count, level) => {
    const own = { start, count: count * 3, errorMetres: level * 0.01 }
    start += count * 3
    return own
  })
  const indices = Uint32Array.from(counts.flatMap((count) => Array.from({ length: count }, triangle).flat()))
  // Sides of triangles in order are stored as bits, other pairs as numbers.
  const sides = Array.from(indices.subarray(0, counts[0] * 3), (vertex, at) => [
    vertex,
    indices[at % 3 === 2 ? at - 2 : at + 1],
  ])
  const edges =
    random() < 0.6
      ? sides.filter(() => random() < 0.5).flat()
      : fill(random, 2 * integer(random, 5), positionByVertex.length)
  return { positionByVertex, positionCount, indices, levels, edges: Uint32Array.from(edges) }
}

function createMesh(random: Random, pattern: MeshPattern): ChunkMesh {
  const vertexCount = pattern.positionByVertex.length
  const distinctPositions = Array.from({ length: pattern.positionCount }, () => fill(random, 3, 65536))
  const hasTexture = random() < 0.3
  return {
    positions: Uint16Array.from(pattern.positionByVertex.flatMap((position) => distinctPositions[position])),
    normals: random() < 0.5 ? Int8Array.from(fill(random, vertexCount * 2, 255), (value) => value - 127) : null,
    colors: random() < 0.4 ? Uint8Array.from(fill(random, vertexCount * 4, 256)) : null,
    // Meshes that reuse triangles share their array; others have a copy.
    indices: random() < 0.5 ? pattern.indices : pattern.indices.slice(),
    levels: pattern.levels,
    edges: pattern.edges,
    ...(hasTexture
      ? {
          textureCoordinates: {
            values: Uint16Array.from(fill(random, vertexCount * 2, 65536)),
            offset: [integer(random, 9) - 4, 0.5],
            step: 2 ** -10,
          },
        }
      : {}),
    origin: [integer(random, 9), -0.5, random() < 0.5 ? 0 : 1024],
    step: 2 ** -integer(random, 12),
    area: 1,
    volume: null,
    closed: random() < 0.5,
    isSingleSided: random() < 0.3,
    shapeHash: '0123456789abcdef',
  }
}

function createLines(random: Random): ChunkLines {
  const vertexCount = 2 + integer(random, 6)
  return {
    positions: Uint16Array.from(fill(random, vertexCount * 3, 65536)),
    edges: Uint32Array.from(fill(random, 2 * integer(random, 6), vertexCount)),
    origin: [0, 0, 0],
    step: 0.25,
  }
}

function createPoints(random: Random): PreparedPoints {
  const vertexCount = 1 + integer(random, 6)
  return {
    kind: 'points',
    positions: Uint16Array.from(fill(random, vertexCount * 3, 4)),
    colors: random() < 0.5 ? Uint8Array.from(fill(random, vertexCount * 4, 256)) : null,
    origin: [1, 2, 3],
    step: 0.5,
  }
}

/** Returns a chunk of random meshes, lines and points, some of which share their triangles. */
export function createRandomChunk(random: Random): ChunkInput {
  const patterns = Array.from({ length: 3 }, () => createPattern(random))
  const geometries = Array.from({ length: 1 + integer(random, 14) }, () => {
    const kind = random()
    if (kind < 0.15) return createLines(random)
    return kind < 0.3 ? createPoints(random) : createMesh(random, patterns[integer(random, 3)])
  })
  const count = integer(random, 30)
  const [firstGeometry, firstMaterial] = [integer(random, 100), integer(random, 100)]
  const numbers = (end: number): Uint32Array => Uint32Array.from(fill(random, count, end))
  const textures = {
    image: Uint16Array.of(0, 1 + integer(random, 9)),
    tintAndWrap: Uint8Array.from(fill(random, 8, 256)),
    side: Uint16Array.of(0, 512),
  }
  return {
    firstGeometry,
    firstMaterial,
    firstInstance: integer(random, 1000),
    geometries,
    instances: {
      node: numbers(1e6),
      geometry: numbers(firstGeometry + geometries.length),
      material: numbers(firstMaterial + 2),
      linear: numbers(4),
      translation: Float32Array.from(fill(random, count * 3, 1e6), (value) => value / (random() < 0.9 ? 256 : 3)),
    },
    linear: Float32Array.from(fill(random, 36, 100), (value) => value / 7),
    materials: {
      color: Uint8Array.from(fill(random, 8, 256)),
      names: ['Beton', ''],
      ...(random() < 0.5 ? { textures } : {}),
    },
  }
}
