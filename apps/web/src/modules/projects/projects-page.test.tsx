import type { ProjectRecord } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'

const project = (over: Partial<ProjectRecord>): ProjectRecord => ({
  id: 'tower',
  name: 'Tower',
  personal: false,
  role: 'editor',
  owner: { id: 'gor', name: 'Gor' },
  mine: false,
  files: 12,
  members: 3,
  quotaBytes: null,
  usedBytes: 3 * 1024 ** 2,
  filesMayLeave: null,
  ...over,
})
const personal = project({ id: 'own', name: 'Ani', personal: true, role: 'owner', mine: true, members: 1, files: 2 })

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
})
afterEach(cleanUpPage)

describe('projects page', () => {
  test('lists projects with role, owner, files, people and size', async () => {
    server.on('GET /api/projects', () => json([personal, project({})]))
    await renderApp('/projects', { signedIn: true })
    const card = await screen.findByRole('link', { name: /^Tower/ })
    expect(card.textContent).toMatch(/Editor · Gor.*12 files.*3 people.*3\.0 MB/)
    expect(card.getAttribute('href')).toBe('/projects/tower')
    expect(screen.getByRole('link', { name: /My files/ }).textContent).toContain('Only you')
    expect(screen.getByRole('link', { name: 'Members of Tower' }).getAttribute('href')).toBe('/projects/tower/members')
    expect(screen.queryByRole('link', { name: 'Members of Ani' })).toBeNull()
  })

  test('creates a project and opens it', async () => {
    server.on('GET /api/projects', () => json([personal]))
    server.on('POST /api/projects', () => json(project({ id: 'bridge', name: 'Bridge' })))
    server.on('GET /api/folders/bridge', () => errorResponse(404, 'not-found'))
    await renderApp('/projects', { signedIn: true })
    expect(await screen.findByText('No projects yet')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'New project' })[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }))
    fireEvent.change(dialog.getByLabelText('Project name'), { target: { value: 'Bridge' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(server.calls('GET /api/folders/bridge')).toHaveLength(1))
    expect(server.calls('POST /api/projects')[0]?.body).toEqual({ name: 'Bridge' })
  })

  test('offers to try again when the projects cannot be loaded', async () => {
    server.on('GET /api/projects', () => errorResponse(500, 'internal'))
    await renderApp('/projects', { signedIn: true })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    server.on('GET /api/projects', () => json([project({})]))
    fireEvent.click(retry)
    expect(await screen.findByRole('link', { name: /^Tower/ })).toBeTruthy()
  })
})
