import { type BcfTopic, findTopicFile, readBcf, writeBcf } from '@kamar/bcf'
import type { BcfImport, Topic, TopicPage, Viewpoint } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../../../testing/form-with.js'
import { eachWithTeam, type Team, withNewFile } from '../../../testing/team.js'
import { bearer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const fileName = 'kamar.json'
const sheet = { name: 'Plan «Հայ»', index: 1 }
const anchor = { point: [12.5, 40, 0], normal: null, sourceId: '2F4', sheet }
const sheetView = {
  ...sheet,
  center: [10, 20],
  heightUnits: 300,
  aspectRatio: 1.5,
  hiddenLayers: ['A-FURN'],
  paper: 'dark',
  plottedWeights: true,
  measurements: [],
}
const shape = { kind: 'line', colour: '#ff0000', width: 0.01, from: [0, 0], to: [0.5, 0.5] }
const viewpoint = {
  camera: null,
  sheet: sheetView,
  sections: [],
  visibility: { defaultVisible: true, exceptions: [] },
  selection: [],
  colouring: [],
  markup: { shapes: [shape], pins: [] },
}

const formatAddress = (of: Team): string => `/api/auth/my-urns/${of.file.id}`
const get = (path: string, of = team) =>
  server.inject({ url: `${formatAddress(of)}${path}`, headers: bearer(of.owner) })
const bring = async (bytes: Buffer, of: Team): Promise<BcfImport> =>
  (await server.inject(sendFile(of.editor, `${formatAddress(of)}/bcf`, bytes, 'topics.bcfzip'))).json()
const readTopic = async (of: Team): Promise<Topic> => {
  const { topics } = (await get('/topics', of)).json<TopicPage>()
  return (await get(`/topics/${topics[0]?.id}`, of)).json()
}
const readView = async (of: Team, { viewpointId }: Topic): Promise<Viewpoint> =>
  (await get(`/viewpoints/${viewpointId}`, of)).json()

/** Sets the sheets of all files of the test; null before they are translated. */
async function setSheets(names: readonly string[] | null): Promise<void> {
  const manifest = names && JSON.stringify({ sheets: names.map((name) => ({ name })) })
  await server.services.database.updateTable('translation').set({ manifest }).execute()
}

/** Opens a topic on the sheet and exports it. */
async function exportTopic(version = '3.0'): Promise<Buffer> {
  await server.inject({
    method: 'POST',
    url: `${formatAddress(team)}/topics`,
    headers: bearer(team.owner),
    payload: { title: 'Door opens into the duct', anchor, viewpoint },
  })
  return (await get(`/bcf?version=${version}`)).rawPayload
}

const readFirst = async (archive: Buffer): Promise<BcfTopic> => (await readBcf(archive)).topics[0] as BcfTopic
const readSheetFile = async (archive: Buffer): Promise<string> =>
  Buffer.from(findTopicFile(await readFirst(archive), fileName)?.content ?? []).toString()

/** Writes a topic of an archive again, with another sheet file. */
async function withSheetFile(archive: Buffer, text: string): Promise<Buffer> {
  const topic = await readFirst(archive)
  const addedFiles = [{ name: fileName, content: Buffer.from(text) }]
  return writeBcf({ name: null, id: null, topics: [{ ...topic, addedFiles }] }, '3.0')
}

describe.each(['3.0', '2.1', '2.0'])('topic on a sheet in BCF %s', (version) => {
  it('has its sheet, place, object and markup in another file with a sheet of this name', async () => {
    const exported = await exportTopic(version)
    const other = await withNewFile(server, team)
    await setSheets(['Model', sheet.name])
    expect(await bring(exported, other)).toMatchObject({ created: 1, skipped: [] })
    const topic = await readTopic(other)
    expect(topic.anchor).toEqual(anchor)
    expect(await readView(other, topic)).toMatchObject(viewpoint)
    expect(await readSheetFile((await get(`/bcf?version=${version}`, other)).rawPayload)).toBe(
      await readSheetFile(exported),
    )
  })
})

describe('topic on a sheet', () => {
  it('has its place in a file that is not translated yet', async () => {
    const exported = await exportTopic()
    const other = await withNewFile(server, team)
    await setSheets(null)
    await bring(exported, other)
    expect((await readTopic(other)).anchor).toEqual(anchor)
  })

  it('keeps only its image in a file without the sheet, which the import reports and the next export restores', async () => {
    const exported = await exportTopic()
    const other = await withNewFile(server, team)
    await setSheets(['Model'])
    expect(await bring(exported, other)).toMatchObject({
      created: 1,
      viewpoints: 1,
      skipped: [{ name: sheet.name, reason: 'no-sheet' }],
    })
    const topic = await readTopic(other)
    expect(topic.anchor).toBeNull()
    const view = await readView(other, topic)
    expect(view).toMatchObject({ camera: null, markup: { shapes: [] } })
    expect(view).not.toHaveProperty('sheet')
    expect(await readSheetFile((await get('/bcf', other)).rawPayload)).toBe(await readSheetFile(exported))
  })

  it.each([
    ['is no JSON', '{'],
    ['is of another version', '{"version":2,"anchor":null,"viewpoints":{}}'],
    [
      'has a place on no sheet',
      JSON.stringify({ version: 1, anchor: { ...anchor, sheet: undefined }, viewpoints: {} }),
    ],
    ['has a point beyond every sheet', JSON.stringify({ version: 1, anchor, viewpoints: {} }).replace('12.5', '1e300')],
    ['is nested too deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['is too large', JSON.stringify({ version: 1, anchor: null, viewpoints: {}, rest: ' '.repeat(9_000_000) })],
  ])('is imported without its place when the file for it %s', async (_case, text) => {
    const archive = await withSheetFile(await exportTopic(), text)
    const other = await withNewFile(server, team)
    await setSheets(null)
    expect(await bring(archive, other)).toMatchObject({ created: 1, viewpoints: 1, skipped: [{ reason: 'damaged' }] })
    expect((await readTopic(other)).anchor).toBeNull()
  })

  it('does not replace the camera of a view of the model', async () => {
    const exported = await exportTopic()
    const { source: _, ...topic } = await readFirst(exported)
    const camera = {
      kind: 'orthographic',
      eye: [0, 0, 9],
      direction: [0, 0, -1],
      up: [0, 1, 0],
      aspectRatio: 1,
      heightMetres: 5,
    } as const
    const viewpoints = topic.viewpoints.map((one) => ({ ...one, camera }))
    const addedFiles = [{ name: fileName, content: Buffer.from(await readSheetFile(exported)) }]
    const archive = await writeBcf({ name: null, id: null, topics: [{ ...topic, viewpoints, addedFiles }] }, '3.0')
    const other = await withNewFile(server, team)
    await setSheets(null)
    await bring(archive, other)
    const view = await readView(other, await readTopic(other))
    expect(view.camera).toMatchObject({ kind: 'orthographic' })
    expect(view).not.toHaveProperty('sheet')
  })
})
