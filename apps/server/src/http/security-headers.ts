import { isProtocolPath } from '@kamar/contracts/aps'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * What a page of ours may load. No inline script or style and no foreign origin; WebAssembly is compiled by the mesh
 * decoder and workers start from blobs. Dialogs and menus keep from what inserts style elements (`shared/design` of web).
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
  // Only the document in which extensions of others run; they cannot lead their frame to another site either.
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** Answers of the API are data; a browser that opens one as a page may load nothing at all. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The one script that fetches models of other sites, a worker of the viewer (`remote-model-worker.ts` of web). A worker has
 * the policy it is sent with: so pages connect to nothing but this server, and what connects elsewhere can do nothing else.
 */
const remoteModelWorker = /^\/assets\/remote-model-worker-[\w-]+\.js$/
const remoteModelPolicy = "default-src 'none'; script-src 'self'; connect-src https: http: data:"

const oneYearSeconds = 31_536_000

/** Puts the security headers on every answer, errors and streams included. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { readonly publicUrl: URL | null }): void {
  app.addHook('onRequest', async (request, reply) => putSecurityHeaders(request, reply, publicUrl))
}

/** The headers of one answer; for answers that no hook sees. */
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
