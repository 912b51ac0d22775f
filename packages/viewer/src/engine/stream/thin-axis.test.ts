import { meshStageReady } from '@kamar/mesh'
import { decodeChunk, decoderReady, encoderReady } from '@kamar/package-format'
import type { MeshInput } from '@kamar/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { placementStride, rangeStride } from '../store/gpu-chunk.js'
import { ballMesh, boxMesh } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import { GpuChunkBuilder } from './gpu-chunk-builder.js'
import { findAxis, type ThinAxis } from './thin-axis.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const bar = boxMesh([-5, -0.02, -0.02], [5, 0.02, 0.02])

function axisOfMesh(mesh: MeshInput): ThinAxis | null {
  const chunk = decodeChunk(testChunk({ meshes: [mesh], instances: [{ geometry: 0, at: [0, 0, 0] }] }))
  const { buffer, byteOffset, byteLength } = chunk.vertex
  return findAxis(chunk, 0, new Uint16Array(buffer, byteOffset, byteLength / 2))
}

describe('thin body axis', () => {
  it('runs from end to end of a bar and has its thickness', () => {
    const axis = axisOfMesh(bar)
    // From one corner to the opposite one: up to the diagonal of the section.
    expect(axis?.thickness).toBeGreaterThan(0.02)
    expect(axis?.thickness).toBeLessThan(0.06)
    expect(new Set(axis?.ends).size).toBe(2)
  })

  it('is found in a bar that lies diagonally in its box', () => {
    const { positions, indices } = bar
    const rotated = Float32Array.from(positions)
    for (let at = 0; at < rotated.length; at += 3) {
      const [x, y] = [positions[at], positions[at + 1]]
      rotated[at] = (x - y) * Math.SQRT1_2
      rotated[at + 1] = (x + y) * Math.SQRT1_2
    }
    expect(axisOfMesh({ positions: rotated, indices })?.thickness).toBeLessThan(0.06)
  })

  it('is null for a sphere, a plate and a block', () => {
    expect(axisOfMesh(ballMesh(1, 12))).toBeNull()
    expect(axisOfMesh(boxMesh([-5, -5, -0.01], [5, 5, 0.01]))).toBeNull()
    expect(axisOfMesh(boxMesh([-1, -0.3, -0.3], [1, 0.3, 0.3]))).toBeNull()
  })

  it('is written to the index buffer of every instance and scales with it', () => {
    const linear = [2, 0, 0, 0, 2, 0, 0, 0, 2]
    const gpuChunk = new GpuChunkBuilder().build(
      testChunk({
        meshes: [bar],
        instances: [
          { geometry: 0, at: [0, 0, 0] },
          { geometry: 0, at: [0, 9, 0], linear },
        ],
      }),
    )
    const { ranges, placement } = gpuChunk.instances
    const axisEnds = [0, 1].map((row) => {
      const [start, count] = ranges.subarray(row * rangeStride + 8, row * rangeStride + 10)
      expect(count).toBe(2)
      const [first, second] = gpuChunk.indices.subarray(start - gpuChunk.firstIndex, start - gpuChunk.firstIndex + 2)
      expect(gpuChunk.owners[first]).toBe(row)
      expect(gpuChunk.owners[second]).toBe(row)
      return [first, second]
    })
    expect(new Set(axisEnds.flat()).size).toBe(4)
    expect(placement[placementStride + 15]).toBeCloseTo(placement[15] * 2)
  })
})
