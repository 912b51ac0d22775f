import { describe, expect, test } from 'vitest'
import { calendarDay, fileTypeLabel, relativeTime, shownSize, splitName, urnPreview } from './format.js'

describe('size', () => {
  test.each([
    [undefined, '0 KB'],
    [null, '0 KB'],
    [0, '0 KB'],
    [Number.NaN, '0 KB'],
    [300, '1 KB'],
    [1024, '1 KB'],
    [500 * 1024, '500 KB'],
    [1024 * 1024 - 1024, '1023 KB'],
    [1024 * 1024, '1.0 MB'],
    [4_099_307, '3.9 MB'],
    [104_857_600, '100.0 MB'],
  ])('%s bytes are shown as %s', (bytes, text) => {
    const { value, unit } = shownSize(bytes)
    expect(`${value} ${unit === 'kilobytes' ? 'KB' : 'MB'}`).toBe(text)
  })
})

describe('calendar day', () => {
  test('is taken apart for the words of a language', () => {
    expect(calendarDay('2026-11-20T12:00:00Z')).toEqual({ day: 20, monthIndex: 10, year: 2026 })
  })
  test.each([undefined, null, '', 'yesterday-ish'])('is missing for %s', (value) => {
    expect(calendarDay(value)).toBeNull()
  })
})

describe('relative time', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString()
  test.each([
    [0, { kind: 'now' }],
    [59, { kind: 'now' }],
    [60, { kind: 'minutes', count: 1 }],
    [59 * 60 + 59, { kind: 'minutes', count: 59 }],
    [3600, { kind: 'hours', count: 1 }],
    [23 * 3600 + 3599, { kind: 'hours', count: 23 }],
  ])('%s seconds ago', (seconds, expected) => {
    expect(relativeTime(ago(seconds), now)).toEqual(expected)
  })
  test('is a date in the Armenian locale from a day on', () => {
    expect(relativeTime('2026-03-05T12:00:00Z', now)).toEqual({ kind: 'date', text: '05.03.2026' })
  })
  test('a clock that runs behind the server is still now', () => {
    expect(relativeTime(ago(-30), now)).toEqual({ kind: 'now' })
  })
  test('is nothing for what is no date', () => {
    expect(relativeTime('soon', now)).toBeNull()
  })
})

test('a URN is shown by its first twenty characters', () => {
  expect(urnPreview('dXJuOmthbWFyOjEyMzQ1Njc4OTA')).toBe('dXJuOmthbWFyOjEyMzQ1…')
  expect(urnPreview('')).toBe('')
})

test.each([
  ['house.ifc', 'IFC'],
  ['plan.v2.DwG', 'DWG'],
  ['README', 'FILE'],
  ['.hidden', 'FILE'],
  ['odd.', 'FILE'],
])('%s has the type label %s', (name, label) => {
  expect(fileTypeLabel(name)).toBe(label)
})

describe('splitting a name', () => {
  test('keeps the extension and what stands before it', () => {
    const { head, tail } = splitName('Residential tower, block B, architectural model, storey 14.ifc')
    expect(tail).toBe('torey 14.ifc')
    expect(head + tail).toBe('Residential tower, block B, architectural model, storey 14.ifc')
  })
  test('leaves a short name whole', () => {
    expect(splitName('house.ifc')).toEqual({ head: 'house.ifc', tail: '' })
  })
  test('does not take a long ending for an extension', () => {
    expect(splitName('a.name with a dot and no extension at all').tail).toHaveLength(8)
  })
})
