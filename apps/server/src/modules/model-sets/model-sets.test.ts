import type { ModelSet, ModelSetMemberForm, ModelSetSummary } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherTeam, type Team } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { modelSetsModule } from './module.js'

describeModule(modelSetsModule)

let server: TestServer
let team: Team
let secret: { readonly id: string }

beforeAll(async () => {
  server = await startTestServer()
  team = await gatherTeam(server)
  secret = await server.upload(team.owner, 'secret.stl')
})
afterAll(() => server.close())

const member = (fileId: string, change: Partial<ModelSetMemberForm> = {}): ModelSetMemberForm => ({
  fileId,
  placement: { x: 1.5, y: -2, z: 0, rotationDegrees: 90, pivot: [100, 200, 0] },
  method: 'hand',
  off: false,
  ghosted: true,
  ...change,
})
const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.inject({ method, url: `/api${url}`, headers: bearer(by), ...(payload ? { payload } : {}) })
const create = async (by: TestUser, members: readonly ModelSetMemberForm[], name = 'House and pipes') =>
  (await call(by, 'POST', `/projects/${team.projectId}/model-sets`, { name, members })).json<ModelSet>()

describe('model set', () => {
  it('stores files, versions and placements and is listed to all project members', async () => {
    const set = await create(team.editor, [member(team.file.id)])
    expect(set).toMatchObject({ name: 'House and pipes', revision: 1, role: 'editor', models: 1, hasNewer: false })
    expect(set.members).toEqual([
      {
        ...member(team.file.id),
        isFixed: false,
        seenVersion: 1,
        file: expect.objectContaining({ urn: team.file.urn, version: 1, newestVersion: 1 }),
      },
    ])
    for (const role of ['owner', 'editor', 'commenter', 'viewer'] as const) {
      const listed = (await call(team[role], 'GET', '/model-sets')).json<ModelSetSummary[]>()
      expect(listed.find(({ id }) => id === set.id)).toMatchObject({ role, projectId: team.projectId })
      expect((await call(team[role], 'GET', `/model-sets/${set.id}`)).statusCode).toBe(200)
    }
    expect((await call(team.outsider, 'GET', '/model-sets')).json()).toEqual([])
    expect((await call(team.outsider, 'GET', `/model-sets/${set.id}`)).statusCode).toBe(404)
  })

  it('is changed and deleted by editors only, with a revision check', async () => {
    const set = await create(team.owner, [member(team.file.id)])
    const url = `/model-sets/${set.id}`
    for (const user of [team.commenter, team.viewer]) {
      expect((await call(user, 'PATCH', url, { revision: 1, name: 'Mine' })).statusCode).toBe(403)
      expect((await call(user, 'DELETE', url)).statusCode).toBe(403)
    }
    expect((await call(team.outsider, 'PATCH', url, { revision: 1, name: 'Mine' })).statusCode).toBe(404)
    expect((await call(team.outsider, 'DELETE', url)).statusCode).toBe(404)
    const renamed = await call(team.editor, 'PATCH', url, { revision: 1, name: 'All' })
    expect(renamed.json()).toMatchObject({ name: 'All', revision: 2, models: 1 })
    const conflict = await call(team.owner, 'PATCH', url, { revision: 1, name: 'Late' })
    expect(conflict.json()).toMatchObject({ status: 409, code: 'changed-meanwhile' })
    expect((await call(team.editor, 'DELETE', url)).json()).toEqual({ done: true })
    expect((await call(team.owner, 'GET', url)).statusCode).toBe(404)
    expect((await call(team.owner, 'GET', `/auth/my-urns/${team.file.id}`)).statusCode).toBe(200)
  })

  it('hides files that a member cannot see and cannot be created with them', async () => {
    const set = await create(team.owner, [member(team.file.id), member(secret.id)])
    expect(set.members.map(({ file }) => file !== null)).toEqual([true, true])
    const visibleSet = (await call(team.editor, 'GET', `/model-sets/${set.id}`)).json<ModelSet>()
    expect(visibleSet.members.map(({ file }) => file?.description ?? null)).toEqual(['house.stl', null])
    // Saving keeps the files that the user cannot see.
    const saved = await call(team.editor, 'PATCH', `/model-sets/${set.id}`, {
      revision: 1,
      members: [member(team.file.id, { off: true }), member(secret.id)],
    })
    expect(saved.json<ModelSet>().members.map(({ off }) => off)).toEqual([true, false])
    const again = (await call(team.owner, 'GET', `/model-sets/${set.id}`)).json<ModelSet>()
    expect(again.members[1]?.file?.description).toBe('secret.stl')
    const stolen = await call(team.editor, 'POST', `/projects/${team.projectId}/model-sets`, {
      name: 'Stolen',
      members: [member(secret.id)],
    })
    expect(stolen.statusCode).toBe(404)
  })

  it('follows the newest version, or keeps a fixed version and reports the newer one', async () => {
    const set = await create(team.owner, [member(team.file.id)])
    const fixed = await create(team.owner, [member(team.file.id, { fixedVersion: 1 })], 'Fixed')
    const { database } = server.services
    const [version] = await database
      .selectFrom('file_version')
      .selectAll()
      .where('file_id', '=', team.file.id)
      .execute()
    if (!version) throw new RangeError('no version')
    const id = '00000000-0000-7000-8000-00000000beef'
    await database
      .insertInto('file_version')
      .values({ ...version, id, number: 2, upload_id: null, urn: `${version.urn}2` })
      .execute()
    await database.updateTable('file').set({ current_version_id: id }).where('id', '=', team.file.id).execute()
    const read = async (setId: string) => (await call(team.viewer, 'GET', `/model-sets/${setId}`)).json<ModelSet>()
    expect(await read(set.id)).toMatchObject({ hasNewer: true })
    expect((await read(set.id)).members[0]).toMatchObject({
      isFixed: false,
      seenVersion: 1,
      file: { version: 2, urn: `${version.urn}2` },
    })
    expect((await read(fixed.id)).members[0]).toMatchObject({
      isFixed: true,
      file: { version: 1, newestVersion: 2, urn: version.urn },
    })
  })

  it('is rejected with a duplicate file, no file or an unknown version', async () => {
    for (const members of [
      [member(team.file.id), member(team.file.id)],
      [],
      [member(team.file.id, { fixedVersion: 9 })],
    ])
      expect(
        (await call(team.owner, 'POST', `/projects/${team.projectId}/model-sets`, { name: 'X', members })).json(),
      ).toMatchObject({ code: 'invalid-input' })
  })
})
