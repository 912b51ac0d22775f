import { describe, expect, it } from 'vitest'
import { joinSheetMatrices, mapSheetPoint, sheetMatrixScale } from './sheet-matrix.js'
import type { SheetMatrix } from './sheet.js'

const quarter: SheetMatrix = [0, 2, -2, 0, 10, 20]
const shift: SheetMatrix = [1, 0, 0, 1, 3, 4]

describe('sheet matrices', () => {
  it('rotate, scale and translate points', () => {
    expect(mapSheetPoint(quarter, 1, 0)).toEqual([10, 22])
    expect(mapSheetPoint(quarter, 0, 1)).toEqual([8, 20])
  })

  it('are multiplied so that the inner matrix applies first', () => {
    expect(mapSheetPoint(joinSheetMatrices(quarter, shift), 1, 1)).toEqual(mapSheetPoint(quarter, 4, 5))
    expect(mapSheetPoint(joinSheetMatrices(shift, quarter), 1, 1)).toEqual([11, 26])
  })

  it('have a scale factor', () => {
    expect(sheetMatrixScale(quarter)).toBe(2)
    expect(sheetMatrixScale([-3, 0, 0, 3, 0, 0])).toBe(3)
  })
})
