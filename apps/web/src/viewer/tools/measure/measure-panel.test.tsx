import type { Measurement, MeasureExtension, Viewer } from '@kamar/viewer'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../../testing/render-app.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { MeasureBar } from './measure-bar.js'
import { MeasurePanel } from './measure-panel.js'
import type { MeasureControl } from './use-measure.js'

const width: Measurement = {
  id: 'm1',
  kind: 'distance',
  name: '',
  points: [
    [0, 0, 0],
    [4, 0, 0],
  ],
}
const body: Measurement = { id: 'm2', kind: 'volume', name: 'Column', points: [[0, 0, 0]], area: 6, elements: [4] }

function testMeasure(over: Partial<MeasureControl> = {}) {
  const calls: string[] = []
  const write =
    (name: string) =>
    (...args: unknown[]): void =>
      void calls.push([name, ...args.map(String)].join(' '))
  const names = ['rename', 'remove', 'clear', 'select', 'finish', 'cancel']
  const engine = {
    ...Object.fromEntries(names.map((name) => [name, write(name)])),
    unit: 'mm',
    computeValues: ({ kind }: Measurement) =>
      kind === 'clearance'
        ? [{ name: 'length', quantity: 'length', value: 0 }]
        : kind === 'distance'
          ? [
              { name: 'length', quantity: 'length', value: 4 },
              { name: 'dz', quantity: 'length', value: 0 },
            ]
          : [{ name: 'surface', quantity: 'area', value: 6 }],
    formatValue: ({ value }: { value: number }) => `${value} u`,
    csv: (labels: {
      header: readonly string[]
      element: (element: number) => string
      kind: (kind: string) => string
    }) => [labels.header.join(), labels.kind('distance'), labels.element(4)].join('|'),
  }
  const control: MeasureControl = {
    measurements: [],
    isVisible: true,
    selected: null,
    kind: 'distance',
    points: 0,
    isActive: true,
    engine: engine as unknown as MeasureExtension,
    start: (mode) => calls.push(`start ${mode ?? ''}`),
    stop: () => calls.push('stop'),
    unit: 'source',
    setUnit: (unit) => calls.push(`unit ${unit}`),
    ...over,
  }
  return { control, calls }
}

let saved: ReturnType<typeof stubSavedFiles>

beforeEach(() => {
  layOut(desktop)
  saved = stubSavedFiles()
})
afterEach(cleanUpPage)

describe('measurement list', () => {
  async function show(over: Partial<MeasureControl> = {}) {
    const measure = testMeasure(over)
    const history = { canUndo: false, canRedo: true, undo: vi.fn(), redo: vi.fn() }
    const viewer = Object.assign(Object.create(testViewer().viewer), { history }) as Viewer
    const part = <MeasurePanel measure={measure.control} viewer={viewer} tree={houseTree()} />
    return { ...measure, history, ...(await renderPart(part)) }
  }

  test('shows a hint and disables the export while it is empty', async () => {
    await show()
    expect(screen.getByRole('heading', { name: 'No measurements yet' })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true)
  })

  test('shows all values of each measurement, and no volume for an open body', async () => {
    await show({ measurements: [width, body] })
    const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
    expect(first.textContent).toContain('Length4 u')
    expect(first.textContent).toContain('Height difference0 u')
    expect(within(second).getByRole('button', { name: 'Column' })).toBeTruthy()
    expect(second.textContent).toContain('Not closed: no volume')
  })

  test('says that two elements touch, and lists the distance of others as a number only', async () => {
    const [contact, gap] = [{ ...width, id: 'm3', kind: 'clearance', elements: [4, 6] } as const, width]
    await show({ measurements: [contact, gap] })
    const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
    expect(first.textContent).toContain('1. Element to element')
    expect(first.textContent).toContain('Length0 u · touching')
    expect(first.textContent).toContain('Outer wall – Slab')
    expect(second.textContent).not.toContain('touching')
  })

  test('selects, renames and deletes measurements', async () => {
    const { user, calls } = await show({ measurements: [width, body] })
    const [first] = screen.getAllByRole('listitem') as [HTMLElement]
    await user.click(within(first).getByRole('button', { name: '1. Distance' }))
    await user.click(within(first).getByRole('button', { name: 'Rename' }))
    await user.type(within(first).getByRole('textbox', { name: 'Name' }), 'Width{Enter}')
    await user.click(within(first).getByRole('button', { name: 'Delete' }))
    await user.click(screen.getByRole('button', { name: 'Delete all' }))
    expect(calls).toEqual(['select m1', 'rename m1 Width', 'remove m1', 'clear'])
  })

  test('keeps the name when renaming is cancelled', async () => {
    const { user, calls } = await show({ measurements: [body] })
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Something{Escape}')
    expect(calls).toEqual([])
    expect(screen.getByRole('button', { name: 'Column' })).toBeTruthy()
  })

  test('exports a CSV with translated labels and element names', async () => {
    const { user, history } = await show({ measurements: [width] })
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(saved.map(({ name }) => name)).toEqual(['measurements.csv'])
    expect(await saved[0]?.bytes.text()).toBe(
      'Name,Kind,Quantity,Value,Unit,Element,Second element|Distance|Outer wall',
    )
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect(history.redo).toHaveBeenCalledOnce()
  })
})

describe('measurement toolbar', () => {
  async function show(over: Partial<MeasureControl> = {}, isCompact = false) {
    const measure = testMeasure(over)
    const [onList, onClose] = [vi.fn(), vi.fn()]
    const part = <MeasureBar measure={measure.control} {...{ isCompact, onList, onClose }} />
    return { ...measure, onList, onClose, ...(await renderPart(part)) }
  }

  test('offers all measurement kinds and shows a prompt', async () => {
    const { user, calls } = await show({ kind: 'slope' })
    expect(screen.getByRole('status').textContent).toBe('Pick a face or an edge')
    expect(screen.getByRole('button', { name: 'Slope' }).getAttribute('aria-pressed')).toBe('true')
    const kinds = ['Distance', 'Chain', 'Laser', 'Point', 'Angle', 'Area', 'Face area', 'Volume', 'Radius']
    for (const name of kinds) await user.click(screen.getByRole('button', { name }))
    expect(calls).toEqual(
      ['distance', 'chain', 'perpendicular', 'point', 'angle', 'area', 'face', 'volume', 'radius'].map(
        (kind) => `start ${kind}`,
      ),
    )
  })

  test.each([
    ['distance', 0, 'Pick two points'],
    ['distance', 1, 'Pick the second point'],
    ['clearance', 1, 'Pick the second element'],
    ['clearance', 2, 'Calculating the distance…'],
    ['angle', 1, 'Pick the vertex of the angle'],
    ['angle', 2, 'Pick the third point'],
    ['chain', 1, 'Pick points in sequence. Enter or double-click to finish.'],
  ] as const)('says what is next: %s with %i points', async (kind, points, hint) => {
    await show({ kind, points })
    expect(screen.getByRole('status').textContent).toBe(hint)
  })

  test('offers to finish a chain or an area once it has enough points', async () => {
    await show({ kind: 'area', points: 2 })
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull()
    await cleanUpPage()
    const { user, calls } = await show({ kind: 'chain', points: 2 })
    await user.click(screen.getByRole('button', { name: 'Finish' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(calls).toEqual(['finish', 'cancel'])
  })

  test('shows the measurement kinds in a menu on a phone', async () => {
    layOut(mobile)
    const { user, calls } = await show({ kind: 'slope' }, true)
    await user.click(screen.getByRole('button', { name: /Slope/ }))
    expect(screen.getAllByRole('menuitem')).toHaveLength(11)
    await user.click(screen.getByRole('menuitem', { name: 'Face area' }))
    expect(calls).toEqual(['start face'])
  })

  test('sets the unit, and explains touch and hold on a phone', async () => {
    layOut(mobile)
    const { user, calls, onList, onClose } = await show({}, true)
    expect(screen.getByRole('status').textContent).toContain('Touch and hold')
    await user.click(screen.getByRole('button', { name: 'Unit' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Feet and inches' }))
    expect(calls).toEqual(['unit ft-in'])
    await user.click(screen.getByRole('button', { name: 'Measurements' }))
    await user.click(screen.getByRole('button', { name: 'Close tool' }))
    expect([onList, onClose].map((spy) => spy.mock.calls.length)).toEqual([1, 1])
  })
})
