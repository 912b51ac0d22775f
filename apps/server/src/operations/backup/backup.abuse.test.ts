import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../../testing/test-server.js'
import { translateHere } from '../../testing/translated.js'
import { verifyDeployment } from '../verify/verify-deployment.js'
import { type BackupSource, makeBackup } from './make-backup.js'
import { readContentList } from './packed-lines.js'
import { BackupFolder } from './snapshot.js'

const secret = 'the secret of a deployment that is backed up'
let server: TestServer
let person: Person
let source: BackupSource
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  person = await server.person()
  const file = await server.upload(person, 'wedge.stl')
  await translateHere(server, { translationId: await server.translationOf(file) })
  source = { ...server.services, secret }
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const backups = (): string => join(folder, 'backups')
const blobPath = (at: string, sha256: string): string => join(at, 'blobs', sha256.slice(0, 2), sha256)
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Purges a file with its bytes, as housekeeping does. */
async function purge(fileId: string, sha256: string): Promise<void> {
  const { blobs, database } = server.services
  await database.deleteFrom('file').where('id', '=', fileId).execute()
  await database.deleteFrom('translation').where('blob_sha256', '=', sha256).execute()
  await database.deleteFrom('blob').where('sha256', '=', sha256).execute()
  await blobs.remove(sha256)
}

describe('a backup', () => {
  it('C03 starts over when a file is purged between its row and its bytes', async () => {
    const { id } = await server.upload(person, 'purged.stl', 'solid to be purged\n')
    const sha256 = hashOf('solid to be purged\n')
    let asked = 0
    const blobs: BackupSource['blobs'] = {
      open: (address) => source.blobs.open(address),
      // First it has not arrived yet; when it is asked for again it has been removed, and its row with it.
      async stat(address) {
        if (address !== sha256) return source.blobs.stat(address)
        if (++asked === 2) await purge(id, sha256)
        return null
      },
    }
    const said: string[] = []
    const made = await makeBackup({ ...source, blobs }, { folder: backups() }, (sentence) => said.push(sentence))
    expect(made.absent).toEqual([])
    expect(said.filter((sentence) => sentence === 'Reading the database.')).toHaveLength(2)
  })

  it('C03 says what was missing or damaged already, and holds all the rest', async () => {
    const [lost, damaged] = ['solid to be lost\n', 'solid to be damaged\n']
    const files = [await server.upload(person, 'lost.stl', lost), await server.upload(person, 'damaged.stl', damaged)]
    await rm(blobPath(server.folder, hashOf(lost)))
    await writeFile(blobPath(server.folder, hashOf(damaged)), damaged.toUpperCase())
    const report = await makeBackup(source, { folder: backups() })
    const wanted = [`blob ${hashOf(damaged)}`, `blob ${hashOf(lost)}`]
    expect([...report.absent].toSorted()).toEqual(wanted.toSorted())
    const { contents } = await BackupFolder.open(backups())
    expect(await contents.stat(hashOf(damaged.toUpperCase()))).toBeNull()
    await purge(files[0]?.id ?? '', hashOf(lost))
    await purge(files[1]?.id ?? '', hashOf(damaged))
  })

  it('C03 leaves the secret out when asked, and removes old snapshots with what they alone needed', async () => {
    const first = await makeBackup(source, { folder: backups() })
    const content = 'solid short-lived\n'
    const { id } = await server.upload(person, 'short-lived.stl', content)
    const second = await makeBackup(source, { folder: backups() })
    expect(second.added).toBe(1)
    await purge(id, hashOf(content))
    const third = await makeBackup(source, { folder: backups(), keep: 1, withoutSecret: true })
    expect(third.removed).toEqual([first.snapshot, second.snapshot])
    expect(await readdir(join(backups(), 'snapshots'))).toEqual([`${third.snapshot}.json`])
    const kept = await BackupFolder.open(backups())
    expect(await kept.contents.stat(hashOf(content))).toBeNull()
    const { contents, secret: place } = await kept.read(third.snapshot)
    expect(place).toBe('left out')
    for await (const { sha256 } of readContentList(kept.contents, contents.stored))
      expect(await kept.contents.verify(sha256)).toBe('whole')
  })
})

describe('verifying', () => {
  const look = () => verifyDeployment(server.services)
  const restoreLater: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of restoreLater.splice(0)) await undo()
  })

  it('C04 finds every byte whole where nothing happened', async () => {
    const report = await look()
    expect(report).toMatchObject({ missing: [], damaged: [], unknown: [], audit: { whole: true } })
    expect(report.whole.count).toBeGreaterThan(5)
  })

  it('C04 names what is missing, what is damaged and what no row knows', async () => {
    const content = 'solid of the verification\n'
    const sha256 = hashOf(content)
    await server.upload(person, 'verified.stl', content)
    const path = blobPath(server.folder, sha256)
    await rm(path)
    expect((await look()).missing).toEqual([`blob ${sha256}`])
    await writeFile(path, content.replace('solid', 'Solid'))
    expect((await look()).damaged).toEqual([`blob ${sha256}`])
    await writeFile(path, content)
    const { path: name, translation_id: id } = await server.services.database
      .selectFrom('derivative')
      .select(['path', 'translation_id'])
      .executeTakeFirstOrThrow()
    const file = join(server.folder, 'derivatives', id, name)
    const kept = await readFile(file)
    restoreLater.push(() => writeFile(file, kept))
    await writeFile(file, kept.subarray(0, kept.length - 1))
    expect((await look()).damaged).toEqual([`package ${id}/${name}`])
    await rm(file)
    expect((await look()).missing).toEqual([`package ${id}/${name}`])
    await writeFile(file, kept)
    const stray = join(server.folder, 'derivatives', id, 'stray.bin')
    await writeFile(stray, 'x')
    const orphan = await server.services.blobs.put(one('nobody’s'))
    restoreLater.push(
      () => rm(stray),
      () => server.services.blobs.remove(orphan.sha256),
    )
    expect(await look()).toMatchObject({
      missing: [],
      damaged: [],
      unknown: [`blob ${orphan.sha256}`, `package ${id}/stray.bin`],
    })
  })
})

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
