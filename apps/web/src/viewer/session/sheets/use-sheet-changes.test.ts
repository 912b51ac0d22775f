import type { SheetLayerState, SheetMarkup, SheetView, SheetViewState } from '@kamar/viewer'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSheetChanges } from './use-sheet-changes.js'

const layer = (name: string, isShown: boolean, isShownByDefault: boolean): SheetLayerState => ({
  name,
  color: 'foreground',
  isShown,
  isShownByDefault,
})
const line = { kind: 'distance', points: [] } as const
const box = { sheet: 0, frame: { center: [0, 0], heightUnits: 1 }, shapes: [] } as const

interface Change {
  undo(): void
  redo(): void
}

let steps: Change[]
let calls: unknown[][]
const note =
  (name: string) =>
  (...values: readonly unknown[]): void =>
    void calls.push([name, ...values])

beforeEach(() => {
  steps = []
  calls = []
})

function render({ ownPaper = null as boolean | null } = {}) {
  const captured = { sheet: 0, center: [5, 5], heightUnits: 10, aspectRatio: 1 }
  const view = {
    capture: () => ({ ...captured, hiddenLayers: ['Walls', 'Frozen'], measurements: [line] }),
    restore: ({ hiddenLayers, measurements }: Pick<SheetViewState, 'hiddenLayers' | 'measurements'>) =>
      note('restore')(hiddenLayers, measurements.length),
    showFrame: ({ heightUnits }: typeof captured) => note('showFrame')(heightUnits),
    fit: note('fit'),
    measuring: { setVisible: note('measurements') },
    history: { push: (change: Change) => steps.push(change) },
    invalidate: () => undefined,
  }
  const markup = {
    drawing: box,
    shapes: [{}, {}],
    isVisible: true,
    on: () => () => undefined,
    show: note('show markup'),
    clear: note('clear markup'),
    setVisible: note('markup'),
  }
  return renderHook(() =>
    useSheetChanges(view as unknown as SheetView, {
      layers: [layer('Walls', false, true), layer('Texts', true, true), layer('Frozen', false, false)],
      areMeasurementsVisible: true,
      markup: markup as unknown as SheetMarkup,
      ownPaper,
      ownWeights: null,
      setDark: note('paper'),
      setWeights: vi.fn(),
    }),
  ).result.current
}

describe('changes of a sheet', () => {
  test('count what differs from the file', () => {
    expect(render({ ownPaper: true })).toMatchObject({
      layerCount: 1,
      hasOwnPaper: true,
      hasOwnWeights: false,
      shapeCount: 2,
    })
  })

  test('return to the layers of the file, and back by undo', () => {
    const { resetLayers } = render()
    act(resetLayers)
    steps[0]?.undo()
    steps[0]?.redo()
    expect(calls).toEqual([
      ['restore', ['Frozen'], 1],
      ['restore', ['Walls', 'Frozen'], 1],
      ['restore', ['Frozen'], 1],
    ])
  })

  test('remove markup and measurements as steps that can be undone', () => {
    const { change } = render()
    act(() => change({ markup: null }))
    act(() => change({ measurements: [] }))
    for (const step of steps) step.undo()
    expect(calls).toEqual([
      ['clear markup'],
      ['restore', ['Walls', 'Frozen'], 0],
      ['show markup', box],
      ['restore', ['Walls', 'Frozen'], 1],
    ])
  })

  test('are reset in one step that hides work instead of removing it', () => {
    const { reset } = render({ ownPaper: true })
    act(reset)
    expect(calls).toEqual([
      ['restore', ['Frozen'], 1],
      ['measurements', false],
      ['markup', false],
      ['paper', null],
      ['fit'],
    ])
    calls.length = 0
    expect(steps).toHaveLength(1)
    steps[0]?.undo()
    expect(calls).toEqual([
      ['restore', ['Walls', 'Frozen'], 1],
      ['measurements', true],
      ['markup', true],
      ['paper', true],
      ['showFrame', 10],
    ])
  })

  test('hide and show measurements and markup without a step', () => {
    const { setMarkupVisible, setMeasurementsVisible } = render()
    act(() => setMarkupVisible(false))
    act(() => setMeasurementsVisible(false))
    expect([calls, steps]).toEqual([
      [
        ['markup', false],
        ['measurements', false],
      ],
      [],
    ])
  })
})
