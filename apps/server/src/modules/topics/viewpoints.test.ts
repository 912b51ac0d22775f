import { collaborationLimits as limits, type Topic, type Viewpoint, type ViewpointSummary } from '@kamar/contracts'
import { Transformer } from '@napi-rs/image'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../../testing/form-with.js'
import { sampleViewpoint } from '../../testing/sample-bodies.js'
import { eachWithTeam, type Team, withNewFile } from '../../testing/team.js'
import { claimingPng, sidewaysPhoto } from '../../testing/test-images.js'
import { bearer, type TestUser, type TestServer } from '../../testing/test-server.js'
import { retainReferencedBlobs } from '../../domain/files/referenced-blobs.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  server.inject({
    method,
    url: `/api/auth/my-urns/${team.file.id}${path}`,
    headers: bearer(by),
    ...(payload ? { payload } : {}),
  })
const save = async (form: object = {}, by = team.commenter): Promise<Viewpoint> => {
  const response = await call(by, 'POST', '/views', { ...sampleViewpoint, ...form })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return response.json()
}
const formatSnapshotAddress = ({ id }: { id: string }) => `/api/auth/my-urns/${team.file.id}/viewpoints/${id}/snapshot`
const send = (view: { id: string }, image: Buffer, by = team.commenter) =>
  server.inject(sendFile(by, formatSnapshotAddress(view), image, 'view.png'))
const image = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 200), width, height).png()

const perspective = {
  kind: 'perspective',
  eye: [1, 2, 3],
  direction: [0, 1, 0],
  up: [0, 0, 1],
  aspectRatio: 1.5,
  fieldOfViewDegrees: 45,
}
const completeViewpoint = {
  camera: perspective,
  sections: [{ point: [0, 0, 1], direction: [0, 0, 1] }],
  visibility: { defaultVisible: false, exceptions: ['wall-1', 'wall-2'] },
  selection: ['wall-1'],
  colouring: [{ colour: '#ff8800cc', elements: ['wall-2'] }],
  shown: { spaces: true, spaceBoundaries: false, openings: false },
  markup: {
    shapes: [
      { kind: 'arrow', colour: '#ff0000', width: 0.01, from: [0, 0], to: [0.5, -0.25] },
      { kind: 'cloud', colour: '#ff0000', width: 0.01, from: [0, 0], to: [0.5, 0.5], filled: true },
      {
        kind: 'freehand',
        colour: '#00ff00',
        width: 0.01,
        points: [
          [0, 0],
          [0.1, 0.1],
          [0.2, 0],
        ],
      },
      { kind: 'text', colour: '#0000ff', at: [0, 0], height: 0.05, text: '<b>too low</b>' },
    ],
    pins: [{ point: [1, 1, 1], normal: [0, 0, 1], sourceId: 'wall-1', text: 'here' }],
  },
}

const sheet = {
  name: 'A-101',
  index: 2,
  center: [4.5e9, -12.25],
  heightUnits: 420,
  aspectRatio: 1.5,
  hiddenLayers: ['Furniture'],
  paper: 'dark',
  plottedWeights: false,
  measurements: [
    {
      kind: 'distance',
      points: [
        [0, 0],
        [3000, 4000],
      ],
    },
  ],
  markupFrame: { center: [0, 0], heightUnits: 300 },
}

describe('saved view of a sheet', () => {
  it('preserves the visible part, layers, paper and measurements', async () => {
    const { id } = await save({ sheet, name: 'Stair' })
    const read = await call(team.commenter, 'GET', `/viewpoints/${id}`)
    expect(read.json()).toMatchObject({ name: 'Stair', camera: null, sheet })
  })

  it.each([
    ['a camera as well', { camera: perspective, sheet }],
    ['no height', { sheet: { ...sheet, heightUnits: 0 } }],
    ['a centre beyond every sheet', { sheet: { ...sheet, center: [1e13, 0] } }],
    ['too many hidden layers', { sheet: { ...sheet, hiddenLayers: Array.from({ length: 5_001 }, () => 'a') } }],
    ['a measurement of one point', { sheet: { ...sheet, measurements: [{ kind: 'area', points: [[0, 0]] }] } }],
    ['an unknown field', { sheet: { ...sheet, zoom: 1 } }],
  ])('is rejected with %s', async (_, form) => {
    const response = await call(team.commenter, 'POST', '/views', { ...sampleViewpoint, ...form })
    expect(response.statusCode).toBe(422)
  })
})

describe('saved view', () => {
  it('preserves camera, visibility, selection, colouring and markup', async () => {
    const view = await save({ ...completeViewpoint, name: ' Entrance ' })
    expect(view).toMatchObject({
      ...completeViewpoint,
      name: 'Entrance',
      topicId: null,
      fileVersion: 1,
      shapes: 4,
      pins: 1,
      sectionCount: completeViewpoint.sections.length,
    })
    expect((await call(team.viewer, 'GET', `/viewpoints/${view.id}`)).json()).toEqual(view)
    const list = (await call(team.viewer, 'GET', '/views')).json<ViewpointSummary[]>()
    expect(list).toMatchObject([{ id: view.id, name: 'Entrance', shapes: 4, pins: 1, sectionCount: 1, revision: 1 }])
  })

  it('is changed by its author and by editors, one revision after the other', async () => {
    const view = await save(completeViewpoint)
    const change = (by: TestUser, payload: object) => call(by, 'PATCH', `/viewpoints/${view.id}`, payload)
    expect((await change(team.viewer, { revision: 1, name: 'No' })).statusCode).toBe(403)
    expect((await change(team.editor, { revision: 1, name: 'Yes' })).json()).toMatchObject({ name: 'Yes', revision: 2 })
    expect((await change(team.commenter, { revision: 1, name: 'Late' })).json()).toMatchObject({
      code: 'changed-meanwhile',
    })
    const emptied = await change(team.commenter, { revision: 2, markup: { shapes: [], pins: [] } })
    expect(emptied.json()).toMatchObject({ name: 'Yes', shapes: 0, markup: { shapes: [], pins: [] } })
  })

  it('cannot be changed or deleted by another commenter', async () => {
    const view = await save({}, team.editor)
    expect((await call(team.commenter, 'PATCH', `/viewpoints/${view.id}`, { revision: 1, name: 'x' })).statusCode).toBe(
      403,
    )
    expect((await call(team.commenter, 'DELETE', `/viewpoints/${view.id}`)).statusCode).toBe(403)
    expect((await send(view, await image(10, 10))).statusCode).toBe(403)
    expect((await call(team.owner, 'DELETE', `/viewpoints/${view.id}`)).json()).toEqual({ done: true })
    expect((await call(team.owner, 'GET', `/viewpoints/${view.id}`)).statusCode).toBe(404)
  })

  it('is not found under another file or by another user', async () => {
    const view = await save()
    await send(view, await image(10, 10))
    const other = await withNewFile(server, team)
    for (const path of ['', '/snapshot']) {
      const url = `/api/auth/my-urns/${other.file.id}/viewpoints/${view.id}${path}`
      expect((await server.inject({ url, headers: bearer(team.owner) })).statusCode, path).toBe(404)
    }
    const stolen = { url: `/api/auth/my-urns/${team.file.id}/viewpoints/${view.id}`, headers: bearer(team.outsider) }
    expect((await server.inject(stolen)).statusCode).toBe(404)
  })

  it('is overwritten with another view, its markup included', async () => {
    const view = await save({ ...completeViewpoint, name: 'Entrance' })
    const change = (payload: object) => call(team.commenter, 'PATCH', `/viewpoints/${view.id}`, payload)
    const updated = await change({ revision: 1, view: { ...sampleViewpoint, selection: ['wall-9'] } })
    expect(updated.json()).toMatchObject({
      name: 'Entrance',
      revision: 2,
      shapes: 0,
      selection: ['wall-9'],
      sections: [],
    })
    expect((await change({ revision: 2, view: { ...sampleViewpoint, fileVersion: 7 } })).statusCode).toBe(422)
  })

  it('is copied with its picture, which stays when the original is deleted', async () => {
    const view = await save({ ...completeViewpoint, name: 'Entrance' })
    await send(view, await image(20, 10))
    expect((await call(team.viewer, 'POST', `/viewpoints/${view.id}/copy`, { name: 'No' })).statusCode).toBe(403)
    const copied = await call(team.editor, 'POST', `/viewpoints/${view.id}/copy`, { name: 'Copy of Entrance' })
    const copy = copied.json<ViewpointSummary>()
    expect(copy).toMatchObject({ name: 'Copy of Entrance', author: { id: team.editor.id }, shapes: 4 })
    await call(team.owner, 'DELETE', `/viewpoints/${view.id}`)
    const { markup, sections } = (await call(team.viewer, 'GET', `/viewpoints/${copy.id}`)).json<Viewpoint>()
    expect({ markup, sections }).toMatchObject({
      markup: completeViewpoint.markup,
      sections: completeViewpoint.sections,
    })
    const snapshot = await server.inject({ url: formatSnapshotAddress(copy), headers: bearer(team.viewer) })
    expect(snapshot.headers['content-type']).toBe('image/webp')
  })

  it('is stored for a link by anyone who may open the file, unlisted and unchangeable', async () => {
    const stored = await call(team.viewer, 'POST', '/view-links', completeViewpoint)
    const { id } = stored.json<{ id: string }>()
    expect((await call(team.owner, 'GET', '/views')).json()).toEqual([])
    expect((await call(team.commenter, 'GET', `/viewpoints/${id}`)).json()).toMatchObject(completeViewpoint)
    const change = { revision: 1, view: sampleViewpoint }
    expect((await call(team.owner, 'PATCH', `/viewpoints/${id}`, change)).statusCode).toBe(422)
    expect((await call(team.outsider, 'POST', '/view-links', completeViewpoint)).statusCode).toBe(404)
  })

  it('is stored for at most five hundred links of one account', async () => {
    const { id } = (await call(team.viewer, 'POST', '/view-links', sampleViewpoint)).json<{ id: string }>()
    await sql`
      insert into viewpoint (id, file_id, guid, state, is_listed, author_id, author_name)
      select gen_random_uuid(), file_id, number::text, state, is_listed, author_id, author_name
      from viewpoint, generate_series(2, ${limits.viewLinksPerFile}) as number
      where viewpoint.id = ${id}`.execute(server.services.database)
    expect((await call(team.viewer, 'POST', '/view-links', sampleViewpoint)).json()).toMatchObject({ code: 'too-many' })
    expect((await call(team.editor, 'POST', '/view-links', sampleViewpoint)).statusCode).toBe(200)
  })

  it('refers to an existing version of the file', async () => {
    expect((await call(team.owner, 'POST', '/views', { ...sampleViewpoint, fileVersion: 2 })).json()).toMatchObject({
      code: 'invalid-input',
      details: { field: 'body.fileVersion' },
    })
    expect(await save({ fileVersion: 1 })).toMatchObject({ fileVersion: 1 })
  })
})

describe('viewpoint', () => {
  const shapes = (count: number) =>
    Array.from({ length: count }, () => ({ kind: 'line', colour: '#000000', width: 0.01, from: [0, 0], to: [1, 1] }))
  const freehand = (points: number) => ({
    kind: 'freehand',
    colour: '#000000',
    width: 0.01,
    points: Array.from({ length: points }, () => [0, 0]),
  })

  it.each<[string, object]>([
    ['an inverted camera range', { camera: { ...perspective, fieldOfViewDegrees: 180 } }],
    ['a zero view direction', { camera: { ...perspective, direction: [0, 0, 0] } }],
    ['a non-finite camera position', { camera: { ...perspective, eye: [1, 2, null] } }],
    ['too many clipping planes', { sections: Array.from({ length: 21 }, () => completeViewpoint.sections[0]) }],
    ['an empty element id', { selection: [''] }],
    ['an oversized element id', { selection: ['x'.repeat(129)] }],
    ['a script as a colour', { colouring: [{ colour: 'url(javascript:alert(1))', elements: [] }] }],
    ['too many shapes', { markup: { shapes: shapes(501), pins: [] } }],
    ['a shape with too many points', { markup: { shapes: [freehand(2001)], pins: [] } }],
    ['too many points in total', { markup: { shapes: Array.from({ length: 11 }, () => freehand(1999)), pins: [] } }],
    ['an unknown shape type', { markup: { shapes: [{ kind: 'svg', html: '<svg onload=alert(1)>' }], pins: [] } }],
    ['a shape with an unknown field', { markup: { shapes: [{ ...shapes(1)[0], onload: 'x' }], pins: [] } }],
    ['nested shapes', { markup: { shapes: [[[[[]]]]], pins: [] } }],
    [
      'too many elements in total',
      {
        selection: Array.from({ length: 12_000 }, () => 'a'),
        visibility: { defaultVisible: true, exceptions: Array.from({ length: 12_000 }, () => 'b') },
      },
    ],
  ])('is rejected with %s', async (_, form) => {
    expect((await call(team.owner, 'POST', '/views', { ...sampleViewpoint, ...form })).statusCode).toBe(422)
  })

  it('accepts twenty thousand hidden elements and rejects a larger request with 413', async () => {
    const exceptions = Array.from(
      { length: 20_000 },
      (_, index) => `2O2Fr$t4X7Zf8NOew${index.toString().padStart(5, '0')}`,
    )
    const view = await save({ visibility: { defaultVisible: true, exceptions } })
    expect(view.visibility.exceptions).toHaveLength(20_000)
    const response = await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${team.file.id}/views`,
      headers: { ...bearer(team.owner), 'content-type': 'application/json' },
      payload: `{"selection":[${' '.repeat(limits.viewpointBytes)}]}`,
    })
    expect(response.statusCode).toBe(413)
  })

  it('is deleted with its topic', async () => {
    const topic = (
      await call(team.commenter, 'POST', '/topics', { title: 'T', viewpoint: completeViewpoint })
    ).json<Topic>()
    const added = await call(team.editor, 'POST', `/topics/${topic.id}/viewpoints`, sampleViewpoint)
    expect(added.json()).toMatchObject({ topicId: topic.id, author: { id: team.editor.id } })
    expect((await call(team.owner, 'GET', '/views')).json()).toEqual([])
    const change = { revision: 1, view: sampleViewpoint }
    expect((await call(team.owner, 'PATCH', `/viewpoints/${topic.viewpointId}`, change)).statusCode).toBe(422)
    await call(team.owner, 'DELETE', `/topics/${topic.id}`)
    expect((await call(team.owner, 'GET', `/viewpoints/${topic.viewpointId}`)).statusCode).toBe(404)
  })
})

describe('viewpoint snapshot', () => {
  it('is converted to WebP of limited size with a thumbnail', async () => {
    const view = await save()
    const response = await send(view, await image(2000, 1000))
    const { snapshot } = response.json<ViewpointSummary>()
    expect(snapshot).toMatch(/^[0-9a-f]{16}$/)
    for (const [query, width, height] of [
      ['', 1600, 800],
      ['&size=small', 640, 320],
    ] as const) {
      const read = await server.inject({
        url: `${formatSnapshotAddress(view)}?v=${snapshot}${query}`,
        headers: bearer(team.viewer),
      })
      expect(read.headers['content-type']).toBe('image/webp')
      expect(read.headers['cache-control']).toContain('immutable')
      expect(await new Transformer(read.rawPayload).metadata()).toMatchObject({ width, height })
    }
    const etag = (await server.inject({ url: formatSnapshotAddress(view), headers: bearer(team.owner) })).headers.etag
    const again = await server.inject({
      url: formatSnapshotAddress(view),
      headers: { ...bearer(team.owner), 'if-none-match': String(etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('contains no metadata of the uploaded image', async () => {
    const view = await save()
    const photo = await sidewaysPhoto()
    expect(photo.toString('latin1')).toContain('Yerevan')
    await send(view, photo)
    const read = await server.inject({ url: formatSnapshotAddress(view), headers: bearer(team.owner) })
    expect(read.rawPayload.toString('latin1')).not.toContain('Yerevan')
  })

  it.each([
    ['states a billion pixels', () => Promise.resolve(claimingPng(40_000, 40_000))],
    ['is not an image', () => Promise.resolve(Buffer.from('<svg onload="alert(1)"></svg>'))],
    ['is truncated', async () => (await image(600, 400)).subarray(0, 300)],
    ['is oversized', () => Promise.resolve(Buffer.alloc(limits.snapshotBytes + 1))],
  ])('is rejected when it %s', async (_, make) => {
    const view = await save()
    expect((await send(view, await make())).json()).toMatchObject({ status: 422, code: 'image-unreadable' })
    expect((await server.inject({ url: formatSnapshotAddress(view), headers: bearer(team.owner) })).statusCode).toBe(
      404,
    )
  })

  it('is kept while a viewpoint refers to it and removed when it is replaced', async () => {
    const { database, blobs } = server.services
    const view = await save()
    await send(view, await image(33, 44))
    const { snapshot_blob: first } = await database
      .selectFrom('viewpoint')
      .select('snapshot_blob')
      .where('id', '=', view.id)
      .executeTakeFirstOrThrow()
    expect([...(await retainReferencedBlobs(database, [first ?? '']))]).toEqual([first])
    await send(view, await image(55, 44))
    expect(await blobs.stat(first ?? '')).toBeNull()
  })
})
