import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { decodeContainer } from '../container/container-decode.js'
import { encodeContainer } from '../container/container-encode.js'
import { cosineToOctahedral, sumNormals, writeNormals } from './derive-normals.js'
import { positionSections, readPositions, shuffleFloats, unshuffleFloats } from '../container/float-columns.js'
import { decodeLevelError, encodeLevelError } from './level-error.js'
import { codeFromBase, codeFromPrevious, decodeFromBase, decodeFromPrevious, estimateBits } from './position-coding.js'
import { findSpanningPositions, PositionPredictor } from './position-predictor.js'
import { edgeBits, edgesOfBits, rotateEdgeBits } from './topology.js'

describe('float columns', () => {
  it('store the high bytes of a column first', () => {
    // 1 is 3f800000, -2 is c0000000, 0.5 is 3f000000, 3 is 40400000; two rows of two.
    const rows = Float32Array.of(1, -2, 0.5, 3)
    const first = [0x3f, 0x3f, 0x80, 0x00, 0, 0, 0, 0]
    const second = [0xc0, 0x40, 0x00, 0x40, 0, 0, 0, 0]
    expect([...shuffleFloats(rows, 2)]).toEqual([...first, ...second])
    expect(unshuffleFloats(Uint8Array.from([...first, ...second]), 2)).toEqual(rows)
  })

  it('read a view of a larger array', () => {
    const all = Float32Array.of(9, 1, 2, 9)
    expect(shuffleFloats(all.subarray(1, 3), 1)).toEqual(shuffleFloats(Float32Array.of(1, 2), 1))
  })

  it('are refused if the bytes are not complete rows', () => {
    expect(unshuffleFloats(new Uint8Array(24), 3).length).toBe(6)
    for (const length of [4, 8, 20, 25])
      expect(() => unshuffleFloats(new Uint8Array(length), 3)).toThrow('floats are no whole rows')
  })
})

describe('position sections', () => {
  const read = (values: readonly number[]): { exponent: number; names: string[]; bytes: number[][] } => {
    const { sections, exponent } = positionSections('p', Float32Array.from(values))
    return { exponent, names: sections.map(({ name }) => name), bytes: sections.map(({ data }) => [...data]) }
  }

  it('store positions on a grid as differences of each axis, in steps', () => {
    // In sixteenths: x 4, 8; y -16, 0; z 0, 1.
    expect(read([0.25, -1, 0, 0.5, 0, 1 / 16])).toEqual({
      exponent: -4,
      names: ['p0', 'p1', 'p2'],
      bytes: [
        [8, 8],
        [31, 32],
        [0, 2],
      ],
    })
  })

  it.each([-4, -8, -11, -14, -17, -20, -24])('use the grid of 2^%i m for a position on it', (exponent) => {
    expect(read([0, 2 ** exponent, 1]).exponent).toBe(exponent)
  })

  it('use the next finer grid for a position between two', () => {
    expect([-5, -9, -21].map((power) => read([0, 2 ** power, 0]).exponent)).toEqual([-8, -11, -24])
  })

  it('store positions off every grid as floats', () => {
    const values = [0.1, 2 ** -25, 1]
    expect(read(values)).toEqual({
      exponent: 0,
      names: ['p0'],
      bytes: [[...shuffleFloats(Float32Array.from(values), 3)]],
    })
  })

  it('store positions as floats from 2^30 steps, which would not fit a difference of 32 bits', () => {
    expect(read([2 ** 26 - 4, 0, 0]).exponent).toBe(-4)
    expect(read([-(2 ** 26) + 4, 0, 0]).exponent).toBe(-4)
    expect(read([2 ** 26, 0, 0]).exponent).toBe(0)
    expect(read([-(2 ** 26), 0, 0]).exponent).toBe(0)
    expect(read([NaN, 0, 0]).exponent).toBe(0)
    expect(read([Infinity, 0, 0]).exponent).toBe(0)
  })

  it('restore random positions exactly, on a grid or not', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = seededRandom(seed)
      const grid = random() < 0.3 ? 1e-9 : 2 ** -Math.floor(random() * 26)
      const values = Float32Array.from({ length: 60 }, () => Math.round((random() - 0.5) * 2 ** 22) * grid)
      const { sections, exponent } = positionSections('p', values)
      const container = decodeContainer(encodeContainer({}, sections))
      expect(readPositions(container, 'p', 20, exponent), `seed ${seed}`).toEqual(values)
    }
  })

  it('are refused with another number of rows', () => {
    const container = decodeContainer(
      encodeContainer({}, [...positionSections('p', Float32Array.of(0.1, 0.2, 0.3)).sections]),
    )
    expect(readPositions(container, 'p', 1, 0).length).toBe(3)
    for (const rows of [0, 2]) expect(() => readPositions(container, 'p', rows, 0)).toThrow('p has another length')
  })
})

describe('level error codec', () => {
  it('counts sixteenths of an octave above the step', () => {
    const codes = [0.5, 1, 2 ** (1 / 16), 2 ** (1 / 16) + 1e-9, 2, 4, 1024].map((error) => encodeLevelError(error, 1))
    expect(codes).toEqual([1, 1, 2, 3, 17, 33, 161])
    expect([1, 2, 17, 33, 161].map((code) => decodeLevelError(code, 0.5))).toEqual([
      0.5,
      0.5 * 2 ** (1 / 16),
      1,
      2,
      512,
    ])
  })

  it('has a code for no error and one for every larger one', () => {
    expect([0, -1, NaN].map((error) => encodeLevelError(error, 1))).toEqual([0, 0, 0])
    expect([1e6, 1e300, Infinity].map((error) => encodeLevelError(error, 1))).toEqual([255, 255, 255].map(() => 255))
    expect(decodeLevelError(0, 7)).toBe(0)
  })
})

describe('codes from the previous position', () => {
  it('are zigzag differences: x of all, y of all, z of all', () => {
    const positions = Uint16Array.of(1, 10, 0, 0, 12, 65535, 3, 12, 0)
    // x: 1, -1, 3; y: 10, 2, 0; z: 0, -1 (65535 wraps around), 1.
    expect([...codeFromPrevious(positions)]).toEqual([2, 1, 6, 20, 4, 0, 0, 1, 2])
    expect(decodeFromPrevious(Uint16Array.of(2, 1, 6, 20, 4, 0, 0, 1, 2))).toEqual(positions)
  })

  it('restore random positions', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const positions = Uint16Array.from({ length: 90 }, () => random() * 65536)
      expect(decodeFromPrevious(codeFromPrevious(positions)), `seed ${seed}`).toEqual(positions)
    }
  })
})

describe('estimateBits', () => {
  it('counts one bit and the significant bits of each code', () => {
    expect([[], [0], [1], [2, 3], [65535], [0, 0, 0]].map((codes) => estimateBits(Uint16Array.from(codes)))).toEqual([
      0, 1, 2, 6, 17, 3,
    ])
  })
})

/** A tetrahedron and its center of gravity. */
const tetrahedron = Uint16Array.of(0, 0, 0, 400, 0, 0, 0, 800, 0, 0, 0, 1200, 100, 200, 300)

describe('findSpanningPositions', () => {
  it('finds the ends along the diagonal, then the farthest from their line and from their plane', () => {
    // Farthest from the first along x + y + z is 3; from there 0; from the line 0-3 (the z axis) 2; from x = 0: 1.
    expect(findSpanningPositions(tetrahedron)).toEqual([3, 0, 2, 1])
  })

  it('prefers the first of equally distant positions', () => {
    const cube = Uint16Array.from({ length: 24 }, (_, at) => ((Math.floor(at / 3) >> (at % 3)) & 1) * 10)
    // 0 and 7 are opposite; 1 to 6 are equally far from their diagonal, and 2, 3, 4, 5 from the plane of 0, 7 and 1.
    expect(findSpanningPositions(cube)).toEqual([7, 0, 1, 2])
  })

  it.each([
    ['one position', [5, 6, 7]],
    ['equal positions', [5, 6, 7, 5, 6, 7]],
    ['positions on a line', [0, 0, 0, 1, 2, 3, 2, 4, 6, 10, 20, 30]],
    ['positions in an oblique plane', [0, 0, 0, 10, 0, 10, 0, 10, 0, 10, 10, 10]],
    // Along x + y + z both ends are equally far from the first, so the shape has no extent in that direction.
    ['positions in a plane across the diagonal', [10, 0, 0, 0, 10, 0, 0, 0, 10]],
  ])('returns null for %s', (_, positions) => expect(findSpanningPositions(Uint16Array.from(positions))).toBeNull())
})

describe('PositionPredictor', () => {
  const predictor = new PositionPredictor(tetrahedron)

  it('predicts the spanning positions themselves and the same combination of them', () => {
    const other = Uint16Array.of(1000, 1000, 1000, 3000, 1004, 1000, 1000, 2000, 1008, 1012, 1000, 5000, 0, 0, 0)
    const predicted = new Float64Array(15)
    predictor.predict(other, predicted)
    // The center of gravity is a quarter of each corner.
    const expected = [...other.subarray(0, 12), 6012 / 4, 5004 / 4, 8008 / 4]
    predicted.forEach((value, at) => expect(value).toBeCloseTo(expected[at], 9))
  })

  it('measures the largest deviation on any axis, up to the limit', () => {
    const copy = tetrahedron.slice()
    expect(predictor.deviation(copy, 0)).toBeLessThan(1e-9)
    copy[13] += 7
    expect(predictor.deviation(copy, 8)).toBeCloseTo(7, 9)
    expect(predictor.deviation(copy, 6)).toBe(Infinity)
    copy[12] -= 9
    copy[14] += 8
    expect(predictor.deviation(copy, 10)).toBeCloseTo(9, 9)
  })

  it('predicts nothing from a flat base', () => {
    const flat = new PositionPredictor(Uint16Array.of(0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0))
    const target = new Float64Array(12).fill(5)
    flat.predict(new Uint16Array(12), target)
    expect([...target]).toEqual(Array.from<number>({ length: 12 }).fill(5))
    expect(flat.deviation(new Uint16Array(12), 1e9)).toBe(Infinity)
  })

  it('predicts affine images of random bases within rounding', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const base = Uint16Array.from({ length: 120 }, () => random() * 20_000)
      const matrix = Array.from({ length: 9 }, () => random())
      const image = Uint16Array.from(base, (_, at) => {
        const [row, first] = [at % 3, at - (at % 3)]
        return Math.round(
          matrix[row * 3] * base[first] + matrix[row * 3 + 1] * base[first + 1] + matrix[row * 3 + 2] * base[first + 2],
        )
      })
      // Each corner is rounded by up to half a step, and combinations of four add up.
      expect(new PositionPredictor(base).deviation(image, 100), `seed ${seed}`).toBeLessThan(8)
    }
  })
})

describe('codes from a base', () => {
  const predictor = new PositionPredictor(tetrahedron)

  it('are zigzag differences from the base for spanning positions and from the prediction for others', () => {
    const positions = tetrahedron.slice()
    positions[0] += 4
    positions[7] -= 4
    positions[14] += 2
    // Predicted: x 100 + 1, y 200 - 1, z 300.
    expect([...(codeFromBase(positions, predictor) ?? [])]).toEqual([8, 0, 0, 0, 1, 0, 0, 7, 0, 2, 0, 0, 0, 0, 4])
    const codes = Uint16Array.of(8, 0, 0, 0, 1, 0, 0, 7, 0, 2, 0, 0, 0, 0, 4)
    expect(decodeFromBase(codes, predictor)).toEqual(positions)
  })

  it('restore random positions from random bases', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const [base, positions] = [1, 2].map(() => Uint16Array.from({ length: 60 }, () => random() * 65536))
      const own = new PositionPredictor(base)
      const codes = codeFromBase(positions, own) ?? new Uint16Array(0)
      expect(decodeFromBase(codes, own), `seed ${seed}`).toEqual(positions)
    }
  })
})

describe('edge bits', () => {
  const indices = Uint32Array.of(0, 1, 2, 2, 1, 3)

  it('have bit k of a triangle for the edge from its corner k', () => {
    expect([...(edgeBits(Uint32Array.of(0, 1), indices, 6) ?? [])]).toEqual([1, 0])
    expect([...(edgeBits(Uint32Array.of(1, 2), indices, 6) ?? [])]).toEqual([2, 0])
    expect([...(edgeBits(Uint32Array.of(2, 0, 3, 2), indices, 6) ?? [])]).toEqual([4, 4])
    expect([...(edgeBits(new Uint32Array(0), indices, 6) ?? [])]).toEqual([0, 0])
  })

  it('are null for edges in another order, direction or level', () => {
    expect(edgeBits(Uint32Array.of(1, 3, 0, 1), indices, 6)).toBeNull()
    expect(edgeBits(Uint32Array.of(3, 1), indices, 6)).toBeNull()
    expect(edgeBits(Uint32Array.of(1, 3), indices, 3)).toBeNull()
    expect(edgeBits(Uint32Array.of(0, 1, 0, 1), indices, 6)).toBeNull()
  })

  it('rotate with the corners of their triangle', () => {
    const before = Uint32Array.of(4, 5, 6)
    const rotate = (bits: number, ...after: number[]): number[] => [
      ...rotateEdgeBits(Uint8Array.of(bits), before, Uint32Array.from(after)),
    ]
    expect([1, 2, 4].map((bits) => rotate(bits, 4, 5, 6))).toEqual([[1], [2], [4]])
    expect([1, 2, 4, 3].map((bits) => rotate(bits, 5, 6, 4))).toEqual([[4], [1], [2], [5]])
    expect([1, 2, 4, 3].map((bits) => rotate(bits, 6, 4, 5))).toEqual([[2], [4], [1], [6]])
  })

  it('stand for directed edges of the triangles', () => {
    expect([...edgesOfBits(Uint8Array.of(7, 5), indices)]).toEqual([0, 1, 1, 2, 2, 0, 2, 1, 3, 2])
    expect(() => edgesOfBits(Uint8Array.of(8), indices)).toThrow('unknown edge bits')
  })
})

/** Returns the angle-weighted normals of triangles whose vertices all have their own position. */
const sumTriangles = (...positions: number[]): number[][] => {
  const indices = Uint32Array.from({ length: positions.length / 3 }, (_, index) => index)
  const shape = { indices, level0IndexCount: indices.length, positionByVertex: indices }
  const sums = sumNormals({ ...shape, positions: Uint16Array.from(positions) })
  return Array.from(indices, (vertex) => [...sums.subarray(vertex * 3, vertex * 3 + 3)])
}

describe('sumNormals', () => {
  it.each([
    ['a right angle', [0, 0, 0, 300, 0, 0, 0, 400, 0]],
    ['an obtuse angle', [300, 0, 0, 900, 0, 0, 0, 100, 0]],
    ['an acute angle', [0, 0, 0, 1000, 0, 0, 900, 100, 0]],
    ['equal sides', [0, 0, 0, 1000, 0, 0, 500, 866, 0]],
  ])('weights the unit normal by the angle of each vertex in a triangle with %s', (_, positions) => {
    const angles = [0, 1, 2].map((vertex) => {
      const at = (number: number): readonly [number, number] => {
        const first = ((vertex + number) % 3) * 3
        return [positions[first], positions[first + 1]]
      }
      const [own, next, last] = [at(0), at(1), at(2)]
      const direction = (to: readonly [number, number]): number => Math.atan2(to[1] - own[1], to[0] - own[0])
      return direction(last) - direction(next)
    })
    sumTriangles(...positions).forEach(([x, y, z], vertex) => {
      expect([x, y]).toEqual([0, 0])
      expect(Math.abs(z - angles[vertex])).toBeLessThan(2e-4)
    })
    expect(sumTriangles(...positions).reduce((sum, [, , z]) => sum + z, 0)).toBeCloseTo(Math.PI, 9)
  })

  it('points to the side from which the vertices are counter-clockwise, in every plane', () => {
    const directions = [
      [0, 0, 0, 0, 10, 0, 0, 0, 10],
      [0, 0, 0, 0, 0, 10, 10, 0, 0],
      [0, 0, 0, 10, 0, 0, 0, 10, 0],
      [0, 0, 10, 10, 0, 0, 0, 10, 0],
    ].map((positions) => sumTriangles(...positions)[0].map((value) => Math.sign(value)))
    expect(directions).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ])
  })

  it('skips triangles lower than one step, and only those', () => {
    expect(sumTriangles(0, 0, 0, 100, 0, 0, 50, 1, 0).every(([, , z]) => z > 0)).toBe(true)
    expect(sumTriangles(0, 0, 0, 100, 1, 0, 50, 1, 0).flat()).toEqual(Array.from<number>({ length: 9 }).fill(0))
    expect(sumTriangles(0, 0, 0, 100, 0, 0, 50, 0, 0).flat()).toEqual(Array.from<number>({ length: 9 }).fill(0))
    expect(sumTriangles(5, 5, 5, 5, 5, 5, 5, 5, 5).flat()).toEqual(Array.from<number>({ length: 9 }).fill(0))
  })

  it('adds up the triangles of a vertex at level 0 alone', () => {
    const positions = Uint16Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 10)
    const positionByVertex = Uint32Array.of(0, 1, 2, 3)
    const indices = Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1)
    const [x, y, z] = sumNormals({ indices, level0IndexCount: 6, positionByVertex, positions })
    expect(x).toBeCloseTo(Math.PI / 2, 3)
    expect(y).toBe(0)
    expect(z).toBeCloseTo(Math.PI / 2, 3)
  })
})

/** Decodes octahedral coordinates by the formula of the literature. */
function decodeOctahedral(u: number, v: number): number[] {
  const z = 1 - Math.abs(u / 127) - Math.abs(v / 127)
  const fold = Math.max(0, -z)
  const [x, y] = [u / 127, v / 127].map((value) => value - Math.sign(value || 1) * fold)
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

describe('octahedral normals', () => {
  const write = (...sums: number[]): number[] => {
    const target = new Int8Array((sums.length / 3) * 2)
    writeNormals(Float64Array.from(sums), target, 0, 2)
    return [...target].map((value) => value + 0)
  }

  it('have the axes at the center, the edges and the corners', () => {
    expect(write(0, 0, 1)).toEqual([0, 0])
    expect(write(5, 0, 0)).toEqual([127, 0])
    expect(write(-5, 0, 0)).toEqual([-127, 0])
    expect(write(0, 3, 0)).toEqual([0, 127])
    expect(write(0, -3, 0)).toEqual([0, -127])
    expect(write(0, 0, -2)).toEqual([127, 127])
    expect(write(1, 1, 2)).toEqual([32, 32])
    expect(write(1, 1, -2)).toEqual([95, 95])
    expect(write(-1, 1, -2)).toEqual([-95, 95])
    expect(write(1, -1, -2)).toEqual([95, -95])
    expect(write(-1, -1, -2)).toEqual([-95, -95])
  })

  it('are written to rows of a larger array, and a vertex without a normal keeps its bytes', () => {
    const target = new Int8Array(24).fill(9)
    writeNormals(Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 4), target, 6, 8)
    expect([...target]).toEqual([9, 9, 9, 9, 9, 9, 127, 0, ...Array.from<number>({ length: 14 }).fill(9), 0, 0])
  })

  it('are within a degree of the direction on the whole sphere', () => {
    const random = seededRandom(9)
    for (let round = 0; round < 500; round++) {
      const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5]
      const [u, v] = write(x, y, z)
      const [dx, dy, dz] = decodeOctahedral(u, v)
      const cosine = (x * dx + y * dy + z * dz) / Math.hypot(x, y, z)
      expect(cosine).toBeGreaterThan(Math.cos(Math.PI / 180))
      expect(cosineToOctahedral(u, v, [x, y, z])).toBeCloseTo(cosine, 9)
    }
  })

  it('have the cosine of any angle to a direction', () => {
    expect(cosineToOctahedral(127, 0, [0, 2, 0])).toBe(0)
    expect(cosineToOctahedral(127, 0, [-3, 0, 0])).toBe(-1)
    expect(cosineToOctahedral(0, -127, [0, -1, 1])).toBeCloseTo(Math.SQRT1_2, 12)
    expect(cosineToOctahedral(95, -95, [1, -1, -2])).toBeGreaterThan(0.999)
    expect(cosineToOctahedral(-95, 95, [1, -1, -2])).toBeLessThan(0.5)
  })
})
