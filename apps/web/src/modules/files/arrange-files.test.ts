import { describe, expect, test } from 'vitest'
import { fileRecord } from '../../testing/records.js'
import { filterFiles, listTypes } from './arrange-files.js'

const day = (date: number): string => new Date(Date.UTC(2026, 10, date)).toISOString()
const tower = fileRecord({ description: 'Tower.ifc', size: 300, updated_at: day(3) })
const bridge = fileRecord({ description: 'bridge.DWG', size: 100, updated_at: day(5) })
const storeyTwo = fileRecord({ description: 'Storey 2.ifc', size: 200, updated_at: day(1) })
const storeyTen = fileRecord({ description: 'storey 10.ifc', size: 200, updated_at: day(4) })
const files = [tower, bridge, storeyTwo, storeyTen]

const names = (list: readonly { description: string }[]): string[] => list.map(({ description }) => description)

describe('file filter', () => {
  test.each([
    ['tower', ['Tower.ifc']],
    ['STOREY', ['Storey 2.ifc', 'storey 10.ifc']],
    ['  rid ', ['bridge.DWG']],
    ['.ifc', ['Tower.ifc', 'Storey 2.ifc', 'storey 10.ifc']],
    ['', names(files)],
    ['no such', []],
  ])('finds %j anywhere in the name, ignoring case', (search, expected) => {
    expect(names(filterFiles(files, { type: 'all', search, scope: 'all' }))).toEqual(expected)
  })

  test('keeps files of the chosen type, ignoring case', () => {
    expect(filterFiles(files, { type: '.dwg', search: '', scope: 'all' })).toEqual([bridge])
  })

  test('combines search and type', () => {
    expect(filterFiles(files, { type: '.dwg', search: 'storey', scope: 'all' })).toEqual([])
    expect(filterFiles(files, { type: '.ifc', search: '10', scope: 'all' })).toEqual([storeyTen])
  })

  test('places a pinned file first and keeps the order of the others', () => {
    const visible = filterFiles(files, { type: 'all', search: '', scope: 'all' }, storeyTwo.id)
    expect(visible).toEqual([storeyTwo, tower, bridge, storeyTen])
  })

  test('excludes a pinned file that does not match', () => {
    expect(filterFiles(files, { type: '.dwg', search: '', scope: 'all' }, tower.id)).toEqual([bridge])
  })

  test('offers each occurring file type once', () => {
    const unnamedType = fileRecord({ description: 'no extension' })
    expect(listTypes([...files, unnamedType])).toEqual(['.dwg', '.ifc'])
    expect(listTypes([])).toEqual([])
  })

  test('separates own files from shared ones', () => {
    const inviter = { id: 'account-2', name: 'Aram' }
    const shared = fileRecord({
      sharing: {
        projectId: 'p',
        folderId: 'p',
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
