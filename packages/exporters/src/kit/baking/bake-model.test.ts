import { at, boxMesh, WrittenPackage } from '@kamar/packager/test-support'
import type { MeshInput, Placement } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { pair, papered } from '../../testing/ar-packages.js'
import { openPackage } from '../../testing/exported.js'
import { bakeModel, type BakedModel } from './bake-model.js'

const mirrored: Placement = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 0, 0]

/** Creates a sphere: a shape that has coarser levels. */
function ballMesh(segments: number): MeshInput {
  const positions: number[] = []
  const indices: number[] = []
  for (let ring = 0; ring <= segments; ring++) {
    for (let step = 0; step <= segments; step++) {
      const [up, around] = [(ring / segments) * Math.PI, (step / segments) * 2 * Math.PI]
      positions.push(Math.sin(up) * Math.cos(around), Math.sin(up) * Math.sin(around), Math.cos(up))
      if (ring === segments || step === segments) continue
      const first = ring * (segments + 1) + step
      indices.push(first, first + segments + 1, first + 1, first + 1, first + segments + 1, first + segments + 2)
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

const baked = async (viewPackage: WrittenPackage, maxTriangles = 500_000): Promise<BakedModel> =>
  bakeModel({ model: await openPackage(viewPackage), maxTriangles, onFraction: () => undefined })

/** Computes min x y z, max x y z of all parts, to the millimetre. */
function computeBounds({ parts }: BakedModel): number[] {
  const values = [0, 1, 2].map((axis) =>
    parts.flatMap(({ positions }) => [...positions].filter((_, n) => n % 3 === axis)),
  )
  const round = (value: number): number => Math.round(value * 1000) / 1000 + 0
  return [...values.map((all) => round(Math.min(...all))), ...values.map((all) => round(Math.max(...all)))]
}

/** Computes the volume of closed triangles: negative when they face inwards. */
function computeVolume({ parts }: BakedModel): number {
  return parts.reduce((sum, { positions, indices }) => {
    let volume = 0
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((vertex) =>
        positions.subarray(indices[at + vertex] * 3, indices[at + vertex] * 3 + 3),
      )
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
    return sum + volume / 6
  }, 0)
}

describe('bakeModel', () => {
  it('centres the model on the floor, Y up, and merges parts of equal colour', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(4, 2, 3), at(100, 50, 20))
    viewPackage.addPart(boxMesh(4, 2, 3), at(100, 58, 20))
    const model = await baked(viewPackage)
    expect(model.parts).toHaveLength(1)
    expect(model.triangles).toBe(24)
    expect(computeBounds(model)).toEqual([-2, 0, -5, 2, 3, 5])
  })

  it('orients mirrored and stretched instances outwards, with unit normals', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 2, 3), mirrored)
    viewPackage.addPart(boxMesh(1, 2, 3), [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    const model = await baked(viewPackage)
    expect(computeVolume(model)).toBeCloseTo(18, 2)
    for (const { normals } of model.parts) {
      for (let n = 0; n < normals.length; n += 3) expect(Math.hypot(...normals.subarray(n, n + 3))).toBeCloseTo(1, 5)
    }
  })

  it('selects coarser levels within the triangle budget, without unused vertices', async () => {
    const balls = (): WrittenPackage => {
      const viewPackage = new WrittenPackage()
      viewPackage.addRoot()
      for (const x of [0, 4]) viewPackage.addPart(ballMesh(40), at(x, 0, 0))
      return viewPackage
    }
    const full = await baked(balls())
    const budget = full.triangles / 2
    const short = await baked(balls(), budget)
    expect(short.triangles).toBeGreaterThan(0)
    expect(short.triangles).toBeLessThanOrEqual(budget)
    expect(short.omitted).toBe(0)
    expect(computeBounds(short).slice(3)[0]).toBeGreaterThan(2.8)
    for (const { positions, indices } of short.parts) expect(new Set(indices).size).toBe(positions.length / 3)
  })

  it('counts objects beyond the budget', async () => {
    const model = await baked(pair(), 12)
    expect(model.triangles).toBe(12)
    expect(model.omitted).toBe(1)
  })

  it('groups parts by texture and retains texture coordinates', async () => {
    const { parts, images } = await baked(papered())
    expect(parts.map(({ texture: image, color }) => [image?.isClamped, ...color])).toEqual([
      [false, 255, 255, 255, 255],
      [true, 255, 128, 0, 255],
      [undefined, 128, 128, 128, 255],
    ])
    expect(parts.map(({ textureCoordinates }) => textureCoordinates?.length)).toEqual([8, 8, undefined])
    expect([...images.values()].map(({ mimeType }) => mimeType)).toEqual(['image/jpeg'])
  })
})
