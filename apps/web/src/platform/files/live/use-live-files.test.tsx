import type { FileRecord, LiveEvent } from '@kamar/contracts'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { deferred } from '../../../testing/deferred.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import * as liveEventsModule from '../../api/live-events.js'
import { liveConnection, whenManifestChanges } from './live-connection.js'
import { useFiles } from '../use-files.js'
import { useLiveFiles } from './use-live-files.js'

let server: StubServer
let live: liveEventsModule.LiveEventsOptions | null
let listed: FileRecord[]
const lists = () => server.calls('GET /api/auth/my-urns').length
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const send = (event: LiveEvent) => act(async () => live?.onEvent(event))

function Names() {
  useLiveFiles()
  const { data } = useFiles()
  return <p data-testid="names">{data?.map(({ description, progress }) => `${description}:${progress}`).join(' ')}</p>
}

async function names(): Promise<string | null | undefined> {
  await wait(0)
  return document.querySelector('[data-testid=names]')?.textContent
}

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  live = null
  vi.spyOn(liveEventsModule, 'followLiveEvents').mockImplementation(async (options) => {
    live = options
  })
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  listed = [fileRecord({ id: 'a', description: 'a.ifc' }), fileRecord({ id: 'b', description: 'b.ifc' })]
  server = stubServer({ 'GET /api/auth/my-urns': () => json(listed) })
  await renderPart(<Names />)
  await wait(0)
})
afterEach(cleanUpPage)

describe('useLiveFiles', () => {
  test('updates a file in place', async () => {
    await send({ type: 'file', file: { ...(listed[1] as FileRecord), progress: 42, status: 'inprogress' } })
    expect(await names()).toBe('a.ifc:100 b.ifc:42')
  })

  test('puts a new file on top', async () => {
    await send({ type: 'file', file: fileRecord({ id: 'c', description: 'c.ifc' }) })
    expect(await names()).toBe('c.ifc:100 a.ifc:100 b.ifc:100')
  })

  test('removes a file', async () => {
    await send({ type: 'file-removed', id: 'a' })
    expect(await names()).toBe('b.ifc:100')
  })

  test('notifies subscribers of a changed manifest', async () => {
    const [ownListener, other] = [vi.fn(), vi.fn()]
    const stop = whenManifestChanges('urn-1', ownListener)
    whenManifestChanges('urn-2', other)
    await send({ type: 'manifest', urn: 'urn-1' })
    stop()
    await send({ type: 'manifest', urn: 'urn-1' })
    expect(ownListener).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  test('reads the list again when the connection opens', async () => {
    expect(lists()).toBe(1)
    await act(async () => live?.onConnection(true))
    await wait(0)
    expect(liveConnection.get()).toBe(true)
    expect(lists()).toBe(2)
  })

  test('retains events that arrive while the list loads', async () => {
    const [first, second] = listed as [FileRecord, FileRecord]
    const response = deferred<Response>()
    server.on('GET /api/auth/my-urns', () => response.promise)
    await act(async () => live?.onConnection(true))
    await send({ type: 'file', file: { ...first, progress: 7 } })
    await send({ type: 'file', file: fileRecord({ id: 'c', description: 'c.ifc' }) })
    await send({ type: 'file-removed', id: 'b' })
    response.resolve(json([{ ...first, progress: 3 }, second]))
    expect(await names()).toBe('c.ifc:100 a.ifc:7')
  })

  test('requests the first list again when the connection opens before its response', async () => {
    cleanup()
    const old = deferred<Response>()
    server.on('GET /api/auth/my-urns', () => old.promise)
    const before = lists()
    await renderPart(<Names />)
    await wait(0)
    server.on('GET /api/auth/my-urns', () => json([fileRecord({ id: 'a', description: 'new.ifc' })]))
    await act(async () => live?.onConnection(true))
    await wait(0)
    old.resolve(json([fileRecord({ id: 'a', description: 'old.ifc' })]))
    expect(await names()).toBe('new.ifc:100')
    expect(lists() - before).toBe(2)
  })
})

describe('useLiveFiles without a connection', () => {
  const translate = () =>
    send({ type: 'file', file: { ...(listed[0] as FileRecord), status: 'inprogress', progress: 1 } })

  test('polls after ten seconds, then every five, while a translation runs', async () => {
    listed = [fileRecord({ id: 'a', description: 'a.ifc', status: 'inprogress', progress: 5 })]
    await translate()
    await wait(9_900)
    expect(lists()).toBe(1)
    await wait(200)
    expect(lists()).toBe(2)
    await wait(5_000)
    expect(lists()).toBe(3)
    listed = [fileRecord({ id: 'a', description: 'a.ifc' })]
    await wait(5_000)
    expect(lists()).toBe(4)
    await wait(20_000)
    expect(lists()).toBe(4)
  })

  test('does not poll when all files are ready', async () => {
    await wait(60_000)
    expect(lists()).toBe(1)
  })

  test('stops polling when the connection opens', async () => {
    await translate()
    await act(async () => live?.onConnection(true))
    await wait(60_000)
    expect(lists()).toBe(2)
  })

  test('logs a failed request and retains the list', async () => {
    server.on('GET /api/auth/my-urns', () => errorResponse(500, 'internal'))
    await translate()
    await wait(10_100)
    expect(console.warn).toHaveBeenCalledWith('[kamar] files could not be loaded', expect.anything())
    expect(await names()).toContain('b.ifc:100')
  })
})

test('useLiveFiles stops following events when the page unmounts', () => {
  cleanup()
  expect(live?.signal.aborted).toBe(true)
})
