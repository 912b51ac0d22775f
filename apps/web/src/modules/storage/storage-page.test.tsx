import type { StorageUse } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'

afterEach(cleanUpPage)

const gigabyte = 1024 ** 3
const plan = { name: 'Professional', quotaBytes: 100 * gigabyte }
const use: StorageUse = {
  plan,
  usedBytes: 45.8 * gigabyte,
  types: [
    { extension: '.ifc', bytes: 32.4 * gigabyte, files: 12 },
    { extension: '.dwg', bytes: 11.9 * gigabyte, files: 1 },
  ],
  otherBytes: 1.5 * gigabyte,
  bin: { bytes: gigabyte, files: 3 },
  unfinished: { bytes: 0, uploads: 0 },
  largest: [fileRecord({ description: 'tower.ifc', size: 100 * 1024 ** 2 })],
  upgrade: null,
}

let server: StubServer
beforeEach(() => {
  server = appServer()
  server.on('GET /api/auth/storage', () => json(use))
})

const open = (usage: StorageUse = use) => {
  server.on('GET /api/auth/storage', () => json(usage))
  return renderApp('/storage', { signedIn: true })
}

test('storage page shows used and available space, by file type', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: '45.8 GB used of 100 GB' })).toBeTruthy()
  expect(screen.getByText('54.2 GB available')).toBeTruthy()
  expect(screen.getByText('44.3 GB')).toBeTruthy()
  expect(screen.getByText('1.5 GB')).toBeTruthy()
  expect(screen.getByText('IFC')).toBeTruthy()
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('46')
  expect(screen.getByRole('link', { name: '1 GB in the bin (3 files)' }).getAttribute('href')).toBe('/bin')
  expect(screen.getByRole('link', { name: /tower/ }).getAttribute('href')).toBe('/home?search=tower.ifc')
})

test('storage page shows the plan of the specification', async () => {
  await open()
  expect(await screen.findByText('Professional')).toBeTruthy()
  expect(screen.getByText('100 GB storage with unlimited file uploads')).toBeTruthy()
})

test('storage page shows that there are no files', async () => {
  await open({ ...use, usedBytes: 0, types: [], otherBytes: 0, largest: [], bin: { bytes: 0, files: 0 } })
  expect(await screen.findByText('No files stored yet.')).toBeTruthy()
})

test('storage page shows the space reserved by unfinished uploads and discards them', async () => {
  server.on('DELETE /api/uploads', () => json({ discarded: 2 }))
  const { user } = await open({ ...use, unfinished: { bytes: 1.5 * gigabyte, uploads: 2 } })
  expect(await screen.findByText('2 unfinished uploads reserve 1.5 GB')).toBeTruthy()
  server.on('GET /api/auth/storage', () => json(use))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText(/unfinished uploads reserve/)).toBeNull())
  expect(server.calls('DELETE /api/uploads')).toHaveLength(1)
})

test('storage page sends an upgrade request and shows that it is open', async () => {
  const upgrade = { id: 'u', state: 'open', requestedAt: '2026-11-20T10:00:00.000Z', decidedAt: null } as const
  server.on('POST /api/auth/storage/upgrade', () => json(upgrade))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Upgrade Plan' }))
  await user.type(screen.getByLabelText('Why do you need more storage?'), 'two towers')
  server.on('GET /api/auth/storage', () => json({ ...use, upgrade }))
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(/You requested a larger plan/)).toBeTruthy()
  expect(server.calls('POST /api/auth/storage/upgrade')[0]?.body).toEqual({ message: 'two towers' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull())
})

test('storage page shows a declined upgrade request and allows another', async () => {
  await open({
    ...use,
    upgrade: {
      id: 'u',
      state: 'declined',
      requestedAt: '2026-11-01T10:00:00.000Z',
      decidedAt: '2026-11-02T10:00:00.000Z',
    },
  })
  const decision = await screen.findByText(/^Your request was declined on/)
  expect(decision.textContent).toBe('Your request was declined on 2 Nov 2026.')
  expect(screen.getByRole('button', { name: 'Upgrade Plan' })).toBeTruthy()
})
