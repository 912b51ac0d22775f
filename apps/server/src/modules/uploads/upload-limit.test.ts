import { limits, type UploadRules } from '@kamar/contracts'
import type { UploadAddresses } from '@kamar/aps'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApplication } from '../../testing/test-application.js'
import { bearer, fileForm, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { encodeMetadata } from '../../testing/tus-user.js'

const kibibyte = 1024
const deploymentLimit = 2 * kibibyte
const accountLimit = 4 * kibibyte

let server: TestServer
let user: TestUser
let bucketCount = 0
beforeAll(async () => {
  server = await startTestServer({ configuration: { uploadLimitBytes: deploymentLimit } })
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const setAccountLimit = (bytes: number): Promise<unknown> =>
  server.services.database.updateTable('account').set({ upload_limit_bytes: bytes }).where('id', '=', user.id).execute()

const post = (url: string, headers: Record<string, string>, payload?: Buffer): Promise<LightMyRequestResponse> =>
  server.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) })

const sendForm = (sizeBytes: number): Promise<LightMyRequestResponse> => {
  const { headers, payload } = fileForm(user, 'model.stl', Buffer.alloc(sizeBytes, user.id))
  return post('/api/auth/upload', headers, payload)
}

const beginResumable = (sizeBytes: number): Promise<LightMyRequestResponse> =>
  post('/api/uploads', {
    ...bearer(user),
    'tus-resumable': '1.0.0',
    'upload-length': String(sizeBytes),
    'upload-metadata': encodeMetadata('model.stl'),
  })

async function sendResumableOfUnknownLength(sizeBytes: number): Promise<LightMyRequestResponse> {
  const tus = { ...bearer(user), 'tus-resumable': '1.0.0' }
  const begun = await post('/api/uploads', {
    ...tus,
    'upload-defer-length': '1',
    'upload-metadata': encodeMetadata('model.stl'),
  })
  return server.inject({
    method: 'PATCH',
    url: String(begun.headers['location']),
    headers: {
      ...tus,
      'upload-offset': '0',
      'upload-length': String(sizeBytes),
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.alloc(sizeBytes, user.id),
  })
}

async function attachCompanion(sizeBytes: number): Promise<LightMyRequestResponse> {
  const model = await server.upload(user, 'model.obj', `# ${user.id}`)
  const { headers, payload } = fileForm(user, 'model.mtl', Buffer.alloc(sizeBytes, user.id))
  return post(`/api/auth/my-urns/${model.id}/companions`, headers, payload)
}

/** Returns the URL of an object of a new bucket, and the headers of its application. */
async function createObject() {
  const { headers } = await testApplication(server, { owner: user })
  const bucketKey = `limit-${++bucketCount}`
  await server.inject({
    method: 'POST',
    url: '/oss/v2/buckets',
    headers,
    payload: { bucketKey, policyKey: 'transient' },
  })
  return { headers, url: `/oss/v2/buckets/${bucketKey}/objects/model.stl` }
}

const binary = { 'content-type': 'application/octet-stream' }

async function putObject(sizeBytes: number): Promise<LightMyRequestResponse> {
  const { headers, url } = await createObject()
  return server.inject({ method: 'PUT', url, headers: { ...headers, ...binary }, payload: Buffer.alloc(sizeBytes) })
}

async function putSignedPart(sizeBytes: number): Promise<LightMyRequestResponse> {
  const { headers, url } = await createObject()
  const { urls } = (await server.inject({ url: `${url}/signeds3upload`, headers })).json<UploadAddresses>()
  const [address = ''] = urls
  const path = address.replace(/^https?:\/\/[^/]+/, '')
  return server.inject({ method: 'PUT', url: path, headers: binary, payload: Buffer.alloc(sizeBytes) })
}

const doors = [
  ['form', sendForm],
  ['resumable upload', beginResumable],
  ['resumable upload of unknown length', sendResumableOfUnknownLength],
  ['companion', attachCompanion],
  ['object of the APS API', putObject],
  ['signed part of the APS API', putSignedPart],
] as const

describe('upload limit', () => {
  it.each(doors)('permits the size of the deployment and refuses one byte more: %s', async (_, send) => {
    expect((await send(deploymentLimit)).statusCode).toBeLessThan(300)
    const refused = await send(deploymentLimit + 1)
    expect(refused.statusCode).toBe(413)
    expect(refused.body).toContain('File size exceeds 2KB limit')
  })

  it.each(doors)('permits the size of the account instead: %s', async (_, send) => {
    await setAccountLimit(accountLimit)
    expect((await send(accountLimit)).statusCode).toBeLessThan(300)
    const refused = await send(accountLimit + 1)
    expect(refused.statusCode).toBe(413)
    expect(refused.body).toContain('File size exceeds 4KB limit')
  })

  it('may be lower for an account than for the deployment', async () => {
    await setAccountLimit(kibibyte)
    expect((await sendForm(kibibyte + 1)).json()).toMatchObject({
      code: 'file-too-large',
      details: { limit: kibibyte },
    })
  })

  it('never exceeds the largest size that the storage accepts', async () => {
    await setAccountLimit(2 * limits.maxUploadBytes)
    expect((await beginResumable(limits.maxUploadBytes)).statusCode).toBe(201)
    expect((await beginResumable(limits.maxUploadBytes + 1)).json()).toMatchObject({
      message: 'File size exceeds 5GB limit',
    })
  })

  it('is named in the language of the caller', async () => {
    const { headers, payload } = fileForm(user, 'model.stl', Buffer.alloc(deploymentLimit + 1))
    const refused = await post('/api/auth/upload', { ...headers, 'accept-language': 'hy' }, payload)
    expect(refused.json()).toMatchObject({ message: 'Ֆայլի չափը գերազանցում է 2 ԿԲ սահմանը' })
  })

  it('is a part of the upload rules of the caller', async () => {
    const readLimit = async (): Promise<number> =>
      (await server.inject({ url: '/api/upload-rules', headers: bearer(user) })).json<UploadRules>().limitBytes
    expect(await readLimit()).toBe(deploymentLimit)
    await setAccountLimit(accountLimit)
    expect(await readLimit()).toBe(accountLimit)
  })
})
