import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefreshGrant } from '../../domain/accounts/session-store.js'

const name = 'kamar_refresh'
/** Only path prefix that gets the cookie; nothing else on this origin sees it. */
const path = '/api/auth'

/** Sets the refresh token as a cookie that scripts cannot read and other sites cannot send. */
export function setRefreshCookie(request: FastifyRequest, reply: FastifyReply, grant: RefreshGrant): void {
  const expiry = grant.remember ? { expires: grant.expiresAt } : {}
  reply.setCookie(name, grant.token, { ...cookieOptionsFor(request, reply), ...expiry })
}

export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(name, cookieOptionsFor(request, reply))
}

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[name]
}

/**
 * Returns cookie options. HSTS is sent exactly where the site is on TLS; a laptop's `http://localhost` must keep
 * working.
 */
export function cookieOptionsFor(request: FastifyRequest, reply: FastifyReply): CookieSerializeOptions {
  const secure = request.protocol === 'https' || reply.hasHeader('strict-transport-security')
  return { path, httpOnly: true, sameSite: 'strict', secure }
}
