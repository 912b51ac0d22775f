import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { GpuChunkBuilder } from '../../engine/stream/gpu-chunk-builder.js'
import { boxMesh } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import { listVertices, TriangleCollector } from './triangle-collector.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const box = boxMesh([-1, -2, -3], [1, 2, 3])
const trianglesOfBox = 12

function collect(
  elements: readonly number[],
  options: { maxTriangles?: number; shift?: [number, number, number] } = {},
) {
  const placer = new GpuChunkBuilder()
  const { maxTriangles = 1000, shift = [0, 0, 0] } = options
  const triangles = new TriangleCollector({ elements: new Set(elements), maxTriangles, shift })
  const first = testChunk({
    meshes: [box],
    instances: [
      { geometry: 0, node: 4 },
      { geometry: 0, node: 5, at: [10, 0, 0] },
    ],
  })
  // Uses a mesh of the previous chunk.
  const second = testChunk({
    firstGeometry: 1,
    firstInstance: 2,
    firstMaterial: 1,
    meshes: [],
    instances: [{ geometry: 0, node: 6, at: [0, 20, 0] }],
  })
  for (const bytes of [first, second]) triangles.append(placer.build(bytes))
  return triangles
}

/** Computes minimum and maximum x, y, z, to the millimetre. */
function computeBounds({ positions }: TriangleCollector): number[] {
  return [Math.min, Math.max].flatMap((pick) =>
    [0, 1, 2].map((axis) => Math.round(pick(...positions.filter((_, at) => at % 3 === axis)) * 1000) / 1000),
  )
}

describe('TriangleCollector', () => {
  it('places triangles at their elements, also from meshes of an earlier chunk', () => {
    expect(computeBounds(collect([5]))).toEqual([9, -2, -3, 11, 2, 3])
    expect(computeBounds(collect([6]))).toEqual([-1, 18, -3, 1, 22, 3])
    expect(collect([5, 6]).count).toBe(trianglesOfBox * 2)
  })

  it('moves triangles to the origin of the other model', () => {
    expect(computeBounds(collect([4], { shift: [100, 0, -7] }))).toEqual([99, -2, -10, 101, 2, -4])
  })

  it('ignores elements that were not requested', () => {
    const triangles = collect([77])
    expect([triangles.count, triangles.positions.length]).toEqual([0, 0])
  })

  it('lists the vertices of some elements', () => {
    const triangles = collect([4, 5, 6])
    const vertices = listVertices(triangles.spans, new Set([5, 77]))
    expect([vertices.length, vertices[0], vertices.at(-1)]).toEqual([36, 36, 71])
    expect(listVertices(triangles.spans, new Set()).length).toBe(0)
  })

  it('stops at the triangle limit and counts the omitted triangles', () => {
    const triangles = collect([4, 5, 6], { maxTriangles: trianglesOfBox + 1 })
    expect(triangles.count).toBe(trianglesOfBox)
    expect(triangles.omitted).toBe(trianglesOfBox * 2)
  })
})
