import type { AuditRow } from '@kamar/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { accountRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'

const gor = '01a2216e-0000-7000-8000-00000000000a'
const duplex = '01a2216e-0000-7000-8000-00000000000f'
const opening = (sequence: number, over: Partial<AuditRow> = {}): AuditRow => ({
  sequence,
  time: '2026-11-20T10:00:00.000Z',
  actor: gor,
  actorName: 'Gor',
  action: 'file.open',
  subject: duplex,
  subjectName: 'Duplex_A.ifc',
  details: { version: sequence },
  ...over,
})

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/auth/me', () => json(accountRecord({ role: 'admin' })))
  serveAudit([opening(1)])
})
afterEach(cleanUpPage)

const serveAudit = (events: AuditRow[], names: Record<string, string> = {}): void =>
  server.on('GET /api/admin/audit', () => json({ events, names, next: null }))
const open = (query = '') => renderApp(`/AdminPage?tab=audit${query}`, { signedIn: true })
/** Returns the last query sent to the server. */
const getQuery = () => Object.fromEntries(server.calls('GET /api/admin/audit').at(-1)?.query ?? [])
const rows = async (): Promise<string[]> => {
  const table = within(await screen.findByRole('table'))
  return table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))
}

test('audit tab shows events as sentences below column headers', async () => {
  serveAudit([
    opening(2),
    opening(1, { actor: null, actorName: null, action: 'session.refused', subjectName: 'anna@kamar.am', details: {} }),
  ])
  await open()
  const [header, first, second] = await rows()
  expect(header).toBe('Time | Event | Kind')
  expect(first).toMatch(/^20 Nov 2026, \d\d:\d\d \| Gor opened Duplex_A\.ifc, version 2 \| Opened$/)
  expect(second).toMatch(/Sign-in failed for anna@kamar\.am \| Signed in$/)
})

test('audit tab loads older events and shows where the verification failed', async () => {
  server.on('GET /api/admin/audit', ({ query }) =>
    json(
      query.has('before')
        ? { events: [opening(1)], names: {}, next: null }
        : { events: [opening(2)], names: {}, next: 2 },
    ),
  )
  server.on('POST /api/admin/audit/verify', () => json({ whole: false, events: 1, brokenAt: 2 }))
  const { user } = await open('&kind=opened')
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  await waitFor(async () => expect(await rows()).toHaveLength(3))
  expect(getQuery()).toEqual({ kind: 'opened', before: '2' })
  await user.click(screen.getByRole('button', { name: 'Verify integrity' }))
  expect((await screen.findByRole('alert')).textContent).toContain('at entry 2')
})

describe('audit filters', () => {
  test('are sent to the server and kept in the URL', async () => {
    const { getPath, user } = await open()
    await user.type(await screen.findByRole('searchbox', { name: 'File' }), 'duplex')
    await user.type(screen.getByRole('searchbox', { name: 'Person' }), 'gor')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Opened')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), 'Last 7 days')
    await waitFor(() => expect(getPath()).toBe('/AdminPage?tab=audit&person=gor&file=duplex&kind=opened&range=7d'))
    await waitFor(() =>
      expect(getQuery()).toEqual({
        person: 'gor',
        file: 'duplex',
        kind: 'opened',
        from: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      }),
    )
  })

  test('keep each other when two change before the page is rendered again', async () => {
    await open()
    const kind = await screen.findByRole('combobox', { name: 'Kind' })
    act(() => {
      fireEvent.change(kind, { target: { value: 'opened' } })
      fireEvent.change(screen.getByRole('combobox', { name: 'Time range' }), { target: { value: '7d' } })
    })
    await waitFor(() => expect(getQuery()).toMatchObject({ kind: 'opened', from: expect.any(String) as unknown }))
  })

  test('are restored from the URL', async () => {
    await open('&person=gor&kind=shared&range=own&from=2026-11-01&to=2026-11-02')
    expect(await screen.findByRole('searchbox', { name: 'Person' })).toHaveProperty('value', 'gor')
    expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveProperty('value', 'shared')
    expect(screen.getByLabelText('From')).toHaveProperty('value', '01/11/2026')
    await waitFor(() =>
      expect(getQuery()).toEqual({
        person: 'gor',
        kind: 'shared',
        from: new Date(2026, 10, 1).toISOString(),
        to: new Date(2026, 10, 3).toISOString(),
      }),
    )
  })

  test('reduce an inverted date range to the day chosen last', async () => {
    const { getPath, user } = await open('&range=own&from=2026-11-01&to=2026-11-02')
    await user.type(await screen.findByLabelText('From'), '{Control>}a{/Control}5.11.2026{Enter}')
    await waitFor(() => expect(getPath()).toContain('from=2026-11-05&to=2026-11-05'))
  })

  test('match exactly the file and the member clicked in a row', async () => {
    const { getPath, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Duplex_A.ifc' }))
    serveAudit([opening(1)], { [duplex]: 'Duplex_A.ifc', [gor]: 'Gor' })
    await user.click(await screen.findByRole('button', { name: 'Gor' }))
    expect(getPath()).toBe(`/AdminPage?tab=audit&person=${gor}&file=${duplex}`)
    await waitFor(() => expect(getQuery()).toEqual({ person: gor, file: duplex }))
    const file = within(await screen.findByRole('group', { name: 'File' }))
    await user.click(await file.findByRole('button', { name: 'Remove filter: Duplex_A.ifc' }))
    await waitFor(() => expect(getQuery()).toEqual({ person: gor }))
  })

  test('are cleared together, including typed text', async () => {
    const { getPath, user } = await open('&person=gor&kind=opened')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(getPath()).toBe('/AdminPage?tab=audit')
    expect(screen.getByRole('searchbox', { name: 'Person' })).toHaveProperty('value', '')
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  test('show a message without matches', async () => {
    serveAudit([])
    await open('&file=zzz')
    expect(await screen.findByText('No matching events')).toBeTruthy()
  })
})

describe('audit CSV export', () => {
  test('contains the rows of the current filters', async () => {
    const saved = stubSavedFiles()
    server.on('GET /api/admin/audit.csv', () => new Response('Number\r\n'))
    const { user } = await open('&file=duplex&kind=opened')
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Audit trail.csv']))
    expect(Object.fromEntries(server.calls('GET /api/admin/audit.csv')[0]?.query ?? [])).toEqual({
      file: 'duplex',
      kind: 'opened',
    })
  })

  test('shows an error when the download fails', async () => {
    server.on('GET /api/admin/audit.csv', () => errorResponse(503, 'not-ready', 'Not now'))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})
