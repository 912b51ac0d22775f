import { meshStageReady, prepareMesh } from '@kamar/mesh'
import { decoderReady, encoderReady, geometryKind } from '@kamar/package-format'
import { collectBuffers } from '@kamar/package-format/read'
import { beforeAll, describe, expect, it } from 'vitest'
import { instanceFlag, placementStride, rangeStride, type GpuChunk } from '../store/gpu-chunk.js'
import { ballMesh, boxMesh } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import { GpuChunkBuilder } from './gpu-chunk-builder.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const box = boxMesh([-1, -2, -3], [1, 2, 3])
/** More vertices than the copy limit. */
const ball = ballMesh(1, 40)

/** Everything that was uploaded, and all instances, as in the store. */
function merged(chunks: readonly GpuChunk[]) {
  const vertices: number[] = []
  const owners: number[] = []
  const indices: number[] = []
  for (const chunk of chunks) {
    expect(chunk.firstVertex).toBe(vertices.length / 4)
    expect(chunk.firstIndex).toBe(indices.length)
    vertices.push(...chunk.vertices, ...chunk.copiedVertices)
    owners.push(...chunk.owners)
    indices.push(...chunk.indices)
  }
  expect(owners.length).toBe(vertices.length / 4)
  return { vertices, owners, indices }
}

/** Returns the vertices of an instance's range, in model coordinates, sorted. */
function readVertices(chunk: GpuChunk, row: number, buffers: ReturnType<typeof merged>, slot = 0): string[] {
  const { placement, ranges } = chunk.instances
  const start = ranges[row * rangeStride + slot * 2]
  const count = ranges[row * rangeStride + slot * 2 + 1]
  return buffers.indices.slice(start, start + count).map((vertex) => {
    const [x, y, z] = buffers.vertices.slice(vertex * 4, vertex * 4 + 3)
    return [0, 4, 8]
      .map((at) => {
        const from = row * placementStride + at
        return (placement[from] * x + placement[from + 1] * y + placement[from + 2] * z + placement[from + 3]).toFixed(
          2,
        )
      })
      .join(' ')
  })
}

describe('GpuChunkBuilder', () => {
  it('transforms every vertex to its position in the model', () => {
    const rotated = [0, 2, 0, -2, 0, 0, 0, 0, 2]
    const chunk = new GpuChunkBuilder().build(
      testChunk({
        meshes: [box],
        instances: [
          { geometry: 0, at: [10, 20, 30] },
          { geometry: 0, at: [0, 0, 50], linear: rotated },
        ],
      }),
    )
    const buffers = merged([chunk])
    const first = new Set(readVertices(chunk, 0, buffers))
    expect(first).toEqual(
      new Set(
        ['9', '11'].flatMap((x) => ['18', '22'].flatMap((y) => ['27', '33'].map((z) => `${x}.00 ${y}.00 ${z}.00`))),
      ),
    )
    const second = new Set(readVertices(chunk, 1, buffers))
    expect(second).toEqual(
      new Set(
        ['-4', '4'].flatMap((x) => ['-2', '2'].flatMap((y) => ['44', '56'].map((z) => `${x}.00 ${y}.00 ${z}.00`))),
      ),
    )
    expect(chunk.instances.sphere[3]).toBeCloseTo(Math.sqrt(14), 3)
    expect([...chunk.instances.sphere.subarray(4, 7)].map((value) => Math.abs(Math.round(value)))).toEqual([0, 0, 50])
    expect(chunk.instances.sphere[7]).toBeCloseTo(2 * Math.sqrt(14), 3)
  })

  it('copies small meshes per instance and shares large ones, also across chunks', () => {
    const placer = new GpuChunkBuilder()
    const one = placer.build(
      testChunk({
        meshes: [box, ball],
        instances: [{ geometry: 0 }, { geometry: 1 }, { geometry: 0, at: [9, 0, 0] }, { geometry: 1 }],
      }),
    )
    const two = placer.build(
      testChunk({
        firstGeometry: 2,
        firstInstance: 4,
        firstMaterial: 1,
        meshes: [],
        colors: [],
        instances: [
          { geometry: 0, at: [0, 9, 0] },
          { geometry: 1, at: [5, 5, 5] },
        ],
      }),
    )
    const buffers = merged([one, two])
    const owned = (chunk: GpuChunk): number[] => [...chunk.instances.flags].map((flags) => flags & instanceFlag.owned)
    expect(owned(one)).toEqual([2, 2, 2, 0])
    expect(owned(two)).toEqual([2, 0])
    // Vertices store the instance number only if the instance owns them.
    for (const [chunk, row] of [
      [one, 0],
      [one, 1],
      [one, 2],
      [two, 0],
    ] as const) {
      const { ranges } = chunk.instances
      const indices = buffers.indices.slice(
        ranges[row * rangeStride],
        ranges[row * rangeStride] + ranges[row * rangeStride + 1],
      )
      expect(new Set(indices.map((vertex) => buffers.owners[vertex]))).toEqual(new Set([chunk.firstInstance + row]))
    }
    expect(new Set(readVertices(two, 0, buffers))).toContain('1.00 11.00 3.00')
    expect(readVertices(two, 1, buffers).length).toBe(readVertices(one, 1, buffers).length)
    expect([...two.instances.ranges.subarray(rangeStride, rangeStride * 2)]).toEqual([
      ...one.instances.ranges.subarray(rangeStride, rangeStride * 2),
    ])
  })

  it('writes meshes that only later chunks place', () => {
    const placer = new GpuChunkBuilder()
    const one = placer.build(testChunk({ meshes: [box, ball], instances: [] }))
    const two = placer.build(
      testChunk({ firstGeometry: 2, meshes: [], colors: [], firstMaterial: 1, instances: [{ geometry: 1 }] }),
    )
    const buffers = merged([one, two])
    expect(readVertices(two, 0, buffers).length).toBeGreaterThan(1000)
    expect(two.instances.flags[0] & instanceFlag.owned).toBe(0)
  })

  it('places the levels of neighbouring meshes side by side', () => {
    const meshes = [ballMesh(1, 48), ballMesh(1.31, 44)]
    const chunk = new GpuChunkBuilder().build(testChunk({ meshes, instances: [{ geometry: 0 }, { geometry: 1 }] }))
    const { ranges, levelError } = chunk.instances
    for (const slot of [0, 1]) {
      expect(ranges[slot * 2 + 1]).toBeGreaterThan(0)
      expect(ranges[rangeStride + slot * 2]).toBe(ranges[slot * 2] + ranges[slot * 2 + 1])
    }
    expect(ranges[3]).toBeLessThan(ranges[1])
    expect(levelError[0]).toBeGreaterThan(0)
    expect(levelError[1]).toBeGreaterThan(levelError[0])
  })

  it('flags closed bodies, but not mirrored ones', () => {
    const mirrored = [-1, 0, 0, 0, 1, 0, 0, 0, 1]
    const open = { positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), indices: Uint32Array.from([0, 1, 2]) }
    const chunk = new GpuChunkBuilder().build(
      testChunk({
        meshes: [box, open],
        instances: [{ geometry: 0 }, { geometry: 0, linear: mirrored }, { geometry: 1 }],
      }),
    )
    expect([...chunk.instances.flags].map((flags) => flags & instanceFlag.closed)).toEqual([1, 0, 0])
    expect([14, 30, 46].map((at) => chunk.instances.placement[at])).toEqual([1, 0, 0])
  })

  it('flags a single-sided surface as closed, but not as solid', () => {
    const open = { positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), indices: Uint32Array.from([0, 1, 2]) }
    const prepared = prepareMesh(open)
    if (prepared === null) throw new Error('no mesh')
    const bytes = testChunk({ meshes: [{ ...prepared, isSingleSided: true }], instances: [{ geometry: 0 }] })
    const [flags] = new GpuChunkBuilder().build(bytes).instances.flags
    expect([flags & instanceFlag.closed, flags & instanceFlag.solid]).toEqual([instanceFlag.closed, 0])
  })

  it('measures the share of its area that edges would fill', () => {
    const thin = boxMesh([0, 0, 0], [10, 0.1, 0.1])
    const chunk = new GpuChunkBuilder().build(
      testChunk({ meshes: [box, thin, ball], instances: [{ geometry: 0 }, { geometry: 1 }, { geometry: 2 }] }),
    )
    const [boxCoverage, thinCoverage, ballCoverage] = [12, 28, 44].map((at) => chunk.instances.placement[at])
    expect(boxCoverage).toBeCloseTo((4 * (2 + 4 + 6)) / (8 + 12 + 24), 2)
    expect(thinCoverage).toBeGreaterThan(boxCoverage * 10)
    expect(ballCoverage).toBe(0)
  })

  it('keeps line geometry for drawing and picking', () => {
    const lines = {
      positions: Uint16Array.from([0, 0, 0, 100, 0, 0, 100, 100, 0]),
      edges: Uint32Array.from([0, 1, 1, 2]),
      origin: [1, 1, 1],
      step: 0.1,
    } as const
    const chunk = new GpuChunkBuilder().build(testChunk({ meshes: [lines], instances: [{ geometry: 0 }] }))
    expect(chunk.instances.flags[0] & instanceFlag.lines).toBe(instanceFlag.lines)
    expect([...chunk.instances.ranges]).toEqual([0, 0, 0, 0, 0, 0, 0, 4, 0, 0])
    expect([...chunk.indices16]).toEqual([0, 1, 1, 2])
    expect(chunk.geometries.kind[0]).toBe(geometryKind.lines)
    expect(chunk.instances.placement[13]).toBe(1)
  })

  it('writes points to the index range that edges use in other geometries', () => {
    const points = {
      kind: 'points',
      positions: Uint16Array.from([0, 0, 0, 10, 0, 0, 0, 10, 0]),
      colors: null,
      origin: [0, 0, 0],
      step: 1,
    } as const
    const instances = [{ geometry: 0 }, { geometry: 0, at: [5, 0, 0] as const }]
    const chunk = new GpuChunkBuilder().build(testChunk({ meshes: [points], instances }))
    expect([...chunk.instances.flags]).toEqual([0, 1].map(() => instanceFlag.points | instanceFlag.owned))
    expect([...chunk.indices]).toEqual([0, 1, 2, 3, 4, 5])
    expect([...chunk.instances.ranges.subarray(0, 10)]).toEqual([0, 0, 0, 0, 0, 0, 0, 3, 0, 0])
    expect([...chunk.instances.ranges.subarray(16, 18)]).toEqual([3, 3])
    expect([chunk.geometries.kind[0], chunk.geometries.indexCount[0]]).toEqual([geometryKind.points, 0])
  })

  it('applies vertex colours, and white where there are none', () => {
    const colors = new Uint8Array(32).fill(255)
    for (let vertex = 0; vertex < 8; vertex++) colors.set([9, 8, 7, 255], vertex * 4)
    const chunk = new GpuChunkBuilder().build(
      testChunk({ meshes: [box, { ...box, colors }], instances: [{ geometry: 0 }, { geometry: 1 }] }),
    )
    const rows = Array.from({ length: chunk.owners.length }, (_, vertex) => [
      chunk.owners[vertex],
      chunk.colors?.[vertex * 4],
    ])
    expect(new Set(rows.filter(([owner]) => owner === 0).map(([, red]) => red))).toEqual(new Set([255]))
    expect(new Set(rows.filter(([owner]) => owner === 1).map(([, red]) => red))).toEqual(new Set([9]))
  })

  it('rejects chunks out of order and invalid bytes', () => {
    const placer = new GpuChunkBuilder()
    expect(() => placer.build(testChunk({ firstGeometry: 3, meshes: [box], instances: [] }))).toThrow(RangeError)
    expect(() => placer.build(Uint8Array.from([1, 2, 3]))).toThrow(RangeError)
  })

  it('returns chunks whose buffers can be transferred', () => {
    const chunk = new GpuChunkBuilder().build(testChunk({ meshes: [box], instances: [{ geometry: 0 }] }))
    const copy = structuredClone(chunk, { transfer: collectBuffers(chunk) })
    expect(copy.indices.length).toBeGreaterThan(36)
    expect(chunk.vertices.length).toBe(0)
  })
})

describe('chunk textures', () => {
  const square = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  }
  const own = [0, 1, 1, 1, 1, 0, 0, 0]
  const textured = { ...square, textureCoordinates: Float32Array.from(own) }
  const colors = [
    [1, 2, 3, 255],
    [4, 5, 6, 255],
  ] as const
  const textures = {
    image: Uint16Array.of(0, 8),
    tintAndWrap: Uint8Array.of(0, 0, 0, 0, 255, 0, 51, 1),
    side: Uint16Array.of(0, 512),
  }
  const readBindings = (chunk: GpuChunk): number[] =>
    Array.from({ length: chunk.instances.count }, (_, row) => chunk.instances.placement[row * placementStride + 13])

  it('have coordinates for every vertex, also of copies, and are referenced by instances', () => {
    const chunk = new GpuChunkBuilder().build(
      testChunk({
        meshes: [square, textured],
        instances: [
          { geometry: 0, material: 1 },
          { geometry: 1, material: 1 },
          { geometry: 1, material: 0 },
        ],
        colors,
        textures,
      }),
    )
    expect(chunk.textures).toEqual([{ texture: 7, side: 512, tint: [1, 0, 0.2], clamped: true }])
    // A square without texture coordinates has no binding, whatever its material says.
    expect(readBindings(chunk).map((value) => value + 0)).toEqual([0, -1, 0])
    expect([...(chunk.textureCoordinates ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, ...own, ...own])
    expect(collectBuffers(chunk)).toContain(chunk.textureCoordinates?.buffer)
  })

  it('are numbered across all chunks', () => {
    const placer = new GpuChunkBuilder()
    placer.build(testChunk({ meshes: [textured], instances: [{ geometry: 0, material: 1 }], colors, textures }))
    const second = placer.build(
      testChunk({
        firstGeometry: 1,
        firstInstance: 1,
        firstMaterial: 2,
        meshes: [],
        instances: [
          { geometry: 0, material: 1 },
          { geometry: 0, material: 3 },
        ],
        colors,
        textures,
      }),
    )
    expect(readBindings(second)).toEqual([-1, -2])
    expect([...(second.textureCoordinates ?? [])]).toEqual([...own, ...own])
  })

  it('are absent from a chunk without any', () => {
    const chunk = new GpuChunkBuilder().build(testChunk({ meshes: [square], instances: [{ geometry: 0 }] }))
    expect([chunk.textureCoordinates, chunk.textures]).toEqual([null, []])
  })
})
