import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describeReader, mutate, runReader, samplesFolder, type RecordingScene } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { gable } from '@kamar/codecs/image/testing'
import { CompoundFile } from '@kamar/codecs/compound-file'
import { writeCompound } from '@kamar/codecs/compound-file/testing'
import { memorySource } from '@kamar/core'
import { metafile, sceneTexts, writeForeign, writePavilion } from './fixtures/pavilion.js'
import { reader } from './reader.js'
import { readIdentity } from './summary-identity.js'
import { decodeStoredBitmap } from './stored-bitmap.js'
import { pavilionScene } from './testing/pavilion-scene.js'
import { container, integers, record } from './testing/record-writer.js'
import { classes, SceneBytes } from './testing/scene-writer.js'
import { cubeCorners, cubeSides, polyRecord } from './testing/shapes.js'

const pavilion = Uint8Array.from(readFileSync(new URL('fixtures/pavilion.max', import.meta.url)))

describeReader(reader, {
  fixtures: [
    {
      name: 'pavilion.max',
      bytes: pavilion,
      golden: {
        status: 'partial',
        nodes: 13,
        meshes: 8,
        instances: 9,
        triangles: 20 + 12 + 8 + 4 + 48 + 1 + 16,
        unit: 'cm',
        bounds: [
          [0.97, -0.02, -0.005],
          [1.03, 0.03, 0.06],
        ],
        skipped: { modifier: 1, Boolean: 1 },
        missingCompanions: ['tuff.png'],
        findings: [
          'opened-without-program',
          'check-dimensions',
          'modifiers-not-applied',
          'bind-pose',
          'animation-left-out',
          'lights-and-cameras',
        ],
      },
    },
  ],
  sharesContainerWith: ['rvt', 'old office document'],
})

const nodeNamed = (scene: RecordingScene, name: string): number => scene.nodes.findIndex((node) => node.name === name)
const listPropertySets = (scene: RecordingScene, name: string) =>
  (scene.assignments.get(nodeNamed(scene, name)) ?? []).map((set) => scene.propertySets[set])
const listInstances = (scene: RecordingScene, name: string) =>
  scene.instances.filter(({ node }) => node === nodeNamed(scene, name))

describe('pavilion.max', () => {
  it('is equal to the committed fixture', () => {
    expect(writePavilion()).toEqual(pavilion)
  })

  it('has the node tree with classes and unique handles', async () => {
    const { scene } = await runReader(reader, pavilion)
    const rows = scene.nodes.map(({ class: kind, name, parent }) => [name, kind, parent])
    expect(rows).toEqual([
      ['3ds Max 2019', 'document', null],
      ['Pavilion', 'Dummy', 0],
      ['Slab', 'Box', 1],
      ['Column A', 'Editable Poly', 1],
      ['Column B', 'Editable Poly', 1],
      ['Roof', 'Pyramid', 1],
      ['Wall', 'Editable Poly', 1],
      ['Dome', 'Sphere', 1],
      ['Rail', 'Editable Mesh', 1],
      ['Hole', 'Boolean', 1],
      ['Lamp.Target', 'Target', 1],
      ['Lamp', 'Target Spot', 1],
      ['Shade', 'Cone', 11],
    ])
    expect(scene.nodes.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Dome'])
    expect(new Set(scene.nodes.slice(1).map(({ sourceId }) => sourceId)).size).toBe(scene.nodes.length - 1)
  })

  it('has the program version as root name with its statistics', async () => {
    const { scene } = await runReader(reader, pavilion)
    expect(listPropertySets(scene, '3ds Max 2019')[0]?.properties).toEqual([
      { name: 'Program', value: '3ds Max' },
      { name: 'Version', value: '2019' },
      { name: 'Build', value: '21.0.0.845' },
      { name: 'Vertices', value: 1296 },
      { name: 'Faces', value: 2492 },
      { name: 'Objects', value: 33 },
    ])
  })

  it('lists layers, modifiers and user properties without file paths', async () => {
    const { report, scene } = await runReader(reader, pavilion)
    expect(listPropertySets(scene, 'Slab')).toEqual([
      { name: 'Object', properties: [{ name: 'Layer', value: 'Structure' }] },
      { name: 'User properties', properties: [{ name: 'Mark', value: 'S-1' }] },
    ])
    expect(listPropertySets(scene, 'Rail')[0]?.properties).toEqual([{ name: 'Modifiers', value: 'TurboSmooth' }])
    expect(JSON.stringify([scene.nodes, scene.propertySets, scene.materials, report])).not.toMatch(/petrosyan|Users/)
  })

  it('shares one mesh between two columns with their own rotation and scale', async () => {
    const { scene } = await runReader(reader, pavilion)
    const [[first], [second]] = [listInstances(scene, 'Column A'), listInstances(scene, 'Column B')]
    expect(first?.mesh).toBe(second?.mesh)
    const rounded = (values: readonly number[] = []): number[] => values.map((value) => Number(value.toFixed(4)) + 0)
    expect(rounded(first?.placement)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 3, 1, 0.005, 0])
    const shift = Math.PI / 200
    expect(rounded(second?.placement)).toEqual(rounded([0, 1, 0, -1, 0, 0, 0, 0, 3, 1 + shift + 0.005, 0.01, 0]))
  })

  it('has material colours, or wire colours without a material', async () => {
    const { scene } = await runReader(reader, pavilion)
    const listMaterials = (name: string) =>
      listInstances(scene, name).map(({ material }) => scene.materials[material ?? -1])
    const color = (...channels: readonly number[]) => channels.map(Math.fround)
    expect(listMaterials('Slab')).toEqual([{ name: 'Tuff', color: color(0.8, 0.4, 0.3), opacity: 1 }])
    // Linear 0.5.
    expect(listMaterials('Roof')).toEqual([
      { name: 'Tiles', color: [expect.closeTo(188 / 255, 2), 0, 0], opacity: 0.75 },
    ])
    expect(listMaterials('Wall')).toEqual([
      { name: 'Brick', color: color(0.7, 0.3, 0.2), opacity: 1 },
      { name: 'Glass', color: color(0.4, 0.6, 0.8), opacity: 0.5 },
    ])
    expect(listMaterials('Shade')).toEqual([
      { name: '#285078', color: [40, 80, 120].map((byte) => byte / 255), opacity: 1 },
    ])
  })

  it('binds a companion image as a texture', async () => {
    const bytes = PNG.sync.write(Object.assign(new PNG({ width: 2, height: 2 }), { data: Buffer.alloc(16, 200) }))
    const { report, scene } = await runReader(reader, pavilion, { companions: { 'tuff.png': bytes } })
    expect(report?.missingCompanions).toEqual([])
    expect(scene.materials.find(({ name }) => name === 'Brick')?.texture).toEqual({
      image: 0,
      tint: [1, 1, 1],
      wrap: 'repeat',
    })
    expect(scene.textures).toHaveLength(1)
  })

  it('orients the shade by the downward aim of its lamp', async () => {
    const { scene } = await runReader(reader, pavilion)
    const [shade] = listInstances(scene, 'Shade')
    expect(shade?.placement[8]).toBeCloseTo(1)
    expect(shade?.placement[11]).toBeCloseTo(0.05)
  })

  it('reports objects that differ from their display in 3ds Max', async () => {
    const { report, scene } = await runReader(reader, pavilion)
    const handle = (name: string): string => scene.nodes[nodeNamed(scene, name)]?.sourceId ?? ''
    expect(report?.skipped).toEqual([
      { kind: 'modifier', reason: 'not-applied', count: 1, elements: [handle('Rail')] },
      { kind: 'Boolean', reason: 'not-read', count: 1, elements: [handle('Hole')] },
    ])
    const details = report?.findings.map(({ code, details: about }) => [code, about])
    expect(details).toEqual([
      ['opened-without-program', { program: '3ds Max', shown: 8, total: 9 }],
      ['check-dimensions', { program: '3ds Max' }],
      ['modifiers-not-applied', { names: 'TurboSmooth' }],
      ['bind-pose', { count: 1 }],
      ['animation-left-out', { count: 1 }],
      ['lights-and-cameras', { count: 1 }],
    ])
  })
})

describe('3ds Max object with an unsupported modifier', () => {
  const extrusion = 0x2b
  const editPolyState = container(
    0x2500,
    container(0x2512, record(0x0230, integers(extrusion))),
    record(0x2513, integers(0x0004_0100)),
  )
  const meshSmooth = { ...classes.smooth, name: 'MeshSmooth', first: 0x332, second: 0 }

  it.each([
    ['an Edit Poly extrusion', classes.editPoly, [editPolyState], 'Edit Poly'],
    ['TurboSmooth', classes.smooth, [], 'TurboSmooth'],
    ['MeshSmooth', meshSmooth, [], 'MeshSmooth'],
  ] as const)('is shown without %s, and the modifier is counted and named', async (_, kind, states, name) => {
    const scene = new SceneBytes()
    const root = scene.add(classes.root, [])
    const sides = cubeSides.map((vertices) => ({ vertices }))
    const cube = scene.add(classes.poly, [], polyRecord(cubeCorners(2), sides))
    const object = scene.add(classes.derived, [scene.add(kind, []), cube], ...states)
    scene.node('Block', { parent: root, transform: scene.createPlacement([0, 0, 0]), object })
    const { report, scene: output } = await runReader(reader, writePavilion(scene.streams()))
    const block = output.nodes[nodeNamed(output, 'Block')]?.sourceId
    expect(report).toMatchObject({
      status: 'partial',
      counts: { objects: 1, triangles: 12, instances: 1 },
      skipped: [{ kind: 'modifier', reason: 'not-applied', count: 1, elements: [block] }],
    })
    expect(report?.findings).toContainEqual({
      code: 'modifiers-not-applied',
      severity: 'warning',
      details: { names: name },
    })
    expect(listPropertySets(output, 'Block')[0]?.properties).toEqual([{ name: 'Modifiers', value: name }])
  })
})

describe('MAX file without drawable geometry', () => {
  it('is described with its stored thumbnail', async () => {
    const { report, scene } = await runReader(reader, writeForeign())
    expect(report).toMatchObject({ status: 'preview', findings: [{ code: 'preview-only' }, { code: 'advice-max' }] })
    expect(report?.findings[0]?.details).toEqual({ program: '3ds Max 2019' })
    expect(scene.preview).not.toBeNull()
    expect(scene.nodes).toHaveLength(1)
  })

  it('keeps its structure when it has only lights', async () => {
    const only = new SceneBytes()
    const root = only.add(classes.root, [])
    const light = { parent: root, transform: only.createPlacement([0, 0, 0]), object: only.add(classes.light, []) }
    only.node('Sun', light)
    const { report, scene } = await runReader(reader, writePavilion(only.streams()))
    expect(report?.status).toBe('preview')
    expect(report?.findings.map(({ code }) => code)).toEqual([
      'preview-only',
      'unit-missing',
      'lights-and-cameras',
      'advice-max',
    ])
    expect(scene.nodes.map(({ name }) => name)).toEqual(['3ds Max 2019', 'Sun'])
  })

  it('is described by its program alone without a summary', async () => {
    const { scene, report } = await runReader(reader, writeCompound({ Scene: new Uint8Array(9) }))
    expect(scene.preview).toBeNull()
    expect(report?.findings[0]).toMatchObject({ code: 'identity-only', details: { program: '3ds Max' } })
  })

  it('is rejected when it comes from another program', async () => {
    const unrelatedFile = writeCompound({ ClassDirectory3: new Uint8Array(9) })
    expect((await runReader(reader, unrelatedFile)).failure?.code).toBe('not-this-format')
  })

  it('has no preview when its thumbnail has a single colour', async () => {
    const black = metafile(24).map((byte, at, bytes) => (at > bytes.length - 48 * 32 * 3 - 1 ? 0 : byte))
    const { scene } = await runReader(reader, writeForeign(sceneTexts, black))
    expect(scene.preview).toBeNull()
  })
})

describe('gzip-compressed MAX file', () => {
  const packed = () => {
    const { ClassDirectory3, Scene } = pavilionScene().streams()
    return { ClassDirectory3, Scene: Uint8Array.from(gzipSync(Scene)) }
  }

  it('has the same scene as the uncompressed file', async () => {
    const [complete, other] = await Promise.all([
      runReader(reader, pavilion),
      runReader(reader, writePavilion(packed())),
    ])
    expect(other.scene.digest).toBe(complete.scene.digest)
  })

  it('is not inflated beyond the limit', async () => {
    const run = await runReader(reader, writePavilion(packed()), { limits: { inflatedBytes: 2000 } })
    expect(run.failure).toMatchObject({ code: 'limit-exceeded' })
  })

  it('ends as damaged when a stream cannot be inflated', async () => {
    const { Scene, ...rest } = packed()
    const run = await runReader(reader, writePavilion({ ...rest, Scene: Scene.fill(0, 40, 60) }))
    expect(run.failure?.code).toBe('damaged')
  })
})

describe('MAX scene with damaged records', () => {
  const seeds = Number(process.env['KAMAR_MUTATION_SEEDS'] ?? 200)

  it(`opens after each of ${seeds} mutations and reports missing parts`, async () => {
    const { ClassDirectory3, Scene } = pavilionScene().streams()
    const complete = (await runReader(reader, pavilion)).report?.findings[0]?.details
    const silent: number[] = []
    let shownCount = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const { failure, report } = await runReader(
        reader,
        writePavilion({ ClassDirectory3, Scene: mutate(Scene, seed) }),
      )
      expect(failure?.code ?? 'none', `seed ${seed}`).toBe('none')
      const about = report?.findings[0]?.details
      if (report?.status === 'partial' && report.skipped.length === 0) silent.push(seed)
      if (report?.status === 'complete' && about?.['shown'] !== about?.['total']) silent.push(seed)
      if (about?.['shown'] === complete?.['shown']) shownCount++
    }
    expect(silent).toEqual([])
    expect(shownCount).toBeGreaterThan(seeds / 8)
  })
})

describe('3ds Max version', () => {
  it.each([
    ['21,00', '2019'],
    ['19.00', '2017'],
    ['10.00', '2008'],
    ['9.0', '9'],
    ['4,2', '4.2'],
    ['-1', ''],
    ['soon', ''],
    ['1e9', ''],
  ])('is read from %s as %j', (versionText, version) => {
    expect(readIdentity(new Map([['0:13', [`3ds Max Version: ${versionText}`]]])).version).toBe(version)
  })

  it('is not read from other values', () => {
    expect(readIdentity(new Map([['0:13', '3ds Max Version: 21']]))).toEqual({ version: '', properties: [] })
    expect(readIdentity(new Map())).toEqual({ version: '', properties: [] })
  })

  it('comes from the first text of a name and skips non-numeric counts', () => {
    const texts = ['3ds Max Version: 20,00', '3ds Max Version: 21,00', 'Faces: many', 'Build: C:\\max']
    expect(readIdentity(new Map([['0:13', texts]]))).toEqual({ version: '2018', properties: [] })
  })
})

describe('3ds Max thumbnail', () => {
  it.each([24, 32] as const)('is decoded at %d bits per pixel', (bits) => {
    expect(decodeStoredBitmap(metafile(bits))).toEqual(gable())
  })

  it('is decoded through its palette at 8 bits per pixel', () => {
    const image = decodeStoredBitmap(metafile(8))
    expect(image).toMatchObject({ width: 48, height: 32 })
    const green = gable().data.filter((_, at) => at % 4 === 1)
    expect(image?.data.filter((_, at) => at % 4 === 0)).toEqual(green)
  })

  it.each([
    ['an empty stream', new Uint8Array()],
    ['a metafile without a bitmap record', new Uint8Array(500)],
    ['a truncated record', metafile().slice(0, 40)],
    ['missing rows', metafile().slice(0, 2000)],
    ['an oversized width', metafile().with(58 + 6, 255)],
    ['compressed rows', metafile().with(54 + 16, 1)],
    ['an unsupported bit depth', metafile().with(54 + 14, 16)],
  ])('is null for %s', (_, bytes) => {
    expect(decodeStoredBitmap(bytes)).toBeNull()
  })
})

describe.skipIf(!samplesFolder())('MAX sample files', () => {
  const folder = join(samplesFolder() ?? '', 'max')
  const load = (name: string): Uint8Array => Uint8Array.from(readFileSync(join(folder, name)))

  /** Files of which a part is not read. All others are shown completely. */
  const partlyRead: Readonly<Record<string, readonly object[]>> = {
    'ryzom_street.max': [{ kind: 'Boolean', reason: 'not-read', count: 1 }],
    'SweetBubalehj__house.max': [{ kind: 'material', reason: 'not-read', count: 3 }],
  }
  const names = samplesFolder() ? readdirSync(folder).filter((name) => name.endsWith('.max')) : []

  it.each(names)('%s is shown with its unread parts counted', async (name) => {
    const { report } = await runReader(reader, load(name))
    const skipped = partlyRead[name] ?? []
    expect(report?.skipped).toEqual(skipped)
    expect(report?.status).toBe(name === 'ryzom_street.max' ? 'partial' : 'complete')
  })

  it('SweetBubalehj__house.max names its unread materials', async () => {
    const { report } = await runReader(reader, load('SweetBubalehj__house.max'))
    const finding = report?.findings.find(({ code }) => code === 'materials-not-read')
    expect(String(finding?.details?.['names']).match(/\(Autodesk Material\)/g)).toHaveLength(3)
  })

  it.each([
    ['CartoonHouses__CartoonHouses.max', '2017', { nodes: 36, instances: 29, placedTriangles: 20_252 }, 'cm'],
    ['RiggedElf__RiggedElf.max', '2018', { nodes: 27, instances: 1, placedTriangles: 2312 }, 'm'],
    ['Instances__Instances.max', '2017', { meshes: 1, instances: 3, placedTriangles: 36 }, 'cm'],
    ['AnimatedMeshCameraLight__AnimatedMeshCameraLight.max', '2019', { instances: 25 }, 'm'],
    ['RotatingCube.max', '2009', { instances: 1, placedTriangles: 12 }, 'in'],
  ])('%s has the version 3ds Max %s and the expected counts', async (name, version, numbers, unit) => {
    const { scene } = await runReader(reader, load(name))
    expect(scene.numbers).toMatchObject(numbers)
    expect(scene.unit?.name).toBe(unit)
    expect(scene.nodes[0]?.name).toBe(`3ds Max ${version}`.trim())
  })

  it('load 4 MB in less than a second of processor time', async () => {
    const bytes = load('CartoonHouses__CartoonHouses.max')
    await runReader(reader, bytes)
    const before = process.cpuUsage()
    const file = await CompoundFile.open(memorySource('a.max', bytes))
    for (const name of ['Scene', 'ClassDirectory3', 'FileAssetMetaData3']) await file.stream(name, bytes.length)
    const { system, user } = process.cpuUsage(before)
    const cpuSeconds = Math.max(0.1, (user + system) / 1000)
    const { processorMilliseconds } = await runReader(reader, bytes)
    process.stderr.write(
      `4 MB of MAX: read in ${processorMilliseconds.toFixed(0)} ms of the processor, ${(processorMilliseconds / cpuSeconds).toFixed(0)} times taking its streams out alone (${cpuSeconds.toFixed(1)} ms)\n`,
    )
    expect(processorMilliseconds).toBeLessThan(1000)
  })
})
