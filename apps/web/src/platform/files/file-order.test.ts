import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { storage, storageKeys } from '../storage.js'
import { readFileOrder, sortFiles, storeFileOrder } from './file-order.js'

afterEach(cleanUpPage)

const day = (date: number): string => new Date(Date.UTC(2026, 10, date)).toISOString()
const tower = fileRecord({ description: 'Tower.ifc', size: 300, updated_at: day(3) })
const bridge = fileRecord({ description: 'bridge.DWG', size: 100, updated_at: day(5) })
const storeyTwo = fileRecord({ description: 'Storey 2.ifc', size: 200, updated_at: day(1) })
const storeyTen = fileRecord({ description: 'storey 10.ifc', size: 200, updated_at: day(4) })
const files = [tower, bridge, storeyTwo, storeyTen]

const names = (list: readonly { description: string }[]): string[] => list.map(({ description }) => description)

describe('file order', () => {
  test('is by date, newest first, by default', () => {
    expect(sortFiles(files, readFileOrder())).toEqual([bridge, storeyTen, tower, storeyTwo])
  })

  test('is by date, oldest first, when ascending', () => {
    expect(sortFiles(files, { sortKey: 'date', ascending: true })).toEqual([storeyTwo, tower, storeyTen, bridge])
  })

  test('is by name, ignoring case and comparing numbers by value', () => {
    const sorted = sortFiles(files, { sortKey: 'name', ascending: true })
    expect(names(sorted)).toEqual(['bridge.DWG', 'Storey 2.ifc', 'storey 10.ifc', 'Tower.ifc'])
  })

  test('is by size and keeps files of equal size in place in both directions', () => {
    expect(sortFiles(files, { sortKey: 'size', ascending: true })).toEqual([bridge, storeyTwo, storeyTen, tower])
    expect(sortFiles(files, { sortKey: 'size', ascending: false })).toEqual([tower, storeyTwo, storeyTen, bridge])
  })

  test('does not modify the given list', () => {
    const before = [...files]
    sortFiles(files, { sortKey: 'size', ascending: true })
    expect(files).toEqual(before)
  })

  test('is read as it was stored, and is the default for anything else that is stored', () => {
    storeFileOrder({ sortKey: 'name', ascending: true })
    expect(readFileOrder()).toEqual({ sortKey: 'name', ascending: true })
    storage.writeJson(storageKeys.fileOrder, { sortKey: 'color', ascending: true })
    expect(readFileOrder()).toEqual({ sortKey: 'date', ascending: false })
  })
})
