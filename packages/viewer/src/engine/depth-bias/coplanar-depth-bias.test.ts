import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { boxMesh, testRandom } from '../../testing/shapes.js'
import { buildTestContent } from '../../testing/test-content.js'
import type { ModelContent } from '../model/model-content.js'
import { Picker } from '../pick/picker.js'
import { placementStride } from '../store/gpu-chunk.js'
import { applyDepthBias } from './coplanar-depth-bias.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

type Box = readonly [number, number, number, number, number, number]

/** Applies the bias to boxes of different materials; returns the level and the fraction of the bias of each. */
function computeBias(boxes: readonly Box[], options: { sameColor?: boolean; rotated?: boolean } = {}) {
  const angle = options.rotated ? 0.3 : 0
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const content = buildTestContent({
    meshes: boxes.map(([x0, y0, z0, x1, y1, z1]) => boxMesh([x0, y0, z0], [x1, y1, z1])),
    colors: boxes.map((_, at) => [options.sameColor ? 9 : at, 9, 9, 255] as const),
    instances: boxes.map((_, at) => ({ geometry: at, material: at, linear: [c, s, 0, -s, c, 0, 0, 0, 1] })),
  })
  let farthest = 0
  Object.assign(content, { setPlanes: (metres: number) => (farthest = metres) })
  const isBiased = applyDepthBias(content as ModelContent & { setPlanes(metres: number): void }, new Picker(content))
  const rows = boxes.map((_, at) => {
    const value = content.instances.placement[at * placementStride + 14]
    return { level: Math.trunc(value) >> 1, closed: Math.trunc(value) % 2, back: (value % 1) / 0.999 }
  })
  return { isBiased, farthest, rows, levels: rows.map(({ level }) => level) }
}

const wall: Box = [0, 0, 0, 10, 0.3, 3]
const door: Box = [4, 0, 0, 5, 0.3, 2]

describe('applyDepthBias', () => {
  it('draws a door in front of the wall whose sides it shares', () => {
    const { levels, isBiased, farthest, rows } = computeBias([wall, door])
    expect([isBiased, levels]).toEqual([true, [1, 0]])
    expect(computeBias([door, wall]).levels).toEqual([0, 1])
    expect(farthest).toBeGreaterThan(0)
    // At most a ten-thousandth of the diagonal.
    expect(farthest).toBeLessThanOrEqual(Math.hypot(10, 0.3, 3) * 1e-4)
    expect(rows.map(({ back }) => Math.round(back * 1000) / 1000)).toEqual([1, 0])
  })

  it('keeps whether a body is closed', () => {
    expect(computeBias([wall, door]).rows.map(({ closed }) => closed)).toEqual([1, 1])
  })

  it('leaves bodies alone that do not touch', () => {
    const { isBiased, levels, farthest } = computeBias([wall, [0, 5, 0, 10, 5.3, 3]])
    expect([isBiased, levels, farthest]).toEqual([false, [0, 0], 0])
  })

  it('orders three bodies in one plane by their size', () => {
    const { levels, rows } = computeBias([wall, [3, 0, 0, 6, 0.3, 2.5], door])
    expect(levels).toEqual([2, 1, 0])
    // Each is behind those before it, by at least their bias.
    expect(rows[0].back).toBeGreaterThan(rows[1].back)
    expect(rows[1].back).toBeGreaterThan(rows[2].back)
  })

  it('separates rotated bodies that touch, where sides are unknown', () => {
    const { levels } = computeBias([wall, door], { rotated: true })
    expect(levels[0]).toBeGreaterThan(levels[1])
  })

  it('never gives the same level to touching bodies of different colours, as far as there are levels (seed 3)', () => {
    const random = testRandom(3)
    const boxes = Array.from({ length: 40 }, (): Box => {
      const [x, z, width, height] = [random() * 40, random() * 10, 1 + random() * 6, 1 + random() * 4]
      return [x, 0, z, x + width, 0.3, z + height]
    })
    const { levels } = computeBias(boxes)
    let conflicts = 0
    let touching = 0
    for (let a = 0; a < boxes.length; a++)
      for (let b = 0; b < a; b++) {
        const isTouching = [0, 2].every(
          (axis) => boxes[a][axis] <= boxes[b][axis + 3] && boxes[b][axis] <= boxes[a][axis + 3],
        )
        if (!isTouching) continue
        touching++
        conflicts += levels[a] === levels[b] ? 1 : 0
      }
    expect(touching).toBeGreaterThan(30)
    expect(conflicts).toBeLessThan(touching * 0.02)
    expect(Math.max(...levels)).toBeLessThan(8)
  })

  it('does nothing for a model without a box', () => {
    const content = buildTestContent({ meshes: [boxMesh([0, 0, 0], [1, 1, 1])], instances: [{ geometry: 0 }] })
    Object.assign(content, { bounds: null, setPlanes: () => undefined })
    expect(applyDepthBias(content as ModelContent & { setPlanes(metres: number): void }, new Picker(content))).toBe(
      false,
    )
  })
})
