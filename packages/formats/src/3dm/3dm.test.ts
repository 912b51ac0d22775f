import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  campaignOnly,
  describeReader,
  createRecordedContext,
  runReader,
  samplesFolder,
  type RecordingScene,
} from '@kamar/test-kit'
import { type PreparedMesh, type ReadReport, memorySource } from '@kamar/core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { BrepWorkerPool, type SolidResult } from '@kamar/codecs/brep'
import { checkStructure } from './archive/check-structure.js'
import { attempt, loadKernel, openArchive } from './archive/kernel.js'
import type { Brep, Extrusion, Geometry } from './archive/kernel-types.js'
import { classOf, objectTypes } from './archive/object-types.js'
import { unitOf } from './archive/units.js'
import { writeKiosk } from './fixtures/kiosk.js'
import { brepJob } from './geometry/brep-job.js'
import { reader, warm } from './reader.js'
import { readFile } from './reading.js'

const kiosk = Uint8Array.from(readFileSync(new URL('fixtures/kiosk.3dm', import.meta.url)))

/** Expected values of the kiosk: the roof is on top, the ring and the counter are within its floor. */
const kioskGolden = {
  status: 'complete',
  nodes: 16,
  instances: 10,
  materials: 3,
  unit: 'mm',
  skipped: {},
  bounds: [
    [0, 0, 0],
    [4, 2, 3.2],
  ],
} as const

describeReader(reader, {
  fixtures: [{ name: 'kiosk.3dm', bytes: kiosk, golden: kioskGolden, truncationIsVisible: true }],
  streams: false,
  warm: async () => {
    await warm()
    await runReader(reader, kiosk)
  },
})

/** Computes square and cubic metres of all instances. */
function sizes(meshes: readonly PreparedMesh[]): { area: number; volume: number; closed: number } {
  const sum = (of: (mesh: PreparedMesh) => number): number => meshes.reduce((total, mesh) => total + of(mesh), 0)
  return {
    area: sum(({ area }) => area),
    volume: sum(({ volume }) => volume ?? 0),
    closed: sum(({ closed }) => +closed),
  }
}

interface Measured {
  readonly report: ReadReport
  readonly scene: RecordingScene
  readonly meshes: readonly PreparedMesh[]
}

async function measure(bytes: Uint8Array, usesCachedMeshes = true): Promise<Measured> {
  const { context, scene } = createRecordedContext()
  const addMesh = vi.spyOn(scene, 'addMesh')
  const report = await readFile(memorySource('model.3dm', bytes), context, { usesCachedMeshes })
  const meshes = addMesh.mock.calls.map(([mesh]) => mesh).filter((mesh): mesh is PreparedMesh => 'shapeHash' in mesh)
  return { report, scene, meshes }
}

const nodeNamed = (scene: RecordingScene, name: string): number => scene.nodes.findIndex((node) => node.name === name)
const listPropertySets = (scene: RecordingScene, name: string): unknown =>
  scene.assignments
    .get(nodeNamed(scene, name))
    ?.map((set) => scene.propertySets[set])
    .flatMap(({ properties }) => properties.map((property) => [property.name, property.value]))

describe('kiosk fixture', () => {
  let read: Measured
  beforeAll(async () => {
    read = await measure(kiosk)
  })

  it('equals the output of its script, except for ids and dates', async () => {
    const output = await measure(await writeKiosk())
    expect(output.report.counts).toEqual(read.report.counts)
    expect(sizes(output.meshes)).toEqual(sizes(read.meshes))
    const names = (scene: RecordingScene): unknown =>
      scene.nodes.map(({ name, class: kind, parent }) => [name, kind, parent])
    expect(names(output.scene)).toEqual(names(read.scene))
  })

  it('has its layers as a tree', () => {
    const { scene } = read
    const [building, walls] = ['Building', 'Walls'].map((name) => nodeNamed(scene, name))
    expect(scene.nodes[walls]).toMatchObject({ class: 'layer', parent: building })
    expect(scene.nodes[nodeNamed(scene, 'Wall')]).toMatchObject({ class: 'brep', parent: walls })
    expect(scene.nodes[nodeNamed(scene, 'Counter')]).toMatchObject({ class: 'extrusion', parent: building })
  })

  it('hides elements on a hidden layer', () => {
    expect(read.scene.nodes.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Hidden', 'Roof'])
  })

  it('has user texts as properties', () => {
    expect(listPropertySets(read.scene, 'Wall')).toEqual([
      ['Layer', 'Building::Walls'],
      ['Fire rating', 'EI 60'],
    ])
    expect(listPropertySets(read.scene, 'model')).toEqual([['Client', 'Village of Stone']])
    expect(listPropertySets(read.scene, 'Entrance')).toContainEqual(['Text', 'Entrance'])
  })

  it('shows materials, else layer colours', () => {
    const { scene } = read
    const getMaterial = (name: string): unknown =>
      scene.materials[scene.instances.find(({ node }) => node === nodeNamed(scene, name))?.material ?? -1]
    expect(getMaterial('Counter')).toEqual({ name: 'Glass', color: [0.4, 0.6, 0.8], opacity: 0.5 })
    expect(getMaterial('Wall')).toMatchObject({ name: '#c81e1e', color: [200 / 255, 30 / 255, 30 / 255], opacity: 1 })
    // Black is Rhino's default and does not count as a surface colour.
    expect(getMaterial('Roof')).toBeUndefined()
  })

  it('has solids of their analytic volume', () => {
    const { closed, volume } = sizes(read.meshes)
    expect(closed).toBe(5)
    const wall = 4 * 0.2 * 2.5
    const column = Math.PI * 0.15 ** 2 * 2.5
    const [counter, roof, lamp] = [0.6 * 0.4 * 0.9, (4 * 2 * 0.7) / 3, 0.1 ** 3]
    expect(volume).toBeCloseTo(wall + column + counter + roof + lamp, 2)
  })

  it('places a block twice with one mesh, the second time rotated and scaled', () => {
    const { scene } = read
    const shades = scene.nodes.flatMap(({ name }, node) => (name === 'Shade' ? [node] : []))
    expect(shades).toHaveLength(2)
    const instances = scene.instances.filter(({ node }) => shades.includes(node))
    expect(new Set(instances.map(({ mesh }) => mesh)).size).toBe(1)
    expect(instances.map(({ placement }) => placement.slice(0, 3).map(Math.round))).toEqual([
      [1, 0, 0],
      [0, 2, 0],
    ])
    expect(scene.nodes[scene.nodes[shades[0]].parent ?? -1]).toMatchObject({ name: 'Lamp', class: 'block' })
  })

  it('retains vertex colours', () => {
    expect(read.meshes.filter(({ colors }) => colors !== null)).toHaveLength(1)
  })
})

describe('3dm reader', () => {
  it('reports a file that the library rejects as damaged', async () => {
    const bytes = kiosk.slice().fill(0xff, 3000, 9000)
    expect((await runReader(reader, bytes)).failure?.code).toBe('damaged')
  })

  it.each([
    ['a table that extends beyond the file', (view: DataView) => view.setBigInt64(32 + 12 + 130 + 4, 1n << 40n, true)],
    ['a negative length', (view: DataView) => view.setBigInt64(36, -5n, true)],
    ['an invalid end mark', (view: DataView) => view.setUint32(view.byteLength - 20, 1, true)],
  ])('rejects %s before the library reads the file', (_, damage) => {
    const bytes = kiosk.slice()
    expect(() => checkStructure(bytes)).not.toThrow()
    damage(new DataView(bytes.buffer))
    expect(() => checkStructure(bytes)).toThrow(/damaged/)
  })

  it('loads a new library after a WebAssembly trap', async () => {
    const before = await loadKernel()
    const trap = attempt(() => {
      throw Object.assign(new Error('unreachable'), { name: 'RuntimeError' })
    })
    expect(trap).toBeNull()
    expect(await loadKernel()).not.toBe(before)
  })

  it('rethrows errors of its own code', () => {
    const fault = new TypeError('fault')
    expect(() =>
      attempt(() => {
        throw fault
      }),
    ).toThrow(fault)
  })
})

describe('3dm tables', () => {
  it('contain a unit for each system that states a length', () => {
    expect([0, 11, 255].map((system) => unitOf(system))).toEqual([null, null, null])
    expect(unitOf(9)).toEqual({ name: 'ft', metres: 0.3048 })
    const metres = Array.from({ length: 25 }, (_, system) => unitOf(system + 1)?.metres ?? 0)
    expect(metres.filter((value) => value > 0)).toHaveLength(24)
  })

  it('contain a class name for each object type', () => {
    expect([16, 32, 262_144, 1_073_741_824, 12_345].map(classOf)).toEqual([
      'brep',
      'mesh',
      'subd',
      'extrusion',
      'object',
    ])
  })
})

describe.skipIf(!samplesFolder())('3dm reader on samples', () => {
  const sample = (name: string): Uint8Array =>
    Uint8Array.from(readFileSync(join(samplesFolder() ?? '', `3dm/${name}.3dm`)))
  const cached = new Map<string, Promise<Measured>>()
  const asStored = (name: string): Promise<Measured> => {
    const measured = cached.get(name) ?? measure(sample(name))
    cached.set(name, measured)
    return measured
  }

  it.each([
    ['v1_five_solids', 'complete', { breps: 5, faces: 13 }],
    ['v2_my_brep', 'complete', { breps: 1, faces: 6 }],
    ['v2_T-Joint2', 'complete', { breps: 13, faces: 18, curves: 26, points: 4 }],
    ['v4_MechPartA', 'complete', { breps: 1, faces: 41 }],
    ['v4_SaltAndPepper', 'complete', { breps: 2, faces: 98 }],
    ['v4_PerfumeBottle_Solid', 'complete', { breps: 2, faces: 260 }],
    ['v5_teacup', 'complete', { breps: 6, faces: 136 }],
    ['v6_rhino_logo', 'complete', { breps: 6, faces: 22 }],
    ['v7_rhino_logo_subd', 'complete', { subds: 6 }],
    ['v8_selective_clipping', 'complete', { breps: 6, subds: 3, points: 279, annotations: 3, hatches: 3 }],
    ['blocks', 'complete', { breps: 3, faces: 10, curves: 1, blocks: 1 }],
    ['file3dm_stuff', 'complete', { points: 16 }],
    // Its forty Breps are in blocks without instances: Rhino shows only the lines as well.
    ['Facade_Drawing', 'complete', { curves: 444, blocks: 41 }],
  ] as const)('tessellates every Brep: %s', { timeout: 120_000 }, async (name, status, counts) => {
    const { report } = await asStored(name)
    expect(report).toMatchObject({ status, counts })
    const shapes = report.skipped.filter(({ kind }) => ['brep', 'extrusion', 'subd', 'mesh'].includes(kind))
    expect(shapes).toEqual([])
    expect(report.findings.map(({ code }) => code)).not.toContain('faces-missing')
  })

  it.each(['v4_MechPartA', 'v5_teacup', ...campaignOnly('v4_SaltAndPepper', 'v6_rhino_logo')])(
    'tessellates exact shapes with the area of the stored meshes: %s',
    { timeout: 120_000 },
    async (name) => {
      const [stored, remeshed] = [await asStored(name), await measure(sample(name), false)]
      for (const kind of ['breps', 'faces']) expect(remeshed.report.counts[kind]).toBe(stored.report.counts[kind])
      expect(remeshed.report.skipped).toEqual(stored.report.skipped)
      expect(remeshed.report.findings.map(({ code }) => code)).not.toContain('faces-missing')
      const [one, other] = [sizes(stored.meshes), sizes(remeshed.meshes)]
      expect(Math.abs(other.area / one.area - 1)).toBeLessThan(0.003)
    },
  )

  it('shows embedded textures on meshes with texture coordinates', async () => {
    const { scene, meshes, report } = await asStored('file3dm_stuff')
    expect(scene.textures.map(({ name }) => name)).toEqual(['hops.png'])
    expect(meshes.filter(({ textureCoordinates }) => textureCoordinates !== undefined)).toHaveLength(1)
    expect(report.missingCompanions).toEqual([])
  })

  it('has the analytic volumes of solids in version 1', async () => {
    const { meshes } = await asStored('v1_five_solids')
    expect(meshes.map(({ closed }) => closed)).toEqual([true, true, true, true, true])
    const volumes = meshes.map(({ volume }) => (volume ?? 0) * 1e9)
    // A box, a cylinder and a sphere.
    for (const expected of [194.774, 131.35, 148.1]) {
      expect(volumes.filter((volume) => Math.abs(volume / expected - 1) < 0.01)).toHaveLength(1)
    }
  })

  it.each<readonly [string, number, number]>([
    ['v1_five_solids', 5, 13],
    ['v2_my_brep', 1, 6],
    ['v7_rhino_logo_subd', 0, 0],
    ['v8_selective_clipping', 6, 21],
    ['blocks', 3, 10],
    ['file3dm_stuff', 8, 30],
    ['Facade_Drawing', 40, 240],
    ...campaignOnly<readonly [string, number, number]>(['v2_T-Joint2', 13, 18], ['v4_PerfumeBottle_Solid', 2, 260]),
  ])(
    'tessellates in %s all %d Breps and extrusions completely, placed or not',
    { timeout: 240_000 },
    async (name, breps, faces) => {
      const { declared, meshed } = await meshAllBreps(sample(name))
      expect(meshed).toEqual(declared)
      expect(declared).toEqual({ breps, faces })
    },
  )
})

interface BrepCount {
  readonly breps: number
  readonly faces: number
}

/**
 * Counts the Breps, extrusions and faces stated in a file, and those tessellated by the worker pool for exact shapes.
 */
async function meshAllBreps(bytes: Uint8Array): Promise<{ declared: BrepCount; meshed: BrepCount }> {
  const archive = openArchive(await loadKernel(), bytes)
  const pool = new BrepWorkerPool(new AbortController().signal)
  const objects = archive.objects()
  const results: Promise<SolidResult>[] = []
  const declared = { breps: 0, faces: 0 }
  for (let row = 0; row < objects.count; row++) {
    const brep = toBrep(objects.get(row).geometry())
    if (!brep) continue
    declared.breps++
    declared.faces += brep.faces().count
    const source = brepJob(brep, 1)
    if (source) results.push(pool.mesh(() => source.job))
  }
  const meshed = (await Promise.all(results)).filter((result) => result.kind === 'meshed')
  await pool.release()
  archive.delete()
  const faces = meshed.reduce((sum, { meshedFaces }) => sum + meshedFaces, 0)
  return { declared, meshed: { breps: meshed.length, faces } }
}

function toBrep(geometry: Geometry | null): Brep | null {
  if (geometry?.objectType.value === objectTypes.brep) return geometry as Brep
  return geometry?.objectType.value === objectTypes.extrusion ? (geometry as Extrusion).toBrep(true) : null
}
