import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { requireAccount, enter } from '../../platform/http/mount-routes.js'
import type { LiveHub } from './live-hub.js'

/** Short enough that proxies do not close the connection as idle. */
const heartbeatMilliseconds = 15_000
/** Maximum unread data of a client before it is disconnected; it lists its files when it reconnects. */
const maxPendingBytes = 1 << 20
const reconnectMilliseconds = 2000

/**
 * Adds `GET /api/auth/events`: server-sent events, read with `fetch` because `EventSource` sends no Authorization
 * header. A message is a `LiveEvent`; comments keep the connection alive. After an interruption the client lists its
 * files again.
 */
export function addEventRoutes(app: FastifyInstance, hub: LiveHub): void {
  app.get('/api/auth/events', { onRequest: enter('user') }, (request, reply) => {
    const { accountId, sessionFamily } = requireAccount(request)
    const stream = new PassThrough()
    const disconnect = hub.connect({
      accountId,
      sessionFamily,
      send(event) {
        if (stream.writableLength > maxPendingBytes) stream.destroy()
        else stream.write(`data: ${JSON.stringify(event)}\n\n`)
      },
      end: () => stream.end(),
    })
    const heartbeat = setInterval(() => stream.write(': alive\n\n'), heartbeatMilliseconds)
    heartbeat.unref()
    const stop = (): void => {
      clearInterval(heartbeat)
      disconnect()
    }
    stream.once('close', stop).once('end', stop)
    request.raw.once('close', () => stream.destroy())
    stream.write(`retry: ${reconnectMilliseconds}\n\n`)
    return reply
      .type('text/event-stream; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream)
  })
}
