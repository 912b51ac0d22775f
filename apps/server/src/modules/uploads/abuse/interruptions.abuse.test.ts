import { randomBytes } from 'node:crypto'
import { appendFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { decodeUploadResult, uploadResultHeader } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { bearer } from '../../../testing/test-server.js'
import { eachWithTusUser, computeSha256, type TusUser } from '../../../testing/tus-user.js'

let tus: TusUser
eachWithTusUser((next) => {
  tus = next
})

describe('interrupted upload', () => {
  /** Sends the headers of a PATCH and so many bytes, then drops the connection. */
  function dropAfter(url: string, content: Buffer, sentBytes: number): Promise<void> {
    const { port, hostname } = new URL(tus.address)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        const headerLines = [
          `PATCH ${url} HTTP/1.1`,
          `host: ${hostname}`,
          `authorization: ${bearer(tus.user).authorization}`,
          'tus-resumable: 1.0.0',
          'upload-offset: 0',
          'content-type: application/offset+octet-stream',
          `content-length: ${content.length}`,
        ]
        socket.write(`${headerLines.join('\r\n')}\r\n\r\n`)
        socket.write(content.subarray(0, sentBytes), () => {
          socket.destroy()
          resolve()
        })
      })
      socket.once('error', reject)
    })
  }

  it.each([0, 1, 250_000, 500_000, 990_000, 1_000_000])(
    'A01 resumes after %i of a million bytes and creates one file',
    async (sent) => {
      const content = randomBytes(1_000_000)
      const url = await tus.begin(content.length)
      await dropAfter(url, content, sent)
      // With all bytes received, the file may be created although the client has gone; never part of one.
      const listed = (await tus.server.inject({ url: '/api/auth/my-urns', headers: bearer(tus.user) })).json<
        { size: number }[]
      >()
      expect(listed.map(({ size }) => size)).toEqual(sent < content.length ? [] : listed.map(() => content.length))
      const { result } = await tus.upload(content, {
        uploadUrl: new URL(url, tus.address).href,
        retryDelays: [50, 100, 200, 400],
      })
      expect(result?.file.size).toBe(content.length)
      expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
      expect((await tus.server.inject({ url: '/api/auth/my-urns', headers: bearer(tus.user) })).json()).toHaveLength(1)
      expect(await tus.leftovers()).toEqual([])
      const response = await tus.server.inject({ url: '/api/auth/me', headers: bearer(tus.user) })
      expect(response.json()).toMatchObject({ usedBytes: content.length })
    },
  )
})

describe('upload during housekeeping', () => {
  it('A17 completes although it is slow and housekeeping runs continuously', async () => {
    const content = randomBytes(1_200_000)
    const chunkCount = 4
    const chunkSize = content.length / chunkCount
    let attempts = 0
    let cleaning: Promise<void> | null = null
    const clean = async (): Promise<void> => {
      await tus.server.runJobs()
      attempts++
      cleaning = null
    }
    const timer = setInterval(() => {
      cleaning ??= clean()
    }, 50)
    try {
      const url = await tus.begin(content.length)
      for (let at = 0; at < chunkCount; at++) {
        const begun = attempts
        const response = await tus.patch(url, at * chunkSize, content.subarray(at * chunkSize, (at + 1) * chunkSize))
        expect(response.status).toBe(204)
        await expect.poll(() => attempts).toBeGreaterThan(begun)
      }
    } finally {
      clearInterval(timer)
      await cleaning
    }
    expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
    expect((await tus.server.inject({ url: '/api/auth/my-urns', headers: bearer(tus.user) })).json()).toHaveLength(1)
    expect(await tus.leftovers()).toEqual([])
  })
})

describe('upload after a server crash', () => {
  it('A02 creates its file on the next request when all bytes were written', async () => {
    const content = randomBytes(5000)
    const url = await tus.begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    const path = tus.server.services.domain.uploads.folder.toPath({ accountId: tus.user.id, uploadId })
    await tus.patch(url, 0, content.subarray(0, 4000))
    // The state after a crash right after the write: all bytes, no file.
    await appendFile(path, content.subarray(4000))
    const response = await tus.call('HEAD', url)
    expect(decodeUploadResult(response.headers.get(uploadResultHeader))).toMatchObject({ file: { size: 5000 } })
    expect(await tus.server.services.blobs.verify(computeSha256(content))).toBe('whole')
  })

  it('A02 creates its file on the next request when the blob was stored without a row', async () => {
    const content = randomBytes(5000)
    const url = await tus.begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    const name = { accountId: tus.user.id, uploadId }
    const path = tus.server.services.domain.uploads.folder.toPath(name)
    await tus.patch(url, 0, content.subarray(0, 4000))
    await appendFile(path, content.subarray(4000))
    await tus.server.services.domain.uploads.folder.noteAddress(name, computeSha256(content))
    await tus.server.services.blobs.adopt(path, computeSha256(content))
    const response = await tus.patch(url, 5000, '')
    expect(response.status).toBe(204)
    expect(decodeUploadResult(response.headers.get(uploadResultHeader))).toMatchObject({
      fileName: 'model.ifc',
      file: { size: 5000 },
    })
    expect(await tus.leftovers()).toEqual([])
  })

  it('A02 answers 404 when its bytes are lost, and the client starts again', async () => {
    const content = randomBytes(5000)
    const url = await tus.begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    await rm(tus.server.services.domain.uploads.folder.toPath({ accountId: tus.user.id, uploadId }))
    expect((await tus.call('HEAD', url)).status).toBe(404)
    const { result } = await tus.upload(content, { uploadUrl: new URL(url, tus.address).href })
    expect(result?.file.size).toBe(5000)
  })
})

describe('upload to a full disk', () => {
  it('A09 answers 507 and resumes when there is space again', async () => {
    const content = randomBytes(1000)
    const url = await tus.begin(content.length)
    const uploadId = url.split('/').at(-1) ?? ''
    const path = tus.server.services.domain.uploads.folder.toPath({ accountId: tus.user.id, uploadId })
    // /dev/full fails every write with "no space left".
    await rename(path, `${path}-aside`)
    await symlink('/dev/full', path)
    const refused = await tus.patch(url, 0, content)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ code: 'storage-full' })
    await rm(path)
    await rename(`${path}-aside`, path)
    expect((await stat(path)).size).toBe(0)
    const { result } = await tus.upload(content, { uploadUrl: new URL(url, tus.address).href })
    expect(result?.file.size).toBe(1000)
  })
})
