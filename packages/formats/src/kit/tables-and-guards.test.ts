import { readerLimits, memorySource, throwIfBeyond, throwIfCancelled } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { descriptor } from '../stl/descriptor.js'
import { GrowingUint32, VectorTable } from './growing-array.js'
import { requireOwnFormat } from './own-format.js'

describe('growing tables', () => {
  it('keep numbers across the boundaries of their blocks', () => {
    const numbers = new GrowingUint32()
    const count = 200_000
    for (let index = 0; index < count; index++) numbers.push((index * 7919) >>> 0)
    expect(numbers.length).toBe(count)
    for (const index of [0, 47, 48, 95, 96, 65_535, 65_536, 131_071, 131_072, count - 1]) {
      expect(numbers.at(index)).toBe((index * 7919) >>> 0)
    }
  })

  it('keep the largest 32-bit number', () => {
    const numbers = new GrowingUint32()
    numbers.push(0xffffffff)
    expect(numbers.at(0)).toBe(0xffffffff)
  })

  it.each(['single', 'double'] as const)('keep vectors in %s precision', (precision) => {
    const table = new VectorTable(precision)
    for (let index = 0; index < 70_000; index++) table.push(index + 0.1, -index, 4_500_000.123)
    const round = precision === 'single' ? Math.fround : (value: number): number => value
    for (const index of [0, 65_535, 65_536, 69_999]) {
      expect([0, 1, 2].map((axis) => table.at(index, axis))).toEqual([index + 0.1, -index, 4_500_000.123].map(round))
    }
    expect(table.count).toBe(70_000)
  })
})

describe('VectorTable beyond its number of double-precision vectors', () => {
  it('keeps vectors relative to a neighbour, so that detail far from zero stays', () => {
    const table = new VectorTable('double', { maxDoubles: 65_536 })
    for (let index = 0; index < 140_000; index++) table.push(4_500_000 + index / 1000, -index, 7_000_000.125)
    for (const index of [0, 65_535, 65_536, 65_537, 131_071, 131_072, 139_999]) {
      expect(table.at(index, 0)).toBeCloseTo(4_500_000 + index / 1000, 4)
      expect(table.at(index, 1)).toBeCloseTo(-index, 2)
      expect(table.at(index, 2)).toBe(7_000_000.125)
    }
  })

  it('keeps a vector without numbers apart from those after it', () => {
    const table = new VectorTable('double', { maxDoubles: 0 })
    table.push(Number.NaN, Number.NaN, Number.NaN)
    table.push(5, 6, 7)
    table.push(5.5, 6, 8)
    expect([0, 1, 2].map((vector) => [0, 1, 2].map((axis) => table.at(vector, axis)))).toEqual([
      [Number.NaN, Number.NaN, Number.NaN],
      [5, 6, 7],
      [5.5, 6, 8],
    ])
  })
})

describe('VectorTable of two numbers per row', () => {
  it('keeps rows across the boundaries of its blocks', () => {
    const table = new VectorTable('single', { width: 2 })
    for (let index = 0; index < 70_000; index++) table.push(index, 0.5 * index)
    for (const index of [0, 65_535, 65_536, 69_999])
      expect([table.at(index, 0), table.at(index, 1)]).toEqual([index, 0.5 * index])
  })
})

describe('reader guards', () => {
  it('throw when a read is cancelled or exceeds a limit, and pass otherwise', () => {
    expect(() => throwIfCancelled(new AbortController().signal)).not.toThrow()
    expect(() => throwIfCancelled(AbortSignal.abort())).toThrow('cancelled')
    const limits = { ...readerLimits, nodes: 3 }
    expect(() => throwIfBeyond('nodes', 3, limits)).not.toThrow()
    expect(() => throwIfBeyond('nodes', 4, limits)).toThrow('limit-exceeded {"limit":"3 nodes"}')
  })

  it('reject files of another format, and accept doubtful ones', async () => {
    const check = (text: string): Promise<void> =>
      requireOwnFormat(descriptor, memorySource('a.stl', new TextEncoder().encode(text)), new AbortController().signal)
    await expect(check('%PDF-1.7\n')).rejects.toMatchObject({
      failure: { code: 'not-this-format', bytePosition: 0, details: { expected: 'Stereolithography' } },
    })
    await expect(check('solid')).resolves.toBeUndefined()
  })
})
