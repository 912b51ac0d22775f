import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { gable } from '@kamar/codecs/image/testing'
import { writeCompound } from '@kamar/codecs/compound-file/testing'
import { parseFileInfo } from './file-info.js'
import { fileInfo, infoLines, writePavilion } from './fixtures/pavilion.js'
import { detectFormat } from '../detection/detect-format.js'
import { writeFamily, writeHouse, writeRow } from './fixtures/house.js'
import { reader } from './reader.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const [pavilion, houseFile] = [fixture('pavilion.rvt'), fixture('house.rvt')]

describeReader(reader, {
  fixtures: [
    {
      name: 'house.rvt',
      bytes: houseFile,
      golden: {
        status: 'complete',
        unit: 'foot',
        bounds: [
          [0, 0, 0],
          [6.096, 3.048, 3.6576],
        ],
        nodes: 12,
        meshes: 4,
        instances: 5,
        materials: 1,
        triangles: 100,
        placedTriangles: 160,
        findings: [
          'opened-without-program',
          'check-dimensions',
          'linked-models-missing',
          'saved-views',
          'saved-views-left-out',
          'parameters-without-name',
        ],
        skipped: {},
      },
    },
    {
      name: 'pavilion.rvt',
      bytes: pavilion,
      golden: { status: 'preview', nodes: 1, propertySets: 1, instances: 0, findings: ['preview-only', 'advice-rvt'] },
    },
  ],
  sharesContainerWith: ['max', 'old office document'],
  longFile: () => writeRow(250),
})

describe('RVT family', () => {
  it('is read from an RFA file, with forms and placed families under their categories', async () => {
    const bytes = writeFamily()
    expect(detectFormat('Bench.rfa', bytes.subarray(0, 4096), bytes.length)).toEqual({
      formatId: 'rvt',
      confidence: 'yes',
    })
    const { report, scene } = await runReader(reader, bytes, { name: 'Bench.rfa' })
    expect(report?.status).toBe('complete')
    expect(scene.numbers).toMatchObject({ instances: 4, placedTriangles: 48 })
    expect(scene.nodes.map(({ name }) => name)).toEqual([
      'Revit 2025',
      'Columns',
      'Columns [160]',
      'Furniture',
      'Furniture [100]',
      'Furniture [110]',
      'Furniture [140]',
    ])
  })
})

describe('RVT project', () => {
  it('matches the committed fixture', () => {
    expect(writePavilion()).toEqual(pavilion)
    expect(Buffer.compare(writeHouse(), houseFile)).toBe(0)
  })

  it('is named after its program, with build and language', async () => {
    const { scene, report } = await runReader(reader, pavilion, { name: 'Pavilion.rvt' })
    expect(scene.nodes).toEqual([{ parent: null, name: 'Revit 2025', class: 'document', sourceId: '' }])
    expect(scene.propertySets).toEqual([
      {
        name: 'Revit',
        properties: [
          { name: 'Program', value: 'Revit' },
          { name: 'Version', value: '2025' },
          { name: 'Build', value: '20250515_1515(x64)' },
          { name: 'Worksharing', value: 'Not enabled' },
          { name: 'Language', value: 'ENU' },
        ],
      },
    ])
    expect(report?.findings[0]).toEqual({
      code: 'preview-only',
      severity: 'information',
      details: { program: 'Revit 2025' },
    })
  })

  it('shows the stored preview, encoded again', async () => {
    const { scene } = await runReader(reader, pavilion)
    const { width, height, data } = PNG.sync.read(Buffer.from(scene.preview ?? []))
    expect({ width, height, data: Uint8Array.from(data) }).toEqual(gable())
  })

  it('exposes no user names or paths', async () => {
    for (const lines of Object.values(infoLines)) {
      const { scene, report } = await runReader(reader, writePavilion(lines), { name: 'house.rvt' })
      const shared = JSON.stringify([scene.nodes, scene.propertySets, report])
      expect(shared).not.toMatch(/petrosyan|Users|office|projects|\\\\/)
    }
  })

  it('is described by its identity when it has no preview', async () => {
    const { report, scene } = await runReader(reader, writeCompound({ BasicFileInfo: fileInfo(infoLines.until2018) }))
    expect(scene.preview).toBeNull()
    expect(report?.findings.map(({ code }) => code)).toEqual(['identity-only', 'advice-rvt'])
  })

  it('is rejected when it belongs to another program', async () => {
    const unrelatedFile = writeCompound({ Formats: new Uint8Array(10) })
    expect((await runReader(reader, unrelatedFile)).failure?.code).toBe('not-this-format')
  })
})

describe('BasicFileInfo stream', () => {
  it('states version and build in one line until 2018', () => {
    expect(parseFileInfo(fileInfo(infoLines.until2018))).toEqual({
      version: '2017',
      properties: [
        { name: 'Build', value: '20170816_0615(x64)' },
        { name: 'Worksharing', value: 'Central' },
        { name: 'Language', value: 'RUS' },
      ],
    })
  })

  it.each([
    ['an empty stream', new Uint8Array()],
    ['no lines', new Uint8Array(600).fill(65)],
    ['unrelated lines', fileInfo(['Worksharing: ', 'Format: soon', 'Build: C:\\Users\\ani\\'])],
  ])('yields no version or properties from %s', (_, bytes) => {
    expect(parseFileInfo(bytes)).toEqual({ version: '', properties: [] })
  })
})

describe.skipIf(!samplesFolder())('RVT sample files', () => {
  it.each([
    ['BBADT_test', 1],
    ['DeleteWalls', 1],
    ['Frederik91_Project1', 0],
    ['RE1-Mechanical', 1],
    ['RevitNative_clashtest', 1],
  ] as const)('include the 3D views of %s', async (name, count) => {
    const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', `rvt/${name}.rvt`)))
    const { report, scene } = await runReader(reader, bytes)
    expect(scene.views.map((view) => view.name)).toEqual(Array.from({ length: count }, () => '{3D}'))
    expect(report?.findings.map(({ code }) => code)).not.toContain('saved-views-left-out')
    // All views look from the same corner.
    for (const { camera } of scene.views) {
      expect(camera.kind).toBe('orthographic')
      for (const [axis, value] of [-1, 1, -1].entries())
        expect(camera.direction[axis]).toBeCloseTo(value / Math.sqrt(3))
    }
  })

  it.each([
    ['BBADT_test', '2017', '20170816_0615(x64)', 1],
    ['DeleteWalls', '2018', '20170623_1151(x64)', 24],
    ['Frederik91_Project1', '2019', '20190808_0900(x64)', 4],
    ['RE1-Mechanical', '2025', '20250515_1515(x64)', 83],
    ['RevitNative_clashtest', '2014', '20130308_1515(x64)', 30],
  ] as const)('state the version of %s as Revit %s', async (name, version, build, elements) => {
    const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', `rvt/${name}.rvt`)))
    expect(reader.descriptor.detect(bytes.subarray(0, 65_536), bytes.length)).toBe('yes')
    const { scene, report } = await runReader(reader, bytes)
    expect(report?.counts['elements']).toBe(elements)
    expect(report?.skipped.filter(({ kind }) => kind === 'element' || kind === 'face')).toEqual([])
    expect(report?.findings[0]?.details).toEqual({ program: `Revit ${version}`, shown: elements, total: elements })
    expect(scene.propertySets[0]?.properties).toEqual(
      expect.arrayContaining([
        { name: 'Version', value: version },
        { name: 'Build', value: build },
      ]),
    )
    expect(JSON.stringify([scene.nodes, scene.propertySets, report])).not.toMatch(/Users|\\\\|dalbe|bhober|lanl/)
  })

  it('have the element counts of their stored previews for walls, openings and families', async () => {
    const expected = [
      ['rvt/mcneel__revit-curtainwalls_v20.rvt', 397, 1],
      ['rvt/mcneel__revit-elements_v20.rvt', 21, 0],
      ['rvt/mcneel__revit-openings_v22.rvt', 23, 8],
      ['rvt/mcneel__revit-walls_v20.rvt', 32, 3],
      ['rfa/mcneel__revit-docs_v20_family.rfa', 8, 0],
    ] as const
    for (const [path, elements, hidden] of expected) {
      const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', path)))
      const { scene, report } = await runReader(reader, bytes)
      expect(report?.counts['elements'], path).toBe(elements)
      expect(
        scene.nodes.filter((node) => node.hidden),
        path,
      ).toHaveLength(hidden)
      const composites = scene.nodes.flatMap(({ name }, node) => (/^(Stacked|Curtain) Wall/.test(name) ? [node] : []))
      for (const node of composites) {
        expect(
          scene.instances.filter((one) => one.node === node),
          path,
        ).toEqual([])
        expect(scene.nodes.filter(({ parent }) => parent === node).length, path).toBeGreaterThan(1)
      }
    }
  })
})
