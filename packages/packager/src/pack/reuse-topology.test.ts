import { prepareMesh } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { boxMesh } from '../test-support/written-package.js'
import { isShadedAlike, reuseTopology } from './reuse-topology.js'
import { weldShape } from './welded-shape.js'

function prepareBox(width: number, depth: number, height: number): PreparedMesh {
  const mesh = prepareMesh(boxMesh(width, depth, height))
  if (mesh === null) throw new Error('a box has triangles')
  return mesh
}

describe('reuseTopology', () => {
  const template = prepareBox(1, 2, 4)
  const member = { ...prepareBox(3, 5, 1), shapeHash: 'member', origin: [7, 8, 9] as const }
  const levels = [
    { start: 0, count: 36, errorMetres: 0 },
    { start: 36, count: 12, errorMetres: 0.25 },
  ]
  const refined = { ...template, levels }
  const result = reuseTopology(weldShape(template), refined, weldShape(member), { deviationMetres: 0.01, growth: 3 })

  it('has the positions of the member at the vertices of the template', () => {
    const [own, shape] = [weldShape(template), weldShape(member)]
    expect(result.positions).toHaveLength(template.positions.length)
    for (let vertex = 0; vertex < 24; vertex++) {
      const position = own.positionByVertex[vertex] * 3
      expect(result.positions.subarray(vertex * 3, vertex * 3 + 3)).toEqual(
        shape.positions.subarray(position, position + 3),
      )
    }
  })

  it('shares the arrays of the template, and derives its normals', () => {
    expect(result.indices).toBe(refined.indices)
    expect(result.edges).toBe(refined.edges)
    expect(result.normals).toBeNull()
  })

  it('has the measures of the member', () => {
    const { area, volume, closed, shapeHash, step, origin } = member
    expect(result).toMatchObject({ area, volume, closed, shapeHash, step, origin })
  })

  it('scales the errors of the levels and adds the deviation twice', () => {
    expect(result.levels).toEqual([
      { start: 0, count: 36, errorMetres: 0 },
      { start: 36, count: 12, errorMetres: 0.25 * 3 + 2 * 0.01 },
    ])
    expect(refined.levels).toBe(levels)
  })
})

describe('isShadedAlike', () => {
  const box = prepareBox(1, 2, 4)

  it('is true for a box of another size with its own normals', () => {
    expect(isShadedAlike(weldShape(box), weldShape(prepareBox(3, 1, 1)))).toBe(true)
  })

  /** Replaces the normals of the first vertices by the direction +x and -x in turn. */
  const withWrongNormals = (vertexCount: number): PreparedMesh => {
    const normals = box.normals.slice()
    for (let vertex = 0; vertex < vertexCount; vertex++)
      normals.set(normals[vertex * 2] === 127 ? [-127, 0] : [127, 0], vertex * 2)
    return { ...box, normals }
  }

  it('is true as long as at most 35 percent of the corners of triangles differ', () => {
    // Each face has six corners at four vertices: two of its six faces are a third of them.
    expect(isShadedAlike(weldShape(box), weldShape(withWrongNormals(8)))).toBe(true)
    expect(isShadedAlike(weldShape(box), weldShape(withWrongNormals(9)))).toBe(false)
    expect(isShadedAlike(weldShape(box), weldShape(withWrongNormals(24)))).toBe(false)
  })

  it('accepts a direction off by less than 0.05 rad', () => {
    const tilt = (steps: number): PreparedMesh => ({
      ...box,
      // Octahedral coordinates of 127 steps: a step away from an axis is at least 1/127 rad.
      normals: box.normals.map((value) => (Math.abs(value) === 127 ? value - Math.sign(value) * steps : value)),
    })
    expect(isShadedAlike(weldShape(box), weldShape(tilt(3)))).toBe(true)
    expect(isShadedAlike(weldShape(box), weldShape(tilt(30)))).toBe(false)
  })
})
