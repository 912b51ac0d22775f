import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { gable, gablePng } from '@kamar/codecs/image/testing'
import { writeMfcArchive, writeZipContainer } from './fixtures/pavilion.js'
import { parseHeader } from './header.js'
import { reader } from './reader.js'
import { DraftComponent, type DraftModel } from './testing/draft.js'
import { pavilion } from './testing/pavilion.js'
import { mfcArchiveReleases, writeMfcArchiveModel } from './testing/write-mfc-archive.js'
import { ZipContainerWriter, zipContainerFile, writeZipContainerModel } from './testing/write-zip-container.js'

const inch = 0.0254
const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const golden = {
  status: 'complete',
  nodes: 7,
  instances: 10,
  triangles: 38,
  lines: 3,
  unit: 'mm',
  bounds: [
    [-50 * inch, 0, 0],
    [200 * inch, 164 * inch, 100 * inch],
  ],
  findings: ['opened-without-program', 'check-dimensions', 'face-camera-as-saved', 'blocks-not-placed'],
} as const

describeReader(reader, {
  fixtures: [
    { name: 'pavilion-2017.skp', bytes: fixture('pavilion-2017.skp'), golden },
    { name: 'pavilion-2025.skp', bytes: fixture('pavilion-2025.skp'), golden },
  ],
  streams: false,
})

describe('SketchUp model', () => {
  it('equals the committed fixture when it is written again', () => {
    expect(writeMfcArchiveModel(pavilion(), 2017)).toEqual(fixture('pavilion-2017.skp'))
    expect(writeZipContainerModel(pavilion())).toEqual(fixture('pavilion-2025.skp'))
  })

  it.each([
    ['2017', (model: DraftModel) => writeMfcArchiveModel(model, 2017)],
    ['2025', writeZipContainerModel],
  ])('has the camera saved by SketchUp %s as a view, and no view for an invalid camera', async (_, write) => {
    const model = pavilion()
    const readViews = async (camera: Partial<DraftModel['camera']>) => {
      const { report, scene } = await runReader(reader, write({ ...model, camera: { ...model.camera, ...camera } }))
      return { views: scene.views, codes: report?.findings.map(({ code }) => code) }
    }
    const pose = { eye: [100 * inch, -300 * inch, 60 * inch], direction: [0, 1, 0], up: [0, 0, 1] }
    const { views } = await readViews({})
    expect(views).toEqual([
      {
        name: null,
        folders: [],
        camera: { kind: 'perspective', fieldOfViewDegrees: 35, ...pose, distanceMetres: 400 * inch },
      },
    ])
    const flat = await readViews({ isPerspective: false, up: [0, 0, 2] })
    expect(flat.views[0]?.camera).toMatchObject({ kind: 'orthographic', heightMetres: 133 * inch, up: [0, 0, 1] })
    for (const invalidCamera of [{ target: model.camera.eye }, { up: [0, 0, 0] as const }, { isAngleOfHeight: false }])
      expect((await readViews(invalidCamera)).views).toEqual([])
    const withoutAngle = await readViews({ fieldOfViewDegrees: 0 })
    expect(withoutAngle.views).toEqual([])
    expect(withoutAngle.codes).toContain('saved-views-left-out')
  })

  it.each([
    ...mfcArchiveReleases.map(
      (release) => [String(release), (model: DraftModel) => writeMfcArchiveModel(model, release)] as const,
    ),
    ['2025', writeZipContainerModel] as const,
  ])('has the scenes of SketchUp %s as saved views', async (release, write) => {
    const model = pavilion()
    const scene = (name: string, more: object = {}) => ({ name, camera: { ...model.camera, ...more } })
    const scenes = [
      scene('North', { eye: [100, 900, 60] }),
      { ...scene('Only hides'), isWithoutCamera: true },
      { ...scene('Plan', { isPerspective: false }), hides: true },
      scene('Nowhere', { target: model.camera.eye }),
    ]
    const { report, scene: read } = await runReader(reader, write({ ...model, scenes }))
    expect(read.views.map(({ camera, name }) => [name, camera.kind])).toEqual([
      [null, 'perspective'],
      ['North', 'perspective'],
      ['Plan', 'orthographic'],
    ])
    expect(read.views[1]?.camera.eye[1]).toBeCloseTo(900 * inch)
    const counts = new Map(report?.findings.map(({ code, details }) => [code, details?.['count']]))
    expect(counts.get('saved-views-left-out')).toBe(2)
    expect(counts.get('saved-views-whole')).toBe(release === '2025' ? 1 : undefined)
  })

  const files = [
    ...mfcArchiveReleases.map((release) => [String(release), writeMfcArchiveModel(pavilion(), release)] as const),
    ['2025', writeZipContainerModel(pavilion())] as const,
  ]
  it.each(files)('is read completely from a file of SketchUp %s', async (release, bytes) => {
    const { report, scene } = await runReader(reader, bytes, { name: 'pavilion.skp' })
    expect(report?.skipped).toEqual([])
    expect(report?.findings[0]).toEqual({
      code: 'opened-without-program',
      severity: 'information',
      details: { program: 'SketchUp', shown: 15, total: 15 },
    })
    expect(report?.counts).toEqual({ components: 3, faces: 9, edges: 1, guides: 2, triangles: 38, instances: 10 })
    expect(scene.unit?.name).toBe(release === '6' ? 'in' : 'mm')
    expect(scene.propertySets[0]?.properties.find(({ name }) => name === 'Version')?.value).toBe(release)
    expect(scene.materials.map(({ name, opacity }) => [name, opacity])).toEqual(
      expect.arrayContaining([
        ['Tiles', 1],
        ['Plaster', 1],
        ['Brick1', 1],
      ]),
    )
    expect(scene.textures.map(({ height, width }) => [width, height])).toEqual([[2, 2]])
  })

  it.each(files)('has the component tree and attributes of a file of SketchUp %s', async (release, bytes) => {
    const { scene } = await runReader(reader, bytes, { name: 'pavilion.skp' })
    const rows = scene.nodes.map(({ class: kind, hidden = false, name, parent }) =>
      [parent === null ? '' : scene.nodes[parent]?.name, name, kind, hidden].join(' '),
    )
    expect(rows.toSorted()).toEqual([
      ' pavilion model false',
      'group Post component false',
      'pavilion Corner post component false',
      'pavilion Post component false',
      'pavilion Roof component true',
      'pavilion group group false',
      'pavilion guides guides false',
    ])
    const post = scene.nodes.findIndex(({ name }) => name === 'Corner post')
    const sets = (scene.assignments.get(post) ?? []).map((id) => scene.propertySets[id])
    expect(sets.map((set) => set?.name)).toEqual(['SketchUp', 'Kamar'])
    expect(sets[0]?.properties).toEqual(
      expect.arrayContaining([
        { name: 'Definition', value: 'Post' },
        { name: 'Description', value: 'A post of steel' },
      ]),
    )
    expect(sets[1]?.properties).toEqual([
      { name: 'Mark', value: 'P-1' },
      { name: 'Count', value: 3 },
      { name: 'Weight', value: 12.5 },
      { name: 'IsSteel', value: false },
      { name: 'Sizes', value: '4, x, 4' },
    ])
    expect(scene.nodes[post]?.sourceId).toBe(release === '6' || release === '8' ? '' : '04'.repeat(16))
  })

  it.each(files)('has the instance transforms of a file of SketchUp %s', async (_, bytes) => {
    const { scene } = await runReader(reader, bytes)
    const placedUnder = (name: string): readonly number[] => {
      const node = scene.nodes.findIndex((each) => each.name === name)
      return scene.instances.find((instance) => instance.node === node)?.placement ?? []
    }
    const placement = placedUnder('Corner post').map((value) => Math.round(value * 1e6) / 1e6 + 0)
    expect(placement).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 200 * inch, 0, 0])
    expect(placedUnder('Roof').slice(9)).toEqual([0, 0, 100 * inch])
    // The last number divides all others.
    const posts = scene.instances.filter(({ node }) => scene.nodes[node]?.name === 'Post')
    expect(posts.map(({ placement }) => placement[0])).toEqual(expect.arrayContaining([0.5]))
    expect(posts.map(({ mesh }) => mesh)).toHaveLength(2)
  })

  it('applies the material of a group to component faces without their own', async () => {
    const { scene } = await runReader(reader, writeZipContainerModel(pavilion()))
    const wall = scene.nodes.findIndex(({ name }) => name === 'group')
    const painted = scene.nodes.findIndex(({ name, parent }) => name === 'Post' && parent === wall)
    const [instance] = scene.instances.filter(({ node }) => node === painted)
    expect(scene.materials[instance?.material ?? -1]?.name).toBe('Brick1')
    const postNode = scene.nodes.findIndex(({ name }) => name === 'Corner post')
    expect(scene.instances.find(({ node }) => node === postNode)?.material).toBeNull()
  })

  it.each([
    ['up to 2020', writeMfcArchive(), '2017', '17.2.2555', 'classic'],
    ['since 2021', writeZipContainer(), '2025', '25.0.575', 'zip'],
  ])('shows the stored thumbnail when a file %s is unreadable', async (_, bytes, version, fileVersion, container) => {
    const { scene, report } = await runReader(reader, bytes)
    expect(report?.status).toBe('preview')
    expect(scene.propertySets[0]?.properties).toEqual([
      { name: 'Program', value: 'SketchUp' },
      { name: 'Version', value: version },
      { name: 'File version', value: fileVersion },
      { name: 'Container', value: container },
    ])
    expect(report?.findings[0]?.details).toEqual({ program: `SketchUp ${version}` })
    expect(Uint8Array.from(PNG.sync.read(Buffer.from(scene.preview ?? [])).data)).toEqual(gable().data)
  })

  it.each([
    ['without a thumbnail', writeMfcArchive('8.0.4811', new Uint8Array(90))],
    ['with a damaged thumbnail', writeMfcArchive('8.0.4811', gableWithHole())],
    ['in an archive without a thumbnail', writeZipContainer({ 'model.dat': new Uint8Array(50) })],
    [
      'in an archive with other data as thumbnail',
      writeZipContainer({ 'meta/model_thumbnail.png': new Uint8Array(50) }),
    ],
  ])('reports only its identity for a file %s', async (_, bytes) => {
    const { report, scene } = await runReader(reader, bytes)
    expect(scene.preview).toBeNull()
    expect(report?.findings.map(({ code }) => code)).toEqual(['identity-only', 'advice-skp'])
  })

  const empty = new DraftComponent()
  empty.guides = 2
  it.each([
    ['up to 2020', writeMfcArchiveModel({ ...pavilion(), root: empty }, 2017)],
    ['since 2021', writeZipContainerModel({ ...pavilion(), root: empty })],
  ])('shows guides as a point and lines when a file %s contains nothing else', async (_, bytes) => {
    const { report, scene } = await runReader(reader, bytes)
    expect(report).toMatchObject({ status: 'complete', skipped: [], counts: { guides: 2 } })
    expect(scene.nodes.map(({ class: kind }) => kind)).toEqual(['model', 'guides'])
    expect(scene.numbers).toMatchObject({ lines: 2, points: 1 })
    const { min, max } = scene.bounds ?? { min: [], max: [] }
    expect(min.map((value) => Math.round(value / inch))).toEqual([0, 0, 0])
    expect(max.map((value) => Math.round(value / inch))).toEqual([8, 8, 0])
  })

  it('fails as damaged when its archive is truncated or changed', async () => {
    const complete = writeZipContainer()
    expect((await runReader(reader, complete.slice(0, complete.length - 30))).failure?.code).toBe('damaged')
    const parts = new ZipContainerWriter(pavilion()).parts()
    const file = zipContainerFile(parts)
    const at = Buffer.from(file).indexOf(Buffer.from(parts['model.dat'] as Uint8Array))
    file[at + 100] ^= 255
    expect((await runReader(reader, file)).failure?.code).toBe('damaged')
  })

  it.each([
    ['since 2021', writeZipContainerModel(pavilion())],
    ['up to 2020', writeMfcArchiveModel(pavilion(), 2017)],
  ])('fails as limit-exceeded when a file %s inflates beyond the limit', async (_, bytes) => {
    const run = await runReader(reader, bytes, { limits: { inflatedBytes: 3000 } })
    expect(run.failure?.code).toBe('limit-exceeded')
  })
})

/** Returns the image with its pixels overwritten. */
function gableWithHole(): Uint8Array {
  const png = gablePng()
  const pixels = Buffer.from(png).indexOf('IDAT') + 4
  return png.fill(0xaa, pixels, pixels + 40)
}

describe('SketchUp file header', () => {
  it.each([
    ['6.0.1', '6'],
    ['13.0.1', '2013'],
    ['99.1.0', '99'],
  ])('maps the file version %s to SketchUp %s', (fileVersion, version) => {
    expect(parseHeader(writeMfcArchive(fileVersion))).toEqual({ version, fileVersion, archiveStart: null })
  })

  it.each([
    ['no header text', new Uint8Array()],
    ['another header text', Uint8Array.from([0xff, 0xfe, 0xff, 2, 65, 0, 66, 0])],
    ['a header text longer than the file', Uint8Array.from([0xff, 0xfe, 0xff, 255, 255, 255, 1])],
  ])('states no version when the file holds %s', (_, bytes) => {
    expect(parseHeader(bytes)).toEqual({ version: '', fileVersion: '', archiveStart: null })
  })

  it('ignores a version string that is not a version number', () => {
    expect(parseHeader(writeMfcArchive('C:\\Users\\ani'))).toMatchObject({ version: '', fileVersion: '' })
  })
})

describe.skipIf(!samplesFolder())('SketchUp sample files', () => {
  it.each([
    ['VillePajala_house.skp', 135, 1],
    ['agramirez_turtle_tank_3.skp', 1281, 59],
    ['testup__TC_Sketchup_ArcCurve__ExtrudedCircle.skp', 26, 0],
    ['testup__TC_Sketchup_Face__uv_tile_at_variations.skp', 24, 0],
    ['testup__TC_Sketchup_Skp__2020.skp', 63, 1],
    ['testup__TC_Sketchup__skp-v6.skp', 6, 1],
    ['testup__TC_Sketchup__skp-vff-soft-block.skp', 69, 1],
    ['testup__misc_test_files__LiveComponent.skp', 534, 10],
  ])('include %s, which is read completely with %s faces and %s components', async (name, faces, components) => {
    const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', 'skp', name)))
    const { report } = await runReader(reader, bytes)
    expect(report?.status).toBe('complete')
    expect([report?.counts['faces'], report?.counts['components'] ?? 0]).toEqual([faces, components])
  })

  it('show the stored thumbnail for a file with a screen text alone, and report the text as not drawn', async () => {
    const path = join(samplesFolder() ?? '', 'skp', 'testup__TC_Sketchup_DefinitionList__screentext.skp')
    const { report, scene } = await runReader(reader, Uint8Array.from(readFileSync(path)))
    expect(report).toMatchObject({ status: 'partial', nothingDrawn: true })
    expect(report?.skipped).toEqual([{ kind: 'text', reason: 'not-drawn', count: 1 }])
    expect(report?.findings[0]).toMatchObject({ code: 'nothing-drawn', severity: 'information' })
    expect(scene.preview).not.toBeNull()
  })
})
