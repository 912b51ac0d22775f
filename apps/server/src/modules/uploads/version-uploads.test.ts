import { randomBytes } from 'node:crypto'
import type { FileVersions, UploadResult } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { bearer } from '../../testing/test-server.js'
import { eachWithTusUser, catchRefusal, type TusUser } from '../../testing/tus-user.js'

let tus: TusUser
eachWithTusUser((next) => {
  tus = next
})

const firstVersion = async (): Promise<UploadResult> => {
  const { result } = await tus.upload(randomBytes(900))
  if (!result) throw new Error('the first version was not answered')
  return result
}

const listVersions = async (fileId: string): Promise<FileVersions['versions']> => {
  const response = await tus.server.inject({ url: `/api/auth/my-urns/${fileId}/versions`, headers: bearer(tus.user) })
  return response.json<FileVersions>().versions
}

const asVersion = (fileId: string, note = 'wider door') => ({ metadata: { filename: 'v2.ifc', fileId, note } })

describe('resumable upload of a new version', () => {
  it('adds the next version with its note', async () => {
    const { file } = await firstVersion()
    const second = (await tus.upload(randomBytes(1200), asVersion(file.id))).result
    expect(second?.file).toMatchObject({ id: file.id, description: 'model.ifc', size: 1200 })
    expect(await listVersions(file.id)).toMatchObject([
      { number: 2, note: 'wider door', urn: second?.urn },
      { number: 1, note: '', urn: file.urn },
    ])
  })

  it('returns its own size and URN on HEAD after a newer version', async () => {
    const { file } = await firstVersion()
    const second = await tus.upload(randomBytes(1200), asVersion(file.id))
    await tus.upload(randomBytes(50), asVersion(file.id))
    const response = await tus.call('HEAD', second.url)
    expect(response.headers.get('upload-offset')).toBe('1200')
    expect(decodeURIComponent(response.headers.get('upload-result') ?? '')).toContain(second.result?.urn)
  })

  it('is rejected before it starts: unknown file, different extension or too long a note', async () => {
    const { file } = await firstVersion()
    const other = { metadata: { filename: 'v2.stl', fileId: file.id } }
    const unknownFile = asVersion('00000000-0000-7000-8000-00000000abcd')
    expect((await catchRefusal(tus.upload(randomBytes(9), unknownFile))).status).toBe(404)
    expect((await catchRefusal(tus.upload(randomBytes(9), other))).body).toMatchObject({ code: 'other-file-type' })
    const long = asVersion(file.id, 'x'.repeat(501))
    expect((await catchRefusal(tus.upload(randomBytes(9), long))).body).toMatchObject({ code: 'invalid-input' })
    expect(await tus.leftovers()).toEqual([])
    expect(await listVersions(file.id)).toHaveLength(1)
  })

  it('answers 404 to users without access to the file', async () => {
    const { file } = await firstVersion()
    const headers = bearer(await tus.server.createUser())
    expect((await catchRefusal(tus.upload(randomBytes(9), { ...asVersion(file.id), headers }))).status).toBe(404)
  })
})
