import type { Manifest, ManifestSheet } from '@kamar/package-format/read'
import type { SheetInfo } from '@kamar/package-format/sheets'
import * as viewerModule from '@kamar/viewer'
import type { SheetEvents, SheetPick, SheetView, SheetViewOptions } from '@kamar/viewer'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { json } from '../../testing/stub-server.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { testManifest, type TestViewer } from '../../testing/test-viewer.js'

type Events = { [Name in keyof SheetEvents]: (data: SheetEvents[Name]) => void }

interface TestSheetView {
  readonly options: SheetViewOptions
  readonly calls: string[]
  readonly listeners: Partial<Events>
}

const wallPick: SheetPick = { sheet: 0, entity: 4, point: [1, 2], isVertex: false }
let engines: TestViewer[]
const views: TestSheetView[] = []

/** Returns a stub of the sheet view that needs no GPU. */
function testSheetView(options: SheetViewOptions): SheetView {
  const calls: string[] = []
  const listeners: Record<string, unknown> = {}
  const noted =
    (name: string) =>
    (...values: readonly unknown[]): void =>
      void calls.push([name, ...values.map((value) => JSON.stringify(value))].join(' '))
  const entityInfo = { sheet: 0, entity: 4, handle: '2A', type: 'LWPOLYLINE', name: '', layer: 'Walls', sets: [] }
  views.push({ options, calls, listeners: listeners as Partial<Events> })
  const view = {
    selected: wallPick,
    history: { canUndo: false, canRedo: false },
    capture: () => null,
    on(name: string, listener: unknown) {
      listeners[name] = listener
      return () => undefined
    },
    open: (number: number) => Promise.resolve(noted('open')(number)),
    exchange: ({ manifest }: SheetViewOptions) => Promise.resolve(noted('exchange')(manifest.state)),
    fetchEntityInfo: () => Promise.resolve(entityInfo),
    search: (query: string) => (query === 'kit' ? [{ id: 3, text: 'Kitchen', layer: 'Texts' }] : []),
    showText: noted('showText'),
    setPaper: noted('paper'),
    setPlottedWeights: noted('weights'),
    setLabel: () => undefined,
    setLayerShown: noted('layer'),
    measure: noted('measure'),
    fit: noted('fit'),
    zoomBy: noted('zoom'),
    select: noted('select'),
    invalidate: () => undefined,
    dispose: noted('dispose'),
  }
  return view as unknown as SheetView
}

beforeEach(() => {
  engines = stubViewers()
  views.length = 0
  vi.spyOn(viewerModule, 'createSheetView').mockImplementation((_container, options) =>
    Promise.resolve(testSheetView(options)),
  )
  layOut(desktop)
  appServer([fileRecord({ description: 'Plan.dwg', urn: 'urn-plan' })])
})
afterEach(cleanUpPage)

const sheet = (name: string, over: Partial<ManifestSheet> = {}): ManifestSheet => ({
  name,
  kind: 'layout',
  path: `sheets/${name.toLowerCase()}/sheet.json`,
  thumbnail: null,
  active: false,
  entities: 5,
  ...over,
})
const sheets = [sheet('Model', { kind: 'model' }), sheet('A1', { active: true }), sheet('A2')]

async function openDrawing(instances = 0, over: Partial<Manifest> = {}) {
  const page = await renderApp('/ViewerPage?urn=urn-plan', { signedIn: true })
  await waitFor(() => expect(engines[0]?.loads).toHaveLength(1))
  const counts = { ...testManifest().counts, instances, sheets: 3 }
  await act(async () => engines[0]?.finishLoad(testManifest({ version: 3, counts, sheets, ...over })))
  return page
}

const list = () => screen.findByRole('list', { name: 'Sheets' })

describe('viewer page of a drawing', () => {
  test('opens the active sheet, and another one when it is selected', async () => {
    const { user } = await openDrawing()
    expect(
      within(await list())
        .getAllByRole('button')
        .map(({ title }) => title),
    ).toEqual(['Model', 'A1', 'A2'])
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    expect(screen.queryByText('No viewable content found in the document')).toBeNull()
    expect(screen.queryByRole('group', { name: 'Drawing or model' })).toBeNull()
    await user.click(within(await list()).getByTitle('A2'))
    await waitFor(() => expect(views[0]?.calls).toContain('open 2'))
  })

  test('toggles layers, finds texts and shows properties of the selected entity', async () => {
    const { user } = await openDrawing()
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    act(() =>
      views[0]?.listeners.layersChanged?.({
        layers: [{ name: 'Walls', color: 0xff0000, isShown: true, isShownByDefault: true }],
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Layers' }))
    await user.click(screen.getByRole('checkbox', { name: 'Walls' }))
    expect(views[0]?.calls).toContain('layer "Walls" false')
    await user.click(screen.getByRole('button', { name: 'Find text' }))
    await user.type(screen.getByRole('searchbox', { name: 'Find text' }), 'kit')
    await user.click(screen.getByRole('button', { name: /Kitchen/ }))
    expect(views[0]?.calls).toContain('showText {"id":3,"text":"Kitchen","layer":"Texts"}')
    expect(screen.getByText('Select an object to see its properties.')).toBeTruthy()
    await act(async () => views[0]?.listeners.selectionChanged?.({ pick: wallPick }))
    expect(screen.getByText('LWPOLYLINE')).toBeTruthy()
    expect(screen.getByText('2A')).toBeTruthy()
  })

  test('measures distances and switches to a dark background', async () => {
    const { user } = await openDrawing()
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    await user.click(screen.getByRole('button', { name: 'Measure distance' }))
    await user.click(screen.getByRole('button', { name: 'Dark background' }))
    expect(views[0]?.calls.slice(-2)).toEqual(['measure "distance"', 'paper "dark"'])
    const label = views[0]?.options.labelOfMeasurement
    expect(label?.({ kind: 'distance', value: 6000, ofModel: true, points: [] })).toBe('6 m')
    expect(label?.({ kind: 'area', value: 24e6, ofModel: true, points: [] })).toBe('24 m²')
    expect(label?.({ kind: 'distance', value: 12.34, ofModel: false, points: [] })).toBe('12.3 mm on paper')
  })
})

describe('plotted line weights button', () => {
  test.each([true, false])('follows the thin lines setting of the sheet (%s) until it is clicked', async (thin) => {
    const { user } = await openDrawing()
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    const info = { ...(thin && { thinLines: true }) } as SheetInfo
    act(() => views[0]?.listeners.sheetOpened?.({ sheet: 1, info }))
    const button = screen.getByRole('button', { name: 'Plotted line weights' })
    expect(button.getAttribute('aria-pressed')).toBe(String(!thin))
    await user.click(button)
    expect(views[0]?.calls.slice(-1)).toEqual([`weights ${String(thin)}`])
    expect(button.getAttribute('aria-pressed')).toBe(String(thin))
  })
})

describe('viewer page of a model with drawings', () => {
  test('opens the model, and switches to the drawing and back', async () => {
    const { user } = await openDrawing(3)
    expect(screen.queryByRole('list', { name: 'Sheets' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '2D: drawing' }))
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    await user.click(screen.getByRole('button', { name: '3D: model' }))
    await waitFor(() => expect(views[0]?.calls).toContain('dispose'))
    expect(screen.queryByRole('list', { name: 'Sheets' })).toBeNull()
  })

  test('opens the drawing where the manifest says so', async () => {
    await openDrawing(3, { firstView: 'sheet' })
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    expect(screen.getByRole('button', { name: '2D: drawing' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('shows provisional sheets during translation and exchanges them for the final ones in place', async () => {
    const server = appServer([fileRecord({ description: 'Plan.dwg', urn: 'urn-plan' })])
    const provisionalSheets = sheets.map((one) => ({ ...one, path: `provisional/1/${one.path}` }))
    const growing = testManifest({ version: 3, state: 'inprogress', sheets: provisionalSheets, firstView: 'sheet' })
    server.on('GET /api/derivatives/urn-plan/manifest.json', () => json(growing))
    const { user } = await renderApp('/ViewerPage?urn=urn-plan', { signedIn: true })
    await waitFor(() => expect(engines[0]?.loads).toHaveLength(1))
    const [source] = engines[0]?.loads ?? []
    if (!source || !('loader' in source)) throw new Error('no loader')
    await act(async () => void (await source.loader.fetchManifest(new AbortController().signal)))
    await waitFor(() => expect(views[0]?.calls).toContain('open 1'))
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
    await user.click(within(await list()).getByTitle('A2'))
    await act(async () => engines[0]?.finishLoad(testManifest({ version: 3, sheets, firstView: 'sheet' })))
    await waitFor(() => expect(views[0]?.calls).toContain('exchange "complete"'))
    expect(views[0]?.calls).not.toContain('dispose')
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
  })
})
