import { describe, expect, it } from 'vitest'
import { cosineToOctahedral, sumNormals, writeNormals } from '../chunk/derive-normals.js'
import { decodeContainer, encodeContainer } from '../index.js'
import { positionSections, readPositions, shuffleFloats, unshuffleFloats } from './float-columns.js'
import { decodeLevelError, encodeLevelError } from '../chunk/level-error.js'
import { edgeBits, edgesOfBits, rotateEdgeBits } from '../chunk/topology.js'

describe('float columns', () => {
  it('survive byte shuffling exactly', () => {
    const values = Float32Array.of(1, -0.5, 1e-30, 3e30, 0, -0, 7, 8, 9)
    for (const width of [1, 3, 9]) expect(unshuffleFloats(shuffleFloats(values, width), width)).toEqual(values)
    expect(() => unshuffleFloats(new Uint8Array(10), 1)).toThrow(RangeError)
  })

  it.each([
    ['on a grid', [0.25, -100.5, 3, 12.0625, 0, 7]],
    ['on a fine grid', [2 ** -20, 1, -3, 0, 0, 2 ** -19]],
    ['off any grid', [0.1, 1e-9, -3.3, 1e20, 0, 1 / 3]],
  ])('keep positions %s exactly', (_, numbers) => {
    const values = Float32Array.from(numbers)
    const { sections, exponent } = positionSections('p', values)
    expect(readPositions(decodeContainer(encodeContainer({}, sections)), 'p', 2, exponent)).toEqual(values)
  })
})

describe('level error codec', () => {
  it('decodes to no less than the original and at most 5 % more', () => {
    for (const error of [1e-4, 0.0123, 0.5, 3.9]) {
      const read = decodeLevelError(encodeLevelError(error, 1e-4), 1e-4)
      expect(read).toBeGreaterThanOrEqual(error * (1 - 1e-12))
      expect(read).toBeLessThan(error * 1.05)
    }
    expect(decodeLevelError(encodeLevelError(0, 1e-4), 1e-4)).toBe(0)
  })
})

describe('edge bits', () => {
  const indices = Uint32Array.of(0, 1, 2, 2, 1, 3)

  it('keep edges in order', () => {
    const edges = Uint32Array.of(0, 1, 2, 0, 1, 3, 3, 2)
    expect(edgesOfBits(edgeBits(edges, indices, 6) ?? new Uint8Array(0), indices)).toEqual(edges)
  })

  it('follow triangles that the codec rotated', () => {
    const rotated = Uint32Array.of(1, 2, 0, 3, 2, 1)
    const bits = edgeBits(Uint32Array.of(0, 1, 1, 3), indices, 6) ?? new Uint8Array(0)
    expect(edgesOfBits(rotateEdgeBits(bits, indices, rotated), rotated)).toEqual(Uint32Array.of(0, 1, 1, 3))
  })

  it('are null for pairs that are not triangle edges', () => {
    expect(edgeBits(Uint32Array.of(0, 3), indices, 6)).toBeNull()
  })
})

describe('derived normals', () => {
  it('follow the face directions and are zero where only slivers meet', () => {
    const positions = Uint16Array.of(0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 100, 50, 0, 0)
    const indices = Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8)
    const positionByVertex = Uint32Array.of(0, 1, 2, 0, 3, 1, 0, 4, 1)
    const sums = sumNormals({ indices, level0IndexCount: 9, positionByVertex, positions })
    expect(cosineToOctahedral(0, 0, [sums[0], sums[1], sums[2]])).toBeCloseTo(1, 6)
    expect(cosineToOctahedral(0, 127, [sums[9], sums[10], sums[11]])).toBeCloseTo(1, 6)
    expect([...sums.subarray(18)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
    const normals = new Int8Array(18)
    writeNormals(sums, normals, 0, 2)
    expect([...normals.subarray(0, 2)].map((value) => value + 0)).toEqual([0, 0])
  })

  it('decode all four corners of the octahedral map to the same direction', () => {
    for (const [u, v] of [
      [127, 127],
      [-127, 127],
      [127, -127],
      [-127, -127],
    ] as const)
      expect(cosineToOctahedral(u, v, [0, 0, -1])).toBeCloseTo(1, 6)
  })
})
