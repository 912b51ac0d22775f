import { FileFetcher, type Manifest } from '@kamar/package-format/read'
import type { PackageLoader, PackageSource } from '../types.js'
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

/**
 * Returns the loader of a source: the caller's own, or one that fetches relative to the manifest's URL. File URLs
 * contain a hash (`v`), so that a server may let the browser cache them forever: a second visit requests the manifest
 * alone.
 */
export function createPackageLoader(source: PackageSource): PackageLoader {
  if ('loader' in source) return source.loader
  const headers: Headers = source.headers ?? (() => ({}))
  const base = new URL(source.manifestUrl, document.baseURI)
  const fetcher = new FileFetcher(async ({ path, sha256 }, signal) => {
    const url = new URL(path, base)
    url.search = base.search
    if (sha256 !== undefined) url.searchParams.set('v', sha256)
    return (await fetchOk(url.href, headers, signal)).arrayBuffer()
  })
  return {
    fetchManifest: async (signal) => {
      const manifest = (await (await fetchOk(base.href, headers, signal)).json()) as Partial<Manifest> | null
      fetcher.addresses.add(manifest)
      return manifest
    },
    fetchFile: (path, signal) => fetcher.fetchFile(path, signal),
  }
}
