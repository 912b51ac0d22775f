import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { bearer } from '../../testing/test-server.js'
import { eachWithTusUser, encodeMetadata, computeSha256, type TusUser } from '../../testing/tus-user.js'

let tus: TusUser
eachWithTusUser((next) => {
  tus = next
})

describe('tus upload', () => {
  it('returns the file in a header after a single PATCH request', async () => {
    const content = randomBytes(300_000)
    const { result } = await tus.upload(content, { metadata: { filename: 'Շենք 🏛.ifc' } })
    expect(result).toMatchObject({
      fileName: 'Շենք 🏛.ifc',
      file: { description: 'Շենք 🏛.ifc', size: 300_000, status: 'processing' },
    })
    expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
    expect(await tus.leftovers()).toEqual([])
  })

  it('returns the file after several chunks', async () => {
    const content = randomBytes(1_000_000)
    const { result } = await tus.upload(content, { chunkSize: 150_000 })
    expect(result?.file.size).toBe(1_000_000)
    expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
  })

  it('accepts the first bytes in the creation request', async () => {
    const { result } = await tus.upload(randomBytes(1000), { uploadDataDuringCreation: true })
    expect(result?.file.size).toBe(1000)
  })

  it('accepts a deferred length', async () => {
    const chunks = Array.from({ length: 5 }, () => randomBytes(100_000))
    const { result } = await tus.upload(Readable.from(chunks), { uploadLengthDeferred: true, chunkSize: 120_000 })
    expect(result?.file.size).toBe(500_000)
  })

  it('resumes at the last offset', async () => {
    const content = randomBytes(400_000)
    const url = await tus.begin(content.length)
    expect((await tus.patch(url, 0, content.subarray(0, 250_000))).headers.get('upload-offset')).toBe('250000')
    const { result } = await tus.upload(content, { uploadUrl: new URL(url, tus.address).href })
    expect(result?.file.size).toBe(400_000)
    expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
  })

  it('returns a relative Location that ignores X-Forwarded-Host', async () => {
    const response = await fetch(`${tus.address}/api/uploads`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        ...bearer(tus.user),
        'x-forwarded-host': 'evil.example',
        'upload-length': '5',
        'upload-metadata': encodeMetadata('a.ifc'),
      },
    })
    expect(response.headers.get('location')).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)
    expect(response.headers.get('upload-expires')).toMatch(/GMT$/)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('can be cancelled', async () => {
    const url = await tus.begin(1000)
    await tus.patch(url, 0, randomBytes(100))
    expect((await tus.call('DELETE', url)).status).toBe(204)
    expect((await tus.call('HEAD', url)).status).toBe(404)
    expect(await tus.leftovers()).toEqual([])
  })
})

describe('finished tus upload', () => {
  it('returns the same file when it is resumed by its URL', async () => {
    const content = randomBytes(1000)
    const first = await tus.upload(content)
    const again = await tus.upload(content, { uploadUrl: first.url })
    expect(again.result).toEqual(first.result)
  })
})

describe('tus upload of another user', () => {
  it('is not found, whether unfinished or finished', async () => {
    const underway = await tus.begin(100)
    const { url: done } = await tus.upload(randomBytes(100))
    const owner = tus.user
    tus.user = await tus.server.createUser()
    for (const url of [underway, done]) {
      expect((await tus.call('HEAD', url)).status).toBe(404)
      expect((await tus.patch(url, 0, 'x'.repeat(100))).status).toBe(404)
      expect((await tus.call('DELETE', url)).status).toBe(404)
    }
    tus.user = owner
    expect((await tus.call('HEAD', underway)).headers.get('upload-offset')).toBe('0')
  })
})
