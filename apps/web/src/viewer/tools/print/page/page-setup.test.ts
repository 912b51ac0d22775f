import { describe, expect, test } from 'vitest'
import { formatScale, modelSetup, readSetup, resolvePage, sheetSetup } from '../print-setup.js'
import type { LoadedItem } from '../load-item.js'
import { chooseSegment } from './scale-bar.js'
import { chooseScale, computeFitScale, computePageAreas, imperialScales, metricScales } from './page-setup.js'

/** A plan of 10 × 8 m. */
const plan: LoadedItem = {
  box: [0, 0, 10, 8],
  millimetresPerUnit: 1000,
  own: null,
  north: null,
  findScreenCenter: () => null,
  createSource: () => ({ drawings: [], number: 0 }),
  createPlan: () => null,
}
/** A layout of 841 × 594 mm. */
const layout: LoadedItem = { ...plan, box: [0, 0, 841, 594], millimetresPerUnit: 1, own: { width: 841, height: 594 } }

describe('resolvePage', () => {
  test('chooses the largest standard scale at which a plan fits its paper', () => {
    expect(resolvePage(plan, modelSetup, false)).toMatchObject({ scale: 50, isComplete: true })
    expect(resolvePage(plan, { ...modelSetup, paper: 'a4', isLandscape: false }, false).scale).toBe(100)
    expect(resolvePage(plan, { ...modelSetup, paper: 'ansi-a' }, true).scale).toBe(48)
  })

  test('proposes the orientation that allows the larger scale, unless one is chosen', () => {
    const tower: LoadedItem = { ...plan, box: [0, 0, 8, 14] }
    const proposed = resolvePage(tower, modelSetup, false)
    expect([proposed.setup.isLandscape, proposed.scale]).toEqual([false, 50])
    const landscape = resolvePage(tower, { ...modelSetup, isLandscape: true }, false)
    expect([landscape.setup.isLandscape, landscape.scale]).toEqual([true, 100])
    expect(resolvePage({ ...tower, box: [0, 0, 14, 8] }, modelSetup, false).setup.isLandscape).toBe(true)
  })

  test('notes that only a part fits at a chosen scale', () => {
    expect(resolvePage(plan, { ...modelSetup, scale: 20 }, false)).toMatchObject({ scale: 20, isComplete: false })
    expect(resolvePage(plan, { ...modelSetup, scale: 'fit' }, false).isComplete).toBe(true)
  })

  test('prints a layout at its own size without a frame, and fits it to another paper', () => {
    const own = resolvePage(layout, sheetSetup, false)
    expect([own.scale, own.setup.hasFrame, own.areas.drawing]).toEqual([1, false, [0, 0, 841, 594]])
    const smaller = resolvePage(layout, { ...sheetSetup, paper: 'a3', hasFrame: false }, false)
    expect(smaller.scale).toBeCloseTo(594 / 287, 2)
  })
})

test('computePageAreas puts the title block inside the frame, below the drawing', () => {
  const { frame, title, drawing } = computePageAreas({ ...resolvePage(plan, modelSetup, false).setup }, null)
  expect(frame).toEqual([10, 10, 410, 287])
  expect(title?.[3]).toBe(drawing[1])
  expect(drawing[3]).toBe(287)
})

test('chooseScale takes the exact scale for what is larger than all standard ones', () => {
  expect(chooseScale(73, metricScales)).toBe(100)
  expect(chooseScale(100, metricScales)).toBe(100)
  expect(chooseScale(12_345.2, metricScales)).toBe(12_346)
  expect(computeFitScale([0, 0, 100, 100], { width: 4000, height: 1000 }, 0)).toBe(40)
})

test('formatScale names feet scales and rounds fitted ones', () => {
  const format = (value: number, decimals: number): string => value.toFixed(decimals)
  expect(imperialScales.map(([scale]) => formatScale(scale, format))).toContain('1:96 (1/8" = 1\'-0")')
  expect(formatScale(100, format)).toBe('1:100')
  expect(formatScale(87.34, format)).toBe('1:87.3')
})

test('chooseSegment gives a round length that fits the bar', () => {
  expect(chooseSegment({ denominator: 100, unit: 'metre', maxWidth: 60 })).toBe(1)
  expect(chooseSegment({ denominator: 50, unit: 'metre', maxWidth: 60 })).toBe(0.5)
  expect(chooseSegment({ denominator: 96, unit: 'foot', maxWidth: 60 })).toBe(2)
})

test('readSetup replaces invalid stored values by the defaults', () => {
  const stored = { paper: 'a1', isLandscape: 3, scale: 7, paperScale: 2, hasFrame: false }
  expect(readSetup(stored, modelSetup)).toEqual({ ...modelSetup, paper: 'a1', paperScale: 2, hasFrame: false })
  expect(readSetup(null, sheetSetup)).toEqual(sheetSetup)
})
