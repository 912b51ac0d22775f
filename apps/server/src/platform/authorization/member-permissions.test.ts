import {
  type FolderRecord,
  projectRoles,
  type ProjectRole,
  type Route,
  routes,
  type StreamRoute,
  streamRoutes,
} from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleBodies } from '../../testing/sample-bodies.js'
import { gatherTeam, type Team } from '../../testing/team.js'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.js'

type Declared = Pick<Route | StreamRoute, 'method' | 'path'>

const file = '/api/auth/my-urns/:id'
const project = '/api/projects/:projectId'
const topic = `${file}/topics/:topicId`
const viewpoint = `${file}/viewpoints/:viewpointId`
const folder = '/api/folders/:id'
/** Minimum role of a member for each call about a file, a folder or a project. */
const minRoles: Readonly<Record<string, ProjectRole>> = {
  [`GET ${file}`]: 'viewer',
  [`PATCH ${file}`]: 'editor',
  [`DELETE ${file}`]: 'owner',
  [`POST ${file}/retry`]: 'editor',
  [`POST ${file}/cancel`]: 'editor',
  [`GET ${file}/original`]: 'viewer',
  [`GET ${file}/versions`]: 'viewer',
  [`POST ${file}/versions/:number/restore`]: 'editor',
  [`GET ${file}/companions`]: 'viewer',
  [`POST ${file}/companions`]: 'editor',
  [`GET ${file}/activity`]: 'owner',
  [`GET ${file}/people`]: 'viewer',
  [`POST ${file}/people`]: 'owner',
  [`POST ${file}/project`]: 'owner',
  [`GET ${file}/mentionable`]: 'viewer',
  [`GET ${file}/links`]: 'owner',
  [`POST ${file}/links`]: 'owner',
  [`DELETE ${file}/links/:linkId`]: 'owner',
  [`GET ${file}/topics`]: 'viewer',
  [`POST ${file}/topics`]: 'commenter',
  [`GET ${topic}`]: 'viewer',
  [`PATCH ${topic}`]: 'commenter',
  [`DELETE ${topic}`]: 'commenter',
  [`GET ${topic}/history`]: 'viewer',
  [`POST ${topic}/comments`]: 'commenter',
  [`PATCH ${topic}/comments/:commentId`]: 'commenter',
  [`DELETE ${topic}/comments/:commentId`]: 'commenter',
  [`POST ${topic}/viewpoints`]: 'commenter',
  [`GET ${file}/views`]: 'viewer',
  [`POST ${file}/views`]: 'commenter',
  [`GET ${file}/draft`]: 'viewer',
  [`PUT ${file}/draft`]: 'viewer',
  [`POST ${file}/view-links`]: 'viewer',
  [`POST ${viewpoint}/copy`]: 'commenter',
  [`POST ${topic}/attachments`]: 'commenter',
  [`GET ${file}/attachments/:attachmentId`]: 'viewer',
  [`DELETE ${file}/attachments/:attachmentId`]: 'commenter',
  [`GET ${file}/filters`]: 'viewer',
  [`POST ${file}/filters`]: 'editor',
  [`GET ${viewpoint}`]: 'viewer',
  [`PATCH ${viewpoint}`]: 'commenter',
  [`DELETE ${viewpoint}`]: 'commenter',
  [`POST ${viewpoint}/snapshot`]: 'commenter',
  [`GET ${viewpoint}/snapshot`]: 'viewer',
  [`GET ${file}/bcf`]: 'viewer',
  [`POST ${file}/bcf`]: 'editor',
  [`POST ${project}/model-sets`]: 'editor',
  [`PATCH ${project}`]: 'owner',
  [`PUT ${project}/cloud`]: 'owner',
  [`DELETE ${project}`]: 'owner',
  [`GET ${project}/people`]: 'viewer',
  [`POST ${project}/people`]: 'owner',
  [`PATCH ${project}/people/:accountId`]: 'owner',
  [`DELETE ${project}/people/:accountId`]: 'owner',
  [`DELETE ${project}/invitations/:invitationId`]: 'owner',
  [`PUT ${project}/quota`]: 'owner',
  [`POST ${project}/people/plan`]: 'owner',
  [`GET ${project}/groups`]: 'owner',
  [`PUT ${project}/groups/:groupId`]: 'owner',
  [`DELETE ${project}/groups/:groupId`]: 'owner',
  [`GET ${project}/overview`]: 'viewer',
  [`GET ${project}/activity`]: 'viewer',
  [`GET ${project}/folders`]: 'viewer',
  [`GET ${project}/sheets`]: 'viewer',
  [`POST ${project}/folders`]: 'editor',
  [`GET ${project}/bin`]: 'owner',
  [`GET ${project}/people/:accountId/folders`]: 'owner',
  [`GET ${folder}`]: 'viewer',
  [`PATCH ${folder}`]: 'editor',
  [`DELETE ${folder}`]: 'owner',
  [`POST ${folder}/paths`]: 'editor',
  [`POST ${folder}/moves/plan`]: 'editor',
  [`POST ${folder}/moves`]: 'editor',
  [`GET ${folder}/permissions`]: 'owner',
  [`PUT ${folder}/permissions`]: 'owner',
  [`POST ${folder}/permissions/plan`]: 'owner',
}
/** Restoring belongs to the bin, which only owners see: for all others the file does not exist. */
const binned = `POST ${file}/restore`
const all: readonly Declared[] = [...Object.values(routes), ...streamRoutes]
const ofMembers = all.filter(({ path }) => [file, folder, project].some((start) => path.startsWith(start)))
const formatName = ({ method, path }: Declared): string => `${method} ${path}`

let server: TestServer
let team: Team
let folderId: string
beforeAll(async () => {
  server = await startTestServer()
  team = await gatherTeam(server)
  const url = `/api/projects/${team.projectId}/folders`
  const created = await server.inject({ method: 'POST', url, headers: bearer(team.owner), payload: { name: 'Plans' } })
  folderId = created.json<FolderRecord>().id
})
afterAll(() => server.close())

const call = (route: Declared, role: ProjectRole | 'outsider') => {
  const body = sampleBodies[formatName(route)]
  return server.inject({
    method: route.method,
    url: route.path
      .replace(folder, `/api/folders/${folderId}`)
      .replace(':id', team.file.id)
      .replace(':projectId', team.projectId)
      .replace(':number', '1')
      .replace(/:\w+Id/g, '00000000-0000-7000-8000-000000000def'),
    ...(route.method === 'DELETE' && route.path === folder ? { query: { revision: '1' } } : {}),
    headers: bearer(team[role]),
    ...(body ? { payload: body } : {}),
  })
}

describe('member permissions', () => {
  it('cover every endpoint of files, folders and projects', () => {
    expect(ofMembers.map(formatName).toSorted()).toEqual([...Object.keys(minRoles), binned].toSorted())
  })

  for (const route of ofMembers.filter((candidate) => formatName(candidate) !== binned)) {
    const least = minRoles[formatName(route)] ?? 'owner'
    const isSufficient = (role: ProjectRole): boolean => projectRoles.indexOf(role) <= projectRoles.indexOf(least)
    const refused = projectRoles.filter((role) => !isSufficient(role))
    it.each(refused)(`${formatName(route)} is not for %s`, async (role) => {
      expect((await call(route, role)).json()).toMatchObject({ status: 403, code: 'not-allowed' })
    })
    // These calls would delete the file, folder or project for the other callers; they are tested with what they delete.
    const isFinal = route.method === 'DELETE' && [file, folder, project].includes(route.path)
    const letIn = isFinal ? [] : projectRoles.filter(isSufficient)
    it.each(letIn)(`${formatName(route)} is for %s`, async (role) => {
      expect([401, 403, 500]).not.toContain((await call(route, role)).statusCode)
    })
    it(`${formatName(route)} responds with 404 to non-members`, async () => {
      expect((await call(route, 'outsider')).statusCode).toBe(404)
    })
  }
})
