import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readiness } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { encodeMetadata, computeSha256, TusUser } from '../../../testing/tus-user.js'

const megabyte = 1024 ** 2
const diskMegabytes = 8

/** Mounts a file system of a few megabytes, where this user may. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'small', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const disk = mkdtempSync(join(tmpdir(), 'kamar-small-disk-'))
const mounted = mountSmall(disk)
if (!mounted)
  process.stdout.write('uploads: the tests on a full disk are skipped, this user may not mount a small one\n')
afterAll(() => {
  if (mounted) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

describe.runIf(mounted)('upload to an 8 MB disk', () => {
  const filling = join(disk, 'filling')
  let server: TestServer
  let address: string
  let tus: TusUser
  beforeAll(async () => {
    server = await startTestServer({ configuration: { dataFolder: disk } })
    address = await server.listen()
  })
  beforeEach(async () => {
    await rm(filling, { force: true })
    tus = new TusUser({ server, address, user: await server.createUser() })
  })
  afterAll(() => server.close())

  const files = async (): Promise<unknown[]> =>
    (await server.inject({ url: '/api/auth/my-urns', headers: bearer(tus.user) })).json()
  const storedFiles = async (folder: string): Promise<string[]> => {
    const entries = await readdir(join(disk, folder), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }
  /** Writes until the disk is full. */
  async function fill(): Promise<void> {
    await expect(writeFile(filling, Buffer.alloc(diskMegabytes * megabyte))).rejects.toMatchObject({ code: 'ENOSPC' })
  }

  it('A09 is refused before any byte is sent when it cannot fit', async () => {
    const response = await tus.call('POST', '/api/uploads', {
      'upload-length': String(20 * megabyte),
      'upload-metadata': encodeMetadata('model.ifc'),
    })
    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject({ status: 507, code: 'storage-full' })
    expect(await tus.leftovers()).toEqual([])
  })

  it('A09 answers 507 when the disk is full, stores nothing, and can be resumed when there is space', async () => {
    const content = randomBytes(4 * megabyte)
    const url = await tus.begin(content.length)
    await fill()
    const refused = await tus.patch(url, 0, content)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ code: 'storage-full' })
    expect(await files()).toEqual([])
    expect(await storedFiles('blobs')).toEqual([])
    expect((await server.inject({ url: '/api/health' })).statusCode).toBe(200)

    await rm(filling)
    const { result } = await tus.upload(content, { uploadUrl: new URL(url, address).href })
    expect(result?.file.size).toBe(content.length)
    expect(await server.services.blobs.verify(computeSha256(content))).toBe('whole')
    expect(await files()).toHaveLength(1)
    expect(await tus.leftovers()).toEqual([])
  })

  it('A09 is refused completely in a single request, and the next one succeeds', async () => {
    const content = randomBytes(2 * megabyte)
    const send = () =>
      server.inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(tus.user, 'model.ifc', content) })
    const before = await storedFiles('blobs')
    await fill()
    const refused = await send()
    expect(refused.statusCode).toBe(507)
    expect(refused.json()).toMatchObject({ code: 'storage-full' })
    expect(await files()).toEqual([])
    expect(await storedFiles('blobs')).toEqual(before)
    expect(await tus.leftovers()).toEqual([])

    await rm(filling)
    expect((await send()).statusCode).toBe(200)
    expect(await files()).toHaveLength(1)
  })

  it('A10 answers 500 on a read-only disk, reports the server as not ready, and succeeds after the remount', async () => {
    const content = randomBytes(100_000)
    const send = () =>
      server.inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(tus.user, 'model.ifc', content) })
    const headers = bearer(await server.administrator())
    const storage = async (): Promise<unknown> =>
      (await server.inject({ url: '/api/ready', headers })).json<Readiness>().checks.storage
    const remount = (way: string): Buffer => execFileSync('mount', ['-o', `remount,${way}`, disk])
    remount('ro')
    try {
      const refused = await send()
      expect(refused.statusCode).toBe(500)
      expect(refused.json()).toMatchObject({ code: 'storage-damaged' })
      expect((await server.inject({ url: '/api/ready' })).statusCode).toBe(503)
      expect(await storage()).toEqual({ ready: false, detail: 'EROFS' })
      expect((await server.inject({ url: '/api/health' })).statusCode).toBe(200)
      expect(await files()).toEqual([])
    } finally {
      remount('rw')
    }
    expect((await send()).statusCode).toBe(200)
    // The disk of this test is smaller than the required free space.
    expect(await storage()).toEqual({ ready: false, detail: 'no space left' })
  })
})
