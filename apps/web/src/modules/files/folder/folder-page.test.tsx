import type { FolderRecord, OpenedFolder, ProjectRecord } from '@kamar/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer, shownFiles } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { pickFiles } from '../../../testing/pick-files.js'
import { plannedTree } from '../../../platform/files/upload/tree/upload-tree.js'
import { desktop, layOut, mobile, renderApp } from '../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'

const tower: ProjectRecord = {
  id: '00000000-0000-7000-8000-00000000000a',
  name: 'Tower',
  personal: false,
  role: 'owner',
  owner: { id: 'me', name: 'Ani' },
  mine: true,
  files: 2,
  members: 3,
  quotaBytes: null,
  usedBytes: 2048,
  filesMayLeave: null,
}
const folder = (over: Partial<FolderRecord>): FolderRecord => ({
  id: tower.id,
  projectId: tower.id,
  parentId: null,
  name: '',
  revision: 1,
  role: 'owner',
  hasOwnPermissions: true,
  files: 0,
  createdAt: '2026-11-20T11:00:00.000Z',
  ...over,
})
const top = folder({})
const plans = folder({ id: 'plans', parentId: top.id, name: 'Plans', hasOwnPermissions: false, files: 1 })
const levels = folder({ id: 'levels', parentId: 'plans', name: 'Levels', hasOwnPermissions: false, files: 7 })
const openedPlans: OpenedFolder = { folder: plans, path: [{ id: top.id, name: '', role: 'owner' }], folders: [levels] }
const address = `/projects/${tower.id}/folders/plans`

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer([fileRecord({ description: 'elsewhere.ifc' })])
  server.on('GET /api/projects', () => json([tower]))
  server.on(`GET /api/projects/${tower.id}/folders`, () => json([top, plans, levels]))
  server.on('GET /api/folders/plans', () => json(openedPlans))
  server.on('GET /api/auth/my-urns', ({ query }) =>
    json(query.get('folder') === 'plans' ? [fileRecord({ description: 'slab.ifc' })] : []),
  )
  server.on('GET /api/auth/file-types', () => json([]))
})
afterEach(cleanUpPage)

const openPage = async () => {
  const app = await renderApp(address, { signedIn: true })
  await screen.findByRole('heading', { name: 'Plans' })
  return app
}

describe('page of a folder', () => {
  test('shows its path, its subfolders and its files only', async () => {
    await openPage()
    await waitFor(() => expect(shownFiles()).toEqual(['slab.ifc']))
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    expect(path.getByRole('link', { name: 'Tower' }).getAttribute('href')).toBe(`/projects/${tower.id}`)
    const subfolders = within(await screen.findByRole('list', { name: 'Folders' }))
    expect(subfolders.getByRole('link', { name: /Levels/ }).textContent).toContain('7 files')
  })

  test('creates a folder in it', async () => {
    server.on(`POST /api/projects/${tower.id}/folders`, () => json(levels))
    await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'New folder' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' Sections ' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.calls(`POST /api/projects/${tower.id}/folders`)[0]?.body).toEqual({
      name: 'Sections',
      parentId: 'plans',
    })
  })

  test('keeps the dialog open with the reason when a name is refused', async () => {
    server.on(`POST /api/projects/${tower.id}/folders`, () => errorResponse(409, 'name-taken'))
    await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'New folder' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Levels' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findByRole('alert')).textContent).not.toBe('')
  })

  test('moves the folder to the bin after a confirmation, and opens its parent', async () => {
    const deletion = { id: 'deletion', name: 'Plans', path: [], files: 1, folders: 2, deletedAt: plans.createdAt }
    server.on('DELETE /api/folders/plans', () => json(deletion))
    server.on(`GET /api/folders/${tower.id}`, () => json({ folder: top, path: [], folders: [] }))
    await openPage()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Plans' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete folder' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete folder' }))
    expect(await screen.findByRole('heading', { name: 'Tower' })).toBeTruthy()
    expect(server.calls('DELETE /api/folders/plans')[0]?.query.get('revision')).toBe('1')
  })

  test('offers no changes to a viewer', async () => {
    server.on('GET /api/folders/plans', () => json({ ...openedPlans, folder: { ...plans, role: 'viewer' } }))
    await openPage()
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Plans' }), { key: 'Enter' })
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Download',
      'Add star',
    ])
  })

  test('says that an empty folder is empty', async () => {
    const empty = { ...openedPlans, folder: { ...plans, files: 0 }, folders: [] }
    server.on('GET /api/folders/plans', () => json(empty))
    server.on('GET /api/auth/my-urns', () => json([]))
    await openPage()
    expect(await screen.findByText('This folder is empty')).toBeTruthy()
  })

  test('says the same for a folder that does not exist and one that is not shared', async () => {
    server.on('GET /api/folders/plans', () => errorResponse(404, 'not-found'))
    await renderApp(address, { signedIn: true })
    expect(await screen.findByText('Not found, or not shared with you.')).toBeTruthy()
  })
})

describe('projects and folders beside the files', () => {
  test('are expanded down to the folder of the page', async () => {
    await openPage()
    const rail = within(screen.getByRole('navigation', { name: 'Projects and folders' }))
    expect(await rail.findByRole('link', { name: 'Levels' })).toBeTruthy()
    expect(rail.getByRole('link', { name: 'Plans' }).getAttribute('aria-current')).toBe('page')
    fireEvent.click(rail.getByRole('button', { name: 'Folders of Tower' }))
    expect(rail.queryByRole('link', { name: 'Plans' })).toBeNull()
  })

  test('open over the files on a phone, and close with a chosen link', async () => {
    layOut(mobile)
    await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'Projects and folders' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Projects and folders' }))
    fireEvent.click(await sheet.findByRole('link', { name: 'All files' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows the state of the project above the files at its top', async () => {
    server.on(`GET /api/folders/${tower.id}`, () => json({ folder: top, path: [], folders: [plans] }))
    const overview = {
      sheets: 12,
      files: 1234,
      processing: 2,
      failed: 1,
      openTopics: 7,
      assignedTopics: 3,
      overdueTopics: 1,
    }
    server.on(`GET /api/projects/${tower.id}/overview`, () =>
      json({ ...overview, lastChange: '2026-11-20T11:00:00.000Z' }),
    )
    await renderApp(`/projects/${tower.id}`, { signedIn: true })
    const tiles = within(await screen.findByRole('list', { name: 'Overview' }))
    expect(tiles.getByText('1,234')).toBeTruthy()
    expect(tiles.getByText('2 processing · 1 failed')).toBeTruthy()
    expect(tiles.getByText('3 yours · 1 overdue')).toBeTruthy()
    const addresses = tiles.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(addresses).toEqual([
      `/projects/${tower.id}/sheets`,
      `/issues?project=${tower.id}`,
      `/projects/${tower.id}/activity`,
    ])
  })

  test('uploads to the folder of its address before the folder is loaded', async () => {
    let respond: (response: Response) => void = () => undefined
    server.on('GET /api/folders/plans', () => new Promise((resolve) => (respond = resolve)))
    const plan = { entries: [], freeBytes: 1_000 }
    server.on('POST /api/upload-plan', () => json(plan))
    await renderApp(address, { signedIn: true })
    const file = new File(['x'], 'a.ifc')
    Object.defineProperty(file, 'webkitRelativePath', { value: 'A/a.ifc' })
    act(() => pickFiles('Upload folder', file))
    await waitFor(() => expect(server.calls('POST /api/upload-plan')).toHaveLength(1))
    expect(server.calls('POST /api/upload-plan')[0]?.body).toMatchObject({ folderId: 'plans' })
    act(() => plannedTree.set(null))
    await act(async () => {
      respond(json(openedPlans))
      await Promise.resolve()
    })
  })
})
