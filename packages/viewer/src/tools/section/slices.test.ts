import type { Placement } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { ballMesh, barMesh, boxMesh, placedAt, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { hatch, chooseHatch } from '../../engine/geometry/hatch.js'
import { planeFrame } from '../../engine/geometry/plane-frame.js'
import { areaWithin, segmentsAlong, signedArea, straightened, triangulate } from '../../engine/geometry/polygons.js'
import {
  boxAxes,
  boxWithSide,
  listCutPlanes,
  planeAt,
  computePosition,
  readSectionState,
  createSectionBox,
  type SectionPlane,
} from './section-state.js'
import { sliceShape } from '../../engine/geometry/slice-shape.js'

const filledArea = (triangles: Float64Array): number => areaWithin(triangles, [])
const rotatedBox: Placement = [0, 1, 0, -1, 0, 0, 0, 0, 1, 3, 4, 5]
const mirrored: Placement = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 8, 7]

describe('mesh slice', () => {
  it('has the area of a box section under any transform', () => {
    const box = boxMesh([0, 0, 0], [4, 0.3, 3])
    for (const at of [placedAt(0, 0, 0), rotatedBox, mirrored, placedAt(500, 500, 0)]) {
      const shape = testShape(box, at)
      const frame = planeFrame([at[9], at[10], at[11] + 1.5], [0, 0, 1])
      const { loops } = sliceShape(shape, frame)
      expect(loops.length).toBe(1)
      expect(signedArea(loops[0] as Float64Array)).toBeCloseTo(1.2, 3)
      expect(filledArea(triangulate(loops))).toBeCloseTo(1.2, 3)
    }
  })

  it('is a disc of the correct area for an oblique plane through a sphere', () => {
    const shape = testShape(ballMesh(1, 96), placedAt(2, 0, 0))
    const normal = [0.6, 0, 0.8] as const
    const { loops } = sliceShape(shape, planeFrame([2 + 0.5 * 0.6, 0, 0.5 * 0.8], normal))
    expect(signedArea(loops[0] as Float64Array)).toBeCloseTo(Math.PI * 0.75, 1)
  })

  it('closes through vertices and along faces (seed 3)', () => {
    const random = testRandom(3)
    const shape = testShape(barMesh(1, 2, 24), placedAt(0, 0, 0))
    for (let round = 0; round < 60; round++) {
      const heights = [0, 2, 1, random() * 2]
      const normal = round % 2 === 0 ? ([0, 0, 1] as const) : ([0, 1, 0] as const)
      const at = round % 2 === 0 ? [0, 0, heights[round % 4]] : [0, Math.sin((round / 24) * Math.PI), 0]
      const { loops, segments } = sliceShape(shape, planeFrame(at as unknown as [number, number, number], normal))
      const inLoops = loops.reduce((sum, loop) => sum + Math.abs(signedArea(loop)), 0)
      expect(inLoops).toBeCloseTo(filledArea(triangulate(loops)), 3)
      expect(segments.length <= 40 || loops.length > 0).toBe(true)
    }
  })

  it('keeps the hole of a tube open', () => {
    const [outer, inner] = [barMesh(1, 2, 48), barMesh(0.6, 2, 48)]
    const offset = outer.positions.length / 3
    // The inner surface reversed, both without their end faces.
    const sides = (indices: Uint32Array): number[] => [...indices].filter((_, at) => at % 12 < 6)
    const tube = {
      positions: Float32Array.from([...outer.positions, ...inner.positions]),
      indices: Uint32Array.from([
        ...sides(outer.indices),
        ...sides(inner.indices)
          .reverse()
          .map((index) => index + offset),
      ]),
    }
    const { loops } = sliceShape(testShape(tube, placedAt(0, 0, 0)), planeFrame([0, 0, 1], [0, 0, 1]))
    const ring = 24 * Math.sin(Math.PI / 24) * (1 - 0.36)
    expect(
      loops
        .map(signedArea)
        .map(Math.sign)
        .sort((a, b) => a - b),
    ).toEqual([-1, 1])
    expect(filledArea(triangulate(loops))).toBeCloseTo(ring, 3)
  })

  it('removes collinear vertices and keeps all others', () => {
    const box = sliceShape(testShape(boxMesh([0, 0, 0], [4, 0.3, 3]), rotatedBox), planeFrame([3, 4, 6.5], [0, 0, 1]))
    // Two triangles per side: eight segments.
    expect([box.closes, box.segments.length / 4]).toEqual([true, 8])
    const straight = box.loops.map(straightened)
    expect(straight.map(({ length }) => length / 2)).toEqual([4])
    expect(signedArea(straight[0] as Float64Array)).toBeCloseTo(1.2, 3)
    expect(segmentsAlong(straight)).toHaveLength(16)
    expect([...segmentsAlong(straight).subarray(2, 4)]).toEqual([...segmentsAlong(straight).subarray(4, 6)])
    const round = Float64Array.from({ length: 720 }, (_, at) => {
      const angle = ((at >> 1) / 360) * 2 * Math.PI
      return (at & 1 ? Math.sin(angle) : Math.cos(angle)) * 0.1
    })
    expect(straightened(round)).toEqual(round)
    // A reversal of direction does not count as straight.
    const needle = Float64Array.of(0, 0, 5, 0, 2, 0)
    expect(straightened(needle)).toEqual(needle)
  })

  it('has an open outline for an open sheet', () => {
    const box = boxMesh([0, 0, 0], [1, 1, 1])
    const sheet = testShape({ ...box, indices: box.indices.slice(0, 18) }, placedAt(0, 0, 0), false)
    const { loops, segments } = sliceShape(sheet, planeFrame([0.5, 0.5, 0.5], [0, 0, 1]))
    expect(loops).toEqual([])
    expect(segments.length).toBeGreaterThan(0)
  })

  it('is limited to the area inside other planes', () => {
    const square = Float64Array.of(0, 0, 2, 0, 2, 2, 0, 0, 2, 2, 0, 2)
    expect(areaWithin(square, [])).toBe(4)
    expect(areaWithin(square, [[1, 0, -1]])).toBeCloseTo(2, 9)
    expect(
      areaWithin(square, [
        [1, 0, -1],
        [-1, -1, 3],
      ]),
    ).toBeCloseTo(1.5, 9)
    expect(areaWithin(square, [[1, 0, -5]])).toBe(0)
  })
})

describe('section hatch', () => {
  it('is chosen by material color', () => {
    expect(chooseHatch([200, 200, 196, 1])).toBe(hatch.concrete)
    expect(chooseHatch([70, 72, 75, 1])).toBe(hatch.metal)
    expect(chooseHatch([0, 0, 0, 1])).toBe(hatch.metal)
    expect(chooseHatch([180, 70, 50, 1])).toBe(hatch.masonry)
    expect(chooseHatch([170, 120, 60, 1])).toBe(hatch.wood)
    expect(chooseHatch([90, 200, 90, 1])).toBe(hatch.insulation)
    expect(chooseHatch([90, 150, 230, 1])).toBe(hatch.glass)
    expect(chooseHatch([200, 60, 220, 1])).toBe(hatch.other)
    expect(chooseHatch([200, 200, 200, 0.3])).toBe(hatch.glass)
  })
})

describe('section planes', () => {
  const plane: SectionPlane = { id: 'a', kind: 'z', point: [1, 2, 3], normal: [0, 0, -1], enabled: true }

  it('have the same editable position when flipped', () => {
    expect(computePosition(plane)).toBe(3)
    expect(computePosition({ ...plane, normal: [0, 0, 1] })).toBe(3)
    expect(planeAt(plane, 7).point).toEqual([1, 2, 7])
  })

  it('include the six planes of a rotated section box around its center', () => {
    const box = { ...createSectionBox({ min: [0, 0, 0], max: [4, 2, 6] }), turnDegrees: 37 }
    const planes = listCutPlanes({ planes: [plane, { ...plane, enabled: false }], box, hatched: true })
    expect(planes.length).toBe(7)
    for (const { normal, offset } of planes.slice(1))
      expect(
        normal[0] * box.center[0] + normal[1] * box.center[1] + normal[2] * box.center[2] + offset,
      ).toBeGreaterThan(0.9)
  })

  it('resize a section box by one side without inverting it', () => {
    const box = createSectionBox({ min: [0, 0, 0], max: [4, 2, 6] })
    const wider = boxWithSide(box, 3, 1)
    expect(
      [wider.half[0] - box.half[0], wider.center[0] - box.center[0]].map((by) => Math.round(by * 1e6) / 1e6),
    ).toEqual([0.5, 0.5])
    expect(boxWithSide(box, 0, -100).half[0]).toBeGreaterThan(0)
    expect(boxAxes({ ...box, turnDegrees: 90 })[0].map(Math.round)).toEqual([0, 1, 0])
  })

  it('are read from saved views and validated', () => {
    const state = { planes: [plane], box: null, hatched: false }
    expect(readSectionState(structuredClone(state))).toEqual(state)
    for (const broken of [
      null,
      3,
      {},
      { planes: [null] },
      { planes: [{ ...plane, normal: [0, 'x', 1] }] },
      { planes: [], box: { center: [0, 0, 0] } },
    ])
      expect(readSectionState(broken)).toBeNull()
    expect(readSectionState({ planes: [{ ...plane, normal: [0, 0, -2] }] })?.planes[0]?.normal).toEqual([0, 0, -1])
  })
})
