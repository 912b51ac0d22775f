import { readdir } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { decodeUploadResult, type UploadResult, uploadResultHeader } from '@kamar/contracts'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from './test-server.js'

// tus-js-client still uses deprecated Node APIs; our code does not.
process.noDeprecation = true

/** Completed upload. */
interface Finished {
  readonly result: UploadResult | null
  readonly url: string
}

type Body = string | Uint8Array<ArrayBuffer>

export const computeSha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Encodes the header value that names a file. */
export const encodeMetadata = (fileName: string): string => `filename ${Buffer.from(fileName).toString('base64')}`

/** Returns the server's refusal of an upload. */
export async function catchRefusal(
  sending: Promise<unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
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

/** User who uploads to a server, by the protocol's own client and by plain requests. */
export class TusUser {
  readonly server: TestServer
  readonly address: string
  user: TestUser

  constructor(parts: { server: TestServer; address: string; user: TestUser }) {
    this.server = parts.server
    this.address = parts.address
    this.user = parts.user
  }

  /** Uploads as browsers do. */
  readonly upload = (content: Buffer | Readable, options: Partial<UploadOptions> = {}): Promise<Finished> =>
    new Promise((resolve, reject) => {
      const sending = new Upload(content, {
        endpoint: `${this.address}/api/uploads`,
        headers: bearer(this.user),
        metadata: { filename: 'model.ifc' },
        retryDelays: null,
        ...options,
        onError: reject,
        onSuccess: ({ lastResponse }) =>
          resolve({ result: decodeUploadResult(lastResponse.getHeader(uploadResultHeader)), url: sending.url ?? '' }),
      })
      sending.start()
    })

  /** Sends one request of the protocol. */
  readonly call = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Body,
  ): Promise<Response> =>
    fetch(new URL(path, this.address), {
      method,
      headers: { 'tus-resumable': '1.0.0', ...bearer(this.user), ...headers },
      ...(body === undefined ? {} : { body }),
    })

  /** Announces an upload; returns its path. */
  readonly begin = async (length: number, fileName = 'model.ifc'): Promise<string> => {
    const response = await this.call('POST', '/api/uploads', {
      'upload-length': String(length),
      'upload-metadata': encodeMetadata(fileName),
    })
    if (response.status !== 201) throw new Error(`an upload was answered with ${response.status}`)
    return response.headers.get('location') ?? ''
  }

  /** Sends bytes of an upload. */
  readonly patch = (url: string, offset: number, body: Body, headers: Record<string, string> = {}): Promise<Response> =>
    this.call(
      'PATCH',
      url,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
      body,
    )

  /** Lists the files in the user's upload folder. */
  readonly leftovers = (): Promise<string[]> =>
    readdir(join(this.server.folder, 'uploads', this.user.id)).catch(() => [])
}

/** Provides a server for the tests of a file, and a new user who uploads to it in each of them. */
export function eachWithTusUser(use: (tus: TusUser) => void): void {
  let server: TestServer
  let address: string
  beforeAll(async () => {
    server = await startTestServer()
    address = await server.listen()
  })
  beforeEach(async () => use(new TusUser({ server, address, user: await server.createUser() })))
  afterAll(() => server.close())
}
