import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import {
  describeReader,
  mutate,
  createRecordedContext,
  runReader,
  samplesFolder,
  type RecordingScene,
} from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { memorySource } from '@kamar/core'
import { Inflation, readChunk } from './container/chunk-bytes.js'
import { readDirectory } from './container/directory.js'
import { uint32Bytes, writeDocument, type WrittenChunk } from './fixtures/document-writer.js'
import { pavilionChunks, writePavilion, type PavilionVersion } from './fixtures/pavilion.js'
import { reader } from './reader.js'
import { computeAgreement } from './testing/agreement.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const versions: readonly PavilionVersion[] = [103, 114, 448]
const foot = 0.3048

/** Box, columns, roof, axis, survey points: 12 + 12 + 8 triangles, the column twice. */
const golden = {
  status: 'complete',
  nodes: 11,
  meshes: 3,
  instances: 6,
  triangles: 32,
  placedTriangles: 44,
  points: 3,
  materials: 3,
  skipped: {},
  findings: ['opened-without-program', 'check-dimensions', 'saved-views'],
} as const
const bounds = [
  [0, -1, -0.2],
  [5, 3, 3.5],
] as const
const inFeet = bounds.map(([x, y, z]) => [x * foot, y * foot, z * foot] as const) as [
  readonly [number, number, number],
  readonly [number, number, number],
]

describeReader(reader, {
  fixtures: [
    {
      name: 'pavilion.nwd',
      bytes: fixture('pavilion.nwd'),
      golden: { ...golden, unit: 'ft', bounds: inFeet },
      truncationIsVisible: true,
    },
    { name: 'pavilion-114.nwc', bytes: fixture('pavilion-114.nwc'), golden: { ...golden, unit: 'm', bounds } },
    { name: 'pavilion-103.nwd', bytes: fixture('pavilion-103.nwd'), golden: { ...golden, unit: 'm', bounds } },
  ],
})

const nodeNamed = (scene: RecordingScene, name: string): number => scene.nodes.findIndex((node) => node.name === name)
const listPropertySets = (scene: RecordingScene, node: number) =>
  (scene.assignments.get(node) ?? []).map((set) => scene.propertySets[set])

describe('NWD saved viewpoints', () => {
  const views = async (bytes: Uint8Array) => {
    const { report, scene } = await runReader(reader, bytes)
    const counts = report?.findings.filter(({ code }) => /views|movements/.test(code))
    return { views: scene.views, counts: counts?.map(({ code, details }) => [code, details?.['count']]) }
  }

  it('are in metres, with the current view first', async () => {
    const result = await views(fixture('pavilion.nwd'))
    const folders = ['Views of the pavilion']
    expect(result.views).toMatchObject([
      { name: null, folders: [], camera: { kind: 'perspective', eye: [2 * foot, -8 * foot, 2 * foot] } },
      { name: 'From the south', folders, camera: { distanceMetres: 12 * foot } },
      { name: 'Plan', folders, camera: { kind: 'orthographic', heightMetres: 6 * foot } },
    ])
    expect(result.counts).toEqual([['saved-views', 3]])
  })

  it('are counted when they are unreadable and leave the model intact', async () => {
    const bytes = changed((chunk) =>
      chunk.name.endsWith('ViewsElement') ? { ...chunk, bytes: uint32Bytes(2, 9, 0, 0, 0, 0, 0, 0) } : chunk,
    )
    const result = await views(bytes)
    expect(result.views.map(({ name }) => name)).toEqual([null])
    expect(result.counts).toEqual([
      ['saved-views', 1],
      ['saved-views-left-out', 2],
    ])
  })
})

/** Creates a document of file version 448 with some of its chunks changed. */
function changed(change: (chunk: WrittenChunk) => WrittenChunk | null, version: PavilionVersion = 448): Uint8Array {
  const chunks = pavilionChunks(version).flatMap((chunk) => change(chunk) ?? [])
  return writeDocument(version === 448 ? 8 : 7, version, chunks)
}
const withPart = (part: string, bytes: (old: Uint8Array) => Uint8Array): Uint8Array =>
  changed((chunk) => (chunk.name === part ? { ...chunk, bytes: bytes(chunk.bytes) } : chunk))
/** Sets one 32-bit word. */
const withWord = (part: string, at: number, value: number): Uint8Array =>
  withPart(part, (old) => {
    const bytes = old.slice()
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true)
    return bytes
  })

describe('NWD reader', () => {
  it.each(versions)('has a fixture of file version %d equal to the output of its generator', (version) => {
    const name = { 103: 'pavilion-103.nwd', 114: 'pavilion-114.nwc', 448: 'pavilion.nwd' }[version]
    // Another release of the compressor may compress the same bytes differently.
    expect(inflated(writePavilion(version))).toEqual(inflated(fixture(name)))
  })

  it.each(versions)('agrees with all stated counts, boxes and normals in file version %d', async (version) => {
    const agreement = await computeAgreement(
      memorySource('a.nwd', writePavilion(version)),
      createRecordedContext().context,
    )
    expect(agreement).toEqual({
      shapes: [5, 5],
      fragments: [6, 6],
      boxes: [6, 6],
      counts: [4, 4],
      normals: [32, 32],
      elements: [6, 6],
    })
  })

  it.each(versions)('lists the elements of the selection tree in file version %d', async (version) => {
    const { scene } = await runReader(reader, writePavilion(version))
    const rows = scene.nodes.map(({ class: kind, name, parent, sourceId }) => [name, kind, sourceId, parent])
    expect(rows).toEqual([
      ['Pavilion.dwg', 'File', '', null],
      ['Ground floor', 'Layer', '', 0],
      ['Slab', 'Insert', '2A', 1],
      ['3D Solid', '3D Solid', '', 2],
      ['Column', 'Insert', '2B', 1],
      ['3D Solid', '3D Solid', '', 4],
      ['Insert', 'Insert', '1F3', 1],
      ['3D Solid', '3D Solid', '', 6],
      ['Roof', '3D Solid', '', 1],
      ['Axis', 'Line', '', 1],
      ['Survey', 'Point', '', 1],
    ])
  })

  it('reads property values of every type, lengths in the unit of the model', async () => {
    const { scene } = await runReader(reader, writePavilion(448))
    const element = listPropertySets(scene, nodeNamed(scene, 'Column')).find((set) => set?.name === 'Element')
    expect(element?.properties).toEqual([
      { name: 'Mark', value: 'C-1' },
      { name: 'IfcGUID', value: '0BTBFw6f90Nfh9rP1dlXr2' },
      { name: 'Floors', value: 1 },
      { name: 'Bearing', value: true },
      { name: 'Height', value: 2.5, unit: 'ft' },
      { name: 'Section', value: 0.09, unit: 'ft²' },
      { name: 'Bulk', value: 0.225, unit: 'ft³' },
      { name: 'Level', value: 'Ground floor' },
    ])
  })

  it('places one shape twice, the second time rotated, and another one with scale 2', async () => {
    const { scene } = await runReader(reader, writePavilion(114))
    const getInstance = (node: number) => scene.instances.find((instance) => instance.node === node)
    expect(getInstance(5)?.mesh).toBe(getInstance(7)?.mesh)
    expect(
      getInstance(7)
        ?.placement.slice(0, 6)
        .map((value) => Math.round(value) + 0),
    ).toEqual([0, 1, 0, -1, 0, 0])
    expect(getInstance(8)?.placement[8]).toBeCloseTo(2)
  })

  it('reads the colours and names of materials', async () => {
    const { scene } = await runReader(reader, writePavilion(114))
    expect(scene.materials).toEqual([
      { name: 'Tuff', color: [0.8, 0.4, 0.3].map(Math.fround), opacity: 1 },
      { name: 'Glass', color: [0.4, 0.6, 0.8].map(Math.fround), opacity: 0.5 },
      { name: expect.stringMatching(/^#/), color: [0.8, 0.4, 0.3].map(Math.fround), opacity: 1 },
    ])
  })

  it('describes the document without names of people', async () => {
    const { report, scene } = await runReader(reader, writePavilion(448))
    expect(listPropertySets(scene, 0)[0]).toEqual({
      name: 'Navisworks',
      properties: [
        { name: 'Program', value: 'Navisworks' },
        { name: 'File version', value: 448 },
        { name: 'Container', value: 'lichunk-008' },
        { name: 'Models', value: 1 },
        { name: 'Saved viewpoints', value: true },
      ],
    })
    expect(report?.findings[0]).toMatchObject({ details: { program: 'Navisworks', shown: 6, total: 6 } })
    expect(JSON.stringify([scene.nodes, scene.propertySets, report])).not.toContain('petrosyan')
  })

  it.each([7, 8] as const)('shows all models of a federated document in container version %d', async (container) => {
    const names = container === 8 ? ['North\\', 'South\\'] : ['', '']
    const chunks = names.flatMap((name) => pavilionChunks(container === 8 ? 448 : 114, name))
    const { report, scene } = await runReader(reader, writeDocument(container, container === 8 ? 448 : 114, chunks))
    expect(report).toMatchObject({ status: 'complete', counts: { models: 2, fragments: 12 } })
    expect(scene.nodes.filter(({ parent }) => parent === null)).toHaveLength(2)
    expect(scene.instances).toHaveLength(12)
  })

  it.each([
    ['LcOpClashElement', 'Clash tests'],
    ['LcOpSelectionSetsElement', 'Selection sets'],
    ['LcTlTimelinerElement', 'Timelines'],
  ])('reports a document with %s as having %s', async (part, name) => {
    const extra = { name: `Pavilion\\${part}`, type: 1, bytes: new Uint8Array(8) }
    const { report, scene } = await runReader(reader, writeDocument(8, 448, [...pavilionChunks(448), extra]))
    expect(listPropertySets(scene, 0)[0]?.properties).toContainEqual({ name, value: true })
    expect(report?.findings.map(({ code }) => code)).toContain('reviews-left-out')
  })

  it.each(['LcOpNwdGeometry', 'LcOpNwdLogicalHierarchy'])(
    'reports a document with an encrypted %s chunk as encrypted',
    async (part) => {
      const bytes = changed((chunk) => (chunk.name === part ? { ...chunk, type: 3 } : chunk))
      expect((await runReader(reader, bytes)).failure?.code).toBe('encrypted')
    },
  )

  it('returns a preview for a document without shapes', async () => {
    const bytes = changed((chunk) => (chunk.name === 'LcOpNwdGeometry' ? null : chunk))
    const { report, scene } = await runReader(reader, bytes)
    expect(report?.status).toBe('preview')
    expect(report?.findings.map(({ code }) => code)).toEqual(['identity-only', 'advice-nwd'])
    expect(scene.nodes).toHaveLength(1)
  })

  it('stops at the inflation limit', async () => {
    const bytes = writePavilion(448)
    const limits = { inflatedBytes: 1000 }
    expect((await runReader(reader, bytes, { limits })).failure?.code).toBe('limit-exceeded')
  })
})

/** Returns all compressed content of a file, inflated. */
function inflated(bytes: Uint8Array): string[] {
  const result: string[] = []
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0x78) continue
    try {
      result.push(inflateSync(bytes.subarray(at)).toString('hex'))
    } catch {
      // The character was there by chance.
    }
  }
  return result
}

describe('NWD reader on unknown records', () => {
  it('counts the fragment of a shape with a false vertex count as damaged', async () => {
    // Vertex count of the slab.
    const { report, scene } = await runReader(reader, withWord('LcOpNwdGeometry', 16, 999))
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'fragment', reason: 'damaged', count: 1 }],
      findings: [{ code: 'opened-without-program', severity: 'warning', details: { shown: 5, total: 6 } }, {}, {}],
    })
    expect(scene.instances).toHaveLength(5)
  })

  it.each([
    ['a bounding box of another shape', boxAt, 0xc2000000],
    ['a different count', () => 24, 13],
  ] as const)('skips a fragment with %s as not as stated', async (_, findOffset, value) => {
    const bytes = withPart('LcOpNwdFragments', (old) => {
      const copy = old.slice()
      const view = new DataView(copy.buffer, copy.byteOffset)
      view.setUint32(findOffset(copy), value, true)
      return copy
    })
    const { report } = await runReader(reader, bytes)
    expect(report?.skipped).toEqual([{ kind: 'fragment', reason: 'not-as-stated', count: 1 }])
  })

  it('counts fragments with an unknown material class as damaged and shows the others', async () => {
    const { report, scene } = await runReader(reader, withPart('LcOpNwdFragments', withoutFirstMaterial))
    expect(report?.status).toBe('partial')
    // The columns and the points use the material of the slab: without it they cannot be read.
    expect(report?.skipped).toEqual([{ kind: 'fragment', reason: 'damaged', count: 4 }])
    expect(scene.instances).toHaveLength(2)
  })

  it('counts an element tree with an unknown class and attaches its shapes to the model', async () => {
    const { report, scene } = await runReader(reader, withPart('LcOpNwdLogicalHierarchy', withForeignRoof))
    expect(report?.skipped).toContainEqual({ kind: 'tree', reason: 'not-understood', count: 1 })
    expect(scene.instances).toHaveLength(6)
    expect(scene.nodes.filter(({ parent, name }) => parent === 0 && /^\d+$/.test(name))).toHaveLength(3)
  })

  it('counts shared attributes that it cannot parse', async () => {
    const { report } = await runReader(reader, withWord('LcOaPartitionProps', 4, 77))
    expect(report?.skipped).toEqual([{ kind: 'properties', reason: 'not-understood', count: 2 }])
  })

  it('assumes metres and reports it when the model record is unknown', async () => {
    const { report, scene } = await runReader(reader, withWord('LcOpNwdPartition', 4, 77))
    expect(scene.unit).toEqual({ name: 'm', metres: 1 })
    expect(scene.nodes[0]?.name).toBe('file')
    expect(report?.findings.map(({ code }) => code)).toContain('unit-missing')
  })

  it.each([
    ['are of another format', new Uint8Array(64)],
    ['are missing', new Uint8Array()],
  ])('keeps the element tree and counts all fragments that %s', async (_, fragments) => {
    const { report, scene } = await runReader(
      reader,
      withPart('LcOpNwdFragments', () => fragments),
    )
    expect(report).toMatchObject({ status: 'partial', nothingDrawn: true })
    expect(report?.skipped).toEqual([{ kind: 'fragment', reason: 'damaged', count: 5 }])
    expect(report?.findings.map(({ code }) => code)).toEqual([
      'nothing-drawn',
      'opened-without-program',
      'saved-views',
      'advice-nwd',
    ])
    expect(scene.instances).toEqual([])
    expect(scene.nodes.length).toBeGreaterThan(5)
  })
})

describe('NWD reader on corrupted records', () => {
  const seeds = Number(process.env['KAMAR_MUTATION_SEEDS'] ?? 200)

  it.each(versions)(
    `survives ${seeds} mutations of file version %d without a failure or an uncounted loss`,
    async (version) => {
      const complete = pavilionChunks(version)
      const readable = complete.flatMap(({ type }, at) => (type === 1 ? [at] : []))
      const silent: number[] = []
      let shownCount = 0
      for (let seed = 1; seed <= seeds; seed++) {
        const at = readable[seed % readable.length] ?? 0
        const chunks = complete.map((chunk, number) =>
          number === at ? { ...chunk, bytes: mutate(chunk.bytes, seed) } : chunk,
        )
        const { failure, report, scene } = await runReader(reader, writePavilion(version, chunks))
        expect(failure?.code ?? 'none', `seed ${seed}`).toBe('none')
        // Shown shapes match the file's statements, and missing ones are counted.
        if (report?.status === 'complete' && scene.instances.length < 6) silent.push(seed)
        shownCount += scene.instances.length
      }
      expect(silent).toEqual([])
      expect(shownCount).toBeGreaterThan(seeds * 3)
    },
  )
})

/** Returns the offset of the first box of a shape instance. */
function boxAt(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 4; at + 4 < bytes.length; at += 4) {
    if (view.getUint32(at, true) === 93 && view.getUint32(at - 4, true) < 200) return at + 4
  }
  throw new Error('no box')
}

function withoutFirstMaterial(old: Uint8Array): Uint8Array {
  const bytes = old.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 8; at + 4 < bytes.length; at += 4) {
    if (view.getUint32(at, true) !== 55 || view.getUint32(at - 4, true) !== 101) continue
    view.setUint32(at, 56, true)
    return bytes
  }
  throw new Error('no material')
}

function withForeignRoof(old: Uint8Array): Uint8Array {
  const bytes = Buffer.from(old)
  const roof = bytes.indexOf('Roof') - 8
  bytes.writeUInt32LE(243, roof)
  return Uint8Array.from(bytes)
}

describe.skipIf(!samplesFolder())('NWD sample files', () => {
  const load = (name: string): Uint8Array => Uint8Array.from(readFileSync(join(samplesFolder() ?? '', name)))

  it.each([
    ['nwd/gatehouse_a.nwd', { shapes: 2366, fragments: 2386, counts: 1428, normals: 46_957 }],
    ['nwc/hello.nwc', { shapes: 4, fragments: 4, counts: 4, normals: 64 }],
    ['nwc/schependomlaan_w27_cloud.nwc', { shapes: 302, fragments: 302, counts: 0, normals: 0 }],
    // From the authors of the notes; not available everywhere.
    ['nwd/gatehouse_b.nwd', { shapes: 2366, fragments: 2386, counts: 1428, normals: 46_957 }],
    ['nwd/ClashTest.nwd', { shapes: 615, fragments: 838, counts: 838, normals: 26_519 }],
    ['nwc/world.nwc', { shapes: 2, fragments: 2, counts: 2, normals: 52 }],
  ])('match every count, box and normal that %s states', async (name, all) => {
    if (!existsSync(join(samplesFolder() ?? '', name))) {
      process.stderr.write(`${name} is not among the samples.\n`)
      return
    }
    const agreement = await computeAgreement(memorySource(name, load(name)), createRecordedContext().context)
    const complete = (count: number): [number, number] => [count, count]
    expect(agreement).toEqual({
      shapes: complete(all.shapes),
      fragments: complete(all.fragments),
      boxes: complete(all.fragments),
      elements: complete(all.fragments),
      counts: complete(all.counts),
      normals: complete(all.normals),
    })
  })

  it.each([
    ['nwd/gatehouse_a.nwd', { nodes: 2662, instances: 2386, placedTriangles: 47_225, points: 0 }, 1340],
    ['nwc/hello.nwc', { nodes: 13, instances: 4, placedTriangles: 64, points: 0 }, 4],
    ['nwc/schependomlaan_w27_cloud.nwc', { nodes: 2, instances: 302, placedTriangles: 0, points: 277_446 }, 1],
  ])('are read completely: %s', async (name, numbers, elements) => {
    const { report, scene } = await runReader(reader, load(name))
    expect(report).toMatchObject({ status: 'complete', skipped: [] })
    expect(scene.numbers).toMatchObject(numbers)
    expect(report?.findings[0]?.details).toEqual({ program: 'Navisworks', shown: elements, total: elements })
  })

  it.each([
    ['nwd/gatehouse_a.nwd', ['', 'Inside', 'Entry', 'South_West axo', 'Y Axis', 'X Axis', 'Z Axis'], 2],
    ['nwc/hello.nwc', ['', '3D View / Cover Sheet View', '3D View / {3D}', 'Navisworks 3D / Entire project'], 0],
    ['nwc/schependomlaan_w27_cloud.nwc', ['', 'Start View'], 0],
  ])('include all viewpoints of %s, parsed to the last byte', async (name, names, movements) => {
    const { report, scene } = await runReader(reader, load(name))
    expect(scene.views.map((view) => [...view.folders, view.name ?? ''].join(' / '))).toEqual(names)
    const count = (code: string): unknown => report?.findings.find((one) => one.code === code)?.details?.['count'] ?? 0
    expect(['saved-views-left-out', 'saved-views-uncut', 'movements-left-out'].map(count)).toEqual([0, 0, movements])
  })

  it('include the Revit properties and ids of hello.nwc', async () => {
    const { scene } = await runReader(reader, load('nwc/hello.nwc'))
    const wall = scene.nodes.findIndex(({ sourceId }) => sourceId === '1593982')
    expect(scene.nodes[wall]).toMatchObject({ name: 'Basic Wall', class: 'Walls: Basic Wall: Generic - 200mm' })
    const properties = listPropertySets(scene, wall).flatMap((set) => set?.properties ?? [])
    expect(properties).toContainEqual({ name: 'Base Offset', value: 0, unit: 'ft' })
    expect(properties.find(({ name }) => name === 'IfcGUID')?.value).toMatch(/^[\w$]{22}$/)
    expect(properties.find(({ name }) => name === 'Base Constraint')?.value).toBe('Level "L1", #30')
  })

  it('include a point cloud of 3 MB that is read within ten seconds', async () => {
    const bytes = load('nwc/schependomlaan_w27_cloud.nwc')
    await runReader(reader, bytes)
    const inflating = await measureInflation(bytes)
    const { processorMilliseconds } = await runReader(reader, bytes)
    const ratio = (processorMilliseconds / inflating).toFixed(1)
    process.stderr.write(
      `3 MB of NWC: read in ${processorMilliseconds.toFixed(0)} ms of the processor, ${ratio} times inflating it alone (${inflating.toFixed(0)} ms)\n`,
    )
    expect(processorMilliseconds).toBeLessThan(10_000)
  })
})

/** Measures the processor milliseconds for only inflating every chunk of a file. */
async function measureInflation(bytes: Uint8Array): Promise<number> {
  const input = memorySource('a.nwc', bytes)
  const { chunks } = await readDirectory(input)
  const before = process.cpuUsage()
  for (const chunk of chunks) {
    if (chunk.type === 1) await readChunk(input, chunk, new Inflation(createRecordedContext().context))
  }
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 1000)
}
