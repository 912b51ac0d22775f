import type { z } from 'zod'
import type { Route } from './route.js'
import { routes } from '../generated/route-tables.js'
import { ErrorBody } from './error-body.js'
import type { RouteInput, RouteName, RouteOutput } from './route-types.js'

/** Subset of `fetch` that the client needs; compatible with that of browsers and of Node. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Server address and credentials of a client. */
export interface ClientOptions {
  /** Origin of the server without a trailing slash; '' for the page's own. */
  readonly base: string
  /** Returns the stored access token, or null when signed out; called before every request. */
  readonly getAccessToken: () => string | null
  readonly fetch?: FetchLike
  /** Language of error messages (`en`, `hy`, `ru`, `es`); defaults to the browser's. */
  readonly getLanguage?: () => string
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** Arguments after the route's name: its `parameters`, `query` and `body` where it has them. */
export type CallArguments<Name extends RouteName> =
  unknown extends RouteInput<Name>
    ? [input?: undefined, options?: CallOptions]
    : [input: RouteInput<Name>, options?: CallOptions]

/**
 * Client that calls routes by name. Rejects with `ApiError` for every response outside 200–299 and for no response at
 * all.
 */
export interface Client {
  call<Name extends RouteName>(name: Name, ...rest: CallArguments<Name>): Promise<RouteOutput<Name>>
}

/**
 * Error for a response outside 200–299, or for no response (`status` null); `body` is null when the response is not in
 * the API's error format.
 */
export class ApiError extends Error {
  /** HTTP status; null without a response. */
  readonly status: number | null
  readonly body: ErrorBody | null
  constructor(status: number | null, body: ErrorBody | null, options?: { cause?: unknown }) {
    super(body?.message ?? (status === null ? 'no answer' : `status ${status}`), options)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
  /** A code of the error table, or null when the server sent none. */
  get code(): string | null {
    return this.body?.code ?? null
  }
  /** The server's text in the requested language, or null when it sent none. */
  get serverMessage(): string | null {
    return this.body?.message ?? null
  }
}

interface LooseInput {
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Replaces the `:name` parameters of a route's path by values, percent-encoded. */
export function fillPath(path: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}

/** Creates a client for the JSON routes of the API. */
export function createClient(options: ClientOptions): Client {
  return {
    async call<Name extends RouteName>(name: Name, ...rest: CallArguments<Name>): Promise<RouteOutput<Name>> {
      const [input, callOptions] = rest as [LooseInput | undefined, CallOptions | undefined]
      const definition: Route = routes[name]
      const response = await send(options, definition, { ...input, signal: callOptions?.signal })
      return readResponse(response, definition.response) as Promise<RouteOutput<Name>>
    },
  }
}

async function send(
  options: ClientOptions,
  definition: Route,
  input: LooseInput & { readonly signal: AbortSignal | undefined },
): Promise<Response> {
  const url = options.base + fillPath(definition.path, input.parameters) + queryString(input.query)
  const init: RequestInit = {
    method: definition.method,
    headers: createHeaders(options, input.body !== undefined),
    credentials: 'include',
  }
  if (input.body !== undefined) init.body = JSON.stringify(input.body)
  if (input.signal) init.signal = input.signal
  try {
    return await (options.fetch ?? ((address, parts) => fetch(address, parts)))(url, init)
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ApiError(null, null, { cause })
  }
}

function createHeaders(options: ClientOptions, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = options.getAccessToken()
  if (token) headers['authorization'] = `Bearer ${token}`
  if (options.getLanguage) headers['accept-language'] = options.getLanguage()
  if (hasBody) headers['content-type'] = 'application/json'
  return headers
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

async function readResponse(response: Response, shape: z.ZodType): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiError(null, null, { cause })
  })
  const json = parseJson(text)
  if (!response.ok) throw new ApiError(response.status, ErrorBody.safeParse(json).data ?? null)
  const result = shape.safeParse(json)
  if (!result.success) throw new ApiError(response.status, null, { cause: result.error })
  return result.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
