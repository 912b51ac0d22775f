import { readFileSync } from 'node:fs'
import { describeReader, RecordingScene, runReader, samplesFolder } from '@kamar/test-kit'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it, vi } from 'vitest'
import { bushingRecords, writeBushingSab, writeBushingSat } from './fixtures/bushing.js'
import { writeSat, type FixtureRecord } from '@kamar/codecs/acis/testing'
import { reader } from './reader.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const [text, oldText, binary] = ['bushing.sat', 'bushing-106.sat', 'bushing.sab'].map(fixture)

const inch = 0.0254
/** Area of a tube with outer radius 2, inner radius 1 and height 3. */
const tubeArea = 2 * Math.PI * 3 * 3 + 2 * Math.PI * 3
const tubeVolume = Math.PI * 3 * 3

async function readMeshes(bytes: Uint8Array): Promise<PreparedMesh[]> {
  const addMesh = vi.spyOn(RecordingScene.prototype, 'addMesh')
  await runReader(reader, bytes)
  const meshes = addMesh.mock.calls.map(([mesh]) => mesh).filter((mesh): mesh is PreparedMesh => 'shapeHash' in mesh)
  addMesh.mockRestore()
  return meshes
}

const total = (meshes: readonly PreparedMesh[], pick: (mesh: PreparedMesh) => number): number =>
  meshes.reduce((sum, mesh) => sum + pick(mesh), 0)

/** Returns the bushing with one record changed. */
const changed = (kind: string, change: (record: FixtureRecord) => FixtureRecord): Uint8Array =>
  writeSat(
    bushingRecords('number').map((record) => (record[0] === kind ? change(record) : record)),
    700,
  )

const bushing = {
  status: 'complete',
  nodes: 1,
  meshes: 1,
  instances: 2,
  lines: 1,
  materials: 2,
  propertySets: 1,
  skipped: {},
} as const

describeReader(reader, {
  truncationIsVisible: true,
  fixtures: [
    {
      name: 'bushing.sat',
      bytes: text,
      golden: {
        ...bushing,
        unit: 'in',
        findings: [],
        triangles: 504,
      },
    },
    {
      name: 'bushing-106.sat',
      bytes: oldText,
      golden: { ...bushing, unit: 'mm', findings: ['unit-missing-millimetres'] },
    },
    { name: 'bushing.sab', bytes: binary, golden: { ...bushing, unit: 'in', triangles: 504 } },
  ],
  samples: [
    {
      file: 'sat/Dice.sat',
      golden: {
        status: 'complete',
        nodes: 1,
        materials: 1,
        unit: 'in',
        bounds: [
          [-0.05, -0.05, -0.05],
          [0.05, 0.05, 0.05],
        ],
      },
    },
    {
      file: 'sat/adapy_flat_plate_abaqus_1x1.sat',
      golden: {
        status: 'complete',
        triangles: 2,
        bounds: [
          [-0.0005, -0.0005, 0],
          [0.0005, 0.0005, 0],
        ],
      },
    },
    { file: 'sat/adapy_hullskin_face_0.sat', golden: { status: 'complete', meshes: 1, skipped: {} } },
    { file: 'sat/adapy_plate_1_flat.sat', golden: { status: 'complete', triangles: 2 } },
    {
      file: 'sat/adapy_single_beam_sesam.sat',
      golden: {
        status: 'complete',
        lines: 1,
        meshes: 0,
        unit: 'm',
        bounds: [
          [0, 0, 0],
          [0, 1, 0],
        ],
      },
    },
    {
      file: 'sat/aspose-cad+Aspose.CAD-for-.NET__conic_pyramid_1_3DSOLID.sat',
      golden: { status: 'complete', meshes: 1 },
    },
    { file: 'sat/implant_rod.sat', golden: { status: 'complete', materials: 1, propertySets: 1 } },
    { file: 'sat/mozman+ezdxf__3dsolids_0_3DSOLID.sat', golden: { status: 'complete', meshes: 1 } },
    {
      file: 'sat/mozman+ezdxf__3dsolids_3_3DSOLID.sat',
      golden: {
        status: 'complete',
        bounds: [
          [0.04, 0, 0],
          [0.05, 0.01, 0.01],
        ],
      },
    },
    {
      file: 'sat/mozman+ezdxf__3dsolids_4_3DSOLID.sat',
      golden: {
        status: 'complete',
        bounds: [
          [0.06, 0, 0],
          [0.07, 0.01, 0.01],
        ],
      },
    },
    { file: 'sat/mozman+ezdxf__torus_r2000_0_3DSOLID.sat', golden: { status: 'complete', meshes: 1 } },
    {
      file: 'sab/buildingSMART+IFC4.x-IF__Alignment_3D_with_signals_1.sab',
      golden: { status: 'complete', meshes: 1, unit: 'in' },
    },
    { file: 'sab/buildingSMART+IFC4.x-IF__Signal_3D_0.sab', golden: { status: 'complete', meshes: 1 } },
    {
      file: 'sab/mozman+ezdxf__sphere_0.sab',
      golden: {
        status: 'complete',
        bounds: [
          [-0.005, -0.005, -0.005],
          [0.005, 0.005, 0.005],
        ],
      },
    },
    { file: 'sab/mozman+ezdxf__uncommon_3.sab', golden: { status: 'complete', triangles: 12 } },
    {
      file: 'sab/occt-import-js_Cube10x10__from_ipt.sab',
      golden: {
        status: 'complete',
        triangles: 12,
        unit: 'cm',
        bounds: [
          [-0.005, 0, -0.005],
          [0.005, 0.01, 0.005],
        ],
      },
    },
  ],
})

describe('ACIS reader', () => {
  it('keeps the committed bushings equal to what their generator writes', () => {
    expect([writeBushingSat(700), writeBushingSat(106), writeBushingSab()]).toEqual([text, oldText, binary])
  })

  it.each([
    ['text 7.0', writeBushingSat(700), inch],
    ['text 4.0', writeBushingSat(400), inch],
    ['text 1.06', writeBushingSat(106), 0.001],
    ['binary', writeBushingSab(), inch],
    ['binary with long integers', writeBushingSab(8), inch],
  ])('reads the same solid from %s', async (_name, bytes, metres) => {
    const meshes = await readMeshes(bytes)
    expect(meshes).toHaveLength(1)
    expect(meshes[0]?.closed).toBe(true)
    expect(total(meshes, ({ area }) => area) / metres ** 2 / tubeArea).toBeCloseTo(1, 2)
    expect(total(meshes, ({ volume }) => volume ?? 0) / metres ** 3 / tubeVolume).toBeCloseTo(1, 1)
  })

  it('reads the name, properties, transform and colours of a body', async () => {
    const { scene } = await runReader(reader, text, { name: 'part.sat' })
    expect(scene.nodes).toMatchObject([{ name: 'Bushing', class: 'body', sourceId: '0' }])
    expect(scene.propertySets).toEqual([
      { name: 'ACIS', properties: [{ name: 'ATTRIB_XACIS_NAME', value: 'Bushing' }] },
    ])
    expect(scene.instances.every(({ placement }) => Math.abs(placement[9] - 10 * inch) < 0.06)).toBe(true)
    expect(scene.materials.map(({ color }) => color)).toContainEqual([0.5, 0.5, 0.5])
    const [mesh] = await readMeshes(text)
    const colors = mesh?.colors ?? new Uint8Array(0)
    const colorKeys = new Set(
      Array.from({ length: colors.length / 4 }, (_, at) => colors.slice(4 * at, 4 * at + 3).join()),
    )
    expect([...colorKeys].toSorted()).toEqual(['128,128,128', '64,128,191'])
  })

  it('applies the scale of a transform to the shape and not to the translation', async () => {
    const { scene } = await runReader(
      reader,
      changed('transform', (record) => record.map((value, at) => (at === 15 ? 2 : value)) as unknown as FixtureRecord),
    )
    expect((scene.bounds?.max[2] ?? 0) / inch).toBeCloseTo(6, 2)
    expect((scene.bounds?.max[0] ?? 0) / inch).toBeCloseTo(14, 1)
  })

  it('counts faces on unknown surfaces and shows the others', async () => {
    const unknown = changed('plane-surface', (record) => ['meteor-surface', ...record.slice(1)])
    const { report, scene } = await runReader(reader, unknown)
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'meteor-surface', reason: 'not-read', count: 2 }],
    })
    expect(scene.numbers.meshes).toBe(1)
  })

  it('counts faces with an edge on an unknown curve', async () => {
    const unknown = changed('ellipse-curve', (record) => ['comet-curve', ...record.slice(1)])
    const { report } = await runReader(reader, unknown)
    expect(report?.skipped).toEqual([
      { kind: 'comet-curve', reason: 'edge-not-read', count: 4, elements: expect.any(Array) as string[] },
    ])
    expect(report?.counts['wires']).toBe(1)
  })

  it('reports a file without bodies as nothing to show', async () => {
    const { failure } = await runReader(reader, writeSat([['point', '$-1', -1, '$-1', 0, 0, 0]], 700))
    expect(failure?.code).toBe('nothing-to-show')
  })
})

const folder = samplesFolder()

describe.skipIf(!folder)('exact areas of ACIS samples', () => {
  const squareMillimetres = 1e-6
  it.each([
    // Exact areas: from OpenCascade for the STEP counterpart, and from formulas.
    ['sat/adapy_hullskin_face_0.sat', 1.820_36],
    ['sat/implant_rod.sat', 2 * Math.PI * 1.5875 * (100 + 1.5875)],
    ['sab/mozman+ezdxf__sphere_0.sab', 4 * Math.PI * 25],
    ['sab/occt-import-js_Cube10x10__from_ipt.sab', 600],
    ['sat/adapy_flat_plate_abaqus_1x1.sat', 1],
  ])('match within one percent: %s has %d mm²', async (name, expected) => {
    const meshes = await readMeshes(Uint8Array.from(readFileSync(`${folder}/${name}`)))
    const area = total(meshes, (mesh) => mesh.area) / squareMillimetres
    expect(area / expected).toBeGreaterThan(0.99)
    expect(area / expected).toBeLessThan(1.002)
  })
})
