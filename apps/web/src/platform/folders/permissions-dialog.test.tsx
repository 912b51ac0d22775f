import type { FolderPermissions, FolderRule } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../testing/stub-server.js'
import { folderRecord, projectRecord, topFolder } from '../../testing/test-folders.js'
import { ani, aram, projectMembers } from '../../testing/test-topics.js'
import { PermissionsDialog } from './permissions-dialog.js'

const folder = folderRecord({ id: 'Plans', role: 'owner' })
const url = '/api/folders/Plans/permissions'
const gor = { id: 'account-3', name: 'Gor Sargsyan' }
const aramRule: FolderRule = { kind: 'account', ...aram, role: 'viewer' }
const groupRule: FolderRule = { kind: 'group', id: 'group-1', name: 'Engineers', role: 'editor' }
const organizationRule: FolderRule = { kind: 'organization', id: 'group-2', name: 'Stone Ltd', role: 'viewer' }
let server: StubServer
const onClose = vi.fn()

const inherited: FolderPermissions = {
  revision: 4,
  from: { id: 'project-1', name: '' },
  rules: [],
  people: [
    { ...ani, role: 'owner' },
    { ...aram, role: 'commenter' },
  ],
}
const own = (...rules: readonly FolderRule[]): FolderPermissions => ({
  ...inherited,
  from: { id: 'Plans', name: 'Plans' },
  rules: [...rules],
})
const teamMembers = () => {
  const [owner, member] = projectMembers().members
  if (!owner || !member) throw new Error('The test project has too few members')
  return projectMembers({ members: [owner, member, { ...member, ...gor, role: 'folder' }] })
}

beforeEach(() => {
  onClose.mockReset()
  server = appServer()
  server.on('GET /api/projects', () => json([projectRecord()]))
  server.on('GET /api/projects/project-1/people', () => json(teamMembers()))
  server.on('GET /api/folders/Plans', () =>
    json({ folder, path: [{ id: 'project-1', name: '', role: 'owner' }], folders: [] }),
  )
  server.on(`GET ${url}`, () => json(inherited))
  server.on(`POST ${url}/plan`, () => json({ gaining: [], losing: [] }))
  server.on(`PUT ${url}`, () => json(own()))
})
afterEach(cleanUpPage)

const show = () => renderPart(<PermissionsDialog {...{ folder, onClose }} />)
const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const rows = () =>
  within(screen.getByRole('region', { name: 'People with access' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent)
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const save = async (user: Awaited<ReturnType<typeof show>>['user']): Promise<void> => {
  await waitFor(() => expect(saveButton().disabled).toBe(false))
  await user.click(saveButton())
}

describe('permissions of a folder', () => {
  test('are those of the project at first, and nothing can be saved before a change', async () => {
    await show()
    expect((await choice('Same as Tower')).checked).toBe(true)
    expect(screen.getByRole('dialog', { name: 'Permissions of Plans' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'People with access' })).toBeNull()
    expect(saveButton().disabled).toBe(true)
    expect(server.calls(`POST ${url}/plan`)).toEqual([])
  })

  test('begin with the members of the project when they become own ones, and owners of the project stay', async () => {
    const { user } = await show()
    await user.click(await choice('Own permissions'))
    expect(rows()).toEqual([ani.name, aram.name])
    expect(screen.getByText('Owner of the project')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: `Role of ${ani.name}` })).toBeNull()
    await save(user)
    expect(await screen.findByText('Permissions changed')).toBeTruthy()
    expect(onClose).toHaveBeenCalledOnce()
    const form = { revision: 4, rules: [{ id: aram.id, role: 'commenter' }] }
    expect(server.calls(`POST ${url}/plan`)[0]?.body).toEqual(form)
    expect(server.calls(`PUT ${url}`)[0]?.body).toEqual(form)
  })

  test('show who loses and who gains access before they are saved', async () => {
    server.on(`GET ${url}`, () => json(own(aramRule)))
    server.on(`POST ${url}/plan`, () => json({ gaining: [gor], losing: [aram] }))
    const { user } = await show()
    expect((await choice('Own permissions')).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: `Remove ${aram.name}` }))
    expect(await screen.findByText(`Loses access: ${aram.name}`)).toBeTruthy()
    expect(screen.getByText(`Gains access: ${gor.name}`)).toBeTruthy()
    expect(server.calls(`POST ${url}/plan`)[0]?.body).toEqual({ revision: 4, rules: [] })
  })

  test('change by the role of a rule and by adding a member of the project', async () => {
    server.on(`GET ${url}`, () => json(own(aramRule)))
    const { user } = await show()
    await user.selectOptions(await screen.findByRole('combobox', { name: `Role of ${aram.name}` }), 'editor')
    const candidates = screen.getByRole('combobox', { name: 'Add person or group' })
    expect(
      within(candidates)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose a person or a group', gor.name])
    await user.selectOptions(candidates, gor.name)
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(rows()).toEqual([ani.name, aram.name, gor.name])
    expect(screen.queryByRole('combobox', { name: 'Add person or group' })).toBeNull()
    await save(user)
    await waitFor(() =>
      expect(server.calls(`PUT ${url}`)[0]?.body).toEqual({
        revision: 4,
        rules: [
          { id: aram.id, role: 'editor' },
          { id: gor.id, role: 'viewer' },
        ],
      }),
    )
  })

  test('begin with the groups of the project, and offer the groups that have only named folders', async () => {
    const group = { kind: 'group', members: 1, people: [aram] } as const
    server.on('GET /api/projects/project-1/people', () =>
      json({
        ...teamMembers(),
        groups: [
          { ...group, id: 'group-1', name: 'Engineers', role: 'editor' },
          { ...group, id: 'group-3', name: 'Founders', role: 'owner' },
          { ...group, id: 'group-4', name: 'Tenants', role: 'folder' },
        ],
      }),
    )
    const { user } = await show()
    await user.click(await choice('Own permissions'))
    expect(rows()).toEqual([ani.name, 'Founders', aram.name, 'Engineers'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Add person or group' }), 'Tenants')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await save(user)
    await waitFor(() =>
      expect(server.calls(`PUT ${url}`)[0]?.body).toEqual({
        revision: 4,
        rules: [
          { id: aram.id, role: 'commenter' },
          { id: 'group-1', role: 'editor' },
          { id: 'group-4', role: 'viewer' },
        ],
      }),
    )
  })

  test('keep the rules of groups and organisations', async () => {
    server.on(`GET ${url}`, () => json(own(groupRule, organizationRule, aramRule)))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: `Remove ${aram.name}` }))
    expect(rows()).toEqual([ani.name, 'Engineers', 'Stone Ltd'])
    expect(screen.getByText('Group')).toBeTruthy()
    expect(screen.getByText('Organisation')).toBeTruthy()
    await save(user)
    await waitFor(() =>
      expect(server.calls(`PUT ${url}`)[0]?.body).toMatchObject({ rules: [{ id: 'group-1' }, { id: 'group-2' }] }),
    )
  })

  test('become those of the parent again, which is named', async () => {
    server.on(`GET ${url}`, () => json(own(aramRule)))
    server.on('GET /api/folders/Plans', () =>
      json({
        folder: { ...folder, parentId: 'Archive' },
        path: [topFolder(), folderRecord({ id: 'Archive' })],
        folders: [],
      }),
    )
    const { user } = await show()
    await user.click(await choice('Same as Archive'))
    await save(user)
    await waitFor(() => expect(server.calls(`PUT ${url}`)[0]?.body).toEqual({ revision: 4, rules: null }))
  })

  test('cannot be saved while they are as before', async () => {
    server.on(`GET ${url}`, () => json(own(aramRule)))
    const { user } = await show()
    await user.click(await choice('Same as Tower'))
    await waitFor(() => expect(saveButton().disabled).toBe(false))
    await user.click(await choice('Own permissions'))
    await waitFor(() => expect(saveButton().disabled).toBe(true))
  })

  test('stay in the dialog with the reason when the server refuses them', async () => {
    server.on(`PUT ${url}`, () => errorResponse(409, 'moved-meanwhile', 'Someone else moved this'))
    const { user } = await show()
    await user.click(await choice('Own permissions'))
    await save(user)
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else moved this')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('are shown to a folder owner who may not list the members of the project', async () => {
    server.on('GET /api/projects/project-1/people', () => errorResponse(403, 'not-allowed', 'Not allowed'))
    server.on(`GET ${url}`, () => json(own(aramRule)))
    await show()
    expect(await screen.findByText('Owner of the project')).toBeTruthy()
    expect(rows()).toEqual([ani.name, aram.name])
    expect(screen.queryByRole('combobox', { name: 'Add person or group' })).toBeNull()
  })

  test('can be loaded again after an error', async () => {
    server.on(`GET ${url}`, () => errorResponse(500, 'internal', 'Server error'))
    const { user } = await show()
    expect((await screen.findByRole('alert')).textContent).toContain('Server error')
    server.on(`GET ${url}`, () => json(inherited))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await choice('Same as Tower')).toBeTruthy()
  })
})
