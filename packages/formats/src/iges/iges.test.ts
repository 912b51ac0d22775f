import { readFileSync } from 'node:fs'
import { describeReader, runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writeIges } from './fixtures/iges-writer.js'
import { plateEntities, writePlate } from './fixtures/plate.js'
import { reader, warm } from './reader.js'

const plate = Uint8Array.from(readFileSync(new URL('fixtures/plate.igs', import.meta.url)))
const inch = 0.0254
const text = new TextDecoder()

describeReader(reader, {
  warm,
  truncationIsVisible: true,
  mutationSeeds: 24,
  truncations: 8,
  fixtures: [
    {
      name: 'plate.igs',
      bytes: plate,
      golden: {
        status: 'complete',
        nodes: 4,
        meshes: 1,
        instances: 3,
        triangles: 2,
        materials: 2,
        bounds: [
          [0, 0, 0],
          [4 * inch, 2 * inch, 2 * inch],
        ],
        unit: 'in',
        findings: ['texts-not-drawn'],
        skipped: {},
      },
    },
  ],
  samples: [
    {
      file: 'igs/cube-10x10.igs',
      golden: {
        status: 'complete',
        triangles: 12,
        meshes: 1,
        materials: 1,
        bounds: [
          [-0.005, 0, -0.005],
          [0.005, 0.01, 0.005],
        ],
      },
    },
    { file: 'igs/curve_geom_plate.igs', golden: { status: 'complete', meshes: 0, nodes: 2, lines: 204, materials: 1 } },
    { file: 'igs/SOT23.igs', golden: { status: 'complete', meshes: 73, materials: 1, unit: 'in' } },
    {
      file: 'igs/as1_pe_203.igs',
      golden: {
        status: 'complete',
        lines: 32,
        bounds: [
          [-3.81, -0.6858, -1.905],
          [1.27, 1.524, 1.905],
        ],
      },
    },
    { file: 'igs/surf114.igs', golden: { status: 'complete', meshes: 4, materials: 3 } },
    { file: 'igs/twoCars.igs', golden: { status: 'complete', meshes: 12 } },
    { file: 'iges/bracket.iges', golden: { status: 'complete', meshes: 73, unit: 'in' } },
    { file: 'iges/hammer.iges', golden: { status: 'complete', meshes: 1 } },
  ],
})

describe('IGES reader', () => {
  it('has a plate fixture that equals the output of its generator', () => {
    expect(writePlate()).toEqual(plate)
  })

  it('reads names, levels and colours', async () => {
    const { scene } = await runReader(reader, plate, { name: 'Plate.igs' })
    expect(scene.nodes.map(({ name, class: kind }) => [name, kind])).toEqual([
      ['Plate', 'model'],
      [expect.stringContaining('PLATE'), 'surface'],
      ['Curves', 'level'],
      ['Level 0', 'level'],
    ])
    expect(scene.materials.map(({ name }) => name)).toEqual(['#336699', '#ff0000'])
  })

  it('draws curves and counts faces as skipped when the kernel fails', async () => {
    const broken = writeIges([{ type: 144, values: [999, 0, 0, 998] }, ...plateEntities.slice(3, 5)])
    const { report, scene } = await runReader(reader, broken)
    expect(report?.status).toBe('partial')
    expect(report?.skipped).toMatchObject([{ kind: 'face', count: 1 }])
    expect(scene.numbers.lines).toBeGreaterThan(1)
  })

  it('draws points, and counts points and curves with damaged values as skipped', async () => {
    const entities = [
      { type: 116, values: [1, 2, 3, 0] },
      { type: 116, values: [1] },
      { type: 110, values: [0, 0, 0, 1, 1] },
      { type: 110, values: [0, 0, 0, 1, 1, 1] },
    ]
    const { report, scene } = await runReader(reader, writeIges(entities))
    expect(scene.numbers).toMatchObject({ points: 1, lines: 1 })
    expect(report?.counts).toMatchObject({ points: 1 })
    expect(report?.skipped).toEqual([{ kind: 'curve', reason: 'damaged', count: 2, elements: ['3', '5'] }])
  })

  it('draws point sets of copious data in 2D, in 3D and with directions', async () => {
    const entities = [
      { type: 106, form: 1, values: [1, 2, 5, 0, 0, 1, 0] },
      { type: 106, form: 2, values: [2, 1, 1, 2, 3] },
      { type: 106, form: 3, values: [3, 1, 1, 2, 3, 0, 0, 1] },
      { type: 106, form: 2, values: [2, 4, 1, 2, 3] },
    ]
    const { report, scene } = await runReader(reader, writeIges(entities))
    expect(scene.numbers).toMatchObject({ points: 4, lines: 0 })
    expect(report?.skipped).toEqual([{ kind: 'curve', reason: 'damaged', count: 1, elements: ['7'] }])
  })

  it('does not draw blanked, dependent, parametric or construction entities', async () => {
    const line = [0, 0, 0, 1, 1, 1]
    const entities = [
      { type: 110, values: line },
      ...['01000000', '00010000', '00000500', '00000600'].map((status) => ({ type: 110, status, values: line })),
    ]
    const { scene } = await runReader(reader, writeIges(entities))
    expect(scene.numbers.lines).toBe(1)
  })

  it('reads a file truncated before its terminate section and reports file-ends-early', async () => {
    const cut = plate.slice(0, plate.length - 81)
    const { report, scene } = await runReader(reader, cut)
    expect(report).toMatchObject({
      status: 'partial',
      findings: [{ code: 'file-ends-early' }, { code: 'texts-not-drawn' }],
    })
    expect(scene.numbers.triangles).toBe(2)
  })

  it.each([
    ['carriage returns', '\r'],
    ['carriage returns and line feeds', '\r\n'],
    ['the record length only', ''],
  ])('reads a file whose lines end in %s', async (_, end) => {
    const bytes = new TextEncoder().encode(text.decode(plate).replaceAll('\n', end))
    const { report, scene } = await runReader(reader, bytes)
    expect(report).toMatchObject({ status: 'complete', counts: { faces: 1, curves: 6 } })
    expect(scene.numbers.triangles).toBe(2)
  })

  it('reads level names with two-byte characters', async () => {
    const renamedFile = new TextEncoder().encode(text.decode(plate).replace('6HCurves', '6HОси'))
    const { scene } = await runReader(reader, renamedFile)
    expect(scene.nodes.map(({ name }) => name)).toContain('Оси')
    expect(scene.numbers).toMatchObject({ triangles: 2, materials: 2 })
  })

  it('rejects the compressed form as an unsupported version', async () => {
    const compressed = text.decode(plate).replace(/^.{72}S/, `${'C'.padEnd(72)}C`)
    const { failure } = await runReader(reader, new TextEncoder().encode(compressed))
    expect(failure?.code).toBe('unsupported-version')
  })

  it.each([
    ['2,2HMM', 'mm'],
    ['6,1HM', 'm'],
    ['3,2HFT', 'ft'],
  ])('reads the unit %s as %s', async (unit, name) => {
    const { scene } = await runReader(reader, writeIges(plateEntities.slice(3, 4), unit))
    expect(scene.unit?.name).toBe(name)
  })

  it('reports unit-missing-millimetres for an unknown unit', async () => {
    const { report } = await runReader(reader, writeIges(plateEntities.slice(3, 4), '3,5HCUBIT'))
    expect(report?.findings.map(({ code }) => code)).toEqual(['unit-missing-millimetres'])
  })
})
