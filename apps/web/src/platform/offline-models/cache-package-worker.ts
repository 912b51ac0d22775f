import { FileAddresses } from '@kamar/package-format/read'
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

/** Fetches files that the viewer has just loaded from the browser's cache, without a server request. */
function fetchWith({ urn, token, manifest }: CachePackageRequest) {
  const addresses = new FileAddresses()
  addresses.add(manifest)
  return async (path: string): Promise<ArrayBuffer | 'refused' | 'failed'> => {
    const response = await fetch(fileUrl(urn, addresses.get(path)), {
      headers: { authorization: `Bearer ${token}` },
      cache: 'force-cache',
      priority: 'low',
    })
    if (response.ok) return response.arrayBuffer()
    return [403, 404, 410].includes(response.status) ? 'refused' : 'failed'
  }
}
