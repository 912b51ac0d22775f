import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface BodyTimeout {
  /** Interval between two checks of a sender. */
  readonly checkMilliseconds: number
  /** Minimum bytes between two checks: far below the slowest line that could still deliver a model. */
  readonly minBytes: number
  /**
   * Time for which the rest of a body is read and discarded after its response, so that the sender can read the
   * response.
   */
  readonly drainMilliseconds: number
}

export const bodyTimeout: BodyTimeout = { checkMilliseconds: 20_000, minBytes: 20_000, drainMilliseconds: 5000 }

/**
 * Limits idle senders; the total time is unlimited, because an upload takes as long as it needs. Disconnects a sender
 * that trickles, to keep sockets busy, and one that continues to send what was refused.
 */
export function addBodyGuards(app: FastifyInstance, timeout: BodyTimeout = bodyTimeout): void {
  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) watchSender(request, timeout)
  })
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    if (!hasBody(request) || raw.readableEnded || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), timeout.drainMilliseconds)
    timer.unref()
    raw.once('end', () => clearTimeout(timer))
    raw.resume()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watchSender({ raw, log }: FastifyRequest, { checkMilliseconds, minBytes }: BodyTimeout): void {
  let seenBytes = raw.socket.bytesRead
  const timer = setInterval(() => {
    const expectsContinue = raw.isPaused() || raw.readableLength >= raw.readableHighWaterMark
    const arrived = raw.socket.bytesRead - seenBytes
    seenBytes = raw.socket.bytesRead
    if (raw.readableEnded || raw.destroyed) clearInterval(timer)
    else if (!expectsContinue && arrived < minBytes) {
      log.info({ arrived }, 'request aborted: sender too slow')
      raw.destroy()
    }
  }, checkMilliseconds)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}
