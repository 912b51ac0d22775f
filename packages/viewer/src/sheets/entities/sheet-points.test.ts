import { mapSheetPoint, type SheetMatrix } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { testSheet, testViewport } from '../../testing/test-sheet.js'
import type { LoadedSheet } from '../loaded-sheet.js'
import { invertMatrix, ringsHold } from '../sheet-matrix.js'
import { boxOfText, computePaperRectangle, grown, matrixTo, toModelPoint } from './sheet-points.js'

const half: SheetMatrix = [0.5, 0, 0, 0.5, 10, 20]

describe('inverse of a sheet matrix', () => {
  it('takes every point back (seed 91)', () => {
    const random = testRandom(91)
    for (let round = 0; round < 50; round++) {
      const matrix = Array.from({ length: 6 }, () => random() * 20 - 10) as unknown as SheetMatrix
      const back = invertMatrix(matrix) ?? [0, 0, 0, 0, 0, 0]
      const [x, y] = [random() * 100, random() * 100]
      expect(rounded(mapSheetPoint(back, ...mapSheetPoint(matrix, x, y)), 5)).toEqual(rounded([x, y], 5))
    }
  })

  it('does not exist for a matrix without an area or with infinite numbers', () => {
    expect(invertMatrix([1, 2, 2, 4, 5, 6])).toBeNull()
    expect(invertMatrix([0, 0, 0, 0, 5, 6])).toBeNull()
    expect(invertMatrix([Infinity, 0, 0, 1, 0, 0])).toBeNull()
  })
})

describe('points within rings', () => {
  const outer = [0, 0, 100, 0, 100, 100, 0, 100]
  const hole = [40, 40, 60, 40, 60, 60, 40, 60]

  it('are inside an odd number of them', () => {
    expect(ringsHold([outer], 50, 50)).toBe(true)
    expect(ringsHold([outer, hole], 50, 50)).toBe(false)
    expect(ringsHold([outer, hole], 30, 50)).toBe(true)
    expect(ringsHold([outer, hole, [45, 45, 55, 45, 55, 55, 45, 55]], 50, 50)).toBe(true)
    expect(ringsHold([outer], 101, 50)).toBe(false)
    expect(ringsHold([], 50, 50)).toBe(false)
  })

  it('are the same in either direction of a ring, and are those of a circle (seed 92)', () => {
    const random = testRandom(92)
    const circle = Array.from({ length: 360 }, (_, at) => {
      const angle = (at / 360) * 2 * Math.PI
      return [Math.cos(angle) * 10, Math.sin(angle) * 10]
    })
    for (let round = 0; round < 200; round++) {
      const [x, y] = [random() * 30 - 15, random() * 30 - 15]
      const distance = Math.hypot(x, y)
      if (Math.abs(distance - 10) < 0.01) continue
      expect(ringsHold([circle.flat()], x, y)).toBe(distance < 10)
      expect(ringsHold([circle.toReversed().flat()], x, y)).toBe(distance < 10)
    }
  })
})

describe('box of a text', () => {
  const computeBox = (text: object, info = {}): readonly number[] => {
    const sheet = testSheet({ info, texts: [{ origin: [20, 30], box: [0, -1, 10, 2], ...text }] })
    return rounded([...boxOfText(sheet, (sheet.texts as NonNullable<LoadedSheet['texts']>).texts[0])], 6)
  }

  it('surrounds it in units of the sheet', () => {
    expect(computeBox({})).toEqual([20, 29, 30, 32])
    expect(computeBox({ xAxis: [2, 0], yAxis: [0, 2] })).toEqual([20, 28, 40, 34])
    expect(computeBox({}, { origin: [100, 200], step: 0.5 })).toEqual([110, 214, 120, 217])
  })

  it('surrounds a rotated and a mirrored text', () => {
    expect(computeBox({ xAxis: [0, 1], yAxis: [-1, 0] })).toEqual([18, 30, 21, 40])
    expect(computeBox({ xAxis: [-1, 0] })).toEqual([10, 29, 20, 32])
  })
})

describe('matrix to the open sheet', () => {
  const model = testSheet({ number: 1 })

  it('is the identity for itself, and that of the viewport that shows the point', () => {
    const left = testViewport({ matrix: half, clip: [[10, 20, 35, 20, 35, 70, 10, 70]] })
    const right = testViewport({ matrix: [1, 0, 0, 1, 100, 0], clip: [[100, 0, 200, 0, 200, 100, 100, 100]] })
    const layout = testSheet({ info: { viewports: [left, right] } })
    expect(matrixTo(layout, layout, [5, 5])).toEqual([1, 0, 0, 1, 0, 0])
    expect(matrixTo(layout, model, [20, 20])).toEqual(half)
    // x = 70 is at 45 in the left viewport, beyond its clip, and at 170 in the right one.
    expect(matrixTo(layout, model, [70, 20])).toEqual(right.matrix)
    expect(matrixTo(layout, model, [500, 20])).toBeNull()
    expect(matrixTo(layout, testSheet({ number: 2 }), [20, 20])).toBeNull()
  })
})

describe('rectangle around the content to zoom to', () => {
  it('is four times as large in its longer direction, whichever corners are given', () => {
    const expected = { min: [-140, -150], max: [260, 170] }
    expect(
      grown([
        [10, 0],
        [110, 20],
      ]),
    ).toEqual(expected)
    expect(
      grown([
        [110, 20],
        [10, 0],
      ]),
    ).toEqual(expected)
  })
})

describe('paper on the screen', () => {
  it('counts from the lower left corner of the frame', () => {
    expect(
      computePaperRectangle(
        [
          [-200, -100],
          [200, 100],
        ],
        [800, 600],
      ),
    ).toEqual([200, 200, 400, 200])
  })

  it('stays within the range of GPUs when zoomed in far', () => {
    const far = 2 ** 20
    expect(
      computePaperRectangle(
        [
          [-1e12, -50],
          [1e12, 50],
        ],
        [800, 600],
      ),
    ).toEqual([-far, 250, 2 * far, 100])
  })
})

describe('model point of a sheet point', () => {
  /** Millimetres of a plan to metres, its x axis north: the model's origin is (1000, 2000, 5). */
  const toScene = [0, 0.001, 0, -0.001, 0, 0, 0, 0, 1, 1010, 2020, 8]
  const origin = [1000, 2000, 5] as const
  const model = testSheet({ number: 1, info: { toScene } })
  const createSheets = (...all: LoadedSheet[]) => new Map(all.map((sheet) => [sheet.number, sheet]))

  it('is in metres from the origin of the model', () => {
    const point = toModelPoint({ open: model, sheets: createSheets(model) }, origin, [3000, 500])
    expect(rounded(point)).toEqual([9.5, 23, 3])
  })

  it('is that behind a viewport, the last drawn one', () => {
    const other = testSheet({ number: 2 })
    const viewports = [testViewport({ shows: 2 }), testViewport({ matrix: [0.01, 0, 0, 0.01, 10, 20] })]
    const layout = testSheet({ info: { viewports } })
    const scene = { open: layout, sheets: createSheets(layout, model, other) }
    expect(rounded(toModelPoint(scene, origin, [40, 25]))).toEqual([9.5, 23, 3])
    expect(toModelPoint(scene, origin, [400, 25])).toBeNull()
  })

  it('is none on a sheet that is not in the model', () => {
    const layout = testSheet({ info: { viewports: [testViewport({ shows: 9 })] } })
    expect(toModelPoint({ open: layout, sheets: createSheets(layout) }, origin, [40, 25])).toBeNull()
    expect(toModelPoint({ open: testSheet(), sheets: createSheets(testSheet()) }, origin, [40, 25])).toBeNull()
  })

  it('is that of the open sheet in a viewport whose contents are part of it', () => {
    const layout = testSheet({ info: { toScene, viewports: [testViewport({ shows: null })] } })
    expect(rounded(toModelPoint({ open: layout, sheets: createSheets(layout) }, origin, [50, 50]))).toEqual([
      9.95, 20.05, 3,
    ])
  })
})
