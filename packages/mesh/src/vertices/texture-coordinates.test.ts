import type { MeshInput, PreparedMesh } from '@kamar/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { meshStageReady } from '../mesh-stage.js'
import { preparedMeshTransferables, prepareMesh } from '../prepare-mesh.js'
import { refineMesh } from '../refine-mesh.js'
import { box } from '../testing/shapes.js'

beforeAll(() => meshStageReady)

const prepared = (input: MeshInput): PreparedMesh => {
  const mesh = prepareMesh(input)
  if (mesh === null) throw new Error('nothing was left of the mesh')
  return mesh
}

/** Formats u v of every vertex with its position: `x y z → u v`. */
function formatVertices(mesh: PreparedMesh): string[] {
  const { textureCoordinates: own } = mesh
  if (own === undefined) throw new Error('the mesh has no texture coordinates')
  return Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => {
    const point = [0, 1, 2].map((axis) =>
      (mesh.origin[axis] + mesh.step * mesh.positions[vertex * 3 + axis]).toFixed(1),
    )
    const uv = [0, 1].map((axis) => own.offset[axis] + own.step * own.values[vertex * 2 + axis])
    return `${point.join(' ')} → ${uv.join(' ')}`
  })
}

/** Two squares side by side; each shows the whole image, so the line between them is a seam. */
const seam: MeshInput = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7),
  textureCoordinates: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0),
}

describe('texture coordinates', () => {
  it('stay with their vertices on both sides of a seam', () => {
    expect(formatVertices(prepared(seam)).sort()).toEqual([
      '0.0 0.0 0.0 → 0 1',
      '0.0 1.0 0.0 → 0 0',
      '1.0 0.0 0.0 → 0 1',
      '1.0 0.0 0.0 → 1 1',
      '1.0 1.0 0.0 → 0 0',
      '1.0 1.0 0.0 → 1 0',
      '2.0 0.0 0.0 → 1 1',
      '2.0 1.0 0.0 → 1 0',
    ])
  })

  it('share one vertex when they are equal', () => {
    const coordinates = seam.positions.filter((_, at) => at % 3 < 2)
    expect(formatVertices(prepared({ ...seam, textureCoordinates: Float32Array.from(coordinates) }))).toHaveLength(6)
  })

  it('keep whole numbers exact, also for a repeated texture', () => {
    const coordinates = Float32Array.of(-7, 3, 25, 3, 25, -100, -7, -100)
    const mesh = prepared({
      positions: seam.positions.slice(0, 12),
      indices: seam.indices.slice(0, 6),
      textureCoordinates: coordinates,
    })
    expect(formatVertices(mesh).map((text) => text.split('→ ')[1])).toEqual(['-7 3', '25 3', '25 -100', '-7 -100'])
  })

  it('stay finite for invalid or huge values', () => {
    const mesh = prepared({
      positions: seam.positions.slice(0, 9),
      indices: Uint32Array.of(0, 1, 2),
      textureCoordinates: Float32Array.of(Number.NaN, 1, Infinity, 0, 1e30, -1e30),
    })
    const { offset, step, values } = mesh.textureCoordinates ?? { offset: [], step: 0, values: [] }
    expect([...offset, step, ...values].every(Number.isFinite)).toBe(true)
  })

  it('follow their vertices when a triangle is flipped', () => {
    const mesh = box([0, 0, 0], [1, 1, 1])
    const inside = { ...mesh, indices: mesh.indices.map((_, at) => mesh.indices[at - (at % 3) + 2 - (at % 3)]) }
    const coordinates = mesh.positions.filter((_, at) => at % 3 < 2)
    const all = formatVertices(prepared({ ...inside, textureCoordinates: Float32Array.from(coordinates) }))
    for (const text of all) expect(text).toMatch(/^(\d)\.0 (\d)\.0 \d\.0 → \1 \2$/)
  })

  it('are transferred to other threads', () => {
    const mesh = prepared(seam)
    expect(preparedMeshTransferables(mesh)).toContain(mesh.textureCoordinates?.values.buffer)
  })

  it('are absent for a mesh without them', () => {
    expect(prepared(box([0, 0, 0], [1, 1, 1]))).not.toHaveProperty('textureCoordinates')
  })
})

/** Creates a flat grid sheet whose right half repeats the image: a seam runs through the middle. */
function sheet(cells: number): MeshInput {
  const positions: number[] = []
  const coordinates: number[] = []
  const indices: number[] = []
  for (const half of [0, 1]) {
    const first = positions.length / 3
    for (let row = 0; row <= cells; row++) {
      for (let column = 0; column <= cells; column++) {
        positions.push(half + column / cells, row / cells, 0)
        coordinates.push(column / cells, row / cells)
      }
    }
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        const at = first + row * (cells + 1) + column
        indices.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1)
      }
    }
  }
  return {
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    textureCoordinates: Float32Array.from(coordinates),
  }
}

describe('mesh simplification', () => {
  it('retains the texture mapping on both sides of a seam', () => {
    const original = prepared(sheet(24))
    const mesh = refineMesh(original)
    expect(mesh.levels[1].count).toBeLessThan(original.indices.length / 2)
    const own = mesh.textureCoordinates
    if (own === undefined) throw new Error('the mesh has no texture coordinates')
    for (const level of mesh.levels) {
      for (let at = level.start; at < level.start + level.count; at += 3) {
        const corners = [...mesh.indices.subarray(at, at + 3)]
        const shift = corners.map((v) => mesh.positions[v * 3] * mesh.step - own.values[v * 2] * own.step)
        // On each side of the seam x and u differ by a constant: 0 on the left, 1 on the right.
        for (const value of shift) expect(value).toBeCloseTo(Math.round(shift[0]), 3)
        for (const v of corners)
          expect(own.values[v * 2 + 1] * own.step).toBeCloseTo(mesh.positions[v * 3 + 1] * mesh.step, 3)
      }
    }
  })
})
