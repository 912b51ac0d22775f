import { ApiError, ErrorBody, ExportState, LinkedVersion } from '@kamar/contracts'
import type { ExportAccess } from '../../platform/files/download/download-export.js'
import type { GuestLink } from './share-link.js'

type Tokens = Pick<GuestLink, 'getToken' | 'renewToken'>

/** Fetches the file itself, where the link allows it; renews an expired token once. Rejects with `ApiError`. */
export const fetchOriginal = async (link: Tokens): Promise<Blob> =>
  (await fetchAsGuest(link, '/api/share-links/original')).blob()

/** Fetches the version that the link shows now. Rejects with `ApiError`. */
export const fetchLinkedVersion = async (link: Tokens): Promise<LinkedVersion> =>
  LinkedVersion.parse(await (await fetchAsGuest(link, '/api/share-links/version')).json())

/** Returns access to exports of the file, where the link allows them. */
export const guestExports = (link: Tokens): ExportAccess => ({
  async request(urn, name) {
    const path = `/api/share-links/packages/${urn}/exports/${name}`
    return ExportState.parse(await (await fetchAsGuest(link, path, { method: 'POST' })).json())
  },
  read: (url) => fetchAsGuest(link, url),
})

async function fetchAsGuest(link: Tokens, url: string, init: RequestInit = {}): Promise<Response> {
  const { token } = await link.getToken()
  const first = await send(url, init, token)
  const response = first.status === 401 ? await send(url, init, await link.renewToken()) : first
  if (response.ok) return response
  throw new ApiError(response.status, ErrorBody.safeParse(await response.json().catch(() => null)).data ?? null)
}

async function send(url: string, init: RequestInit, token: string): Promise<Response> {
  try {
    return await fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } })
  } catch (cause) {
    throw new ApiError(null, null, { cause })
  }
}
