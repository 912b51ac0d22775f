import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describeReader, runReader, samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../sources/memory-source.js'
import { readDirectory } from './directory.js'
import { pavilionChunks, writePavilion } from './fixtures/pavilion.js'
import { reader } from './reader.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const golden = {
  status: 'preview',
  nodes: 1,
  propertySets: 1,
  instances: 0,
  findings: ['identity-only', 'advice-nwd'],
} as const
const directoryOf = (bytes: Uint8Array) => readDirectory(memorySource('a.nwd', bytes))

describeReader(reader, {
  fixtures: [
    { name: 'pavilion.nwd', bytes: fixture('pavilion.nwd'), golden, truncationIsVisible: true },
    { name: 'pavilion-114.nwc', bytes: fixture('pavilion-114.nwc'), golden },
  ],
  streams: false,
})

describe('a document', () => {
  it('is the committed fixture', () => {
    expect(writePavilion(8)).toEqual(fixture('pavilion.nwd'))
    expect(writePavilion(7)).toEqual(fixture('pavilion-114.nwc'))
  })

  it.each([
    [7, 114, 'lichunk-007'],
    [8, 448, 'lichunk-008'],
  ] as const)('of container %d says what it holds', async (container, fileVersion, name) => {
    const { scene, report } = await runReader(reader, writePavilion(container))
    expect(scene.propertySets[0]).toEqual({
      name: 'Navisworks',
      properties: [
        { name: 'Program', value: 'Navisworks' },
        { name: 'File version', value: fileVersion },
        { name: 'Container', value: name },
        { name: 'Models', value: 1 },
        { name: 'Saved viewpoints', value: true },
      ],
    })
    expect(report?.findings[0]).toMatchObject({ code: 'identity-only', details: { program: 'Navisworks' } })
  })

  it.each(['LcOpNwdGeometry', 'Pavilion\\LcOpNwdLogicalHierarchy'])('with %s encrypted is protected', async (name) => {
    const bytes = writePavilion(8, [...pavilionChunks, [name, 3]])
    expect((await runReader(reader, bytes)).failure?.code).toBe('encrypted')
  })

  it('lists its parts by name and type', async () => {
    for (const container of [7, 8] as const) {
      const { chunks } = await directoryOf(writePavilion(container))
      expect(chunks).toEqual(pavilionChunks.map(([name, type]) => ({ name, type })))
    }
  })

  it('of a container that is not known is of a version that cannot be read', async () => {
    const bytes = Uint8Array.from(writePavilion(8)).with(writePavilion(8).indexOf(10) - 1, 57)
    expect((await runReader(reader, bytes)).failure?.code).toBe('unsupported-version')
  })

  it.each([
    ['LcOpClashElement', 'Clash tests'],
    ['LcOpSelectionSetsElement', 'Selection sets'],
    ['LcTlTimelinerElement', 'Timelines'],
  ])('with %s says that it has %s', async (part, name) => {
    const { scene } = await runReader(reader, writePavilion(8, [...pavilionChunks, [`Pavilion\\${part}`, 1]]))
    expect(scene.propertySets[0]?.properties).toContainEqual({ name, value: true })
  })

  it('keeps the names of its parts to itself: they may be names of people', async () => {
    const { scene, report } = await runReader(reader, writePavilion(8, [['ani.petrosyan\\LcOpNwdGeometry', 1]]))
    expect(JSON.stringify([scene.nodes, scene.propertySets, report])).not.toContain('petrosyan')
  })

  it('may hold many parts', async () => {
    const chunks = Array.from({ length: 5000 }, (_, number) => [`Model ${number}\\LcOpNwdGeometry`, 1] as const)
    const { scene } = await runReader(reader, writePavilion(8, chunks))
    expect(scene.propertySets[0]?.properties).toContainEqual({ name: 'Models', value: 5000 })
  })
})

describe('a hostile document', () => {
  /** The older kind with another list in place of its own. */
  const withList = (list: Uint8Array): Uint8Array => {
    const whole = Buffer.from(writePavilion(7))
    const line = whole.indexOf(' lizlib\n') + 8
    return Uint8Array.from([...whole.subarray(0, line + ((8 - (line % 8)) % 8)), ...deflateSync(list)])
  }
  const numbers = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)

  it.each([
    ['an empty list', new Uint8Array()],
    ['more parts than there are', numbers(0xffffffff, 900)],
    ['more parts than there can be', numbers(0xffffffff, 0xfffffff0)],
    ['a name that leads out', numbers(0xffffffff, 1, 0xfffffff0)],
    ['a name without a type', numbers(0xffffffff, 1, 4, 65)],
  ])('with %s is damaged', async (_, list) => {
    await expect(directoryOf(withList(list))).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })

  it('whose list inflates without end is beyond a limit', async () => {
    const bomb = withList(new Uint8Array(65 * 1024 * 1024))
    await expect(directoryOf(bomb)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
  })

  it('whose end leads nowhere is damaged', async () => {
    const bytes = writePavilion(8)
    const end = bytes.length - bytes.indexOf(10) - 1 - 8
    await expect(directoryOf(bytes.with(end + 7, 1))).rejects.toMatchObject({ failure: { code: 'damaged' } })
    await expect(directoryOf(bytes.with(end + 1, 255))).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })
})

describe.skipIf(!samplesFolder())('the samples', () => {
  it.each([
    ['nwd/gatehouse_a.nwd', 114, 'lichunk-007', ['Saved viewpoints', 'Clash tests', 'Selection sets']],
    ['nwc/hello.nwc', 448, 'lichunk-008', ['Saved viewpoints']],
    ['nwc/schependomlaan_w27_cloud.nwc', 448, 'lichunk-008', ['Saved viewpoints']],
  ])('%s is of file version %d', async (name, fileVersion, container, holds) => {
    const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', name)))
    expect(reader.card.recognise(bytes.subarray(0, 4096), bytes.length)).toBe('yes')
    const { scene, report } = await runReader(reader, bytes)
    expect(report?.status).toBe('preview')
    expect(scene.propertySets[0]?.properties.slice(1)).toEqual([
      { name: 'File version', value: fileVersion },
      { name: 'Container', value: container },
      { name: 'Models', value: 1 },
      ...holds.map((held) => ({ name: held, value: true })),
    ])
  })
})
