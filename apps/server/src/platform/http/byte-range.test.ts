import { AppError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { requestedRange } from './byte-range.js'

describe('requestedRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-50', { start: 0, end: 9 }],
    ['bytes=8-100', { start: 8, end: 9 }],
  ])('parses %s for ten bytes', (header, range) => {
    expect(requestedRange(header, 10)).toEqual(range)
  })

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=1e3-'])(
    'returns null for %j, which means the whole file',
    (header) => {
      expect(requestedRange(header, 10)).toBeNull()
    },
  )

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999-'])('rejects %s for ten bytes', (header) => {
    expect(() => requestedRange(header, 10)).toThrow('range-not-satisfiable')
  })

  it('rejects any range of an empty file', () => {
    expect(() => requestedRange('bytes=0-', 0)).toThrow(AppError)
  })
})
