// For what it adds to requests and replies.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefreshGrant } from './session-store.js'

const name = 'kamar_refresh'
/** The only paths that need it; everything else on this origin never sees it. */
const path = '/api/auth'

/** Refresh tokens travel in a cookie that scripts cannot read and other sites cannot send. */
export function setRefreshCookie(request: FastifyRequest, reply: FastifyReply, grant: RefreshGrant): void {
  reply.setCookie(name, grant.token, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, reply),
    ...(grant.remember ? { expires: grant.expiresAt } : {}),
  })
}

export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(name, { path, httpOnly: true, sameSite: 'strict', secure: isSecure(request, reply) })
}

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[name]
}

/** HSTS is sent exactly where the site is on TLS; a laptop's `http://localhost` must keep working. */
function isSecure(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.protocol === 'https' || reply.hasHeader('strict-transport-security')
}
