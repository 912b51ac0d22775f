import { logWarning } from '../log.js'
import { accessToken } from './access-token.js'
import { RefreshRefusedError, refreshAccessToken } from './refresh-access-token.js'

const isRefused = (response: Response): boolean => response.status === 401 || response.status === 403

/**
 * Calls `fetch` with the stored access token. A response of 401 or 403 triggers one token refresh, after which the
 * request is sent once more and its response returned. If the session cannot be refreshed, the first response is
 * returned.
 */
export async function authorizedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const token = accessToken.read()
  const first = await send(url, init, token)
  if (!isRefused(first)) return first
  const renewed = await renew(token)
  return renewed === null ? first : send(url, init, renewed)
}

async function renew(refused: string | null): Promise<string | null> {
  try {
    return await refreshAccessToken(refused)
  } catch (error) {
    if (error instanceof RefreshRefusedError) return null
    throw error
  }
}

async function send(url: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(url, { ...init, headers, credentials: 'include' })
  } catch (error) {
    if (!init.signal?.aborted) logWarning('network error', url)
    throw error
  }
}
