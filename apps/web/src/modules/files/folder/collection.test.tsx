import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer, shownFiles } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'

const plans = {
  id: 'plans',
  projectId: 'tower',
  parentId: 'tower',
  name: 'Plans',
  revision: 1,
  role: 'editor',
  hasOwnPermissions: false,
  files: 3,
  createdAt: '2026-11-20T11:00:00.000Z',
}
const house = fileRecord({ id: 'house', description: 'house.ifc' })

let server: StubServer
let fileIds: string[]
beforeEach(() => {
  layOut(desktop)
  fileIds = ['house']
  server = appServer([house, fileRecord({ id: 'other', description: 'other.ifc' })])
  server.on('GET /api/projects', () => json([]))
  server.on('GET /api/stars', () => json({ fileIds, folders: [plans] }))
  server.on('GET /api/auth/file-types', () => json([]))
  server.on('GET /api/auth/my-urns', ({ query }) => {
    return json(query.get('collection') === 'recent' ? [] : [house])
  })
})
afterEach(cleanUpPage)

describe('collection page', () => {
  test('lists the starred files and folders', async () => {
    await renderApp('/starred', { signedIn: true })
    expect(await screen.findByRole('heading', { name: 'Starred' })).toBeTruthy()
    await waitFor(() => expect(shownFiles()).toEqual(['house.ifc']))
    expect((await screen.findByRole('link', { name: /Plans/ })).getAttribute('href')).toBe(
      '/projects/tower/folders/plans',
    )
    expect(server.requests.some(({ query }) => query.get('collection') === 'starred')).toBe(true)
  })

  test('says what appears among recent files when there is none', async () => {
    await renderApp('/recent', { signedIn: true })
    expect(await screen.findByText('Files that you open appear here')).toBeTruthy()
  })

  test('removes the star of a file by its menu', async () => {
    server.on('DELETE /api/stars/house', () => {
      fileIds = []
      return json({ message: 'done' })
    })
    await renderApp('/starred', { signedIn: true })
    await waitFor(() => expect(shownFiles()).toEqual(['house.ifc']))
    fireEvent.contextMenu(screen.getByRole('row', { name: /house\.ifc/ }))
    fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Remove star' }))
    await waitFor(() => expect(server.calls('DELETE /api/stars/house')).toHaveLength(1))
  })
})
