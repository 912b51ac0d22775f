import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder, type RecordingSheet, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { housePlan, w2dStream } from '../kit/dwf/testing/write-w2d.js'
import { writeDwf } from '../kit/dwf/testing/write-package.js'
import { houses } from '../kit/dwf/testing/write-hsf.js'
import { writeZip } from '@kamar/codecs/zip/testing'
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

describe('DWF package', () => {
  it('equals the committed fixture when written by its generator', () => {
    expect(writeDwf()).toEqual(committed)
  })

  it('has a sheet with paper, name, unit and properties', async () => {
    const run = await read(committed)
    const { input } = getSheet(run)
    expect(input).toMatchObject({ name: 'Ground floor', kind: 'page', millimetresPerUnit: 1, unitName: 'mm' })
    expect(input.paper).toEqual({ min: [0, 0], max: [297, 210] })
    expect(run.scene.propertySets).toContainEqual({ name: 'Drawing', properties: [{ name: 'Scale', value: '1:50' }] })
  })

  it('names model elements by its presentation, with object and entity properties', async () => {
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

  it('draws included geometry once for each placement, below its element', async () => {
    const { scene } = await read(committed)
    expect(scene.instances.map(({ node }) => node)).toEqual([0, 2, 2, 3, 3])
    const [first, second] = scene.instances.filter(({ mesh }) => mesh === scene.instances[1]?.mesh)
    expect(second?.placement[9]).toBeCloseTo((first?.placement[9] ?? 0) + 4)
  })

  it('is refused as encrypted when it has a password', async () => {
    expect((await read(writeDwf({ flags: 1 }))).failure?.code).toBe('encrypted')
  })

  it('is refused as an unsupported version when it is of an older release', async () => {
    const { failure } = await read(new TextEncoder().encode('(DWF V00.55)(Comment older)'))
    expect(failure).toMatchObject({ code: 'unsupported-version', details: { version: 'DWF 00.55' } })
  })

  it('fails without drawable content and is partial with a damaged sheet', async () => {
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

describe('DWF package with short streams', () => {
  const [plan, model] = [housePlan(), houses()]

  it.each([
    ['are empty', 0, 0],
    ['end within their headers', 7, 20],
    ['end after their headers', '(DWF V06.00)'.length, 40],
  ])('has nothing to show when they %s', async (_, planBytes, modelBytes) => {
    const bytes = writeDwf({ plan: plan.slice(0, planBytes), model: model.slice(0, modelBytes) })
    expect((await read(bytes)).failure?.code).toBe('nothing-to-show')
  })

  it('is damaged when a stream holds an invalid record', async () => {
    const bytes = writeDwf({ plan: w2dStream(Uint8Array.of(0xfe)), model: model.slice(0, 0) })
    expect((await read(bytes)).failure?.code).toBe('damaged')
  })

  it('is damaged when the content of a ZIP entry is corrupted', async () => {
    const bytes = Buffer.from(writeDwf({ plan: plan.slice(0, 0), model: model.slice(0, 40) }))
    const stream = Buffer.from(model.slice(0, 30))
    for (let at = bytes.indexOf(stream); at >= 0; at = bytes.indexOf(stream, at + 1)) bytes[at + 20] ^= 1
    expect((await read(Uint8Array.from(bytes))).failure?.code).toBe('damaged')
  })

  it('reports a model stream that ends early', async () => {
    const { report } = await read(writeDwf({ model: model.slice(0, 40) }))
    expect(report?.skipped).toMatchObject([{ kind: 'W3D', reason: 'file-ends-early' }])
  })
})

describe('W2D plan', () => {
  it('has layers, named entities, line widths in paper units and properties', async () => {
    const sheet = getSheet(await read(committed))
    expect(sheet.layers.map(({ name }) => name)).toEqual(['Walls', 'Doors', 'Columns', 'Texts', 'View'])
    expect(sheet.entities[0]).toMatchObject({ handle: '7', type: 'POLYLINE', name: 'South wall', layer: 0 })
    expect(sheet.styles[0]).toMatchObject({ color: 'foreground', widthUnits: 0.2 })
    expect([...(sheet.polylines[0]?.points ?? [])]).toEqual([20, 30, 100, 30, 100, 80, 20, 80, 20, 30])
    const text = sheet.texts[0]
    expect(sheet.assignments.has(text?.entity ?? -1)).toBe(true)
  })

  it('draws arcs, fills, dashes, transparency, images and texts of any script', async () => {
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

  it('is measured through its viewport and clipped to it', async () => {
    const sheet = getSheet(await read(committed))
    expect(sheet.viewports[0]).toMatchObject({ shows: null, millimetresPerUnit: 1 })
    expect(sheet.viewports[0]?.matrix[0]).toBeCloseTo(0.001)
    expect([...(sheet.polylines.at(-1)?.points ?? [])]).toEqual([60, 65, 80, 65])
  })

  it('is partial with its earlier content when truncated or damaged', async () => {
    const original = w2dStream('L 0,0 100,100 ')
    const cut = await read(original.slice(0, -12))
    expect(cut.report?.skipped).toEqual([{ kind: 'W2D', reason: 'file-ends-early', count: 1, elements: ['plan'] }])
    const broken = await read(w2dStream('L 0,0 100,100 ', Uint8Array.of(0xfe)))
    expect(broken.report?.skipped[0]).toMatchObject({ kind: 'W2D', reason: 'damaged' })
    expect(getSheet(broken).polylines).toHaveLength(1)
  })
})

const samples = samplesFolder()

describe.skipIf(!samples)('DWF reader', () => {
  const sample = (file: string): Uint8Array => Uint8Array.from(readFileSync(join(samples ?? '', file)))

  it('reads all eleven sheets of a sample set', async () => {
    const { scene, report } = await read(sample('dwf/dwftk_IRD_Addition.dwf'))
    expect(scene.sheets).toHaveLength(11)
    expect(report?.counts['entities']).toBe(scene.sheets.reduce((sum, { entities }) => sum + entities.length, 0))
    expect(scene.sheets.reduce((sum, { polylines }) => sum + polylines.length, 0)).toBeGreaterThan(140_000)
    expect(scene.sheets[2]?.input.name).toBe('A-01 MAIN AND SECOND FLOOR PLAN')
  })

  it('reads a DWFx package named .dwf as a model of 142 meshes with 299 instances', async () => {
    const { scene, report } = await read(sample('dwf/APS_Seat.dwf'), 'seat.dwf')
    expect(report?.status).toBe('complete')
    expect(scene.numbers).toMatchObject({ meshes: 142, instances: 299, triangles: 237_010, placedTriangles: 352_313 })
    expect(scene.nodes).toHaveLength(215)
  })
})
