import { describe, expect, test } from 'vitest'
import { fileTypeLabel, shownSize, splitName, urnPreview } from './format.js'

describe('file size', () => {
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
  ])('shows %s bytes as %s', (bytes, text) => {
    const { value, unit } = shownSize(bytes)
    expect(`${value} ${unit === 'kilobytes' ? 'KB' : 'MB'}`).toBe(text)
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
])('file name %s has the type label %s', (name, label) => {
  expect(fileTypeLabel(name)).toBe(label)
})

describe('splitName', () => {
  test('keeps the extension and the characters before it in the tail', () => {
    const { start, tail } = splitName('Residential tower, block B, architectural model, storey 14.ifc')
    expect(tail).toBe('torey 14.ifc')
    expect(start + tail).toBe('Residential tower, block B, architectural model, storey 14.ifc')
  })
  test('leaves a short name whole', () => {
    expect(splitName('house.ifc')).toEqual({ start: 'house.ifc', tail: '' })
  })
  test('does not take a long ending for an extension', () => {
    expect(splitName('a.name with a dot and no extension at all').tail).toHaveLength(8)
  })
})
