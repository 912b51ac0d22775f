import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Makes the close of an app wait for handlers whose client has disconnected, for at most `maxMilliseconds`: the HTTP
 * server waits for open connections only, and such a handler would use a database that is closed already. Applies to
 * routes added later. Returns a function that registers other work of a request.
 */
export function drainHandlers(
  app: FastifyInstance,
  maxMilliseconds: number,
): <Result>(work: Promise<Result>) => Promise<Result> {
  const running = new Set<Promise<unknown>>()
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work)
    const remove = (): void => void running.delete(work)
    work.then(remove, remove)
    return work
  }
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply): unknown {
      const result: unknown = handler.call(this, request, reply)
      return result instanceof Promise ? track(result) : result
    }
  })
  app.addHook('onClose', async () => {
    const timeout = new AbortController()
    await Promise.race([whenEmpty(running), setTimeout(maxMilliseconds, undefined, { signal: timeout.signal })])
    timeout.abort()
  })
  return track
}

/** A hook and the handler after it are separate work: the handler begins in a later microtask. */
async function whenEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) {
    await Promise.allSettled(running)
    await setImmediate()
  }
}
