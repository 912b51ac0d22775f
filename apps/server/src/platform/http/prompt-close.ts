import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const pollMilliseconds = 100

/**
 * Lets a closing server finish as soon as its last request has. Node closes the connections that are idle when the
 * close begins; it waits a minute for those that become idle afterwards, and for those that browsers open in advance
 * without sending a request.
 */
export function closePromptly(app: FastifyInstance): void {
  const requestsOf = new Map<Socket, number>()
  app.server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, 0)
    socket.once('close', () => requestsOf.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    requestsOf.set(socket, (requestsOf.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const count = requestsOf.get(socket)
      if (count !== undefined) requestsOf.set(socket, count - 1)
    })
  })
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      for (const [socket, requests] of requestsOf) if (requests === 0) socket.destroy()
    }, pollMilliseconds)
    timer.unref()
    app.server.once('close', () => clearInterval(timer))
  })
}
