import type { SheetRecord } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'
import { projectRecord } from '../../../testing/test-folders.js'

const project = projectRecord({ id: 'tower', name: 'Tower', personal: false })
const sheet = (over: Partial<SheetRecord> = {}): SheetRecord => ({
  fileId: 'file',
  key: 'Layout1',
  number: 'A-101',
  title: 'Ground floor',
  discipline: 'architectural',
  fileName: 'plans.dwg',
  urn: 'plans-urn',
  version: 3,
  isCorrected: false,
  canChange: true,
  ...over,
})

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/projects', () => json([project]))
})
afterEach(cleanUpPage)

const respond = (sheets: readonly SheetRecord[]): void =>
  server.on('GET /api/projects/tower/sheets', () => json({ sheets, isTruncated: false }))

describe('sheets page', () => {
  test('lists sheets with links into the viewer', async () => {
    respond([sheet(), sheet({ key: 'Model', number: '', title: 'Site', discipline: null, canChange: false })])
    await renderApp('/Projects/tower/Sheets', { signedIn: true })
    const rows = await screen.findAllByRole('row')
    expect(
      rows.map((row) =>
        within(row)
          .queryAllByRole('cell')
          .slice(0, 1)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([[], ['A-101'], ['–']])
    expect(rows[1]?.textContent).toContain('Architectural')
    expect(rows[1]?.textContent).toContain('plans.dwg')
    expect(screen.getByRole('link', { name: 'Open sheet A-101 Ground floor' }).getAttribute('href')).toBe(
      '/ViewerPage?urn=plans-urn&sheet=Layout1',
    )
    expect(screen.getAllByRole('button', { name: /Correct sheet/ })).toHaveLength(1)
    expect(screen.getByText('2 sheets')).toBeTruthy()
  })

  test('filters by number, title and file', async () => {
    respond([sheet(), sheet({ key: 'Roof', number: 'A-102', title: 'Roof' })])
    const { user } = await renderApp('/projects/tower/sheets', { signedIn: true })
    await user.type(await screen.findByRole('searchbox', { name: 'Filter sheets' }), 'roof a-')
    expect(await screen.findByText('1 sheet')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Filter sheets' }), 'x')
    expect(await screen.findByText('No sheets match the filter.')).toBeTruthy()
  })

  test('corrects number and title', async () => {
    respond([sheet()])
    server.on('PUT /api/sheets/file', () => json(sheet({ number: 'A-103', isCorrected: true })))
    await renderApp('/projects/tower/sheets', { signedIn: true })
    fireEvent.click(await screen.findByRole('button', { name: 'Correct sheet A-101 Ground floor' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct sheet' }))
    fireEvent.change(dialog.getByLabelText('Number'), { target: { value: ' A-103 ' } })
    respond([sheet({ number: 'A-103', isCorrected: true })])
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Corrected')).toBeTruthy()
    expect(screen.getByText('A-103')).toBeTruthy()
    expect(server.calls('PUT /api/sheets/file')[0]?.body).toEqual({
      key: 'Layout1',
      number: 'A-103',
      title: 'Ground floor',
    })
  })

  test('says when sheets appear', async () => {
    respond([])
    await renderApp('/projects/tower/sheets', { signedIn: true })
    expect(await screen.findByText('Sheets appear once drawings are translated.')).toBeTruthy()
  })

  test('does not reveal a project of others', async () => {
    server.on('GET /api/projects/tower/sheets', () => errorResponse(404, 'not-found'))
    await renderApp('/projects/tower/sheets', { signedIn: true })
    expect(await screen.findByText('Not found, or not shared with you.')).toBeTruthy()
  })

  test('P04 route in another letter case sends visitors to the landing page', async () => {
    const { getPath } = await renderApp('/PROJECTS/tower/SHEETS')
    await waitFor(() => expect(getPath()).toBe('/'))
  })
})
