import { describe, expect, it } from 'vitest'
import { DerivativeClient, ProtocolCallError } from './derivative-client.js'

type FakeResponse = Response | Error
const json = (status: number, body: unknown, headers = {}): Response => Response.json(body, { status, headers })
const token = (): Response => json(200, { access_token: 'token-1', expires_in: 3600 })

/** Creates a client that gets these responses in order, with the recorded requests and pauses. */
function createClient(...responses: readonly FakeResponse[]) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  const pauses: number[] = []
  const waiting = [...responses]
  const client = new DerivativeClient({
    baseUrl: 'https://kamar.test',
    clientId: 'id',
    clientSecret: 'secret',
    region: 'EMEA',
    fetch: async (url, init) => {
      requests.push({ url, init })
      const response = waiting.shift() ?? new Error('asked too often')
      if (response instanceof Error) throw response
      return response
    },
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
    },
  })
  return { client, requests, pauses }
}
const manifest = (status: string) => json(200, { status, progress: '5% complete', derivatives: [] })

describe('DerivativeClient', () => {
  it('keeps polling while the manifest does not exist yet', async () => {
    const missing = Array.from({ length: 20 }, () => json(404, { diagnostic: 'no manifest' }))
    const { client, pauses } = createClient(token(), ...missing, manifest('inprogress'), manifest('success'))
    const progress: string[] = []
    const done = await client.finished('urn', { pollMilliseconds: 7, onProgress: (text) => progress.push(text) })
    expect(done.status).toBe('success')
    expect(new Set(pauses)).toEqual(new Set([7]))
    expect(progress).toHaveLength(2)
  })

  it('retries temporary errors, honours Retry-After and then gives up', async () => {
    const busy = () => json(503, {}, { 'retry-after': '3' })
    const { client, pauses } = createClient(token(), busy(), new TypeError('reset'), json(429, {}), manifest('success'))
    expect(await client.manifest('urn')).toMatchObject({ status: 'success' })
    expect(pauses).toEqual([3000, 1000, 2000])
    const unavailableClient = createClient(token(), busy(), busy(), busy(), busy(), busy())
    await expect(unavailableClient.client.manifest('urn')).rejects.toEqual(new ProtocolCallError(503, 'status 503'))
    const silent = createClient(...Array.from({ length: 5 }, () => new TypeError('refused')))
    await expect(silent.client.manifest('urn')).rejects.toMatchObject({ status: null, message: 'no answer' })
  })

  it('does not retry a refused request and reports the reason', async () => {
    const { client, requests } = createClient(token(), json(406, { diagnostic: 'The output dwg cannot be made' }))
    await expect(client.startJob('urn', ['dwg'])).rejects.toThrow('The output dwg cannot be made')
    expect(requests).toHaveLength(2)
  })

  it('requests a token once while it is valid and sends its region', async () => {
    const { client, requests } = createClient(token(), json(200, {}), json(201, {}), manifest('success'))
    expect(await client.startJob('urn', ['glb'])).toBe(true)
    expect(await client.startJob('urn', ['glb'], { force: true })).toBe(false)
    await client.manifest('urn')
    expect(requests.map(({ url }) => url.slice('https://kamar.test'.length))).toEqual([
      '/authentication/v2/token',
      '/modelderivative/v2/designdata/job',
      '/modelderivative/v2/designdata/job',
      '/modelderivative/v2/designdata/urn/manifest',
    ])
    expect(requests[2]?.init.headers).toMatchObject({ region: 'EMEA', 'x-ads-force': 'true' })
  })

  it('accepts a bucket that exists already', async () => {
    const { client } = createClient(
      token(),
      json(409, { reason: 'Bucket already exists' }),
      json(403, { reason: 'No' }),
    )
    await client.ensureBucket('mine', 'transient')
    await expect(client.ensureBucket('mine', 'transient')).rejects.toThrow('No')
  })
})
