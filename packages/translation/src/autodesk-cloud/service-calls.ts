import { setTimeout as pause } from 'node:timers/promises'
import { CloudError } from './cloud-refusal.js'
import type { CloudSettings, CloudTiming } from './cloud-settings.js'

/** One call of the service. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * Below the base address, beginning with a slash; or an absolute address from the service, which carries its own
   * authorisation.
   */
  readonly address: string
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Status codes besides 2xx that the caller handles. */
  readonly also?: readonly number[]
  /** Whether it transfers many bytes. */
  readonly isTransfer?: boolean
}

const scope = 'data:read data:write data:create bucket:create bucket:read viewables:read'
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
const notAllowed: ReadonlySet<number> = new Set([401, 403])
/** A token is not used in its last minute. */
const tokenMarginMilliseconds = 60_000
const maxJsonBytes = 64 * 1024 ** 2

/** Authenticated calls with retries for a busy service, and a time limit. */
export class ServiceCalls {
  readonly #settings: CloudSettings
  readonly #timing: CloudTiming
  readonly #signal: AbortSignal
  #token: { readonly text: string; readonly until: number } | null = null

  /** `signal` aborts every call. */
  constructor(settings: CloudSettings, timing: CloudTiming, signal: AbortSignal) {
    this.#settings = settings
    this.#timing = timing
    this.#signal = signal
  }

  /** Returns the response to a call; throws `CloudError` for an unusable one. */
  async call(call: ServiceCall): Promise<Response> {
    const isOwn = call.address.startsWith('/')
    for (let isRenewed = false; ; isRenewed = true) {
      const authorization: Record<string, string> = isOwn ? { authorization: `Bearer ${await this.#bearer()}` } : {}
      const response = await this.#patiently({ ...call, headers: { ...call.headers, ...authorization } })
      if (response.ok || call.also?.includes(response.status)) return response
      await response.body?.cancel()
      if (isOwn && response.status === 401 && !isRenewed) {
        this.#token = null
        continue
      }
      throw refused(response.status, call)
    }
  }

  /** Returns the JSON of a response. */
  async json(call: ServiceCall): Promise<unknown> {
    return readJson(await this.call(call))
  }

  async #bearer(): Promise<string> {
    if (this.#token !== null && Date.now() < this.#token.until) return this.#token.text
    const { clientId, clientSecret } = this.#settings
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const response = await this.#patiently({
      method: 'POST',
      address: '/authentication/v2/token',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(new URLSearchParams({ grant_type: 'client_credentials', scope }).toString()),
    })
    if (!response.ok) throw new CloudError('credentials', `no token: ${response.status}`)
    const reply = (await readJson(response)) as { readonly access_token?: unknown; readonly expires_in?: unknown }
    if (typeof reply.access_token !== 'string' || typeof reply.expires_in !== 'number')
      throw new CloudError('unavailable', 'an answer without a token')
    this.#token = {
      text: reply.access_token,
      until: Date.now() + reply.expires_in * 1000 - tokenMarginMilliseconds,
    }
    return this.#token.text
  }

  async #patiently(call: ServiceCall): Promise<Response> {
    const { attempts, firstRetryMilliseconds, maxRetryMilliseconds } = this.#timing
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#attempt(call)
      if (reply !== null && !retryableStatuses.has(reply.status)) return reply
      const retryAfterMilliseconds = Number(reply?.headers.get('retry-after')) * 1000
      await reply?.body?.cancel()
      if (attempt >= attempts) throw new CloudError('unavailable', `no use after ${attempts} calls: ${reply?.status}`)
      const own = firstRetryMilliseconds * 2 ** (attempt - 1)
      const wait = Math.min(
        maxRetryMilliseconds,
        Math.max(own, Number.isFinite(retryAfterMilliseconds) ? retryAfterMilliseconds : 0),
      )
      await pause(wait, undefined, { signal: this.#signal })
    }
  }

  /** Returns null without a response. */
  async #attempt({ address, bytes, headers, isTransfer, json, method }: ServiceCall): Promise<Response | null> {
    const { callMilliseconds, transferMilliseconds } = this.#timing
    const timeout = AbortSignal.timeout(isTransfer ? transferMilliseconds : callMilliseconds)
    const body = json === undefined ? bytes : JSON.stringify(json)
    try {
      return await fetch(address.startsWith('/') ? new URL(address, this.#settings.baseUrl) : address, {
        method,
        headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
        // A token is sent only to the address that the deployment names.
        redirect: address.startsWith('/') ? 'error' : 'follow',
        signal: AbortSignal.any([this.#signal, timeout]),
      })
    } catch {
      this.#signal.throwIfAborted()
      return null
    }
  }
}

function refused(status: number, { address, method }: ServiceCall): CloudError {
  const description = `${method} ${address.startsWith('/') ? address.split(/[/?]/).slice(1, 3).join('/') : 'transfer'}: ${status}`
  return new CloudError(notAllowed.has(status) && address.startsWith('/') ? 'credentials' : 'unavailable', description)
}

async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxJsonBytes) throw new CloudError('not-readable', 'an answer that is too long')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (cause) {
    throw new CloudError('unavailable', 'an answer that is no JSON', { cause })
  }
}
