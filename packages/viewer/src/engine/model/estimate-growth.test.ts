import { describe, expect, it } from 'vitest'
import type { Manifest } from '@kamar/package-format/read'
import { estimateGrowth } from './estimate-growth.js'

const withSizes = (state: Manifest['state'], sizes: readonly number[]): Pick<Manifest, 'state' | 'chunks'> => ({
  state,
  chunks: sizes.map((size, chunk) => ({ path: `${chunk}`, size })) as unknown as Manifest['chunks'],
})

describe('estimateGrowth', () => {
  it('is the ratio of all bytes to the loaded ones, and 8 % more', () => {
    const manifest = withSizes('complete', [10, 30, 60])
    expect(estimateGrowth(manifest, 1)).toBeCloseTo(10.8, 12)
    expect(estimateGrowth(manifest, 2)).toBeCloseTo(2.7, 12)
  })

  it('is exactly 1 with the last chunk', () => {
    expect(estimateGrowth(withSizes('complete', [10, 30]), 2)).toBe(1)
    expect(estimateGrowth(withSizes('complete', [10]), 1)).toBe(1)
  })

  it('is finite for chunks that state no bytes', () => {
    expect(estimateGrowth(withSizes('complete', [0, 50]), 1)).toBeCloseTo(54, 12)
  })

  it('is unknown while chunks are being added', () => {
    expect(estimateGrowth(withSizes('translating' as Manifest['state'], [10]), 1)).toBeUndefined()
  })
})
