import { AppError } from '@kamar/core'
import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts when the client disconnects before it has its reply. */
export function createDisconnectSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closed.abort(new AppError('bad-request', {}, { cause: 'the client went away' }))
  })
  return closed.signal
}
