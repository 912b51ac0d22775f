import { ApiError, ErrorBody } from '@kamar/contracts'
import type { GuestLink } from './share-link.js'

/** The file itself, where the link allows it; a token that ended meanwhile is renewed once. Rejects with `ApiError`. */
export async function fetchOriginal(link: Pick<GuestLink, 'getToken' | 'renewToken'>): Promise<Blob> {
  const { token } = await link.getToken()
  const first = await send(token)
  const response = first.status === 401 ? await send(await link.renewToken()) : first
  if (response.ok) return response.blob()
  throw new ApiError(response.status, ErrorBody.safeParse(await response.json().catch(() => null)).data ?? null)
}

async function send(token: string): Promise<Response> {
  try {
    return await fetch('/api/share-links/original', { headers: { authorization: `Bearer ${token}` } })
  } catch (cause) {
    throw new ApiError(null, null, { cause })
  }
}
