import type { SheetInfo, SheetLayer, SheetViewport } from '@kamar/package-format/sheets'
import { describe, expect, it } from 'vitest'
import { buildSheet, type MadeEntity } from '../testing/build-sheet.js'
import { changeClouds } from './change-clouds.js'
import { changesInWindows, type WindowChange, type WindowSide } from './changes-in-windows.js'
import { compareLayers } from './compare-layers.js'
import { compareSheets, sameSheet, type SheetBox } from './compare-sheets.js'

const line = (handle: string, x: number, over: Partial<MadeEntity> = {}): MadeEntity => ({
  handle,
  layer: 'A',
  lines: [[x, 100, x + 10, 110]],
  ...over,
})
const sheetFrame: MadeEntity = { handle: 'F0', lines: [[0, 0, 1000, 1000]] }

describe('changeClouds', () => {
  const extents: SheetBox = [0, 0, 480, 240]

  it('adds a third of a cell around the changes of neighboring cells', () => {
    // Cells are 10 wide: centers 5 and 14 are in neighboring cells, 35 is in another group.
    const boxes = [
      [4, 4, 6, 6],
      [34, 4, 36, 6],
      [13, 13, 15, 16],
    ] as const
    const third = 10 / 3
    expect(changeClouds(boxes, extents)).toEqual([
      [4 - third, 4 - third, 15 + third, 16 + third],
      [34 - third, 4 - third, 36 + third, 6 + third],
    ])
  })

  it('joins cells that touch at a corner, through other cells, and below zero', () => {
    const at = (x: number, y: number): SheetBox => [x - 1, y - 1, x + 1, y + 1]
    expect(changeClouds([at(-5, -5), at(5, 5), at(15, -5)], extents)).toHaveLength(1)
    expect(changeClouds([at(5, 5), at(25, 5)], extents)).toHaveLength(2)
    expect(changeClouds([at(5, 5), at(25, 5), at(15, 5)], extents)).toHaveLength(1)
  })

  it('gives a change of more than 40 % of the longer side its own cloud', () => {
    const small: SheetBox = [95, 5, 97, 7]
    expect(changeClouds([[0, 0, 192, 12], small], extents)).toHaveLength(1)
    expect(changeClouds([[0, 0, 193, 12], small], extents)).toHaveLength(2)
    expect(changeClouds([[90, 0, 102, 193], small], extents)).toHaveLength(2)
  })

  it('lists clouds in the order of their first change, large ones too', () => {
    const clouds = changeClouds(
      [
        [300, 0, 302, 2],
        [0, 0, 400, 200],
        [5, 5, 6, 6],
        [301, 0, 303, 2],
      ],
      extents,
    )
    expect(clouds.map(([left]) => Math.round(left))).toEqual([297, -3, 2])
  })

  it('has at most 500 clouds', () => {
    const boxes = Array.from({ length: 600 }, (_, at): SheetBox => {
      const [x, y] = [(at % 24) * 20 + 5, Math.floor(at / 24) * 20 + 5]
      return [x, y, x, y]
    })
    expect(changeClouds(boxes, extents)).toHaveLength(500)
  })

  it('has none on a sheet without extents', () => {
    for (const wrong of [
      [0, 0, 0, 0],
      [Infinity, Infinity, -Infinity, -Infinity],
      [NaN, 0, 1, NaN],
    ] as const)
      expect(changeClouds([[0, 0, 1, 1]], wrong)).toEqual([])
  })
})

describe('compareLayers', () => {
  const { info } = buildSheet([sheetFrame])
  const [plain] = info.layers
  const lineTypes = [
    { name: 'a', pattern: [1, -1] },
    { name: 'b', pattern: [2, -1] },
  ]
  const withLayers = (layers: readonly SheetLayer[], types: SheetInfo['lineTypes'] = lineTypes): SheetInfo => ({
    ...info,
    layers,
    lineTypes: types,
  })

  it.each<[string, Partial<SheetLayer>, readonly string[]]>([
    ['color', { color: 0x123456 }, ['color']],
    ['line weight', { lineWeightMillimetres: 7 }, ['lineWeight']],
    ['line type', { lineType: 0 }, ['lineType']],
    ['visibility', { on: !plain.on }, ['visibility']],
    ['freezing', { frozen: !plain.frozen }, ['visibility']],
    ['plotting', { plottable: !plain.plottable }, ['plot']],
    ['several properties', { color: 1, plottable: !plain.plottable }, ['color', 'plot']],
    ['nothing', {}, []],
  ])('reports a change of %s', (_, over, parts) => {
    const changes = compareLayers(withLayers([plain]), withLayers([{ ...plain, ...over }]))
    expect(changes).toEqual(parts.length === 0 ? [] : [{ kind: 'changed', name: plain.name, parts }])
  })

  it('does not report a frozen layer that is turned off as well', () => {
    const frozen = { ...plain, frozen: true }
    expect(compareLayers(withLayers([frozen]), withLayers([{ ...frozen, on: false }]))).toEqual([])
  })

  it('compares line types by their dashes', () => {
    const [older, newer] = [0, 1].map((lineType) => [{ ...plain, lineType }])
    expect(compareLayers(withLayers(older), withLayers(newer))[0].parts).toEqual(['lineType'])
    expect(compareLayers(withLayers(older), withLayers(newer, lineTypes.toReversed()))).toEqual([])
    expect(compareLayers(withLayers([{ ...plain, lineType: null }]), withLayers([{ ...plain, lineType: 9 }]))).toEqual(
      [],
    )
  })

  it('lists added layers in order, then removed ones', () => {
    const createLayers = (...names: string[]): SheetLayer[] => names.map((name) => ({ ...plain, name }))
    expect(compareLayers(withLayers(createLayers('a', 'b', 'c')), withLayers(createLayers('c', 'x', 'y')))).toEqual([
      { kind: 'added', name: 'x', parts: [] },
      { kind: 'added', name: 'y', parts: [] },
      { kind: 'removed', name: 'a', parts: [] },
      { kind: 'removed', name: 'b', parts: [] },
    ])
  })
})

describe('changesInWindows', () => {
  /** Shows 0 to 1000 of the model at a tenth of its size, 100 to the right. */
  const viewport: SheetViewport = {
    entity: 0,
    level: 0,
    shows: 2,
    matrix: [0.1, 0, 0, 0.1, 100, 0],
    millimetresPerUnit: 1,
    clip: [[100, 0, 200, 0, 200, 100, 100, 100]],
    frozenLayers: [],
    lineTypeScale: 1,
  }
  const older = buildSheet([sheetFrame, line('1', 100), line('2', 300), line('3', 500)])
  const newer = buildSheet([sheetFrame, line('1', 200), line('2', 300), line('4', 700)])
  const createSide = (info: SheetInfo | null, ...viewports: SheetViewport[]): WindowSide => ({
    info: { ...older.info, viewports },
    findSheet: (sheet) => (sheet === 2 ? info : null),
  })
  const list = (
    sides: { readonly older: WindowSide | null; readonly newer: WindowSide | null },
    sheet: WindowChange['sheet'] = { before: 2, after: 2 },
  ): unknown[] =>
    changesInWindows({ ...sides, sheet, comparison: compareSheets(older, newer) }).map(({ change, box }) => [
      change.handle,
      ...box.map((value) => Math.round(value * 100) / 100),
    ])
  const both = { older: createSide(older.info, viewport), newer: createSide(newer.info, viewport) }

  it('maps the boxes of changes to the sheet with the viewport', () => {
    expect(list(both)).toEqual([
      ['1', 110, 10, 121, 11],
      ['4', 170, 10, 171, 11],
      ['3', 150, 10, 151, 11],
    ])
  })

  it('clips boxes to the viewport and omits those outside', () => {
    const clip = [[100, 0, 120.5, 0, 120.5, 10.5, 100, 10.5]]
    const narrow = {
      older: createSide(older.info, { ...viewport, clip }),
      newer: createSide(newer.info, { ...viewport, clip }),
    }
    expect(list(narrow)).toEqual([['1', 110, 10, 120.5, 10.5]])
  })

  it('maps boxes through rotated viewports', () => {
    const rotated: SheetViewport = { ...viewport, matrix: [0, 0.1, -0.1, 0, 200, 0] }
    expect(list({ older: null, newer: createSide(newer.info, rotated) })[0]).toEqual(['1', 189, 10, 190, 21])
  })

  it('looks for removed entities in the older version alone, and for added ones in the newer one', () => {
    expect(list({ ...both, older: null })).toEqual([
      ['1', 110, 10, 121, 11],
      ['4', 170, 10, 171, 11],
    ])
    expect(list({ ...both, newer: null })).toEqual([
      ['1', 110, 10, 121, 11],
      ['3', 150, 10, 151, 11],
    ])
  })

  it('uses the first of several viewports', () => {
    const second: SheetViewport = { ...viewport, matrix: [0.1, 0, 0, 0.1, 0, 0], clip: [[0, 0, 100, 0, 100, 100]] }
    expect(list({ older: null, newer: createSide(newer.info, second, viewport) })[1]).toEqual(['4', 70, 10, 71, 11])
  })

  it('omits changes on layers that the viewport freezes', () => {
    const frozen = { ...viewport, frozenLayers: [older.info.layers.findIndex(({ name }) => name === 'A')] }
    expect(list({ older: createSide(older.info, frozen), newer: createSide(newer.info, frozen) })).toEqual([])
    expect(list({ older: createSide(older.info, frozen), newer: both.newer }).length).toBe(2)
    expect(list({ older: createSide(null, frozen), newer: null }).length).toBe(2)
  })

  it('has no changes in viewports of other sheets or without a boundary', () => {
    expect(list(both, { before: null, after: null })).toEqual([])
    expect(list(both, { before: 1, after: 1 })).toEqual([])
    const unbounded = { ...viewport, clip: [] }
    expect(list({ older: createSide(older.info, unbounded), newer: createSide(newer.info, unbounded) })).toEqual([])
    expect(list({ older: null, newer: null })).toEqual([])
  })

  it('omits changes of entities that are not drawn', () => {
    const comparison = compareSheets(
      buildSheet([sheetFrame]),
      buildSheet([sheetFrame, { handle: '9', type: 'XRECORD' }]),
    )
    expect(comparison.changes.map(({ box }) => box)).toEqual([null])
    expect(changesInWindows({ ...both, sheet: { before: 2, after: 2 }, comparison })).toEqual([])
  })
})

describe('compareSheets', () => {
  it('describes each change completely', () => {
    const older = [sheetFrame, line('1', 100), line('2', 300, { name: 'Door', layer: 'B' })]
    const newer = [sheetFrame, line('1', 100, { layer: 'C' }), line('3', 500, { text: 'x'.repeat(300), at: [1, 2] })]
    const { changes } = compareSheets(buildSheet(older), buildSheet(newer))
    const rounded = changes.map((change) => ({ ...change, box: change.box?.map(Math.round) }))
    expect(rounded).toEqual([
      {
        kind: 'changed',
        before: 1,
        after: 1,
        parts: 8,
        box: [100, 100, 110, 110],
        type: 'LINE',
        layer: 'C',
        name: '',
        handle: '1',
        layerBefore: 'A',
        text: '',
        texts: [],
      },
      {
        kind: 'added',
        before: -1,
        after: 2,
        parts: 0,
        box: [1, 2, 601, 110],
        type: 'LINE',
        layer: 'A',
        name: '',
        handle: '3',
        layerBefore: null,
        text: 'x'.repeat(200),
        texts: [],
      },
      {
        kind: 'removed',
        before: 2,
        after: -1,
        parts: 0,
        box: [300, 100, 310, 110],
        type: 'LINE',
        layer: 'B',
        name: 'Door',
        handle: '2',
        layerBefore: null,
        text: '',
        texts: [],
      },
    ])
  })

  it('numbers the kinds of the entities of both versions', () => {
    const older = [sheetFrame, line('1', 100), line('2', 300)]
    const newer = [line('9', 700), sheetFrame, line('1', 100, { color: 1 })]
    const { olderKinds, newerKinds, counts } = compareSheets(buildSheet(older), buildSheet(newer))
    expect([[...olderKinds], [...newerKinds]]).toEqual([
      [0, 3, 2],
      [1, 0, 3],
    ])
    expect(counts).toEqual({ added: 1, removed: 1, changed: 1, same: 1 })
  })

  it('lists the layers and types with most changes first', () => {
    const newer = [
      sheetFrame,
      line('1', 100),
      line('2', 200, { layer: 'B', type: 'ARC' }),
      line('3', 300, { layer: 'B' }),
      line('4', 400, { layer: 'B' }),
    ]
    const { byLayer, byType } = compareSheets(buildSheet([sheetFrame]), buildSheet(newer))
    expect(byLayer.map(({ name, counts }) => [name, counts.added])).toEqual([
      ['B', 3],
      ['A', 1],
    ])
    expect(byType.map(({ name, counts }) => [name, counts.added])).toEqual([
      ['LINE', 3],
      ['ARC', 1],
    ])
  })

  it('compares nothing with nothing, and a sheet with itself', () => {
    const none = compareSheets(null, null)
    expect([none.changes, none.counts.same, none.layers, none.hasSameUnit, none.areHandlesStable]).toEqual([
      [],
      0,
      [],
      true,
      true,
    ])
    const sheet = buildSheet([sheetFrame, line('1', 100)])
    expect(sameSheet(2)).toEqual(compareSheets(sheet, sheet))
  })
})

describe('matching of entities without handles', () => {
  const square = (x: number, y: number, size = 10): MadeEntity => ({ lines: [[x, y, x + size, y + size]] })
  const listPairs = (older: readonly MadeEntity[], newer: readonly MadeEntity[]): string[] =>
    compareSheets(buildSheet([sheetFrame, ...older]), buildSheet([sheetFrame, ...newer])).changes.map(
      ({ kind, before, after }) => `${kind} ${before}→${after}`,
    )

  it('pairs equal shapes in order if as many remain, otherwise the nearest', () => {
    expect(listPairs([square(0, 0), square(500, 500)], [square(600, 500), square(100, 0)])).toEqual([
      'changed 1→1',
      'changed 2→2',
    ])
    expect(listPairs([square(0, 0), square(500, 500)], [square(520, 500)])).toEqual(['changed 2→1', 'removed 1→-1'])
    expect(listPairs([square(520, 500)], [square(0, 0), square(500, 500)])).toEqual(['added -1→1', 'changed 1→2'])
  })

  it('pairs similar shapes nearby, at most a tenth of the sheet away', () => {
    expect(listPairs([square(500, 500, 100)], [square(510, 500, 120)])).toEqual(['changed 1→1'])
    expect(listPairs([square(200, 500, 100)], [square(400, 500, 120)])).toEqual(['added -1→1', 'removed 1→-1'])
  })

  it('does not pair shapes of another size, layer or type', () => {
    const near = square(505, 500, 40)
    expect(listPairs([square(500, 500, 60)], [near])).toEqual(['changed 1→1'])
    expect(listPairs([square(500, 500, 100)], [near])).toEqual(['added -1→1', 'removed 1→-1'])
    expect(listPairs([square(500, 500, 15)], [near])).toEqual(['added -1→1', 'removed 1→-1'])
    expect(listPairs([{ ...square(500, 500, 60), layer: 'X' }], [near])).toEqual(['added -1→1', 'removed 1→-1'])
    expect(listPairs([{ ...square(500, 500, 60), type: 'ARC' }], [near])).toEqual(['added -1→1', 'removed 1→-1'])
  })

  it('pairs the nearest of several candidates', () => {
    expect(listPairs([square(500, 500, 60), square(560, 500, 60)], [square(557, 500, 61)])).toEqual([
      'changed 2→1',
      'removed 1→-1',
    ])
  })

  it('pairs entities without drawn content by type, layer and name', () => {
    const hidden = (name: string, layer = '0'): MadeEntity => ({ type: 'ATTDEF', name, layer })
    expect(listPairs([hidden('a'), hidden('b')], [hidden('b'), hidden('c')])).toEqual(['added -1→2', 'removed 1→-1'])
    expect(listPairs([hidden('a', 'X')], [hidden('a')])).toEqual(['added -1→1', 'removed 1→-1'])
  })
})
