import type { AdminUser } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

afterEach(cleanUpPage)

const user = (id: string, over: Partial<AdminUser> = {}): AdminUser => ({
  id,
  name: `Name ${id}`,
  email: `${id}@kamar.am`,
  position: '',
  role: 'user',
  status: 'pending',
  rejectionReason: '',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: null,
  quotaBytes: 100,
  usedBytes: 0,
  uploadLimitBytes: null,
  mustChangePassword: false,
  twoFactor: false,
  ...over,
})

const settings = {
  requireApproval: false,
  twoFactorRoles: [],
  signUpOpen: true,
  defaultQuotaBytes: 100 * 1024 ** 3,
  extraExtensions: [],
}

let server: StubServer
let users: AdminUser[]
beforeEach(() => {
  users = [user('a'), user('b', { status: 'approved', position: 'Engineer' })]
  server = appServer()
  server.on('GET /api/auth/me', () => json(accountRecord({ role: 'admin' })))
  server.on('GET /api/admin/overview', () =>
    json({
      users: { total: 2, pending: 1, approved: 1, rejected: 0 },
      files: 7,
      usedBytes: 1024 ** 3,
      openRequests: 1,
      isolation: 'namespaces',
      cloud: { region: 'EMEA', projects: 2 },
    }),
  )
  server.on('GET /api/admin/list-users', () => json({ users, total: users.length, page: 1, pages: 1 }))
  server.on('PATCH /api/admin/users/*', () => json(users[0]))
})

const open = async (path = '/AdminPage', size = desktop) => {
  layOut(size)
  const app = await renderApp(path, { signedIn: true })
  await screen.findByRole('heading', { name: 'Admin Dashboard' })
  return app
}
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)

describe('admin dashboard', () => {
  test('is restricted to administrators', async () => {
    server.on('GET /api/auth/me', () => json(accountRecord({ role: 'user' })))
    await open()
    expect(await screen.findByText('This page is for administrators')).toBeTruthy()
    expect(server.calls('GET /api/admin/list-users')).toHaveLength(0)
  })

  test('shows the texts and columns of the specification', async () => {
    await open()
    for (const text of ['Manage user applications', 'Add New Application', 'User Applications']) {
      expect(await screen.findByText(text)).toBeTruthy()
    }
    expect(await screen.findByText('2 total')).toBeTruthy()
    const heads = screen.getAllByRole('columnheader').map((header) => header.textContent)
    expect(heads.slice(1)).toEqual(['Name', 'Email', 'Position', 'Status', 'Date', 'Actions'])
    expect(screen.getByText('namespaces')).toBeTruthy()
    expect(screen.getByText('EMEA')).toBeTruthy()
    expect(screen.getByText('2 projects allow sending files')).toBeTruthy()
  })

  test('resets the second factor of a user after confirmation', async () => {
    users = [user('a', { twoFactor: true }), user('b')]
    server.on('DELETE /api/admin/users/a/two-factor', () => json(user('a')))
    const { user: actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Reset two-factor sign-in for Name a' }))
    expect(screen.queryByRole('button', { name: 'Reset two-factor sign-in for Name b' })).toBeNull()
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/for Name a \(a@kamar\.am\) will be turned off/)).toBeTruthy()
    expect(server.calls('DELETE /api/admin/users/a/two-factor')).toHaveLength(0)
    await actor.click(dialog.getByRole('button', { name: 'Reset two-factor' }))
    await waitFor(() => expect(server.calls('DELETE /api/admin/users/a/two-factor')).toHaveLength(1))
    expect(await screen.findByText('Two-factor sign-in for Name a turned off.')).toBeTruthy()
  })

  test('creates a user with a visible password', async () => {
    server.on('POST /api/admin/users', () => json(user('c', { name: 'New One' })))
    const { user: actor } = await open()
    await actor.type(screen.getByLabelText('Full Name'), 'New One')
    await actor.type(screen.getByLabelText('Email'), 'new@kamar.am')
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text')
    await actor.type(screen.getByLabelText('Password'), 'typed words')
    await actor.click(screen.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('Account created for New One.')).toBeTruthy()
    expect(server.calls('POST /api/admin/users')[0]?.body).toEqual({
      name: 'New One',
      email: 'new@kamar.am',
      password: 'typed words',
    })
    expect(screen.getByLabelText('Full Name')).toHaveProperty('value', '')
  })

  test('shows the error of the server when a user cannot be created', async () => {
    server.on('POST /api/admin/users', () => errorResponse(404, 'unheard-of', 'No more accounts here'))
    const { user: actor } = await open()
    await actor.type(screen.getByLabelText('Full Name'), 'New')
    await actor.type(screen.getByLabelText('Email'), 'new@kamar.am')
    await actor.type(screen.getByLabelText('Password'), 'typed words')
    await actor.click(screen.getByRole('button', { name: 'Create User' }))
    expect((await screen.findByRole('alert')).textContent).toContain('No more accounts here')
  })
})

describe('admin user row', () => {
  test('changes the status on the server', async () => {
    const { user: actor } = await open()
    await actor.selectOptions((await row('Name a')).getByLabelText('Status of Name a'), 'Approved')
    await waitFor(() => expect(server.calls('PATCH /api/admin/users/a')[0]?.body).toEqual({ status: 'approved' }))
  })

  test('asks for a reason before it rejects the user', async () => {
    server.on('POST /api/admin/users/bulk', () => json({ done: ['a'], refused: [] }))
    const { user: actor } = await open()
    await actor.selectOptions((await row('Name a')).getByLabelText('Status of Name a'), 'Rejected')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject Name a?' }))
    expect(server.calls('POST /api/admin/users/bulk')).toEqual([])
    await actor.type(dialog.getByRole('textbox'), 'Not one of us')
    await actor.click(dialog.getByRole('button', { name: 'Reject' }))
    const body = { ids: ['a'], action: 'reject', reason: 'Not one of us' }
    await waitFor(() => expect(server.calls('POST /api/admin/users/bulk')[0]?.body).toEqual(body))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('shows a pending user as active where no approval is required', async () => {
    server.on('GET /api/admin/settings', () => json(settings))
    await open()
    const select = (await row('Name a')).getByLabelText('Status of Name a')
    await waitFor(() => expect(select.textContent).toContain('Pending (active)'))
  })

  test('shows a password reset link', async () => {
    server.on('POST /api/admin/users/b/password-link', () =>
      json({ code: 'secret', expiresAt: '2026-11-28T12:00:00.000Z' }),
    )
    const { user: actor } = await open()
    await actor.click((await row('Name b')).getByRole('button', { name: 'Reset link for Name b' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New password for Name b' }))
    const address = await dialog.findByRole('textbox')
    expect(address).toHaveProperty('value', `${location.origin}/reset-password#code=secret`)
  })

  test('saves the position by Enter and discards it by Escape', async () => {
    const { user: actor } = await open()
    const field = (await row('Name b')).getByLabelText('Position of Name b')
    await actor.type(field, ' in chief{Escape}')
    expect(field).toHaveProperty('value', 'Engineer')
    await actor.type(field, ' in chief{Enter}')
    await waitFor(() =>
      expect(server.calls('PATCH /api/admin/users/b').map(({ body }) => body)).toEqual([
        { position: 'Engineer in chief' },
      ]),
    )
  })

  test('shows files and sessions before it deletes the user', async () => {
    server.on('GET /api/admin/users/*', () =>
      json({ name: 'Name a', email: 'a@kamar.am', files: 2, binFiles: 1, bytes: 1024 ** 2, signIns: 0 }),
    )
    server.on('DELETE /api/admin/users/*', () => new Response(null, { status: 204 }))
    const { user: actor } = await open()
    await actor.click((await row('Name a')).getByRole('button', { name: 'Delete Name a' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText('It has 3 files (1.0 MB). It has no active sessions.')).toBeTruthy()
    await actor.click(dialog.getByRole('radio', { name: 'Transfer to me' }))
    await actor.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(server.calls('DELETE /api/admin/users/a')).toHaveLength(1))
    expect(server.calls('DELETE /api/admin/users/a')[0]?.query.get('files')).toBe('keep')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('upload limit of a user', () => {
  const gigabyte = 1024 ** 3
  const openLimit = async (size = desktop) => {
    const { user: actor } = await open('/AdminPage', size)
    await actor.click(await screen.findByRole('button', { name: 'Upload limit of Name a' }))
    return { actor, dialog: within(screen.getByRole('dialog', { name: 'Upload limit of Name a' })) }
  }
  const sentBodies = () => server.calls('PATCH /api/admin/users/a').map(({ body }) => body)

  test.each([
    ['desktop', desktop],
    ['phone', mobile],
  ])('is set with its unit on a %s', async (_, size) => {
    const { actor, dialog } = await openLimit(size)
    await actor.type(dialog.getByRole('spinbutton', { name: 'Maximum file size' }), '1.5')
    await actor.selectOptions(dialog.getByRole('combobox', { name: 'Unit' }), 'GB')
    await actor.click(dialog.getByRole('button', { name: 'Save limit' }))
    await waitFor(() => expect(sentBodies()).toEqual([{ uploadLimitBytes: 1.5 * gigabyte }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is shown in the list, and an empty field returns it to that of the server', async () => {
    users = [user('a', { uploadLimitBytes: 2 * gigabyte })]
    const { actor, dialog } = await openLimit()
    expect(screen.getByText('Upload limit: 2GB')).toBeTruthy()
    const field = dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Maximum file size' })
    expect(field.value).toBe('2')
    expect(dialog.getByText(/The maximum is 5GB\./)).toBeTruthy()
    await actor.clear(field)
    await actor.click(dialog.getByRole('button', { name: 'Save limit' }))
    await waitFor(() => expect(sentBodies()).toEqual([{ uploadLimitBytes: null }]))
  })
})

describe('admin user list', () => {
  test('is searched, filtered, sorted and paged by the server', async () => {
    server.on('GET /api/admin/list-users', () => json({ users, total: 60, page: 1, pages: 3 }))
    const { user: actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Next page' }))
    await actor.type(screen.getByRole('searchbox', { name: 'Search users...' }), 'ani')
    await actor.selectOptions(screen.getByLabelText('Status filter'), 'Approved')
    await actor.click(screen.getByRole('button', { name: 'Email' }))
    const getQueries = () => server.calls('GET /api/admin/list-users').map(({ query }) => Object.fromEntries(query))
    expect(getQueries().some(({ page }) => page === '2')).toBe(true)
    await waitFor(() =>
      expect(getQueries().at(-1)).toEqual({
        search: 'ani',
        status: 'approved',
        sort: 'email',
        order: 'asc',
        page: '1',
        size: '25',
      }),
    )
  })

  test('updates several users and shows which were refused', async () => {
    server.on('POST /api/admin/users/bulk', () =>
      json({ done: ['a'], refused: [{ id: 'b', code: 'last-administrator' }] }),
    )
    const { user: actor } = await open()
    await actor.click(await screen.findByLabelText('Select all users'))
    await actor.click(screen.getByRole('button', { name: 'Set pending' }))
    expect(await screen.findByText('1 account updated.')).toBeTruthy()
    expect(await screen.findByText('At least one administrator is required')).toBeTruthy()
    expect(server.calls('POST /api/admin/users/bulk')[0]?.body).toEqual({ ids: ['a', 'b'], action: 'suspend' })
  })

  test('shows cards instead of a table on a phone', async () => {
    await open('/AdminPage', mobile)
    expect(await screen.findByText('Name a')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('admin page tabs', () => {
  test('grant a storage request with a new quota', async () => {
    const request = {
      id: 'r',
      kind: 'upgrade',
      state: 'open',
      requestedAt: '2026-11-20T10:00:00.000Z',
      decidedAt: null,
      name: 'Ani',
      email: 'ani@kamar.am',
      message: 'two towers',
      account: { id: 'a', quotaBytes: 100 * 1024 ** 3, usedBytes: 0 },
    }
    server.on('GET /api/admin/requests', () => json([request]))
    server.on('PATCH /api/admin/requests/*', () => json({ ...request, state: 'granted' }))
    const { user: actor } = await open('/AdminPage?tab=requests')
    expect(await screen.findByText('two towers')).toBeTruthy()
    await actor.click(screen.getByRole('button', { name: 'Grant' }))
    await waitFor(() =>
      expect(server.calls('PATCH /api/admin/requests/r')[0]?.body).toEqual({
        state: 'granted',
        quotaBytes: 200 * 1024 ** 3,
      }),
    )
  })

  test('show the text of an unsent email', async () => {
    const mail = {
      id: 'm',
      template: 'reset-password',
      recipient: 'ani@kamar.am',
      subject: 'Reset your password',
      state: 'kept',
      attempts: 0,
      problem: null,
      createdAt: '2026-11-20T10:00:00.000Z',
      sentAt: null,
    }
    server.on('GET /api/admin/outbox', () => json({ mails: [mail], total: 1, configured: false }))
    server.on('GET /api/admin/outbox/*', () => json({ ...mail, text: 'Open https://kamar.example/x', html: null }))
    const { user: actor } = await open('/AdminPage?tab=outbox')
    await actor.click(await screen.findByRole('button', { name: /Reset your password/ }))
    expect(await screen.findByText('Open https://kamar.example/x')).toBeTruthy()
    expect(screen.getByText(/No mail server is configured/)).toBeTruthy()
  })

  test('save all settings at once', async () => {
    server.on('GET /api/admin/settings', () => json(settings))
    server.on('PUT /api/admin/settings', ({ body }) => json(body))
    const { user: actor } = await open('/AdminPage?tab=settings')
    await actor.click(await screen.findByRole('switch', { name: 'Approval required' }))
    await actor.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved.')).toBeTruthy()
    expect(server.calls('PUT /api/admin/settings')[0]?.body).toEqual({ ...settings, requireApproval: true })
  })

  test('allow an optional file extension', async () => {
    server.on('GET /api/admin/settings', () => json(settings))
    server.on('PUT /api/admin/settings', ({ body }) => json(body))
    server.on('GET /api/upload-rules', () =>
      json({ extensions: ['.ifc'], optionalExtensions: ['.ifczip', '.stpz'], limitBytes: 1 }),
    )
    const { user: actor } = await open('/AdminPage?tab=settings')
    await actor.click(await screen.findByRole('checkbox', { name: '.stpz' }))
    await actor.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved.')).toBeTruthy()
    expect(server.calls('PUT /api/admin/settings')[0]?.body).toEqual({ ...settings, extraExtensions: ['.stpz'] })
  })
})
