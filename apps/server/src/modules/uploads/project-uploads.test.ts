import type { FileRecord, UploadResult } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherTeam, type Team } from '../../testing/team.js'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startTestServer()
  team = await gatherTeam(server)
})
afterAll(() => server.close())

const content = 'solid added\nendsolid added\n'
const upload = (by: TestUser, projectId: string) =>
  server.inject({ method: 'POST', url: '/api/auth/upload', ...fileForm(by, 'added.stl', content, { projectId }) })
const usedBy = async (user: TestUser): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json<{ usedBytes: number }>().usedBytes

describe('upload to a shared project', () => {
  it('is visible to all members at once and counts against the owner’s quota', async () => {
    const [before, own] = [await usedBy(team.owner), await usedBy(team.editor)]
    const response = await upload(team.editor, team.projectId)
    expect(response.json<UploadResult>().file).toMatchObject({
      description: 'added.stl',
      sharing: { projectId: team.projectId, role: 'editor', mine: false, people: 3 },
    })
    const listResponse = await server.inject({
      url: `/api/auth/my-urns?project=${team.projectId}`,
      headers: bearer(team.viewer),
    })
    expect(listResponse.json<FileRecord[]>().map(({ description }) => description)).toContain('added.stl')
    expect(await usedBy(team.owner)).toBe(before + content.length)
    expect(await usedBy(team.editor)).toBe(own)
  })

  it.each(['viewer', 'commenter'] as const)('is forbidden to a %s', async (role) => {
    expect((await upload(team[role], team.projectId)).json()).toMatchObject({ status: 403, code: 'not-allowed' })
  })

  it.each([
    ['of another user', () => team.projectId],
    ['that does not exist', () => '00000000-0000-7000-8000-00000000abcd'],
    ['with a malformed id', () => "' or 1=1 --"],
  ])('answers 404 for a project %s', async (_, projectId) => {
    expect((await upload(team.outsider, projectId())).statusCode).toBe(404)
  })

  it('is refused when it exceeds the owner’s quota', async () => {
    const { database } = server.services
    await database.updateTable('account').set({ quota_bytes: 1 }).where('id', '=', team.owner.id).execute()
    expect((await upload(team.editor, team.projectId)).json()).toMatchObject({ status: 413, code: 'quota-exceeded' })
  })

  it('keeps its project when it is resumable', async () => {
    const { database } = server.services
    await database.updateTable('account').set({ quota_bytes: 1e9 }).where('id', '=', team.owner.id).execute()
    const metadata = Object.entries({ filename: 'pieces.stl', projectId: team.projectId })
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',')
    const begun = await server.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...bearer(team.editor),
        'tus-resumable': '1.0.0',
        'upload-length': String(content.length),
        'upload-metadata': metadata,
      },
    })
    expect(begun.statusCode, begun.body).toBe(201)
    const ended = await server.inject({
      method: 'PATCH',
      url: new URL(String(begun.headers.location), 'http://localhost').pathname,
      headers: {
        ...bearer(team.editor),
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: content,
    })
    const { file } = JSON.parse(decodeURIComponent(String(ended.headers['upload-result']))) as UploadResult
    expect(file).toMatchObject({ description: 'pieces.stl', sharing: { projectId: team.projectId } })
  })
})
