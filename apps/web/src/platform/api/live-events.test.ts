import type { LiveEvent } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from './access-token.js'
import { followLiveEvents } from './live-events.js'

let server: StubServer
let ending: AbortController
const route = 'GET /api/auth/events'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = stubServer()
  ending = new AbortController()
  accessToken.write('token')
})
afterEach(async () => {
  ending.abort()
  await cleanUpPage()
})

/** Returns a stream that the test writes to. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started
    },
  })
  return {
    response: new Response(body),
    send: (event: unknown) => controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error('line broke')),
  }
}

function follow() {
  const events: LiveEvent[] = []
  const connections: boolean[] = []
  void followLiveEvents({
    signal: ending.signal,
    onEvent: (event) => events.push(event),
    onConnection: (connected) => connections.push(connected),
  })
  return { events, connections }
}

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)

describe('followLiveEvents', () => {
  test('delivers events while the stream is open', async () => {
    const stream = openStream()
    server.on(route, () => stream.response)
    const { events, connections } = follow()
    await settle()
    const file = fileRecord({ status: 'inprogress', progress: 12 })
    stream.send({ type: 'file', file })
    stream.send({ type: 'manifest', urn: 'urn-1' })
    await settle()
    expect(connections).toEqual([true])
    expect(events).toEqual([
      { type: 'file', file },
      { type: 'manifest', urn: 'urn-1' },
    ])
  })

  test('ignores events of an unknown type', async () => {
    const stream = openStream()
    server.on(route, () => stream.response)
    const { events } = follow()
    await settle()
    stream.send({ type: 'weather', sunny: true })
    stream.send({ type: 'file-removed', id: 'x' })
    await settle()
    expect(events).toEqual([{ type: 'file-removed', id: 'x' }])
  })

  test('reconnects when the stream ends', async () => {
    const streams = [openStream(), openStream()]
    server.on(route, () => streams[server.calls(route).length - 1]?.response ?? errorResponse(500, 'internal'))
    const { events, connections } = follow()
    await settle()
    streams[0]?.end()
    await settle(1_000)
    streams[1]?.send({ type: 'manifest', urn: 'urn-2' })
    await settle()
    expect(connections).toEqual([true, false, true])
    expect(events).toEqual([{ type: 'manifest', urn: 'urn-2' }])
  })

  test('waits longer after every failure and reconnects at once when the network returns', async () => {
    server.on(route, () => errorResponse(503, 'not-ready'))
    follow()
    await settle()
    await settle(2_000)
    expect(server.calls(route)).toHaveLength(2)
    await settle(2_000)
    expect(server.calls(route)).toHaveLength(2)
    await settle(2_000)
    expect(server.calls(route)).toHaveLength(3)
    dispatchEvent(new Event('online'))
    await settle()
    expect(server.calls(route)).toHaveLength(4)
  })

  test('reconnects after a timeout without data', async () => {
    const connections: boolean[] = []
    server.on(route, ({ signal }) => {
      const stream = openStream()
      signal?.addEventListener('abort', () => stream.breakOff())
      return stream.response
    })
    void followLiveEvents({
      signal: ending.signal,
      onEvent: () => undefined,
      onConnection: (on) => connections.push(on),
    })
    await settle()
    await settle(70_000)
    await settle(1_000)
    expect(connections).toEqual([true, false, true])
  })

  test('stops when its signal is aborted', async () => {
    server.on(route, () => errorResponse(503, 'not-ready'))
    follow()
    await settle()
    ending.abort()
    await settle(60_000)
    expect(server.calls(route)).toHaveLength(1)
  })
})
