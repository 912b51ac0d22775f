import { foldForSearch } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { fileNameKeys } from './file-name-keys.js'

const inOrder = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => (fileNameKeys(a).sort_name < fileNameKeys(b).sort_name ? -1 : 1))

describe('fileNameKeys', () => {
  it('sorts numbers by value', () => {
    expect(inOrder(['Storey 10.ifc', 'storey 9.ifc', 'Storey 2.ifc', 'Storey 002b.ifc'])).toEqual([
      'Storey 2.ifc',
      'Storey 002b.ifc',
      'storey 9.ifc',
      'Storey 10.ifc',
    ])
  })

  it('retains a number longer than the padding', () => {
    expect(fileNameKeys('1234567890123456.stl').sort_name).toBe('1234567890123456.stl')
  })

  it.each([
    ['ՇԵՆՔ.IFC', 'շենք.ifc'],
    ['ДОМ.dwg', 'дом.dwg'],
    ['e\u0301tage.rvt', 'étage.rvt'],
  ])('normalises %s for search', (name, folded) => {
    expect(fileNameKeys(name).search_name).toBe(folded)
    expect(foldForSearch(name)).toBe(folded)
  })
})
