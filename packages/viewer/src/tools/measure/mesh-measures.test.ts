import { describe, expect, it } from 'vitest'
import type { Placement } from '@kamar/core'
import { ballMesh, barMesh, boxMesh, placedAt, stoneMesh } from '../../testing/shapes.js'
import { testGeometry, testShape } from '../../testing/test-shape.js'
import { createEdgeTable, forEachEdgeNear } from '../../engine/geometry/edge-table.js'
import { faceAt, computeMass } from './mass.js'
import { PlacedFrame } from '../../engine/geometry/placed-point.js'

const box = boxMesh([0, 0, 0], [4, 0.3, 3])
const mirrored: Placement = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 8, 7]

describe('mesh volume and area', () => {
  it('match the geometry, also mirrored and far away', () => {
    for (const at of [placedAt(0, 0, 0), mirrored, placedAt(900, -400, 50)]) {
      const mass = computeMass(testGeometry([testShape(box, at)]), [0])
      expect(mass?.volume).toBeCloseTo(3.6, 3)
      expect(mass?.area).toBeCloseTo(2 * (4 * 0.3 + 4 * 3 + 0.3 * 3), 3)
    }
    const bar = computeMass(testGeometry([testShape(barMesh(0.5, 3, 96), placedAt(0, 0, 0))]), [0])
    expect(bar?.volume).toBeCloseTo(3 * 48 * 0.25 * Math.sin(Math.PI / 48), 3)
  })

  it('have no volume when a part is open, and are null without a surface', () => {
    const open = testShape({ ...box, indices: box.indices.slice(0, 24) }, placedAt(0, 0, 0), false)
    expect(computeMass(testGeometry([open]), [0])).toMatchObject({ volume: null })
    expect(computeMass(testGeometry([open]), [])).toBeNull()
  })
})

describe('planar face', () => {
  it('contains all of its coplanar triangles and no others', () => {
    const shape = testShape(box, placedAt(0, 0, 0))
    const face = faceAt(shape, { point: [1, 0, 1], normal: [0, -1, 0], tolerance: 1e-3 })
    expect(face?.area).toBeCloseTo(12, 3)
    expect(face?.border.length).toBe(4)
    expect(faceAt(shape, { point: [1, 0.1, 1], normal: [0, -1, 0], tolerance: 1e-3 })).toBeNull()
    const round = testShape(barMesh(0.5, 3, 12), placedAt(0, 0, 0))
    const side = faceAt(round, { point: [0.4665, 0.125, 1], normal: [0.9659, 0.2588, 0], tolerance: 1e-3 })
    expect(side?.area).toBeCloseTo(3 * 2 * 0.5 * Math.sin(Math.PI / 12), 2)
  })
})

describe('mesh edges', () => {
  it('are the borders and creases', () => {
    const { edges } = createEdgeTable(testShape(box, placedAt(0, 0, 0)).shape)
    expect(edges.length / 2).toBe(12)
    const open = createEdgeTable(testShape({ ...box, indices: box.indices.slice(0, 6) }, placedAt(0, 0, 0)).shape)
    expect(open.edges.length / 2).toBe(4)
    expect(createEdgeTable(testShape(ballMesh(1, 48), placedAt(0, 0, 0)).shape).edges.length).toBe(0)
  })

  it('are found only near a point', () => {
    const shape = testShape(stoneMesh(1, 64, 5), placedAt(0, 0, 0))
    const table = createEdgeTable({ ...shape.shape })
    const frame = new PlacedFrame(shape.matrix)
    const near: number[] = []
    forEachEdgeNear(table, { point: frame.toMesh([1, 0, 0]), radius: 0.02 / frame.scale }, (edge) => near.push(edge))
    expect(near.length).toBeLessThan(Math.max(200, table.edges.length / 8))
  })

  it('include circles with center and radius', () => {
    const at: Placement = [1, 0, 0, 0, 0, 1, 0, -1, 0, 5, 6, 7]
    const shape = testShape(barMesh(0.4, 2, 64), at)
    const { circles } = createEdgeTable(shape.shape)
    const frame = new PlacedFrame(shape.matrix)
    expect(circles.map(({ edges }) => edges.length)).toEqual([64, 64])
    for (const { radius, center } of circles) {
      expect(radius * frame.scale).toBeCloseTo(0.4, 3)
      const [x, , z] = frame.toModel(...center)
      expect([x, z].map((value) => Math.round(value * 1e3) / 1e3)).toEqual([5, 7])
    }
    expect(createEdgeTable(testShape(box, placedAt(0, 0, 0)).shape).circles).toEqual([])
  })

  it('convert points to mesh coordinates and back', () => {
    const frame = new PlacedFrame(testShape(box, mirrored).matrix)
    const back = frame.toModel(...frame.toMesh([3, 2, 1]))
    back.forEach((value, axis) => expect(value).toBeCloseTo([3, 2, 1][axis] ?? 0, 4))
  })
})
