import type { ModelSetSummary } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'
import { ModelSets } from './model-sets.js'

const createModelSet = (over: Partial<ModelSetSummary>): ModelSetSummary => ({
  id: 'set-1',
  name: 'Two houses',
  revision: 1,
  projectId: 'project-1',
  projectName: 'Harbour',
  personal: false,
  role: 'editor',
  createdBy: null,
  changedAt: '2026-01-01T00:00:00.000Z',
  models: 2,
  hasNewer: true,
  ...over,
})
let server: StubServer
let sets: ModelSetSummary[]
beforeEach(() => {
  layOut(desktop)
  sets = [
    createModelSet({}),
    createModelSet({ id: 'set-2', name: 'Mine', personal: true, role: 'viewer', models: 1, hasNewer: false }),
  ]
  server = appServer()
  server.on('GET /api/model-sets', () => json(sets))
})
afterEach(cleanUpPage)

describe('ModelSets', () => {
  test('shows model count, project and newer versions and links to the viewer', async () => {
    await renderPart(<ModelSets />)
    const link = await screen.findByRole('link', { name: /Two houses/, hidden: true })
    expect(link.getAttribute('href')).toBe('/ViewerPage?set=set-1')
    expect(link.textContent).toContain('2 models · Harbour · Newer versions')
    const own = screen.getByRole('link', { name: /Mine/, hidden: true })
    expect(own.textContent).toContain('1 model · Only me')
    expect(screen.queryByRole('button', { name: 'Delete set Mine', hidden: true })).toBeNull()
  })

  test('deletes a set after confirmation, for users with permission only', async () => {
    server.on('DELETE /api/model-sets/set-1', () => {
      sets = sets.slice(1)
      return json({ done: true })
    })
    const { user } = await renderPart(<ModelSets />)
    await user.click(await screen.findByText('Model sets'))
    await user.click(await screen.findByRole('button', { name: 'Delete set Two houses' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Delete “Two houses”? Its files are kept.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Two houses')).toBeNull())
    expect(server.calls('DELETE /api/model-sets/set-1')).toHaveLength(1)
  })

  test('renders nothing without sets', async () => {
    sets = []
    const { container } = await renderPart(<ModelSets />)
    await waitFor(() => expect(server.calls('GET /api/model-sets')).toHaveLength(1))
    expect(container.textContent).toBe('')
  })
})
