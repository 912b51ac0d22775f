import type { FileRecord } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { renderPart } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { ani, aram, projectMembers } from '../../testing/test-topics.js'
import { ShareSeveralDialog } from './share-several-dialog.js'

let server: StubServer
const onClose = vi.fn()

/** Creates a file in a project: the personal one of its owner by default. */
function fileIn(id: string, projectName = ''): FileRecord {
  const personal = projectName === ''
  const projectId = personal ? 'personal' : `project-${projectName}`
  const project = { projectId, folderId: projectId, projectName, personal }
  return fileRecord({ id, sharing: { ...project, role: 'owner', owner: ani, mine: true, people: 0 } })
}
const moveUrl = (id: string): string => `POST /api/auth/my-urns/${id}/project`
const personalFiles = [fileIn('a'), fileIn('b')]

beforeEach(() => {
  onClose.mockReset()
  server = appServer()
  server.on('GET /api/auth/my-urns/a/people', () => json(projectMembers()))
  server.on('POST /api/projects', () => json(projectMembers({}).project))
  for (const id of ['a', 'b']) server.on(moveUrl(id), () => json(fileIn(id, 'Tower')))
})
afterEach(cleanUpPage)

const show = (files: readonly FileRecord[]) => renderPart(<ShareSeveralDialog {...{ files, onClose }} />)
const findMembers = () => screen.findByRole('region', { name: 'People with access' })
const projectName = () => screen.getByRole('textbox', { name: 'Project name' })
const create = () => screen.getByRole('button', { name: 'Create project' })

describe('sharing of several files', () => {
  test('invites people to the project of the files, without the links and settings of a single file', async () => {
    await show([fileIn('a', 'Tower'), fileIn('b', 'Tower')])
    expect(screen.getByRole('dialog', { name: 'Share 2 files' })).toBeTruthy()
    expect(within(await findMembers()).getByText(aram.name)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Share links' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Project name' })).toBeNull()
  })

  test('names the projects of files that are in different ones, and changes nothing', async () => {
    await show([fileIn('a', 'Tower'), fileIn('b', 'Bridge'), fileIn('c', 'Tower')])
    expect(screen.getByText(/different projects \(Tower, Bridge\)/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
    expect(server.requests.filter(({ path }) => path.includes('people'))).toEqual([])
  })

  test('refuses personal files together with those of a project', async () => {
    await show([fileIn('a', 'Tower'), fileIn('b')])
    expect(screen.getByText(/different projects/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Project name' })).toBeNull()
  })

  test('puts personal files into a new project and then invites people to it', async () => {
    const { user } = await show(personalFiles)
    expect(screen.getByText(/2 files move to a new project/)).toBeTruthy()
    expect(create()).toHaveProperty('disabled', true)
    await user.type(projectName(), '  ')
    expect(create()).toHaveProperty('disabled', true)
    await user.type(projectName(), 'Tower {Enter}')
    expect(await findMembers()).toBeTruthy()
    expect(server.calls('POST /api/projects').map(({ body }) => body)).toEqual([{ name: 'Tower' }])
    for (const id of ['a', 'b'])
      expect(server.calls(moveUrl(id)).map(({ body }) => body)).toEqual([{ projectId: 'project-1' }])
  })

  test('says why no project was created and lets the user try again', async () => {
    server.on('POST /api/projects', () => errorResponse(409, 'too-many', 'There are too many'))
    const { user } = await show(personalFiles)
    await user.type(projectName(), 'Tower')
    await user.click(create())
    expect((await screen.findByRole('alert')).textContent).toBe('There are too many')
    expect(server.calls(moveUrl('a'))).toEqual([])
    expect(projectName()).toHaveProperty('value', 'Tower')
    expect(create()).toHaveProperty('disabled', false)
  })

  test('continues with the same project after a file could not be transferred', async () => {
    server.on(moveUrl('b'), () => errorResponse(500, 'internal', 'Server error'))
    const { user } = await show(personalFiles)
    await user.type(projectName(), 'Tower')
    await user.click(create())
    expect((await screen.findByRole('alert')).textContent).toBe('Server error')
    expect(projectName()).toHaveProperty('readOnly', true)
    server.on(moveUrl('b'), () => json(fileIn('b', 'Tower')))
    await user.click(create())
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Project name' })).toBeNull())
    expect(await findMembers()).toBeTruthy()
    expect(server.calls('POST /api/projects')).toHaveLength(1)
    expect([server.calls(moveUrl('a')), server.calls(moveUrl('b'))].map(({ length }) => length)).toEqual([1, 2])
  })
})
