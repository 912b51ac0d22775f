import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { writeZip } from '@kamar/bcf'
import { limits } from '@kamar/contracts'
import { type BlobStore, DiskBlobStore } from '@kamar/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArchiveStore, type UnpackedArchive, unpackArchive } from './unpack-archive.js'

let folder: string
let blobs: BlobStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-archives-'))
  blobs = await DiskBlobStore.open(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const createArchive = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  writeZip(Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })))

async function unpack(archive: Uint8Array, rootFilename: string): Promise<UnpackedArchive> {
  const { sha256 } = await blobs.put(
    (async function* () {
      yield archive
    })(),
  )
  return unpackArchive(blobs, sha256, { rootFilename, maxFileBytes: limits.defaultUploadBytes })
}

async function readText(sha256: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await blobs.open(sha256)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function listCompanions(files: Readonly<Record<string, string>>, root: string): Promise<Record<string, string>> {
  const { companions } = await unpack(await createArchive(files), root)
  return Object.fromEntries(
    await Promise.all(companions.map(async ({ name, sha256 }) => [name, await readText(sha256)])),
  )
}

describe('unpackArchive', () => {
  it('returns the root file, found without regard to case and slashes, and its companions', async () => {
    const files = { 'work/House.OBJ': 'design', 'work/house.mtl': 'material', 'work/maps/brick.png': 'picture' }
    const { root } = await unpack(await createArchive(files), 'Work\\house.obj')
    expect(await readText(root.sha256)).toBe('design')
    expect(root.sizeBytes).toBe(6)
    expect(await listCompanions(files, 'work/house.obj')).toEqual({ 'house.mtl': 'material', 'brick.png': 'picture' })
  })

  it('prefers the nearest of several companions with the same name', async () => {
    const files = { 'a/x.mtl': 'far', 'b/model.obj': '', 'b/maps/X.mtl': 'near', 'b/maps/deep/x.mtl': 'below' }
    expect(await listCompanions(files, 'b/model.obj')).toEqual({ 'X.mtl': 'near' })
  })

  it('ignores metadata files of the operating system', async () => {
    const files = { 'm.obj': '', '.DS_Store': 'x', '__MACOSX/m.mtl': 'x', 'empty/': '', 'm.mtl': 'material' }
    expect(await listCompanions(files, 'm.obj')).toEqual({ 'm.mtl': 'material' })
  })

  it('rejects an archive without the root file and a file that is not a ZIP archive', async () => {
    await expect(unpack(await createArchive({ 'a.obj': '' }), 'b.obj')).rejects.toMatchObject({ status: 404 })
    await expect(unpack(Buffer.from('solid wedge'), 'a.stl')).rejects.toMatchObject({ status: 406 })
  })

  it('rejects an archive that is damaged, has too many files or declares files that are too large', async () => {
    const archive = await createArchive({ 'a.obj': 'v 0 0 0\n'.repeat(100) })
    const damaged = Buffer.from(archive)
    damaged.fill(0xff, 40, 50)
    await expect(unpack(damaged, 'a.obj')).rejects.toMatchObject({ status: 406 })
    const entries = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.obj`, '']))
    await expect(unpack(await createArchive(entries), '0.obj')).rejects.toThrow(/at most 500 files/)
    const large = Buffer.from(archive)
    large.writeUInt32LE(200_000_000, large.lastIndexOf('PK\x01\x02') + 24)
    await expect(unpack(large, 'a.obj')).rejects.toThrow(/of 100MB each and 400MB together/)
  })

  it('rejects a damaged archive when the blob store reads after the error', async () => {
    const slowStore: ArchiveStore = {
      materialise: (sha256) => blobs.materialise(sha256),
      put: async (content) => {
        await once(content as Readable, 'error')
        return blobs.put(content)
      },
    }
    const damaged = await createArchive({ 'a.obj': 'v 0 0 0\n'.repeat(100) })
    damaged.fill(0xff, 40, 50)
    const { sha256 } = await blobs.put(Readable.from([damaged]))
    const request = { rootFilename: 'a.obj', maxFileBytes: 1000 }
    await expect(unpackArchive(slowStore, sha256, request)).rejects.toMatchObject({ status: 406 })
  })

  it('rejects entry paths outside the archive', async () => {
    await expect(unpack(await createArchive({ 'a.obj': '', '../../b.mtl': 'x' }), 'a.obj')).rejects.toMatchObject({
      status: 406,
    })
  })
})
