import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder, type RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writeDwfx } from '../kit/dwf/testing/write-package.js'
import { reader } from './reader.js'

const committed = Uint8Array.from(readFileSync(new URL('fixtures/houses.dwfx', import.meta.url)))

describeReader(reader, {
  truncationIsVisible: true,
  sharesContainerWith: ['dwf', 'archive.zip'],
  fixtures: [
    {
      name: 'houses.dwfx',
      bytes: committed,
      golden: {
        status: 'complete',
        nodes: 4,
        meshes: 2,
        instances: 5,
        triangles: 15,
        unit: 'm',
        findings: ['up-axis-assumed'],
        skipped: { font: 1 },
      },
    },
  ],
  samples: [
    { file: 'dwfx/aspose_Tyrannosaurus.dwfx', golden: { status: 'complete', instances: 0, unit: 'mm', skipped: {} } },
    { file: 'dwfx/groupdocs_sample.xps', golden: { status: 'complete', unit: 'mm', skipped: {} } },
  ],
})

const sheet = async (): Promise<RecordingSheet> => {
  const run = await runReader(reader, committed, { name: 'houses.dwfx' })
  const [first] = run.scene.sheets
  if (!first) throw new Error('no sheet')
  return first
}

describe('XPS fixed page of a DWFx', () => {
  it('keeps the committed fixture equal to what its generator writes', () => {
    expect(writeDwfx()).toEqual(committed)
  })

  it('becomes a sheet of the page size with y upwards', async () => {
    const { input, polylines } = await sheet()
    expect(input.name).toBe('Ground floor')
    expect(input.paper?.max[0]).toBeCloseTo(297, 1)
    const [x = 0, y = 0] = polylines[0]?.points ?? []
    expect(x).toBeCloseTo((10 * 25.4) / 96)
    expect(y).toBeCloseTo(((793.7 - 20) * 25.4) / 96)
  })

  it('has the layers of its extension, inherited where an element states none', async () => {
    const { layers, entities, styles, polylines } = await sheet()
    expect(layers.map(({ name }) => name)).toEqual(['Walls', 'Columns'])
    expect(entities.map(({ handle, layer }) => [handle, layer])).toEqual([
      ['P_1', 0],
      ['P_2', 1],
      ['P_3', 0],
      ['', 0],
      ['', 0],
    ])
    expect(styles[polylines[0]?.style ?? -1]?.widthUnits).toBeCloseTo((4 * 25.4) / 96)
  })

  it('has areas with holes, gradients, images, dashes and resources', async () => {
    const { fills, styles, images, lineTypes } = await sheet()
    expect(fills[0]?.rings).toHaveLength(2)
    expect(styles[fills[0]?.style ?? -1]).toMatchObject({ color: 0x0000ff, opacity: 0.5 })
    expect(fills[1]?.gradient?.colors).toEqual([0xff0000, 0x00ff00])
    expect(lineTypes[0]?.pattern).toHaveLength(2)
    expect(images[0]?.xAxis[0]).toBeCloseTo((100 * 25.4) / 96)
    expect(images[0]?.yAxis[1]).toBeCloseTo((100 * 25.4) / 96)
  })

  it('keeps a text whose font is missing for a substitute font', async () => {
    const { texts } = await sheet()
    expect(texts[0]?.drawn).toBeUndefined()
    expect(texts[0]?.paragraphs[0]?.[0]?.text).toBe('Kitchen')
  })
})

const samples = samplesFolder()

describe.skipIf(!samples)('DWFx package with a model only', () => {
  it('is detected as possible DWFx and read completely', async () => {
    const bytes = Uint8Array.from(readFileSync(join(samples ?? '', 'dwfx/APS_Drill.dwfx')))
    expect(reader.descriptor.detect(bytes.subarray(0, 4096), bytes.length)).toBe('maybe')
    const { scene, report } = await runReader(reader, bytes, { name: 'drill.dwfx' })
    expect(report).toMatchObject({ status: 'complete', skipped: [] })
    expect(scene.numbers).toMatchObject({ nodes: 47, meshes: 48, instances: 55, triangles: 137_755 })
  })
})

describe.skipIf(!samples)('XPS document with obfuscated fonts', () => {
  it('is drawn with its own glyphs and keeps its text searchable', async () => {
    const bytes = Uint8Array.from(readFileSync(join(samples ?? '', 'dwfx/groupdocs_sample.xps')))
    const { scene } = await runReader(reader, bytes, { name: 'sample.dwfx' })
    expect(scene.sheets).toHaveLength(4)
    const [first] = scene.sheets
    expect(first?.texts[0]).toMatchObject({ drawn: false })
    expect(first?.texts[0]?.paragraphs[0]?.[0]?.text).toBe('Sample text on the page 1')
    expect(first?.fills).toHaveLength(23)
  })
})
