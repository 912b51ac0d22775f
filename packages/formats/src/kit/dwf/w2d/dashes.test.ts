import { describe, expect, it } from 'vitest'
import { computeDashes } from './dashes.js'
import { defaultColorMap } from './palette.js'
import { patternOfName, patternOfNumber } from './patterns.js'
import { W2dState } from './state.js'
import { millimetresOfUnit } from './units.js'

const createState = (change: Partial<W2dState>): W2dState => Object.assign(new W2dState(), change)

describe('W2D dash lengths', () => {
  it.each<[string, Partial<W2dState>, number, number, readonly number[]]>([
    ['no pattern', {}, 1, 1, []],
    ['a single length', { pattern: [5] }, 1, 1, []],
    ['zero lengths', { pattern: [0, 0] }, 1, 1, []],
    ['a viewer-defined scale in millimetres', { pattern: [8, 4] }, 9, 1, [4, 2]],
    ['a viewer-defined scale in inches', { pattern: [8, 4] }, 9, 25.4, [0.15748, 0.0787402]],
    ['pixel lengths', { pattern: [48, 24], isPatternInPixels: true }, 9, 25.4, [0.5, 0.25]],
    ['a logical length', { pattern: [8, 4], patternScale: 120 }, 0.5, 1, [40, 20]],
    [
      'a logical length with its own resolution',
      { pattern: [8, 4], patternScale: 120, isPatternInPixels: true },
      0.5,
      1,
      [40, 20],
    ],
    ['a pattern length in pixels', { pattern: [8, 4], patternScale: -96 }, 0.5, 25.4, [0.666667, 0.333333]],
  ])('are converted to sheet units: %s', (_, change, scale, millimetres, dashes) => {
    expect(computeDashes(createState(change), scale, millimetres)).toEqual(dashes)
  })
})

describe('W2D line pattern', () => {
  it('alternates dashes and gaps, and is empty when solid', () => {
    expect(patternOfNumber(1)).toEqual([])
    for (let number = 2; number <= 31; number++) {
      const pattern = patternOfNumber(number) ?? []
      expect(pattern.length % 2).toBe(0)
      expect(pattern.every((length) => length > 0)).toBe(true)
    }
  })

  it.each<[number, string, number]>([
    [2, 'Dashed', 1],
    [4, 'Dash_Dot', 2],
    [10, 'Long_Dash_X2', 1],
    [12, 'Medium_Dash_Short_Dash_Short_Dash', 3],
    [17, 'Sparse_Dot', 1],
    [22, 'ISO_Long_Dash_Triple_Dot', 4],
    [25, 'ISO_Long_Dash_Double_Short_Dash', 3],
    [29, 'ISO_Double_Dash_Double_Dot', 4],
    [31, 'ISO_Double_Dash_Triple_Dot', 5],
  ])('number %d is %s and has %d dashes', (number, name, dashes) => {
    expect(patternOfName(name)).toEqual(patternOfNumber(number))
    expect(patternOfNumber(number)).toHaveLength(2 * dashes)
  })

  it.each([-1, 32, 1.5, Number.NaN, 65_791])('is solid for the unknown number %d', (number) => {
    expect(patternOfNumber(number)).toBeNull()
    const state = new W2dState()
    state.usePattern(number)
    expect([state.pattern, state.isPatternInPixels]).toEqual([[], false])
  })

  it('is in pixels when the stream redefines a predefined one', () => {
    const state = new W2dState()
    state.dashPatterns.set(2, [1, 9])
    state.usePattern(2)
    expect([state.pattern, state.isPatternInPixels]).toEqual([[1, 9], true])
    state.usePattern(3)
    expect([state.pattern, state.isPatternInPixels]).toEqual([[1, 2], false])
  })
})

describe('W2D default color map', () => {
  it.each<[number, readonly [number, number, number]]>([
    [0, [0, 0, 0]],
    [7, [192, 192, 192]],
    [9, [166, 202, 240]],
    [10, [0, 0, 0]],
    [15, [0, 0, 255]],
    [21, [0, 51, 255]],
    [39, [0, 204, 255]],
    [41, [0, 255, 51]],
    [255, [255, 255, 255]],
  ])('has at index %d the color %j', (index, color) => {
    expect(Array.from(defaultColorMap().subarray(4 * index, 4 * index + 4))).toEqual([...color, 255])
  })
})

describe('W2D unit', () => {
  it.each<[string, number | null]>([
    ['in', 25.4],
    [' Inches ', 25.4],
    ['Architectural', 25.4],
    ['foot', 304.8],
    ['Decimal feet', 304.8],
    ['MILLIMETRES', 1],
    ['centimeter', 10],
    ['m', 1000],
    ['metres', 1000],
    ['', null],
    ['mmm', null],
    ['in ch', null],
  ])('%j has %s millimetres', (name, millimetres) => {
    expect(millimetresOfUnit(name)).toBe(millimetres)
  })
})
