import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer, preview, shownFiles } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

const files = [
  fileRecord({ description: 'Tower.ifc', size: 3 * 1024 ** 2, updated_at: '2026-11-20T11:00:00.000Z' }),
  fileRecord({ description: 'bridge.dwg', size: 2_048, status: 'failed' }),
  fileRecord({ description: 'Arch.ifc', size: 500 * 1024, status: 'inprogress', progress: 41.7, stage: 'meshing' }),
]
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  server = appServer(files)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

async function openFiles() {
  const app = await renderApp('/home', { signedIn: true })
  await screen.findByText(`${files.length} files`)
  return app
}

const row = (name: string) => {
  const row = screen.getByLabelText(`Select ${name}`).closest<HTMLElement>('[data-file-id]')
  if (!row) throw new Error(`no row of ${name}`)
  return row
}
const previewedName = (): string | null => preview().getByRole('heading', { level: 2 }).textContent

describe('file list', () => {
  test('shows that it is loading, then the number of files', async () => {
    const response = deferred<Response>()
    server.on('GET /api/auth/my-urns', () => response.promise)
    await renderApp('/home', { signedIn: true })
    expect(await screen.findByText('Loading files...')).toBeTruthy()
    response.resolve(json(files))
    expect(await screen.findByText('3 files')).toBeTruthy()
    expect(shownFiles()).toEqual(['Tower.ifc', 'bridge.dwg', 'Arch.ifc'])
  })

  test('shows distinct times for files of one day, with seconds for those of one minute', async () => {
    const at = (hour: number, minute: number, second: number): string =>
      new Date(2026, 10, 20, hour, minute, second).toISOString()
    const files = Array.from({ length: 19 }, (_, index) =>
      fileRecord({ id: `same-${index}`, updated_at: index < 16 ? at(8, index, 7) : at(9, 30, index) }),
    )
    server.on('GET /api/auth/my-urns', () => json(files))
    await renderApp('/home', { signedIn: true })
    await screen.findByText('19 files')
    const times = [...document.querySelectorAll<HTMLTimeElement>('[data-file-id] time')].map(
      ({ textContent }) => textContent,
    )
    expect(times.length).toBeGreaterThanOrEqual(10)
    expect(new Set(times).size).toBe(times.length)
    expect(times.filter((time) => /, 09:30:\d\d$/.test(time))).toHaveLength(3)
    expect(times.filter((time) => /, 08:\d\d$/.test(time))).toHaveLength(times.length - 3)
  })

  test('shows type, size, date and status in each row', async () => {
    await openFiles()
    const tower = row('Tower.ifc').textContent ?? ''
    for (const text of ['IFC', '3.0 MB', '20\u00A0Nov\u00A02026, ', 'Ready']) expect(tower).toContain(text)
    expect(row('bridge.dwg').textContent).toMatch(/DWG.*Failed.*2 KB/)
    expect(row('Arch.ifc').textContent).toMatch(/Processing41%/)
  })

  test('offers an upload when it is empty', async () => {
    server.on('GET /api/auth/my-urns', () => json([]))
    const { user } = await renderApp('/home', { signedIn: true })
    expect(await screen.findByRole('heading', { name: 'No files found' })).toBeTruthy()
    expect(screen.getByText('0 files')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'What Kamar reads' })).getByText('Drawings')).toBeTruthy()
    expect(preview().getByText('Select a file to preview')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Open bin' })).toBeTruthy()
    expect(screen.getByRole('menuitem', { name: 'Clear All' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('shows a loading error with its reference and retries', async () => {
    server.on('GET /api/auth/my-urns', () =>
      errorResponse(500, 'internal', 'Server error, please try again', { reference: 'ref-77' }),
    )
    const { user } = await renderApp('/home', { signedIn: true })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('The file list couldn’t be loaded')).toBeTruthy()
    expect(alert.getByText('Failed to get translation status: Server error, please try again')).toBeTruthy()
    expect(alert.getByText('ref-77')).toBeTruthy()
    expect(screen.queryByText('0 files')).toBeNull()
    server.on('GET /api/auth/my-urns', () => json(files))
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('3 files')).toBeTruthy()
  })

  test('renders only the visible rows of ten thousand files', async () => {
    server.on('GET /api/auth/my-urns', () => json(Array.from({ length: 10_000 }, () => fileRecord())))
    await renderApp('/home', { signedIn: true })
    expect(await screen.findByText('10,000 files')).toBeTruthy()
    expect(shownFiles().length).toBeGreaterThan(10)
    expect(shownFiles().length).toBeLessThan(60)
    expect(screen.getByRole('grid', { name: 'Files' }).getAttribute('aria-rowcount')).toBe('10001')
  })
})

describe('file list toolbar', () => {
  test('filters by the search text and shows the number of matches', async () => {
    const { user } = await openFiles()
    await user.type(screen.getByRole('searchbox', { name: 'Search files...' }), 'ar')
    expect(shownFiles()).toEqual(['Arch.ifc'])
    expect(screen.getByText('1 of 3 files')).toBeTruthy()
  })

  test('shows a message without matches and resets the search', async () => {
    const { user } = await openFiles()
    await user.type(screen.getByRole('searchbox'), 'castle')
    expect(screen.getByText('No files found')).toBeTruthy()
    expect(screen.getByText('No results for “castle”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all files' }))
    expect(shownFiles()).toHaveLength(3)
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })

  test('clears the search by Escape and by its button', async () => {
    const { user } = await openFiles()
    const field = screen.getByRole('searchbox')
    await user.type(field, 'tower{Escape}')
    expect(field).toHaveProperty('value', '')
    await user.type(field, 'tower')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(field).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field)
  })

  test.each([{ ctrlKey: true }, { metaKey: true }])('focuses the search for %o and K', async (keys) => {
    await openFiles()
    fireEvent.keyDown(document.body, { key: 'k', ...keys })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('filters by file type', async () => {
    const { user } = await openFiles()
    await user.click(screen.getByRole('button', { name: 'Type: All types' }))
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'All types',
      'DWG',
      'IFC',
    ])
    await user.click(screen.getByRole('menuitemradio', { name: 'DWG' }))
    expect(shownFiles()).toEqual(['bridge.dwg'])
    expect(screen.getByRole('button', { name: 'Type: DWG' })).toBeTruthy()
  })

  test('reverses the date order by the sort button', async () => {
    const { user } = await openFiles()
    await user.click(screen.getByRole('button', { name: /Sort by date, Descending/ }))
    expect(shownFiles()).toEqual(['Arch.ifc', 'bridge.dwg', 'Tower.ifc'])
    expect(screen.getByRole('button', { name: /Sort by date, Ascending/ })).toBeTruthy()
  })

  test('sorts by menu and by column header', async () => {
    const { user } = await openFiles()
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Name' }))
    expect(shownFiles()).toEqual(['Arch.ifc', 'bridge.dwg', 'Tower.ifc'])
    await user.click(within(screen.getAllByRole('columnheader')[4] as HTMLElement).getByRole('button'))
    expect(shownFiles()).toEqual(['Tower.ifc', 'Arch.ifc', 'bridge.dwg'])
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Ascending' }))
    expect(shownFiles()).toEqual(['bridge.dwg', 'Arch.ifc', 'Tower.ifc'])
  })

  test('switches to the grid and keeps it for the next visit', async () => {
    const { user, unmount } = await openFiles()
    expect(screen.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Grid' }))
    expect(shownFiles()).toEqual(['Tower.ifc', 'bridge.dwg', 'Arch.ifc'])
    expect(screen.getAllByRole('gridcell')).toHaveLength(3)
    unmount()
    await openFiles()
    expect(screen.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('file selection', () => {
  test('starts with the first file and moves by click', async () => {
    const { user } = await openFiles()
    expect(previewedName()).toBe('Tower.ifc')
    await user.click(row('bridge.dwg'))
    expect(previewedName()).toBe('bridge.dwg')
    expect(row('bridge.dwg').getAttribute('aria-selected')).toBe('true')
    expect(row('Tower.ifc').getAttribute('aria-selected')).toBe('false')
  })

  test('moves with the arrow keys, together with the focus', async () => {
    const { user } = await openFiles()
    row('Tower.ifc').focus()
    await user.keyboard('{ArrowDown}')
    expect(previewedName()).toBe('bridge.dwg')
    await waitFor(() => expect(document.activeElement).toBe(row('bridge.dwg')))
    await user.keyboard('{End}')
    expect(previewedName()).toBe('Arch.ifc')
  })

  test.each(['{Enter}', 'double click'])('opens the model in the viewer by %s', async (way) => {
    const { user, getPath } = await openFiles()
    const target = row('Tower.ifc')
    if (way === '{Enter}') {
      target.focus()
      await user.keyboard(way)
    } else await user.dblClick(target)
    await waitFor(() => expect(getPath()).toBe(`/ViewerPage?urn=${files[0]?.urn}`))
  })

  test('is extended by Space and counted in the toolbar', async () => {
    const { user } = await openFiles()
    row('Tower.ifc').focus()
    await user.keyboard(' ')
    expect(screen.getByText('1 selected')).toBeTruthy()
    await user.click(screen.getByLabelText('Select all files'))
    expect(screen.getByText('3 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.getByText('3 files')).toBeTruthy()
  })

  test('is not changed by a click on a checkbox', async () => {
    const { user } = await openFiles()
    await user.click(screen.getByLabelText('Select Arch.ifc'))
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(previewedName()).toBe('Tower.ifc')
    expect(screen.getByLabelText('Select all files')).toHaveProperty('indeterminate', true)
  })

  test('opens the preview as a sheet on a phone and closes it by its button', async () => {
    layOut(mobile)
    const { user } = await openFiles()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(row('bridge.dwg'))
    const sheet = within(await screen.findByRole('dialog', { name: 'bridge.dwg' }))
    expect(sheet.getByRole('button', { name: 'View Model' })).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
