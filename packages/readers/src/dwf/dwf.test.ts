import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder, type RecordingSheet, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { housePlan, w2dStream } from '../shared/dwf/testing/write-w2d.js'
import { writeDwf } from '../shared/dwf/testing/write-package.js'
import { houses } from '../shared/dwf/testing/write-hsf.js'
import { writeZip } from '../shared/dwf/testing/write-zip.js'
import { reader } from './reader.js'

const committed = Uint8Array.from(readFileSync(new URL('fixtures/houses.dwf', import.meta.url)))

const expectedRun = { status: 'complete', instances: 0, triangles: 0, unit: 'mm', skipped: {} } as const

describeReader(reader, {
  truncationIsVisible: true,
  sharesContainerWith: ['dwfx', 'archive.zip'],
  fixtures: [
    {
      name: 'houses.dwf',
      bytes: committed,
      golden: {
        status: 'complete',
        nodes: 4,
        meshes: 2,
        instances: 5,
        triangles: 15,
        placedTriangles: 30,
        lines: 1,
        unit: 'm',
        findings: ['up-axis-assumed'],
        skipped: {},
        bounds: [
          [-0.5, -1, 0],
          [6, 1.5, 2],
        ],
      },
    },
    { name: 'plan.dwf', bytes: housePlan(), golden: expectedRun },
  ],
  samples: [
    { file: 'dwf/aspose_for_layers_test.dwf', golden: expectedRun },
    { file: 'dwf/dwftk_content.dwf', golden: expectedRun },
    { file: 'dwf/dwftk_IRD_Addition.dwf', golden: expectedRun },
    { file: 'dwf/jeremytammik__Revit_API_Diagram.dwf', golden: expectedRun },
    {
      file: 'dwf/dwftk_3DPublishOut.dwf',
      golden: { status: 'partial', meshes: 20, instances: 20, triangles: 15_672, unit: 'cm', skipped: { marker: 2 } },
    },
  ],
})

const getSheet = ({ scene }: ReaderRun): RecordingSheet => {
  const [sheet] = scene.sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}
const read = (bytes: Uint8Array, name = 'plan.dwf'): Promise<ReaderRun> => runReader(reader, bytes, { name })

describe('a package of pages and models', () => {
  it('keeps the committed fixture equal to what its generator writes', () => {
    expect(writeDwf()).toEqual(committed)
  })

  it('is a sheet on its paper, with its name, its unit and its properties', async () => {
    const run = await read(committed)
    const { input } = getSheet(run)
    expect(input).toMatchObject({ name: 'Ground floor', kind: 'page', millimetresPerUnit: 1, unitName: 'mm' })
    expect(input.paper).toEqual({ min: [0, 0], max: [297, 210] })
    expect(run.scene.propertySets).toContainEqual({ name: 'Drawing', properties: [{ name: 'Scale', value: '1:50' }] })
  })

  it('names the elements of its model as its presentation does, with the properties of objects and entities', async () => {
    const { scene } = await read(committed)
    expect(scene.nodes.map(({ name, class: kind, sourceId }) => [name, kind, sourceId])).toEqual([
      ['Two houses', 'section', ''],
      ['Street', 'group', ''],
      ['No. 12', 'object', 'o1'],
      ['Second house', 'object', 'o2'],
    ])
    expect(scene.propertySets).toContainEqual({ name: 'Size', properties: [{ name: 'Floors', value: '1' }] })
    expect(scene.propertySets).toContainEqual({ name: 'Properties', properties: [{ name: 'Number', value: '12' }] })
  })

  it('draws what is included once for each place, each under its element', async () => {
    const { scene } = await read(committed)
    expect(scene.instances.map(({ node }) => node)).toEqual([0, 2, 2, 3, 3])
    const [first, second] = scene.instances.filter(({ mesh }) => mesh === scene.instances[1]?.mesh)
    expect(second?.placement[9]).toBeCloseTo((first?.placement[9] ?? 0) + 4)
  })

  it('with a password is refused as such', async () => {
    expect((await read(writeDwf({ flags: 1 }))).failure?.code).toBe('encrypted')
  })

  it('of an older release is refused with an advice', async () => {
    const { failure } = await read(new TextEncoder().encode('(DWF V00.55)(Comment older)'))
    expect(failure).toMatchObject({ code: 'unsupported-version', details: { version: 'DWF 00.55' } })
  })

  it('without anything to show says so; with a part that is damaged or missing it is partial', async () => {
    const empty = writeZip({ 'manifest.xml': '<Manifest/>' }, { mark: '(DWF V06.00)' })
    expect((await read(empty)).failure?.code).toBe('nothing-to-show')
    const bytes = committed.slice()
    const at = Buffer.from(bytes).indexOf("(Units 'mm'")
    bytes[at + 1] = 0x58
    const { report } = await read(bytes)
    expect(report?.status).toBe('partial')
    expect(report?.skipped.map(({ kind, reason }) => `${kind} ${reason}`)).toContain('sheet damaged')
  })
})

describe('a package whose streams are short', () => {
  const [plan, model] = [housePlan(), houses()]

  it.each([
    ['hold nothing', 0, 0],
    ['end within their heads', 7, 20],
    ['end behind their heads', '(DWF V06.00)'.length, 40],
  ])('is empty where they %s', async (_, planBytes, modelBytes) => {
    const bytes = writeDwf({ plan: plan.slice(0, planBytes), model: model.slice(0, modelBytes) })
    expect((await read(bytes)).failure?.code).toBe('nothing-to-show')
  })

  it('is damaged where a stream holds what is no record', async () => {
    const bytes = writeDwf({ plan: w2dStream(Uint8Array.of(0xfe)), model: model.slice(0, 0) })
    expect((await read(bytes)).failure?.code).toBe('damaged')
  })

  it('is damaged where an archive does not hold what it states', async () => {
    const bytes = Buffer.from(writeDwf({ plan: plan.slice(0, 0), model: model.slice(0, 40) }))
    const stream = Buffer.from(model.slice(0, 30))
    for (let at = bytes.indexOf(stream); at >= 0; at = bytes.indexOf(stream, at + 1)) bytes[at + 20] ^= 1
    expect((await read(Uint8Array.from(bytes))).failure?.code).toBe('damaged')
  })

  it('shows what was drawn before a stream ends', async () => {
    const { report } = await read(writeDwf({ model: model.slice(0, 40) }))
    expect(report?.skipped).toMatchObject([{ kind: 'W3D', reason: 'file-ends-early' }])
  })
})

describe('a plan', () => {
  it('has its layers, its nodes and links, its lines as thick as they are on paper', async () => {
    const sheet = getSheet(await read(committed))
    expect(sheet.layers.map(({ name }) => name)).toEqual(['Walls', 'Doors', 'Columns', 'Texts', 'View'])
    expect(sheet.entities[0]).toMatchObject({ handle: '7', type: 'POLYLINE', name: 'South wall', layer: 0 })
    expect(sheet.styles[0]).toMatchObject({ color: 'foreground', widthUnits: 0.2 })
    expect([...(sheet.polylines[0]?.points ?? [])]).toEqual([20, 30, 100, 30, 100, 80, 20, 80, 20, 30])
    const text = sheet.texts[0]
    expect(sheet.assignments.has(text?.entity ?? -1)).toBe(true)
  })

  it('has arcs, areas, dashes, see-through colours, pictures and texts of any script', async () => {
    const sheet = getSheet(await read(committed))
    const arc = sheet.polylines[1]?.points ?? new Float64Array(0)
    expect(arc.length).toBeGreaterThan(10)
    for (let at = 0; at < arc.length; at += 2)
      expect(Math.hypot((arc[at] ?? 0) - 20, (arc[at + 1] ?? 0) - 30)).toBeCloseTo(9, 6)
    expect(sheet.lineTypes).toHaveLength(1)
    expect(sheet.styles.find(({ opacity }) => opacity !== undefined)?.opacity).toBeCloseTo(128 / 255)
    expect(sheet.fills[0]?.rings[0]).toHaveLength(8)
    expect(sheet.texts.map(({ paragraphs }) => paragraphs[0]?.[0]?.text)).toEqual(['Kitchen', 'Հայկ'])
    expect(sheet.fonts[0]).toMatchObject({ name: 'Arial', bold: true })
    expect(sheet.images[0]).toMatchObject({ origin: [70, 40], xAxis: [10, 0], yAxis: [0, 10] })
  })

  it('is measured through its viewport, within which it is cut', async () => {
    const sheet = getSheet(await read(committed))
    expect(sheet.viewports[0]).toMatchObject({ shows: null, millimetresPerUnit: 1 })
    expect(sheet.viewports[0]?.matrix[0]).toBeCloseTo(0.001)
    expect([...(sheet.polylines.at(-1)?.points ?? [])]).toEqual([60, 65, 80, 65])
  })

  it('that is cut off or holds what is no record is partial, with what came before', async () => {
    const original = w2dStream('L 0,0 100,100 ')
    const cut = await read(original.slice(0, -12))
    expect(cut.report?.skipped).toEqual([{ kind: 'W2D', reason: 'file-ends-early', count: 1, elements: ['plan'] }])
    const broken = await read(w2dStream('L 0,0 100,100 ', Uint8Array.of(0xfe)))
    expect(broken.report?.skipped[0]).toMatchObject({ kind: 'W2D', reason: 'damaged' })
    expect(getSheet(broken).polylines).toHaveLength(1)
  })
})

const samples = samplesFolder()

describe.skipIf(!samples)('samples', () => {
  const sample = (file: string): Uint8Array => Uint8Array.from(readFileSync(join(samples ?? '', file)))

  it('a set of eleven sheets is read to its end', async () => {
    const { scene, report } = await read(sample('dwf/dwftk_IRD_Addition.dwf'))
    expect(scene.sheets).toHaveLength(11)
    expect(report?.counts['entities']).toBe(scene.sheets.reduce((sum, { entities }) => sum + entities.length, 0))
    expect(scene.sheets.reduce((sum, { polylines }) => sum + polylines.length, 0)).toBeGreaterThan(140_000)
    expect(scene.sheets[2]?.input.name).toBe('A-01 MAIN AND SECOND FLOOR PLAN')
  })

  it('the packaged kind under the older extension is a model of 142 shells, placed again and again', async () => {
    const { scene, report } = await read(sample('dwf/APS_Seat.dwf'), 'seat.dwf')
    expect(report?.status).toBe('complete')
    expect(scene.numbers).toMatchObject({ meshes: 142, instances: 299, triangles: 237_010, placedTriangles: 352_313 })
    expect(scene.nodes).toHaveLength(215)
  })
})
