import { describe, expect, it } from 'vitest'
import { cutShape, type Cutting } from './mesh-parts.js'
import { plainShape, TriangleList, type TriangleShape } from './triangle-shape.js'

const fold = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, 2].map((value) => value + 10)

/** Creates two triangles that share an edge at a right angle. */
function folded(groups: readonly [number, number], materials: readonly [number, number] = [0, 0]): TriangleShape {
  const list = new TriangleList()
  list.add([0, 1, 2], groups[0], materials[0])
  list.add([1, 0, 3], groups[1], materials[1])
  return plainShape(fold, list)
}

const cutting: Cutting = { metres: 0.01, partOf: () => 0, isTextured: () => false }

describe('cutShape', () => {
  it('moves the mesh to zero and converts it to metres', () => {
    const { origin, notNumbers, parts, triangles } = cutShape(folded([1, 1]), cutting)
    expect(origin).toEqual([0.1, 0.1, 0.1])
    expect([triangles, notNumbers, parts.length]).toEqual([2, 0, 1])
    const [part] = parts
    expect(Math.max(...(part?.mesh.positions ?? []))).toBeCloseTo(0.02)
    expect(Math.min(...(part?.mesh.positions ?? []))).toBe(0)
  })

  it('shares vertices within a smoothing group and splits them between groups', () => {
    const vertices = (groups: readonly [number, number]): number =>
      (cutShape(folded(groups), cutting).parts[0]?.mesh.positions.length ?? 0) / 3
    expect(vertices([1, 1])).toBe(4)
    expect(vertices([1, 3])).toBe(6)
    expect(vertices([1, 2])).toBe(6)
    expect(vertices([0, 0])).toBe(6)
  })

  it('returns a part for each material in order', () => {
    const shape = folded([1, 1], [7, 2])
    const { parts } = cutShape(shape, { ...cutting, partOf: (materialId) => materialId })
    expect(parts.map(({ materialId, mesh }) => [materialId, mesh.indices.length])).toEqual([
      [2, 3],
      [7, 3],
    ])
    expect(cutShape(shape, cutting).parts).toHaveLength(1)
  })

  it('normalises explicit normals', () => {
    const normals = { values: Float32Array.of(0, 0, 5, 3, 0, 4, 0, 0, 0), rows: Uint32Array.of(0, 0, 0, 1, 0, 2) }
    const [part] = cutShape({ ...folded([1, 1]), normals }, cutting).parts
    const set = part?.mesh.normals ?? new Float32Array()
    // The second vertex has two normals; one of zero length points up.
    expect(set).toHaveLength(3 * 5)
    const rows = Array.from({ length: 5 }, (_, row) => [...set.subarray(3 * row, 3 * row + 3)])
    expect(rows.filter(([x = 0]) => x > 0.5)).toEqual([[0.6, 0, 0.8].map(Math.fround)])
    expect(rows.filter(([, , z]) => z === 1)).toHaveLength(4)
  })

  it('writes texture coordinates with v flipped for textured parts', () => {
    const textures = {
      values: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0),
      rows: Uint32Array.of(0, 1, 2, 1, 0, 2),
    }
    const shape = { ...folded([1, 1]), textures }
    expect(cutShape(shape, cutting).parts[0]?.mesh.textureCoordinates).toBeUndefined()
    const [part] = cutShape(shape, { ...cutting, isTextured: () => true }).parts
    const [first = 0, second = 0, third = 0] = part?.mesh.indices ?? []
    const at = (vertex: number): number[] => [
      ...(part?.mesh.textureCoordinates?.subarray(2 * vertex, 2 * vertex + 2) ?? []),
    ]
    expect([at(first), at(second), at(third)]).toEqual([
      [0, 1],
      [1, 1],
      [1, 0],
    ])
  })

  it('writes no texture coordinates without a map', () => {
    const [part] = cutShape(folded([1, 1]), { ...cutting, isTextured: () => true }).parts
    expect(part?.mesh.textureCoordinates).toBeUndefined()
  })

  it('omits and counts triangles with non-finite vertices', () => {
    const shape = folded([1, 1])
    shape.positions[11] = Number.NaN
    const { notNumbers, parts, triangles } = cutShape(shape, cutting)
    expect([notNumbers, triangles, parts[0]?.mesh.indices.length]).toEqual([1, 1, 3])
    shape.positions[0] = 1e30
    expect(cutShape(shape, cutting)).toEqual({ parts: [], origin: [0, 0, 0], triangles: 0, notNumbers: 2 })
  })
})
