import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer, preview, shownFiles } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { deferred } from '../../../testing/deferred.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'

const names = ['Tower.ifc', 'Bridge.ifc', 'Arch.ifc']
const files = names.map((description, index) => fileRecord({ id: `f${index + 1}`, description }))
const respond = (path: string) => {
  const file = files.find(({ id }) => path.includes(`/${id}`))
  return file ? json(file) : errorResponse(404, 'not-found', 'Not found')
}
let server: StubServer
let warnings: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  layOut(desktop)
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = appServer(files)
  server.on('DELETE /api/auth/my-urns', () => json({ removed: files.length }))
  server.on('DELETE /api/auth/my-urns/*', ({ path }) => respond(path))
  server.on('POST /api/auth/my-urns/*', ({ path }) => respond(path))
})
afterEach(cleanUpPage)

async function openFiles() {
  const { user } = await renderApp('/home', { signedIn: true })
  await screen.findByText('3 files')
  return user
}

const dialog = (name: string) => screen.findByRole('alertdialog', { name }).then(within)
const deletions = () => server.calls('DELETE /api/auth/my-urns/*').map(({ path }) => path.split('/').at(-1))

describe('deletion of one file', () => {
  test('is requested after confirmation', async () => {
    const user = await openFiles()
    await user.click(screen.getByRole('button', { name: 'Delete Bridge.ifc' }))
    const confirmation = await dialog('Delete File')
    expect(confirmation.getByText('Are you sure you want to delete Bridge.ifc?')).toBeTruthy()
    expect(confirmation.getByText('This action cannot be undone.')).toBeTruthy()
    const bin = 'The file moves to the bin and is deleted permanently after 30 days. Until then it can be restored.'
    expect(confirmation.getByText(bin)).toBeTruthy()
    expect(deletions()).toEqual([])
    await user.click(confirmation.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(shownFiles()).toEqual(['Tower.ifc', 'Arch.ifc']))
    expect(deletions()).toEqual(['f2'])
    expect(await screen.findByText('Bridge.ifc was deleted.')).toBeTruthy()
  })

  test('is omitted when the dialog is cancelled', async () => {
    const user = await openFiles()
    await user.click(preview().getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete File')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(shownFiles()).toHaveLength(3)
    expect(deletions()).toEqual([])
  })

  test('disables the buttons while the request is pending', async () => {
    const response = deferred<Response>()
    server.on('DELETE /api/auth/my-urns/*', () => response.promise)
    const user = await openFiles()
    await user.click(preview().getByRole('button', { name: 'Delete' }))
    const confirmation = await dialog('Delete File')
    await user.click(confirmation.getByRole('button', { name: 'Delete' }))
    expect(confirmation.getByRole('button', { name: 'Deleting...' })).toHaveProperty('disabled', true)
    expect(confirmation.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    response.resolve(json(files[0]))
    await waitFor(() => expect(shownFiles()).toEqual(['Bridge.ifc', 'Arch.ifc']))
  })

  test('keeps the file and shows an error when the request fails', async () => {
    server.on('DELETE /api/auth/my-urns/*', () => errorResponse(500, 'internal', 'Server error, please try again'))
    const user = await openFiles()
    await user.click(preview().getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete File')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete file. Please try again.')).toBeTruthy()
    expect(shownFiles()).toHaveLength(3)
    const logged = '[kamar] Failed to get translation status: Server error, please try again'
    expect(warnings).toHaveBeenCalledWith(logged, expect.anything())
  })

  test('is reverted by Undo', async () => {
    const user = await openFiles()
    await user.click(screen.getByRole('button', { name: 'Delete Bridge.ifc' }))
    await user.click((await dialog('Delete File')).getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(shownFiles()).toEqual(names))
    expect(server.calls('POST /api/auth/my-urns/f2/restore')).toHaveLength(1)
    expect(screen.getByText('Bridge.ifc was restored.')).toBeTruthy()
  })

  test('shows why Undo failed', async () => {
    server.on('POST /api/auth/my-urns/*', () => errorResponse(404, 'not-found', 'Not found'))
    const user = await openFiles()
    await user.click(screen.getByRole('button', { name: 'Delete Bridge.ifc' }))
    await user.click((await dialog('Delete File')).getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Some files couldn’t be restored: Not found')).toBeTruthy()
  })

  test('asks for confirmation after the Delete key', async () => {
    const user = await openFiles()
    screen.getByLabelText('Select Tower.ifc').closest<HTMLElement>('[data-file-id]')?.focus()
    await user.keyboard('{Delete}')
    expect((await dialog('Delete File')).getByText('Are you sure you want to delete Tower.ifc?')).toBeTruthy()
  })
})

describe('deletion of several files', () => {
  async function deleteChecked() {
    const user = await openFiles()
    await user.click(screen.getByLabelText('Select Tower.ifc'))
    await user.click(screen.getByLabelText('Select Arch.ifc'))
    await user.click(screen.getByRole('button', { name: 'Delete selected' }))
    const confirmation = await dialog('Delete Files')
    expect(confirmation.getByText('Are you sure you want to delete 2 files?')).toBeTruthy()
    await user.click(confirmation.getByRole('button', { name: 'Delete' }))
    return user
  }

  test('asks once and deletes the files one by one', async () => {
    await deleteChecked()
    expect(await screen.findByText('2 files were deleted.')).toBeTruthy()
    expect(deletions()).toEqual(['f1', 'f3'])
    expect(shownFiles()).toEqual(['Bridge.ifc'])
    expect(screen.getByText('1 file')).toBeTruthy()
  })

  test('keeps files that could not be deleted', async () => {
    server.on('DELETE /api/auth/my-urns/*', ({ path }) =>
      path.endsWith('f1') ? errorResponse(500, 'internal', 'Server error') : respond(path),
    )
    await deleteChecked()
    expect(await screen.findByText('Failed to delete file. Please try again.')).toBeTruthy()
    expect(screen.getByText('Arch.ifc was deleted.')).toBeTruthy()
    expect(shownFiles()).toEqual(['Tower.ifc', 'Bridge.ifc'])
  })

  test('is reverted by Undo for all files', async () => {
    const user = await deleteChecked()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 files restored.')).toBeTruthy()
    expect(shownFiles()).toEqual(names)
  })
})

describe('Clear All', () => {
  async function clearAll() {
    const user = await openFiles()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clear All' }))
    const confirmation = await dialog('Clear All')
    expect(confirmation.getByText('Are you sure you want to delete all 3 files?')).toBeTruthy()
    const confirm = confirmation.getByRole('button', { name: 'Clear All' })
    const field = confirmation.getByRole('textbox', { name: 'Type 3, the number of files, to confirm' })
    await user.type(field, '2')
    expect(confirm).toHaveProperty('disabled', true)
    await user.clear(field)
    await user.type(field, '3')
    await user.click(confirm)
  }

  test('deletes all files with one request', async () => {
    await clearAll()
    expect(await screen.findByText('No files found')).toBeTruthy()
    expect(server.calls('DELETE /api/auth/my-urns')).toHaveLength(1)
    expect(deletions()).toEqual([])
    expect(screen.getByText('3 files were deleted.')).toBeTruthy()
  })

  test('keeps the list when the request fails', async () => {
    server.on('DELETE /api/auth/my-urns', () => errorResponse(500, 'internal', 'Server error, please try again'))
    await clearAll()
    expect(await screen.findByText('Failed to delete file. Please try again.')).toBeTruthy()
    expect(shownFiles()).toEqual(names)
  })
})
