import { versionedDerivativeUrl } from '../files/derivative-url.js'
import { cachePackage, type CachePackageOutcome, type CachePackageRequest } from './cache-package.js'
import { PackageStore } from './package-store.js'

// Writes a package to this device, away from the page's thread and after the model is on the screen.

self.addEventListener('message', ({ data }: MessageEvent<CachePackageRequest>) => {
  void cacheModel(data).then((outcome) => self.postMessage(outcome))
})

/** One tab at a time keeps the models of an account; the others wait, and find everything there. */
const cacheModel = (request: CachePackageRequest): Promise<CachePackageOutcome> =>
  navigator.locks.request(`kamar-device-${request.accountId}`, async () => {
    try {
      const store = await PackageStore.open(await navigator.storage.getDirectory(), request.accountId, true)
      if (!store) return 'failed'
      return await cachePackage(request, { store, fetchFile: fetchWith(request), now: () => Date.now() })
    } catch {
      // No room on the disk, or the folder was taken away meanwhile: the model is read from the server as before.
      return 'failed'
    }
  })

/** What the viewer has just fetched the browser still has, and gives again without asking the server. */
function fetchWith({ urn, token }: CachePackageRequest) {
  return async (path: string, sha256: string): Promise<ArrayBuffer | 'refused' | 'failed'> => {
    const response = await fetch(versionedDerivativeUrl(urn, path, sha256), {
      headers: { authorization: `Bearer ${token}` },
      cache: 'force-cache',
      priority: 'low',
    })
    if (response.ok) return response.arrayBuffer()
    return [403, 404, 410].includes(response.status) ? 'refused' : 'failed'
  }
}
