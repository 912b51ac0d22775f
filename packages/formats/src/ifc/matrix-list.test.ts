import { identityMatrix } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { MatrixList } from './matrix-list.js'

describe('MatrixList', () => {
  it('returns every matrix that was appended, across its arrays', () => {
    const list = new MatrixList()
    const numbers = Array.from({ length: 600 }, (_, at) => list.push(identityMatrix.map((value) => value + at)))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    expect(list).toHaveLength(601)
    for (const at of [0, 254, 255, 599])
      expect([...list.get(at + 1)]).toEqual([...identityMatrix].map((value) => value + at))
  })

  it('copies the matrix', () => {
    const list = new MatrixList()
    const matrix = Float64Array.from(identityMatrix)
    const number = list.push(matrix)
    matrix.fill(7)
    expect([...list.get(number)]).toEqual([...identityMatrix])
  })

  it('returns the identity itself, which products skip', () => {
    const list = new MatrixList()
    expect(list.push(identityMatrix)).toBe(0)
    expect(list.get(0)).toBe(identityMatrix)
    expect(list).toHaveLength(1)
  })
})
