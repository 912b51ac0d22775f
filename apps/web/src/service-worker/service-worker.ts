/**
 * Opens the application without a network. Pages are always asked of the server first, so that nobody is kept on an old
 * version; their parts have their hash in their names and never change. The API is none of its business.
 * Put together by `build/service-worker.mjs`, which fills in `SHELL`.
 */

/** The application at its build: a name for it, and the files that it opens with. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] }
/** Filled in once. */
const shell = SHELL

/** What of a service worker's world is used here; the page's own types do not know it. */
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
/** Any address of the application: the server answers all of them with the same page. */
const pageOfApplication = '/home'
/** Pages that are open still ask for parts of the version they came with. */
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

/** Some at a time: the page that is open has the line first. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  const files = [pageOfApplication, ...shell.files]
  for (let next = 0; next < files.length; next += 6) await cache.addAll(files.slice(next, next + 6))
}

async function deleteOldShells(): Promise<void> {
  // In the order in which they were made; the newest is this one.
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
