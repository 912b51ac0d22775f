import { limits } from '@kamar/contracts'
import { api } from '../../../platform/api/api.js'
import { storage, storageKeys } from '../../../platform/storage.js'

/** Read-only viewer token as stored under `forge_token`; times are milliseconds since 1970. */
export interface StoredViewerToken {
  readonly access_token: string
  readonly token_type: string
  readonly expiresAt: number
  readonly obtainedAt: number
}

export interface FoundViewerToken {
  readonly token: string
  readonly from: 'storage' | 'server'
}

/** Returns the stored token if it is valid for more than five minutes, else a new one from the server. */
export async function getViewerToken(now = Date.now()): Promise<FoundViewerToken> {
  const stored = readStored()
  if (stored && stored.expiresAt - now >= limits.viewerTokenDiscardBeforeExpiryMilliseconds) {
    return { token: stored.access_token, from: 'storage' }
  }
  storage.remove(storageKeys.viewerToken)
  return { token: await renewViewerToken(now), from: 'server' }
}

/** Requests a token from the server and stores it. */
export async function renewViewerToken(now = Date.now()): Promise<string> {
  const response = await api.call('viewerToken')
  const stored: StoredViewerToken = {
    access_token: response.access_token,
    token_type: response.token_type,
    expiresAt: now + response.expires_in * 1000,
    obtainedAt: now,
  }
  storage.writeJson(storageKeys.viewerToken, stored)
  return stored.access_token
}

function readStored(): StoredViewerToken | null {
  const stored = storage.readJson(storageKeys.viewerToken) as Partial<StoredViewerToken> | null
  if (typeof stored?.access_token !== 'string' || typeof stored.expiresAt !== 'number') return null
  return stored as StoredViewerToken
}
