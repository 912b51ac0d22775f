import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { ani, aram, projectMembers, shareLink } from '../../testing/test-topics.js'
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
})
afterEach(cleanUpPage)

/** A dialog opens on a page that is there already. */
function Page() {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <ShareDialog file={file} onClose={onClose} />
  return (
    <button type="button" onClick={() => setIsOpen(true)}>
      Open
    </button>
  )
}

async function open() {
  const page = await renderPart(<Page />)
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  return page
}
const access = async () => within(await screen.findByRole('region', { name: 'People with access' }))
const links = async () => within(await screen.findByRole('region', { name: 'Share links' }))

describe('people', () => {
  test('are listed with their roles; who pays and oneself cannot be changed', async () => {
    await open()
    const list = await access()
    expect(list.getByText('They can open everything in the project “Tower”.')).toBeTruthy()
    expect(list.getAllByRole('listitem').map((item) => within(item).queryByRole('combobox') !== null)).toEqual([
      false,
      true,
    ])
    expect(list.getByText('(you)', { exact: false })).toBeTruthy()
  })

  test('are invited by their address, as what is said beside it', async () => {
    const invited = {
      id: 'i1',
      email: 'new@kamar.am',
      role: 'editor',
      invitedBy: ani.name,
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T12:00:00.000Z',
    } as const
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

  test('that cannot be invited: the reason stands at the field', async () => {
    server.on(`POST ${base}/people`, () => errorResponse(409, 'too-many', 'There are too many'))
    const { user } = await open()
    await user.type(await screen.findByLabelText('Email address'), 'new@kamar.am')
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })

  test('get another role, and are removed', async () => {
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

  test('may leave, after a question', async () => {
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

  test('of a personal file are nobody else, and its owner may invite', async () => {
    const project = { ...projectMembers().project, personal: true }
    server.on(`GET ${base}/people`, () => json(projectMembers({ project, mayShare: false })))
    await open()
    expect(await screen.findByText('Only you have access.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy()
  })

  test('that cannot be loaded are asked for again', async () => {
    server.on(`GET ${base}/people`, () => errorResponse(500, 'internal', 'Server error, please try again'))
    const { user } = await open()
    expect((await screen.findByRole('alert')).textContent).toContain('Server error, please try again')
    server.on(`GET ${base}/people`, () => json(projectMembers()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(aram.name)).toBeTruthy()
  })
})

describe('secret links', () => {
  test('say for whom, until when, what for and how often they were opened', async () => {
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

  test('are made with what is chosen, and their address is shown this once', async () => {
    server.on(`POST ${base}/links`, () => json({ link: shareLink(), secret: 'secret-1' }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'New link' }))
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

  test('that live until they are revoked carry no end, and may be thought better of', async () => {
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

  test('are revoked', async () => {
    server.on(`DELETE ${base}/links/link-1`, () => json({ done: true }))
    const { user } = await open()
    const revoke = await screen.findByRole('button', { name: 'Revoke The client' })
    server.on(`GET ${base}/links`, () => json([]))
    await user.click(revoke)
    await waitFor(() => expect(server.calls(`DELETE ${base}/links/link-1`)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('The client')).toBeNull())
  })
})

describe('Autodesk’s cloud', () => {
  const withLeave = (filesMayLeave: boolean | null, mine = true) => {
    const access = projectMembers({})
    return { ...access, project: { ...access.project, filesMayLeave, mine } }
  }
  const box = () => screen.findByRole('checkbox', { name: "Files of this project may be sent to Autodesk's cloud" })

  test('is no subject where the deployment has no way to it', async () => {
    await open()
    await access()
    expect(screen.queryByRole('region', { name: "Autodesk's cloud" })).toBeNull()
  })

  test('gets files only when who pays for the project says so, with what that means beside it', async () => {
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

  test('stays as it was when the server refuses, with the reason', async () => {
    server.on(`GET ${base}/people`, () => json(withLeave(false)))
    server.on('PUT /api/projects/project-1/cloud', () => errorResponse(403, 'not-allowed', 'Only who pays may'))
    const { user } = await open()
    await user.click(await box())
    expect(await screen.findByText('Only who pays may')).toBeTruthy()
    await waitFor(async () => expect(await box()).toMatchObject({ checked: false, disabled: false }))
  })

  test('is not for others to decide', async () => {
    server.on(`GET ${base}/people`, () => json(withLeave(true, false)))
    await open()
    expect(await box()).toHaveProperty('disabled', true)
    expect(screen.getByText(`Only ${ani.name}, who pays for the project, can change this.`)).toBeTruthy()
  })
})
