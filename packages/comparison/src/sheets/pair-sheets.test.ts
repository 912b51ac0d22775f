import type { ManifestSheet } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { pairSheets } from './pair-sheets.js'

const sheet = (name: string, kind: ManifestSheet['kind'] = 'layout'): ManifestSheet => ({
  name,
  kind,
  path: 'sheets/000/sheet.json',
  thumbnail: null,
  active: false,
  entities: 1,
})
const pairs = (older: readonly ManifestSheet[], newer: readonly ManifestSheet[]): unknown[] =>
  pairSheets(older, newer).map(({ before, after }) => [before, after])

describe('pairSheets', () => {
  it('pairs sheets by name in any order', () => {
    expect(pairs([sheet('A1'), sheet('A2')], [sheet('A2'), sheet('a1 ')])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('pairs renamed sheets by their order, and model spaces under any name', () => {
    const older = [sheet('Model', 'model'), sheet('A1'), sheet('A2')]
    expect(pairs(older, [sheet('Modell', 'model'), sheet('A1'), sheet('B2')])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  it('pairs added and removed sheets with null', () => {
    expect(pairs([sheet('A1')], [sheet('A1'), sheet('A2')])).toEqual([
      [0, 0],
      [null, 1],
    ])
    expect(pairs([sheet('A1'), sheet('Page', 'page')], [sheet('A1')])).toEqual([
      [0, 0],
      [1, null],
    ])
  })
})
