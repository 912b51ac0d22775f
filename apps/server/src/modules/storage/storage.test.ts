import type { StorageUse } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { storageModule } from './module.js'

describeModule(storageModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const use = async (of = user): Promise<StorageUse> =>
  (await server.inject({ url: '/api/auth/storage', headers: bearer(of) })).json()
const requestUpgrade = (payload: object = {}) =>
  server.inject({ method: 'POST', url: '/api/auth/storage/upgrade', headers: bearer(user), payload })

describe('GET /api/auth/storage', () => {
  it('reports 0 of 100 GB for a new account', async () => {
    expect(await use()).toEqual({
      plan: { name: 'Professional', quotaBytes: 107_374_182_400 },
      usedBytes: 0,
      types: [],
      otherBytes: 0,
      bin: { bytes: 0, files: 0 },
      unfinished: { bytes: 0, uploads: 0 },
      largest: [],
      upgrade: null,
    })
  })

  it('reports usage by type and size, including the bin', async () => {
    await server.upload(user, 'small.stl', 's'.repeat(100))
    await server.upload(user, 'large.stl', 'l'.repeat(900))
    const house = await server.upload(user, 'house.obj', 'o'.repeat(500))
    const binned = await server.upload(user, 'old.obj', 'x'.repeat(50))
    await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${house.id}/companions`,
      ...fileForm(user, 'house.mtl', 'm'.repeat(30)),
    })
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${binned.id}`, headers: bearer(user) })
    const usage = await use()
    expect(usage).toMatchObject({
      usedBytes: 1580,
      types: [
        { extension: '.stl', bytes: 1000, files: 2 },
        { extension: '.obj', bytes: 550, files: 2 },
      ],
      otherBytes: 30,
      bin: { bytes: 50, files: 1 },
    })
    expect(usage.largest.map(({ description }) => description)).toEqual(['large.stl', 'house.obj', 'small.stl'])
  })

  it('excludes files of other users', async () => {
    await server.upload(await server.createUser(), 'foreign.stl')
    expect(await use()).toMatchObject({ types: [], largest: [], usedBytes: 0 })
  })
})

describe('POST /api/auth/storage/upgrade', () => {
  it('creates one open request and answers 409 to a second one', async () => {
    const first = await requestUpgrade({ message: 'A second bridge' })
    expect(first.json()).toMatchObject({ state: 'open', decidedAt: null })
    expect((await requestUpgrade()).json()).toMatchObject({ status: 409, code: 'already-exists' })
    expect((await use()).upgrade).toEqual(first.json())
  })

  it('accepts only a message', async () => {
    expect((await requestUpgrade({ quotaBytes: 1 })).statusCode).toBe(422)
  })
})
