import { ApiError, createClient, ErrorBody } from '@kamar/contracts'
import { currentLanguage } from '../i18n/index.js'
import { accessToken } from './access-token.js'
import { authorizedFetch } from './authorized-fetch.js'

const common = { base: '', getAccessToken: () => accessToken.read(), getLanguage: currentLanguage }

/** Client for a signed-in user; a rejected token is refreshed once. */
export const api = createClient({ ...common, fetch: authorizedFetch })

/** Client for requests whose rejection is a result and no reason to refresh: sign-in, sign-up, set-up, sign-out. */
export const publicApi = createClient(common)

/**
 * Fetches a streamed response (download, thumbnail, manifest, upload of companions). Rejects with `ApiError` as `api`
 * does.
 */
export async function fetchStream(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('accept-language', currentLanguage())
  const response = await authorizedFetch(url, { ...init, headers }).catch((cause: unknown) => {
    if (init.signal?.aborted || cause instanceof ApiError) throw cause
    throw new ApiError(null, null, { cause })
  })
  if (!response.ok) throw new ApiError(response.status, await readErrorBody(response))
  return response
}

async function readErrorBody(response: Response): Promise<ErrorBody | null> {
  return ErrorBody.safeParse(await response.json().catch(() => null)).data ?? null
}
