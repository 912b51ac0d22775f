import { describe, expect, it } from 'vitest'
import { texturedMesh } from './textured-mesh.js'

const coordinates = [0, 0, 1, 0, 1, 1, 0, 1]
const coordinate = (row: number, axis: 0 | 1): number => coordinates[2 * row + axis] ?? Number.NaN
const square = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
}

describe('texturedMesh', () => {
  it('keeps vertices whose corners have one texture coordinate', () => {
    const mesh = texturedMesh(square, { rows: [0, 1, 2, 0, 2, 3], coordinate })
    expect(mesh).toEqual({ ...square, textureCoordinates: Float32Array.from(coordinates) })
  })

  it('duplicates the vertices of a seam with their normals and colours', () => {
    const normals = Float32Array.from(square.positions, (_, at) => at)
    const colors = Uint8Array.from({ length: 16 }, (_, at) => at)
    const mesh = texturedMesh({ ...square, normals, colors }, { rows: [0, 1, 2, 3, 2, 3], coordinate })
    expect(mesh.positions).toHaveLength(15)
    expect([...mesh.indices]).toEqual([0, 1, 2, 3, 2, 4])
    expect([...(mesh.textureCoordinates ?? [])]).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 0, 1])
    expect([...(mesh.normals ?? [])].slice(9, 12)).toEqual([0, 1, 2])
    expect([...(mesh.colors ?? [])].slice(12, 16)).toEqual([0, 1, 2, 3])
  })

  it('writes zeros for missing or invalid texture coordinates', () => {
    const mesh = texturedMesh(square, { rows: [-1, 1, 99, -1, 99, 3], coordinate })
    expect([...(mesh.textureCoordinates ?? [])]).toEqual([0, 0, 1, 0, 0, 0, 0, 1])
  })
})
