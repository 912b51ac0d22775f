import { connect } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { closePromptly } from './prompt-close.js'

async function serverWith(handler: () => Promise<string>) {
  const app = fastify()
  closePromptly(app)
  app.get('/', handler)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

it('closePromptly does not wait for silent or keep-alive connections', async () => {
  const { app, port } = await serverWith(async () => 'answer')
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const idleSocket = connect(port, '127.0.0.1')
  idleSocket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(idleSocket, 'data')
  const started = performance.now()
  await app.close()
  expect(performance.now() - started).toBeLessThan(20_000)
})

it('closePromptly waits for the request in progress', async () => {
  let finish: (text: string) => void = () => undefined
  const response = new Promise<string>((resolve) => (finish = resolve))
  const { app, port } = await serverWith(() => response)
  const arrived = once(app.server, 'request')
  const pendingResponse = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  await arrived
  const closing = app.close()
  setTimeout(() => finish('finished'), 300)
  expect(await pendingResponse).toBe('finished')
  await closing
})
