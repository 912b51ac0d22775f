import { describe, expect, it } from 'vitest'
import { FileBytes } from '@kamar/codecs/part21'
import { encodeText } from '../testing/step-file.js'
import { ListReader } from './list-reader.js'

/** Returns a reader positioned before the attribute number `attribute` of these attributes. */
function before(attributes: string, attribute = 0): ListReader {
  const bytes = encodeText(`${attributes});`)
  return new ListReader(new FileBytes(bytes)).moveTo({ start: 0, end: bytes.length - 1 }, attribute)
}

describe('ListReader.numbers', () => {
  it.each([
    ['(1,2,3)', [1, 2, 3]],
    ['((1.,2.),(3.,4.))', [1, 2, 3, 4]],
    ['( 1 ,\n-2.5E-1 )', [1, -0.25]],
    ['(/* 7, (8 */ 1,/*)*/2)', [1, 2]],
    ['()', []],
    ['$', []],
    ['(1,$,2)', [1, 2]],
    ['(1,2', [1, 2]],
  ])('reads %j as %j', (attributes, numbers) => {
    expect([...before(attributes).numbers()]).toEqual(numbers)
  })

  it('stops at the end of the list before the next attribute', () => {
    const reader = before('(1,2),((3,4),(5,6)),(7)')
    expect([...reader.numbers()]).toEqual([1, 2])
    reader.skip()
    expect([...reader.numbers()]).toEqual([3, 4, 5, 6])
    reader.skip()
    expect([...reader.numbers()]).toEqual([7])
  })

  it('reads 10,000 numbers', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => at)
    expect([...before(`(${values.join(',')})`).numbers()]).toEqual(values)
  })

  it('keeps the result of one list when the next is read', () => {
    const reader = before('(1,2),(3,4)')
    const first = reader.numbers()
    reader.skip()
    reader.numbers()
    expect([...first]).toEqual([1, 2])
  })
})

describe('ListReader.moveTo', () => {
  it.each([
    ['#1,$,.T.,(1)', 3, [1]],
    ['((1,2),(3)),(4)', 1, [4]],
    ['#1', 4, []],
  ])('finds in %j the attribute number %i', (attributes, attribute, numbers) => {
    expect([...before(attributes, attribute).numbers()]).toEqual(numbers)
  })
})

describe('ListReader.flatNumbers', () => {
  it.each([
    ['(1,2)', [1, 2]],
    ['( /* it */ 1,2)', [1, 2]],
    ['((1,2),(3,4))', []],
    ['$', []],
    ['', []],
  ])('reads %j as %j', (attributes, numbers) => {
    expect([...before(attributes).flatNumbers()]).toEqual(numbers)
  })
})

describe('ListReader.lists', () => {
  it.each([
    [
      '((1,2,3),(4,5))',
      [
        [1, 2, 3],
        [4, 5],
      ],
    ],
    ['((1))', [[1]]],
    ['()', []],
    ['', []],
    ['((1,2', [[1, 2]]],
  ])('reads %j as %j', (attributes, lists) => {
    expect(
      before(attributes)
        .lists()
        .map((list) => [...list]),
    ).toEqual(lists)
  })
})
