import { describe, expect, it } from 'vitest'
import { texturedMesh } from './textured-mesh.js'

const coordinates = [0, 0, 1, 0, 1, 1, 0, 1]
const coordinate = (row: number, axis: 0 | 1): number => coordinates[2 * row + axis] ?? Number.NaN
const square = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
}

describe('a mesh under a texture', () => {
  it('keeps its vertices where all corners of one agree', () => {
    const mesh = texturedMesh(square, { rows: [0, 1, 2, 0, 2, 3], coordinate })
    expect(mesh).toEqual({ ...square, textureCoordinates: Float32Array.from(coordinates) })
  })

  it('has a vertex for each side of a seam, with the normal and the colour it had', () => {
    const normals = Float32Array.from(square.positions, (_, at) => at)
    const colors = Uint8Array.from({ length: 16 }, (_, at) => at)
    const mesh = texturedMesh({ ...square, normals, colors }, { rows: [0, 1, 2, 3, 2, 3], coordinate })
    expect(mesh.positions).toHaveLength(15)
    expect([...mesh.indices]).toEqual([0, 1, 2, 3, 2, 4])
    expect([...(mesh.textureCoordinates ?? [])]).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 0, 1])
    expect([...(mesh.normals ?? [])].slice(9, 12)).toEqual([0, 1, 2])
    expect([...(mesh.colors ?? [])].slice(12, 16)).toEqual([0, 1, 2, 3])
  })

  it('has zeros where the file says nothing, or nothing that is a number', () => {
    const mesh = texturedMesh(square, { rows: [-1, 1, 99, -1, 99, 3], coordinate })
    expect([...(mesh.textureCoordinates ?? [])]).toEqual([0, 0, 1, 0, 0, 0, 0, 1])
  })
})
