import type { AdminUser, GroupMember, OpenedGroup } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { accountRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'

const ani = { id: 'ani', name: 'Ani', email: 'ani@ararat.am' }
const gor = { id: 'gor', name: 'Gor', email: 'gor@kamar.am' }
const group = (over: Partial<OpenedGroup> = {}): OpenedGroup => ({
  ...{ id: 'g1', kind: 'group', name: 'Engineers', members: 1, code: '', domains: [] },
  ...{ projects: [{ id: 'p1', name: 'Tower' }], people: [ani], candidates: [] },
  ...over,
})
const firm = group({
  ...{ id: 'g2', kind: 'organization', name: 'Ararat', code: 'ARA', domains: ['ararat.am'] },
  ...{ members: 0, projects: [], people: [], candidates: [ani] },
})

const toUser = (account: GroupMember): AdminUser => ({
  ...account,
  ...{ position: '', role: 'user', status: 'approved', rejectionReason: '', lastSeenAt: null },
  ...{ quotaBytes: 100, usedBytes: 0, uploadLimitBytes: null, mustChangePassword: false, twoFactor: false },
  createdAt: '2026-11-20T10:00:00.000Z',
})

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/auth/me', () => json(accountRecord({ role: 'admin' })))
  server.on('GET /api/admin/overview', () => errorResponse(500, 'internal'))
  server.on('GET /api/admin/groups', () => json([firm, group()]))
  server.on('GET /api/admin/groups/g1', () => json(group()))
  server.on('GET /api/admin/groups/g2', () => json(firm))
})
afterEach(cleanUpPage)

const show = async () => {
  const rendered = await renderApp('/AdminPage?tab=groups', { signedIn: true })
  await screen.findByRole('button', { name: 'New group' })
  return rendered
}
const open = async (name: string) => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
  return { user, dialog: within(await screen.findByRole('dialog', { name })) }
}

describe('groups tab', () => {
  test('lists groups and organisations with their members and projects', async () => {
    await show()
    const rows = within(await screen.findByRole('tabpanel')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'AraratOrganisation · ARA · 0 people',
      'EngineersGroup · 1 person · 1 project',
    ])
  })

  test('creates an organisation with code and domains, and opens it', async () => {
    server.on('POST /api/admin/groups', () => json(firm))
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'New group' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New group' }))
    await user.click(dialog.getByRole('radio', { name: 'Organisation' }))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Ararat' } })
    fireEvent.change(dialog.getByLabelText('Code (optional)'), { target: { value: 'ara' } })
    fireEvent.change(dialog.getByLabelText('Email domains (optional)'), { target: { value: 'ararat.am, ararat.com' } })
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await screen.findByRole('dialog', { name: 'Ararat' })).toBeTruthy()
    expect(server.calls('POST /api/admin/groups')[0]?.body).toEqual({
      ...{ kind: 'organization', name: 'Ararat', code: 'ara' },
      domains: ['ararat.am', 'ararat.com'],
    })
  })

  test('adds an account that was found, and removes a member', async () => {
    server.on('GET /api/admin/list-users', () =>
      json({ users: [toUser(ani), toUser(gor)], total: 2, page: 1, pages: 1 }),
    )
    server.on('POST /api/admin/groups/g1/members', () => json(group({ people: [ani, gor] })))
    server.on('DELETE /api/admin/groups/g1/members/ani', () => json(group({ people: [gor] })))
    const { dialog, user } = await open('Engineers')
    fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'kamar' } })
    await user.click(await dialog.findByRole('button', { name: 'Add Gor' }))
    await user.click(await dialog.findByRole('button', { name: 'Remove Ani' }))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Remove Ani' })).toBeNull())
    expect(dialog.getByRole('button', { name: 'Remove Gor' })).toBeTruthy()
    expect(server.calls('POST /api/admin/groups/g1/members')[0]?.body).toEqual({ accountIds: ['gor'] })
  })

  test('offers the accounts with an address of the organisation', async () => {
    server.on('POST /api/admin/groups/g2/members', () => json({ ...firm, people: [ani], candidates: [] }))
    const { dialog, user } = await open('Ararat')
    expect(dialog.getByText('Their addresses belong to this organisation: Ani')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Add 1 person' }))
    await waitFor(() => expect(dialog.queryByText(/Their addresses/)).toBeNull())
    expect(server.calls('POST /api/admin/groups/g2/members')[0]?.body).toEqual({ accountIds: ['ani'] })
  })

  test('names the projects before a group is deleted', async () => {
    server.on('DELETE /api/admin/groups/g1', () => json({ done: true }))
    const { dialog, user } = await open('Engineers')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Delete Engineers?' }))
    expect(confirmation.getByText(/in these projects: Tower/)).toBeTruthy()
    expect(server.calls('DELETE /api/admin/groups/g1')).toEqual([])
    await user.click(confirmation.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Engineers' })).toBeNull())
    expect(server.calls('DELETE /api/admin/groups/g1')).toHaveLength(1)
  })

  test('says that there are no groups yet', async () => {
    server.on('GET /api/admin/groups', () => json([]))
    await show()
    expect(await screen.findByRole('heading', { name: 'No groups yet' })).toBeTruthy()
  })
})
