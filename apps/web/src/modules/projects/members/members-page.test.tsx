import type { ProjectGroup, ProjectInvitation, ProjectPeople } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'
import { folderRecord, projectRecord, topFolder } from '../../../testing/test-folders.js'
import { ani, aram, projectMembers } from '../../../testing/test-topics.js'

const base = '/api/projects/project-1'
const membersRoute = `${base}/people`
const architects: ProjectGroup = {
  ...{ id: 'group-1', kind: 'group', name: 'Architects', role: 'editor' },
  ...{ members: 1, people: [{ id: 'account-9', name: 'Lilit' }] },
}
const invitation: ProjectInvitation = {
  ...{ id: 'i1', email: 'new@kamar.am', role: 'folder', invitedBy: ani.name },
  folders: [{ id: 'Tender', name: 'Tender', role: 'viewer' }],
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-20T12:00:00.000Z',
}

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/projects', () => json([projectRecord()]))
  server.on(`GET ${base}/folders`, () => json([topFolder({ role: 'owner' })]))
  server.on(`GET ${base}/groups`, () => json([]))
  serve({})
})
afterEach(cleanUpPage)

const serve = (over: Partial<ProjectPeople>): void => server.on(`GET ${membersRoute}`, () => json(projectMembers(over)))
const show = async () => {
  const rendered = await renderApp('/projects/project-1/members', { signedIn: true })
  await screen.findByRole('heading', { name: 'Members' })
  return rendered
}
const rows = async (section: string) => {
  const heading = await screen.findByRole('heading', { name: section })
  return within(heading.parentElement as HTMLElement).getAllByRole('listitem')
}

describe('members page', () => {
  test('lists people with firm and role, groups with their members, and invitations', async () => {
    const [owner, member] = projectMembers().members
    if (!owner || !member) throw new Error('The test project has too few members')
    serve({
      members: [owner, { ...member, organizations: ['Ararat'] }],
      groups: [architects],
      invitations: [invitation],
    })
    await show()
    const [first, second] = await rows('People')
    expect(first?.textContent).toContain('(you)')
    expect(within(first as HTMLElement).queryByRole('combobox')).toBeNull()
    expect(second?.textContent).toContain('aram@kamar.am · Ararat')
    const role = within(second as HTMLElement).getByRole<HTMLSelectElement>('combobox', {
      name: `Role of ${aram.name}`,
    })
    expect(role.value).toBe('commenter')
    const [group] = await rows('Groups and organisations')
    expect(group?.textContent).toContain('Group · 1 person')
    expect(group?.textContent).toContain('Lilit')
    const [pending] = await rows('Pending invitations')
    expect(pending?.textContent).toContain('Tender: Viewer')
  })

  test('says that nobody else has access', async () => {
    serve({ members: projectMembers().members.slice(0, 1) })
    await show()
    expect(await screen.findByRole('heading', { name: 'Only you.' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Email addresses' })).toBeTruthy()
  })

  test('is read-only for members who may not share', async () => {
    serve({ mayShare: false, groups: [architects] })
    await show()
    await rows('People')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: /What can/ })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Email addresses' })).toBeNull()
    expect(server.calls(`GET ${base}/groups`)).toEqual([])
  })

  test.each([
    [404, 'not-found'],
    [403, 'not-allowed'],
  ])('says the same of a project that answers %s', async (status, code) => {
    server.on(`GET ${membersRoute}`, () => errorResponse(status, code))
    await show()
    expect(await screen.findByText('Not found, or not shared with you.')).toBeTruthy()
  })
})

describe('owner', () => {
  test('invites several addresses to a folder, and keeps those that were refused', async () => {
    server.on(`GET ${base}/folders`, () =>
      json([
        topFolder({ role: 'owner' }),
        folderRecord({ id: 'Tender', hasOwnPermissions: true }),
        folderRecord({ id: 'Open' }),
      ]),
    )
    server.on(`POST ${membersRoute}`, ({ body }) =>
      (body as { email: string }).email === 'bad'
        ? errorResponse(422, 'invalid-input')
        : json({ ...projectMembers(), invitationCode: 'secret' }),
    )
    const { user } = await show()
    const target = await screen.findByRole('combobox', { name: 'Access to' })
    expect(
      within(target)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Whole project', 'Tender'])
    await user.selectOptions(target, 'Tender')
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Email addresses' })
    fireEvent.change(field, { target: { value: 'a@x.am, bad' } })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'viewer')
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect((await screen.findByText(/^bad:/)).textContent).toBeTruthy()
    expect(field.value).toBe('bad')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link address' }).value).toContain('#code=secret')
    expect(server.calls(`POST ${membersRoute}`).map(({ body }) => body)).toEqual([
      { email: 'a@x.am', role: 'viewer', folderId: 'Tender' },
      { email: 'bad', role: 'viewer', folderId: 'Tender' },
    ])
  })

  test('P29 reads who loses access before a member is removed', async () => {
    server.on(`POST ${membersRoute}/plan`, () => json({ gaining: [], losing: [aram] }))
    server.on(`DELETE ${membersRoute}/${aram.id}`, () => json({ done: true }))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: `Remove ${aram.name}` }))
    const dialog = within(await screen.findByRole('alertdialog', { name: `Remove ${aram.name} from the project?` }))
    expect(await dialog.findByText(`Loses access: ${aram.name}`)).toBeTruthy()
    expect(server.calls(`POST ${membersRoute}/plan`)[0]?.body).toEqual({ kind: 'account', id: aram.id, role: null })
    expect(server.calls(`DELETE ${membersRoute}/${aram.id}`)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(server.calls(`DELETE ${membersRoute}/${aram.id}`)).toHaveLength(1))
  })

  test('raises a role at once, and confirms one that takes folders away', async () => {
    server.on(`PATCH ${membersRoute}/${aram.id}`, () => json(projectMembers()))
    server.on(`POST ${membersRoute}/plan`, () => json({ gaining: [], losing: [] }))
    const { user } = await show()
    const role = await screen.findByRole('combobox', { name: `Role of ${aram.name}` })
    await user.selectOptions(role, 'editor')
    await waitFor(() => expect(server.calls(`PATCH ${membersRoute}/${aram.id}`)[0]?.body).toEqual({ role: 'editor' }))
    await user.selectOptions(role, 'folder')
    expect(await screen.findByText('No one loses access.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(server.calls(`PATCH ${membersRoute}/${aram.id}`)[1]?.body).toEqual({ role: 'folder' }))
  })

  test('adds a group with a role', async () => {
    server.on(`GET ${base}/groups`, () => json([{ id: 'group-2', kind: 'organization', name: 'Ararat', members: 3 }]))
    server.on(`PUT ${base}/groups/group-2`, () => json(projectMembers({ groups: [architects] })))
    const { user } = await show()
    const choice = await screen.findByRole('combobox', { name: 'Add group or organisation' })
    await user.selectOptions(choice, 'Ararat – Organisation, 3 people')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(server.calls(`PUT ${base}/groups/group-2`)[0]?.body).toEqual({ role: 'viewer' }))
  })

  test('P28 reads what a person sees: folders with roles and numbers of files', async () => {
    server.on(`GET ${membersRoute}/${aram.id}/folders`, () =>
      json({
        person: aram,
        role: 'folder',
        folders: [topFolder({ role: null }), folderRecord({ id: 'Tender', role: 'viewer', files: 2 })],
      }),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: `What can ${aram.name} see?` }))
    const tree = await screen.findByRole('tree')
    expect(
      within(tree)
        .getAllByRole('treeitem')
        .map((item) => item.getAttribute('aria-label')),
    ).toEqual(['Tower, name only', 'Tender, Viewer · 2 files'])
  })

  test('withdraws an invitation', async () => {
    serve({ invitations: [invitation] })
    server.on(`DELETE ${base}/invitations/i1`, () => json({ done: true }))
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Withdraw invitation for new@kamar.am' }))
    await waitFor(() => expect(server.calls(`DELETE ${base}/invitations/i1`)).toHaveLength(1))
  })
})
