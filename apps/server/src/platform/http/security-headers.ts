import { isProtocolPath } from '@kamar/aps'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Content security policy of pages. No inline script or style and no foreign origin; the mesh decoder compiles
 * WebAssembly and workers start from blobs. Dialogs and menus avoid libraries that insert style elements
 * (`shared/design` of web).
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' blob:",
  "media-src 'self' blob:",
  // Only the document in which third-party extensions run; they cannot navigate their frame to another site either.
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** API responses are data; a browser that opens one as a page may load nothing at all. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The only script that fetches models of other sites, a worker of the viewer (`remote-model-worker.ts` of web). A
 * worker has the policy of its own response: so pages connect only to this server, and the worker that connects
 * elsewhere can do nothing else.
 */
const remoteModelWorker = /^\/assets\/remote-model-worker-[\w-]+\.js$/
const remoteModelPolicy = "default-src 'none'; script-src 'self'; connect-src https: http: data:"

const oneYearSeconds = 31_536_000

/** Adds the security headers to every response, errors and streams included. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { readonly publicUrl: URL | null }): void {
  app.addHook('onRequest', async (request, reply) => putSecurityHeaders(request, reply, publicUrl))
}

/** Sets the headers of one response; for responses that bypass hooks. */
export function putSecurityHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): void {
  reply.headers({
    'content-security-policy': getPolicy(request.url),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  if (publicUrl?.protocol === 'https:' || request.protocol === 'https') {
    reply.header('strict-transport-security', `max-age=${oneYearSeconds}`)
  }
}

function getPolicy(url: string): string {
  if (url.startsWith('/api/') || isProtocolPath(url)) return apiPolicy
  return remoteModelWorker.test(url) ? remoteModelPolicy : pagePolicy
}
