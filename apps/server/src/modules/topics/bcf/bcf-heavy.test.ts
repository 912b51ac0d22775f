import { writeZip } from '@kamar/bcf'
import type { BcfImportEvent, TopicPage } from '@kamar/contracts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendFile } from '../../../testing/form-with.js'
import { eachWithTeam, type Team } from '../../../testing/team.js'
import { bearer, type TestServer } from '../../../testing/test-server.js'
import { AttachmentService } from '../attachments/attachment-service.js'
import { topicsModule } from '../module.js'
import { importBcf, type ImportTask } from './bcf-import.js'
import { bcfThreadLimits } from './bcf-thread.js'
import type { ThreadLimits } from '../../../platform/threads/work-thread.js'
import { openTopicContext } from '../topic-access.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const formatGuid = (index: number): string => `0b1f6d52-6a41-4f57-9d1e-${String(index).padStart(12, '0')}`
const markup = (index: number, inside = '', attributes = ''): string =>
  `<Markup><Topic Guid="${formatGuid(index)}" TopicStatus="Open" ${attributes}><Title>Topic ${index}</Title>${inside}</Topic></Markup>`
const createArchive = (markups: readonly string[]): Promise<Buffer> =>
  writeZip([
    { name: 'bcf.version', content: Buffer.from('<Version VersionId="3.0"/>') },
    ...markups.map((content, index) => ({ name: `${formatGuid(index)}/markup.bcf`, content: Buffer.from(content) })),
  ])
const address = (): string => `/api/auth/my-urns/${team.file.id}`
const bring = (bytes: Buffer) => server.inject(sendFile(team.editor, `${address()}/bcf`, bytes, 'topics.bcfzip'))
const countTopics = async (): Promise<number> => {
  const response = await server.inject({ url: `${address()}/topics`, headers: bearer(team.owner) })
  return response.json<TopicPage>().total
}

/** Imports like a request, with other limits. */
async function importDirectly(
  bytes: Buffer,
  limits: Partial<ThreadLimits>,
  observers: Pick<ImportTask, 'signal' | 'onProgress'> = {},
): Promise<unknown> {
  const { blobs, database } = server.services
  const actor = { kind: 'account', accountId: team.editor.id, role: 'user', locale: 'en', sessionFamily: '' } as const
  const topicContext = await openTopicContext(database, actor, { fileId: team.file.id, action: 'topic:import' })
  const threadLimits = { ...bcfThreadLimits, ...limits }
  const storeSnapshot = (): Promise<void> => Promise.resolve()
  const attachments = new AttachmentService(server.services)
  return importBcf({ attachments, blobs, database, storeSnapshot, threadLimits }, topicContext, { bytes, ...observers })
}

describe('hostile BCF archive', () => {
  it.each([
    ['a million attributes', Array.from({ length: 1_000_000 }, (_, index) => `a${index}="1"`).join(' '), ''],
    ['a million elements', '', '<Labels/>'.repeat(1_000_000)],
    ['100,000 nested elements', '', '<a>'.repeat(100_000)],
    ['an exponentially expanding entity', '', '&bomb;'],
  ])('E17 is imported without a topic that contains %s', async (_, attributes, inside) => {
    const response = await bring(await createArchive([markup(0, inside, attributes), markup(1)]))
    expect(response.json()).toMatchObject({
      created: 1,
      skipped: [{ name: `${formatGuid(0)}/markup.bcf`, reason: 'damaged' }],
    })
  })

  it('E17 is refused before any topic is stored when it has too many topics', async () => {
    const response = await bring(await createArchive(Array.from({ length: 20_001 }, (_, index) => markup(index))))
    expect(response.json()).toMatchObject({ status: 413, code: 'bcf-too-large' })
    expect(await countTopics()).toBe(0)
  })

  it('E17 is refused when it has too many files', async () => {
    const response = await bring(await createArchive(Array.from({ length: 60_000 }, () => '')))
    expect(response.json()).toMatchObject({ status: 413, code: 'bcf-too-large' })
  })

  it('E17 is refused before decompression when its contents are too large', async () => {
    const megabytes = Buffer.alloc(60 * 1024 ** 2)
    const bomb = await writeZip([
      { name: 'bcf.version', content: Buffer.from('<Version VersionId="3.0"/>') },
      ...Array.from({ length: 5 }, (_, index) => ({ name: `Documents/${index}`, content: megabytes })),
    ])
    expect(bomb.byteLength).toBeLessThan(1024 ** 2)
    expect((await bring(bomb)).json()).toMatchObject({ status: 413, code: 'bcf-too-large' })
  })

  it('E17 is refused after the time limit of the worker thread without storing a topic', async () => {
    const bytes = await createArchive([markup(0, '<Labels/>'.repeat(400_000))])
    await expect(importDirectly(bytes, { timeoutMilliseconds: 1 })).rejects.toMatchObject({ code: 'bcf-too-large' })
    const rows = await server.services.database
      .selectFrom('topic')
      .select('id')
      .where('file_id', '=', team.file.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('E17 is refused when it exceeds the memory limit of the worker thread', async () => {
    const bytes = await createArchive([markup(0, '<Labels/>'.repeat(450_000))])
    await expect(importDirectly(bytes, { heapMegabytes: 16 })).rejects.toMatchObject({ code: 'bcf-too-large' })
  })
})

describe('cancelled BCF import', () => {
  it('stops between two topics and keeps the imported ones', async () => {
    const cancelled = new AbortController()
    const bytes = await createArchive(Array.from({ length: 30 }, (_, index) => markup(index)))
    const onProgress = (imported: number): void => {
      if (imported === 3) cancelled.abort(new RangeError('cancelled'))
    }
    const running = importDirectly(bytes, {}, { signal: cancelled.signal, onProgress })
    await expect(running).rejects.toThrow('cancelled')
    expect(await countTopics()).toBe(3)
  })

  it('is triggered by a closed connection', async () => {
    const origin = await server.listen()
    const { bcf } = server.find(topicsModule)
    const receive = bcf.receive.bind(bcf)
    const imports: Promise<unknown>[] = []
    const spy = vi.spyOn(bcf, 'receive').mockImplementation(async (...received) => {
      const run = await receive(...received)
      return (observers) => {
        const running = run(observers)
        imports.push(running)
        return running
      }
    })
    onTestFinished(() => spy.mockRestore())
    const body = new FormData()
    body.set(
      'file',
      new File(
        [new Uint8Array(await createArchive(Array.from({ length: 400 }, (_, index) => markup(index))))],
        'a.bcf',
      ),
    )
    const closed = new AbortController()
    const response = await fetch(`${origin}${address()}/bcf`, {
      method: 'POST',
      headers: { ...bearer(team.editor), accept: 'application/x-ndjson' },
      body,
      signal: closed.signal,
    })
    // The first line reports the first topics: the import is running.
    await response.body?.getReader().read()
    closed.abort()
    await expect(imports[0]).rejects.toMatchObject({ code: 'bad-request' })
    expect(await countTopics()).toBeLessThan(400)
  })
})

describe('BCF import progress stream', () => {
  const follow = (bytes: Buffer) => {
    const form = sendFile(team.editor, `${address()}/bcf`, bytes, 'topics.bcfzip')
    return server.inject({ ...form, headers: { ...form.headers, accept: 'application/x-ndjson' } })
  }
  const parseEvents = (body: string): BcfImportEvent[] =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BcfImportEvent)

  it('reports the imported topics and ends with the result', async () => {
    const response = await follow(await createArchive(Array.from({ length: 30 }, (_, index) => markup(index))))
    expect(response.headers['content-type']).toContain('application/x-ndjson')
    const events = parseEvents(response.body)
    expect(events.at(-2)).toEqual({ imported: 30, topics: 30 })
    expect(events.at(-1)).toMatchObject({ result: { created: 30, skipped: [] } })
  })

  it('ends with the error of an unreadable archive', async () => {
    expect(parseEvents((await follow(Buffer.from('no archive'))).body)).toMatchObject([
      { error: { status: 422, code: 'bcf-unreadable' } },
    ])
  })
})
