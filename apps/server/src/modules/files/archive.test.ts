import { randomBytes } from 'node:crypto'
import type { FileRecord } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

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

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${address}/api/auth/my-urns/archive`, { method: 'POST', headers, body: new URLSearchParams(fields) })

const plan = (body: unknown, by = user) =>
  fetch(`${address}/api/auth/my-urns/archive-plan`, {
    method: 'POST',
    headers: { ...bearer(by), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const ids = (): string => files.map(({ id }) => id).join(',')
const extractToken = (of: TestUser): string => bearer(of).authorization.replace('Bearer ', '')

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

describe('POST /api/auth/my-urns/archive', () => {
  it('returns the originals unchanged and numbers names that differ only in case', async () => {
    const response = await post({ ids: ids() }, bearer(user))
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

  it('accepts the access token as a form field', async () => {
    const response = await post({ ids: files[2]?.id ?? '', access_token: extractToken(user) })
    expect(response.status).toBe(200)
    expect([...(await readZip(Buffer.from(await response.arrayBuffer()))).keys()]).toEqual(['bridge.stl'])
  })

  it.each([
    ['without a token', {}, 401],
    ['with a wrong token', { access_token: 'nonsense' }, 401],
  ])('answers 401 %s', async (_, fields, status) => {
    expect((await post({ ids: ids(), ...fields })).status).toBe(status)
  })

  it('answers 404 when one of the files belongs to another user', async () => {
    const other = await server.createUser()
    const otherFile = await server.upload(other, 'theirs.stl', randomBytes(10))
    expect((await post({ ids: `${ids()},${otherFile.id}` }, bearer(user))).status).toBe(404)
    expect((await plan({ ids: [otherFile.id] })).status).toBe(404)
  })

  it.each([['' as const], ['../../etc/passwd' as const]])('rejects the ids "%s"', async (wrong) => {
    expect((await post({ ids: wrong }, bearer(user))).status).toBe(422)
  })

  it('adds one audit event for each file', async () => {
    const otherUser = await server.createUser()
    const file = await server.upload(otherUser, 'logged.stl', randomBytes(10))
    await (await post({ ids: file.id }, bearer(otherUser))).arrayBuffer()
    const rows = await server.services.database
      .selectFrom('audit_event')
      .select(['action', 'details'])
      .where('subject', '=', file.id)
      .where('action', '=', 'file.download')
      .execute()
    expect(rows).toMatchObject([{ details: { archive: true, version: 1 } }])
  })
})

describe('POST /api/auth/my-urns/archive-plan', () => {
  it('returns the ids and the total size of the files that match a filter', async () => {
    const response = await plan({ filter: { search: 'tower' } })
    const contentsFound = (await response.json()) as { ids: string[]; sizeBytes: number }
    expect(contentsFound.ids.toSorted()).toEqual([files[0]?.id, files[1]?.id].toSorted())
    expect(contentsFound.sizeBytes).toBe(70_003)
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
