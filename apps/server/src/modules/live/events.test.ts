import type { LiveEvent } from '@kamar/contracts'
import { readTranslationEvent } from '@kamar/translation'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listenAs, type Listening } from '../../testing/live-listener.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { liveModule } from './module.js'

describeModule(liveModule)

let server: TestServer
let address: string
let user: TestUser
const open: AbortController[] = []
beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort()
})
afterAll(() => server.close())

const listen = (of: TestUser = user): Promise<Listening> => listenAs(address, of, open)

async function setTranslation(id: string, columns: Record<string, unknown>): Promise<void> {
  await server.services.database.updateTable('translation').set(columns).where('id', '=', id).execute()
  server.services.events.publish('translation', await readTranslationEvent(server.services.database, id))
}

const running = { state: 'running', lease_worker: 'w', lease_until: new Date() }
const isFile =
  (status?: string) =>
  (event: LiveEvent): boolean =>
    event.type === 'file' && (status === undefined || event.file.status === status)

describe('GET /api/auth/events', () => {
  it('opens an event stream that is never cached', async () => {
    const { status, headers } = await listen()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('sends a new file, its progress and its end in order', async () => {
    const live = await listen()
    const { id, jobId } = await server.upload(user, 'watched.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await live.until(isFile('processing'))
    for (const progress of [10, 40, 90]) {
      await setTranslation(translationId, { ...running, progress })
      await live.until((event) => event.type === 'file' && event.file.progress >= progress)
    }
    await setTranslation(translationId, { state: 'succeeded', progress: 100, finished_at: new Date() })
    const receivedEvents = await live.until(isFile('success'))
    const files = receivedEvents.flatMap((event) => (event.type === 'file' ? [event.file] : []))
    expect(new Set(files.map((file) => file.id))).toEqual(new Set([id]))
    const steps = files.map((file) => file.progress)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(100)
  })

  it('coalesces frequent progress updates and always sends the final state', async () => {
    const live = await listen()
    const translationId = await server.findTranslationId(await server.upload(user, 'storm.stl'))
    await live.until(isFile())
    for (let progress = 1; progress <= 60; progress++) await setTranslation(translationId, { ...running, progress })
    await setTranslation(translationId, {
      state: 'failed',
      failure: JSON.stringify({ code: 'damaged' }),
      finished_at: new Date(),
    })
    const receivedEvents = await live.until(isFile('failed'))
    expect(receivedEvents.length).toBeLessThan(30)
  })

  it('sends an event when the live manifest grows', async () => {
    const live = await listen()
    const { id, jobId, urn } = await server.upload(user, 'growing.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, { ...running, manifest: '{}', manifest_revision: 1 })
    const receivedEvents = await live.until((event) => event.type === 'manifest')
    expect(receivedEvents.at(-1)).toEqual({ type: 'manifest', urn })
  })

  it('sends an event when a file is moved to the bin and when it is restored', async () => {
    const { id } = await server.upload(user, 'binned.stl')
    const live = await listen()
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${id}`, headers: bearer(user) })
    const receivedEvents = await live.until((event) => event.type === 'file-removed')
    expect(receivedEvents.at(-1)).toEqual({ type: 'file-removed', id })
    await server.inject({ method: 'POST', url: `/api/auth/my-urns/${id}/restore`, headers: bearer(user) })
    await live.until((event) => event.type === 'file' && event.file.id === id)
  })

  it('sends the same events to every connection of the account', async () => {
    const tabs = [await listen(), await listen()]
    await server.upload(user, 'tabs.stl')
    const receivedEvents = await Promise.all(tabs.map((tab) => tab.until(isFile())))
    expect(receivedEvents[0]).toEqual(receivedEvents[1])
  })

  it('sends no events of other users’ files', async () => {
    const other = await server.createUser()
    const live = await listen(other)
    const translationId = await server.findTranslationId(await server.upload(user, 'private.stl'))
    await setTranslation(translationId, { ...running, manifest: '{}', manifest_revision: 1 })
    const own = await server.upload(other, 'own.stl')
    await live.until(isFile())
    const fileIds = live.events.flatMap((event) => (event.type === 'file' ? [event.file.id] : [event.type]))
    expect(new Set(fileIds)).toEqual(new Set([own.id]))
  })
})

describe('live event connection', () => {
  it('ends at sign-out', async () => {
    const live = await listen()
    const started = performance.now()
    await server.inject({ method: 'DELETE', url: '/api/auth/logout', headers: bearer(user) })
    await server.runJobs('live.signed-out')
    await live.ended
    expect(performance.now() - started).toBeLessThan(25_000)
  })

  it('ends when its account is rejected, without affecting other accounts', async () => {
    const other = await listen(await server.createUser())
    const live = await listen()
    await server.services.database
      .updateTable('account')
      .set({ status: 'rejected' })
      .where('id', '=', user.id)
      .execute()
    await server.runJobs('live.signed-out')
    await live.ended
    const stillOpen = await Promise.race([other.ended.then(() => false), Promise.resolve(true)])
    expect(stillOpen).toBe(true)
  })

  it('is limited to twenty per account: the oldest is closed', async () => {
    const first = await listen()
    for (let index = 0; index < 20; index++) await listen()
    await first.ended
    expect(first.events).toEqual([])
  })

  it('does not delay server shutdown', async () => {
    const another = await startTestServer()
    const at = await another.listen()
    const otherUser = await another.createUser()
    const response = await fetch(`${at}/api/auth/events`, { headers: bearer(otherUser) })
    const started = performance.now()
    await another.close()
    expect(performance.now() - started).toBeLessThan(25_000)
    await response.body?.cancel().catch(() => undefined)
  })
})
