import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describeReader, runReader, samplesFolder } from '@kamar/test-kit'
import type { ReaderRun } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { gable } from '../shared/closed/testing/preview.js'
import { writeCompound } from '../shared/compound/testing/compound-writer.js'
import { metafile, sceneTexts, writePavilion } from './fixtures/pavilion.js'
import { reader } from './reader.js'
import { identityOf } from './scene-facts.js'
import { decodeStoredBitmap } from './stored-bitmap.js'

const pavilion = Uint8Array.from(readFileSync(new URL('fixtures/pavilion.max', import.meta.url)))

describeReader(reader, {
  fixtures: [
    {
      name: 'pavilion.max',
      bytes: pavilion,
      golden: { status: 'preview', nodes: 1, propertySets: 1, instances: 0, findings: ['preview-only', 'advice-max'] },
    },
  ],
  sharesContainerWith: ['rvt', 'old office document'],
})

describe('a scene', () => {
  it('is the committed fixture', () => {
    expect(writePavilion()).toEqual(pavilion)
  })

  it('is named by the year of its program, with what it counts', async () => {
    const { scene, report } = await runReader(reader, pavilion)
    expect(report?.findings[0]?.details).toEqual({ program: '3ds Max 2019' })
    expect(scene.propertySets[0]?.properties).toEqual([
      { name: 'Program', value: '3ds Max' },
      { name: 'Version', value: '2019' },
      { name: 'Build', value: '21.0.0.845' },
      { name: 'Vertices', value: 1296 },
      { name: 'Faces', value: 2492 },
      { name: 'Objects', value: 33 },
    ])
  })

  it('keeps the author and the paths of textures to itself', async () => {
    const { scene, report } = await runReader(reader, pavilion)
    expect(JSON.stringify([scene.nodes, scene.propertySets, report])).not.toMatch(/petrosyan|Users|tuff/)
  })

  it('without a summary is described by its program alone', async () => {
    const { scene, report } = await runReader(reader, writeCompound({ Scene: new Uint8Array(9) }))
    expect(scene.preview).toBeNull()
    expect(report?.findings[0]).toMatchObject({ code: 'identity-only', details: { program: '3ds Max' } })
  })

  it('of another program is refused', async () => {
    const stranger = writeCompound({ ClassDirectory3: new Uint8Array(9) })
    expect((await runReader(reader, stranger)).failure?.code).toBe('not-this-format')
  })

  it('whose stored picture is all of one colour is shown without it', async () => {
    const black = metafile(24).map((byte, at, bytes) => (at > bytes.length - 48 * 32 * 3 - 1 ? 0 : byte))
    const { scene } = await runReader(reader, writePavilion(sceneTexts, black))
    expect(scene.preview).toBeNull()
  })
})

describe('versions', () => {
  it.each([
    ['21,00', '2019'],
    ['19.00', '2017'],
    ['10.00', '2008'],
    ['9.0', '9'],
    ['4,2', '4.2'],
    ['-1', ''],
    ['soon', ''],
    ['1e9', ''],
  ])('%s is %j', (stated, version) => {
    expect(identityOf(new Map([['0:13', [`3ds Max Version: ${stated}`]]])).version).toBe(version)
  })

  it('are not read out of other values', () => {
    expect(identityOf(new Map([['0:13', '3ds Max Version: 21']]))).toEqual({ version: '', properties: [] })
    expect(identityOf(new Map())).toEqual({ version: '', properties: [] })
  })

  it('come from the first text of a name; counts that are no numbers are passed over', () => {
    const texts = ['3ds Max Version: 20,00', '3ds Max Version: 21,00', 'Faces: many', 'Build: C:\\max']
    expect(identityOf(new Map([['0:13', texts]]))).toEqual({ version: '2018', properties: [] })
  })
})

describe('the stored picture', () => {
  it.each([24, 32] as const)('is read at %d bits a pixel', (bits) => {
    expect(decodeStoredBitmap(metafile(bits))).toEqual(gable())
  })

  it('is read through its table of colours at 8 bits a pixel', () => {
    const picture = decodeStoredBitmap(metafile(8))
    expect(picture).toMatchObject({ width: 48, height: 32 })
    const green = gable().data.filter((_, at) => at % 4 === 1)
    expect(picture?.data.filter((_, at) => at % 4 === 0)).toEqual(green)
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['no record that draws', new Uint8Array(500)],
    ['a record and nothing behind it', metafile().slice(0, 40)],
    ['rows that are not there', metafile().slice(0, 2000)],
    ['a width beyond reason', metafile().with(58 + 6, 255)],
    ['compressed rows', metafile().with(54 + 16, 1)],
    ['an odd number of bits', metafile().with(54 + 14, 16)],
  ])('of %s is none', (_, bytes) => {
    expect(decodeStoredBitmap(bytes)).toBeNull()
  })
})

describe.skipIf(!samplesFolder())('the samples', () => {
  const folder = join(samplesFolder() ?? '', 'max')
  const read = (name: string): Promise<ReaderRun> =>
    runReader(reader, Uint8Array.from(readFileSync(join(folder, name))))

  it('all end as a preview; those that 3ds Max drew a picture for show it', async () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.max'))
    const pictures = await Promise.all(names.map(async (name) => ({ name, run: await read(name) })))
    expect(pictures.map(({ run }) => run.report?.status)).toEqual(names.map(() => 'preview'))
    const without = pictures.filter(({ run }) => run.scene.preview === null).map(({ name }) => name)
    expect(without.length).toBeLessThan(names.length / 2)
    expect(without).toContain('ryzom_street.max')
  })

  it.each([
    ['CartoonHouses__CartoonHouses.max', '2017', 19_712],
    ['RiggedElf__RiggedElf.max', '2018', 2312],
    ['LightOrientation__LightOrientation.max', '2019', 656],
  ])('%s is of 3ds Max %s', async (name, version, faces) => {
    const { scene } = await read(name)
    expect(scene.propertySets[0]?.properties).toEqual(
      expect.arrayContaining([
        { name: 'Version', value: version },
        { name: 'Faces', value: faces },
      ]),
    )
    expect(PNG.sync.read(Buffer.from(scene.preview ?? [])).width).toBeLessThanOrEqual(512)
  })
})
