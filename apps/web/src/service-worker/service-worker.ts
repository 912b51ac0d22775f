/**
 * Opens the application offline. Pages are always requested from the server first, so that users get the latest
 * version; their assets have a hash in their names and are immutable. The API is not intercepted. Built by
 * `build/service-worker.mjs`, which fills in `SHELL`.
 */

/** Version of the application at build time, and the files that it needs to start. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] }
/** Bound once, because the build replaces each use of `SHELL` by its content. */
const shell = SHELL

/** The part of the service worker API that is used here; the page's DOM types do not include it. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}
const worker = self as unknown as WorkerScope

const prefix = 'shell-'
const cacheName = prefix + shell.version
/** Any address of the application: the server responds to all of them with the same page. */
const pageOfApplication = '/home'
/** Open pages still request assets of the version with which they were loaded. */
const maxShellVersions = 2

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(pageFirstFromServer(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(partFromDevice(request))
  else if (shell.files.includes(pathname)) event.respondWith(fileFirstFromServer(request))
})

/** Fetches a few files at a time, as the open page has priority. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  const files = [pageOfApplication, ...shell.files]
  for (let next = 0; next < files.length; next += 6) await cache.addAll(files.slice(next, next + 6))
}

async function deleteOldShells(): Promise<void> {
  // In order of creation; this version is the newest.
  const shells = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(
    shells.slice(0, Math.max(0, shells.length - maxShellVersions + 1)).map((name) => caches.delete(name)),
  )
}

async function pageFirstFromServer(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await (await caches.open(cacheName)).match(pageOfApplication, { ignoreVary: true })
    if (cached) return cached
    throw error
  }
}

async function partFromDevice(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function fileFirstFromServer(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await caches.match(request, { ignoreVary: true })
    if (cached) return cached
    throw error
  }
}
