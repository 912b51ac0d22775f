import { describe, expect, it } from 'vitest'
import { findTexts, listTexts } from './find-texts.js'
import type { LoadedSheet } from '../loaded-sheet.js'

/**
 * Creates the parts of a sheet that the search reads: its layers, styles that refer to them, and texts in those styles.
 */
const createSheet = (texts: readonly (readonly [style: number, string: string])[], layers: readonly string[]) =>
  ({
    info: { layers: layers.map((name) => ({ name })), styles: layers.map((_, layer) => ({ layer })) },
    texts: { texts: texts.map(([style, string]) => ({ style, string })) },
  }) as unknown as LoadedSheet

const plan = createSheet(
  [
    [0, 'Kitchen 12.4 m²'],
    [1, 'Սենյակ 3'],
    [0, 'KITCHEN store'],
  ],
  ['Rooms', 'Names'],
)
const empty = { ...createSheet([], []), texts: null } as LoadedSheet
const beyond = createSheet([[0, 'kitchen, seen through a window']], ['Model'])
const find = (query: string, limit = 10) => findTexts(listTexts([plan, empty, beyond]), query, limit)

describe('findTexts', () => {
  it('finds texts by every query word, whatever its case, with layer and number', () => {
    expect(find('kitchen')).toEqual([
      { id: 0, text: 'Kitchen 12.4 m²', layer: 'Rooms' },
      { id: 2, text: 'KITCHEN store', layer: 'Rooms' },
      { id: 3, text: 'kitchen, seen through a window', layer: 'Model' },
    ])
    expect(find('  store kitch ')).toEqual([{ id: 2, text: 'KITCHEN store', layer: 'Rooms' }])
    expect(find('սենյակ')).toEqual([{ id: 1, text: 'Սենյակ 3', layer: 'Names' }])
  })

  it('limits the results, and finds nothing for a blank query', () => {
    expect(find('kitchen', 2)).toHaveLength(2)
    expect(find('   ')).toEqual([])
    expect(find('cellar')).toEqual([])
  })
})
