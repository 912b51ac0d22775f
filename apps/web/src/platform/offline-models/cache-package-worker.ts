import { FileFetcher } from '@kamar/package-format/read'
import { fileUrl } from '../files/derivative-url.js'
import { cachePackage, type CachePackageOutcome, type CachePackageRequest } from './cache-package.js'
import { PackageStore } from './package-store.js'

// Writes a package to this device, off the main thread and after the model is on screen.

self.addEventListener('message', ({ data }: MessageEvent<CachePackageRequest>) => {
  void cacheModel(data).then((outcome) => self.postMessage(outcome))
})

/** Stores a model. One tab at a time stores those of an account; the others wait, and then find all files there. */
const cacheModel = (request: CachePackageRequest): Promise<CachePackageOutcome> =>
  navigator.locks.request(`kamar-device-${request.accountId}`, async () => {
    try {
      const store = await PackageStore.open(await navigator.storage.getDirectory(), request.accountId, true)
      if (!store) return 'failed'
      return await cachePackage(request, { store, fetchFile: fetchWith(request), now: () => Date.now() })
    } catch {
      // The disk is full, or the folder was removed meanwhile: the model is read from the server as before.
      return 'failed'
    }
  })

/** A response without the file. */
class RefusedError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`status ${status}`)
    this.name = 'RefusedError'
    this.status = status
  }
}

/** Fetches files that the viewer has just loaded from the browser's cache, without a server request. */
function fetchWith({ urn, token, manifest }: CachePackageRequest) {
  const headers = { authorization: `Bearer ${token}` }
  const fetcher = new FileFetcher(async (address, signal) => {
    const response = await fetch(fileUrl(urn, address), { headers, signal, cache: 'force-cache', priority: 'low' })
    if (!response.ok) throw new RefusedError(response.status)
    return response.arrayBuffer()
  })
  fetcher.addresses.add(manifest)
  const { signal } = new AbortController()
  return async (path: string): Promise<ArrayBuffer | 'refused' | 'failed'> => {
    try {
      const content = await fetcher.fetchFile(path, signal)
      return content instanceof Uint8Array ? content.slice().buffer : content
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      return [403, 404, 410].includes(error.status) ? 'refused' : 'failed'
    }
  }
}
