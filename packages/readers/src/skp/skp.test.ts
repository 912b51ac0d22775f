import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { gable, gablePng } from '../shared/closed/testing/preview.js'
import { writeClassic, writePackaged } from './fixtures/pavilion.js'
import { parseHeader } from './header.js'
import { reader } from './reader.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const golden = {
  status: 'preview',
  nodes: 1,
  propertySets: 1,
  instances: 0,
  findings: ['preview-only', 'advice-skp'],
} as const

describeReader(reader, {
  fixtures: [
    { name: 'pavilion-2017.skp', bytes: fixture('pavilion-2017.skp'), golden },
    { name: 'pavilion-2025.skp', bytes: fixture('pavilion-2025.skp'), golden, truncationIsVisible: false },
  ],
})

describe('a model', () => {
  it('is the committed fixture', () => {
    expect(writeClassic()).toEqual(fixture('pavilion-2017.skp'))
    expect(writePackaged()).toEqual(fixture('pavilion-2025.skp'))
  })

  it.each([
    ['up to 2020', writeClassic(), '2017', '17.2.2555', 'classic'],
    ['since 2021', writePackaged(), '2025', '25.0.575', 'zip'],
  ])('%s is named by its program and shows the stored picture', async (_, bytes, version, fileVersion, container) => {
    const { scene, report } = await runReader(reader, bytes)
    expect(scene.propertySets[0]?.properties).toEqual([
      { name: 'Program', value: 'SketchUp' },
      { name: 'Version', value: version },
      { name: 'File version', value: fileVersion },
      { name: 'Container', value: container },
    ])
    expect(report?.findings[0]?.details).toEqual({ program: `SketchUp ${version}` })
    expect(Uint8Array.from(PNG.sync.read(Buffer.from(scene.preview ?? [])).data)).toEqual(gable().data)
  })

  it.each([
    ['without a picture', writeClassic('8.0.4811', new Uint8Array(90))],
    ['with a damaged picture', writeClassic('8.0.4811', gableWithHole())],
    ['in an archive without a picture', writePackaged({ 'model.dat': new Uint8Array(50) })],
    [
      'in an archive with something else for a picture',
      writePackaged({ 'meta/model_thumbnail.png': new Uint8Array(50) }),
    ],
  ])('%s is described all the same', async (_, bytes) => {
    const { report, scene } = await runReader(reader, bytes)
    expect(scene.preview).toBeNull()
    expect(report?.findings.map(({ code }) => code)).toEqual(['identity-only', 'advice-skp'])
  })

  it('in a damaged archive is damaged', async () => {
    const whole = writePackaged()
    expect((await runReader(reader, whole.slice(0, whole.length - 30))).failure?.code).toBe('damaged')
  })

  it('whose picture would be larger than is allowed is refused', async () => {
    const run = await runReader(reader, writePackaged(), { limits: { inflatedBytes: 100 } })
    expect(run.failure?.code).toBe('limit-exceeded')
  })
})

/** The picture with its pixels overwritten. */
function gableWithHole(): Uint8Array {
  const png = gablePng()
  const pixels = Buffer.from(png).indexOf('IDAT') + 4
  return png.fill(0xaa, pixels, pixels + 40)
}

describe('the header', () => {
  it.each([
    ['6.0.1', '6'],
    ['13.0.1', '2013'],
    ['99.1.0', '99'],
  ])('of %s is of SketchUp %s', (fileVersion, version) => {
    expect(parseHeader(writeClassic(fileVersion))).toEqual({ version, fileVersion, archiveStart: null })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['another text', Uint8Array.from([0xff, 0xfe, 0xff, 2, 65, 0, 66, 0])],
    ['a text longer than the file', Uint8Array.from([0xff, 0xfe, 0xff, 255, 255, 255, 1])],
  ])('of %s states nothing', (_, bytes) => {
    expect(parseHeader(bytes)).toEqual({ version: '', fileVersion: '', archiveStart: null })
  })

  it('takes a version that is none for none', () => {
    expect(parseHeader(writeClassic('C:\\Users\\ani'))).toMatchObject({ version: '', fileVersion: '' })
  })
})

describe.skipIf(!samplesFolder())('the samples', () => {
  const folder = join(samplesFolder() ?? '', 'skp')
  it('are all described and shown by their picture', async () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.skp'))
    const versions = new Map<string, number>()
    for (const name of names) {
      const bytes = Uint8Array.from(readFileSync(join(folder, name)))
      expect(reader.card.recognise(bytes.subarray(0, 4096), bytes.length), name).toBe('yes')
      const { report, scene } = await runReader(reader, bytes)
      expect(report?.status, name).toBe('preview')
      const version = String(scene.propertySets[0]?.properties[1]?.value)
      versions.set(version, (versions.get(version) ?? 0) + 1)
    }
    expect(Object.fromEntries(versions)).toEqual({
      ...{ 6: 3, 8: 4, 99: 1, 2013: 1, 2014: 6, 2015: 4, 2016: 1 },
      ...{ 2017: 4, 2020: 2, 2021: 10, 2022: 1 },
    })
  })
})
