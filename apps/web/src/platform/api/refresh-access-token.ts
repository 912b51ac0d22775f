import { ApiError, ErrorBody } from '@kamar/contracts'
import { logWarning } from '../log.js'
import { accessToken } from './access-token.js'

/** Error for an expired session: the refresh request was rejected or returned no token. */
export class RefreshRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RefreshRefusedError'
  }
}

type SessionOverListener = () => void
const sessionOverListeners = new Set<SessionOverListener>()
let running: Promise<string> | null = null

/**
 * Registers a listener that is called when the session cannot be refreshed, just before the token is removed; returns a
 * function that unregisters it.
 */
export function whenSessionOver(listener: SessionOverListener): () => void {
  sessionOverListeners.add(listener)
  return () => sessionOverListeners.delete(listener)
}

/**
 * Exchanges the refresh cookie for an access token. Concurrent callers share one request, in this tab and, by a lock,
 * in every other tab: the cookie rotates, and a second use of the old one would revoke the whole session. `stale` is
 * the rejected token; when another tab has replaced it meanwhile, its token is returned without a request.
 */
export function refreshAccessToken(stale: string | null): Promise<string> {
  running ??= acrossTabs(() => refresh(stale)).finally(() => {
    running = null
  })
  return running
}

/** Locks exist only in secure contexts; without them requests are shared within one tab only. */
function acrossTabs(work: () => Promise<string>): Promise<string> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  return locks ? locks.request('kamar-refresh', work) : work()
}

async function refresh(stale: string | null): Promise<string> {
  const stored = accessToken.read()
  if (stored !== null && stored !== stale) return stored
  const response = await requestToken()
  if (response.ok) {
    const token = await readToken(response)
    // The user signed out meanwhile; storing the token would sign them in again.
    if (stored !== null && accessToken.read() === null) throw new RefreshRefusedError('signed out during the refresh')
    return storeToken(token)
  }
  // A busy or starting server has not rejected the session; its response is passed on and the session continues.
  if (response.status >= 500 || response.status === 429) throw new ApiError(response.status, await readBody(response))
  return endSession('refresh token expired')
}

async function requestToken(): Promise<Response> {
  try {
    return await fetch('/api/auth/refresh', {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json' },
    })
  } catch (cause) {
    logWarning('network error')
    throw new ApiError(null, null, { cause })
  }
}

async function readToken(response: Response): Promise<string | null> {
  const text = await response.text().catch((cause: unknown) => {
    // A truncated response, e.g. when the page is being closed, does not affect the session.
    logWarning('network error')
    throw new ApiError(null, null, { cause })
  })
  const body = parsed(text) as { access_token?: unknown; token?: unknown } | null
  const token = body?.access_token ?? body?.token
  return typeof token === 'string' && token !== '' ? token : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readBody(response: Response): Promise<ErrorBody | null> {
  return ErrorBody.safeParse(await response.json().catch(() => null)).data ?? null
}

function storeToken(token: string | null): string {
  if (token === null) return endSession('refresh failed: no token in the answer')
  accessToken.write(token)
  return token
}

function endSession(reason: string): never {
  logWarning(reason)
  // Notified first: removal of the token alone would mean that the user signed out.
  for (const listener of sessionOverListeners) listener()
  accessToken.clear()
  throw new RefreshRefusedError(reason)
}
