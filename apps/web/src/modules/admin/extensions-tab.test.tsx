import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { adminExtension } from '../../testing/test-extensions.js'
import { ExtensionsTab } from './extensions-tab.js'

let server: StubServer
beforeEach(() => {
  layOut(desktop)
  server = appServer()
  server.on('GET /api/admin/extensions', () =>
    json({ sources: ['https://example.com/'], extensions: [adminExtension] }),
  )
})
afterEach(cleanUpPage)

test('extensions tab saves the allowed addresses, one per line', async () => {
  server.on('PUT /api/admin/extensions/sources', ({ body }) =>
    json({ ...(body as object), extensions: [adminExtension] }),
  )
  const { user } = await renderPart(<ExtensionsTab />)
  await user.type(await screen.findByRole('textbox', { name: 'Allowed addresses' }), '\n\n https://b.example ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.calls('PUT /api/admin/extensions/sources')).toHaveLength(1))
  expect(server.calls('PUT /api/admin/extensions/sources')[0]?.body).toEqual({
    sources: ['https://example.com/', 'https://b.example'],
  })
})

test('extensions tab requests an extension for everyone and shows why it could not be added', async () => {
  server.on('POST /api/admin/extensions', () => errorResponse(422, 'extension-unreadable'))
  const { user } = await renderPart(<ExtensionsTab />)
  await user.type(await screen.findByLabelText('Manifest address'), 'https://example.com/m.json')
  await user.click(screen.getAllByRole('switch', { name: 'Install for everyone' })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('This is not an extension, or it was altered in transit')).toBeTruthy()
  expect(server.calls('POST /api/admin/extensions')[0]?.body).toEqual({
    manifestUrl: 'https://example.com/m.json',
    audience: 'everybody',
  })
})

test('extensions tab disables an extension, and removes it after showing how many users have it', async () => {
  server.on('PATCH /api/admin/extensions/a', () => json({ ...adminExtension, enabled: false }))
  server.on('DELETE /api/admin/extensions/a', () => new Response(null, { status: 204 }))
  const { user } = await renderPart(<ExtensionsTab />)
  await user.click(await screen.findByRole('switch', { name: 'Enabled' }))
  await waitFor(() => expect(server.calls('PATCH /api/admin/extensions/a')[0]?.body).toEqual({ enabled: false }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/removed for everyone who installed it \(3\)/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.calls('DELETE /api/admin/extensions/a')).toHaveLength(1))
})

test('extensions tab retries a failed list request and shows that there are no extensions', async () => {
  server.on('GET /api/admin/extensions', () => errorResponse(503, 'not-ready', 'The service is starting'))
  const { user } = await renderPart(<ExtensionsTab />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('textbox')).toBeNull()
  server.on('GET /api/admin/extensions', () => json({ sources: [], extensions: [] }))
  await user.click(again)
  expect(await screen.findByText('No extensions yet')).toBeTruthy()
})

test('extensions tab keeps typed addresses when they are refused', async () => {
  server.on('PUT /api/admin/extensions/sources', () => errorResponse(422, 'invalid-input', 'That is no address'))
  const { user } = await renderPart(<ExtensionsTab />)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Allowed addresses' })
  await user.type(field, 'nonsense')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('That is no address')).toBeTruthy()
  expect(field.value).toBe('https://example.com/nonsense')
})

test('extensions tab fetches an extension again and shows its new version or the error', async () => {
  server.on('POST /api/admin/extensions/a/fetch', () => json({ ...adminExtension, version: '2.0.0' }))
  const { user } = await renderPart(<ExtensionsTab />)
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  expect(await screen.findByText('“Paint” is now version 2.0.0.')).toBeTruthy()
  await waitFor(() => expect(server.calls('GET /api/admin/extensions')).toHaveLength(2))
  server.on('POST /api/admin/extensions/a/fetch', () => errorResponse(422, 'extension-unreadable'))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('This is not an extension, or it was altered in transit')).toBeTruthy()
})

test('extensions tab shows the old state of a refused change and removes nothing without confirmation', async () => {
  server.on('PATCH /api/admin/extensions/a', () => errorResponse(403, 'not-allowed', 'Only administrators'))
  const { user } = await renderPart(<ExtensionsTab />)
  await user.click((await screen.findAllByRole('switch', { name: 'Install for everyone' }))[1] as HTMLElement)
  expect(await screen.findByText('Only administrators')).toBeTruthy()
  expect(server.calls('PATCH /api/admin/extensions/a')[0]?.body).toEqual({ audience: 'everybody' })
  const states = screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))
  expect(states).toEqual(['false', 'true', 'false'])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.calls('DELETE /api/admin/extensions/a')).toEqual([])
})
