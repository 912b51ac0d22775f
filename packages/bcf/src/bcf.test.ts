import { describe, expect, it } from 'vitest'
import { openArchive } from './archive.js'
import { BcfError, type BcfProject, bcfVersions } from './model.js'
import { readBcf } from './read/read-bcf.js'
import { sampleProject } from './testing/sample-project.js'
import { withoutSources } from './testing/without-sources.js'
import { writeBcf } from './write/write-bcf.js'
import { writeZip } from './write/zip-writer.js'

const guid = '0b1f6d52-6a41-4f57-9d1e-6a7c00000001'
const versionFile = (version: string) => ({
  name: 'bcf.version',
  content: Buffer.from(`<?xml version="1.0"?><Version VersionId="${version}"/>`),
})
const createArchive = (files: Readonly<Record<string, string | Buffer>>, version = '2.1'): Promise<Buffer> =>
  writeZip([
    versionFile(version),
    ...Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })),
  ])
const markup = (inside: string, siblings = ''): string =>
  `<Markup><Topic Guid="${guid}" TopicType="Clash" TopicStatus="Open">${inside}</Topic>${siblings}</Markup>`
const failure = (bytes: Buffer): Promise<unknown> => readBcf(bytes).catch((error: unknown) => error)

/**
 * Reduces a project to a version: versions before 3.0 have no aspect ratio; 2.0 has no due date, stage and view hints
 * either.
 */
function asIn(version: string, project: BcfProject): BcfProject {
  if (version === '3.0') return project
  const old = { dueDate: null, stage: '' }
  const hints = { spaces: false, spaceBoundaries: false, openings: false }
  const topics = project.topics.map((topic) => ({
    ...topic,
    ...(version === '2.0' ? old : {}),
    viewpoints: topic.viewpoints.map((viewpoint) => ({
      ...viewpoint,
      camera: viewpoint.camera && { ...viewpoint.camera, aspectRatio: null },
      visibility: { ...viewpoint.visibility, ...(version === '2.0' ? hints : {}) },
    })),
  }))
  return { ...project, topics }
}

describe.each(bcfVersions)('BCF %s', (version) => {
  it('retains the project after a round trip', async () => {
    const read = await readBcf(await writeBcf(sampleProject, version))
    expect(read).toMatchObject({ version, errors: [] })
    expect(withoutSources(read)).toEqual(asIn(version, sampleProject))
  })

  it('has identical bytes when it is written twice', async () => {
    expect(await writeBcf(sampleProject, version)).toEqual(await writeBcf(sampleProject, version))
  })

  it('omits characters that XML does not allow', async () => {
    const [topic] = sampleProject.topics
    if (!topic) return
    const title = 'a\u0000b\u000bc\ud800d\u{1f3d7}\r\ne'
    const read = await readBcf(await writeBcf({ ...sampleProject, topics: [{ ...topic, title }] }, version))
    expect(read.topics[0]?.title).toBe('abcd\u{1f3d7}\r\ne')
  })

  it('retains a snapshot without a camera', async () => {
    const [topic] = sampleProject.topics
    const [viewpoint] = topic?.viewpoints ?? []
    if (!topic || !viewpoint) return
    const flat = { ...topic, viewpoints: [{ ...viewpoint, camera: null }] }
    const read = await readBcf(await writeBcf({ ...sampleProject, topics: [flat] }, version))
    expect(read.topics[0]?.viewpoints[0]).toMatchObject({ guid: viewpoint.guid, camera: null })
    expect(read.topics[0]?.viewpoints[0]?.snapshot).toEqual(viewpoint.snapshot)
  })
})

describe('BCF archive', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'not-an-archive'],
    ['plain text', Buffer.from('PK this is none'), 'not-an-archive'],
  ] as const)('is rejected when it is %s', async (_, bytes, reason) => {
    expect(await failure(bytes)).toMatchObject({ name: 'BcfError', reason })
  })

  it('is rejected when it is truncated', async () => {
    const bytes = await writeBcf(sampleProject, '3.0')
    for (let part = 0; part < 32; part++) {
      const result = await failure(bytes.subarray(0, Math.floor((bytes.length * part) / 32)))
      expect(result).toBeInstanceOf(BcfError)
    }
  })

  it('is rejected without a version or with an unsupported one', async () => {
    expect(await failure(await writeZip([{ name: 'a.txt', content: Buffer.from('a') }]))).toMatchObject({
      reason: 'no-version',
    })
    expect(await failure(await createArchive({}, '9.9'))).toMatchObject({ reason: 'unsupported-version' })
  })

  it('is rejected when an entry path leaves the archive', async () => {
    expect(await failure(await createArchive({ '../../markup.bcf': markup('<Title>t</Title>') }))).toBeInstanceOf(
      BcfError,
    )
  })

  it('reports an entry larger than its stated size as damaged', async () => {
    const bytes = await createArchive({ [`${guid}/markup.bcf`]: markup(`<Title>${'x'.repeat(5000)}</Title>`) })
    const archive = await openArchive(bytes)
    const corrupt = Buffer.from(bytes)
    const at = corrupt.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    corrupt.writeUInt32LE(10, at + 24)
    expect(archive.names).toHaveLength(2)
    expect(await readBcf(corrupt)).toMatchObject({
      topics: [],
      errors: [{ name: `${guid}/markup.bcf`, reason: 'damaged' }],
    })
  })

  it('reports an entry above the size limit', async () => {
    const bomb = Buffer.alloc(20 * 1024 ** 2, ' ')
    const read = await readBcf(await createArchive({ [`${guid}/markup.bcf`]: bomb }))
    expect(read.errors).toEqual([{ name: `${guid}/markup.bcf`, reason: 'too-large' }])
  })

  it.each([
    [
      'entity declarations',
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]><Markup><Topic>&c;</Topic></Markup>',
    ],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Markup>&b;</Markup>'],
    ['excessive nesting', '<a>'.repeat(5000)],
    ['no closing tag', '<Markup><Topic>'],
    ['no topic element', '<Markup/>'],
    ['an invalid GUID', '<Markup><Topic Guid="../x"><Title>t</Title></Topic></Markup>'],
  ])('skips the topic whose markup has %s and retains the others', async (_, document) => {
    const other = '0b1f6d52-6a41-4f57-9d1e-6a7c000000ff'
    const read = await readBcf(
      await createArchive({
        [`${guid}/markup.bcf`]: document,
        [`${other}/markup.bcf`]: markup('<Title>Kept</Title>').replace(guid, other),
      }),
    )
    expect(read.topics.map(({ title }) => title)).toEqual(['Kept'])
    expect(read.errors).toEqual([{ name: `${guid}/markup.bcf`, reason: 'damaged' }])
  })

  it('reports a topic without a title', async () => {
    const read = await readBcf(await createArchive({ [`${guid}/markup.bcf`]: markup('<Title> </Title>') }))
    expect(read.errors).toEqual([{ name: `${guid}/markup.bcf`, reason: 'no-title' }])
  })
})

describe('readBcf', () => {
  it('accepts a byte order mark, UTF-16, namespace prefixes, braces around GUIDs and upper case', async () => {
    const text = `<b:Markup xmlns:b="x"><b:Topic Guid="{${guid.toUpperCase()}}"><b:Title>Տուն</b:Title></b:Topic></b:Markup>`
    for (const document of [`\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const read = await readBcf(await createArchive({ [`${guid}/MARKUP.BCF`]: document }))
      expect(read.topics[0]).toMatchObject({ guid, title: 'Տուն' })
    }
  })

  it('finds the default viewpoint of BCF 2.0 and reads its component attributes', async () => {
    const view = `<VisualizationInfo><Components>
      <Component IfcGuid="1" Selected="true" Visible="true"/><Component IfcGuid="2" Visible="false"/>
      <Component IfcGuid="3" Color="ff0000"/><Component/></Components></VisualizationInfo>`
    const read = await readBcf(
      await createArchive(
        { [`${guid}/markup.bcf`]: markup('<Title>t</Title>'), [`${guid}/viewpoint.bcfv`]: view },
        '2.0',
      ),
    )
    expect(read.topics[0]?.viewpoints).toMatchObject([
      {
        guid,
        camera: null,
        selection: [{ ifcGuid: '1' }],
        visibility: { defaultVisible: true, exceptions: [{ ifcGuid: '2' }] },
        colouring: [{ colour: 'FF0000', components: [{ ifcGuid: '3' }] }],
      },
    ])
  })

  it.each([
    ['no direction', '<CameraViewPoint><X>0</X><Y>0</Y><Z>0</Z></CameraViewPoint>'],
    ['an invalid position', '<CameraViewPoint><X>NaN</X><Y>1e999</Y><Z/></CameraViewPoint>'],
  ])('ignores a camera with %s', async (_, camera) => {
    const view = `<VisualizationInfo><PerspectiveCamera>${camera}<FieldOfView>60</FieldOfView></PerspectiveCamera></VisualizationInfo>`
    const viewpointsXml = `<Viewpoints Guid="${guid}"><Viewpoint>v.bcfv</Viewpoint><Snapshot>gone.png</Snapshot></Viewpoints>`
    const read = await readBcf(
      await createArchive({
        [`${guid}/markup.bcf`]: markup('<Title>t</Title>', viewpointsXml),
        [`${guid}/v.bcfv`]: view,
      }),
    )
    expect(read.topics[0]?.viewpoints).toMatchObject([{ camera: null, snapshot: null }])
    expect(read.errors).toEqual([])
  })

  it('ignores invalid dates and times', async () => {
    const inside = '<Title>t</Title><CreationDate>soon</CreationDate><DueDate>2026-02-31T00:00:00Z</DueDate>'
    const read = await readBcf(await createArchive({ [`${guid}/markup.bcf`]: markup(inside) }))
    expect(read.topics[0]).toMatchObject({ dueDate: null, modifiedDate: null, date: new Date(0) })
  })
})
