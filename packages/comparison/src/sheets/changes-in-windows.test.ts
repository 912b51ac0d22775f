import type { SheetViewport } from '@kamar/package-format/sheets'
import { describe, expect, it } from 'vitest'
import { buildSheet, type MadeEntity } from '../testing/build-sheet.js'
import { changesInWindows } from './changes-in-windows.js'
import { changeClouds } from './change-clouds.js'
import { compareSheets } from './compare-sheets.js'

const line = (handle: string, x: number, layer = '0'): MadeEntity => ({ handle, layer, lines: [[x, 0, x + 10, 10]] })
/** Viewport that shows 0 to 1000 of the model at position 100, at a tenth of its size. */
const window: SheetViewport = {
  entity: 0,
  level: 0,
  shows: 0,
  matrix: [0.1, 0, 0, 0.1, 100, 0],
  millimetresPerUnit: 1,
  clip: [[100, 0, 200, 0, 200, 100, 100, 100]],
  frozenLayers: [1],
  lineTypeScale: 1,
}
const layout = buildSheet([{ handle: '1', type: 'VIEWPORT' }], { viewports: [window] })

describe('changesInWindows', () => {
  it('returns the changes inside a viewport, on its visible layers, in sheet coordinates', () => {
    const older = buildSheet([line('A', 0), line('B', 500), line('F', 0, 'Axes')])
    const newer = buildSheet([line('A', 0), line('C', 600), line('D', 5000), line('F', 300, 'Axes')])
    const createSide = (info: typeof older.info) => ({ info: layout.info, findSheet: () => info })
    const windowChanges = changesInWindows({
      older: createSide(older.info),
      newer: createSide(newer.info),
      sheet: { before: 0, after: 0 },
      comparison: compareSheets(older, newer),
    })
    expect(windowChanges.map(({ change, box }) => [change.kind, change.handle, box.map(Math.round)])).toEqual([
      ['added', 'C', [160, 0, 161, 1]],
      ['removed', 'B', [150, 0, 151, 1]],
    ])
  })
})

describe('changeClouds', () => {
  it('surrounds neighbouring changes together and large ones alone', () => {
    const boxes = [
      [0, 0, 10, 10],
      [15, 5, 20, 10],
      [900, 900, 910, 910],
      [0, 0, 1000, 800],
    ] as const
    const clouds = changeClouds(boxes, [0, 0, 1000, 1000])
    expect(clouds).toHaveLength(3)
    expect(clouds[0][0]).toBeLessThan(0)
    expect(clouds[0][2]).toBeGreaterThan(20)
    expect(clouds[0][2]).toBeLessThan(60)
    expect(changeClouds([], [0, 0, 0, 0])).toEqual([])
  })

  it('merges 100,000 neighbouring changes into one cloud', () => {
    const boxes = Array.from({ length: 100_000 }, (_, at) => {
      const [x, y] = [(at % 317) * 10, Math.floor(at / 317) * 10]
      return [x, y, x + 4, y + 4] as const
    })
    expect(changeClouds(boxes, [0, 0, 3170, 3160])).toHaveLength(1)
  })
})
