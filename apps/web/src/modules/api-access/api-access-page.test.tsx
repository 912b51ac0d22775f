import { type ClientApplication, languages, protocolScopes } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { scopeMessages } from './scope-messages.js'

const list = '/api/auth/applications'
const application = (changes: Partial<ClientApplication> = {}): ClientApplication => ({
  id: 'a1',
  clientId: 'Client1',
  name: 'Nightly upload',
  scopes: ['data:read', 'data:write'],
  createdAt: '2026-11-02T10:00:00.000Z',
  secretMadeAt: '2026-11-02T10:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  buckets: 1,
  objects: 3,
  storedBytes: 3_145_728,
  ...changes,
})

let server: StubServer
beforeEach(() => {
  server = appServer()
  server.on(`GET ${list}`, () => json([application()]))
})
afterEach(cleanUpPage)

const open = async () => {
  const app = await renderApp('/api-access', { signedIn: true })
  await screen.findByRole('heading', { name: 'First steps' })
  return app
}
const card = (name = 'Nightly upload'): HTMLElement => {
  const card = screen.getByRole('heading', { level: 2, name }).closest('li')
  if (!card) throw new Error(`no card of ${name}`)
  return card
}
const clickAction = async (user: Awaited<ReturnType<typeof open>>['user'], action: string) => {
  await user.click(screen.getByRole('button', { name: `${action}: Nightly upload` }))
  return within(await screen.findByRole('alertdialog'))
}

describe('API access page', () => {
  test('is reached from the user menu', async () => {
    const { user, getPath } = await renderApp('/home', { signedIn: true })
    await user.click(await screen.findByRole('button', { name: 'Account menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'API access' }))
    await screen.findByRole('heading', { level: 1, name: 'API access' })
    expect(getPath()).toBe('/api-access')
  })

  test('lists each application with its scopes and storage, but without its secret', async () => {
    await open()
    expect(card().textContent).toMatch(/Created on 2 Nov 2026 · Never used · 3\.0 MB in 3 objects/)
    expect(within(card()).getByText('Client1')).toBeTruthy()
    const scopes = within(within(card()).getByRole('list', { name: 'Scopes' })).getAllByRole('listitem')
    expect(scopes.map((item) => item.textContent)).toEqual(['data:read', 'data:write'])
    expect(screen.queryByText('Client secret')).toBeNull()
  })

  test('shows an upload example for this server and a link to the API reference', async () => {
    await open()
    const example = screen.getByLabelText('Example with curl').textContent ?? ''
    expect(example).toContain(`${location.origin}/authentication/v2/token`)
    expect(example).toContain('$APS_CLIENT_ID:$APS_CLIENT_SECRET')
    expect(screen.getByRole('link', { name: /API reference/ }).getAttribute('href')).toBe('/api/docs#protocol')
  })

  test('shows an error when it cannot be loaded', async () => {
    server.on(`GET ${list}`, () => errorResponse(500, 'internal', 'Something broke', { reference: 'ref-1' }))
    await renderApp('/api-access', { signedIn: true })
    expect((await screen.findByRole('alert')).textContent).toContain('ref-1')
  })
})

describe('application form', () => {
  test('creates an application with name and scopes and shows its secret once', async () => {
    server.on(`GET ${list}`, () => json([]))
    server.on(`POST ${list}`, () => json({ application: application({ name: 'Viewer' }), secret: 'the-secret' }))
    const { user } = await open()
    expect(screen.getByText('No applications yet')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New application' }))
    await user.type(screen.getByLabelText('Name'), 'Viewer')
    await user.click(screen.getByRole('checkbox', { name: /bucket:delete/ }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('the-secret')).toBeTruthy()
    expect(server.calls(`POST ${list}`)[0]?.body).toEqual({
      name: 'Viewer',
      scopes: protocolScopes.filter((scope) => scope !== 'bucket:delete'),
    })
    expect(document.activeElement?.textContent).toBe('Secret of Viewer')
    await user.click(screen.getByRole('button', { name: 'Copy: Client secret' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('the-secret'))
    await user.click(screen.getByRole('button', { name: 'I’ve saved it' }))
    expect(screen.queryByText('the-secret')).toBeNull()
    expect(card('Viewer')).toBeTruthy()
  })

  test('requires a scope and shows the error of the server', async () => {
    server.on(`POST ${list}`, () => errorResponse(409, 'too-many', 'The limit of 50 has been reached'))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'New application' }))
    await user.type(screen.getByLabelText('Name'), 'One more')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The limit of 50')
    for (const box of screen.getAllByRole('checkbox')) await user.click(box)
    expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('application card', () => {
  test('creates a new secret after a warning about its tokens', async () => {
    server.on(`POST ${list}/a1/secret`, () => json({ application: application(), secret: 'newer-secret' }))
    const { user } = await open()
    const dialog = await clickAction(user, 'New secret')
    expect(dialog.getByText(/its tokens stop working immediately/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'New secret' }))
    expect(await screen.findByText('newer-secret')).toBeTruthy()
  })

  test('revokes the application after confirmation and offers to reactivate it', async () => {
    server.on(`POST ${list}/a1/revoke`, () => json(application({ revokedAt: '2026-11-03T10:00:00.000Z' })))
    const { user } = await open()
    const dialog = await clickAction(user, 'Revoke')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(server.calls(`POST ${list}/a1/revoke`)).toHaveLength(0)
    await user.click((await clickAction(user, 'Revoke')).getByRole('button', { name: 'Revoke' }))
    expect(await within(card()).findByText('Revoked')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Revoke: Nightly upload' })).toBeNull()
    expect((await clickAction(user, 'New secret')).getByText(/reactivates it/)).toBeTruthy()
  })

  test('deletes the application after showing its storage', async () => {
    server.on(`DELETE ${list}/a1`, () => new Response(null, { status: 204 }))
    const { user } = await open()
    const dialog = await clickAction(user, 'Delete')
    expect(dialog.getByText('3.0 MB in 3 objects')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No applications yet')).toBeTruthy()
  })

  test('keeps an application that could not be deleted and shows the error', async () => {
    server.on(`DELETE ${list}/a1`, () => errorResponse(503, 'not-ready', 'Not ready yet'))
    const { user } = await open()
    await user.click((await clickAction(user, 'Delete')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Not ready yet')).toBeTruthy()
    expect(card()).toBeTruthy()
  })
})

describe('API access controls', () => {
  test('discard the form by Cancel', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'New application' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Half typed')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(server.calls(`POST ${list}`)).toHaveLength(0)
    expect(screen.getByRole('button', { name: 'New application' })).toBeTruthy()
  })

  test('create one application despite repeated Enter', async () => {
    const response = deferred<Response>()
    server.on(`POST ${list}`, () => response.promise)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'New application' }))
    await user.type(screen.getByLabelText('Name'), 'Quick{Enter}')
    expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('Name'), '{Enter}')
    expect(server.calls(`POST ${list}`)).toHaveLength(1)
    response.resolve(json({ application: application({ id: 'a2', name: 'Quick' }), secret: 'quick-secret' }))
    expect(await screen.findByText('quick-secret')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Secret of Quick',
      'Quick',
      'Nightly upload',
      'First steps',
    ])
  })

  test('reactivate a revoked application by a new secret, which replaces the one shown before', async () => {
    server.on(`GET ${list}`, () => json([application({ revokedAt: '2026-11-03T10:00:00.000Z' })]))
    let count = 0
    server.on(`POST ${list}/a1/secret`, () => json({ application: application(), secret: `secret-${++count}` }))
    const { user } = await open()
    expect(within(card()).getByText('Revoked')).toBeTruthy()
    for (const secret of ['secret-1', 'secret-2']) {
      await user.click((await clickAction(user, 'New secret')).getByRole('button', { name: 'New secret' }))
      expect(await screen.findByText(secret)).toBeTruthy()
    }
    expect(screen.queryByText('secret-1')).toBeNull()
    expect(within(card()).queryByText('Revoked')).toBeNull()
    expect(screen.getByRole('button', { name: 'Revoke: Nightly upload' })).toBeTruthy()
  })

  test('copy the example without a secret and with the address of this server only', async () => {
    server.on(`POST ${list}/a1/secret`, () => json({ application: application(), secret: 'never-in-an-example' }))
    const { user } = await open()
    await user.click((await clickAction(user, 'New secret')).getByRole('button', { name: 'New secret' }))
    await screen.findByText('never-in-an-example')
    await user.click(screen.getByRole('button', { name: 'Copy example' }))
    const copied = await navigator.clipboard.readText()
    expect(copied).toBe(screen.getByLabelText('Example with curl').textContent)
    expect(copied).not.toContain('never-in-an-example')
    const addresses = copied.match(/https?:\/\/[^\s/]+/g) ?? []
    expect(new Set(addresses)).toEqual(new Set([location.origin]))
  })
})

describe('scope descriptions', () => {
  test.each([...languages])('are complete and distinct in the language %s', async (language) => {
    const messages = (await import(`./messages/${language}.json`)) as {
      default: { apiAccess: { scope: object } }
    }
    const labels = Object.values(messages.default.apiAccess.scope) as string[]
    expect(labels).toHaveLength(protocolScopes.length)
    expect(new Set(labels).size).toBe(protocolScopes.length)
    const keys = Object.keys(messages.default.apiAccess.scope).map((key) => `apiAccess.scope.${key}`)
    expect(new Set<string>(Object.values(scopeMessages))).toEqual(new Set(keys))
  })
})
