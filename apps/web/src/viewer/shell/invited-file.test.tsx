import { ApiError } from '@kamar/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json } from '../../testing/stub-server.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { openedInvitation, projectMembers } from '../../testing/test-topics.js'
import { houseTree } from '../../testing/test-tree.js'
import { testViewer } from '../../testing/test-viewer.js'

afterEach(cleanUpPage)

test('the page of a file that is not available accepts an invitation before it opens the link of a file that the invitation shares', async () => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const engine = testViewer({ tree: houseTree() })
  stubViewers(() => engine)
  const server = appServer([fileRecord({ description: 'Tower.ifc', urn: 'urn-tower' })])
  server.on('POST /api/invitations/open', () => json(openedInvitation({ email: 'ani@kamar.am' })))
  server.on('POST /api/invitations/accept', () => json(projectMembers().project))
  const { user, getPath } = await renderApp('/ViewerPage?urn=urn-tower', { signedIn: true })
  await waitFor(() => expect(engine.loads).toHaveLength(1))
  const cause = new ApiError(404, { status: 404, code: 'not-found', message: 'Not found' })
  const error = Object.assign(new Error('no answer'), { code: 'fetch-failed', detail: 'manifest.json', cause })
  await act(async () => engine.failLoad(error))
  await user.click(screen.getByRole('link', { name: 'Accept an invitation' }))
  await user.type(await screen.findByLabelText('Link of the invitation'), 'https://kamar.test/invitation#code=abc')
  await user.click(screen.getByRole('button', { name: 'Open invitation' }))
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-tower'))
})
