import type { MeshInput, PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { prepareMesh } from '../prepare-mesh.js'
import { box, cylinder, sphere, flip } from '../testing/shapes.js'
import { computeDoubleArea } from '../triangle-area.js'

const prepared = (input: MeshInput): PreparedMesh => {
  const mesh = prepareMesh(input)
  if (mesh === null) throw new Error('nothing was left of the mesh')
  return mesh
}

/** Computes the area of triangles in square metres. */
function computeArea(positions: ArrayLike<number>, indices: Uint32Array): number {
  const triangle = new Float64Array(9)
  let area = 0
  for (let at = 0; at < indices.length; at += 3) {
    for (let value = 0; value < 9; value++)
      triangle[value] = positions[indices[at + Math.floor(value / 3)] * 3 + (value % 3)]
    area += computeDoubleArea(triangle) / 2
  }
  return area
}

/** Computes the relative change in a mesh's area when its positions are rounded. */
function areaError(input: MeshInput): number {
  const { indices, positions, step } = prepared(input)
  return Math.abs((computeArea(positions, indices) * step * step) / computeArea(input.positions, input.indices) - 1)
}

const scaled = ({ indices, positions }: MeshInput, factor: number): MeshInput => ({
  indices,
  positions: Float64Array.from(positions, (value) => value * factor),
})

describe('quantisation step', () => {
  it('is 0.1 mm where that preserves the area', () => {
    expect(prepared(box([0, 0, 0], [3, 2, 0.2])).step).toBe(1e-4)
    expect(prepared(sphere(1, 40)).step).toBe(1e-4)
  })

  it.each([
    ['a strip 812 metres long and an inch wide', box([0, 0, 0], [812, 0.0254, 0.0254])],
    ['a rod four metres long and ten millimetres thick', cylinder(0.005, 3.84, 12)],
    ['a slanted rod', flip(cylinder(0.005, 2.67, 12))],
    ['a beam twelve metres long', box([0.013, 0.007, 0.001], [12.338, 0.2107, 0.3333])],
    ['a part of two millimetres', flip(scaled(box([0, 0, 0], [1.1, 2.3, 0.17]), 1e-3))],
    ['a finely meshed sphere of four centimetres', sphere(0.02, 120)],
  ])('keeps the area of %s within 0.01 percent', (_, input) => {
    expect(areaError(input)).toBeLessThan(1e-4)
  })

  it('keeps triangles smaller than the default step', () => {
    const fine = sphere(5e-4, 20)
    const firstExtra = fine.positions.length / 3
    const input = {
      positions: Float64Array.from([...fine.positions, 0.3, 0, 0, 0.3, 0.1, 0, 0.3, 0, 0.1]),
      indices: Uint32Array.from([...fine.indices, firstExtra, firstExtra + 1, firstExtra + 2]),
    }
    expect(prepared(input).indices).toHaveLength(input.indices.length)
    expect(prepared(input).step).toBeLessThan(2e-5)
  })

  it('is the same for the same mesh', () => {
    const rod = flip(cylinder(0.005, 2.67, 12))
    expect(prepared(rod)).toEqual(prepared(rod))
  })
})
