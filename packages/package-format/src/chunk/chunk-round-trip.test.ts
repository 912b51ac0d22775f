import { seededRandom } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { geometryFlag, geometryKind, type Chunk, type ChunkInput, type ChunkMesh } from './chunk.js'
import { decodeChunk } from './chunk-decode.js'
import { encodeChunk } from './chunk-encode.js'
import { decoderReady } from '../container/container-decode.js'
import { encoderReady } from '../container/container-encode.js'
import { cosineToOctahedral, sumNormals } from './derive-normals.js'
import { createRandomChunk } from '../testing/random-chunk.js'
import { isMesh, isPoints, type Geometry } from './topology-table.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

/** Returns triangles with their smallest index first: the index codec may rotate a triangle, never reorder or flip one. */
function toTriangles(indices: Uint32Array, firstVertex: number): number[][] {
  return Array.from({ length: indices.length / 3 }, (_, triangle) => {
    const vertices = [...indices.subarray(triangle * 3, triangle * 3 + 3)].map((vertex) => vertex - firstVertex)
    const least = vertices.indexOf(Math.min(...vertices))
    return [...vertices.slice(least), ...vertices.slice(0, least)]
  })
}

/** Returns pairs in ascending order: rotated triangles change the order of their edges. */
const sortPairs = (edges: Uint32Array, firstVertex: number): string[] =>
  Array.from({ length: edges.length / 2 }, (_, pair) =>
    [edges[pair * 2] - firstVertex, edges[pair * 2 + 1] - firstVertex].join('-'),
  ).toSorted()

/** Returns the geometry of one row of a decoded chunk, as plain numbers. */
function readRow(chunk: Chunk, row: number): Record<string, unknown> {
  const { geometries } = chunk
  const first = geometries.vertexStart[row]
  const count = geometries.vertexCount[row]
  const quantised = new Uint16Array(chunk.vertex.buffer)
  const positions = Array.from({ length: count }, (_, vertex) => [
    ...quantised.subarray((first + vertex) * 4, (first + vertex) * 4 + 3),
  ])
  const levels = [0, 1, 2].map((level) => {
    const start = geometries.levelStart[row * 3 + level]
    return toTriangles(chunk.index.subarray(start, start + geometries.levelCount[row * 3 + level]), first)
  })
  const edgeStart = geometries.edgeStart[row]
  return {
    kind: geometries.kind[row],
    origin: [...geometries.origin.subarray(row * 3, row * 3 + 3)],
    step: geometries.step[row],
    extent: [...geometries.extent.subarray(row * 3, row * 3 + 3)],
    positions: positions.flat(),
    levels,
    edges: sortPairs(chunk.edge.subarray(edgeStart, edgeStart + geometries.edgeCount[row]), first),
  }
}

function describeGeometry(geometry: Geometry): Record<string, unknown> {
  const { positions } = geometry
  const meshLevels = isMesh(geometry) ? geometry.levels : []
  const kind = isPoints(geometry) ? geometryKind.points : isMesh(geometry) ? geometryKind.triangles : geometryKind.lines
  return {
    kind,
    origin: [...geometry.origin],
    step: geometry.step,
    extent: [0, 1, 2].map((axis) => Math.max(...positions.filter((_, at) => at % 3 === axis))),
    positions: [...positions],
    levels: [0, 1, 2].map((level) => {
      const { start, count } = meshLevels[level] ?? { start: 0, count: 0 }
      return isMesh(geometry) ? toTriangles(geometry.indices.subarray(start, start + count), 0) : []
    }),
    edges: isPoints(geometry) ? [] : sortPairs(geometry.edges, 0),
  }
}

/** Concatenates a column of the geometries that have one. */
const concatenate = (chunk: ChunkInput, read: (geometry: Geometry) => Iterable<number> | null): number[] =>
  chunk.geometries.flatMap((geometry) => [...(read(geometry) ?? [])])

const getColors = (geometry: Geometry): Uint8Array | null =>
  isMesh(geometry) || isPoints(geometry) ? geometry.colors : null

function computeTextureCoordinates(geometry: Geometry): number[] | null {
  if (!isMesh(geometry) || geometry.textureCoordinates === undefined) return null
  const { values, offset, step } = geometry.textureCoordinates
  return Array.from(values, (value, at) => offset[at % 2] + value * step)
}

/** Compares the normals of a mesh: stored ones exactly, omitted ones with the direction that its triangles have. */
function checkNormals(chunk: Chunk, row: number, mesh: ChunkMesh): void {
  const { vertexStart, vertexCount, flags } = chunk.geometries
  const count = vertexCount[row]
  const bytes = new Int8Array(chunk.vertex.buffer)
  const decoded = Array.from({ length: count }, (_, vertex) => {
    const at = (vertexStart[row] + vertex) * 8 + 6
    return [bytes[at], bytes[at + 1]] as const
  })
  if ((flags[row] & geometryFlag.ownNormals) !== 0) {
    expect(decoded.flat()).toEqual([...(mesh.normals ?? [])])
    return
  }
  const positionByVertex = Uint32Array.from({ length: count }, (_, vertex) => vertex)
  const shape = { indices: mesh.indices, level0IndexCount: mesh.levels[0].count, positionByVertex }
  const sums = sumNormals({ ...shape, positions: mesh.positions })
  decoded.forEach(([u, v], vertex) => {
    const direction = [sums[vertex * 3], sums[vertex * 3 + 1], sums[vertex * 3 + 2]] as const
    const length = Math.hypot(...direction)
    if (length === 0) expect([u, v]).toEqual([0, 0])
    // Sums that nearly cancel out have no stable direction.
    else if (length > 1e-3) expect(cosineToOctahedral(u, v, direction)).toBeGreaterThan(0.999)
  })
}

function checkChunk(input: ChunkInput, chunk: Chunk): void {
  expect([chunk.firstGeometry, chunk.firstMaterial, chunk.firstInstance]).toEqual([
    input.firstGeometry,
    input.firstMaterial,
    input.firstInstance,
  ])
  expect(chunk.geometries.count).toBe(input.geometries.length)
  input.geometries.forEach((geometry, row) => {
    expect(readRow(chunk, row)).toEqual(describeGeometry(geometry))
    const flags = chunk.geometries.flags[row]
    const has = (flag: number): boolean => (flags & flag) !== 0
    expect(has(geometryFlag.hasColors)).toBe(getColors(geometry) !== null)
    expect(has(geometryFlag.closed)).toBe(isMesh(geometry) && geometry.closed)
    expect(has(geometryFlag.singleSided)).toBe(isMesh(geometry) && geometry.isSingleSided === true)
    expect(has(geometryFlag.hasTexture)).toBe(isMesh(geometry) && geometry.textureCoordinates !== undefined)
    if (!isMesh(geometry)) return
    checkNormals(chunk, row, geometry)
    const errors = [1, 2].map((level) => geometry.levels[level]?.errorMetres ?? 0)
    errors.forEach((error, at) => {
      const decoded = chunk.geometries.levelError[row * 2 + at]
      expect(decoded).toBeGreaterThanOrEqual(Math.fround(error))
      expect(decoded).toBeLessThanOrEqual(Math.max(error * 1.045, error === 0 ? 0 : geometry.step))
    })
  })
  expect([...chunk.color]).toEqual(concatenate(input, getColors))
  expect([...(chunk.textureCoordinates ?? [])]).toEqual(concatenate(input, computeTextureCoordinates))
  expect(chunk.instances).toEqual(input.instances)
  expect(chunk.linear).toEqual(input.linear)
  expect(chunk.materials).toEqual(input.materials)
}

describe('random chunks', () => {
  it.each(['full', 'quick'] as const)('are restored after encoding with the effort %s', (effort) => {
    for (let seed = 1; seed <= 40; seed++) {
      const input = createRandomChunk(seededRandom(seed))
      expect(() => checkChunk(input, decodeChunk(encodeChunk(input, effort))), `seed ${seed}`).not.toThrow()
    }
  })

  it('take fewer bytes with full effort if geometries share their triangles', () => {
    const sizes = (['full', 'quick'] as const).map((effort) => {
      const chunks = Array.from({ length: 20 }, (_, seed) => createRandomChunk(seededRandom(seed)))
      return chunks.reduce((sum, chunk) => sum + encodeChunk(chunk, effort).length, 0)
    })
    expect(sizes[0]).toBeLessThan(sizes[1])
  })

  it('do not depend on chunks that were encoded before', () => {
    const encode = (seed: number): Uint8Array => encodeChunk(createRandomChunk(seededRandom(seed)))
    const before = encode(3)
    for (let seed = 50; seed < 60; seed++) encode(seed)
    expect(encode(3)).toEqual(before)
  })
})

describe('normals of a chunk', () => {
  /** A roof of two sides; `normals` are of four vertices, the ridge first. */
  const createRoof = (normals: Int8Array | null, over: Partial<ChunkMesh> = {}): ChunkMesh => ({
    positions: Uint16Array.of(0, 100, 100, 1000, 100, 100, 0, 0, 0, 0, 200, 0),
    normals,
    colors: null,
    indices: Uint32Array.of(0, 2, 1, 0, 1, 3),
    levels: [{ start: 0, count: 6, errorMetres: 0 }],
    edges: new Uint32Array(0),
    origin: [0, 0, 0],
    step: 0.001,
    area: 1,
    volume: null,
    closed: false,
    shapeHash: '0123456789abcdef',
    ...over,
  })
  const none = new Uint32Array(0)
  const createInput = (...geometries: Geometry[]): ChunkInput => ({
    firstGeometry: 0,
    firstMaterial: 0,
    firstInstance: 0,
    geometries,
    instances: { node: none, geometry: none, material: none, linear: none, translation: new Float32Array(0) },
    linear: new Float32Array(0),
    materials: { color: new Uint8Array(0), names: [] },
  })
  const decode = (input: ChunkInput, effort?: 'full' | 'quick'): { flags: number[]; normals: number[] } => {
    const chunk = decodeChunk(encodeChunk(input, effort))
    const bytes = new Int8Array(chunk.vertex.buffer)
    const isStored = [...chunk.geometries.flags].map((flags) => flags & geometryFlag.ownNormals)
    return { flags: isStored, normals: [...bytes].filter((_, at) => at % 8 >= 6).map((value) => value + 0) }
  }
  // The ridge is between sides that face -y and +y, at 45°, with a larger angle at its far end.
  const derived = [0, 0, 0, 0, 0, -64, 0, 64]

  it('are derived by the decoder from the triangles of level 0', () => {
    const { flags, normals } = decode(createInput(createRoof(null)))
    expect(flags).toEqual([0])
    normals.forEach((value, at) => expect(Math.abs(value - derived[at])).toBeLessThanOrEqual(1))
  })

  it('are derived in each geometry after others', () => {
    const lines = { positions: Uint16Array.of(1, 2, 3), edges: none, origin: [0, 0, 0], step: 1 } as const
    const { normals } = decode(createInput(createRoof(null), lines, createRoof(null)))
    expect(normals.slice(8, 10)).toEqual([0, 0])
    expect(normals.slice(10)).toEqual(normals.slice(0, 8))
  })

  it('are omitted if the derived ones are within 8°, and stored otherwise', () => {
    // One step of an octahedral coordinate is about 0.6° here.
    const near = Int8Array.from(derived, (value, at) => value + (at === 5 ? 8 : 0))
    const far = Int8Array.from(derived, (value, at) => value + (at === 5 ? 24 : 0))
    expect(decode(createInput(createRoof(Int8Array.from(derived)))).flags).toEqual([0])
    expect(decode(createInput(createRoof(near))).flags).toEqual([0])
    expect(decode(createInput(createRoof(far)))).toEqual({ flags: [geometryFlag.ownNormals], normals: [...far] })
  })

  it('are compared on every vertex and in both coordinates', () => {
    for (let at = 0; at < 8; at++) {
      const wrong = Int8Array.from(derived, (value, index) => (index === at ? value - 60 : value))
      expect(decode(createInput(createRoof(wrong))).flags, `coordinate ${at}`).toEqual([geometryFlag.ownNormals])
    }
  })

  it('are compared on faces along each axis', () => {
    const triangleXy = [0, 0, 0, 1000, 0, 0, 0, 1000, 0]
    for (let axis = 0; axis < 3; axis++) {
      // Rotates x, y, z so that the triangle faces along the axis; its stored normals point elsewhere.
      const positions = Uint16Array.from(triangleXy, (_, at) => triangleXy[at - (at % 3) + ((at + 2 - axis) % 3)])
      const triangle = createRoof(Int8Array.of(64, -63, 64, -63, 64, -63), {
        positions,
        indices: Uint32Array.of(0, 1, 2),
        levels: [{ start: 0, count: 3, errorMetres: 0 }],
      })
      expect(decode(createInput(triangle)).flags, `axis ${axis}`).toEqual([geometryFlag.ownNormals])
    }
  })

  it('are always stored with little effort', () => {
    const { flags, normals } = decode(createInput(createRoof(Int8Array.from(derived))), 'quick')
    expect(flags).toEqual([geometryFlag.ownNormals])
    expect(normals).toEqual(derived)
  })

  it('are not stored for vertices that have only slivers', () => {
    const sliver = createRoof(Int8Array.of(0, 0, 0, 0, 0, -64, 9, 9), {
      positions: Uint16Array.of(0, 100, 100, 1000, 100, 100, 0, 0, 0, 500, 100, 100),
    })
    // The second triangle has no area, so the first alone gives the normals of the ridge.
    const { flags, normals } = decode(createInput({ ...sliver, normals: Int8Array.of(0, -64, 0, -64, 0, -64, 9, 9) }))
    expect(flags).toEqual([0])
    expect(normals.slice(6)).toEqual([0, 0])
  })

  it('are not spoiled by a triangle whose corners share a position', () => {
    const collapsed = createRoof(null, {
      positions: Uint16Array.of(0, 0, 0, 1000, 0, 0, 0, 0, 1000, 0, 0, 0),
      indices: Uint32Array.of(0, 1, 2, 0, 3, 3),
    })
    expect(decode(createInput(collapsed)).normals.slice(0, 6)).toEqual([0, -127, 0, -127, 0, -127])
  })

  it('are read in the order of the geometries that store them', () => {
    const [one, other] = [40, -40].map((value) => new Int8Array(8).fill(value))
    const { flags, normals } = decode(createInput(createRoof(one), createRoof(null), createRoof(other)))
    expect(flags).toEqual([geometryFlag.ownNormals, 0, geometryFlag.ownNormals])
    expect(normals.slice(0, 8)).toEqual([...one])
    expect(normals.slice(16)).toEqual([...other])
  })
})
