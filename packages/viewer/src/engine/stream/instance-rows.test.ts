import { meshStageReady } from '@kamar/mesh'
import { decodeChunk, decoderReady, encoderReady, geometryFlag } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { ballMesh, boxMesh, testRandom } from '../../testing/shapes.js'
import { testChunk, type TestChunk } from '../../testing/test-chunk.js'
import { buildTestContent, modelVertices } from '../../testing/test-content.js'
import { instanceFlag, placementStride, rangeStride, type GpuChunk } from '../store/gpu-chunk.js'
import { detachSource, recordGeometries } from './geometry-record.js'
import { createChunkBuilder, GpuChunkBuilder } from './gpu-chunk-builder.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const box = boxMesh([-1, -2, -3], [1, 2, 3])
const ball = ballMesh(1, 40)

describe('instance rows', () => {
  it('have a sphere around every vertex, also of a sheared or stretched instance (seed 3)', () => {
    const random = testRandom(3)
    const instances = Array.from({ length: 60 }, (_, at) => ({
      geometry: at % 2,
      at: [random() * 50, random() * 50, random() * 50] as const,
      linear: Array.from({ length: 9 }, () => random() * 4 - 2),
    }))
    const content = buildTestContent({ meshes: [box, ball], instances })
    for (let instance = 0; instance < 60; instance++) {
      const [x, y, z, radius] = content.instances.sphere.subarray(instance * 4, instance * 4 + 4)
      const maxDistance = Math.max(
        ...modelVertices(content, instance).map(([px, py, pz]) => Math.hypot(px - x, py - y, pz - z)),
      )
      expect(maxDistance).toBeLessThanOrEqual(radius * 1.0001)
    }
  })

  it('have the smallest such sphere about the centre of an unsheared box', () => {
    const random = testRandom(4)
    const instances = Array.from({ length: 20 }, () => {
      const [angle, scale] = [random() * 6, 0.5 + random() * 3]
      const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
      return { geometry: 0, linear: [c, s, 0, -s, c, 0, 0, 0, scale * 2] }
    })
    const content = buildTestContent({ meshes: [box], instances })
    for (let instance = 0; instance < 20; instance++) {
      const [x, y, z, radius] = content.instances.sphere.subarray(instance * 4, instance * 4 + 4)
      const maxDistance = Math.max(
        ...modelVertices(content, instance).map(([px, py, pz]) => Math.hypot(px - x, py - y, pz - z)),
      )
      expect(radius / maxDistance).toBeCloseTo(1, 3)
    }
  })

  it('scale the errors of coarser levels and the thickness with the largest axis', () => {
    const bar = boxMesh([-5, -0.02, -0.02], [5, 0.02, 0.02])
    const linear = [1, 0, 0, 0, 3, 0, 0, 0, 2]
    const { instances } = buildTestContent({
      meshes: [ball, bar],
      instances: [{ geometry: 0 }, { geometry: 0, linear }, { geometry: 1 }, { geometry: 1, linear }],
    })
    const { levelError, placement } = instances
    expect(levelError[0]).toBeGreaterThan(0)
    expect([levelError[2] / levelError[0], levelError[3] / levelError[1]]).toEqual([
      expect.closeTo(3, 5),
      expect.closeTo(3, 5),
    ])
    // A bar has no coarser level.
    expect([...levelError.subarray(4, 8)]).toEqual([Infinity, Infinity, Infinity, Infinity])
    expect(placement[3 * placementStride + 15] / placement[2 * placementStride + 15]).toBeCloseTo(3, 5)
    expect(placement[15]).toBe(0)
  })

  it('divide the length of edges per area by the largest axis', () => {
    const { instances } = buildTestContent({
      meshes: [box],
      instances: [{ geometry: 0 }, { geometry: 0, linear: [2, 0, 0, 0, 4, 0, 0, 0, 1] }],
    })
    expect(instances.placement[12] / instances.placement[placementStride + 12]).toBeCloseTo(4, 4)
  })

  it('have flags for solid, closed and mirrored instances', () => {
    const mirrored = [1, 0, 0, 0, 1, 0, 0, 0, -1]
    const rotatedMirror = [0, 1, 0, 1, 0, 0, 0, 0, 1]
    const { instances } = buildTestContent({
      meshes: [box],
      instances: [{ geometry: 0 }, { geometry: 0, linear: mirrored }, { geometry: 0, linear: rotatedMirror }],
    })
    const has = (flag: number): boolean[] => [0, 1, 2].map((at) => (instances.flags[at] & flag) !== 0)
    expect(has(instanceFlag.closed)).toEqual([true, false, false])
    expect(has(instanceFlag.solid)).toEqual([true, true, true])
    expect([0, 1, 2].map((at) => instances.placement[at * placementStride + 14])).toEqual([1, 0, 0])
  })

  it('have larger dots for a few points than for a cloud', () => {
    const cloud = (count: number) =>
      ({
        kind: 'points',
        positions: Uint16Array.from({ length: count * 3 }, (_, at) => at),
        colors: null,
        origin: [0, 0, 0],
        step: 1,
      }) as const
    const { instances } = buildTestContent({
      meshes: [cloud(256), cloud(257)],
      instances: [{ geometry: 0 }, { geometry: 1 }],
    })
    expect([instances.placement[12], instances.placement[placementStride + 12]]).toEqual([6, 2.5])
  })
})

describe('recordGeometries', () => {
  const decode = (chunk: TestChunk) => decodeChunk(testChunk(chunk))
  const colored = { ...box, colors: new Uint8Array(32).fill(77) }

  it('measures edges against the projected area, by hand for a box', () => {
    const [record] = recordGeometries(decode({ meshes: [box], instances: [] }))
    // Edges 4 × (2 + 4 + 6) metres; half of the surface of 2 × (8 + 12 + 24) square metres.
    expect(record.edgeCoverage).toBeCloseTo(48 / 44, 2)
    expect([record.closed, record.textured, record.singleSided]).toEqual([true, false, false])
    expect(record.size.map((value) => Math.round(value * 100) / 100)).toEqual([2, 4, 6])
    expect(record.origin.map((value) => Math.round(value * 100) / 100)).toEqual([-1, -2, -3])
  })

  it('reads the colours of each coloured mesh from their own place', () => {
    const chunk = decode({
      meshes: [box, colored, ball, { ...colored, colors: new Uint8Array(32).fill(99) }],
      instances: [],
    })
    const records = recordGeometries(chunk)
    const first = records.map(({ source }) => source?.colors?.[0] ?? null)
    expect(first).toEqual([null, 77, null, 99])
    expect(records.map(({ source }) => source?.colors?.length ?? 0)).toEqual(
      records.map(({ vertexCount }, at) => (at % 2 === 1 ? vertexCount * 4 : 0)),
    )
    expect((chunk.geometries.flags[1] & geometryFlag.hasColors) !== 0).toBe(true)
  })

  it('keeps the same mesh after its chunk is released', () => {
    const records = recordGeometries(decode({ meshes: [ball, box, colored], instances: [] }))
    for (const record of records) {
      const read = () => {
        const { source } = record
        if (source === null) throw new Error('no source')
        const vertex = (index: number): string => {
          const at = (source.vertexStart + index - source.numberedFrom) * 4
          return source.vertices.subarray(at, at + 4).join()
        }
        const levels = [0, 1, 2].map((level) =>
          [
            ...source.indices.subarray(source.levelStart[level], source.levelStart[level] + record.levelCount[level]),
          ].map(vertex),
        )
        const edges = [...source.edges.subarray(source.edgeStart, source.edgeStart + record.edgeCount)].map(vertex)
        return { levels, edges, colors: source.colors && [...source.colors] }
      }
      const before = read()
      const buffer = record.source?.vertices.buffer
      detachSource(record)
      expect(read()).toEqual(before)
      expect(record.source?.vertices.buffer).not.toBe(buffer)
      expect(record.source?.vertices.length).toBe(record.vertexCount * 4)
    }
    expect(records[0].levelCount[1]).toBeGreaterThan(0)
  })

  it('does nothing for a mesh that was released', () => {
    const [record] = recordGeometries(decode({ meshes: [box], instances: [] }))
    record.source = null
    detachSource(record)
    expect(record.source).toBeNull()
  })
})

describe('GpuChunkBuilder modes', () => {
  const chunks = (): Uint8Array[] => [
    testChunk({
      meshes: [box, ball],
      instances: [{ geometry: 0 }, { geometry: 1 }, { geometry: 0, at: [9, 0, 0] }],
    }),
    testChunk({
      firstGeometry: 2,
      firstInstance: 3,
      firstMaterial: 1,
      meshes: [ballMesh(2, 30)],
      colors: [[9, 9, 9, 255]],
      instances: [
        { geometry: 2, material: 1 },
        { geometry: 0, at: [0, 9, 0] },
      ],
    }),
  ]
  /** Returns the positions that a range draws, from vertices numbered from `firstVertex`. */
  const readDrawn = (chunk: GpuChunk, row: number, slot = 0): string[] => {
    const [start, count] = chunk.instances.ranges.subarray(row * rangeStride + slot * 2)
    const vertices = [...chunk.vertices, ...chunk.copiedVertices]
    return [...chunk.indices.subarray(start - chunk.firstIndex, start - chunk.firstIndex + count)].map((vertex) => {
      const at = (vertex - chunk.firstVertex) * 4
      return vertices.slice(at, at + 3).join()
    })
  }

  it('starts every separate chunk at 0, without copies', () => {
    const build = createChunkBuilder()
    const [one, two] = chunks().map((bytes) => build(bytes, 'separate'))
    expect([one.firstVertex, one.firstIndex, two.firstVertex, two.firstIndex]).toEqual([0, 0, 0, 0])
    expect([one.copiedVertices.length, two.copiedVertices.length]).toEqual([0, 0])
    expect([...one.instances.flags].map((flags) => flags & instanceFlag.owned)).toEqual([2, 2, 0])
    expect(readDrawn(one, 2)).toEqual(readDrawn(one, 0))
    expect(Math.max(...two.indices)).toBeLessThan(two.owners.length)
  })

  it('builds a single chunk like the separate one, in any order', () => {
    const build = createChunkBuilder()
    const separate = chunks().map((bytes) => build(bytes, 'separate'))
    const single = [build(chunks()[1], 'single'), build(chunks()[0], 'single')].reverse()
    for (const at of [0, 1]) {
      expect(single[at].vertices).toEqual(separate[at].vertices)
      expect(single[at].indices).toEqual(separate[at].indices)
      expect(single[at].indices16).toEqual(separate[at].indices16)
      expect(single[at].owners).toEqual(separate[at].owners)
    }
    // The single chunk does not know the box of the first one.
    expect([...single[1].instances.ranges.subarray(rangeStride, rangeStride * 2)].every((value) => value === 0)).toBe(
      true,
    )
  })

  it('draws the same triangles in every mode', () => {
    const joined = new GpuChunkBuilder('joined').build(chunks()[0])
    const separate = new GpuChunkBuilder('separate').build(chunks()[0])
    for (const row of [0, 1, 2]) expect(readDrawn(joined, row)).toEqual(readDrawn(separate, row))
    for (const slot of [1, 2, 3]) expect(readDrawn(joined, 1, slot)).toEqual(readDrawn(separate, 1, slot))
  })

  it('repeats the coarsest level where a coarser one is absent', () => {
    const { instances } = new GpuChunkBuilder().build(testChunk({ meshes: [box], instances: [{ geometry: 0 }] }))
    const [start, count, start1, count1, start2, count2] = instances.ranges
    expect([start1, count1, start2, count2]).toEqual([start, count, start, count])
    expect(count).toBe(36)
  })

  it('groups closed, open and transparent surfaces', () => {
    const sheet = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
    const { instances } = new GpuChunkBuilder().build(
      testChunk({
        meshes: [sheet, box],
        colors: [
          [1, 1, 1, 255],
          [1, 1, 1, 99],
        ],
        instances: [{ geometry: 1, material: 1 }, { geometry: 0 }, { geometry: 1 }, { geometry: 0, material: 1 }],
      }),
    )
    const starts = [0, 1, 2, 3].map((row) => instances.ranges[row * rangeStride])
    // The closed box first, then the open sheet, then what is transparent, in their order.
    expect(starts).toEqual([39, 36, 0, 75])
  })

  it('grows the table of colours over many chunks of materials', () => {
    const builder = new GpuChunkBuilder()
    for (let chunk = 0; chunk < 20; chunk++) {
      const built = builder.build(
        testChunk({
          firstGeometry: chunk,
          firstInstance: chunk,
          firstMaterial: chunk,
          meshes: [box],
          colors: [[chunk, 2, 3, 255]],
          instances: [{ geometry: chunk, material: chunk }],
        }),
      )
      expect([...built.instances.color]).toEqual([chunk, 2, 3, 255])
    }
  })
})
