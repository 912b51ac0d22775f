import { describe, expect, it } from 'vitest'
import { rounded } from '../../testing/rounded.js'
import { testLayer, testSheet, testStyle } from '../../testing/test-sheet.js'
import { tintedRows, tints } from '../compare/tinted-rows.js'
import { SheetLayers } from './sheet-layers.js'
import { maxDashes, styleTexels } from './sheet-programs.js'
import { computeDashes, papers, resolveColor, selectionOn, styleRows } from './sheet-styles.js'

const { info } = testSheet()
const isShown = (): boolean => true
/** Red, green, blue, opacity; weight, width, length of the pattern, number of dashes; dashes. */
const readRow = (rows: Float32Array, style: number): number[] =>
  rounded([...rows.subarray(style * styleTexels * 4, (style + 1) * styleTexels * 4)])
const toFractions = (color: number): number[] => rounded([16, 8, 0].map((shift) => ((color >> shift) & 255) / 255))

describe('rows of the style texture', () => {
  it('resolve what a style leaves to its layer', () => {
    const layers = [testLayer(), testLayer({ color: 0x336699, lineWeightMillimetres: 0.7, lineType: 1 })]
    const lineTypes = [
      { name: 'CENTER', pattern: [30, -10, 5, -10] },
      { name: 'DASHED', pattern: [20, -5] },
    ]
    const styles = [
      testStyle({ layer: 1 }),
      testStyle({ layer: 1, color: 0xff0000, lineWeightMillimetres: 0.13, lineType: 0, opacity: 0.5 }),
      testStyle({ layer: 1, lineType: null, widthUnits: 6 }),
    ]
    const rows = styleRows({ ...info, layers, lineTypes, styles, step: 2 }, isShown, 'light')
    expect(readRow(rows, 0).slice(0, 10)).toEqual([0.2, 0.4, 0.6, 1, 0.7, 0, 12.5, 2, 10, 2.5])
    expect(readRow(rows, 1).slice(0, 12)).toEqual([1, 0, 0, 0.5, 0.13, 0, 27.5, 4, 15, 5, 2.5, 5])
    // Three steps wide and continuous.
    expect(readRow(rows, 2).slice(4, 9)).toEqual([0.7, 3, 0, 0, 0])
  })

  it('scale dashes by the style, and make hidden layers invisible', () => {
    const lineTypes = [{ name: 'DASHED', pattern: [20, -5] }]
    const styles = [testStyle({ lineType: 0, lineTypeScale: 0.1 })]
    const visibleLayers = styleRows({ ...info, lineTypes, styles }, isShown, 'light')
    expect(readRow(visibleLayers, 0).slice(6, 10)).toEqual([2.5, 2, 2, 0.5])
    const hidden = styleRows({ ...info, lineTypes, styles }, () => false, 'light')
    expect(readRow(hidden, 0)[3]).toBe(0)
  })

  it('have the stroke or paper colour of the paper', () => {
    const styles = [testStyle(), testStyle({ color: 'background' }), testStyle({ color: 'foreground' })]
    for (const paper of ['light', 'dark'] as const) {
      const rows = styleRows({ ...info, styles }, isShown, paper)
      const { stroke, paper: background } = papers[paper]
      expect([0, 1, 2].map((style) => readRow(rows, style).slice(0, 3))).toEqual(
        [stroke, background, stroke].map(toFractions),
      )
    }
  })

  it('are one row for a sheet without styles, as a texture is never empty', () => {
    expect(styleRows({ ...info, styles: [] }, isShown, 'light')).toHaveLength(styleTexels * 4)
  })
})

describe('colours of a sheet', () => {
  it('are their own numbers, except for those of the paper', () => {
    expect(resolveColor(0x123456, 'dark')).toBe(0x123456)
    expect(resolveColor('foreground', 'light')).toBe(0)
    expect(resolveColor('background', 'dark')).toBe(papers.dark.paper)
  })

  it('are fractions for a selection, and differ by paper', () => {
    for (const paper of ['light', 'dark'] as const)
      expect(selectionOn(paper).every((part) => part >= 0 && part <= 1)).toBe(true)
    expect(selectionOn('light')).not.toEqual(selectionOn('dark'))
  })
})

describe('dashes of a line type', () => {
  it.each([
    ['a dash and a gap', [10, -5], [10, 5]],
    ['a dot as a dash of no length', [10, -5, 0, -5], [10, 5, 0, 5]],
    ['a pattern that begins with a gap', [-5, 10], [0, 5, 10, 0]],
    ['two dashes in a row as one', [4, 6, -5], [10, 5]],
    ['two gaps in a row as one', [10, -2, -3], [10, 5]],
    ['a pattern that ends with a dash', [10, -5, 4], [10, 5, 4, 0]],
    ['nothing for a single element', [10], []],
    ['nothing for a pattern of no length', [0, 0], []],
    ['nothing for an empty pattern', [], []],
  ])('are alternating, beginning with a dash: %s', (_, pattern, expected) => {
    expect(computeDashes({ name: 'x', pattern }, 1)).toEqual(expected)
  })

  it('are scaled, and none for an unknown line type', () => {
    expect(computeDashes({ name: 'x', pattern: [10, -5] }, 0.5)).toEqual([5, 2.5])
    expect(computeDashes(undefined, 1)).toEqual([])
  })

  it('are none for too long a pattern, rather than a part of it', () => {
    const pattern = (pairs: number): number[] => Array.from({ length: pairs }, () => [3, -2]).flat()
    expect(computeDashes({ name: 'x', pattern: pattern(maxDashes / 2) }, 1)).toHaveLength(maxDashes)
    expect(computeDashes({ name: 'x', pattern: pattern(maxDashes / 2 + 1) }, 1)).toEqual([])
  })
})

describe('layers of sheets', () => {
  const layers = [
    testLayer({ name: 'walls' }),
    testLayer({ name: 'off', on: false }),
    testLayer({ name: 'ice', frozen: true }),
  ]
  const sheet = testSheet({ info: { layers } })
  const none = new Set<number>()

  it('are shown unless they are off or frozen, in the file or in a viewport', () => {
    const visibleLayers = new SheetLayers()
    expect([0, 1, 2].map((layer) => visibleLayers.isShown(sheet, layer, none))).toEqual([true, false, false])
    expect(visibleLayers.isShown(sheet, 0, new Set([0]))).toBe(false)
  })

  it('are toggled by name in all sheets, but not where a viewport freezes them', () => {
    const visibleLayers = new SheetLayers()
    const other = testSheet({ number: 1, info: { layers: [testLayer({ name: 'off' }), testLayer({ name: 'walls' })] } })
    visibleLayers.set('walls', false)
    visibleLayers.set('off', true)
    expect([0, 1].map((layer) => visibleLayers.isShown(sheet, layer, none))).toEqual([false, true])
    expect([0, 1].map((layer) => visibleLayers.isShown(other, layer, none))).toEqual([true, false])
    expect(visibleLayers.isShown(sheet, 1, new Set([1]))).toBe(false)
    visibleLayers.reset()
    expect([0, 1].map((layer) => visibleLayers.isShown(sheet, layer, none))).toEqual([true, false])
  })

  it('are listed once by name, in the order of the alphabet and as in the first sheet', () => {
    const other = testSheet({
      number: 1,
      info: { layers: [testLayer({ name: 'axes', color: 0xff }), testLayer({ name: 'off' })] },
    })
    expect(new SheetLayers().states([sheet, other])).toEqual([
      { name: 'axes', color: 0xff, isShown: true, isShownByDefault: true },
      { name: 'ice', color: 'foreground', isShown: false, isShownByDefault: false },
      { name: 'off', color: 'foreground', isShown: false, isShownByDefault: false },
      { name: 'walls', color: 'foreground', isShown: true, isShownByDefault: true },
    ])
  })
})

describe('rows of a compared sheet', () => {
  const styles = [testStyle({ color: 0x123456, opacity: 0.8 }), testStyle({ color: 'background' })]
  const compared = { ...info, styles }

  it.each(['same', 'added', 'removed', 'changed'] as const)('have one colour for what is %s, on each paper', (kind) => {
    for (const paper of ['light', 'dark'] as const) {
      const rows = tintedRows(kind, () => 0.5)(compared, isShown, paper)
      expect(readRow(rows, 0).slice(0, 4)).toEqual([...toFractions(tints[kind][paper]), 0.4])
    }
  })

  it('mask content below with the paper colour only where nothing changed', () => {
    const readMask = (kind: 'same' | 'added'): number[] =>
      readRow(tintedRows(kind, () => 1)(compared, isShown, 'dark'), 1).slice(0, 4)
    expect(readMask('same')).toEqual([...toFractions(papers.dark.paper), 1])
    expect(readMask('added')[3]).toBe(0)
  })

  it('follow an opacity that changes, and stay invisible on hidden layers', () => {
    let opacity = 1
    const rowsOf = tintedRows('changed', () => opacity)
    expect(readRow(rowsOf(compared, isShown, 'light'), 0)[3]).toBe(0.8)
    opacity = 0.25
    expect(readRow(rowsOf(compared, isShown, 'light'), 0)[3]).toBe(0.2)
    expect(
      readRow(
        rowsOf(compared, () => false, 'light'),
        0,
      )[3],
    ).toBe(0)
  })

  it('have colours of different brightness, so that they differ without colour vision', () => {
    const brightness = (color: number): number =>
      0.299 * (color >> 16) + 0.587 * ((color >> 8) & 255) + 0.114 * (color & 255)
    for (const paper of ['light', 'dark'] as const) {
      const [removed, changed] = [tints.removed[paper], tints.changed[paper]].map(brightness)
      expect(Math.abs(removed - changed)).toBeGreaterThan(25)
    }
  })
})
