import { ApiError, ErrorBody } from '@kamar/contracts'
import { FileFetcher, type Manifest } from '@kamar/package-format/read'
import type { PackageLoader } from '@kamar/viewer'
import { derivativeUrl, fileUrl } from '../../../platform/files/derivative-url.js'
import { liveConnection, whenManifestChanges } from '../../../platform/files/live/live-connection.js'
import { withDeviceCopy } from './with-device-copy.js'
import { type FoundViewerToken, getViewerToken, renewViewerToken } from './viewer-token.js'

/** Polling interval for a manifest that does not exist yet, in the absence of live events. */
const pollMilliseconds = 2_000

/**
 * Returns the source of the package behind a URN. Waits for a model whose translation has not begun: the first manifest
 * is returned as soon as it exists. A complete package that the page has already loaded is passed as `cachedManifest`
 * and not requested again. Files stored on this device are read from it.
 */
export function packageSource(urn: string, cachedManifest: Manifest | null = null): PackageLoader {
  return withDeviceCopy(urn, serverSource(urn, accountTokens, cachedManifest))
}

/** Returns the same source from the server only: secret links leave no data on the device. */
export function serverSource(urn: string, tokens: ViewerTokens, cachedManifest: Manifest | null = null): PackageLoader {
  const fetcher = new FileFetcher(async (address, signal) => {
    const response = await fetchWithToken(fileUrl(urn, address), tokens, signal)
    if (!response.ok) throw await asApiError(response)
    return response.arrayBuffer()
  })
  return {
    async fetchManifest(signal) {
      const manifest = cachedManifest ?? ((await (await fetchWaiting(urn, tokens, signal)).json()) as Manifest)
      fetcher.addresses.add(manifest)
      return manifest
    },
    fetchFile: (path, signal) => fetcher.fetchFile(path, signal),
    subscribe: (changed) => {
      const stop = whenManifestChanges(urn, changed)
      // Without live events the model still loads progressively, in larger steps.
      const timer = setInterval(() => {
        if (!liveConnection.get()) changed()
      }, pollMilliseconds)
      return () => {
        stop()
        clearInterval(timer)
      }
    },
  }
}

/** Tokens with read access to packages: of an account, or of a secret link. */
export interface ViewerTokens {
  readonly get: () => Promise<FoundViewerToken>
  /** Returns a new token after the server rejected the last one. */
  readonly renew: () => Promise<string>
}

const accountTokens: ViewerTokens = { get: getViewerToken, renew: renewViewerToken }

async function fetchWaiting(urn: string, tokens: ViewerTokens, signal: AbortSignal): Promise<Response> {
  for (;;) {
    const response = await fetchWithToken(derivativeUrl(urn, 'manifest.json'), tokens, signal)
    if (response.ok) return response
    const error = await asApiError(response)
    if (error.code !== 'translation-not-ready') throw error
    await untilChanged(urn, signal)
  }
}

/** Fetches with the token; renews a rejected one (expired while the page was suspended) once. */
async function fetchWithToken(url: string, tokens: ViewerTokens, signal: AbortSignal): Promise<Response> {
  const { token } = await tokens.get()
  const first = await send(url, token, signal)
  if (first.status !== 401 && first.status !== 403) return first
  return send(url, await tokens.renew(), signal)
}

async function send(url: string, token: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new ApiError(null, null, { cause })
  }
}

async function asApiError(response: Response): Promise<ApiError> {
  return new ApiError(response.status, ErrorBody.safeParse(await response.json().catch(() => null)).data ?? null)
}

function untilChanged(urn: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', abort)
    }
    const abort = (): void => {
      end()
      reject(signal.reason as Error)
    }
    const goOn = (): void => {
      end()
      resolve()
    }
    const timer = setTimeout(goOn, pollMilliseconds)
    const stop = whenManifestChanges(urn, goOn)
    signal.addEventListener('abort', abort)
  })
}
