import { randomUUID } from 'node:crypto'
import { type LiveEvent, routes, streamRoutes } from '@kamar/contracts'
import { readTranslationEvent } from '@kamar/translation'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countQueries } from '../../../testing/count-queries.js'
import { emptyDatabase, releaseDatabase } from '../../../testing/empty-database.js'
import { listenAs } from '../../../testing/live-listener.js'
import { gatherTeam, share, type Team, withNewFile } from '../../../testing/team.js'
import { translateLocally } from '../../../testing/translated.js'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

type Pool = Awaited<ReturnType<typeof emptyDatabase>>['pool']

let server: TestServer
let pool: Pool
let release: () => Promise<void>
let team: Team
beforeAll(async () => {
  const open = await emptyDatabase()
  pool = open.pool
  release = () => releaseDatabase(open)
  server = await startTestServer({ parts: { open } })
  team = await gatherTeam(server, 'secret-tower.stl')
  await translateLocally(server, { translationId: await server.findTranslationId(team.file) })
})
afterAll(async () => {
  await server.close()
  await release()
})

const get = (by: TestUser, url: string, headers: Readonly<Record<string, string>> = {}) =>
  server.inject({ url, headers: { ...bearer(by), ...headers } })

describe('guessed identifier', () => {
  /** Returns the id that follows another one. */
  const after = (id: string): string => {
    const last = (Number.parseInt(id.slice(-6), 16) + 1) & 0xffffff
    return `${id.slice(0, -6)}${last.toString(16).padStart(6, '0')}`
  }
  const paths = {
    'a file': ({ id }: Guess) => `/api/auth/my-urns/${id}`,
    'an original': ({ id }: Guess) => `/api/auth/my-urns/${id}/original`,
    'a view package': ({ urn }: Guess) => `/api/derivatives/${urn}/manifest.json`,
    'a thumbnail': ({ urn }: Guess) => `/api/derivatives/${urn}/thumbnail.webp`,
    'its versions': ({ id }: Guess) => `/api/auth/my-urns/${id}/versions`,
    'its topics': ({ id }: Guess) => `/api/auth/my-urns/${id}/topics`,
  }
  interface Guess {
    readonly id: string
    readonly urn: string
  }

  it.each(Object.entries(paths))('H02 gets the 404 response of a missing one for %s', async (_, path) => {
    const { id, urn } = team.file
    const unknownFile = await get(team.outsider, path({ id: '00000000-0000-7000-8000-00000000abcd', urn: 'bmV2ZXI' }))
    expect(unknownFile.statusCode).toBe(404)
    const guesses = [
      { id, urn },
      { id: after(id), urn: `${urn.slice(0, -1)}A` },
      { id: randomUUID(), urn: Buffer.from(randomUUID()).toString('base64url') },
    ]
    for (const guess of guesses) {
      const response = await get(team.outsider, path(guess))
      expect([response.statusCode, response.body]).toEqual([404, unknownFile.body])
    }
  })

  it('H02 causes as many database queries as a missing one', async () => {
    const count = async (request: () => Promise<unknown>): Promise<number> =>
      (await countQueries(pool, request)).queries
    const unknownFile = { id: '00000000-0000-7000-8000-00000000abcd', urn: 'bmV2ZXI' }
    for (const [name, path] of Object.entries(paths)) {
      const foreign = await count(() => get(team.outsider, path(team.file)))
      expect(foreign, name).toBeGreaterThan(0)
      expect(await count(() => get(team.outsider, path(unknownFile))), name).toBe(foreign)
    }
  })
})

describe('project member', () => {
  it.each(['viewer', 'commenter', 'editor'] as const)(
    'H04 cannot share, create links or raise their own role as %s',
    async (role) => {
      const by = team[role]
      const requests = [
        share(server, { by, fileId: team.file.id, email: team.outsider.email, role: 'editor' }),
        share(server, { by, fileId: team.file.id, email: by.email, role: 'owner' }),
        server.inject({
          method: 'PATCH',
          url: `/api/projects/${team.projectId}/people/${by.id}`,
          headers: bearer(by),
          payload: { role: 'owner' },
        }),
        server.inject({
          method: 'POST',
          url: `/api/auth/my-urns/${team.file.id}/links`,
          headers: bearer(by),
          payload: { mayDownload: true, expiresAt: null },
        }),
      ]
      for (const response of await Promise.all(requests))
        expect(response.json()).toMatchObject({ status: 403, code: 'not-allowed' })
      expect((await get(team.outsider, `/api/auth/my-urns/${team.file.id}`)).statusCode).toBe(404)
    },
  )

  it.each(['viewer', 'commenter', 'editor'] as const)(
    'H05 cannot delete files or projects of others as %s',
    async (role) => {
      const url = `/api/auth/my-urns/${team.file.id}`
      const by = bearer(team[role])
      expect((await server.inject({ method: 'DELETE', url, headers: by })).statusCode).toBe(403)
      const project = { method: 'DELETE', url: `/api/projects/${team.projectId}`, headers: by } as const
      expect((await server.inject(project)).statusCode).toBe(403)
      const cleared = await server.inject({ method: 'DELETE', url: '/api/auth/my-urns', headers: by })
      const matching = { method: 'POST', url: '/api/auth/my-urns/bin-matching', headers: by, payload: {} } as const
      const binned = await server.inject(matching)
      expect([cleared.json(), binned.json()]).toEqual([{ removed: 0 }, { removed: 0 }])
      expect((await get(team.owner, url)).json()).toMatchObject({ id: team.file.id })
    },
  )
})

describe('file search', () => {
  it('H06 returns no files of other projects', async () => {
    for (const query of ['search=secret', 'search=tower&limit=10', 'search=%25', 'search=_&limit=10', 'search=']) {
      const response = await get(team.outsider, `/api/auth/my-urns?${query}`)
      expect([response.statusCode, response.body], query).toEqual([200, '[]'])
    }
  })

  it('H06 counts no files of other projects', async () => {
    expect((await get(team.outsider, '/api/auth/file-types')).json()).toEqual([])
    const page = await get(team.outsider, '/api/auth/my-urns?limit=5')
    expect(JSON.stringify(page.headers)).not.toMatch(/"kamar-(total|next)":"?[1-9]/i)
    expect((await get(team.outsider, '/api/auth/storage')).json()).toMatchObject({
      usedBytes: 0,
      types: [],
      largest: [],
    })
  })

  it('H06 denies topics and model data of other projects', async () => {
    const topics = `/api/auth/my-urns/${team.file.id}/topics`
    const payload = { title: 'A whispered word' }
    await server.inject({ method: 'POST', url: topics, headers: bearer(team.owner), payload })
    expect((await get(team.owner, `${topics}?text=whispered`)).body).toContain('whispered')
    expect((await get(team.outsider, `${topics}?text=whispered`)).statusCode).toBe(404)
    for (const path of ['properties/index.json', 'tree.json', 'manifest.json'])
      expect((await get(team.outsider, `/api/derivatives/${team.file.urn}/${path}`)).statusCode).toBe(404)
  })
})

describe('live event stream', () => {
  const open: AbortController[] = []
  let address: string
  beforeAll(async () => {
    address = await server.listen()
  })
  afterEach(() => {
    for (const controller of open.splice(0)) controller.abort()
  })
  const isFile =
    (id: string) =>
    (event: LiveEvent): boolean =>
      event.type === 'file' && event.file.id === id

  it('H07 omits files of other projects for any query parameter', async () => {
    const live = await listenAs(address, team.outsider, open)
    await server.services.database.updateTable('translation').set({ progress: 7 }).execute()
    const id = await server.findTranslationId(team.file)
    server.services.events.publish('translation', await readTranslationEvent(server.services.database, id))
    const own = await server.upload(team.outsider, 'own.stl', 'solid own\n')
    await live.until(isFile(own.id))
    expect(live.events.filter((event) => event.type === 'file' && event.file.id !== own.id)).toEqual([])
    for (const query of [`project=${team.projectId}`, `file=${team.file.id}`, `account=${team.owner.id}`]) {
      const abort = AbortSignal.timeout(20_000)
      const response = await fetch(`${address}/api/auth/events?${query}`, {
        headers: bearer(team.outsider),
        signal: abort,
      })
      const { value } = (await response.body?.getReader().read()) ?? {}
      expect(Buffer.from(value ?? new Uint8Array()).toString()).not.toContain(team.file.id)
    }
  })

  it('H07 omits files of a project after the member was removed', async () => {
    const sharedFile = await withNewFile(server, team, 'moving.stl')
    const live = await listenAs(address, team.viewer, open)
    const publishProgress = async (progress: number): Promise<void> => {
      await server.services.database
        .updateTable('translation')
        .set({ progress })
        .where('id', '=', await server.findTranslationId(sharedFile.file))
        .execute()
      const id = await server.findTranslationId(sharedFile.file)
      server.services.events.publish('translation', await readTranslationEvent(server.services.database, id))
    }
    await publishProgress(11)
    await live.until(isFile(sharedFile.file.id))
    const url = `/api/projects/${team.projectId}/people/${team.viewer.id}`
    expect((await server.inject({ method: 'DELETE', url, headers: bearer(team.owner) })).statusCode).toBe(200)
    const before = live.events.length
    await publishProgress(22)
    const own = await server.upload(team.viewer, 'after.stl', 'solid after\n')
    await live.until(isFile(own.id))
    const receivedEvents = live.events.slice(before)
    expect(receivedEvents.filter((event) => event.type === 'file' && event.file.id === sharedFile.file.id)).toEqual([])
    await share(server, { by: team.owner, fileId: team.file.id, email: team.viewer.email, role: 'viewer' })
  })
})

describe('HTTP caching', () => {
  it('H08 grants no access by a matching ETag', async () => {
    const url = `/api/derivatives/${team.file.urn}/manifest.json`
    const ownResponse = await get(team.owner, url)
    const etag = String(ownResponse.headers.etag)
    expect([ownResponse.statusCode, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"/)])
    expect((await get(team.owner, url, { 'if-none-match': etag })).statusCode).toBe(304)
    for (const caller of [bearer(team.outsider), {}]) {
      for (const tag of [etag, '*']) {
        const response = await server.inject({ url, headers: { ...caller, 'if-none-match': tag } })
        expect([401, 404]).toContain(response.statusCode)
      }
    }
  })

  it('H08 marks responses as private or no-store', async () => {
    const files = await get(team.owner, `/api/derivatives/${team.file.urn}/manifest.json`)
    const { files: listed } = files.json<{ files: readonly { path: string }[] }>()
    const urls = [
      ...listed.map(({ path }) => `/api/derivatives/${team.file.urn}/${path}`),
      `/api/auth/my-urns/${team.file.id}/original`,
      '/api/auth/my-urns',
      '/api/auth/me',
    ]
    expect(urls.length).toBeGreaterThan(4)
    for (const url of urls) {
      const { headers, statusCode } = await get(team.owner, url)
      expect(statusCode, url).toBe(200)
      const caching = String(headers['cache-control'])
      expect(caching, url).toMatch(/private|no-store/)
      expect(caching, url).not.toMatch(/public|s-maxage|immutable/)
    }
  })
})

describe('every list endpoint', () => {
  const open = [...Object.values(routes), ...streamRoutes].filter(
    ({ access, method, path }) => method === 'GET' && access !== 'admin' && !path.includes(':') && !path.includes('*'),
  )
  /** Routes that stream, or redirect to a sign-in page. */
  const others = new Set(['/api/auth/events', '/api/auth/google', '/api/docs', '/api/openapi.json'])

  it('H11 contains no data of other accounts', async () => {
    const marks = [team.file.id, team.file.urn, team.projectId, team.owner.id, team.owner.email, 'secret-tower']
    const lonely = await server.createUser()
    const requests = open.filter(({ path }) => !others.has(path))
    expect(requests.length).toBeGreaterThan(20)
    for (const { path } of requests) {
      const { body } = await get(lonely, path)
      for (const mark of marks) expect(body, `${path} holds ${mark}`).not.toContain(mark)
    }
    const ownResponse = await get(team.owner, '/api/auth/my-urns')
    expect(ownResponse.body).toContain(team.file.id)
  })
})

describe('share link', () => {
  let secret: string
  let password: string | undefined
  const make = async (form: object = {}): Promise<{ secret: string; id: string }> => {
    const url = `/api/auth/my-urns/${team.file.id}/links`
    const payload = { mayDownload: false, expiresAt: null, ...form }
    const response = await server.inject({ method: 'POST', url, headers: bearer(team.owner), payload })
    const createdLink = response.json<{ secret: string; link: { id: string } }>()
    return { secret: createdLink.secret, id: createdLink.link.id }
  }
  const openIt = (more: object = {}) =>
    server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret, ...more } })
  const manifest = (openedLink: { token: { access_token: string } }, urn: string) =>
    server.inject({
      url: `/api/derivatives/${urn}/manifest.json`,
      headers: { authorization: `Bearer ${openedLink.token.access_token}` },
    })
  beforeEach(() => {
    password = undefined
  })

  it('H03 opens nothing after it has expired', async () => {
    const { id, secret: createdLink } = await make()
    secret = createdLink
    const openedLink = (await openIt()).json()
    await server.services.database
      .updateTable('share_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    expect((await openIt()).json()).toMatchObject({ code: 'link-not-valid' })
    expect((await manifest(openedLink, team.file.urn)).statusCode).toBe(401)
  })

  it('H03 opens nothing after it was revoked', async () => {
    const { id, secret: createdLink } = await make()
    secret = createdLink
    const openedLink = (await openIt()).json()
    const url = `/api/auth/my-urns/${team.file.id}/links/${id}`
    await server.inject({ method: 'DELETE', url, headers: bearer(team.owner) })
    expect((await openIt()).json()).toMatchObject({ code: 'link-not-valid' })
    expect((await manifest(openedLink, team.file.urn)).statusCode).toBe(401)
  })

  it('H03 allows ten password attempts', async () => {
    password = 'a password of ours'
    secret = (await make({ password })).secret
    const codes = new Map<number, number>()
    for (let guess = 0; guess < 1000; guess++) {
      const { statusCode } = await openIt({ password: `guess ${guess}` })
      codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1)
    }
    expect(Object.fromEntries(codes)).toEqual({ 422: 10, 429: 990 })
    expect((await openIt({ password })).statusCode).toBe(429)
  })

  it('H03 grants no access to another file', async () => {
    await server.services.database.deleteFrom('rate_limit').execute()
    secret = (await make()).secret
    const openedLink = (await openIt()).json()
    expect((await manifest(openedLink, team.file.urn)).statusCode).toBe(200)
    const other = await withNewFile(server, team, 'another.stl')
    expect((await manifest(openedLink, other.file.urn)).statusCode).toBe(404)
  })

  it('H03 grants no access to a newer version', async () => {
    secret = (await make()).secret
    const openedLink = (await openIt()).json()
    const form = fileForm(team.editor, 'secret-tower.stl', 'solid newer\n', { fileId: team.file.id })
    const newer = await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })
    expect(newer.statusCode, newer.body).toBe(200)
    expect((await manifest(openedLink, newer.json<{ urn: string }>().urn)).statusCode).toBe(404)
    expect((await manifest(openedLink, team.file.urn)).statusCode).toBe(200)
  })
})
