import { vi } from 'vitest'

type Handler = (request: StubRequest) => Response | Promise<Response>

/** A request to the stubbed server. */
export interface StubRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
  readonly signal: AbortSignal | null
}

export interface StubServer {
  /** Every request, in order. */
  readonly requests: StubRequest[]
  /** Adds a handler of a route: `GET /api/auth/me`; `*` at the end matches longer paths. */
  on(route: string, handler: Handler): void
  /** Returns the requests of a route. */
  calls(route: string): StubRequest[]
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Returns a response in the format of the server's errors. */
export const errorResponse = (
  status: number,
  code: string,
  message = '',
  more: Record<string, unknown> = {},
): Response => json({ status, code, message, ...more }, status)

/** Aborted when the page is left. */
let page = new AbortController()

/**
 * Aborts every request of the page, as a browser does when the page is left, and waits until the callers have finished.
 */
export async function leavePage(): Promise<void> {
  page.abort()
  page = new AbortController()
  // Callers continue in microtasks, which finish before the next task begins.
  await new Promise((resolve) => setTimeout(resolve))
}

/** Stubs the server behind `fetch` until the page is left; an unknown route returns 404. */
export function stubServer(routes: Readonly<Record<string, Handler>> = {}): StubServer {
  const handlers = new Map(Object.entries(routes))
  const requests: StubRequest[] = []
  const { signal } = page
  const left = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The page was left', 'AbortError')))
  })
  left.catch(() => undefined)
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const request = readRequest(String(input), init)
    requests.push(request)
    const handler = [...handlers].find(([route]) => matches(route, request))?.[1]
    if (signal.aborted) return left
    return handler ? Promise.race([handler(request), left]) : errorResponse(404, 'not-found', 'Not found')
  })
  return {
    requests,
    on: (route, handler) => handlers.set(route, handler),
    calls: (route) => requests.filter((request) => matches(route, request)),
  }
}

function readRequest(input: string, init: RequestInit): StubRequest {
  const url = new URL(input, 'http://localhost')
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? null),
    signal: init.signal ?? null,
  }
}

function matches(route: string, { method, path }: StubRequest): boolean {
  const [wantedMethod, wantedPath = ''] = route.split(' ')
  if (wantedMethod !== method) return false
  return wantedPath.endsWith('*') ? path.startsWith(wantedPath.slice(0, -1)) : path === wantedPath
}
