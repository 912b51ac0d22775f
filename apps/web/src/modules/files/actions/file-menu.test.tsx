import type { FileRecord } from '@kamar/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer, preview, shownFiles } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { projectMembers } from '../../../testing/test-topics.js'

const sharing = {
  projectId: 'project-1',
  folderId: 'project-1',
  projectName: 'Tower',
  personal: false,
  role: 'owner',
  owner: { id: 'a', name: 'Ani' },
  mine: true,
  people: 0,
} as const
const house = fileRecord({
  id: 'house',
  description: 'House.ifc',
  urn: 'urn-house',
  updated_at: '2026-03-02T00:00:00.000Z',
})
const pipes = fileRecord({
  id: 'pipes',
  description: 'Pipes.ifc',
  urn: 'urn-pipes',
  updated_at: '2026-03-01T00:00:00.000Z',
})
const read = fileRecord({
  id: 'read',
  description: 'Theirs.ifc',
  urn: 'urn-read',
  updated_at: '2026-02-01T00:00:00.000Z',
  sharing: { ...sharing, role: 'viewer', mine: false },
})
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  server = appServer([house, pipes, read])
})
afterEach(async () => {
  vi.useRealTimers()
  await cleanUpPage()
})

async function openFiles() {
  const page = await renderApp('/home', { signedIn: true })
  await screen.findByText('3 files')
  return page
}

const row = (file: FileRecord): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[role=row][data-file-id="${file.id}"]`)
  if (!row) throw new Error(`no row of ${file.description}`)
  return row
}
const rightClick = (file: FileRecord): boolean => fireEvent.contextMenu(row(file), { clientX: 300, clientY: 200 })
const menuItems = (): string[] => screen.getAllByRole('menuitem').map((item) => item.textContent ?? '')

describe('file context menu', () => {
  test('replaces the browser menu at a right click', async () => {
    await openFiles()
    expect(rightClick(pipes)).toBe(false)
    expect(screen.getByRole('menu').textContent).toMatch(/^Pipes\.ifc/)
    expect(menuItems()).toEqual([
      'View Model',
      'Open with House.ifc',
      'RenameF2',
      'Move to…',
      'Upload new version…',
      'Share',
      'Copy link',
      'Download',
      'Add star',
      'Delete',
    ])
  })

  test('opens by the button of a row', async () => {
    const { user } = await openFiles()
    await user.click(screen.getByRole('button', { name: 'More: House.ifc' }))
    expect(menuItems()).toContain('Copy link')
    // The previewed file is not offered to be opened with itself.
    expect(menuItems()).not.toContain('Open with House.ifc')
  })

  test('opens at a long press, whose release selects nothing', async () => {
    await openFiles()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerDown(row(pipes), { pointerType: 'touch', clientX: 100, clientY: 200 })
    act(() => void vi.advanceTimersByTime(500))
    vi.useRealTimers()
    expect(menuItems()).toContain('Copy link')
    fireEvent.pointerUp(row(pipes), { pointerType: 'touch' })
    fireEvent.click(row(pipes))
    expect(preview().getByRole('heading', { name: 'House.ifc' })).toBeTruthy()
  })

  test('does not open while a finger scrolls', async () => {
    await openFiles()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerDown(row(pipes), { pointerType: 'touch', clientX: 100, clientY: 200 })
    fireEvent.pointerMove(row(pipes), { pointerType: 'touch', clientX: 100, clientY: 230 })
    act(() => void vi.advanceTimersByTime(500))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('omits renaming, uploading and deleting for a read-only file', async () => {
    await openFiles()
    rightClick(read)
    expect(menuItems()).toEqual(['View Model', 'Open with House.ifc', 'Share', 'Copy link', 'Download', 'Add star'])
  })

  test('opens two models in one view', async () => {
    const { user, getPath } = await openFiles()
    rightClick(pipes)
    await user.click(screen.getByRole('menuitem', { name: 'Open with House.ifc' }))
    await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-house&with=urn-pipes'))
  })
})

describe('file renaming', () => {
  const renamed = { ...house, description: 'Villa.ifc' }

  test('starts with F2, keeps the extension and updates list and preview', async () => {
    server.on('PATCH /api/auth/my-urns/house', () => json(renamed))
    const { user } = await openFiles()
    row(house).focus()
    await user.keyboard('{F2}')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    expect(field).toHaveProperty('value', 'House')
    await user.clear(field)
    await user.type(field, 'Villa{Enter}')
    await waitFor(() => expect(shownFiles()).toContain('Villa.ifc'))
    expect(server.calls('PATCH /api/auth/my-urns/house')[0]?.body).toEqual({ description: 'Villa.ifc' })
    expect(preview().getByRole('heading', { name: 'Villa.ifc' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('sends no request for an unchanged name', async () => {
    const { user } = await openFiles()
    await user.click(preview().getByRole('button', { name: 'Rename House.ifc' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.calls('PATCH /api/auth/my-urns/house')).toEqual([])
  })

  test('shows the error in the dialog', async () => {
    server.on('PATCH /api/auth/my-urns/house', () => errorResponse(403, 'not-allowed'))
    const { user } = await openFiles()
    await user.click(preview().getByRole('button', { name: 'Rename House.ifc' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '2{Enter}')
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeTruthy()
  })
})

describe('toolbar of checked files', () => {
  const bar = () => within(screen.getByRole('toolbar', { name: 'Selected files' }))
  const check = (...files: readonly FileRecord[]): void => {
    for (const { description } of files) fireEvent.click(screen.getByLabelText(`Select ${description}`))
  }

  test('opens the checked models together', async () => {
    const { user, getPath } = await openFiles()
    check(house, pipes)
    await user.click(bar().getByRole('button', { name: 'Open together' }))
    await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-house&with=urn-pipes'))
  })

  test('compares the newer of two files with the older', async () => {
    const { user, getPath } = await openFiles()
    check(house, pipes)
    await user.click(bar().getByRole('button', { name: 'Compare' }))
    await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-house&compare=urn-pipes'))
  })

  test('disables the comparison of one or three files', async () => {
    await openFiles()
    check(house)
    expect(bar().getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true)
    check(pipes, read)
    expect(bar().getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true)
  })

  test('downloads one archive of the checked files', async () => {
    server.on('POST /api/downloads', () => json({ url: '/api/downloads/once', files: 2, sizeBytes: 5 }))
    const addresses: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      addresses.push(new URL(this.href).pathname)
    })
    const { user } = await openFiles()
    check(house, pipes)
    await user.click(bar().getByRole('button', { name: 'Download ZIP' }))
    await waitFor(() => expect(addresses).toEqual(['/api/downloads/once']))
    expect(server.calls('POST /api/downloads')[0]?.body).toEqual({ ids: ['house', 'pipes'], folderIds: [] })
  })

  test('has the same commands as the context menu of a checked file', async () => {
    await openFiles()
    check(house, pipes)
    rightClick(pipes)
    expect(menuItems()).toEqual([
      'Open together',
      'Compare',
      'Move to…',
      'Copy to…',
      'Download ZIP',
      'Share',
      'Delete selected',
    ])
  })

  test('shares personal files by moving them into a new project', async () => {
    const personal = { ...sharing, personal: true }
    const own = [house, pipes].map((file) => ({ ...file, sharing: personal }))
    server.on('GET /api/auth/my-urns', () => json([...own, read]))
    server.on('POST /api/projects', () => json({ ...projectMembers().project, id: 'project-9' }))
    for (const file of own) {
      server.on(`POST /api/auth/my-urns/${file.id}/project`, () => json({ ...file, sharing }))
    }
    const { user } = await openFiles()
    check(house, pipes)
    await user.click(bar().getByRole('button', { name: 'Share' }))
    await user.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Site A{Enter}')
    await waitFor(() => expect(server.calls('GET /api/auth/my-urns/house/people')).toHaveLength(1))
    expect(server.calls('POST /api/projects')[0]?.body).toEqual({ name: 'Site A' })
    expect(server.calls('POST /api/auth/my-urns/pipes/project')[0]?.body).toEqual({ projectId: 'project-9' })
  })
})
