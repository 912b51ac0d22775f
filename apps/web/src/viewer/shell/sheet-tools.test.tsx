import type { SheetEntityInfo, SheetMeasurement, SheetView } from '@kamar/viewer'
import { act, renderHook, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startInternationalization } from '../../platform/i18n/index.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { appServer } from '../../testing/app-server.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { TestSession } from '../../testing/test-session.js'
import { noSheetChanges } from '../../testing/test-sheet-session.js'
import { testManifest, testReport, testViewer } from '../../testing/test-viewer.js'
import { measurementText } from '../session/sheets/measurement-text.js'
import { SheetInfoPanel } from '../tools/properties/sheet-info-panel.js'
import { LayerList } from '../tools/sheet-list/layer-list.js'
import { SheetList } from '../tools/sheet-list/sheet-list.js'
import { TextSearch } from '../tools/sheet-list/text-search.js'
import { tool as camera } from '../tools/camera/tool.js'
import { tool as measure } from '../tools/measure/tool.js'
import { tool as paper } from '../tools/paper/tool.js'
import { tool as sheetList } from '../tools/sheet-list/tool.js'
import { ViewerToolBar } from './viewer-tool-bar.js'
import { useDrawing } from '../session/sheets/use-drawing.js'
import type { ShownSheet } from '../session/sheets/use-sheet-view.js'

beforeEach(() => {
  layOut(desktop)
  appServer()
})
afterEach(cleanUpPage)

const line: SheetMeasurement = { kind: 'distance', value: 1, ofModel: false, points: [] }

function testSheet(over: Partial<ShownSheet> = {}) {
  const view = {
    on: () => () => undefined,
    measure: vi.fn(),
    setLayerShown: vi.fn(),
    fit: vi.fn(),
    zoomBy: vi.fn(),
  }
  const sheet: ShownSheet = {
    stage: () => undefined,
    view: view as unknown as SheetView,
    failed: false,
    isHeadless: false,
    search: vi.fn(() => []),
    layers: [],
    selected: null,
    measurements: [],
    isDark: false,
    setDark: vi.fn(),
    hasWeights: false,
    setWeights: vi.fn(),
    markup: null,
    loadMarkup: () => Promise.resolve(null),
    restore: vi.fn(),
    changes: noSheetChanges(),
    ...over,
  }
  return { view, sheet }
}

/** Renders the toolbar of a sheet. */
function showTools(sheet: ShownSheet) {
  const drawing = { sheets: [], manifest: null, urn: 'urn', number: 0, isShown: true, hasBoth: false, show: vi.fn() }
  return renderPart(
    <TestSession
      engine={testViewer()}
      tools={[camera, measure, paper, sheetList]}
      over={{ drawing, shownSheet: sheet, sheet: sheet.view }}
    >
      <ViewerToolBar />
    </TestSession>,
  )
}

describe('drawing tools', () => {
  const button = (name: string | RegExp) => screen.getByRole('button', { name })

  test('measure one kind at a time and stop at the second click', async () => {
    const { view, sheet } = testSheet()
    const { user } = await showTools(sheet)
    await user.click(button('Measure distance'))
    await user.click(button(/^Measure area/))
    expect(button('Measure distance').getAttribute('aria-pressed')).toBe('false')
    await user.click(button(/^Measure area/))
    expect(view.measure.mock.calls).toEqual([['distance'], ['area'], [null]])
    expect(button(/^Measure area/).getAttribute('aria-pressed')).toBe('false')
    expect(screen.queryByRole('button', { name: 'Remove measurements' })).toBeNull()
  })

  test('are disabled without rendering', async () => {
    const { sheet } = testSheet({ view: null, isHeadless: true })
    await showTools(sheet)
    const rest = ['Zoom in', 'Zoom out', 'Fit sheet', 'Measure distance', /^Measure area/, 'Dark background']
    for (const name of rest) expect(button(name)).toHaveProperty('disabled', true)
  })

  test('zoom in and out by the same factor, and fit the sheet', async () => {
    const { view, sheet } = testSheet()
    const { user } = await showTools(sheet)
    for (const name of ['Zoom in', 'Zoom out', 'Fit sheet']) await user.click(button(name))
    const [[near = 0] = [], [far = 0] = []] = view.zoomBy.mock.calls
    expect(near).toBeGreaterThan(1)
    expect(near * far).toBeCloseTo(1)
    expect(view.fit).toHaveBeenCalledOnce()
  })

  test('remove measurements and switch the dark background', async () => {
    const { sheet } = testSheet({ measurements: [line], isDark: true })
    const { user } = await showTools(sheet)
    await user.click(button('Remove measurements'))
    expect(sheet.changes.change).toHaveBeenCalledWith({ measurements: [] })
    await user.click(button('Dark background'))
    expect(sheet.setDark).toHaveBeenCalledWith(false)
  })

  test('switch the plotted line weights', async () => {
    const { sheet } = testSheet({ hasWeights: true })
    const { user } = await showTools(sheet)
    expect(button('Plotted line weights').getAttribute('aria-pressed')).toBe('true')
    await user.click(button('Plotted line weights'))
    expect(sheet.setWeights).toHaveBeenCalledWith(false)
  })
})

describe('drawing panel', () => {
  const sheets = ['Model', 'A1'].map((name) => ({
    name,
    kind: name === 'Model' ? ('model' as const) : ('layout' as const),
    path: `sheets/${name}/sheet.json`,
    thumbnail: null,
    active: false,
    entities: 1,
  }))

  test('marks the current sheet, shows sheet kinds and layer colors, and reports a text without matches', async () => {
    const layers = [
      { name: 'Walls', color: 0x00ff, isShown: true, isShownByDefault: true },
      { name: 'Frozen', color: 0xff0000, isShown: false, isShownByDefault: false },
    ]
    const { view, sheet } = testSheet({ layers })
    const { user } = await renderPart(
      <>
        <SheetList urn="urn" sheets={sheets} sheetNumber={1} isStrip={false} onChoose={() => null} />
        <TextSearch {...sheet} />
        <LayerList layers={sheet.layers} view={sheet.view} />
      </>,
    )
    const rows = within(screen.getByRole('list', { name: 'Sheets' })).getAllByRole('button')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['ModelModel space', 'A1Layout'])
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true'])
    const list = screen.getByRole('list', { name: 'Layers' })
    expect([...list.querySelectorAll('rect')].map((patch) => patch.getAttribute('fill'))).toEqual([
      '#0000ff',
      '#ff0000',
    ])
    await user.click(screen.getByRole('checkbox', { name: 'Frozen' }))
    expect(view.setLayerShown).toHaveBeenCalledWith('Frozen', true)
    await user.type(screen.getByRole('searchbox'), '  ')
    expect(screen.getByRole('status').textContent).toBe('')
    expect(sheet.search).not.toHaveBeenCalled()
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByRole('status').textContent).toBe('No text found')
  })

  test('counts matching texts without rendering, but cannot show them', async () => {
    const hits = ['Kitchen', 'Kitchen store'].map((text, id) => ({ id, text, layer: 'Rooms' }))
    const { sheet } = testSheet({ view: null, isHeadless: true, search: () => hits })
    const { user } = await renderPart(
      <>
        <SheetList urn="urn" sheets={sheets} sheetNumber={1} isStrip={false} onChoose={() => null} />
        <TextSearch {...sheet} />
        <LayerList layers={sheet.layers} view={sheet.view} />
      </>,
    )
    await user.type(screen.getByRole('searchbox'), 'kitchen')
    expect(screen.getByRole('status').textContent).toBe('2 texts found')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Kitchen store/ }).disabled).toBe(true)
  })
})

describe('entity properties', () => {
  test('omit values missing in the file and show attributes with units', async () => {
    const entityInfo: SheetEntityInfo = {
      sheet: 0,
      entity: 4,
      handle: '2A',
      type: 'INSERT',
      name: '',
      layer: 'Doors',
      sets: [
        {
          name: 'Attributes',
          properties: [
            { name: 'Fire rated', value: true },
            { name: 'Width', value: 0.9, unit: 'm' },
          ],
        },
      ],
    }
    await renderPart(<SheetInfoPanel entityInfo={entityInfo} report={testReport()} />)
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Type',
      'Layer',
      'Handle',
      'Fire rated',
      'Width',
    ])
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'INSERT',
      'Doors',
      '2A',
      'Yes',
      '0.9 m',
    ])
  })

  test('show the file report without a selection, but no links to its elements', async () => {
    const skipped = [{ kind: 'dwg.entity', reason: 'unsupported', count: 2, elements: ['2A'] }]
    await renderPart(<SheetInfoPanel entityInfo={null} report={testReport({ status: 'partial', skipped })} />)
    expect(screen.getByText('Select an object to see its properties.')).toBeTruthy()
    expect(screen.getByText('2A')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '2A' })).toBeNull()
  })
})

describe('sheet measurement', () => {
  afterEach(() => startInternationalization('en'))
  test.each([
    ['en', { ...line, kind: 'area' as const, value: 250.04 }, '250 mm² on paper'],
    ['en', { ...line, value: 0.04 }, '0 mm on paper'],
    ['en', { ...line, value: 1_234_567.8, ofModel: true }, '1,234.568 m'],
    ['es', { ...line, value: 2500, ofModel: true }, '2,5 m'],
  ] as const)('is formatted for the language %s', async (language, measurement, text) => {
    await startInternationalization(language)
    expect(measurementText(measurement)).toBe(text)
  })
})

describe('drawing or model choice', () => {
  const counts = testManifest().counts
  const sheets = [{ name: 'A1', kind: 'layout' as const, path: 'a', thumbnail: null, active: true, entities: 1 }]

  test('applies to one file and is reset for the next', () => {
    const both = testManifest({ counts: { ...counts, sheets: 1 }, sheets })
    const { result, rerender } = renderHook((urn: string) => useDrawing({ manifest: both, growing: null, urn }), {
      initialProps: 'one',
    })
    expect([result.current.hasBoth, result.current.isShown]).toEqual([true, false])
    act(() => result.current.show('sheet'))
    expect(result.current.isShown).toBe(true)
    rerender('two')
    expect(result.current.isShown).toBe(false)
  })

  test('begins with the sheet or the model of the address', () => {
    const sheetsOfOneName = [
      ...sheets,
      { ...sheets[0], name: 'A2', active: false },
      { ...sheets[0], name: 'A2', active: false },
    ]
    const manifest = testManifest({ counts: { ...counts, sheets: 3 }, sheets: sheetsOfOneName })
    const show = (view: 'sheet' | 'model', sheetKey: string | null, urn = 'one') => {
      const { result } = renderHook(() => useDrawing({ manifest, growing: null, urn }, { urn: 'one', view, sheetKey }))
      return [result.current.isShown, result.current.number]
    }
    expect(show('sheet', 'A2')).toEqual([true, 1])
    expect(show('sheet', 'A2 #2')).toEqual([true, 2])
    expect(show('sheet', 'A9')).toEqual([false, 0])
    expect(show('sheet', 'A2', 'two')).toEqual([false, 0])
    expect(show('model', null)).toEqual([false, 0])
  })

  test('is unavailable for only sheets or no sheets', () => {
    const drawingManifest = testManifest({ counts: { ...counts, instances: 0, sheets: 1 }, sheets })
    const { result, rerender } = renderHook((manifest) => useDrawing({ manifest, growing: null, urn: 'one' }), {
      initialProps: drawingManifest,
    })
    expect([result.current.hasBoth, result.current.isShown]).toEqual([false, true])
    act(() => result.current.show('model'))
    expect(result.current.isShown).toBe(true)
    rerender(testManifest({ counts: { ...counts, instances: 0 } }))
    expect([result.current.hasBoth, result.current.isShown]).toEqual([false, false])
  })
})
