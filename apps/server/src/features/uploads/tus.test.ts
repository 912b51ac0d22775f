import { createHash, randomBytes } from 'node:crypto'
import { appendFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { decodeUploadResult, limits, type UploadResult, uploadResultHeader } from '@kamar/contracts'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'

// tus-js-client still asks for what Node has deprecated; nothing of ours does.
process.noDeprecation = true

let server: TestServer
let address: string
let person: Person
beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
})
beforeEach(async () => {
  person = await server.person()
})
afterAll(() => server.close())

interface Finished {
  readonly result: UploadResult | null
  readonly url: string
}

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

function upload(content: Buffer | Readable, options: Partial<UploadOptions> = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const sending = new Upload(content, {
      endpoint: `${address}/api/uploads`,
      headers: bearer(person),
      metadata: { filename: 'model.ifc' },
      retryDelays: null,
      ...options,
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ result: decodeUploadResult(lastResponse.getHeader(uploadResultHeader)), url: sending.url ?? '' }),
    })
    sending.start()
  })
}

async function refusalOf(sending: Promise<unknown>): Promise<{ status: number; body: Record<string, unknown> }> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DetailedError)
  const response = (error as DetailedError).originalResponse
  return {
    status: response?.getStatus() ?? 0,
    body: JSON.parse(response?.getBody() ?? '{}') as Record<string, unknown>,
  }
}

function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(new URL(path, address), {
    method,
    headers: { 'tus-resumable': '1.0.0', ...bearer(person), ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

const metadata = (fileName: string): string => `filename ${Buffer.from(fileName).toString('base64')}`

async function begin(length: number, fileName = 'model.ifc'): Promise<string> {
  const answer = await call('POST', '/api/uploads', {
    'upload-length': String(length),
    'upload-metadata': metadata(fileName),
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

const patch = (
  url: string,
  offset: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  call(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    body,
  )

async function leftovers(): Promise<string[]> {
  return readdir(join(server.folder, 'uploads', person.id)).catch(() => [])
}

describe('a resumable upload', () => {
  it('in one piece ends with its file in a header', async () => {
    const content = randomBytes(300_000)
    const { result } = await upload(content, { metadata: { filename: 'Շենք 🏛.ifc' } })
    expect(result).toMatchObject({
      fileName: 'Շենք 🏛.ifc',
      file: { description: 'Շենք 🏛.ifc', size: 300_000, status: 'processing' },
    })
    expect(await server.services.blobs.verify(sha256Of(content))).toBe('whole')
    expect(await leftovers()).toEqual([])
  })

  it('in chunks ends the same', async () => {
    const content = randomBytes(1_000_000)
    const { result } = await upload(content, { chunkSize: 150_000 })
    expect(result?.file.size).toBe(1_000_000)
    expect(await server.services.blobs.verify(sha256Of(content))).toBe('whole')
  })

  it('may carry its first bytes in the first request', async () => {
    const { result } = await upload(randomBytes(1000), { uploadDataDuringCreation: true })
    expect(result?.file.size).toBe(1000)
  })

  it('may say its length at the end', async () => {
    const pieces = Array.from({ length: 5 }, () => randomBytes(100_000))
    const { result } = await upload(Readable.from(pieces), { uploadLengthDeferred: true, chunkSize: 120_000 })
    expect(result?.file.size).toBe(500_000)
  })

  it('goes on where it stopped', async () => {
    const content = randomBytes(400_000)
    const url = await begin(content.length)
    expect((await patch(url, 0, content.subarray(0, 250_000))).headers.get('upload-offset')).toBe('250000')
    const { result } = await upload(content, { uploadUrl: new URL(url, address).href })
    expect(result?.file.size).toBe(400_000)
    expect(await server.services.blobs.verify(sha256Of(content))).toBe('whole')
  })

  it('answers where it is with a path of its own and no foreign host', async () => {
    const answer = await fetch(`${address}/api/uploads`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        ...bearer(person),
        'x-forwarded-host': 'evil.example',
        'upload-length': '5',
        'upload-metadata': metadata('a.ifc'),
      },
    })
    expect(answer.headers.get('location')).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)
    expect(answer.headers.get('upload-expires')).toMatch(/GMT$/)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is compared with the hash its sender gave, and gone when it differs', async () => {
    const content = randomBytes(1000)
    const wrong = upload(content, { metadata: { filename: 'model.ifc', sha256: '0'.repeat(64) } })
    expect((await refusalOf(wrong)).body).toMatchObject({ status: 460, code: 'checksum-mismatch' })
    expect(await leftovers()).toEqual([])
    const { result } = await upload(content, { metadata: { filename: 'model.ifc', sha256: sha256Of(content) } })
    expect(result?.file.size).toBe(1000)
  })

  it('can be given up', async () => {
    const url = await begin(1000)
    await patch(url, 0, randomBytes(100))
    expect((await call('DELETE', url)).status).toBe(204)
    expect((await call('HEAD', url)).status).toBe(404)
    expect(await leftovers()).toEqual([])
  })
})

describe('an upload that is done', () => {
  it('tells its file again to whoever asks where it is', async () => {
    const { result, url } = await upload(randomBytes(1000))
    const answer = await call('HEAD', url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('upload-offset')).toBe('1000')
    expect(answer.headers.get('upload-length')).toBe('1000')
    expect(decodeUploadResult(answer.headers.get(uploadResultHeader))).toEqual(result)
  })

  it('takes a repeated last request for what it is', async () => {
    const { result, url } = await upload(randomBytes(1000))
    const again = await patch(url, 1000, '')
    expect(again.status).toBe(204)
    expect(decodeUploadResult(again.headers.get(uploadResultHeader))).toEqual(result)
    expect((await patch(url, 500, 'x')).status).toBe(409)
  })

  it('resumed by its address is the same file', async () => {
    const content = randomBytes(1000)
    const first = await upload(content)
    const again = await upload(content, { uploadUrl: first.url })
    expect(again.result).toEqual(first.result)
  })
})

describe('limits', () => {
  it('refuse a size over 100 MB before a byte is sent', async () => {
    const answer = await call('POST', '/api/uploads', {
      'upload-length': String(limits.maximumUploadBytes + 1),
      'upload-metadata': metadata('big.ifc'),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({
      status: 413,
      code: 'file-too-large',
      message: 'File size exceeds 100MB limit',
    })
    expect(await leftovers()).toEqual([])
  })

  it('take exactly 100 MB', async () => {
    const answer = await call('POST', '/api/uploads', {
      'upload-length': String(limits.maximumUploadBytes),
      'upload-metadata': metadata('big.ifc'),
    })
    expect(answer.status).toBe(201)
  })

  it('refuse unknown extensions in the words of the specification', async () => {
    const { status, body } = await refusalOf(upload(randomBytes(10), { metadata: { filename: 'a.exe' } }))
    expect(status).toBe(415)
    expect(body).toMatchObject({ code: 'unsupported-format', message: 'Unsupported file format: .exe' })
  })

  it('refuse a file without a name, an empty one, and one there is no room for', async () => {
    expect((await refusalOf(upload(randomBytes(10), { metadata: {} }))).status).toBe(415)
    expect((await refusalOf(upload(Buffer.alloc(0)))).body).toMatchObject({ status: 422, code: 'empty-file' })
    await server.services.database.updateTable('account').set({ quota_bytes: 5 }).where('id', '=', person.id).execute()
    expect((await refusalOf(upload(randomBytes(10)))).body).toMatchObject({ status: 413, code: 'quota-exceeded' })
  })

  it('speak the sender’s language', async () => {
    const { body } = await refusalOf(
      upload(randomBytes(10), {
        metadata: { filename: 'a.exe' },
        headers: { ...bearer(person), 'accept-language': 'ru' },
      }),
    )
    expect(body['message']).toBe('Неподдерживаемый формат файла: .exe')
  })
})

describe('wrong requests', () => {
  it.each(['-1', '5', '1001', '9007199254740993', 'abc', ''])('with the offset %j write nothing', async (offset) => {
    const url = await begin(1000)
    const answer = await patch(url, 0, 'x', { 'upload-offset': offset })
    expect([400, 409]).toContain(answer.status)
    expect(await answer.json()).toMatchObject({ status: answer.status })
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  it.each([
    ['no length', {}],
    ['a negative length', { 'upload-length': '-5' }],
    ['a length that is no number', { 'upload-length': 'many' }],
    ['two lengths', { 'upload-length': '5', 'upload-defer-length': '1' }],
    ['broken metadata', { 'upload-length': '5', 'upload-metadata': 'filename ???' }],
    ['another protocol', { 'upload-length': '5', 'tus-resumable': '0.2.2' }],
  ])('with %s are refused', async (_, headers) => {
    const answer = await call('POST', '/api/uploads', headers)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'bad-request' })
  })

  it('with more bytes than were announced change nothing', async () => {
    const url = await begin(10)
    const answer = await patch(url, 0, 'x'.repeat(20))
    expect(answer.status).toBe(413)
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  it('without signing in get nowhere', async () => {
    const url = await begin(10)
    for (const [method, path] of [
      ['POST', '/api/uploads'],
      ['HEAD', url],
      ['PATCH', url],
      ['DELETE', url],
    ] as const) {
      expect((await call(method, path, { authorization: 'Bearer x' })).status).toBe(401)
    }
  })

  it.each(['../../secrets/tokens', '..%2f..%2fsecrets%2ftokens', 'a/b', '%00', 'x'.repeat(36)])(
    'for %s find nothing',
    async (id) => {
      const answer = await call('HEAD', `/api/uploads/${id}`)
      expect([400, 404]).toContain(answer.status)
    },
  )
})

describe('another person’s upload', () => {
  it('is not there, neither while it is on its way nor when it is done', async () => {
    const underway = await begin(100)
    const { url: done } = await upload(randomBytes(100))
    const owner = person
    person = await server.person()
    for (const url of [underway, done]) {
      expect((await call('HEAD', url)).status).toBe(404)
      expect((await patch(url, 0, 'x'.repeat(100))).status).toBe(404)
      expect((await call('DELETE', url)).status).toBe(404)
    }
    person = owner
    expect((await call('HEAD', underway)).headers.get('upload-offset')).toBe('0')
  })
})

describe('a connection that breaks', () => {
  /** Sends the head of a PATCH and so many bytes, then drops the connection. */
  function dropAfter(url: string, content: Buffer, sentBytes: number): Promise<void> {
    const { port, hostname } = new URL(address)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        const head = [
          `PATCH ${url} HTTP/1.1`,
          `host: ${hostname}`,
          `authorization: ${bearer(person).authorization}`,
          'tus-resumable: 1.0.0',
          'upload-offset: 0',
          'content-type: application/offset+octet-stream',
          `content-length: ${content.length}`,
        ]
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        socket.write(content.subarray(0, sentBytes), () => {
          socket.destroy()
          resolve()
        })
      })
      socket.once('error', reject)
    })
  }

  it.each([0, 1, 250_000, 500_000, 999_999])(
    'after %i of a million bytes loses no file and makes no second',
    async (sent) => {
      const content = randomBytes(1_000_000)
      const url = await begin(content.length)
      await dropAfter(url, content, sent)
      expect((await server.inject({ url: '/api/auth/my-urns', headers: bearer(person) })).json()).toEqual([])
      const { result } = await upload(content, {
        uploadUrl: new URL(url, address).href,
        retryDelays: [50, 100, 200, 400],
      })
      expect(result?.file.size).toBe(content.length)
      expect(await server.services.blobs.verify(sha256Of(content))).toBe('whole')
      expect((await server.inject({ url: '/api/auth/my-urns', headers: bearer(person) })).json()).toHaveLength(1)
      expect(await leftovers()).toEqual([])
    },
  )
})

describe('two clients at one upload', () => {
  it('at the same offset: one wins, the other is told, the bytes are whole', async () => {
    const content = randomBytes(200_000)
    const url = await begin(content.length)
    const answers = await Promise.all([patch(url, 0, content), patch(url, 0, content)])
    const statuses = answers.map((answer) => answer.status).sort((a, b) => a - b)
    expect(statuses[0]).toBe(204)
    expect([204, 404, 409]).toContain(statuses[1])
    expect(await server.services.blobs.verify(sha256Of(content))).toBe('whole')
    expect((await server.inject({ url: '/api/auth/my-urns', headers: bearer(person) })).json()).toHaveLength(1)
  })
})

describe('a server that died at the worst moment', () => {
  it('between the last byte and the file: asking again makes the file', async () => {
    const content = randomBytes(5000)
    const url = await begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    const path = server.services.folder.pathOf({ accountId: person.id, uploadId })
    await patch(url, 0, content.subarray(0, 4000))
    // What a crash right after the write leaves: all bytes, no file.
    await appendFile(path, content.subarray(4000))
    const answer = await call('HEAD', url)
    expect(decodeUploadResult(answer.headers.get(uploadResultHeader))).toMatchObject({ file: { size: 5000 } })
    expect(await server.services.blobs.verify(sha256Of(content))).toBe('whole')
  })

  it('between the blob and the row: asking again makes the file', async () => {
    const content = randomBytes(5000)
    const url = await begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    const name = { accountId: person.id, uploadId }
    const path = server.services.folder.pathOf(name)
    await patch(url, 0, content.subarray(0, 4000))
    await appendFile(path, content.subarray(4000))
    await server.services.folder.noteAddress(name, sha256Of(content))
    await server.services.blobs.adopt(path, sha256Of(content))
    const answer = await patch(url, 5000, '')
    expect(answer.status).toBe(204)
    expect(decodeUploadResult(answer.headers.get(uploadResultHeader))).toMatchObject({
      fileName: 'model.ifc',
      file: { size: 5000 },
    })
    expect(await leftovers()).toEqual([])
  })

  it('with the bytes gone says so, and the client begins anew', async () => {
    const content = randomBytes(5000)
    const url = await begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    await rm(server.services.folder.pathOf({ accountId: person.id, uploadId }))
    expect((await call('HEAD', url)).status).toBe(404)
    const { result } = await upload(content, { uploadUrl: new URL(url, address).href })
    expect(result?.file.size).toBe(5000)
  })
})

describe('a disk that is full', () => {
  it('is said as such, and the upload goes on when there is room again', async () => {
    const content = randomBytes(1000)
    const url = await begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    const path = server.services.folder.pathOf({ accountId: person.id, uploadId })
    // /dev/full answers every write with "no space left".
    await rename(path, `${path}-aside`)
    await symlink('/dev/full', path)
    const refused = await patch(url, 0, content)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ code: 'storage-full' })
    await rm(path)
    await rename(`${path}-aside`, path)
    expect((await stat(path)).size).toBe(0)
    const { result } = await upload(content, { uploadUrl: new URL(url, address).href })
    expect(result?.file.size).toBe(1000)
  })
})
