import type { DerivativeManifest, ManifestNode } from './derivative-manifest.js'
import type { OutputType } from './job-request.js'
import { encodeUrn } from './urn.js'

/** Subset of `fetch` that the client uses: Node's own, or one that calls a server in the same process. */
export type ProtocolFetch = (url: string, init: RequestInit) => Promise<Response>

/** Service to call, and the credentials. */
export interface DerivativeClientOptions {
  /** Origin of a Kamar server or of Autodesk Platform Services. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly region?: string
  readonly fetch?: ProtocolFetch
  /** Pause implementation; replaced in tests. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

/** Response outside 200–299, or none at all (`status` null). */
export class ProtocolCallError extends Error {
  readonly status: number | null
  constructor(status: number | null, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ProtocolCallError'
    this.status = status
  }
}

const scopes = 'data:read data:write data:create bucket:create bucket:read'
/** Excludes 404: a missing resource is a valid response and not an error to retry. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])
const maxAttempts = 5
const firstPauseMilliseconds = 500
const maxPauseMilliseconds = 30_000
const partBytes = 8 * 1024 ** 2
const spareMilliseconds = 60_000

/**
 * Client of the APS API with the calls our own programs use. Fetches tokens on demand and caches them until they
 * expire.
 */
export class DerivativeClient {
  readonly #options: DerivativeClientOptions
  readonly #fetch: ProtocolFetch
  readonly #pause: (milliseconds: number) => Promise<void>
  #token: { readonly text: string; readonly until: number } | null = null

  constructor(options: DerivativeClientOptions) {
    this.#options = options
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init))
    this.#pause = options.pause ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)))
  }

  /** Creates a bucket; succeeds when it exists already. */
  async ensureBucket(bucketKey: string, policyKey: 'transient' | 'temporary' | 'persistent'): Promise<void> {
    const response = await this.#call('POST', '/oss/v2/buckets', { json: { bucketKey, policyKey } })
    if (response.status !== 409) await this.#assertOk(response)
  }

  /** Uploads a file in parts and returns the URN for its translation. */
  async upload(bucketKey: string, objectKey: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const path = `/oss/v2/buckets/${bucketKey}/objects/${encodeURIComponent(objectKey)}/signeds3upload`
    const parts = Math.max(1, Math.ceil(bytes.length / partBytes))
    let uploadKey = ''
    for (let part = 1; part <= parts; part++) {
      const session = uploadKey === '' ? '' : `&uploadKey=${encodeURIComponent(uploadKey)}`
      const retryAfterMilliseconds = await this.#json<{ uploadKey: string; urls: readonly string[] }>(
        'GET',
        `${path}?parts=1&firstPart=${part}${session}`,
      )
      uploadKey = retryAfterMilliseconds.uploadKey
      const body = bytes.subarray((part - 1) * partBytes, part * partBytes)
      await this.#assertOk(
        await this.#fetchWithRetry(retryAfterMilliseconds.urls[0] ?? '', () => ({ method: 'PUT', body })),
      )
    }
    const { objectId } = await this.#json<{ objectId: string }>('POST', path, { json: { uploadKey } })
    return encodeUrn(objectId)
  }

  /** Requests outputs; returns false when all of them exist already or are in progress. */
  async startJob(urn: string, outputs: readonly OutputType[], { force = false } = {}): Promise<boolean> {
    const formats = outputs.map((type) => ({ type, views: ['2d', '3d'] }))
    const { region } = this.#options
    const destination = region === undefined ? {} : { destination: { region } }
    const response = await this.#call('POST', '/modelderivative/v2/designdata/job', {
      json: { input: { urn }, output: { ...destination, formats } },
      headers: force ? { 'x-ads-force': 'true' } : {},
    })
    await this.#assertOk(response)
    return response.status !== 201
  }

  /** Returns the manifest; null when there is none. */
  async manifest(urn: string): Promise<DerivativeManifest | null> {
    const response = await this.#call('GET', `/modelderivative/v2/designdata/${urn}/manifest`)
    if (response.status === 404) return null
    await this.#assertOk(response)
    return (await response.json()) as DerivativeManifest
  }

  /** Waits until everything is made or failed, and returns the manifest. */
  async finished(urn: string, { pollMilliseconds = 2000, onProgress = noop } = {}): Promise<DerivativeManifest> {
    for (;;) {
      const manifest = await this.manifest(urn)
      if (manifest !== null) onProgress(manifest.progress)
      if (manifest !== null && manifest.status !== 'pending' && manifest.status !== 'inprogress') return manifest
      await this.#pause(pollMilliseconds)
    }
  }

  /** Returns the bytes of a derivative by its URN in the manifest. */
  async derivative(urn: string, derivativeUrn: string): Promise<Uint8Array> {
    const path = `/modelderivative/v2/designdata/${urn}/manifest/${encodeURIComponent(derivativeUrn)}`
    const response = await this.#call('GET', path)
    await this.#assertOk(response)
    return new Uint8Array(await response.arrayBuffer())
  }

  async #json<Body>(method: string, path: string, body?: CallBody): Promise<Body> {
    const response = await this.#call(method, path, body)
    await this.#assertOk(response)
    return (await response.json()) as Body
  }

  async #call(method: string, path: string, { json, headers = {} }: CallBody = {}): Promise<Response> {
    const { region } = this.#options
    const token = await this.#accessToken()
    return this.#fetchWithRetry(this.#options.baseUrl + path, () => ({
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(region === undefined ? {} : { region }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    }))
  }

  async #accessToken(): Promise<string> {
    if (this.#token !== null && this.#token.until > Date.now()) return this.#token.text
    const { clientId, clientSecret, baseUrl } = this.#options
    const response = await this.#fetchWithRetry(`${baseUrl}/authentication/v2/token`, () => ({
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes }),
    }))
    await this.#assertOk(response)
    const { access_token: text, expires_in: seconds } = (await response.json()) as {
      access_token: string
      expires_in: number
    }
    this.#token = { text, until: Date.now() + seconds * 1000 - spareMilliseconds }
    return text
  }

  async #fetchWithRetry(url: string, init: () => RequestInit): Promise<Response> {
    let pause = firstPauseMilliseconds
    for (let attempt = 1; ; attempt++) {
      const response = await this.#fetch(url, init()).catch((cause: unknown) => {
        if (attempt < maxAttempts) return null
        throw new ProtocolCallError(null, 'no answer', { cause })
      })
      if (response !== null && (!retryableStatuses.has(response.status) || attempt === maxAttempts)) return response
      const retryAfterMilliseconds = Number(response?.headers.get('retry-after') ?? 0) * 1000
      await this.#pause(Math.min(maxPauseMilliseconds, Math.max(pause, retryAfterMilliseconds)))
      pause *= 2
    }
  }

  async #assertOk(response: Response): Promise<void> {
    if (response.ok) return
    const text = await response.text()
    throw new ProtocolCallError(response.status, parseErrorMessage(text) ?? `status ${response.status}`)
  }
}

interface CallBody {
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const noop = (_progress: string): void => undefined

/** Returns the error message of a response; each service uses a different field for it. */
function parseErrorMessage(text: string): string | null {
  try {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>
    const message = body['diagnostic'] ?? body['reason'] ?? body['developerMessage'] ?? body['error_description']
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}

/** Yields the nodes of a manifest, parents before children. */
export function* manifestNodes({ derivatives }: Pick<DerivativeManifest, 'derivatives'>): Generator<ManifestNode> {
  for (const { children } of derivatives) yield* nodesBelow(children)
}

function* nodesBelow(nodes: readonly ManifestNode[]): Generator<ManifestNode> {
  for (const node of nodes) {
    yield node
    yield* nodesBelow(node.children ?? [])
  }
}
