import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { drainHandlers } from './drain-handlers.js'

interface Parts {
  readonly hook?: () => Promise<void>
  readonly handler: () => Promise<string>
  readonly maxMilliseconds?: number
}

/** Starts a server, sends a request and disconnects when its first work has begun. */
async function abandonRequest({ hook = async () => undefined, handler, maxMilliseconds = 60_000 }: Parts) {
  const app = fastify()
  const track = drainHandlers(app, maxMilliseconds)
  app.addHook('onRequest', () => track(hook()))
  app.get('/', handler)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const arrived = once(app.server, 'request')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, response] = (await arrived) as [unknown, NodeJS.EventEmitter]
  const disconnected = once(response, 'close')
  socket.destroy()
  await disconnected
  return app
}

/** Runs `work` some iterations of the event loop after the last connection has ended; a close that does not wait is over. */
function runAfterConnections(app: FastifyInstance, work: () => void): void {
  app.server.once('close', () => void afterIterations().then(work))
}

async function afterIterations(): Promise<void> {
  for (let index = 0; index < 100; index++) await setImmediate()
}

it('drainHandlers waits for a handler whose client has disconnected', async () => {
  let finish: (text: string) => void = () => undefined
  const work = new Promise<string>((resolve) => (finish = resolve))
  const app = await abandonRequest({ handler: () => work })
  const events: string[] = []
  const closing = app.close().then(() => events.push('closed'))
  runAfterConnections(app, () => {
    events.push('finished')
    finish('')
  })
  await closing
  expect(events).toEqual(['finished', 'closed'])
})

it('drainHandlers waits for a hook and the handler that follows it', async () => {
  let finish: () => void = () => undefined
  const hook = new Promise<void>((resolve) => (finish = resolve))
  const events: string[] = []
  const app = await abandonRequest({
    hook: () => hook,
    handler: async () => {
      events.push('handled')
      return ''
    },
  })
  const closing = app.close().then(() => events.push('closed'))
  runAfterConnections(app, finish)
  await closing
  expect(events).toEqual(['handled', 'closed'])
})

it('drainHandlers waits for a limited time only', async () => {
  const app = await abandonRequest({ handler: () => new Promise(() => undefined), maxMilliseconds: 1 })
  await expect(app.close()).resolves.toBeUndefined()
})
