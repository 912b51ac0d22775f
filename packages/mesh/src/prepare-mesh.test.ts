import type { MeshInput, PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { decodeOctahedral } from './vertices/octahedral.js'
import { preparedMeshTransferables, prepareMesh } from './prepare-mesh.js'
import { box, cylinder, transform, merge, flip, unshared } from './testing/shapes.js'

const prepared = (input: MeshInput): PreparedMesh => {
  const mesh = prepareMesh(input)
  if (mesh === null) throw new Error('nothing was left of the mesh')
  return mesh
}
const computePosition = (mesh: PreparedMesh, vertex: number): number[] =>
  [0, 1, 2].map((axis) => mesh.origin[axis] + mesh.step * mesh.positions[vertex * 3 + axis])
const computeBounds = (mesh: PreparedMesh): number[] => {
  const points = Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => computePosition(mesh, vertex))
  return [Math.min, Math.max].flatMap((pick) => [0, 1, 2].map((axis) => pick(...points.map((point) => point[axis]))))
}
const triangles = (mesh: PreparedMesh): number => mesh.levels[0].count / 3

describe('prepareMesh of a box', () => {
  const mesh = prepared(box([0, 0, 0], [2, 3, 4]))

  it('keeps its triangles, is closed, and has the right area and volume', () => {
    expect(triangles(mesh)).toBe(12)
    expect(mesh.closed).toBe(true)
    expect(mesh.area).toBeCloseTo(2 * (6 + 8 + 12), 3)
    expect(mesh.volume).toBeCloseTo(24, 3)
  })

  it('has twelve edges and no diagonals', () => {
    expect(mesh.edges.length / 2).toBe(12)
    const lengths = Array.from({ length: 12 }, (_, edge) => {
      const [a, b] = [computePosition(mesh, mesh.edges[edge * 2]), computePosition(mesh, mesh.edges[edge * 2 + 1])]
      return Math.round(Math.hypot(...a.map((value, axis) => value - b[axis])))
    })
    expect(lengths.sort((one, other) => one - other)).toEqual([2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4])
  })

  it('has flat faces: a vertex per corner and face, normals along the axes', () => {
    expect(mesh.positions.length / 3).toBe(24)
    for (let vertex = 0; vertex < 24; vertex++) {
      const normal = decodeOctahedral(mesh.normals[vertex * 2], mesh.normals[vertex * 2 + 1])
      expect(Math.max(...normal.map(Math.abs))).toBeCloseTo(1, 2)
    }
  })

  it('keeps its position within 0.1 mm', () => {
    const bounds = computeBounds(prepared(box([-1.2345, 7.001, 0.5], [0.9876, 8.25, 3.75])))
    const expected = [-1.2345, 7.001, 0.5, 0.9876, 8.25, 3.75]
    bounds.forEach((value, at) => expect(Math.abs(value - expected[at])).toBeLessThan(1e-4))
  })
})

describe('prepareMesh clean-up', () => {
  it('merges coincident vertices', () => {
    const mesh = prepared(unshared(box([0, 0, 0], [1, 1, 1])))
    expect(mesh.closed).toBe(true)
    expect(mesh.positions.length / 3).toBe(24)
  })

  it('drops triangles without area, with missing vertices or with non-finite coordinates', () => {
    const good = box([0, 0, 0], [1, 1, 1])
    const indices = [...good.indices, 0, 0, 1, 0, 1, 99, 8, 0, 1]
    const positions = [...good.positions, Number.NaN, 0, 0]
    const mesh = prepared({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices) })
    expect(triangles(mesh)).toBe(12)
    expect(mesh.closed).toBe(true)
  })

  it('drops a repeated face in either orientation', () => {
    const good = box([0, 0, 0], [1, 1, 1])
    const [a, b, c] = good.indices
    const mesh = prepared({ ...good, indices: Uint32Array.from([...good.indices, a, b, c, c, b, a]) })
    expect(triangles(mesh)).toBe(12)
  })

  it('drops both sides of a fold lower than the quantisation step, but keeps a higher one', () => {
    const good = box([0, 0, 0], [1, 1, 1])
    const withFin = (height: number): PreparedMesh => {
      const positions = Float32Array.from([...good.positions, 0.5, 0, -height])
      const corner = (x: number): number => {
        const at = Array.from({ length: good.positions.length / 3 }, (_, vertex) => vertex)
        const match = at.find((vertex) => [x, 0, 0].every((value, axis) => good.positions[vertex * 3 + axis] === value))
        return match ?? -1
      }
      const [one, other, tip] = [corner(0), corner(1), good.positions.length / 3]
      return prepared({ positions, indices: Uint32Array.from([...good.indices, other, tip, one, one, tip, other]) })
    }
    expect([triangles(withFin(0.0001)), withFin(0.0001).closed]).toEqual([12, true])
    expect([triangles(withFin(0.2)), withFin(0.2).closed]).toEqual([13, false])
  })

  it('keeps a two-sided ribbon that is thinner than the quantisation step', () => {
    const positions = Float32Array.from([0, 0, 0, 5, 0, 0, 5, 0.0001, 0])
    expect(prepareMesh({ positions, indices: Uint32Array.from([0, 1, 2, 2, 1, 0]) })).not.toBeNull()
  })

  it('returns null when no triangle is left', () => {
    expect(prepareMesh({ positions: new Float32Array(0), indices: new Uint32Array(0) })).toBeNull()
    expect(prepareMesh({ positions: new Float32Array(9), indices: Uint32Array.from([0, 1, 2]) })).toBeNull()
    const infinite = Float32Array.from([Infinity, 0, 0, 1, 0, 0, 0, 1, 0])
    expect(prepareMesh({ positions: infinite, indices: Uint32Array.from([0, 1, 2]) })).toBeNull()
  })

  it('does not depend on previously prepared meshes', () => {
    const first = prepared(box([0, 0, 0], [1, 1, 1]))
    prepareMesh(cylinder(3, 9, 400))
    const again = prepared(box([0, 0, 0], [1, 1, 1]))
    expect(again).toEqual(first)
  })
})

describe('prepareMesh orientation', () => {
  it('flips a box that is inside out', () => {
    const mesh = prepared(flip(box([0, 0, 0], [1, 2, 3])))
    expect(mesh.volume).toBeCloseTo(6, 3)
  })

  it('makes the winding of inconsistent triangles consistent', () => {
    const mesh = prepared(flip(box([0, 0, 0], [1, 1, 1]), (triangle) => triangle % 3 === 0))
    expect(mesh.closed).toBe(true)
    expect(mesh.volume).toBeCloseTo(1, 3)
  })

  it('flips each of two solids separately', () => {
    const mesh = prepared(merge(box([0, 0, 0], [1, 1, 1]), flip(box([3, 0, 0], [4, 1, 1]))))
    expect(mesh.volume).toBeCloseTo(2, 3)
  })

  it('keeps a cavity inside a solid', () => {
    const shell = merge(box([0, 0, 0], [4, 4, 4]), flip(box([1, 1, 1], [3, 3, 3])))
    expect(prepared(shell).volume).toBeCloseTo(64 - 8, 2)
  })

  it('leaves the winding unchanged on request', () => {
    const mesh = prepareMesh(flip(box([0, 0, 0], [1, 1, 1])), { repairOrientation: false })
    expect(mesh?.volume).toBeCloseTo(-1, 3)
  })

  it('reports an open mesh as not closed and without volume', () => {
    const open = box([0, 0, 0], [1, 1, 1])
    const mesh = prepared({ ...open, indices: open.indices.subarray(0, 30) })
    expect(mesh.closed).toBe(false)
    expect(mesh.volume).toBeNull()
  })
})

describe('prepareMesh shading', () => {
  it('is smooth around a cylinder and sharp at its rims', () => {
    const segments = 24
    const mesh = prepared(cylinder(1, 2, segments))
    // One vertex per rim point for the side and one for each cap; each cap's centre.
    expect(mesh.positions.length / 3).toBe(segments * 4 + 2)
    const side = Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => ({
      normal: decodeOctahedral(mesh.normals[vertex * 2], mesh.normals[vertex * 2 + 1]),
      position: computePosition(mesh, vertex),
    })).filter(({ normal }) => Math.abs(normal[2]) < 0.5)
    expect(side).toHaveLength(segments * 2)
    for (const { normal, position } of side) {
      expect(normal[0] * position[0] + normal[1] * position[1]).toBeGreaterThan(0.98)
    }
  })

  it('draws only the rims of a cylinder as edges', () => {
    const mesh = prepared(cylinder(1, 2, 24))
    expect(mesh.edges.length / 2).toBe(48)
  })

  it('follows the requested crease angle', () => {
    const faceted = prepareMesh(cylinder(1, 2, 24), { creaseAngleDegrees: 5 })
    const smooth = prepareMesh(cylinder(1, 2, 24))
    expect(faceted?.positions.length).toBeGreaterThan(smooth?.positions.length ?? 0)
  })
})

describe('prepareMesh quantisation', () => {
  it('uses a step of 0.1 mm for parts, finer for small and coarser for large models', () => {
    expect(prepared(box([0, 0, 0], [3, 1, 1])).step).toBeCloseTo(1e-4, 9)
    expect(prepared(box([0, 0, 0], [0.004, 0.001, 0.001])).step).toBeLessThanOrEqual(0.004 / 4096 + 1e-12)
    expect(prepared(box([0, 0, 0], [655.35, 1, 1])).step).toBeCloseTo(0.01, 6)
  })

  it('keeps vertex colours with their vertices', () => {
    const white = box([0, 0, 0], [1, 1, 1])
    const colors = Uint8Array.from({ length: 32 }, (_, at) => (at % 4 === 3 ? 255 : Math.floor(at / 4) * 20))
    const mesh = prepared({ ...white, colors })
    expect(mesh.colors?.length).toBe((mesh.positions.length / 3) * 4)
    for (let vertex = 0; vertex < mesh.positions.length / 3; vertex++) {
      const corner = computePosition(mesh, vertex).reduce((sum, value, axis) => sum + (value > 0.5 ? 1 << axis : 0), 0)
      expect(mesh.colors?.[vertex * 4]).toBe(corner * 20)
    }
  })

  it('transfers its buffers', () => {
    const mesh = prepared(box([0, 0, 0], [1, 1, 1]))
    const buffers = preparedMeshTransferables(mesh)
    const copy = structuredClone(mesh, { transfer: buffers })
    expect(copy.indices).toHaveLength(36)
    expect(mesh.indices).toHaveLength(0)
  })
})

describe('shape hash', () => {
  const hash = (input: MeshInput): string => prepared(input).shapeHash
  const pipe = cylinder(0.05, 2.4, 16)

  it('is sixteen hexadecimal digits', () => {
    expect(hash(pipe)).toMatch(/^[0-9a-f]{16}$/)
  })

  it('does not depend on the order of triangles, corners and vertices', () => {
    const reversed: number[] = []
    for (let at = pipe.indices.length - 3; at >= 0; at -= 3) {
      reversed.push(pipe.indices[at + 1], pipe.indices[at + 2], pipe.indices[at])
    }
    expect(hash({ ...pipe, indices: Uint32Array.from(reversed) })).toBe(hash(pipe))
    expect(hash(unshared(pipe))).toBe(hash(pipe))
  })

  it('does not depend on the position of the shape', () => {
    expect(hash(transform(pipe, [16, -4, 2]))).toBe(hash(pipe))
  })

  it('differs for another length or rotation', () => {
    expect(hash(cylinder(0.05, 2.41, 16))).not.toBe(hash(pipe))
    const rotatedInput: MeshInput = {
      ...pipe,
      positions: pipe.positions.map((_, at) => pipe.positions[at - (at % 3) + ((at + 1) % 3)]),
    }
    expect(hash(rotatedInput)).not.toBe(hash(pipe))
  })
})

describe('prepareMesh source triangles', () => {
  /** Vertices of a square of a metre, of one of a nanometre on the far side, and one that is not finite. */
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1e-9, 1, 1e-9, 1e-9, Number.NaN, 0, 0)

  it('are counted, and dropped ones by reason', () => {
    const triangles = [
      [0, 1, 2],
      [0, 2, 3],
      // A repeated vertex; three collinear ones.
      [0, 1, 1],
      [0, 1, 0],
      // The nanometre square.
      [1, 4, 5],
      // A vertex that is not finite, and a missing one.
      [0, 1, 6],
      [0, 1, 99],
      // The second one reversed, and repeated.
      [3, 2, 0],
      [0, 2, 3],
    ]
    const mesh = prepareMesh({ positions, indices: Uint32Array.from(triangles.flat()) })
    expect(mesh?.source).toEqual({ triangles: 9, unusable: 2, withoutArea: 2, collapsed: 1, repeated: 2 })
    expect(mesh?.indices).toHaveLength(6)
  })
})
