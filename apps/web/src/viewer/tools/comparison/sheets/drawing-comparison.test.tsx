import * as viewerModule from '@kamar/viewer'
import type { ComparedFocus, SheetComparisonEvents, SheetComparisonView } from '@kamar/viewer'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../../testing/app-server.js'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { fileRecord } from '../../../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../../testing/stub-server.js'
import { drawingManifest, serveDrawing, type TestSheet } from '../../../../testing/test-sheets.js'
import { fileVersions, serveVersion } from '../../../../testing/test-versions.js'
import { stubViewers } from '../../../../testing/stub-viewer.js'
import type { TestViewer } from '../../../../testing/test-viewer.js'

const plan = (entities: TestSheet['entities']): TestSheet => ({ name: 'Plan', entities })
const older = [
  plan([
    { handle: '1A', x: 100 },
    { handle: '1B', x: 300 },
    { handle: '1C', layer: 'Texts', text: 'Rev. A', x: 20 },
  ]),
  { name: 'Section', entities: [{ handle: '2A', x: 10 }] },
  { name: 'Old detail', entities: [{ handle: '3A', x: 10 }] },
]
const newer = [
  plan([
    { handle: '1A', x: 100 },
    { handle: '1C', layer: 'Texts', text: 'Rev. B', x: 20 },
    { handle: '1D', x: 600 },
  ]),
  { name: 'Section', entities: [{ handle: '2A', x: 10 }] },
]

type Events = { [Name in keyof SheetComparisonEvents]: (data: SheetComparisonEvents[Name]) => void }
const calls: string[] = []
const focused: ComparedFocus[] = []
let listeners: Partial<Events> = {}

/** Returns a stub of the view that needs no GPU. */
function testView(): SheetComparisonView {
  const view = {
    isStacked: false,
    on: (name: keyof Events, listener: never) => {
      listeners = { ...listeners, [name]: listener }
      return () => undefined
    },
    open: ({ before, after }: { before: number | null; after: number | null }) =>
      Promise.resolve(void calls.push(`open ${before} ${after}`)),
    show: (displayedVersion: string, shownKinds: ReadonlySet<string>) =>
      void calls.push(`show ${displayedVersion} ${[...shownKinds].join(' ')}`),
    focus: (focus: ComparedFocus) => void focused.push(focus),
    mark: () => undefined,
    setClouds: (boxes: readonly unknown[]) => void calls.push(`clouds ${boxes.length}`),
    setPaper: () => undefined,
    setLabel: () => undefined,
    fit: () => undefined,
    zoomBy: () => undefined,
    dispose: () => void calls.push('dispose'),
  }
  return view as unknown as SheetComparisonView
}

let server: StubServer
let engines: TestViewer[]

beforeEach(() => {
  engines = stubViewers()
  calls.length = 0
  focused.length = 0
  vi.spyOn(viewerModule, 'createSheetComparison').mockImplementation(() => Promise.resolve(testView()))
  vi.spyOn(viewerModule, 'readSheetEntitySets').mockImplementation(({ entity }) =>
    Promise.resolve([{ name: 'Text', properties: [{ name: 'Height', value: entity === 2 ? 5 : 7 }] }]),
  )
  layOut(desktop)
  server = appServer([fileRecord({ id: 'file-house', description: 'Plan.dwg', urn: 'urn-v2' })])
  for (const urn of ['urn-v1', 'urn-v2'])
    server.on(`GET /api/packages/${urn}/versions`, () => json(fileVersions([2, 1])))
  serveDrawing(server, 'urn-v1', older)
  serveDrawing(server, 'urn-v2', newer)
})
afterEach(cleanUpPage)

async function open(query = 'urn=urn-v2&compare=urn-v1') {
  const page = await renderApp(`/ViewerPage?${query}`, { signedIn: true })
  await waitFor(() => expect(engines[0]?.loads).toHaveLength(1))
  await act(async () => (engines[0] as TestViewer).finishLoad(drawingManifest(newer)))
  return page
}

const panel = () => within(screen.getByRole('complementary', { name: 'Compare' }))
const shows = (): string[] => calls.filter((call) => call.startsWith('show'))
const listed = async () => {
  await screen.findByRole('complementary', { name: 'Compare' })
  await panel().findByRole('list', { name: 'Changes' })
  return panel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

describe('drawing comparison', () => {
  test('counts and lists the changes of each sheet', async () => {
    await open()
    expect(await listed()).toEqual([
      'Added1',
      'LINELINE · 0',
      'Removed1',
      'LINELINE · 0',
      'Changed1',
      'Rev. A → Rev. BTEXT · Texts · text',
    ])
    const sheets = within(panel().getByRole('combobox', { name: 'Sheet' })).getAllByRole('option')
    await waitFor(() =>
      expect(sheets.map(({ textContent }) => textContent)).toEqual([
        'Plan (3 changes)',
        'Section (no changes)',
        'Old detail (removed sheet)',
      ]),
    )
    await waitFor(() => expect(calls).toContain('open 0 0'))
  })

  test('groups changes by layer or type and steps through them', async () => {
    const { user } = await open()
    await listed()
    await user.click(panel().getByRole('button', { name: 'By layer' }))
    expect((await listed())[0]).toBe('02')
    await user.click(panel().getByRole('button', { name: 'By type' }))
    expect((await listed()).filter((text) => /^(LINE|TEXT)\d$/.test(text ?? ''))).toEqual(['LINE2', 'TEXT1'])
    await user.click(screen.getByRole('button', { name: 'Previous change' }))
    expect(screen.getByRole('status', { name: 'Change 3 / 3' })).toBeTruthy()
    expect(focused.at(-1)?.picks).toEqual([
      { side: 'older', sheet: 0, entity: 2 },
      { side: 'newer', sheet: 0, entity: 1 },
    ])
    await user.click(screen.getByRole('button', { name: 'Next change' }))
    expect(screen.getByRole('status', { name: 'Change 1 / 3' })).toBeTruthy()
  })

  test('shows old and new values and properties of an entity', async () => {
    const { user } = await open()
    await listed()
    await user.click(panel().getByRole('button', { name: /Rev. B/ }))
    const infoPanel = within(await screen.findByRole('complementary', { name: 'Object' }))
    expect(infoPanel.getByText('Rev. A', { selector: 'del' })).toBeTruthy()
    expect(infoPanel.getByText('Rev. B', { selector: 'ins' })).toBeTruthy()
    expect(await infoPanel.findByText('Text: Height')).toBeTruthy()
  })

  test('shows the details of a clicked entity', async () => {
    await open()
    await listed()
    await waitFor(() => expect(listeners.clicked).toBeTruthy())
    act(() => listeners.clicked?.({ pick: { side: 'older', sheet: 0, entity: 1 } }))
    const infoPanel = within(await screen.findByRole('complementary', { name: 'Object' }))
    expect(infoPanel.getByText('1B')).toBeTruthy()
    act(() => listeners.clicked?.({ pick: null }))
    expect(screen.queryByRole('complementary', { name: 'Object' })).toBeNull()
  })

  test('shows versions side by side, by kind of change and with revision clouds', async () => {
    const { user } = await open()
    await listed()
    await user.click(panel().getByRole('button', { name: 'Side by side' }))
    expect(shows().at(-1)).toBe('show side-by-side added removed changed same')
    expect(await screen.findByText('Version 1')).toBeTruthy()
    const legend = within(panel().getByRole('group', { name: 'What is shown' }))
    await user.click(legend.getByRole('button', { name: /Removed/ }))
    expect(shows().at(-1)).toBe('show side-by-side added changed same')
    expect(await listed()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Revision clouds' }))
    await waitFor(() => expect(calls.at(-1)).toMatch(/^clouds [12]$/))
  })

  test('lists unchanged sheets and sheets of one version only', async () => {
    const { user, getPath } = await open()
    await listed()
    const sheets = panel().getByRole('combobox', { name: 'Sheet' })
    await waitFor(() => expect(sheets.textContent).toContain('no changes'))
    await user.selectOptions(sheets, '1')
    expect(panel().getByText(/^Nothing changed on this sheet, but 2 other sheets/)).toBeTruthy()
    expect(getPath()).toContain('sheet=1')
    await user.selectOptions(sheets, '2')
    expect(panel().getByText('This sheet is only in the older version.')).toBeTruthy()
    await waitFor(() => expect(calls).toContain('open 2 null'))
    expect(panel().queryByRole('button', { name: 'Side by side' })).toBeNull()
  })

  test('shows that identical versions have no changes, and ends on request', async () => {
    serveDrawing(server, 'urn-v1', newer)
    const { user, getPath } = await open()
    expect(await panel().findByText('Nothing changed between these versions.')).toBeTruthy()
    const [end] = screen.getAllByRole('button', { name: 'Exit comparison' })
    if (end) await user.click(end)
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2')
    expect(calls).toContain('dispose')
  })

  test('shows why the versions could not be read and retries', async () => {
    server.on('GET /api/derivatives/urn-v1/sheets/0/entities.bin', () => errorResponse(404, 'not-found', 'Not found'))
    const { user } = await open()
    expect((await panel().findByRole('alert')).textContent).toBe('The versions couldn’t be compared: Not found')
    serveDrawing(server, 'urn-v1', older)
    await user.click(panel().getByRole('button', { name: 'Try again' }))
    expect(await listed()).toHaveLength(6)
  })

  test('has the bar of the viewer on a phone, with one panel at a time', async () => {
    layOut(mobile)
    const { user } = await open('urn=urn-v2&compare=urn-v1&sheet=0')
    await listed()
    const bar = within(screen.getByRole('navigation', { name: 'Panels' }))
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Issues',
      'Compare',
      'Object',
      'Tools',
    ])
    await user.click(panel().getByRole('button', { name: /Rev. B/ }))
    expect(screen.queryByRole('complementary', { name: 'Object' })).toBeNull()
    await user.click(bar.getByRole('button', { name: 'Object' }))
    expect(within(screen.getByRole('complementary')).getByText('Rev. B', { selector: 'ins' })).toBeTruthy()
    await user.click(bar.getByRole('button', { name: 'Compare' }))
    expect(screen.getByRole('complementary').getAttribute('aria-label')).toBe('Compare')
  })

  test('steps through changes and ends above the bar of a phone', async () => {
    layOut(mobile)
    const { user, getPath } = await open('urn=urn-v2&compare=urn-v1&sheet=0')
    await listed()
    expect(screen.queryByRole('region', { name: 'Comparison tools' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    const tools = within(screen.getByRole('region', { name: 'Comparison tools' }))
    await user.click(tools.getByRole('button', { name: 'Previous change' }))
    expect(tools.getByRole('status', { name: 'Change 3 / 3' })).toBeTruthy()
    expect(tools.getByText('Rev. A → Rev. B')).toBeTruthy()
    expect(tools.getByText('Changed · Texts')).toBeTruthy()
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tools' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Revision clouds' }))
    await waitFor(() => expect(calls.at(-1)).toMatch(/^clouds [1-3]$/))
    await user.click(tools.getByRole('button', { name: 'Exit comparison' }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2')
  })
})

describe('difference report', () => {
  test('lists the changes of each sheet of a drawing without a model', async () => {
    serveVersion(server, 'urn-v1', [])
    serveVersion(server, 'urn-v2', [])
    serveDrawing(server, 'urn-v1', older)
    serveDrawing(server, 'urn-v2', newer)
    const { user } = await renderApp('/differences?urn=urn-v2&compare=urn-v1', { signedIn: true })
    await screen.findByRole('table')
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1', '2', '1', '2'])
    const listRows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(listRows()).toEqual([
      'ChangeElementPropertyBeforeAfter',
      'AddedLINEPlan · LINE · 0',
      'RemovedLINEPlan · LINE · 0',
      'ChangedTEXTPlan · TEXT · Textstext',
      'textRev. ARev. B',
      'RemovedLINEOld detail · LINE · 0',
    ])
    await user.click(screen.getByLabelText('Show IDs'))
    expect(listRows()).toContain('AddedLINEPlan · LINE · 01D')
  })
})

describe('drawing toolbar', () => {
  test('starts a comparison with a chosen version', async () => {
    const { user, getPath } = await open('urn=urn-v2')
    await user.click(await screen.findByRole('button', { name: 'Compare' }))
    await user.selectOptions(await panel().findByLabelText('Compare with'), 'urn-v1')
    expect(getPath()).toBe('/ViewerPage?urn=urn-v2&compare=urn-v1')
    expect(await listed()).toHaveLength(6)
  })
})
