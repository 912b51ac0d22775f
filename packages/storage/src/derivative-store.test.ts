import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createTemporaryFolder, removeFolder, temporaryFolder } from '@kamar/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskDerivativeStore, isSafeDerivativePath, type DerivativeStore } from './index.js'
import { openTestStores, testObjectStore } from './s3/testing/test-object-store.js'

interface Adapter {
  readonly name: string
  open(folder: string): Promise<DerivativeStore>
}

const adapters: readonly Adapter[] = [
  testObjectStore === null
    ? { name: 'disk', open: (folder) => DiskDerivativeStore.open(folder) }
    : { name: 'S3', open: async (folder) => (await openTestStores(folder)).derivatives },
]

const one = '01900000-0000-7000-8000-000000000001'
const other = '01900000-0000-7000-8000-000000000002'
const text = (value: string): Uint8Array => Buffer.from(value)

const hostilePaths = [
  '',
  '.',
  '..',
  '../manifest.json',
  'scene/../../x',
  'scene/..',
  '/etc/passwd',
  'scene//000.bin',
  'scene/',
  '.hidden',
  'scene/.hidden',
  'a\0b',
  'a\\b',
  'c:x',
  'Scene/000.bin',
  'a b',
  'é',
  'x'.repeat(201),
  'a/b/c/d/e/f/g',
]

describe.each(adapters)('C11 derivative store: $name', (adapter) => {
  let folder: string
  let store: DerivativeStore
  beforeEach(async () => {
    folder = await createTemporaryFolder()
    store = await adapter.open(folder)
  })
  afterEach(() => removeFolder(folder))

  const at = (path: string, translationId = one): { translationId: string; path: string } => ({ translationId, path })

  it.each([{ provisional: false }, { provisional: true }])(
    'returns written bytes, completely and by range (%o)',
    async (options) => {
      const writeResult = await store.write(at('scene/000.bin'), text('chunk'), options)
      const sha256 = createHash('sha256').update('chunk').digest('hex')
      expect(writeResult).toEqual({ path: 'scene/000.bin', sizeBytes: 5, sha256 })
      expect(Buffer.from((await store.read(at('scene/000.bin'))) ?? []).toString()).toBe('chunk')
      const derivative = await store.open(at('scene/000.bin'))
      expect(derivative?.sizeBytes).toBe(5)
      expect(derivative && (await buffer(derivative.content)).toString()).toBe('chunk')
      const part = await store.open(at('scene/000.bin'), { start: 1, end: 3 })
      expect(part?.sizeBytes).toBe(5)
      expect(part && (await buffer(part.content)).toString()).toBe('hun')
    },
  )

  it('reads a chunk of a pack as a file of its own, completely and by range', async () => {
    await store.write(at('scene/000.pack'), text('0123456789'))
    const chunk = at('scene/000.pack/2-6')
    expect(Buffer.from((await store.read(chunk)) ?? []).toString()).toBe('23456')
    const derivative = await store.open(chunk)
    expect(derivative?.sizeBytes).toBe(5)
    expect(derivative && (await buffer(derivative.content)).toString()).toBe('23456')
    const part = await store.open(chunk, { start: 1, end: 2 })
    expect(part && (await buffer(part.content)).toString()).toBe('34')
    const tail = await store.open(chunk, { start: 4, end: 9 })
    expect(tail && (await buffer(tail.content)).toString()).toBe('6')
    expect(await store.read(at('scene/001.pack/2-6'))).toBeNull()
    expect((await store.list(one)).map((file) => file.path)).toEqual(['scene/000.pack'])
  })

  it('replaces the complete content of a file', async () => {
    await store.write(at('tree.bin'), text('a longer first version'))
    await store.write(at('tree.bin'), text('second'))
    expect(Buffer.from((await store.read(at('tree.bin'))) ?? []).toString()).toBe('second')
  })

  it('writes a stream, and keeps the previous file when the stream fails', async () => {
    async function* toChunks(fail: boolean): AsyncIterable<Uint8Array> {
      yield text('0123')
      if (fail) throw new Error('the reader lied')
      yield text('456789')
    }
    const writeResult = await store.write(at('tree.bin'), toChunks(false))
    const sha256 = createHash('sha256').update('0123456789').digest('hex')
    expect(writeResult).toEqual({ path: 'tree.bin', sizeBytes: 10, sha256 })
    await expect(store.write(at('tree.bin'), toChunks(true))).rejects.toThrow('the reader lied')
    await expect(store.write(at('other.bin'), toChunks(true))).rejects.toThrow('the reader lied')
    expect(await store.list(one)).toEqual([{ path: 'tree.bin', sizeBytes: 10 }])
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  })

  it('separates translations and lists the files of each sorted', async () => {
    await store.write(at('tree.bin'), text('12'))
    await store.write(at('scene/001.bin'), text('1'))
    await store.write(at('scene/000.bin'), text('123'))
    await store.write(at('tree.bin', other), text('other'))
    expect(await store.list(one)).toEqual([
      { path: 'scene/000.bin', sizeBytes: 3 },
      { path: 'scene/001.bin', sizeBytes: 1 },
      { path: 'tree.bin', sizeBytes: 2 },
    ])
    const ids: string[] = []
    for await (const id of store.translations()) ids.push(id)
    expect(ids.toSorted()).toEqual([one, other])
  })

  it('removes single files and complete translations', async () => {
    await store.write(at('tree.bin'), text('1'))
    await store.write(at('scene/000.bin'), text('2'))
    await store.write(at('tree.bin', other), text('3'))
    await store.remove(at('tree.bin'))
    expect((await store.list(one)).map((file) => file.path)).toEqual(['scene/000.bin'])
    await store.removeAll(one)
    await store.removeAll(one)
    expect(await store.list(one)).toEqual([])
    expect(await store.list(other)).toHaveLength(1)
  })

  it('returns null for missing files and for folders', async () => {
    await store.write(at('scene/000.bin'), text('1'))
    expect(await store.read(at('scene/001.bin'))).toBeNull()
    expect(await store.open(at('scene'))).toBeNull()
    expect(await store.read(at('scene'))).toBeNull()
    expect(await store.read(at('scene/000.bin/x'))).toBeNull()
    expect(await store.read(at('scene/000.bin', other))).toBeNull()
    await expect(store.remove(at('scene/001.bin'))).resolves.toBeUndefined()
  })

  it('stores the properties of a provisional sheet', async () => {
    const path = 'provisional/12/1/sheets/000/properties-000.bin'
    await store.write(at(path), text('rows'))
    expect((await store.list(one)).map((file) => file.path)).toEqual([path])
  })

  it.each(hostilePaths)('rejects the path %j', async (path) => {
    expect(isSafeDerivativePath(path)).toBe(false)
    await expect(store.write(at(path), text('x'))).rejects.toMatchObject({ code: 'bad-request' })
    expect(await store.read(at(path))).toBeNull()
    expect(await store.open(at(path))).toBeNull()
    await expect(store.remove(at(path))).resolves.toBeUndefined()
  })

  it.each(['', '..', 'x', `${one}/..`, one.toUpperCase().replace('0', 'A')])(
    'rejects the translation id %j',
    async (id) => {
      await expect(store.write(at('tree.bin', id), text('x'))).rejects.toMatchObject({ code: 'bad-request' })
      expect(await store.list(id)).toEqual([])
      await store.removeAll(id)
      expect(readdirSync(folder).filter((name) => !['derivatives', 'temporary'].includes(name))).toEqual([])
    },
  )
})

describe('DiskDerivativeStore', () => {
  it('fails when a file cannot be written, and leaves no temporary file', async () => {
    const folder = await temporaryFolder()
    const store = await DiskDerivativeStore.open(folder)
    const address = { translationId: one, path: 'tree.bin' }
    mkdirSync(join(folder, 'derivatives', one, 'tree.bin'), { recursive: true })
    await expect(store.write(address, text('x'))).rejects.toThrow(/EISDIR|directory/)
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  })
})
