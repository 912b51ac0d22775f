import { randomBytes } from 'node:crypto'
import type { Download, FileRecord } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { FolderCalls } from '../../../testing/folder-calls.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let address: string
let user: TestUser
let files: FileRecord[]
const contents = [randomBytes(70_000), randomBytes(3), randomBytes(150_000)] as const
const names = ['tower.stl', 'Tower.STL', 'bridge.stl'] as const

beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  user = await server.createUser()
  files = []
  for (const [index, name] of names.entries()) files.push(await server.upload(user, name, contents[index]))
})
afterAll(() => server.close())

const create = (body: unknown, by = user) =>
  fetch(`${address}/api/downloads`, {
    method: 'POST',
    headers: { ...bearer(by), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const createUrl = async (body: unknown, by = user): Promise<string> => {
  const { url } = (await (await create(body, by)).json()) as Download
  return address + url
}
/** Downloads the archive of a selection. */
const download = async (body: unknown, by = user): Promise<Map<string, Buffer>> => {
  const response = await fetch(await createUrl(body, by))
  return readZip(Buffer.from(await response.arrayBuffer()))
}
const ids = (): string[] => files.map(({ id }) => id)

/** Reads names and bytes of a ZIP archive by its central directory. */
function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Buffer>()
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (!zip) return reject(error)
      zip.on('end', () => resolve(entries)).on('error', reject)
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (!stream) return reject(failure)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(chunks))
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })
}

describe('download of an archive', () => {
  it('returns the originals unchanged and numbers names that differ only in case', async () => {
    const response = await fetch(await createUrl({ ids: ids() }))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Kamar \d{4}-\d\d-\d\d\.zip"/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const entries = await readZip(bytes)
    const contentsFound = [...entries.values()].map((entry) => entry.toString('base64')).toSorted()
    expect(contentsFound).toEqual(contents.map((content) => content.toString('base64')).toSorted())
    expect([...entries.keys()].map((name) => name.toLowerCase()).toSorted()).toEqual([
      'bridge.stl',
      'tower (2).stl',
      'tower.stl',
    ])
  })

  it('reports the number and the total size of the files that match a filter', async () => {
    expect(await (await create({ filter: { search: 'tower' } })).json()).toMatchObject({ files: 2, sizeBytes: 70_003 })
  })

  it('has an address that is valid once, also for two requests at a time', async () => {
    const url = await createUrl({ ids: [files[1]?.id] })
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    const responses = await Promise.all([fetch(url), fetch(url)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    for (const method of ['HEAD', 'GET'])
      expect((await fetch(`${address}/api/downloads/unknown`, { method })).status).toBe(410)
  })

  it('has an address that is valid for a minute', async () => {
    const url = await createUrl({ ids: [files[1]?.id] })
    await sql`update download set expires_at = now() - interval '1 second'`.execute(server.services.database)
    expect((await fetch(url)).status).toBe(410)
  })

  it('has an address that a rejected account cannot use', async () => {
    const rejected = await server.createUser()
    const { id } = await server.upload(rejected, 'a.stl', randomBytes(10))
    const url = await createUrl({ ids: [id] }, rejected)
    const { database } = server.services
    await database.updateTable('account').set({ status: 'rejected' }).where('id', '=', rejected.id).execute()
    expect((await fetch(url)).status).toBe(410)
  })

  it('answers 404 when one of the files belongs to another user', async () => {
    const other = await server.createUser()
    const otherFile = await server.upload(other, 'theirs.stl', randomBytes(10))
    expect((await create({ ids: [...ids(), otherFile.id] })).status).toBe(404)
  })

  it.each([[{}], [{ ids: ['../../etc/passwd'] }], [{ ids: [], filter: {}, folderIds: ['x'] }]])(
    'rejects the selection %j',
    async (wrong) => expect((await create(wrong)).status).toBe(422),
  )

  it('adds one audit event for each file', async () => {
    const otherUser = await server.createUser()
    const file = await server.upload(otherUser, 'logged.stl', randomBytes(10))
    await download({ ids: [file.id] }, otherUser)
    const rows = await server.services.database
      .selectFrom('audit_event')
      .select(['action', 'details'])
      .where('subject', '=', file.id)
      .where('action', '=', 'file.download')
      .execute()
    expect(rows).toMatchObject([{ details: { archive: true, version: 1 } }])
  })
})

describe('download of folders', () => {
  it('P14 download of a folder has its tree, empty folders included', async () => {
    const calls = new FolderCalls(server)
    const { id: projectId } = await calls.createProject(user)
    const plans = await calls.create(user, projectId, 'Plans')
    const level = await calls.create(user, projectId, 'Level 1', plans.id)
    await calls.create(user, projectId, 'Empty', plans.id)
    await calls.upload(user, level.id, 'slab.stl')
    await calls.upload(user, projectId, 'site.stl')
    const response = await fetch(await createUrl({ folderIds: [plans.id] }))
    expect(response.headers.get('content-disposition')).toContain('filename="Plans.zip"')
    const entries = await readZip(Buffer.from(await response.arrayBuffer()))
    expect([...entries.keys()].toSorted()).toEqual([
      'Plans/',
      'Plans/Empty/',
      'Plans/Level 1/',
      'Plans/Level 1/slab.stl',
    ])
    const archive = await download({ folderIds: [projectId] })
    expect([...archive.keys()]).toEqual(expect.arrayContaining(['Tower/Plans/Level 1/slab.stl', 'Tower/site.stl']))
  })

  it('P15 download of a folder has nothing that its asker may not see, also after the address was made', async () => {
    const calls = new FolderCalls(server)
    const member = await server.createUser()
    const { id: projectId } = await calls.createProject(user, [{ user: member, role: 'viewer' }])
    const tender = await calls.create(user, projectId, 'Tender')
    const open = await calls.create(user, projectId, 'Open')
    await calls.upload(user, tender.id, 'offer.stl')
    await calls.upload(user, open.id, 'slab.stl')
    const url = await createUrl({ folderIds: [projectId] }, member)
    await calls.permit(user, tender.id, [])
    const entries = await readZip(Buffer.from(await (await fetch(url)).arrayBuffer()))
    expect([...entries.keys()].toSorted()).toEqual(['Tower/', 'Tower/Open/', 'Tower/Open/slab.stl'])
    expect((await create({ folderIds: [tender.id] }, member)).status).toBe(404)
    expect((await create({ folderIds: [projectId] }, await server.createUser())).status).toBe(404)
  })
})

describe('POST /api/auth/my-urns/by-name', () => {
  const find = async (by: TestUser, requestedNames: readonly string[]): Promise<FileRecord[]> => {
    const response = await fetch(`${address}/api/auth/my-urns/by-name`, {
      method: 'POST',
      headers: { ...bearer(by), 'content-type': 'application/json' },
      body: JSON.stringify({ names: requestedNames }),
    })
    return (await response.json()) as FileRecord[]
  }

  it('finds the newest file of each name without regard to case', async () => {
    const contentsFound = await find(user, ['TOWER.stl', 'bridge.stl', 'absent.stl'])
    expect(contentsFound.map(({ id }) => id).toSorted()).toEqual([files[1]?.id, files[2]?.id].toSorted())
  })

  it('finds no files of other users', async () => {
    expect(await find(await server.createUser(), ['tower.stl'])).toEqual([])
  })
})
