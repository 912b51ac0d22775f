import { openApiDocument } from '@kamar/contracts'
import { withProtocol } from '@kamar/aps'
import { campaignSize, seededRandom } from '@kamar/test-kit'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateRequests } from '../../../testing/generate-requests.js'
import { gatherTeam, type Team } from '../../../testing/team.js'
import { type TestApplication, testApplication } from '../../../testing/test-application.js'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.js'

/** A failure reports its seed, which reproduces it. */
const seeds = Array.from({ length: campaignSize(10, 500) }, (_, index) => index + 1)
const requestsPerSeed = 200
/** Generated requests also end sessions and delete accounts and files: further requests use a new team. */
const requestsPerTeam = 40
/** Endless response. */
const streams = new Set(['getApiAuthEvents'])

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Callers {
  readonly team: Team
  readonly application: TestApplication
  /** URN of a model in a bucket of the application, with the application's id as its name. */
  readonly objectUrn: string
  readonly administrator: Awaited<ReturnType<TestServer['administrator']>>
}

async function gatherCallers(): Promise<Callers> {
  const team = await gatherTeam(server)
  const application = await testApplication(server, { owner: team.owner })
  await inBucket(application, '', { bucketKey: application.id, policyKey: 'transient' })
  const object = await inBucket(application, `/${application.id}/objects/house.stl`, 'solid a\nendsolid a\n')
  const urn = Buffer.from(object.json<{ objectId: string }>().objectId).toString('base64url')
  return { team, application, objectUrn: urn, administrator: await server.administrator() }
}

const inBucket = ({ headers }: TestApplication, path: string, payload: object | string) =>
  server.inject({
    method: typeof payload === 'string' ? 'PUT' : 'POST',
    url: `/oss/v2/buckets${path}`,
    headers: typeof payload === 'string' ? { ...headers, 'content-type': 'application/octet-stream' } : headers,
    payload,
  })

/** Existing ids, by collection; responses add more. */
type KnownIds = Record<string, string[]>

const collectIds = ({ application, objectUrn, team }: Callers): KnownIds => ({
  'my-urns': [team.file.id],
  files: [team.file.id],
  packages: [team.file.urn],
  derivatives: [team.file.urn],
  designdata: [objectUrn],
  buckets: [application.id],
  objects: ['house.stl'],
  projects: [team.projectId],
  people: [team.editor.id, team.viewer.id],
  users: [team.editor.id, team.outsider.id],
  applications: [application.id],
})

const idPattern = /"(?:\w*[iI]d|urn|bucketKey|objectKey)":"([^"]{1,200})"/g
const maxIdsPerCollection = 20

function learnFrom(response: string, collection: string, knownIds: KnownIds): void {
  for (const [, id] of response.slice(0, 10_000).matchAll(idPattern)) {
    knownIds[collection] = [...(knownIds[collection] ?? []), id ?? ''].slice(-maxIdsPerCollection)
  }
}

describe('requests generated from the OpenAPI document', () => {
  const statuses = new Map<number, number>()

  it.each(seeds)('never cause a 5xx response (seed %i)', async (seed) => {
    const generator = generateRequests(withProtocol(openApiDocument()), seededRandom(seed))
    const failed: string[] = []
    let callers = await gatherCallers()
    let knownIds = collectIds(callers)
    for (let n = 1; n <= requestsPerSeed; n++) {
      generator.learn(knownIds)
      const { collection, operationId, request } = generator.next()
      if (streams.has(operationId)) continue
      const response = await send(request, { callers, isOfProtocol: operationId.includes('.'), n })
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
      if (response.statusCode >= 500) failed.push(`${operationId} ${JSON.stringify(request)} ${response.body}`)
      if (n % requestsPerTeam === 0) {
        callers = await gatherCallers()
        knownIds = collectIds(callers)
      } else if (response.statusCode === 200) learnFrom(response.body, collection, knownIds)
    }
    expect(failed).toEqual([])
  })

  it('include both valid and invalid ones', () => {
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    expect((statuses.get(200) ?? 0) / total).toBeGreaterThan(0.2)
    expect((statuses.get(422) ?? 0) / total).toBeGreaterThan(0.05)
  })
})

/** Sends from alternating addresses, so that requests get past the limits per address. */
function send(
  request: InjectOptions,
  { callers, isOfProtocol, n }: { readonly callers: Callers; readonly isOfProtocol: boolean; readonly n: number },
): Promise<LightMyRequestResponse> {
  const { administrator, application, team } = callers
  const user = [team.owner, team.owner, team.viewer, administrator][n % 4] ?? team.owner
  return server.inject({
    ...request,
    remoteAddress: `198.51.100.${n % 256}`,
    headers: { ...request.headers, ...(isOfProtocol ? application.headers : bearer(user)) },
  })
}
