import type { PackageLoader, PackageSource } from '../api.js'
import { ViewerError } from '../errors.js'

type Headers = () => Readonly<Record<string, string>>

async function fetchOk(url: string, headers: Headers, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { headers: headers(), signal })
  } catch (cause) {
    if (signal.aborted) throw new ViewerError('cancelled')
    throw new ViewerError('fetch-failed', url, { cause })
  }
  if (!response.ok) throw new ViewerError('fetch-failed', `${url} (${response.status})`)
  return response
}

/** The loader of a source: the caller's own, or one that fetches beside the manifest's address. */
export function loaderOf(source: PackageSource): PackageLoader {
  if ('loader' in source) return source.loader
  const headers: Headers = source.headers ?? (() => ({}))
  const base = new URL(source.manifestUrl, document.baseURI)
  return {
    fetchManifest: async (signal) => (await fetchOk(base.href, headers, signal)).json() as Promise<unknown>,
    fetchFile: async (path, signal) => {
      const url = new URL(path, base)
      url.search = base.search
      return (await fetchOk(url.href, headers, signal)).arrayBuffer()
    },
  }
}
