import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

const limit = 104_857_600

let server: TestServer
let address: string
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  user = await server.createUser()
})
afterAll(() => server.close())

interface ResponseBody {
  readonly status: number
  readonly body: Record<string, unknown>
}

const chunk = Buffer.alloc(1 << 20, 'solid of many bytes ')

function* bytes(count: number): Generator<Buffer> {
  for (let left = count; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length))
}

function* createForm(fileName: string, count: number): Generator<Buffer> {
  yield Buffer.from(
    `--B\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  yield* bytes(count)
  yield Buffer.from('\r\n--B--\r\n')
}

/** Sends a body of unknown length; returns the response, also when it comes before the body's end. */
function send(
  path: string,
  headers: Record<string, string>,
  body: Iterable<Buffer>,
  method = 'POST',
): Promise<ResponseBody> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, address), { method, headers: { ...bearer(user), ...headers } })
    sending.once('response', (response) => {
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => (text += part))
      response.once('end', () => {
        const result = {
          status: response.statusCode ?? 0,
          body: text === '' ? {} : (JSON.parse(text) as ResponseBody['body']),
        }
        resolve(result)
        sending.destroy()
      })
    })
    sending.once('error', reject)
    pipeline(Readable.from(body), sending).catch(() => undefined)
  })
}

const sendForm = (fileName: string, count: number): Promise<ResponseBody> =>
  send('/api/auth/upload', { 'content-type': 'multipart/form-data; boundary=B' }, createForm(fileName, count))

async function leftovers(): Promise<string[]> {
  return readdir(join(server.folder, 'uploads', user.id))
}

describe('upload limit of 100 MB', () => {
  it.each([limit - 1, limit])('A07 permits a form of %i bytes', async (count) => {
    const { status, body } = await sendForm('limit.stl', count)
    expect(status).toBe(200)
    expect(body).toMatchObject({ file: { size: count } })
  })

  it('A07 rejects a form one byte over it with the specified message', async () => {
    const { status, body } = await sendForm('over.stl', limit + 1)
    expect(status).toBe(413)
    expect(body).toEqual({
      status: 413,
      code: 'file-too-large',
      message: 'File size exceeds 100MB limit',
      details: { limit },
    })
    expect(await leftovers()).toEqual([])
  })

  it('A06 ends a form that exceeds it while it streams', async () => {
    function* endless(): Generator<Buffer> {
      yield* createForm('endless.stl', limit * 2)
    }
    const { status } = await send('/api/auth/upload', { 'content-type': 'multipart/form-data; boundary=B' }, endless())
    expect(status).toBe(413)
    expect(await leftovers()).toEqual([])
  })

  it('A06 ends a resumable upload of unknown length and deletes its bytes', async () => {
    const begun = await fetch(`${address}/api/uploads`, {
      method: 'POST',
      headers: {
        ...bearer(user),
        'tus-resumable': '1.0.0',
        'upload-defer-length': '1',
        'upload-metadata': `filename ${Buffer.from('deferred.ifc').toString('base64')}`,
      },
    })
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    const url = begun.headers.get('location') ?? ''
    const { status, body } = await send(url, headers, bytes(limit + 1), 'PATCH')
    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'file-too-large', message: 'File size exceeds 100MB limit' })
    expect(await leftovers()).toEqual([])
    expect(
      (await fetch(new URL(url, address), { method: 'HEAD', headers: { ...bearer(user), 'tus-resumable': '1.0.0' } }))
        .status,
    ).toBe(404)
  })

  it('A07 counts accepted uploads once against the quota', async () => {
    const response = await fetch(`${address}/api/auth/me`, { headers: bearer(user) })
    expect(await response.json()).toMatchObject({ usedBytes: limit - 1 + limit })
  })
})
