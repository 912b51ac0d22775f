import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePropertyBlock } from '@kamar/package-format'
import type { Manifest } from '@kamar/package-format/read'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runTranslation } from '../run.js'
import { readSearchContent } from './read-search-content.js'
import { maxSearchTerms, TermCollector } from './term-collector.js'

const signal = new AbortController().signal

describe('TermCollector', () => {
  it('collects each term once, without measured numbers', () => {
    const collector = new TermCollector()
    for (const value of ['REI 120', 'rei', '0.2837', '-1,5', '2.1e-7', '42', 'true']) collector.add(value)
    expect(collector.terms).toEqual(['rei', '120', '42', 'true'])
  })

  it('stops at the bound of terms', () => {
    const collector = new TermCollector()
    for (let index = 0; !collector.isFull; index++) collector.add(`value${index}`)
    collector.add('one more')
    expect(collector.terms).toHaveLength(maxSearchTerms)
  })

  it('stops before the terms exceed a tsvector', () => {
    const collector = new TermCollector()
    for (let index = 0; !collector.isFull; index++) collector.add(`${'ապաստան'.repeat(8)}${index}`)
    const bytes = Buffer.byteLength(collector.terms.join(''))
    expect(bytes).toBeGreaterThan(600_000)
    expect(bytes).toBeLessThan(2 ** 20)
  })

  it('reads the beginning of long values only', () => {
    const collector = new TermCollector()
    collector.add(Array.from({ length: 100_000 }, (_, index) => `t${index}`).join(' '))
    expect(collector.terms.length).toBeLessThan(500)
  })
})

describe('readSearchContent', () => {
  let folder: string
  let manifest: Manifest
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kamar-search-content-'))
    const path = new URL('../../../formats/src/dwf/fixtures/houses.dwf', import.meta.url).pathname
    const outcome = await runTranslation({ path, fileName: 'houses.dwf', formatId: 'dwf', outputFolder: folder })
    if (!outcome.ok) throw new Error(outcome.failure.code)
    ;({ manifest } = outcome)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const readStored = ({ path }: { readonly path: string }): Promise<Uint8Array> => readFile(join(folder, path))

  it('returns terms of properties, and sheets with their keys', async () => {
    const content = await readSearchContent({ translationId: 't', manifest, derivatives: { read: readStored }, signal })
    expect(content).toMatchObject({
      damage: null,
      sheets: [{ key: 'Ground floor', name: 'Ground floor', kind: 'page', position: 0 }],
    })
    expect(content.terms.length).toBeGreaterThan(0)
  })

  it('reads no block beyond the bound', async () => {
    const blockTerms = 8000
    const blocks = Array.from({ length: 10 }, (_, block) => ({
      path: `properties/${String(block).padStart(3, '0')}.bin`,
      bytes: encodePropertyBlock(
        Array.from({ length: blockTerms }, (_, index) => ({
          name: 'Pset',
          properties: [{ name: 'Mark', value: `mark${block * blockTerms + index}` }],
        })),
        block * blockTerms,
      ),
    }))
    const others = manifest.files.filter(({ path }) => !path.startsWith('properties/'))
    const files = blocks.map(({ bytes, path }) => ({
      path,
      size: bytes.length,
      sha256: '0'.repeat(64),
      encoding: 'identity' as const,
    }))
    const read = vi.fn(async ({ path }: { readonly path: string }) => {
      const block = blocks.find((candidate) => candidate.path === path)
      return block ? block.bytes : readStored({ path })
    })
    const task = { translationId: 't', manifest: { ...manifest, files: [...others, ...files] }, signal }
    const content = await readSearchContent({ ...task, derivatives: { read } })
    expect(content.damage).toBeNull()
    expect(content.terms).toHaveLength(maxSearchTerms)
    expect(read).toHaveBeenCalledTimes(3)
  })

  it('returns the damage of a package', async () => {
    const read = (): Promise<null> => Promise.resolve(null)
    const content = await readSearchContent({ translationId: 't', manifest, derivatives: { read }, signal })
    expect(content.terms).toEqual([])
    expect(content.sheets).toHaveLength(1)
    expect(content.damage).toContain('properties/000.bin')
  })

  it('rejects with the error of the store, and with the reason of an abort', async () => {
    const read = (): Promise<Uint8Array> => Promise.reject(new Error('no connection'))
    const task = { translationId: 't', manifest, derivatives: { read } }
    await expect(readSearchContent({ ...task, signal })).rejects.toThrow('no connection')
    const aborted = AbortSignal.abort(new Error('stopped'))
    await expect(readSearchContent({ ...task, signal: aborted })).rejects.toThrow('stopped')
  })
})
