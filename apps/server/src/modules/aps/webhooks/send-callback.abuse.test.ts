import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallbackGuard } from '../../../platform/http/callback-guard.js'
import { sendCallback } from './send-callback.js'

const signatures: (string | undefined)[] = []
let receiver: Server
let url: string
let respond: (response: ServerResponse) => void
let calls = 0

beforeAll(async () => {
  receiver = createServer((request, response) => {
    calls++
    signatures.push(request.headers['x-adsk-signature'] as string | undefined)
    request.resume()
    request.on('end', () => respond(response))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const allowed = createCallbackGuard([['127.0.0.0', 8]])
const send = (timeoutMilliseconds?: number): Promise<void> =>
  sendCallback({ url, deliveryId: 'd', body: '{}', secret: 's' }, allowed, timeoutMilliseconds)

describe('sendCallback', () => {
  it('I14 times out when the receiver never answers', async () => {
    respond = () => undefined
    await expect(send(50)).rejects.toThrow(/abort/i)
  })

  it('I14 fails when the receiver answers 500', async () => {
    respond = (response) => response.writeHead(500).end()
    await expect(send()).rejects.toThrow('answered 500')
  })

  it('I14 closes the connection during an endless response', async () => {
    let writtenLines = 0
    let closed = (): void => undefined
    const left = new Promise<void>((resolve) => (closed = resolve))
    respond = (response) => {
      response.writeHead(200)
      response.on('close', closed)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) writtenLines += 65_536
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    await send()
    await left
    expect(writtenLines).toBeLessThan(100_000_000)
  })

  it('I14 does not follow redirects', async () => {
    respond = (response) => response.writeHead(302, { location: url }).end()
    const before = calls
    await expect(send()).rejects.toThrow('answered 302')
    expect(calls - before).toBe(1)
  })

  it('I14 signs the request', async () => {
    respond = (response) => response.writeHead(204).end()
    await send()
    expect(signatures.at(-1)).toMatch(/^sha1hash=[0-9a-f]{40}$/)
  })

  it('I14 refuses addresses of the local network unless the deployment allows them', async () => {
    const before = calls
    const callback = { url, deliveryId: 'd', body: '{}', secret: null }
    await expect(sendCallback(callback, createCallbackGuard([]))).rejects.toThrow('may not be called')
    expect(calls).toBe(before)
  })
})
