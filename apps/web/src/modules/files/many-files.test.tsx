import { fileListHeaders, type FileRecord } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer, shownFiles } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'
import { folderRecord, projectRecord, topFolder } from '../../testing/test-folders.js'
import { operationRecord } from '../../testing/test-operations.js'

afterEach(cleanUpPage)

const pageSize = 200
const all: readonly FileRecord[] = Array.from({ length: 10_000 }, (_, index) =>
  fileRecord({ id: `many-${index}`, description: `model ${index}.${index % 4 === 0 ? 'dwg' : 'ifc'}` }),
)

/** Responds like the server: filtered, sorted, paginated. */
function respond(query: URLSearchParams): Response {
  const search = query.get('search') ?? ''
  const type = query.get('type') ?? ''
  const matches = all.filter(({ description }) => description.includes(search) && description.endsWith(type))
  if (query.get('order') === 'asc') matches.reverse()
  const from = Number(query.get('after') ?? 0)
  const headers = new Headers({ [fileListHeaders.total]: String(matches.length) })
  if (from + pageSize < matches.length) headers.set(fileListHeaders.next, String(from + pageSize))
  return new Response(JSON.stringify(matches.slice(from, from + pageSize)), { headers })
}

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/auth/my-urns', ({ query }) => respond(query))
  server.on('GET /api/auth/file-types', () => new Response('[{"extension":".ifc","files":7500}]'))
})

const open = async (path = '/home') => {
  const app = await renderApp(path, { signedIn: true })
  await waitFor(() => expect(shownFiles().length).toBeGreaterThan(5))
  return app
}
const search = async (user: UserEvent, text: string): Promise<void> => {
  await user.click(screen.getByRole('searchbox'))
  await user.paste(text)
}
const getQueries = (): Record<string, string>[] =>
  server.calls('GET /api/auth/my-urns').map(({ query }) => Object.fromEntries(query))

test('file list counts ten thousand files and renders only the visible rows', async () => {
  await open()
  expect(await screen.findByText('10,000 files')).toBeTruthy()
  expect(shownFiles().length).toBeLessThan(60)
  expect(getQueries().every(({ limit }) => limit === '200')).toBe(true)
})

test('file list searches all files on the server', async () => {
  const { user } = await open()
  await search(user, 'model 9999')
  await waitFor(() => expect(shownFiles()).toEqual(['model 9999.ifc']))
  expect(screen.getByText('1 of 10,000 files')).toBeTruthy()
})

test('file list sorts all files on the server', async () => {
  await open('/home?sort=name&order=asc')
  await waitFor(() => expect(shownFiles()[0]).toBe('model 9999.ifc'))
  expect(getQueries().at(-1)).toMatchObject({ sort: 'name', order: 'asc' })
})

test('file list loads the next page at its end', async () => {
  const { user } = await open()
  await user.click(screen.getAllByRole('row')[1] ?? document.body)
  await user.keyboard('{End}')
  await waitFor(() => expect(getQueries().some(({ after }) => after === '200')).toBe(true))
})

test('file list requests the next page again after the first was reloaded', async () => {
  let connect: (events: Response) => void = () => undefined
  const connection = new Promise<Response>((resolve) => (connect = resolve))
  server.on('GET /api/auth/events', () => connection)
  const pendingResponse = new Promise<Response>(() => undefined)
  const pages = (): number => getQueries().filter(({ after }) => after === '200').length
  server.on('GET /api/auth/my-urns', ({ query }) =>
    query.get('after') === '200' && pages() === 1 ? pendingResponse : respond(query),
  )
  const { user } = await open()
  await user.click(screen.getAllByRole('row')[1] ?? document.body)
  await user.keyboard('{End}')
  await waitFor(() => expect(pages()).toBe(1))
  connect(new Response(new ReadableStream()))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('401'))
  expect(pages()).toBe(2)
})

test('file list counts files that were not loaded in Clear All', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Clear All' }))
  expect(await screen.findByText('Are you sure you want to delete all 10,000 files?')).toBeTruthy()
})

test('file list checks every matching file by Select all and deletes them with one request', async () => {
  server.on('POST /api/operations', () =>
    json(operationRecord({ kind: 'delete', total: 2_499, done: 2_499, changed: 2_499 })),
  )
  const forms = () => server.calls('POST /api/operations').map(({ body }) => body)
  const { user } = await open()
  await search(user, 'dwg')
  expect(await screen.findByText('2,500 of 10,000 files')).toBeTruthy()
  await user.click(screen.getByLabelText('Select all files'))
  expect(screen.getByText('2,500 selected')).toBeTruthy()
  await user.click(screen.getByLabelText('Select model 4.dwg'))
  expect(screen.getByText('2,499 selected')).toBeTruthy()
  expect(screen.getByLabelText('Select model 8.dwg').matches(':checked')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete 2,499 files?')).toBeTruthy()
  expect(forms()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(forms()).toEqual([{ kind: 'delete', filter: { search: 'dwg', except: ['many-4'] } }]))
  expect(await screen.findByText('2,499 files moved to the bin.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test.each(['move', 'copy'] as const)('P20 file list begins to %s all but one of ten thousand files', async (kind) => {
  const text = kind === 'move' ? 'Move' : 'Copy'
  const filter = { except: ['many-4'] }
  server.on('GET /api/projects', () => json([projectRecord({ role: 'owner' })]))
  server.on('GET /api/projects/project-1/folders', () => json([topFolder(), folderRecord({ id: 'Archive' })]))
  server.on('POST /api/operations/plan', () => json({ gaining: [], losing: [{ id: 'gor', name: 'Gor' }] }))
  server.on('POST /api/operations', () =>
    json(operationRecord({ kind, state: 'running', total: 9_999, done: 200, changed: 200, undoUntil: null })),
  )
  const { user } = await open()
  await user.click(screen.getByLabelText('Select all files'))
  await user.click(screen.getByLabelText('Select model 4.dwg'))
  await user.click(screen.getByRole('button', { name: `${text} to…` }))
  await user.click(await screen.findByRole('treeitem', { name: 'Archive' }))
  expect(await screen.findByText('Loses access: Gor')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text }))
  expect(await screen.findByText(/: 200 of 9,999/)).toBeTruthy()
  expect(server.calls('POST /api/operations').map(({ body }) => body)).toEqual([{ kind, filter, folderId: 'Archive' }])
})

test('file list clears the selection for another search', async () => {
  const { user } = await open()
  await user.click(screen.getByLabelText('Select all files'))
  expect(screen.getByText('10,000 selected')).toBeTruthy()
  await search(user, 'dwg')
  expect(await screen.findByText('2,500 of 10,000 files')).toBeTruthy()
})
