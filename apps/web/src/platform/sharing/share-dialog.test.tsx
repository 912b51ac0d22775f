import type { ProjectInvitation } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { ani, aram, projectMembers, shareLink, viewpointSummary } from '../../testing/test-topics.js'
import type { CurrentView } from './current-view.js'
import { ShareDialog } from './share-dialog.js'

const base = '/api/auth/my-urns/file-1'
const file = { id: 'file-1', description: 'Tower.ifc' }
let server: StubServer
const onClose = vi.fn()

beforeEach(() => {
  onClose.mockReset()
  server = appServer()
  server.on(`GET ${base}/people`, () => json(projectMembers()))
  server.on(`GET ${base}/links`, () => json([shareLink()]))
  server.on(`GET ${base}/views`, () => json([viewpointSummary()]))
})
afterEach(cleanUpPage)

/** Renders the dialog on an existing page. */
function Page({ currentView = null }: { readonly currentView?: CurrentView | null }) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <ShareDialog {...{ currentView, file, onClose }} />
  return (
    <button type="button" onClick={() => setIsOpen(true)}>
      Open
    </button>
  )
}

async function open(currentView: CurrentView | null = null) {
  const page = await renderPart(<Page currentView={currentView} />)
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  return page
}
const access = async () => within(await screen.findByRole('region', { name: 'People with access' }))
const links = async () => within(await screen.findByRole('region', { name: 'Share links' }))

describe('ShareDialog member list', () => {
  test('shows roles and locks those of the project owner and the current user', async () => {
    await open()
    const list = await access()
    expect(list.getByText('They can open everything in the project “Tower”.')).toBeTruthy()
    expect(list.getAllByRole('listitem').map((item) => within(item).queryByRole('combobox') !== null)).toEqual([
      false,
      true,
    ])
    expect(list.getByText('(you)', { exact: false })).toBeTruthy()
  })

  test('lists who sees the folder of the file, with roles that are changed in its permissions', async () => {
    const [owner, member] = projectMembers().members
    if (!owner || !member) throw new Error('The test project has too few members')
    const engineer = {
      ...member,
      id: 'account-9',
      name: 'Lilit',
      email: '',
      isMember: false,
      organizations: ['Ararat'],
    }
    server.on(`GET ${base}/people`, () =>
      json(projectMembers({ folder: { id: 'Tender', name: 'Tender' }, members: [owner, member, engineer] })),
    )
    await open()
    expect(await screen.findByText(/everything in the folder “Tender”/)).toBeTruthy()
    const list = within(screen.getByRole('region', { name: 'People with access' }))
    expect(list.queryByRole('combobox')).toBeNull()
    expect(list.getByText('Ararat')).toBeTruthy()
  })

  test('invites a member by email with a role and withdraws the invitation', async () => {
    const invited: ProjectInvitation = {
      id: 'i1',
      email: 'new@kamar.am',
      role: 'editor',
      folders: [],
      invitedBy: ani.name,
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T12:00:00.000Z',
    }
    server.on(`POST ${base}/people`, () =>
      json({ ...projectMembers({ invitations: [invited] }), invitationCode: 'secret' }),
    )
    const { user } = await open()
    await user.type(await screen.findByLabelText('Email address'), 'new@kamar.am')
    await user.selectOptions(screen.getByRole('combobox', { name: /^Role( |$)(?!of)/ }), 'editor')
    expect(screen.getByText('Can comment, rename and upload new versions')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect((await screen.findByText(/^Invited, until/)).textContent).toBe('Invited, until 20 Dec 2026')
    expect(server.calls(`POST ${base}/people`)[0]?.body).toEqual({ email: 'new@kamar.am', role: 'editor' })
    expect(screen.getByLabelText('Link address')).toHaveProperty('value', `${location.origin}/invitation#code=secret`)
    server.on('DELETE /api/projects/project-1/invitations/i1', () => json({ done: true }))
    await user.click(screen.getByRole('button', { name: 'Withdraw invitation for new@kamar.am' }))
    await waitFor(() => expect(screen.queryByText('new@kamar.am')).toBeNull())
  })

  test('shows an error at the field when the invitation fails', async () => {
    server.on(`POST ${base}/people`, () => errorResponse(409, 'too-many', 'There are too many'))
    const { user } = await open()
    await user.type(await screen.findByLabelText('Email address'), 'new@kamar.am')
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })

  test('changes the role of a member and removes the member', async () => {
    const route = `/api/projects/project-1/people/${aram.id}`
    server.on(`PATCH ${route}`, () => json(projectMembers()))
    server.on(`DELETE ${route}`, () => json({ done: true }))
    const { user } = await open()
    await user.selectOptions(await screen.findByRole('combobox', { name: `Role of ${aram.name}` }), 'viewer')
    await waitFor(() => expect(server.calls(`PATCH ${route}`)[0]?.body).toEqual({ role: 'viewer' }))
    server.on(`GET ${base}/people`, () => json(projectMembers({ members: projectMembers().members.slice(0, 1) })))
    await user.click(screen.getByRole('button', { name: `Remove ${aram.name}` }))
    await waitFor(() => expect(screen.queryByText(aram.name)).toBeNull())
  })

  test('asks for confirmation before the current user leaves', async () => {
    const [owner, member] = projectMembers().members
    const members = [
      { ...owner, isYou: false },
      { ...member, isYou: true },
    ] as ReturnType<typeof projectMembers>['members']
    server.on(`GET ${base}/people`, () => json(projectMembers({ mayShare: false, members })))
    server.on(`DELETE /api/projects/project-1/people/${aram.id}`, () => json({ done: true }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(screen.queryByRole('region', { name: 'Share links' })).toBeNull()
  })

  test('shows only the owner of a personal file and allows invitations', async () => {
    const project = { ...projectMembers().project, personal: true }
    server.on(`GET ${base}/people`, () => json(projectMembers({ project, mayShare: false })))
    await open()
    expect(await screen.findByText('Only you have access.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy()
  })

  test('offers to try again after an error', async () => {
    server.on(`GET ${base}/people`, () => errorResponse(500, 'internal', 'Server error, please try again'))
    const { user } = await open()
    expect((await screen.findByRole('alert')).textContent).toContain('Server error, please try again')
    server.on(`GET ${base}/people`, () => json(projectMembers()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(aram.name)).toBeTruthy()
  })
})

describe('ShareDialog link list', () => {
  test('shows recipient, expiry, permission and access count', async () => {
    server.on(`GET ${base}/links`, () =>
      json([
        shareLink(),
        shareLink({ id: 'l2', name: '', state: 'expired', hasPassword: false, expiresAt: null, mayDownload: true }),
        shareLink({ id: 'l3', name: 'The builder', state: 'ended' }),
      ]),
    )
    await open()
    const list = await links()
    expect(await list.findByText('The client')).toBeTruthy()
    const [first, second, third] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(first).toContain('Version 1 · until 20 Dec 2026 · view only · opened 3 times')
    expect(first).toContain('password protected')
    expect(second).toContain('expired')
    expect(third).toContain('no longer valid: its creator can’t share the file any more, or the file has moved')
    expect(second).toContain('never expires · view and download')
  })

  test('creates a link with the chosen options, shows its address and copies it', async () => {
    server.on(`POST ${base}/links`, () => json({ link: shareLink(), secret: 'secret-1' }))
    const { user } = await open()
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'New link' }))
    expect(scroll.mock.contexts).toEqual([screen.getByRole('button', { name: 'Create link' }).closest('form')])
    expect(document.activeElement).toBe(screen.getByLabelText('Recipient (optional)'))
    await user.type(screen.getByLabelText('Recipient (optional)'), 'The client')
    await user.selectOptions(screen.getByRole('combobox', { name: /^Expires/ }), 'day')
    await user.type(screen.getByLabelText('Password (optional)'), 'stone arch 1872')
    await user.click(screen.getByRole('switch', { name: 'Allow download' }))
    const before = Date.now()
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(((await screen.findByLabelText('Link address')) as HTMLInputElement).value).toMatch(/\/share#secret-1$/)
    const sent = server.calls(`POST ${base}/links`)[0]?.body as { expiresAt: string }
    expect(sent).toMatchObject({ name: 'The client', password: 'stone arch 1872', mayDownload: true })
    expect(Math.round((Date.parse(sent.expiresAt) - before) / 3_600_000)).toBe(24)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/#secret-1$/))
  })

  test('requests a link without expiry, shows the error and closes the form on Cancel', async () => {
    server.on(`POST ${base}/links`, () => errorResponse(409, 'too-many', 'There are too many'))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'New link' }))
    await user.selectOptions(screen.getByRole('combobox', { name: /^Expires/ }), 'always')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(server.calls(`POST ${base}/links`)[0]?.body).toEqual({ mayDownload: false, expiresAt: null })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'New link' })).toBeTruthy()
  })

  test('shows which view and version a link opens', async () => {
    server.on(`GET ${base}/links`, () =>
      json([
        shareLink({ view: 'Entrance', followsLatest: true }),
        shareLink({ id: 'link-2', name: 'Plain', view: '' }),
      ]),
    )
    await open()
    const items = (await links()).findAllByRole('listitem')
    expect((await items).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Always the latest · opens “Entrance”'),
      expect.stringContaining('Version 1 · opens a view of its own'),
    ])
  })

  test('creates a link that opens a saved view in the latest version', async () => {
    server.on(`POST ${base}/links`, () => json({ link: shareLink(), secret: 'secret-1' }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'New link' }))
    const choice = await screen.findByRole('combobox', { name: 'Opens' })
    await within(choice).findByText('North side')
    expect(choice).toHaveProperty('value', 'default')
    await user.selectOptions(choice, 'North side')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Version' }), 'Always the latest')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    await screen.findByLabelText('Link address')
    expect(server.calls(`POST ${base}/links`)[0]?.body).toMatchObject({ followsLatest: true, viewId: 'view-1' })
  })

  test('revokes a link', async () => {
    server.on(`DELETE ${base}/links/link-1`, () => json({ done: true }))
    const { user } = await open()
    const revoke = await screen.findByRole('button', { name: 'Revoke The client' })
    server.on(`GET ${base}/links`, () => json([]))
    await user.click(revoke)
    await waitFor(() => expect(server.calls(`DELETE ${base}/links/link-1`)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('The client')).toBeNull())
  })
})

describe('ShareDialog cloud consent', () => {
  const withLeave = (filesMayLeave: boolean | null, mine = true) => {
    const access = projectMembers({})
    return { ...access, project: { ...access.project, filesMayLeave, mine } }
  }
  const box = () => screen.findByRole('checkbox', { name: 'Files of this project may be sent to Autodesk’s cloud' })

  test('is absent when the deployment has no cloud access', async () => {
    await open()
    await access()
    expect(screen.queryByRole('region', { name: 'Autodesk’s cloud' })).toBeNull()
  })

  test('is granted by the project owner and explains its effect', async () => {
    server.on(`GET ${base}/people`, () => json(withLeave(false)))
    const { user } = await open()
    const checkbox = await box()
    expect(checkbox).toHaveProperty('checked', false)
    expect(document.getElementById(checkbox.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /nothing is sent/,
    )
    server.on('PUT /api/projects/project-1/cloud', () => json(withLeave(true).project))
    server.on(`GET ${base}/people`, () => json(withLeave(true)))
    await user.click(checkbox)
    await waitFor(async () => expect(await box()).toHaveProperty('checked', true))
    expect(server.calls('PUT /api/projects/project-1/cloud')[0]?.body).toEqual({ filesMayLeave: true })
  })

  test('is unchanged when the server rejects it, and the reason is shown', async () => {
    server.on(`GET ${base}/people`, () => json(withLeave(false)))
    server.on('PUT /api/projects/project-1/cloud', () => errorResponse(403, 'not-allowed', 'Only who pays may'))
    const { user } = await open()
    await user.click(await box())
    expect(await screen.findByText('Only who pays may')).toBeTruthy()
    await waitFor(async () => expect(await box()).toMatchObject({ checked: false, disabled: false }))
  })

  test('is read-only for other members', async () => {
    server.on(`GET ${base}/people`, () => json(withLeave(true, false)))
    await open()
    expect(await box()).toHaveProperty('disabled', true)
    expect(screen.getByText(`Only ${ani.name}, who pays for the project, can change this.`)).toBeTruthy()
  })
})

describe('ShareDialog in the viewer', () => {
  const currentView = { urn: 'urn-tower', fileVersion: null, store: () => Promise.resolve('view-9') }
  const section = async () => within(await screen.findByRole('region', { name: 'Link to what you see' }))

  test('copies a link to what the viewer shows, to the latest version or to this one', async () => {
    const { user } = await open(currentView)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { getByRole, findByLabelText } = await section()
    await user.click(getByRole('button', { name: 'Copy link to what I see' }))
    const address = `${location.origin}/ViewerPage?urn=urn-tower&view=view-9`
    expect(await findByLabelText('Link address')).toHaveProperty('value', `${address}&version=latest`)
    expect(writeText).toHaveBeenLastCalledWith(`${address}&version=latest`)
    await user.selectOptions(getByRole('combobox', { name: 'Version' }), 'Only this version')
    await user.click(getByRole('button', { name: 'Copy link to what I see' }))
    expect(await findByLabelText('Link address')).toHaveProperty('value', address)
  })

  test('shows the reason when the view cannot be stored', async () => {
    const { user } = await open({ ...currentView, store: () => Promise.reject(new Error('full')) })
    await user.click((await section()).getByRole('button', { name: 'Copy link to what I see' }))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
  })

  test('offers what the viewer shows as the view of a new share link', async () => {
    server.on(`POST ${base}/links`, () => json({ link: shareLink(), secret: 'secret-1' }))
    const { user } = await open({ ...currentView, fileVersion: 2 })
    await user.click(await screen.findByRole('button', { name: 'New link' }))
    expect(screen.getByRole('combobox', { name: 'Opens' })).toHaveProperty('value', 'current')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    await waitFor(() =>
      expect(server.calls(`POST ${base}/links`)[0]?.body).toMatchObject({ viewId: 'view-9', fileVersion: 2 }),
    )
  })
})
