import { readFileSync, readdirSync, statSync } from 'node:fs'
import {
  campaignSize,
  describeReader,
  runReader,
  samplesFolder,
  type ReaderRun,
  type RecordingSheet,
} from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writePavilion } from './fixtures/pavilion.js'
import { reader, warm } from './reader.js'
import { countDxfEntities } from './testing/count-dxf.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const text = fixture('pavilion.dxf')

const expectedRun = {
  status: 'complete',
  meshes: 0,
  instances: 0,
  triangles: 0,
  unit: 'mm',
  findings: [],
  skipped: {},
} as const

describeReader(reader, {
  warm,
  fixtures: [
    {
      name: 'pavilion.dxf',
      bytes: text,
      golden: {
        status: 'complete',
        nodes: 5,
        meshes: 2,
        instances: 2,
        triangles: 3,
        materials: 2,
        propertySets: 6,
        unit: 'mm',
        findings: [],
        skipped: {},
        bounds: [
          [0, 0, 0],
          [4, 4, 4],
        ],
      },
    },
    { name: 'pavilion-2000.dwg', bytes: fixture('pavilion-2000.dwg'), golden: expectedRun },
    { name: 'pavilion-2004.dwg', bytes: fixture('pavilion-2004.dwg'), golden: expectedRun },
  ],
  samples: [
    { file: 'dwg/gh_netz39_groundplan.dwg', golden: { status: 'complete', instances: 0, unit: 'in', skipped: {} } },
    { file: 'dwg/gh_Kaira_guitar_3dsolids_2018.dwg', golden: { status: 'complete', unit: 'mm' } },
    { file: 'dwg/fail2172__Чертеж6.dwg', golden: { status: 'complete', skipped: {} } },
    { file: 'dwg/libredwg_HatchG_2004.dwg', golden: { status: 'complete', unit: 'in', skipped: {} } },
    { file: 'dwg/libredwg_example_2004.dwg', golden: { status: 'complete', findings: ['lights-and-cameras'] } },
    { file: 'dwg/libredwg_Surface_2004.dwg', golden: { status: 'complete', meshes: 7, skipped: {} } },
    {
      file: 'dwg/libredwg_Leader_2018.dwg',
      golden: { status: 'partial', missingCompanions: ['your name.jpeg'], skipped: { IMAGE: 5 } },
    },
  ],
})

const getSheet = ({ scene }: ReaderRun): RecordingSheet => {
  const [sheet] = scene.sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

describe('DWG drawing', () => {
  it.each(['2000', '2004'])(
    'shows what a file of release %s contains that is cut off, and states where it ends',
    async (release) => {
      const file = Uint8Array.from(readFileSync(new URL(`fixtures/pavilion-${release}.dwg`, import.meta.url)))
      const presentBytes = Math.floor(0.8 * file.length)
      const { report } = await runReader(reader, file.slice(0, presentBytes))
      expect(report).toMatchObject({ status: 'partial', counts: { entities: 5 } })
      const finding = report?.findings.find(({ code }) => code === 'file-shorter-than-stated')
      expect(finding?.details).toEqual({ presentBytes, statedBytes: file.length })
    },
  )

  it('equals the committed fixture when written by its generator', () => {
    expect(writePavilion()).toEqual(text)
  })

  it('has a model space sheet with layers and selectable entities', async () => {
    const sheet = getSheet(await runReader(reader, text, { name: 'pavilion.dxf' }))
    expect(sheet.input).toEqual({
      name: 'Model',
      kind: 'model',
      millimetresPerUnit: 1,
      unitName: 'mm',
      active: true,
      thinLines: true,
    })
    expect(sheet.layers.map(({ name }) => name)).toEqual(['0', 'Walls', 'Furniture', 'Notes', 'Floor', 'Roof'])
    expect(sheet.entities.map(({ type }) => type)).toEqual(
      'LWPOLYLINE INSERT INSERT TEXT MTEXT HATCH LINE XLINE 3DFACE LINE'.split(' '),
    )
    expect(sheet.entities[1]).toMatchObject({ name: 'CHAIR', layer: 2 })
    expect(new Set(sheet.entities.map(({ handle }) => handle)).size).toBe(10)
  })

  it('draws block contents at each insert, with its layer and color', async () => {
    const sheet = getSheet(await runReader(reader, text, { name: 'pavilion.dxf' }))
    const parts = sheet.polylines.filter(({ entity }) => entity === 2)
    expect(parts).toHaveLength(2)
    // The second chair is rotated by 90° and scaled by two.
    expect([...(parts[1]?.points ?? [])].map(Math.round)).toEqual([2500, 2000, 2500, 3000])
    expect(sheet.styles[parts[1]?.style ?? 0]).toMatchObject({ layer: 2, color: 'layer' })
  })

  it('flattens bulges, keeps widths and line types', async () => {
    const sheet = getSheet(await runReader(reader, text, { name: 'pavilion.dxf' }))
    const wall = sheet.polylines.find(({ entity }) => entity === 0)
    const distances = Array.from({ length: (wall?.points.length ?? 0) / 2 }, (_, at) =>
      Math.hypot((wall?.points[2 * at] ?? 0) - 3000, (wall?.points[2 * at + 1] ?? 0) - 3000),
    )
    expect(wall?.closed).toBe(true)
    expect(distances.filter((distance) => Math.abs(distance - 1000) < 0.001).length).toBeGreaterThan(20)
    expect(sheet.styles[wall?.style ?? 0]?.widthUnits).toBe(200)
    expect(sheet.lineTypes).toEqual([{ name: 'DASHED', pattern: [10, -5] }])
    expect(sheet.layers[4]?.lineType).toBe(0)
  })

  it('clips hatch pattern lines to the outline', async () => {
    const sheet = getSheet(await runReader(reader, text, { name: 'pavilion.dxf' }))
    const lines = sheet.polylines.filter(({ entity }) => entity === 5)
    expect(lines.length).toBeGreaterThan(8)
    for (const { points } of lines) expect([...points].every((value) => value > 499.999 && value < 1500.001)).toBe(true)
  })

  it('resolves the formatting codes of texts', async () => {
    const sheet = getSheet(await runReader(reader, text, { name: 'pavilion.dxf' }))
    const [short, long] = sheet.texts.map(({ paragraphs }) =>
      paragraphs.map((runs) => runs.map((run) => run.text).join('')),
    )
    expect(short).toEqual(['Ø250 ±5'])
    expect(long).toEqual(['Pavilion', 'Ար 1'])
    expect(sheet.texts[1]?.paragraphs[1]?.[1]?.stacked).toEqual({ lower: '2', between: 'line' })
    expect(sheet.texts[1]).toMatchObject({ horizontal: 'left', vertical: 'top', wrapWidth: 2000 })
  })

  it('has length and area properties of a polyline', async () => {
    const { scene } = await runReader(reader, text, { name: 'pavilion.dxf' })
    const sets = scene.sheets[0]?.assignments.get(0)?.map((set) => scene.propertySets[set])
    expect(sets?.[0]?.name).toBe('Geometry')
    const [length, area] = sets?.[0]?.properties ?? []
    // Two sides, a quarter circle and the closing side; the circular segment beyond the vertices.
    expect(length?.value).toBeCloseTo(4000 + 3000 + (Math.PI / 2) * 1000 + 5000, -1)
    expect(Number(area?.value) / (9.5e6 + 0.5e6 * (Math.PI / 2 - 1))).toBeCloseTo(1, 3)
  })

  it('writes 3D faces and thick lines into the model by layer and handle', async () => {
    const { scene } = await runReader(reader, text, { name: 'pavilion.dxf' })
    expect(scene.nodes.map(({ class: kind, name }) => [kind, name.replace(/ .*/, '')])).toEqual([
      ['model', 'pavilion'],
      ['layer', 'Roof'],
      ['3DFACE', '3DFACE'],
      ['layer', 'Walls'],
      ['LINE', 'LINE'],
    ])
    const handles = scene.sheets[0]?.entities.map(({ handle }) => handle)
    expect(handles).toContain(scene.nodes[2]?.sourceId)
  })

  it.each(['AC1006', 'AC1009', 'AC2.10'])(
    'is refused as an unsupported version, with advice, for release %s',
    async (version) => {
      const bytes = new Uint8Array(2048)
      bytes.set(new TextEncoder().encode(version))
      const { failure } = await runReader(reader, bytes)
      expect(failure?.code).toBe('unsupported-version')
      expect(failure?.details?.['version']).toContain(version)
      expect(failure?.details?.['advice']).toContain('2000')
    },
  )
})

const folder = samplesFolder()
/**
 * The largest files take a minute together, too long even for nightly runs; the README of this folder describes their
 * special cases.
 */
const maxBytes = campaignSize(200_000, 600_000)
const isQuick = (name: string): boolean => name.endsWith('.dwg') && statSync(`${folder}/dwg/${name}`).size < maxBytes
const drawings = folder ? readdirSync(`${folder}/dwg`).filter((name) => isQuick(name)) : []
const load = (name: string): Uint8Array => Uint8Array.from(readFileSync(`${folder}/dwg/${name}`))

describe.skipIf(!folder)('DWG samples', () => {
  it('are complete, or partial with skipped elements', { timeout: 240_000 }, async () => {
    const ends: string[] = []
    for (const name of drawings) {
      const { failure, report } = await runReader(reader, load(name), { name })
      const isOld = /entities_r\d/.test(name)
      const isHonest = report
        ? (report.status === 'partial') === report.skipped.length > 0
        : isOld && failure?.code === 'unsupported-version'
      if (!isHonest) ends.push(`${name}: ${report?.status ?? failure?.code}`)
    }
    expect(ends).toEqual([])
  })

  it('have every entity of their DXF counterpart', async () => {
    const expectedCounts = countDxfEntities(load('libredwg_example_r13_truth.dxf'))
    const { scene } = await runReader(reader, load('libredwg_example_r13.dwg'), { name: 'example_r13.dwg' })
    // A release 13 DXF has neither tables nor arc length dimensions: it has inserts of their blocks instead.
    const older: Record<string, string> = { ACAD_TABLE: 'INSERT', ARC_DIMENSION: 'INSERT' }
    const counts = new Map<string, number>()
    for (const { type } of getSheet({ scene } as ReaderRun).entities) {
      const kind = older[type] ?? type
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    expectedCounts.delete('LIGHT')
    counts.delete('LIGHT')
    expect(counts).toEqual(expectedCounts)
  })
})
