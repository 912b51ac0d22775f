import type { BinnedFile, FolderDeletion } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { renderApp } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { folderRecord } from '../../testing/test-folders.js'
import type { FileCache } from '../../platform/files/use-files.js'
import { notifyDeleted } from './actions/delete-files.js'

afterEach(cleanUpPage)

let server: StubServer
let binned: BinnedFile[]
let binnedFolders: FolderDeletion[]
const plans: FolderDeletion = {
  id: 'deletion-1',
  name: 'Plans',
  path: ['', 'Tower', 'Level 1'],
  files: 12,
  folders: 2,
  deletedAt: '2026-11-02T12:00:00.000Z',
}
beforeEach(() => {
  binned = ['old.ifc', 'older.dwg'].map((description) => ({
    ...fileRecord({ id: description, description }),
    deleted_at: '2026-11-01T12:00:00.000Z',
  }))
  server = appServer()
  binnedFolders = []
  server.on('GET /api/auth/bin', () => json(binned))
  server.on('GET /api/auth/bin/folders', () => json(binnedFolders))
})

const open = () => renderApp('/bin', { signedIn: true })

test('bin page shows until when each file can be restored', async () => {
  await open()
  const lines = await screen.findAllByText(/Will be deleted on/)
  for (const { textContent } of lines) expect(textContent).toContain('Will be deleted on 1 Dec 2026')
  expect(lines).toHaveLength(2)
})

test('bin page restores a file', async () => {
  const [first] = binned
  server.on('POST /api/auth/my-urns/*', () => {
    binned = binned.slice(1)
    return json(first)
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Restore old.ifc' }))
  expect(await screen.findByText('old.ifc was restored.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByTitle('old.ifc')).toBeNull())
})

test('bin page withdraws the offer to undo the deletion of a file that was restored here', async () => {
  const [first] = binned
  const file = fileRecord({ id: 'old.ifc', description: 'old.ifc' })
  server.on('DELETE /api/auth/my-urns/*', () => json(file))
  server.on('POST /api/auth/my-urns/*', () => json(first))
  const { user } = await open()
  await screen.findByRole('button', { name: 'Restore old.ifc' })
  notifyDeleted([file], { put: () => undefined } as unknown as FileCache)
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore old.ifc' }))
  expect(await screen.findByText('old.ifc was restored.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('bin page deletes a file permanently after confirmation', async () => {
  server.on('DELETE /api/auth/bin/*', () => json({ removed: 1 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Delete old.ifc permanently' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete old.ifc?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(server.calls('DELETE /api/auth/bin/old.ifc')).toHaveLength(1))
})

test('bin page deletes all files of the bin after confirmation', async () => {
  server.on('DELETE /api/auth/bin', () => {
    binned = []
    return json({ removed: 2 })
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByText('The bin is empty')).toBeTruthy()
  expect(server.calls('DELETE /api/auth/bin')).toHaveLength(1)
})

test('bin page deletes only the chosen file when it is the last one', async () => {
  binned = binned.slice(0, 1)
  binnedFolders = [plans]
  server.on('DELETE /api/auth/bin/*', () => json({ removed: 1 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Delete old.ifc permanently' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(server.calls('DELETE /api/auth/bin/old.ifc')).toHaveLength(1))
  expect(server.calls('DELETE /api/auth/bin')).toEqual([])
})

test('bin page lists deleted folders above the files, with their path, files and day of deletion', async () => {
  binnedFolders = [plans, { ...plans, id: 'deletion-2', name: 'Archive', path: [''], files: 1 }]
  await open()
  const rows = (await screen.findAllByRole('listitem')).filter((row) => row.textContent?.includes('Will be deleted'))
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('PlansTower / Level 1 · 12 files · Will be deleted on 2 Dec 2026'),
    expect.stringContaining('Archive1 file · Will be deleted on 2 Dec 2026'),
    expect.stringContaining('old.ifc'),
    expect.stringContaining('older.dwg'),
  ])
})

test('bin page restores a folder', async () => {
  binnedFolders = [plans]
  server.on('POST /api/deletions/deletion-1/restore', () => {
    binnedFolders = []
    return json(folderRecord({ id: 'Plans', name: 'Plans (2)' }))
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Restore Plans' }))
  expect(await screen.findByText('Folder Plans (2) was restored.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByTitle('Plans')).toBeNull())
})

test('bin page shows why a folder cannot be restored', async () => {
  binnedFolders = [plans]
  server.on('POST /api/deletions/deletion-1/restore', () => errorResponse(404, 'not-found', 'Not found'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Restore Plans' }))
  expect(await screen.findByText('Not found')).toBeTruthy()
})

test('bin page deletes a folder permanently after confirmation', async () => {
  binnedFolders = [plans]
  server.on('DELETE /api/deletions/deletion-1', () => json({ done: true }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Delete Plans permanently' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete the folder Plans with 12 files?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  await waitFor(() => expect(server.calls('DELETE /api/deletions/deletion-1')).toHaveLength(1))
})

test('bin page deletes folders with the files when the bin is emptied', async () => {
  binned = []
  binnedFolders = [plans]
  server.on('DELETE /api/auth/bin', () => {
    binnedFolders = []
    return json({ removed: 12 })
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Empty bin' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete everything in the bin?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByText('The bin is empty')).toBeTruthy()
})
