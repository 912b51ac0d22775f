import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { translateLocally } from '../../testing/translated.js'
import { verifyDeployment } from '../verify/verify-deployment.js'
import { type BackupSource, makeBackup } from './make-backup.js'
import { readContentList } from './packed-lines.js'
import { BackupFolder } from './snapshot.js'

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
const computeSha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Purges a file with its bytes, as housekeeping does. */
async function purge(fileId: string, sha256: string): Promise<void> {
  const { blobs, database } = server.services
  await database.deleteFrom('file').where('id', '=', fileId).execute()
  await database.deleteFrom('translation').where('blob_sha256', '=', sha256).execute()
  await database.deleteFrom('blob').where('sha256', '=', sha256).execute()
  await blobs.remove(sha256)
}

describe('makeBackup', () => {
  it('C03 starts again when a file is purged while it runs', async () => {
    const { id } = await server.upload(user, 'purged.stl', 'solid to be purged\n')
    const sha256 = computeSha256('solid to be purged\n')
    let statCalls = 0
    const blobs: BackupSource['blobs'] = {
      open: (address) => source.blobs.open(address),
      // At first it has not arrived yet; on the second request it has been removed, and its row with it.
      async stat(address) {
        if (address !== sha256) return source.blobs.stat(address)
        if (++statCalls === 2) await purge(id, sha256)
        return null
      },
    }
    const messages: string[] = []
    const backup = await makeBackup({ ...source, blobs }, { folder: backups() }, (message) => messages.push(message))
    expect(backup.absent).toEqual([])
    expect(messages.filter((message) => message === 'Reading the database.')).toHaveLength(2)
  })

  it('C03 reports missing and damaged contents and stores the others', async () => {
    const [lost, damaged] = ['solid to be lost\n', 'solid to be damaged\n']
    const files = [await server.upload(user, 'lost.stl', lost), await server.upload(user, 'damaged.stl', damaged)]
    await rm(blobPath(server.folder, computeSha256(lost)))
    await writeFile(blobPath(server.folder, computeSha256(damaged)), damaged.toUpperCase())
    const report = await makeBackup(source, { folder: backups() })
    const expectedContents = [`blob ${computeSha256(damaged)}`, `blob ${computeSha256(lost)}`]
    expect([...report.absent].toSorted()).toEqual(expectedContents.toSorted())
    const { contents } = await BackupFolder.open(backups())
    expect(await contents.stat(computeSha256(damaged.toUpperCase()))).toBeNull()
    await purge(files[0]?.id ?? '', computeSha256(lost))
    await purge(files[1]?.id ?? '', computeSha256(damaged))
  })

  it('C03 omits the secret on request and removes old snapshots with their unshared contents', async () => {
    const first = await makeBackup(source, { folder: backups() })
    const content = 'solid short-lived\n'
    const { id } = await server.upload(user, 'short-lived.stl', content)
    const second = await makeBackup(source, { folder: backups() })
    expect(second.added).toBe(1)
    await purge(id, computeSha256(content))
    const third = await makeBackup(source, { folder: backups(), keep: 1, withoutSecret: true })
    expect(third.removed).toEqual([first.snapshot, second.snapshot])
    expect(await readdir(join(backups(), 'snapshots'))).toEqual([`${third.snapshot}.json`])
    const backupFolder = await BackupFolder.open(backups())
    expect(await backupFolder.contents.stat(computeSha256(content))).toBeNull()
    const { contents, secret: secretLocation } = await backupFolder.read(third.snapshot)
    expect(secretLocation).toBe('left out')
    for await (const { sha256 } of readContentList(backupFolder.contents, contents.stored))
      expect(await backupFolder.contents.verify(sha256)).toBe('whole')
  })
})

describe('verifyDeployment', () => {
  const verify = () => verifyDeployment(server.services)
  const restoreAfterwards: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of restoreAfterwards.splice(0)) await undo()
  })

  it('C04 reports no finding for an intact deployment', async () => {
    const report = await verify()
    expect(report).toMatchObject({ missing: [], damaged: [], unknown: [], audit: { whole: true } })
    expect(report.whole.count).toBeGreaterThan(5)
  })

  it('C04 reports missing, damaged and unreferenced contents', async () => {
    const content = 'solid of the verification\n'
    const sha256 = computeSha256(content)
    await server.upload(user, 'verified.stl', content)
    const path = blobPath(server.folder, sha256)
    await rm(path)
    expect((await verify()).missing).toEqual([`blob ${sha256}`])
    await writeFile(path, content.replace('solid', 'Solid'))
    expect((await verify()).damaged).toEqual([`blob ${sha256}`])
    await writeFile(path, content)
    const { path: name, translation_id: id } = await server.services.database
      .selectFrom('derivative')
      .select(['path', 'translation_id'])
      .executeTakeFirstOrThrow()
    const file = join(server.folder, 'derivatives', id, name)
    const backupFolder = await readFile(file)
    restoreAfterwards.push(() => writeFile(file, backupFolder))
    await writeFile(file, backupFolder.subarray(0, backupFolder.length - 1))
    expect((await verify()).damaged).toEqual([`package ${id}/${name}`])
    await rm(file)
    expect((await verify()).missing).toEqual([`package ${id}/${name}`])
    await writeFile(file, backupFolder)
    const orphanPath = join(server.folder, 'derivatives', id, 'stray.bin')
    await writeFile(orphanPath, 'x')
    const orphan = await server.services.blobs.put(one('nobody’s'))
    restoreAfterwards.push(
      () => rm(orphanPath),
      () => server.services.blobs.remove(orphan.sha256),
    )
    expect(await verify()).toMatchObject({
      missing: [],
      damaged: [],
      unknown: [`blob ${orphan.sha256}`, `package ${id}/stray.bin`],
    })
  })
})

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
