import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { FakeGl, type FakeBuffer } from '../../testing/fake-gl.js'
import { ballMesh, boxMesh, testRandom } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import { GpuChunkBuilder } from '../stream/gpu-chunk-builder.js'
import { GeometryArena } from './geometry-arena.js'
import { GrowingBuffer } from './growing-buffer.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const megabyte = 1024 * 1024
const bytesOf = (buffer: GrowingBuffer): Uint8Array => (buffer.handle as unknown as FakeBuffer).bytes

describe('GrowingBuffer', () => {
  it('holds everything that was appended and written, across any growth (seed 3)', () => {
    const random = testRandom(3)
    const gl = new FakeGl()
    const buffer = new GrowingBuffer(gl.context, gl.ARRAY_BUFFER)
    const expected: number[] = []
    for (let step = 0; step < 60; step++) {
      const data = Uint8Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256))
      const handle = buffer.handle
      const needs = expected.length + data.length > buffer.capacity
      expect(buffer.reserve(expected.length + data.length)).toBe(needs)
      expect(buffer.handle === handle).toBe(!needs)
      buffer.append(data)
      expected.push(...data)
      if (expected.length > 10) {
        buffer.write(Uint8Array.of(step), 5)
        expected[5] = step
      }
      expect(buffer.used).toBe(expected.length)
      expect([...bytesOf(buffer).subarray(0, buffer.used)]).toEqual(expected)
    }
    expect(gl.usedBytes).toBe(buffer.capacity)
    expect(gl.stalls).toBe(0)
  })

  it('trims only what is worth a copy', () => {
    const gl = new FakeGl()
    const buffer = new GrowingBuffer(gl.context, gl.ARRAY_BUFFER)
    expect(buffer.trim()).toBe(false)
    buffer.reserve(109)
    buffer.append(new Uint8Array(100).fill(7))
    expect([buffer.trim(), buffer.capacity]).toEqual([false, 109])
    buffer.reserve(120)
    expect([buffer.trim(), buffer.capacity]).toEqual([true, 100])
    expect(bytesOf(buffer).every((byte) => byte === 7)).toBe(true)
  })

  it('reports a large allocation that fails, and keeps what it had', () => {
    const gl = new FakeGl()
    const buffer = new GrowingBuffer(gl.context, gl.ARRAY_BUFFER)
    buffer.reserve(4)
    buffer.append(Uint8Array.of(1, 2, 3, 4))
    gl.limit = 8 * megabyte - 1
    expect(() => buffer.reserve(8 * megabyte)).toThrow(expect.objectContaining({ code: 'out-of-memory' }))
    expect([buffer.capacity, [...bytesOf(buffer)]]).toEqual([4, [1, 2, 3, 4]])
    expect(gl.buffers.filter(({ isDeleted }) => !isDeleted)).toHaveLength(1)
  })

  it('waits for the GPU only after large allocations', () => {
    const gl = new FakeGl()
    const buffer = new GrowingBuffer(gl.context, gl.ARRAY_BUFFER)
    buffer.reserve(8 * megabyte - 1)
    expect(gl.stalls).toBe(0)
    buffer.reserve(8 * megabyte)
    expect(gl.stalls).toBe(1)
    buffer.dispose()
    expect([gl.usedBytes, buffer.used, buffer.capacity]).toEqual([0, 0, 0])
  })
})

/** Chunks of a model: the second has colours, the third textures. */
function buildChunks(mode: 'joined' | 'separate'): GpuChunk[] {
  const builder = new GpuChunkBuilder(mode)
  const square = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0), indices: Uint32Array.of(0, 1, 2) }
  const meshes = [
    ballMesh(1, 12),
    { ...boxMesh([0, 0, 0], [1, 2, 3]), colors: new Uint8Array(32).fill(99) },
    { ...square, textureCoordinates: Float32Array.of(0.5, 0.5, 1, 0.5, 1, 1) },
    ballMesh(2, 10),
  ]
  return meshes.map((mesh, at) =>
    builder.build(
      testChunk({
        firstGeometry: at,
        firstInstance: at,
        firstMaterial: at,
        meshes: [mesh],
        instances: [{ geometry: at, material: at }],
      }),
    ),
  )
}

/** Reads a buffer of the arena's geometry. */
function read(arena: GeometryArena, name: 'position' | 'owner' | 'vertexColor' | 'uv' | 'index'): FakeBuffer {
  const attribute = name === 'index' ? arena.geometry.index : arena.geometry.attributes[name]
  return (attribute as unknown as { buffer: FakeBuffer }).buffer
}
const numbers = (buffer: FakeBuffer, kind: 'u16' | 'u32' | 'f32' | 'u8', count: number): number[] => {
  const bytes = buffer.bytes.buffer as ArrayBuffer
  const Class = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array }[kind]
  return [...new Class(bytes).subarray(0, count)]
}

describe('GeometryArena', () => {
  it('holds the chunks one after the other, white and without texture before the first that has them', () => {
    const arena = new GeometryArena(new FakeGl().context)
    const chunks = buildChunks('joined')
    for (const chunk of chunks) arena.append(chunk)
    const owners = chunks.flatMap((chunk) => [...chunk.owners])
    const count = owners.length
    expect(numbers(read(arena, 'owner'), 'u32', count)).toEqual(owners)
    expect(numbers(read(arena, 'position'), 'u16', count * 4)).toEqual(
      chunks.flatMap((chunk) => [...chunk.vertices, ...chunk.copiedVertices]),
    )
    const indices = chunks.flatMap((chunk) => [...chunk.indices])
    expect(numbers(read(arena, 'index'), 'u32', indices.length)).toEqual(indices)
    expect((arena.geometry.index as unknown as { count: number }).count).toBe(indices.length)
    const colors = chunks.flatMap((chunk) => [...(chunk.colors ?? new Uint8Array(chunk.owners.length * 4).fill(255))])
    expect(numbers(read(arena, 'vertexColor'), 'u8', count * 4)).toEqual(colors)
    const uv = chunks.flatMap((chunk) => [...(chunk.textureCoordinates ?? new Float32Array(chunk.owners.length * 2))])
    expect(numbers(read(arena, 'uv'), 'f32', count * 2)).toEqual(uv)
    expect(arena.hasColors).toBe(true)
  })

  it('has no buffers for colours and textures until a chunk needs them', () => {
    const arena = new GeometryArena(new FakeGl().context)
    const [plain, colored] = buildChunks('joined')
    arena.append(plain)
    expect([arena.hasColors, Object.keys(arena.geometry.attributes).sort()]).toEqual([false, ['owner', 'position']])
    arena.append(colored)
    expect(Object.keys(arena.geometry.attributes).sort()).toEqual(['owner', 'position', 'vertexColor'])
  })

  it('grows by half, so that a model of many chunks is copied a few times', () => {
    const gl = new FakeGl()
    const arena = new GeometryArena(gl.context)
    const [plain] = buildChunks('joined')
    for (let chunk = 0; chunk < 100; chunk++) arena.append(plain)
    // Three buffers, each replaced about log(100) / log(1.5) times.
    expect(gl.buffers.length).toBeLessThan(3 * 15)
    expect(arena.byteLength).toBe(gl.usedBytes)
    expect(arena.byteLength).toBeLessThan(100 * (plain.owners.length * 12 + plain.indices.length * 4) * 1.6)
  })

  it('reserves the estimated rest of the model when a chunk has no room', () => {
    const gl = new FakeGl()
    const arena = new GeometryArena(gl.context)
    const [plain] = buildChunks('joined')
    const chunkBytes = plain.owners.length * 12 + plain.indices.length * 4
    arena.append(plain, 2)
    expect(arena.byteLength).toBe(chunkBytes * 2)
    const { length } = gl.buffers
    arena.append(plain, 5)
    expect([arena.byteLength, gl.buffers.length]).toEqual([chunkBytes * 2, length])
    arena.append(plain, 1)
    expect(arena.byteLength).toBe(chunkBytes * 3)
  })

  it('keeps its buffers within what was reserved, and frees the rest at the end', () => {
    const gl = new FakeGl()
    const arena = new GeometryArena(gl.context)
    const [plain] = buildChunks('joined')
    const sum = { vertices: plain.owners.length * 3, indices: plain.indices.length * 3 }
    arena.reserve({ vertices: sum.vertices * 2, indices: sum.indices * 2 })
    const { length } = gl.buffers
    for (let chunk = 0; chunk < 3; chunk++) arena.append(plain)
    expect(gl.buffers).toHaveLength(length)
    arena.trim()
    expect(arena.byteLength).toBe(sum.vertices * 12 + sum.indices * 4)
    expect(numbers(read(arena, 'owner'), 'u32', 3 * plain.owners.length)).toEqual(
      [0, 1, 2].flatMap(() => [...plain.owners]),
    )
    arena.dispose()
    expect(gl.usedBytes).toBe(0)
  })

  it('puts chunks at their locations, with indices counted from there', () => {
    const arena = new GeometryArena(new FakeGl().context)
    const chunks = buildChunks('separate')
    arena.reserve({ vertices: 1000, indices: 4000 })
    const locations = [600, 400, 100, 0].map((vertices, at) => ({ vertices, indices: [3000, 2000, 10, 1000][at] }))
    chunks.forEach((chunk, at) => {
      const before = [...chunk.indices]
      const { vertices, indices } = locations[at]
      arena.put(chunk, locations[at])
      const stored = numbers(read(arena, 'index'), 'u32', 4000).slice(indices, indices + before.length)
      expect(stored).toEqual(before.map((index) => index + vertices))
      expect(numbers(read(arena, 'owner'), 'u32', 1000).slice(vertices, vertices + chunk.owners.length)).toEqual([
        ...chunk.owners,
      ])
    })
    const colorAt = (vertex: number): number => numbers(read(arena, 'vertexColor'), 'u8', 4000)[vertex * 4]
    // Everything is white, except the chunk with colours; also what was put before, and what is still free.
    expect([600, 400, 407, 100, 999].map(colorAt)).toEqual([255, 99, 99, 255, 255])
    const uv = numbers(read(arena, 'uv'), 'f32', 2000)
    expect([uv.slice(200, 206), uv[0], uv[1200]]).toEqual([[0.5, 0.5, 1, 0.5, 1, 1], 0, 0])
  })

  it('overwrites the colours of a chunk that was there before', () => {
    const arena = new GeometryArena(new FakeGl().context)
    const [plain, colored] = buildChunks('separate')
    arena.reserve({ vertices: 500, indices: 2000 })
    arena.put(colored, { vertices: 0, indices: 0 })
    arena.put(plain, { vertices: 0, indices: 0 })
    expect(numbers(read(arena, 'vertexColor'), 'u8', 32).every((value) => value === 255)).toBe(true)
  })
})
