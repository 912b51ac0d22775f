import type { CompanyRecord } from '@kamar/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { accountRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'

const gigabyte = 1024 ** 3
const company = (over: Partial<CompanyRecord> = {}): CompanyRecord => ({
  ...{ id: 'c1', name: 'Ararat', quotaBytes: 10 * gigabyte, usedBytes: gigabyte, projects: [] },
  ...over,
})

let server: StubServer
let companies: CompanyRecord[]
beforeEach(() => {
  layOut(desktop)
  companies = [company()]
  server = appServer()
  server.on('GET /api/auth/me', () => json(accountRecord({ role: 'admin' })))
  server.on('GET /api/admin/overview', () => errorResponse(500, 'internal'))
  server.on('GET /api/admin/companies', () => json(companies))
})
afterEach(cleanUpPage)

const show = async () => {
  const rendered = await renderApp('/AdminPage?tab=companies', { signedIn: true })
  await screen.findByRole('button', { name: 'New company account' })
  return rendered
}
const open = async () => {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: /^Ararat/ }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Ararat' })) }
}

describe('companies tab', () => {
  test('creates a company account with a plan', async () => {
    companies = []
    server.on('POST /api/admin/companies', () => json(company()))
    const { user } = await show()
    expect(screen.getByRole('heading', { name: 'No company accounts yet' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New company account' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New company account' }))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Ararat' } })
    fireEvent.change(dialog.getByLabelText('Plan in GB'), { target: { value: '20' } })
    companies = [company()]
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await screen.findByRole('button', { name: /^Ararat/ })).textContent).toContain('0 projects')
    expect(server.calls('POST /api/admin/companies')[0]?.body).toEqual({ name: 'Ararat', quotaBytes: 20 * gigabyte })
  })

  test('finds a project, and makes the company pay for it', async () => {
    const project = { id: 'p1', name: 'Tower', payer: { id: 'ani', name: 'Ani' }, usedBytes: 5 }
    server.on('GET /api/admin/projects', () => json([project]))
    server.on('PUT /api/admin/projects/p1/payer', () => json({ ...project, payer: { id: 'c1', name: 'Ararat' } }))
    const { dialog, user } = await open()
    fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'tow' } })
    expect(await dialog.findByText('Paid by Ani')).toBeTruthy()
    companies = [company({ projects: [{ id: 'p1', name: 'Tower' }] })]
    await user.click(dialog.getByRole('button', { name: 'Pay for Tower' }))
    expect(await dialog.findByRole('button', { name: 'Transfer…' })).toBeTruthy()
    expect(server.calls('PUT /api/admin/projects/p1/payer')[0]?.body).toEqual({ accountId: 'c1' })
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  test('is changed, and deleted while it pays for nothing', async () => {
    server.on('PATCH /api/admin/companies/c1', () => json(company()))
    server.on('DELETE /api/admin/companies/c1', () => json({ done: true }))
    const { dialog, user } = await open()
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    fireEvent.change(dialog.getByLabelText('Plan in GB'), { target: { value: '30' } })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await dialog.findByRole('button', { name: 'Delete' }))
    expect(server.calls('PATCH /api/admin/companies/c1')[0]?.body).toEqual({
      ...{ name: 'Ararat', quotaBytes: 30 * gigabyte },
    })
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Delete Ararat?' }))
    companies = []
    await user.click(confirmation.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ararat' })).toBeNull())
    expect(server.calls('DELETE /api/admin/companies/c1')).toHaveLength(1)
  })
})
