import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '../start-error.js'
import type { Metrics } from './metrics.js'

/** Process state that is queried from inside the deployment. */
export interface Monitored {
  readonly metrics: Metrics
  /** Returns whether every dependency responds. */
  readonly isReady: () => Promise<boolean>
  readonly log: FastifyBaseLogger
}

/**
 * Starts the port of orchestrators: `/metrics`, `/live`, `/ready`. It is separate from the public port and must be
 * reachable from inside only. Returns a function that closes it.
 */
export async function startMonitor(
  { host, port }: { readonly host: string; readonly port: number },
  monitored: Monitored,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    respond(monitored, request.method === 'GET' ? (request.url ?? '') : '', response).catch((error: unknown) => {
      monitored.log.error({ err: error }, 'metrics request failed')
      response.writeHead(503).end()
    })
  })
  await listen(server, { host, port })
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}

async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new StartError(`Port ${port} cannot be used for metrics. Set KAMAR_METRICS_PORT to a free port.`, { cause })
  }
}

async function respond({ isReady, metrics }: Monitored, path: string, response: ServerResponse): Promise<void> {
  if (path === '/live') response.writeHead(200).end('alive\n')
  else if (path === '/ready') {
    const ready = await isReady()
    response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : 'not ready\n')
  } else if (path === '/metrics') {
    const { text, type } = await metrics.read()
    response.writeHead(200, { 'content-type': type }).end(text)
  } else response.writeHead(404).end()
}
