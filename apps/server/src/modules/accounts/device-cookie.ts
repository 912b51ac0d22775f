import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceMark } from './known-devices.js'
import { cookieOptionsFor } from './refresh-cookie.js'

const name = 'kamar_device'

/** Sets the device cookie, which outlives the session: it tells a known browser from others at the next sign-in. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, { expiresAt, token }: DeviceMark): void {
  reply.setCookie(name, token, { ...cookieOptionsFor(request, reply), expires: expiresAt })
}

export function readDeviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[name]
}
