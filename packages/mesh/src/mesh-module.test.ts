import { describe, expect, it } from 'vitest'
import { prepareMesh } from './prepare-mesh.js'
import { box } from './testing/shapes.js'

const cube = box([0, 0, 0], [1, 1, 1])

describe('mesh stage in WebAssembly', () => {
  it('reads missing normals as none, and missing colours and texture coordinates as 0', () => {
    const vertices = cube.positions.length / 3
    const short = prepareMesh({
      ...cube,
      normals: new Float32Array(3),
      colors: Uint8Array.of(9, 9, 9, 9),
      textureCoordinates: Float32Array.of(0.5, 0.5),
    })
    const padded = prepareMesh({
      ...cube,
      normals: new Float32Array(vertices * 3),
      colors: Uint8Array.from({ length: vertices * 4 }, (_, at) => (at < 4 ? 9 : 0)),
      textureCoordinates: Float32Array.from({ length: vertices * 2 }, (_, at) => (at < 2 ? 0.5 : 0)),
    })
    expect(short).toEqual(padded)
  })

  it('ignores edges of vertices that do not exist, and values after the last vertex', () => {
    const plain = prepareMesh({ ...cube, edges: Uint32Array.of(0, 1) })
    const input = {
      positions: Float64Array.from([...cube.positions, 7, 7]),
      indices: Uint32Array.from([...cube.indices, 0, 1]),
      edges: Uint32Array.of(0, 1, 1, 4_000_000_000, 99, 0, 1),
    }
    expect(prepareMesh(input)).toEqual(plain)
  })

  it('prepares a small mesh the same after a large one', () => {
    const before = prepareMesh(cube)
    const side = 600
    const positions = new Float32Array(side * side * 3)
    const indices = new Uint32Array((side - 1) * (side - 1) * 6)
    let count = 0
    for (let vertex = 0; vertex < side * side; vertex++) {
      const [x, y] = [vertex % side, Math.floor(vertex / side)]
      positions.set([x, y, 0], vertex * 3)
      if (x + 1 === side || y + 1 === side) continue
      indices.set([vertex, vertex + 1, vertex + side + 1, vertex, vertex + side + 1, vertex + side], count)
      count += 6
    }
    expect(prepareMesh({ positions, indices })?.area).toBe((side - 1) ** 2)
    expect(prepareMesh(cube)).toEqual(before)
  })

  it('reports a mesh that needs more than 4 GiB as an allocation that failed', () => {
    const positions = new Float32Array(3)
    expect(() => prepareMesh({ positions, indices: new Uint32Array(60_000_000) })).toThrow(RangeError)
    expect(prepareMesh(cube)).not.toBeNull()
  })
})
