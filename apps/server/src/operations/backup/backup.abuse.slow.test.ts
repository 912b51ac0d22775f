import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpDatabase, openDatabase } from '@kamar/database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { translateLocally } from '../../testing/translated.js'
import { type BackupSource, makeBackup } from './make-backup.js'
import { rehearseRestore, restoreBackup } from './restore-backup.js'

const secret = 'the secret of a deployment that is backed up'
let server: TestServer
let user: TestUser
let source: BackupSource
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
  const file = await server.upload(user, 'wedge.stl')
  await translateLocally(server, { translationId: await server.findTranslationId(file) })
  source = { ...server.services, secret }
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const backups = (): string => join(folder, 'backups')
const blobPath = (at: string, sha256: string): string => join(at, 'blobs', sha256.slice(0, 2), sha256)
const drained = async (_: string, lines: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const chunk of lines) expect(chunk.length).toBeGreaterThan(0)
}

describe('makeBackup', () => {
  it('C03 writes a consistent snapshot with all its contents during uploads', async () => {
    let uploads = 0
    let isWriting = true
    const writing = (async () => {
      while (isWriting) await server.upload(user, `under-load-${uploads}.stl`, `solid ${uploads++}\n`)
    })()
    const reports = []
    while (reports.length < 2) {
      const before = uploads
      await expect.poll(() => uploads).toBeGreaterThan(before)
      reports.push(await makeBackup(source, { folder: backups() }))
    }
    isWriting = false
    await writing
    for (const { absent, snapshot } of reports) {
      expect(absent).toEqual([])
      expect(await rehearseRestore({ folder: backups(), snapshot })).toMatchObject({ snapshot, secret: 'beside' })
    }
    expect(reports[1]?.contents).toBeGreaterThan(reports[0]?.contents ?? Infinity)
    expect(reports[1]?.added).toBeLessThan(reports[1]?.contents ?? 0)
  })
})

describe('restoreBackup', () => {
  it('C04 restores the same rows and bytes and nothing else', async () => {
    const backup = await makeBackup(source, { folder: backups() })
    const dataFolder = join(folder, 'data')
    await mkdir(dataFolder)
    const restored = await restoreBackup({ folder: backups() }, { dataFolder, databaseUrl: null, objectStore: null })
    expect(restored).toMatchObject({ rows: backup.rows, contents: backup.contents, bytes: backup.bytes, absent: [] })
    expect(await readFile(join(dataFolder, 'secrets', 'tokens'), 'utf8')).toBe(secret)
    const there = await openDatabase({ folder: join(dataFolder, 'database') })
    const now = (await dumpDatabase(server.services.database, drained)).tables
    expect((await dumpDatabase(there.database, drained)).tables).toEqual(now)
    await there.close()
    const stored = async (at: string): Promise<string[]> =>
      (await readdir(join(at, 'blobs'), { recursive: true })).filter((path) => path.length > 60).toSorted()
    expect(await stored(dataFolder)).toEqual(await stored(server.folder))
    expect((await readdir(folder)).toSorted()).toEqual(['backups', 'data'])
    await expect(
      restoreBackup({ folder: backups() }, { dataFolder, databaseUrl: null, objectStore: null }),
    ).rejects.toThrow(/is not empty/)
  })

  it('C04 rejects a truncated, changed or incomplete backup with the reason and writes nothing', async () => {
    const { snapshot } = await makeBackup(source, { folder: backups() })
    const file = join(backups(), 'snapshots', `${snapshot}.json`)
    const text = await readFile(file, 'utf8')
    const parsed = JSON.parse(text) as {
      tables: { name: string; rows: number; stored: string }[]
      contents: { stored: string }
    }
    const account = parsed.tables.find(({ name }) => name === 'account')
    const anyBlob = (await server.services.database.selectFrom('blob').select('sha256').executeTakeFirstOrThrow())
      .sha256
    const inContents = (sha256 = ''): string => blobPath(join(backups(), 'contents'), sha256)
    const damages: readonly (readonly [() => Promise<void>, RegExp])[] = [
      [() => writeFile(file, text.slice(0, 200)), /is damaged, or of another version/],
      [
        () => writeFile(file, text.replace('kamar-backup-1', 'kamar-backup-2')),
        /of another version of Kamar \(format\)/,
      ],
      [() => writeFile(file, text.replace(`"rows": ${account?.rows},`, `"rows": 77,`)), /rows in the place of 77/],
      [() => writeFile(file, text.replace('0015-audit-head', '9999-later')), /newer version of Kamar/],
      [() => truncate(inContents(anyBlob), 1), /content .* is damaged/],
      [() => rm(inContents(anyBlob)), /content .* is missing/],
      [() => rm(inContents(account?.stored)), /content .* is missing/],
      [() => rm(inContents(parsed.contents.stored)), /Storage/i],
    ]
    await cp(backups(), join(folder, 'kept'), { recursive: true })
    const outcomes: unknown[] = []
    for (const [damage, expected] of damages) {
      await damage()
      const refused = await rehearseRestore({ folder: backups() }).then(
        () => 'it was taken',
        (error: Error) => error.message,
      )
      outcomes.push(expected.test(refused) ? 'as expected' : refused)
      await rm(backups(), { recursive: true })
      await cp(join(folder, 'kept'), backups(), { recursive: true })
    }
    expect(outcomes).toEqual(damages.map(() => 'as expected'))
    await rm(inContents(anyBlob))
    const into = { dataFolder: join(folder, 'data'), databaseUrl: null, objectStore: null }
    await expect(restoreBackup({ folder: backups() }, into)).rejects.toThrow(/is missing/)
    expect((await readdir(folder)).toSorted()).toEqual(['backups', 'kept'])
    await expect(rehearseRestore({ folder: join(folder, 'nothing') })).rejects.toThrow(/There is no backup/)
    await expect(rehearseRestore({ folder: backups(), snapshot: '../../etc/passwd' })).rejects.toThrow(/not the name/)
  })
})
