import { type BcfFile, type BcfVersion, readBcf, writeZip } from '@kamar/bcf'
import { collaborationLimits, type Topic, type TopicPage } from '@kamar/contracts'
import { Transformer } from '@napi-rs/image'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendFile } from '../../../testing/form-with.js'
import { retainReferencedBlobs } from '../../../domain/files/referenced-blobs.js'
import { eachWithTeam, type Team } from '../../../testing/team.js'
import { bearer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const guid = '0b1f6d52-6a41-4f57-9d1e-6a7c000000e0'
const [firstComment, secondComment] = [`${guid.slice(0, -1)}1`, `${guid.slice(0, -1)}2`] as const
const [firstView, secondView] = [`${guid.slice(0, -1)}3`, `${guid.slice(0, -1)}4`] as const
const longTitle = `Long ${'title '.repeat(60)}`.trim()
const labels = Array.from({ length: 25 }, (_, index) => `label ${index}`)
/** Invalid image: the bytes have to be exported all the same. */
const damagedImage = Buffer.from('89504e470d0a1a0a00', 'hex')

const camera = `<PerspectiveCamera><CameraViewPoint><X>1.50</X><Y>-2e0</Y><Z>0</Z></CameraViewPoint>
  <CameraDirection><X>0</X><Y>1</Y><Z>0</Z></CameraDirection><CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector>
  <FieldOfView>60.000</FieldOfView><AspectRatio>1.7</AspectRatio></PerspectiveCamera>`
const point = (name: string): string => `<${name}><X>1</X><Y>2</Y><Z>3.0</Z></${name}>`
const bitmap = (format: string): string =>
  `${format}<Reference>bitmap.png</Reference>${point('Location')}${point('Normal')}${point('Up')}<Height>2</Height>`
const view = (attributes: string, bitmaps: string): string =>
  `<VisualizationInfo ${attributes}>${camera}<Lines><Line>${point('StartPoint')}${point('EndPoint')}</Line></Lines>${bitmaps}</VisualizationInfo>`

const bcfFields = {
  title: `<Title>${longTitle}</Title>`,
  dates: `<CreationDate>2026-03-04T05:06:07.1234567+02:00</CreationDate><CreationAuthor>a@other.test</CreationAuthor>
    <ModifiedDate>2025-01-01T00:00:00Z</ModifiedDate><ModifiedAuthor>b@other.test</ModifiedAuthor>`,
}
const comment = (id: string, viewpoint: string): string => `<Comment Guid="${id}"><Date>2026-03-05T00:00:00</Date>
  <Author>c@other.test</Author><Comment>Text of ${id}</Comment><Viewpoint Guid="${viewpoint}"/></Comment>`
const viewpoint = (id: string, index: number): string =>
  `<Viewpoint>view${index}.bcfv</Viewpoint><Snapshot>picture${index}.png</Snapshot><Index>${index * 7}</Index>`

const markups: Readonly<Record<string, string>> = {
  '3.0': `<?xml version="1.0"?><Markup><Header><Files><File IfcProject="0000000000000000000001" IsExternal="false">
    <Filename>house.ifc</Filename><Date>2020-01-01T00:00:00+01:00</Date><Reference>https://models.test/1</Reference></File></Files></Header>
    <Topic Guid="${guid}" ServerAssignedId="A-17" TopicType="Clash" TopicStatus="Open">
    <ReferenceLinks><ReferenceLink>https://links.test/1</ReferenceLink></ReferenceLinks>${bcfFields.title}<Index>12</Index>
    <Labels>${labels.map((label) => `<Label>${label}</Label>`).join('')}</Labels>${bcfFields.dates}
    <DueDate>2026-12-24T13:14:15+04:00</DueDate><AssignedTo>d@other.test</AssignedTo>
    <BimSnippet SnippetType=".ifc" IsExternal="false"><Reference>snippet.ifc</Reference><ReferenceSchema>s.exp</ReferenceSchema></BimSnippet>
    <DocumentReferences><DocumentReference Guid="${guid}"><DocumentGuid>${guid}</DocumentGuid></DocumentReference></DocumentReferences>
    <RelatedTopics><RelatedTopic Guid="${firstView}"/></RelatedTopics>
    <Comments>${comment(firstComment, firstView)}${comment(secondComment, secondView)}</Comments>
    <Viewpoints><ViewPoint Guid="${firstView}">${viewpoint(firstView, 1)}</ViewPoint><ViewPoint Guid="${secondView}">${viewpoint(secondView, 2)}</ViewPoint></Viewpoints>
    </Topic></Markup>`,
  '2.1': `<Markup><Header><File isExternal="false"><Filename>house.ifc</Filename></File></Header>
    <Topic Guid="${guid.toUpperCase()}" TopicType="Clash"><ReferenceLink>https://links.test/1</ReferenceLink>${bcfFields.title}<Index>12</Index>
    ${labels.map((label) => `<Labels>${label}</Labels>`).join('')}${bcfFields.dates}<DueDate>2026-12-24T13:14:15+04:00</DueDate>
    <DocumentReference isExternal="false"><ReferencedDocument>notes.txt</ReferencedDocument></DocumentReference>
    <RelatedTopic Guid="${firstView}"/></Topic>${comment(firstComment, firstView)}${comment(secondComment, secondView)}
    <Viewpoints Guid="${firstView}">${viewpoint(firstView, 1)}</Viewpoints><Viewpoints Guid="${secondView}">${viewpoint(secondView, 2)}</Viewpoints></Markup>`,
  '2.0': `<Markup><Header><File isExternal="false"><Filename>house.ifc</Filename></File></Header>
    <Topic Guid="${guid}" TopicType="Clash">${bcfFields.title}<Index>12</Index>${bcfFields.dates}</Topic>
    <Comment Guid="${firstComment}"><VerbalStatus>Open</VerbalStatus><Status>Warning</Status><Date>2026-03-05T00:00:00</Date>
    <Author>c@other.test</Author><Comment>Text</Comment><Topic Guid="${guid}"/><ReplyToComment Guid="${secondComment}"/></Comment>
    <Viewpoints Guid="${firstView}"><Viewpoint>view1.bcfv</Viewpoint><Snapshot>picture1.png</Snapshot></Viewpoints></Markup>`,
}
const bitmaps: Readonly<Record<string, string>> = {
  '3.0': `<Bitmaps><Bitmap>${bitmap('<Format>png</Format>')}</Bitmap></Bitmaps>`,
  '2.1': `<Bitmap>${bitmap('<Bitmap>PNG</Bitmap>')}</Bitmap>`,
  '2.0': `<Bitmaps>${bitmap('<Bitmap>PNG</Bitmap>')}</Bitmaps>`,
}

/** More elements than a viewpoint may have: it is not shown here, but must be exported all the same. */
const oversizedView = view(`Guid="${secondView}"`, '').replace(
  '<PerspectiveCamera>',
  `<Components><Selection>${Array.from({ length: 20_001 }, (_, index) => `<Component><AuthoringToolId>e${index}</AuthoringToolId></Component>`).join('')}</Selection><Visibility DefaultVisibility="true"/></Components><PerspectiveCamera>`,
)

async function createArchive(version: string, note = 'of nobody'): Promise<Buffer> {
  const image = await Transformer.fromRgbaPixels(Buffer.alloc(16 * 8 * 4, 90), 16, 8).png()
  const topicFiles: Readonly<Record<string, string | Buffer>> = {
    'markup.bcf': markups[version] ?? '',
    'view1.bcfv': view(`Guid="${firstView}"`, bitmaps[version] ?? ''),
    'view2.bcfv': oversizedView,
    'picture1.png': image,
    'picture2.png': damagedImage,
    'bitmap.png': 'bitmap',
    'snippet.ifc': 'ISO-10303-21;',
    'notes.txt': 'notes',
    'deep/er/unknown.bin': Buffer.from([0, 255]),
  }
  const rootFiles: Readonly<Record<string, string>> = {
    'bcf.version': `<Version VersionId="${version}"><DetailedVersion>${version}</DetailedVersion></Version>`,
    'project.bcfp': '<ProjectInfo><Project ProjectId="theirs"><Name>Their project</Name></Project></ProjectInfo>',
    'extensions.xml': '<Extensions><TopicTypes><TopicType>Clash</TopicType></TopicTypes></Extensions>',
    'documents.xml': `<DocumentInfo><Documents><Document Guid="${guid}"><Filename>a.txt</Filename></Document></Documents></DocumentInfo>`,
    [`Documents/${guid}`]: 'a document',
    'unknown.txt': note,
  }
  const inTopic = Object.entries(topicFiles).map(([name, content]) => [`${guid}/${name}`, content] as const)
  return writeZip(
    [...Object.entries(rootFiles), ...inTopic].map(([name, content]) => ({ name, content: Buffer.from(content) })),
  )
}

const formatAddress = (of: Team): string => `/api/auth/my-urns/${of.file.id}`
const bring = (bytes: Buffer) =>
  server.inject(sendFile(team.editor, `${formatAddress(team)}/bcf`, bytes, 'topics.bcfzip'))
const take = async (version: string): Promise<Buffer> => {
  const response = await server.inject({
    url: `${formatAddress(team)}/bcf?version=${version}`,
    headers: bearer(team.owner),
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.rawPayload
}
const topic = async (): Promise<Topic> => {
  const list = await server.inject({ url: `${formatAddress(team)}/topics`, headers: bearer(team.owner) })
  const [summary] = list.json<TopicPage>().topics
  const topicResponse = await server.inject({
    url: `${formatAddress(team)}/topics/${summary?.id}`,
    headers: bearer(team.owner),
  })
  return topicResponse.json()
}

/** Lists files by name, as texts. */
async function listFiles(bytes: Buffer): Promise<Readonly<Record<string, string>>> {
  const { root, topics } = await readBcf(bytes)
  const entry = (folder: string) => (file: BcfFile) =>
    [folder + file.name, Buffer.from(file.content).toString('latin1')] as const
  const sources = topics.flatMap(({ source }) => (source ? [source] : []))
  return Object.fromEntries([
    ...root.files.map(entry('')),
    ...sources.flatMap(({ files, folder }) => files.map(entry(folder))),
  ])
}
const markupName = `${guid}/markup.bcf`

describe.each<BcfVersion>(['2.0', '2.1', '3.0'])('round trip of a BCF %s archive', (version) => {
  it('preserves every file byte for byte, even after repeated imports', async () => {
    const bytes = await createArchive(version)
    expect((await bring(bytes)).json()).toMatchObject({ created: 1 })
    expect(await listFiles(await take(version))).toEqual(await listFiles(bytes))
    expect((await bring(bytes)).json()).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    expect(await listFiles(await take(version))).toEqual(await listFiles(bytes))
  })

  it('preserves all other values when a topic is changed', async () => {
    const bytes = await createArchive(version)
    await bring(bytes)
    const { id, revision } = await topic()
    const changed = await server.inject({
      method: 'PATCH',
      url: `${formatAddress(team)}/topics/${id}`,
      headers: bearer(team.editor),
      payload: { revision, priority: 'Critical' },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    const [before, after] = [await listFiles(bytes), await listFiles(await take(version))]
    const own = { [markupName]: '', 'extensions.xml': '' }
    expect({ ...after, ...own }).toEqual({ ...before, ...own })
    const leaves = (markup = ''): string[] =>
      [...markup.matchAll(/<(\w+)[^>]*>([^<]+)<\/\1>/g)].map(([, name, text]) => `${name} ${text}`)
    const values = leaves(after[markupName])
    expect(leaves(before[markupName]).filter((value) => !values.includes(value))).toEqual([
      'ModifiedDate 2025-01-01T00:00:00Z',
      'ModifiedAuthor b@other.test',
    ])
    expect(values).toContain('Priority Critical')
    expect(values).toContain(`ModifiedAuthor ${team.editor.email}`)
    expect(values).toContain(`Title ${longTitle}`)
    // The values that a project of 3.0 declares apply to its topics too.
    expect(after['extensions.xml']).toMatch(version === '3.0' ? /Clash[^]*Critical/ : /^<Ext/)
  })
})

describe('BCF archive beyond the storage limit of a file', () => {
  it('is imported, reported as too large, and exported from the database', async () => {
    const { database } = server.services
    await bring(await createArchive('3.0'))
    const row = await database
      .selectFrom('topic')
      .select('bcf_archive_blob')
      .where('file_id', '=', team.file.id)
      .executeTakeFirstOrThrow()
    const own = { sha256: row.bcf_archive_blob ?? '', sizeBytes: collaborationLimits.bcfStoredBytesPerFile }
    const { size_bytes: sizeBytes } = await database
      .updateTable('blob')
      .set({ size_bytes: own.sizeBytes })
      .where('sha256', '=', own.sha256)
      .returning(
        sql<number>`(select size_bytes from blob as before where before.sha256 = blob.sha256)`.as('size_bytes'),
      )
      .executeTakeFirstOrThrow()
    onTestFinished(async () => {
      await database.updateTable('blob').set({ size_bytes: sizeBytes }).where('sha256', '=', own.sha256).execute()
    })
    const other = '0b1f6d52-6a41-4f57-9d1e-6a7c000000f1'
    const second = await writeZip([
      { name: 'bcf.version', content: Buffer.from('<Version VersionId="3.0"/>') },
      {
        name: `${other}/markup.bcf`,
        content: Buffer.from(`<Markup><Topic Guid="${other}"><Title>Second</Title><Index>9</Index></Topic></Markup>`),
      },
    ])
    expect((await bring(second)).json()).toMatchObject({
      created: 1,
      skipped: [{ name: 'archive', reason: 'too-large' }],
    })
    const { topics } = await readBcf(await take('3.0'))
    expect(topics.map(({ title }) => title)).toEqual([longTitle, 'Second'])
  })
})

describe('BCF export after local changes', () => {
  it('omits a deleted comment and a replaced snapshot only', async () => {
    const bytes = await createArchive('3.0')
    await bring(bytes)
    const before = await topic()
    const [importedComment] = before.discussion
    await server.inject({
      method: 'DELETE',
      url: `${formatAddress(team)}/topics/${before.id}/comments/${importedComment?.id}`,
      headers: bearer(team.owner),
    })
    const image = await Transformer.fromRgbaPixels(Buffer.alloc(32 * 8 * 4, 20), 32, 8).png()
    const replaced = await server.inject(
      sendFile(team.owner, `${formatAddress(team)}/viewpoints/${before.viewpoints[0]?.id}/snapshot`, image),
    )
    expect(replaced.statusCode, replaced.body).toBe(200)
    const [old, after] = [await listFiles(bytes), await listFiles(await take('3.0'))]
    const markup = after[markupName] ?? ''
    expect(markup).not.toContain(`Text of ${importedComment?.guid}`)
    expect(markup).toContain(`Text of ${importedComment?.guid === firstComment ? secondComment : firstComment}`)
    expect(after[`${guid}/picture1.png`]).toBeUndefined()
    expect(after[`${guid}/picture2.png`]).toBe(old[`${guid}/picture2.png`])
    expect(after[`${guid}/view2.bcfv`]).toBe(old[`${guid}/view2.bcfv`])
    expect(after[`Documents/${guid}`]).toBe('a document')
  })

  it('releases the archive blob when its last topic is deleted', async () => {
    const { database } = server.services
    await bring(await createArchive('3.0', 'of this test alone'))
    const row = await database
      .selectFrom('topic')
      .select(['id', 'bcf_archive_blob'])
      .where('file_id', '=', team.file.id)
      .executeTakeFirstOrThrow()
    const addresses = [row.bcf_archive_blob ?? '']
    expect([...(await retainReferencedBlobs(database, addresses))]).toEqual(addresses)
    await server.inject({
      method: 'DELETE',
      url: `${formatAddress(team)}/topics/${row.id}`,
      headers: bearer(team.owner),
    })
    expect([...(await retainReferencedBlobs(database, addresses))]).toEqual([])
  })
})
