import { mutate, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../../sources/memory-source.js'
import { CompoundFile } from './compound-file.js'
import { recogniseCompound } from './recognise-compound.js'
import { summaryProperties } from './summary-properties.js'
import { writeCompound } from './testing/compound-writer.js'
import { writeSummary } from './testing/summary-writer.js'

const seed = 20_261
const random = seededRandom(seed)
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => Math.floor(random() * 256))
const open = (bytes: Uint8Array): Promise<CompoundFile> => CompoundFile.open(memorySource('a.rvt', bytes))
const streams = {
  Small: noise(700),
  Tiny: noise(1),
  Empty: new Uint8Array(),
  Large: noise(300_000),
  Border: noise(4096),
}

describe('a compound file', () => {
  it('gives its streams, small and large', async () => {
    const file = await open(writeCompound(streams))
    expect([...file.names].toSorted()).toEqual(Object.keys(streams).toSorted())
    for (const [name, bytes] of Object.entries(streams)) expect(await file.stream(name, 1e6), name).toEqual(bytes)
    expect(await file.stream('Other', 1e6)).toBeNull()
  })

  it('gives no more of a stream than is asked for', async () => {
    const file = await open(writeCompound(streams))
    expect(await file.stream('Large', 5000)).toEqual(streams.Large.subarray(0, 5000))
    expect(await file.stream('Small', 100)).toEqual(streams.Small.subarray(0, 100))
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['a mark alone', writeCompound(streams).slice(0, 8)],
    ['a header alone', writeCompound(streams).slice(0, 512)],
    ['sectors of no size', writeCompound(streams).with(30, 3)],
    ['a directory in a circle', circle(writeCompound(streams))],
    ['a table that goes on for ever', writeCompound(streams).with(68, 0).with(69, 0).with(70, 0).with(71, 0)],
  ])('of %s is damaged', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })

  it('ends well on damaged copies', async () => {
    const whole = writeCompound({ Small: noise(700), Large: noise(9000) })
    for (let copy = 1; copy <= 400; copy++) {
      const ended = open(mutate(whole, copy)).then(async (file) => {
        for (const name of file.names) await file.stream(name, 1e6)
      })
      const code = await ended.then(
        () => 'read',
        (error: { failure?: { code: string } }) => error.failure?.code ?? 'fault',
      )
      expect(['read', 'damaged'], `copy ${copy}`).toContain(code)
    }
  })

  it('is recognised by the names of its streams, where they are in sight', () => {
    const bytes = writeCompound(streams)
    expect(recogniseCompound(bytes, /^Small$/)).toBe('yes')
    expect(recogniseCompound(bytes, /^Huge$/)).toBe('no')
    expect(recogniseCompound(bytes.slice(0, 600), /^Large$/)).toBe('maybe')
    expect(recogniseCompound(new Uint8Array(600), /^Large$/)).toBe('no')
  })
})

/** Its first directory sector follows itself. */
function circle(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  const table = (view.getUint32(76, true) + 1) * 512
  view.setUint32(table, 0, true)
  return copy
}

describe('a summary', () => {
  const summary = writeSummary([
    { id: 4, text: 'Ani' },
    { id: 13, texts: ['one', 'two: 2'] },
    { id: 17, clipboard: Uint8Array.of(1, 2, 3, 4) },
  ])

  it('gives texts, lists of texts and pictures', () => {
    expect(summaryProperties(summary)).toEqual(
      new Map<string, unknown>([
        ['0:4', 'Ani'],
        ['0:13', ['one', 'two: 2']],
        ['0:17', Uint8Array.of(1, 2, 3, 4)],
      ]),
    )
  })

  it('of nothing, of noise and cut anywhere gives what there is', () => {
    expect(summaryProperties(new Uint8Array())).toEqual(new Map())
    for (let length = 0; length < summary.length; length += 3) {
      expect(summaryProperties(summary.slice(0, length)).size).toBeLessThanOrEqual(3)
    }
    for (let copy = 1; copy <= 300; copy++) expect(summaryProperties(mutate(summary, copy)).size).toBeLessThan(2000)
  })
})
