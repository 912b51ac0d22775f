import { describe, expect, it } from 'vitest'
import { type AuditView, emptyView, readView, toQuery, writeView } from './audit-filter.js'

const now = new Date(2026, 10, 28, 14, 30)
const midnight = (month: number, day: number): string => new Date(2026, month - 1, day).toISOString()

describe('readView', () => {
  it('parses what writeView writes', () => {
    const view: AuditView = {
      person: 'anna',
      file: 'Duplex & Co',
      kind: 'opened',
      range: 'own',
      from: '2026-11-01',
      to: '2026-11-07',
    }
    expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
    expect(readView(new URLSearchParams(writeView(emptyView)))).toEqual(emptyView)
  })

  it('ignores invalid parameters', () => {
    const address = new URLSearchParams({
      kind: 'everything',
      range: 'year',
      from: '2026-13-77',
      to: 'tomorrow',
      person: ' ',
    })
    expect(readView(address)).toEqual(emptyView)
  })
})

describe('writeView', () => {
  it('omits unset fields, and days of a preset range', () => {
    expect(writeView(emptyView)).toEqual({})
    expect(writeView({ ...emptyView, range: '7d', from: '2026-11-01' })).toEqual({ range: '7d' })
  })
})

describe('toQuery', () => {
  it('returns no condition for an empty view', () => {
    expect(toQuery(emptyView, now)).toEqual({})
  })

  it.each([
    ['today', midnight(11, 28)],
    ['7d', midnight(11, 22)],
    ['30d', midnight(10, 30)],
  ] as const)('starts %s at midnight of its first day', (range, from) => {
    expect(toQuery({ ...emptyView, range }, now)).toEqual({ from })
  })

  it('spans a custom range from the first day to the end of the last', () => {
    const own = { ...emptyView, range: 'own' } as const
    const days = { from: '2026-11-30', to: '2026-11-30' }
    expect(toQuery({ ...own, ...days }, now)).toEqual({ from: midnight(11, 30), to: midnight(12, 1) })
    expect(toQuery({ ...own, from: '2026-11-30' }, now)).toEqual({ from: midnight(11, 30) })
    expect(toQuery(own, now)).toEqual({})
  })

  it('includes user, file and kind', () => {
    expect(toQuery({ ...emptyView, person: 'anna', file: 'duplex', kind: 'opened' }, now)).toEqual({
      person: 'anna',
      file: 'duplex',
      kind: 'opened',
    })
  })
})
