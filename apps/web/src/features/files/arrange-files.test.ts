import { describe, expect, test } from 'vitest'
import { fileRecord } from '../../testing/records.js'
import { defaultArrangement, filterFiles, sortFiles, listTypes } from './arrange-files.js'

const day = (date: number): string => new Date(Date.UTC(2026, 10, date)).toISOString()
const tower = fileRecord({ description: 'Tower.ifc', size: 300, updated_at: day(3) })
const bridge = fileRecord({ description: 'bridge.DWG', size: 100, updated_at: day(5) })
const storeyTwo = fileRecord({ description: 'Storey 2.ifc', size: 200, updated_at: day(1) })
const storeyTen = fileRecord({ description: 'storey 10.ifc', size: 200, updated_at: day(4) })
const files = [tower, bridge, storeyTwo, storeyTen]

const names = (list: readonly { description: string }[]): string[] => list.map(({ description }) => description)

describe('order', () => {
  test('the default is by date, newest first', () => {
    expect(defaultArrangement).toMatchObject({ sortKey: 'date', ascending: false, type: 'all', search: '' })
    expect(sortFiles(files, defaultArrangement)).toEqual([bridge, storeyTen, tower, storeyTwo])
  })

  test('by date, oldest first', () => {
    expect(sortFiles(files, { sortKey: 'date', ascending: true })).toEqual([storeyTwo, tower, storeyTen, bridge])
  })

  test('by name, in any case and with numbers by their value', () => {
    const sorted = sortFiles(files, { sortKey: 'name', ascending: true })
    expect(names(sorted)).toEqual(['bridge.DWG', 'Storey 2.ifc', 'storey 10.ifc', 'Tower.ifc'])
  })

  test('by size; files of one size keep their order in both directions', () => {
    expect(sortFiles(files, { sortKey: 'size', ascending: true })).toEqual([bridge, storeyTwo, storeyTen, tower])
    expect(sortFiles(files, { sortKey: 'size', ascending: false })).toEqual([tower, storeyTwo, storeyTen, bridge])
  })

  test('leaves the list it was given as it was', () => {
    const before = [...files]
    sortFiles(files, { sortKey: 'size', ascending: true })
    expect(files).toEqual(before)
  })
})

describe('search and type filter', () => {
  test.each([
    ['tower', ['Tower.ifc']],
    ['STOREY', ['Storey 2.ifc', 'storey 10.ifc']],
    ['  rid ', ['bridge.DWG']],
    ['.ifc', ['Tower.ifc', 'Storey 2.ifc', 'storey 10.ifc']],
    ['', names(files)],
    ['no such', []],
  ])('%j is looked for anywhere in the name, in any case', (search, expected) => {
    expect(names(filterFiles(files, { type: 'all', search, scope: 'all' }))).toEqual(expected)
  })

  test('a type shows files of that extension, in any case', () => {
    expect(filterFiles(files, { type: '.dwg', search: '', scope: 'all' })).toEqual([bridge])
  })

  test('search and type hold together', () => {
    expect(filterFiles(files, { type: '.dwg', search: 'storey', scope: 'all' })).toEqual([])
    expect(filterFiles(files, { type: '.ifc', search: '10', scope: 'all' })).toEqual([storeyTen])
  })

  test('a pinned file stands first, the others keep their order', () => {
    const visible = filterFiles(files, { type: 'all', search: '', scope: 'all' }, storeyTwo.id)
    expect(visible).toEqual([storeyTwo, tower, bridge, storeyTen])
  })

  test('a pinned file that does not match is not shown', () => {
    expect(filterFiles(files, { type: '.dwg', search: '', scope: 'all' }, tower.id)).toEqual([bridge])
  })

  test('the types on offer are those that occur, each once', () => {
    const odd = fileRecord({ description: 'no extension' })
    expect(listTypes([...files, odd])).toEqual(['.dwg', '.ifc'])
    expect(listTypes([])).toEqual([])
  })

  test('whose they are: one’s own, or what others share', () => {
    const inviter = { id: 'account-2', name: 'Aram' }
    const shared = fileRecord({
      sharing: {
        projectId: 'p',
        projectName: 'Tower',
        personal: false,
        role: 'viewer',
        owner: inviter,
        mine: false,
        people: 1,
      },
    })
    const all = [...files, shared]
    expect(filterFiles(all, { type: 'all', search: '', scope: 'shared' })).toEqual([shared])
    expect(filterFiles(all, { type: 'all', search: '', scope: 'mine' })).toEqual(files)
    expect(filterFiles(all, { type: 'all', search: '', scope: 'all' })).toEqual(all)
  })
})
