import type { Manifest } from '@kamar/package-format/read'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MemoryFile, MemoryFolder } from '../../testing/memory-folder.js'
import { testManifest } from '../../testing/test-viewer.js'
import { cachePackage, type CachePackageOutcome, evictModels } from './cache-package.js'
import { computeHash, PackageStore } from './package-store.js'

let root: MemoryFolder
let store: PackageStore
let now: number

const openStore = (account = 'anna', create = true): Promise<PackageStore | null> =>
  PackageStore.open(root as unknown as FileSystemDirectoryHandle, account, create)

beforeEach(async () => {
  root = new MemoryFolder()
  now = 0
  store = (await openStore()) as PackageStore
})

const createContent = (character: string): ArrayBuffer =>
  new TextEncoder().encode(character.repeat(1000)).buffer as ArrayBuffer

/** Returns a package of files that consist of one character each. */
async function createPackage(characters: string, encoding: 'br' | 'identity' = 'identity'): Promise<Manifest> {
  const files = await Promise.all(
    [...characters].map(async (character) => {
      const sha256 = await computeHash(createContent(character))
      return { path: `${character}.bin`, size: 1000, sha256, encoding } as const
    }),
  )
  return testManifest({ files })
}

const fetchContent = vi.fn(async (path: string): Promise<ArrayBuffer | 'refused' | 'failed'> =>
  createContent(path[0] ?? ''),
)

async function cacheModel(urn: string, manifest: Manifest, limitBytes = 1_000_000): Promise<CachePackageOutcome> {
  fetchContent.mockClear()
  const request = { accountId: 'anna', urn, name: `${urn}.ifc`, manifest, limitBytes, token: 't' }
  return cachePackage(request, { store, fetchFile: fetchContent, now: () => ++now })
}
const listCachedUrns = async (): Promise<string[]> => (await store.models()).map(({ urn }) => urn)

describe('offline package caching', () => {
  test('stores a complete, readable package', async () => {
    const manifest = await createPackage('abc')
    expect(await cacheModel('one', manifest)).toBe('cached')
    expect(await store.model('one')).toMatchObject({ name: 'one.ifc', bytes: 3 * 1032, isWhole: true })
    expect(await store.readFile(manifest.files[1]?.sha256 ?? '')).toEqual(createContent('b'))
  })

  test('stores the file of the model with the role of the user', async () => {
    const file = { id: 'file-1', role: 'commenter' as const }
    const manifest = await createPackage('a')
    const request = { accountId: 'anna', urn: 'one', name: 'one', file, manifest, limitBytes: 1e6, token: 't' }
    expect(await cachePackage(request, { store, fetchFile: fetchContent, now: () => 1 })).toBe('cached')
    expect((await store.model('one'))?.file).toEqual(file)
  })

  test('fetches only missing files and removes obsolete ones', async () => {
    await cacheModel('one', await createPackage('abc'))
    await cacheModel('one', await createPackage('abc'))
    expect(fetchContent).not.toHaveBeenCalled()
    await cacheModel('one', await createPackage('abd'))
    expect(fetchContent.mock.calls.map(([path]) => path)).toEqual(['d.bin'])
    const removedHash = await computeHash(createContent('c'))
    expect(await store.readFile(removedHash)).toBeNull()
  })

  test('resumes after an interruption', async () => {
    fetchContent.mockImplementationOnce(async () => createContent('a')).mockImplementationOnce(async () => 'failed')
    const manifest = await createPackage('abc')
    const request = { accountId: 'anna', urn: 'one', name: 'one', manifest, limitBytes: 1e6, token: 't' }
    expect(await cachePackage(request, { store, fetchFile: fetchContent, now: () => 1 })).toBe('failed')
    expect((await store.model('one'))?.isWhole).toBe(false)
    expect(await cacheModel('one', manifest)).toBe('cached')
    expect(fetchContent).toHaveBeenCalledTimes(2)
  })

  test('separates packages by account', async () => {
    await cacheModel('one', await createPackage('a'))
    expect(await openStore('boris', false)).toBeNull()
  })

  test('checks the hash of uncompressed files only', async () => {
    const manifest = await createPackage('a')
    const [file] = manifest.files
    if (!file) throw new Error('no file')
    const other = { ...file, sha256: '0'.repeat(64) }
    expect(await cacheModel('wrong', { ...manifest, files: [other] })).toBe('failed')
    expect(await cacheModel('packed', { ...manifest, files: [{ ...other, encoding: 'br' }] })).toBe('cached')
  })

  test('removes a package that the server refuses', async () => {
    await cacheModel('one', await createPackage('a'))
    fetchContent.mockImplementationOnce(async () => 'refused')
    expect(
      await cachePackage(
        {
          accountId: 'anna',
          urn: 'one',
          name: 'one',
          manifest: await createPackage('ab'),
          limitBytes: 1e6,
          token: 't',
        },
        { store, fetchFile: fetchContent, now: () => 9 },
      ),
    ).toBe('refused')
    expect(root.paths()).toEqual([])
  })
})

describe('offline storage limit', () => {
  test('evicts the least recently used package', async () => {
    for (const urn of ['one', 'two', 'three']) await cacheModel(urn, await createPackage(urn[1] ?? ''), 4000)
    await store.touch('one', ++now)
    expect(await cacheModel('four', await createPackage('z'), 4000)).toBe('cached')
    expect(await listCachedUrns()).toEqual(['four', 'one', 'three'])
  })

  test('rejects a package above the limit and stores nothing', async () => {
    expect(await cacheModel('one', await createPackage('abc'), 2500)).toBe('too-large')
    expect(root.paths()).toEqual([])
  })

  test('evicts packages when it is lowered and retains shared files', async () => {
    await cacheModel('one', await createPackage('ab'))
    await cacheModel('two', await createPackage('bc'))
    await evictModels(store, { urn: null, bytes: 0, limitBytes: 3000 })
    expect(await listCachedUrns()).toEqual(['two'])
    expect(await store.readFile(await computeHash(createContent('b')))).not.toBeNull()
    expect(await store.readFile(await computeHash(createContent('a')))).toBeNull()
  })
})

describe('corrupt offline file', () => {
  test.each([
    ['partially written', (bytes: Uint8Array) => bytes.slice(0, 500)],
    ['empty', () => new Uint8Array(0)],
    ['altered', (bytes: Uint8Array) => bytes.fill(7, 900)],
  ])('is treated as missing and fetched again when it is %s', async (_, damage) => {
    const manifest = await createPackage('a')
    await cacheModel('one', manifest)
    const name = manifest.files[0]?.sha256 ?? ''
    const folder = await (
      await (await root.getDirectoryHandle('kamar')).getDirectoryHandle('anna')
    ).getDirectoryHandle('files')
    const file: MemoryFile = await folder.getFileHandle(name)
    file.bytes = new Uint8Array(damage(file.bytes))
    expect(await store.readFile(name)).toBeNull()
    await cacheModel('one', manifest)
    expect(fetchContent).toHaveBeenCalledOnce()
    expect(await store.readFile(name)).toEqual(createContent('a'))
  })
})

describe('PackageStore without writable streams', () => {
  /** Simulates Safari before 26: a worker writes in place; records the calls on the file. */
  function writeInPlaceOnly(): string[] {
    const calls: string[] = []
    vi.spyOn(MemoryFolder.prototype, 'getFileHandle').mockImplementation(async () => {
      const handle = {
        createSyncAccessHandle: async () => ({
          truncate: (size: number) => calls.push(`truncate ${size}`),
          write: (bytes: ArrayBuffer, { at }: { at: number }) => calls.push(`${bytes.byteLength} bytes at ${at}`),
          flush: () => calls.push('flush'),
          close: () => calls.push('close'),
        }),
      }
      return handle as unknown as MemoryFile
    })
    return calls
  }
  afterEach(() => void vi.restoreAllMocks())

  test('writes the content before its hash', async () => {
    const calls = writeInPlaceOnly()
    expect(await store.writeFile('name', createContent('a'))).toBe(1032)
    expect(calls).toEqual(['truncate 0', '1000 bytes at 32', '32 bytes at 0', 'flush', 'close'])
  })

  test('rejects with NotSupportedError when no write method exists', async () => {
    vi.spyOn(MemoryFolder.prototype, 'getFileHandle').mockImplementation(async () => ({}) as MemoryFile)
    await expect(store.writeFile('name', createContent('a'))).rejects.toMatchObject({ name: 'NotSupportedError' })
  })
})

describe('corrupt offline model record', () => {
  test.each(['', '{', 'null', '{"urn":"one"}', '{"urn":1,"name":"a","bytes":1,"usedAt":1}'])(
    'is ignored when it reads %j',
    async (text) => {
      await cacheModel('one', await createPackage('a'))
      const folder = await (
        await (await root.getDirectoryHandle('kamar')).getDirectoryHandle('anna')
      ).getDirectoryHandle('models')
      const name = `${await computeHash(new TextEncoder().encode('one'))}.json`
      const file = await folder.getFileHandle(name)
      file.bytes = new TextEncoder().encode(text)
      expect(await store.model('one')).toBeNull()
      expect(await listCachedUrns()).toEqual([])
      await store.touch('one', 9)
      expect(new TextDecoder().decode(file.bytes)).toBe(text)
    },
  )
})
