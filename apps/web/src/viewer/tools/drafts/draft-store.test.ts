import type { Draft } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { errorResponse, json, type StubServer } from '../../../testing/stub-server.js'
import { createDraftStore, findDraftFile } from './draft-store.js'

const route = '/api/auth/my-urns/file-1/draft'
const camera = { kind: 'perspective', fieldOfViewDegrees: 50 } as const
const pose = { eye: [0, -10, 0], direction: [0, 1, 0], up: [0, 0, 1], aspectRatio: 1 } as const
const draft: Draft = {
  views: [
    {
      camera: { ...camera, eye: [...pose.eye], direction: [...pose.direction], up: [...pose.up], aspectRatio: 1 },
      sections: [],
      visibility: { defaultVisible: true, exceptions: [] },
      selection: [],
      colouring: [],
      extensions: { 'kamar.measure': { measurements: [{ id: 'm1' }] } },
    },
  ],
  changedAt: '2026-11-28T12:00:00.000Z',
}
const empty: Draft = { views: [], changedAt: '2026-11-28T13:00:00.000Z' }
const account = { owner: 'account-1', fileId: 'file-1', urn: 'urn-tower' }
let server: StubServer

beforeEach(() => {
  server = appServer()
  accessToken.write('token-1')
})
afterEach(cleanUpPage)

describe('draft store', () => {
  test('stores a draft on this device for its account and file alone', () => {
    createDraftStore(account).writeLocal(draft)
    expect(createDraftStore({ ...account, urn: 'urn-of-another-version' }).readLocal()).toMatchObject(draft)
    expect(createDraftStore({ ...account, owner: 'account-2' }).readLocal()).toBeNull()
    expect(createDraftStore({ ...account, fileId: 'file-2' }).readLocal()).toBeNull()
    expect(createDraftStore({ ...account, owner: null }).readLocal()).toBeNull()
  })

  test('distinguishes the files of guests by their addresses', () => {
    const guest = { owner: null, fileId: null, urn: 'urn-tower' }
    createDraftStore(guest).writeLocal(draft)
    expect(createDraftStore(guest).readLocal()).toMatchObject(draft)
    expect(createDraftStore({ ...guest, urn: 'urn-bridge' }).readLocal()).toBeNull()
  })

  test('names the file of a model with a draft, which no server names without a network', () => {
    const store = createDraftStore(account)
    expect(findDraftFile('account-1', 'urn-tower')).toBeNull()
    store.writeLocal(draft)
    expect(findDraftFile('account-1', 'urn-tower')).toBe('file-1')
    expect(findDraftFile('account-2', 'urn-tower')).toBeNull()
    store.writeLocal(empty)
    expect(findDraftFile('account-1', 'urn-tower')).toBeNull()
  })

  test('takes over a draft that was begun while the file of the model was unknown', () => {
    createDraftStore({ ...account, fileId: null }).writeLocal(draft)
    expect(createDraftStore(account).readLocal()).toMatchObject(draft)
    createDraftStore(account).writeLocal(empty)
    expect(createDraftStore(account).readLocal()).toEqual(empty)
  })

  test('remembers that the draft of an account was discarded, and leaves nothing of that of a guest', () => {
    for (const owner of [null, 'account-1']) {
      const store = createDraftStore({ ...account, owner })
      store.writeLocal(draft)
      store.writeLocal(empty)
      expect(store.readLocal()).toEqual(owner === null ? null : empty)
    }
  })

  test('ignores a draft that is damaged or was stored by another version of Kamar', () => {
    const store = createDraftStore(account)
    store.writeLocal(draft)
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('viewDraft'))
    for (const text of ['{', '[]', '{"views":5}', JSON.stringify({ ...draft, changedAt: 'yesterday' })]) {
      localStorage.setItem(key, text)
      expect(store.readLocal()).toBeNull()
    }
  })

  test('loads and sends the draft of an account', async () => {
    server.on(`GET ${route}`, () => json(empty))
    server.on(`PUT ${route}`, () => json({ done: true }))
    const store = createDraftStore(account)
    expect(await store.fetch()).toEqual(empty)
    await store.send(draft)
    expect(server.calls(`PUT ${route}`).map(({ body }) => body)).toMatchObject([draft])
  })

  test('goes on without the server when it cannot be reached or refuses', async () => {
    const store = createDraftStore(account)
    for (const refuse of [() => errorResponse(503, 'internal'), () => errorResponse(403, 'not-allowed')]) {
      server.on(`GET ${route}`, refuse)
      server.on(`PUT ${route}`, refuse)
      expect(await store.fetch()).toBeNull()
      await expect(store.send(draft)).resolves.toBeUndefined()
    }
  })

  test.each([
    ['a guest', { ...account, owner: null }],
    ['an example', { ...account, fileId: null }],
  ])('requests nothing from the server for %s', async (_caller, address) => {
    const store = createDraftStore(address)
    expect(await store.fetch()).toBeNull()
    await store.send(draft)
    expect(server.requests).toEqual([])
  })
})
