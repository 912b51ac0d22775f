import { describe, expect, it, vi } from 'vitest'
import { ApiError, createClient, type FetchLike, fillPath } from './client.js'

interface SentRequest {
  readonly url: string
  readonly init: RequestInit
}

function createTestClient(respond: () => Response | Promise<Response>, token: string | null = 'token-1') {
  const requests: SentRequest[] = []
  const fetch: FetchLike = async (url, init) => {
    requests.push({ url, init })
    return respond()
  }
  const client = createClient({
    base: 'http://kamar.test',
    getAccessToken: () => token,
    getLanguage: () => 'hy',
    fetch,
  })
  return { client, requests }
}

const json =
  (value: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(value), { status })

async function captureError(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('createClient', () => {
  it('sends the method, the address, the token, the language and the body of the route', async () => {
    const { client, requests } = createTestClient(json({ access_token: 'a' }))
    await client.call('login', { body: { email: 'a@b.example', password: 'pass word' } })
    expect(requests[0]?.url).toBe('http://kamar.test/api/auth/login')
    expect(requests[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"email":"a@b.example","password":"pass word"}',
      headers: { authorization: 'Bearer token-1', 'accept-language': 'hy', 'content-type': 'application/json' },
    })
  })

  it('sends no authorization without a token and no body where the route has none', async () => {
    const { client, requests } = createTestClient(json([]), null)
    expect(await client.call('examples')).toEqual([])
    expect(requests[0]?.init.body).toBeUndefined()
    expect(requests[0]?.init.headers).not.toHaveProperty('authorization')
    expect(requests[0]?.init.headers).not.toHaveProperty('content-type')
  })

  it('fills in percent-encoded path parameters', async () => {
    const { client, requests } = createTestClient(json({}, 404))
    await captureError(client.call('getFile', { parameters: { id: 'a/b?c' } }))
    expect(requests[0]?.url).toBe('http://kamar.test/api/auth/my-urns/a%2Fb%3Fc')
    expect(fillPath('/x/:a/:b', { a: 1 })).toBe('/x/1/')
  })

  it('turns an error response into an ApiError with the server’s code, message and details', async () => {
    const body = {
      status: 415,
      code: 'unsupported-format',
      message: 'Unsupported file format: .exe',
      details: { extension: '.exe' },
    }
    const { client } = createTestClient(json(body, 415))
    const error = await captureError(client.call('me'))
    expect(error).toMatchObject({ status: 415, code: 'unsupported-format', serverMessage: body.message, body })
  })

  it('keeps the status of an error response in another format', async () => {
    const { client } = createTestClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await captureError(client.call('me'))).toMatchObject({ status: 502, code: null, serverMessage: null })
  })

  it('reports a failed request without a status and with its cause', async () => {
    const cause = new TypeError('fetch failed')
    const { client } = createTestClient(() => Promise.reject(cause))
    expect(await captureError(client.call('me'))).toMatchObject({ status: null, cause })
  })

  it('rejects a successful response that does not match the schema of the route', async () => {
    const { client } = createTestClient(json({ token: 'no access_token here' }))
    expect(await captureError(client.call('refresh'))).toMatchObject({ status: 200, body: null })
  })

  it('sets no timeout and waits for the response as long as it takes', async () => {
    vi.useFakeTimers()
    let respond: (response: Response) => void = () => undefined
    const { client, requests } = createTestClient(() => new Promise((resolve) => (respond = resolve)))
    const settled = vi.fn()
    const calling = client.call('examples').finally(settled)
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(settled).not.toHaveBeenCalled()
    expect(requests[0]?.init.signal).toBeUndefined()
    respond(new Response('[]'))
    expect(await calling).toEqual([])
    vi.useRealTimers()
  })

  it('passes an abort error through unchanged', async () => {
    const abort = new AbortController()
    const { client } = createTestClient(() => {
      abort.abort()
      return Promise.reject(abort.signal.reason)
    })
    await expect(client.call('me', undefined, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
