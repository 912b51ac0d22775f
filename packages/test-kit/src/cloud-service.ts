import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { posix } from 'node:path'
import { svfFixture, type SvfFixture } from './files/svf-fixture.js'

/** Behaviour of the service; fields may be changed while it runs. */
export interface CloudBehaviour {
  readonly clientId: string
  readonly clientSecret: string
  fixture: SvfFixture
  /** Result of a translation; `never`: it stays in progress. */
  outcome: 'success' | 'failed' | 'never' | 'only-sheets' | 'not-taken'
  /** Number of manifest polls before it is finished. */
  pollsUntilDone: number
  /** The first `times` calls of each kind get this status. */
  busy: { status: number; times: number }
  /** Missing files of the derivative. */
  missing: string[]
  /** Never responds. */
  isSilent: boolean
  /** Number of upload URLs that are refused before one is accepted. */
  expiredParts: number
}

/**
 * A loopback service that implements as much of authentication v2, OSS v2 and Model Derivative v2 as a translation
 * needs.
 */
export interface CloudService {
  readonly url: URL
  readonly behaviour: CloudBehaviour
  /** Method and path of every request, in order. */
  readonly requests: string[]
  /** Bodies of translation jobs. */
  readonly jobs: unknown[]
  /** Objects in buckets, by `bucket/key`. */
  readonly objects: Map<string, Buffer>
  /** URNs that have a manifest. */
  readonly translations: Map<string, { polls: number }>
  close(): Promise<void>
}

const token = 'token-of-the-recorded-service'
const cookies = ['CloudFront-Policy=p', 'CloudFront-Key-Pair-Id=k', 'CloudFront-Signature=s']
const viewFolder = 'Resource/3D View/{3D} 123'

/** Starts the service on a free loopback port. */
export async function startCloudService(over: Partial<CloudBehaviour> = {}): Promise<CloudService> {
  const handler = new CloudHandler({
    clientId: 'client-of-the-test',
    clientSecret: 'secret-of-the-test',
    fixture: svfFixture(),
    outcome: 'success',
    pollsUntilDone: 1,
    busy: { status: 429, times: 0 },
    missing: [],
    isSilent: false,
    expiredParts: 0,
    ...over,
  })
  const server = createServer((request, response) => void handler.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  handler.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return Object.assign(handler, { close: () => closed(server) })
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

interface Incoming {
  readonly request: IncomingMessage
  readonly url: URL
  readonly body: Buffer
}
type CloudResponse = readonly [status: number, body?: unknown, headers?: Record<string, string | string[]>]

class CloudHandler {
  url = new URL('http://127.0.0.1')
  readonly behaviour: CloudBehaviour
  readonly requests: string[] = []
  readonly jobs: unknown[] = []
  readonly objects = new Map<string, Buffer>()
  readonly translations = new Map<string, { polls: number }>()
  readonly #parts = new Map<string, Map<number, Buffer>>()
  readonly #busy = new Map<string, number>()
  readonly #buckets = new Set<string>()

  constructor(behaviour: CloudBehaviour) {
    this.behaviour = behaviour
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const body = await readBody(request)
    this.requests.push(`${request.method} ${url.pathname}`)
    if (this.behaviour.isSilent) return
    const [status, content, headers = {}] = this.#isBusy(request, url) ?? this.#route({ request, url, body })
    const isBytes = content instanceof Uint8Array
    response.writeHead(status, {
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      ...headers,
    })
    response.end(isBytes ? content : content === undefined ? '' : JSON.stringify(content))
  }

  #isBusy({ method }: IncomingMessage, { pathname }: URL): CloudResponse | null {
    const { status, times } = this.behaviour.busy
    const kind = `${method} ${pathname}`
    const before = this.#busy.get(kind) ?? 0
    if (before >= times) return null
    this.#busy.set(kind, before + 1)
    return [status, { developerMessage: 'later' }, { 'retry-after': '0' }]
  }

  #route(incoming: Incoming): CloudResponse {
    const { request, url } = incoming
    if (url.pathname === '/authentication/v2/token') return this.#token(incoming)
    // Signed URLs carry their own authorisation.
    if (url.pathname.startsWith('/signed-upload/')) return this.#part(incoming)
    if (url.pathname.startsWith('/signed-download/')) return this.#file(incoming)
    if (request.headers.authorization !== `Bearer ${token}`) return [401, { developerMessage: 'no token' }]
    if (url.pathname.startsWith('/oss/v2/')) return this.#storage(incoming)
    return this.#derivative(incoming)
  }

  #token({ request, body }: Incoming): CloudResponse {
    const { clientId, clientSecret } = this.behaviour
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const form = new URLSearchParams(body.toString())
    if (request.headers.authorization !== expected || form.get('grant_type') !== 'client_credentials')
      return [401, { errorCode: 'AUTH-001' }]
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3599 }]
  }

  #storage({ body, request, url }: Incoming): CloudResponse {
    if (url.pathname === '/oss/v2/buckets') {
      const { bucketKey } = JSON.parse(body.toString()) as { bucketKey: string }
      if (this.#buckets.has(bucketKey)) return [409, { reason: 'Bucket already exists' }]
      this.#buckets.add(bucketKey)
      return [200, { bucketKey }]
    }
    const [, bucket = '', key = '', action] =
      /^\/oss\/v2\/buckets\/([^/]+)\/objects\/([^/]+)(?:\/(.+))?$/.exec(url.pathname) ?? []
    const name = `${bucket}/${decodeURIComponent(key)}`
    if (request.method === 'DELETE')
      return this.objects.delete(name) ? [200, {}] : [404, { reason: 'Object not found' }]
    if (action === 'details') {
      const object = this.objects.get(name)
      return object ? [200, { objectKey: key, size: object.length }] : [404, { reason: 'Object not found' }]
    }
    return request.method === 'GET' ? this.#addresses(name, url) : this.#complete(name)
  }

  #addresses(name: string, url: URL): CloudResponse {
    const first = Number(url.searchParams.get('firstPart'))
    const urls = Array.from(
      { length: Number(url.searchParams.get('parts')) },
      (_, at) => new URL(`/signed-upload/${encodeURIComponent(name)}/${first + at}`, this.url).href,
    )
    return [200, { uploadKey: 'upload-key', urls }]
  }

  #part({ body, url }: Incoming): CloudResponse {
    if (this.behaviour.expiredParts-- > 0) return [403]
    const [, name = '', part = ''] = /^\/signed-upload\/([^/]+)\/(\d+)$/.exec(url.pathname) ?? []
    const parts = this.#parts.get(decodeURIComponent(name)) ?? new Map<number, Buffer>()
    this.#parts.set(decodeURIComponent(name), parts.set(Number(part), body))
    return [200, undefined, { etag: `"${part}"` }]
  }

  #complete(name: string): CloudResponse {
    const parts = [...(this.#parts.get(name) ?? [])].toSorted(([a], [b]) => a - b)
    this.objects.set(name, Buffer.concat(parts.map(([, bytes]) => bytes)))
    return [200, { objectKey: name }]
  }

  #derivative({ body, request, url }: Incoming): CloudResponse {
    if (url.pathname === '/modelderivative/v2/designdata/job') {
      const job = JSON.parse(body.toString()) as { input: { urn: string } }
      this.jobs.push(job)
      if (this.behaviour.outcome === 'not-taken') return [406, { diagnostic: 'This format is not supported.' }]
      this.translations.set(job.input.urn, { polls: 0 })
      return [200, { result: 'success', urn: job.input.urn }]
    }
    const [, urn = '', file] =
      /^\/modelderivative\/v2\/designdata\/([^/]+)\/manifest(?:\/(.+)\/signedcookies)?$/.exec(url.pathname) ?? []
    if (file !== undefined) return this.#ticket(decodeURIComponent(file))
    if (request.method === 'DELETE') return this.translations.delete(urn) ? [200, {}] : [404, {}]
    const translation = this.translations.get(urn)
    if (translation === undefined) return [404, { diagnostic: 'The requested resource does not exist.' }]
    return [200, this.#manifest(urn, ++translation.polls)]
  }

  #manifest(urn: string, polls: number): object {
    const { pollsUntilDone, outcome } = this.behaviour
    if (outcome === 'never' || polls <= pollsUntilDone)
      return {
        type: 'manifest',
        status: 'inprogress',
        progress: `${Math.min(99, polls * 40)}% complete`,
        derivatives: [],
      }
    const message = { type: 'error', code: 'TranslationWorker-InternalFailure', message: ['Unrecoverable exit code'] }
    if (outcome === 'failed')
      return { status: 'failed', progress: 'complete', derivatives: [{ outputType: 'svf', messages: [message] }] }
    const root = `urn:adsk.viewing:fs.file:${urn}/output`
    const sheet = { type: 'geometry', role: '2d', name: 'A101', children: [] }
    const graphics = { type: 'resource', role: 'graphics', mime: 'application/autodesk-svf' }
    const view = (name: string, folder: string) => ({
      type: 'geometry',
      role: '3d',
      name,
      useAsDefault: name === '{3D}',
      children: [{ ...graphics, urn: `${root}/${folder}/model.svf` }],
    })
    const solid =
      outcome === 'only-sheets' ? [] : [view('Section', 'Resource/3D View/Section'), view('{3D}', viewFolder)]
    const derivatives = [{ outputType: 'svf', status: 'success', children: [...solid, sheet, sheet] }]
    return { type: 'manifest', status: 'success', progress: 'complete', derivatives }
  }

  #ticket(file: string): CloudResponse {
    if (this.#findBytes(file) === null) return [404, { diagnostic: 'no such file' }]
    const url = new URL(`/signed-download/${encodeURIComponent(file)}`, this.url).href
    const lines = cookies.map((cookie) => `${cookie}; path=/; secure; httponly`)
    return [200, { url, expiration: 0 }, { 'set-cookie': lines }]
  }

  #file({ request, url }: Incoming): CloudResponse {
    if (request.headers.cookie !== cookies.join('; ') || request.headers.authorization !== undefined) return [403]
    const bytes = this.#findBytes(decodeURIComponent(url.pathname.slice('/signed-download/'.length)))
    return bytes === null ? [404] : [200, bytes]
  }

  #findBytes(file: string): Uint8Array | null {
    const { fixture, missing } = this.behaviour
    const path = file.split('/output/')[1] ?? ''
    if (path === `${viewFolder}/model.svf`) return fixture.archive
    const match = [...fixture.files].find(([uri]) => posix.normalize(posix.join(viewFolder, uri)) === path)
    return match === undefined || missing.includes(match[0]) ? null : match[1]
  }
}
