import { describe, expect, it } from 'vitest'
import { identityMatrix } from '@kamar/core/math'
import { toMatrix, readWorld } from './world.js'

const rounded = (numbers: ArrayLike<number>): number[] => Array.from(numbers, (value) => Number(value.toFixed(6)) + 0)

describe('SVF world frame', () => {
  it.each([
    ['meter', 'm', 1],
    ['foot', 'ft', 0.3048],
    ['millimeter', 'mm', 0.001],
    ['cm', 'cm', 0.01],
    ['inch', 'in', 0.0254],
  ])('has the unit %s', (value, name, metres) => {
    const world = readWorld({ 'distance unit': { value } })
    expect(world).toMatchObject({ unit: { name, metres }, findings: [] })
  })

  it.each([
    ['missing metadata', undefined],
    ['a missing unit', {}],
    ['a non-string unit', { 'distance unit': { value: 3 } }],
    ['an unknown unit', { 'distance unit': { value: 'cubit' } }],
  ])('assumes metres and reports it for %s', (_, metadata) => {
    expect(readWorld(metadata)).toMatchObject({
      unit: { metres: 1 },
      findings: [{ code: 'unit-assumed', severity: 'information' }],
    })
  })

  it('is unchanged when Z is up, whatever the front', () => {
    const metadata = { 'world up vector': { XYZ: [0, 0, 2] }, 'world front vector': { XYZ: [1, 0, 0] } }
    expect(readWorld(metadata).upright).toBe(identityMatrix)
    expect(readWorld({ 'world up vector': { XYZ: ['a', 0, 0] } }).upright).toBe(identityMatrix)
  })

  it('is rotated when Y is up, also without a stated front', () => {
    const rotated = [1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0]
    const up = { 'world up vector': { XYZ: [0, 1, 0] } }
    expect(rounded(readWorld(up).upright)).toEqual(rotated)
    expect(rounded(readWorld({ ...up, 'world front vector': { XYZ: [0, 0, 5] } }).upright)).toEqual(rotated)
  })

  it('ignores parallel up and front axes', () => {
    const metadata = { 'world up vector': { XYZ: [0, 1, 0] }, 'world front vector': { XYZ: [0, 1, 0] } }
    expect(readWorld(metadata).upright).toBe(identityMatrix)
  })
})

describe('SVF transform', () => {
  const t = { x: 10, y: 20, z: 30 }

  it('is the identity when absent', () => {
    expect(toMatrix(null, 0.3048)).toBe(identityMatrix)
  })

  it('translates in metres', () => {
    expect(rounded(toMatrix({ t }, 0.5))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 10, 15])
  })

  it('scales first and then rotates by the quaternion', () => {
    const half = Math.SQRT1_2
    const q = { x: 0, y: 0, z: half, w: half }
    const quarter = toMatrix({ t, q, s: { x: 2, y: 3, z: 4 } }, 1)
    expect(rounded(quarter)).toEqual([0, 2, 0, -3, 0, 0, 0, 0, 4, 10, 20, 30])
  })

  it('accepts an affine matrix with a translation in metres', () => {
    const matrix = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(rounded(toMatrix({ matrix, t }, 0.1))).toEqual([...matrix, 1, 2, 3])
  })
})
