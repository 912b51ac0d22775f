import { randomBytes } from 'node:crypto'
import { chmod, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FaultPoint, watchFaultPoints } from '@kamar/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isComplete, verifyDeployment } from '../../../operations/verify/verify-deployment.js'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { computeSha256 } from '../../../testing/tus-user.js'

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  user = await server.createUser()
})
afterAll(() => server.close())

const systemError = (code: string): Error => Object.assign(new Error(code), { code })
const send = (name: string, content: Buffer) =>
  server.inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(user, name, content) })
const count = async (): Promise<number> =>
  (await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })).json<unknown[]>().length
const blobPath = (content: Buffer): string => {
  const sha256 = computeSha256(content)
  return join(server.folder, 'blobs', sha256.slice(0, 2), sha256)
}
const original = (id: string) =>
  server.inject({ url: `/api/auth/my-urns/${id}/original`, headers: bearer(user) }).catch(() => null)

/** Lets the first, second, … change on disk of an upload fail until it succeeds; returns where it failed. */
async function failAtEach(code: string, expected: { status: number; code: string }): Promise<FaultPoint[]> {
  const failed: FaultPoint[] = []
  for (let at = 1; ; at++) {
    const content = randomBytes(70_000)
    const before = await count()
    let pointCount = 0
    const stop = await watchFaultPoints({
      folder: server.folder,
      onPoint(point) {
        // A disk error persists.
        if (++pointCount < at) return
        failed.push(point)
        throw systemError(code)
      },
    })
    const response = await send('fault.ifc', content).finally(stop)
    expect((await server.inject({ url: '/api/health' })).statusCode).toBe(200)
    if (pointCount < at) return failed
    const label = `${failed.at(-1)?.call} ${failed.at(-1)?.path}`
    // After the transaction, housekeeping removes a leftover in the folder of uploads, and the file exists.
    const isMade = (await count()) > before
    const { status, code: errorCode } = response.json<{ status?: number; code?: string }>()
    expect({ status, code: errorCode }, label).toEqual(isMade ? { status: undefined, code: undefined } : expected)
    expect(await readdir(join(server.folder, 'temporary')), label).toEqual([])
    expect((await send('again.ifc', content)).statusCode, label).toBe(200)
    expect(await server.services.blobs.verify(computeSha256(content)), label).toBe('whole')
  }
}

it('A09 file upload stores no partial file when the disk is full from any file system call on, and later succeeds', async () => {
  const failed = await failAtEach('ENOSPC', { status: 507, code: 'storage-full' })
  expect(new Set(failed.map(({ call }) => call))).toContain('write')
})

it.each(['EIO', 'EROFS'])(
  'A10 file upload survives %s from any file system call on, and later succeeds',
  async (code) => {
    const failed = await failAtEach(code, { status: 500, code: 'storage-damaged' })
    expect(new Set(failed.map(({ call }) => call))).toContain('sync')
  },
)

it.each([
  ['deleted', (path: string) => rm(path)],
  ['truncated', (path: string) => truncate(path, 100)],
  [
    'altered by one bit',
    async (path: string) => {
      const bytes = await readFile(path)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(path, bytes)
    },
  ],
])('A14 blob that was %s is reported by verification and never sent completely', async (name, damage) => {
  const content = randomBytes(200_000)
  const file = await server.upload(user, 'damaged.ifc', content)
  await chmod(blobPath(content), 0o600)
  await damage(blobPath(content))
  const report = await verifyDeployment(server.services)
  expect(isComplete(report)).toBe(false)
  expect([...report.missing, ...report.damaged].join()).toContain(computeSha256(content))
  const response = await original(file.id)
  const isRefused = response === null || response.statusCode >= 500 || response.rawPayload.length < content.length
  expect(isRefused, name).toBe(true)
  await writeFile(blobPath(content), content)
  expect(await server.services.blobs.verify(computeSha256(content))).toBe('whole')
})

it('A15 missing blob of a file version is reported by verification', async () => {
  const content = randomBytes(1000)
  await server.upload(user, 'row.ifc', content)
  await rm(blobPath(content))
  expect((await verifyDeployment(server.services)).missing.join()).toContain(computeSha256(content))
  await server.services.blobs.put([content] as never)
})

it('A15 unreferenced blob is reported by verification and removed when it is old', async () => {
  const [old, recent] = [randomBytes(1000), randomBytes(1000)]
  for (const content of [old, recent]) await server.services.blobs.put([content] as never)
  const report = await verifyDeployment(server.services)
  for (const content of [old, recent]) expect(report.unknown).toContain(`blob ${computeSha256(content)}`)
  const time = new Date(Date.now() - 48 * 3_600_000)
  await utimes(blobPath(old), time, time)
  await server.runJobs()
  expect(await server.services.blobs.verify(computeSha256(old))).toBe('missing')
  expect(await server.services.blobs.verify(computeSha256(recent))).toBe('whole')
})
