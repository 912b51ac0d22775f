import { readerLimits, type ReaderLimits } from '@kamar/core'
import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deferRejection } from './defer-rejection.js'
import { PackageFiles } from './package-files.js'

/** Destination in memory that can fail. */
function createFiles(limits: Partial<ReaderLimits> = {}): {
  files: PackageFiles
  stored: Map<string, Uint8Array>
  failing: Set<string>
} {
  const stored = new Map<string, Uint8Array>()
  const failing = new Set<string>()
  const files = new PackageFiles(
    {
      write: async (path, bytes) => {
        if (failing.has(path)) throw new Error(`disk full at ${path}`)
        stored.set(path, bytes.slice())
      },
      remove: async (path) => void stored.delete(path),
    },
    { ...readerLimits, ...limits },
  )
  return { files, stored, failing }
}

const text = (length: number): Uint8Array => new Uint8Array(length).fill(97)
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('PackageFiles', () => {
  it('writes compressed files that decompress to their content, and states size and hash as stored', async () => {
    const { files, stored } = createFiles()
    const file = await files.writeCompressed('tree.bin', text(5000), 5)
    const bytes = stored.get('tree.bin') ?? new Uint8Array()
    expect(bytes.length).toBeLessThan(100)
    expect(new Uint8Array(brotliDecompressSync(bytes))).toEqual(text(5000))
    expect(file).toEqual({ path: 'tree.bin', size: bytes.length, sha256: hash(bytes), encoding: 'br' })
  })

  it('compresses more with a higher quality', async () => {
    const { files } = createFiles()
    const noisy = Uint8Array.from({ length: 40_000 }, (_, at) => (at * at * 7) >> 5)
    const [fast, slow] = [await files.writeCompressed('a', noisy, 1), await files.writeCompressed('b', noisy, 11)]
    expect(slow.size).toBeLessThan(fast.size)
  })

  it('writes plain files unchanged', async () => {
    const { files, stored } = createFiles()
    const file = await files.writePlain('thumbnail.png', text(7))
    expect(stored.get('thumbnail.png')).toEqual(text(7))
    expect(file).toEqual({ path: 'thumbnail.png', size: 7, sha256: hash(text(7)), encoding: 'identity' })
  })

  it('lists files by path, except removed, unlisted and failed ones', async () => {
    const { files, stored, failing } = createFiles()
    failing.add('c')
    for (const path of ['b', 'd', 'a']) await files.writePlain(path, text(1))
    await expect(files.writePlain('c', text(1))).rejects.toThrow('disk full at c')
    await files.writeUnlisted('manifest.json', text(2))
    await files.remove('d')
    await files.remove('never written')
    expect(files.list().map(({ path }) => path)).toEqual(['a', 'b'])
    expect([...stored.keys()].sort()).toEqual(['a', 'b', 'manifest.json'])
  })

  it('lists a file that was written twice once, as written last', async () => {
    const { files } = createFiles()
    await files.writePlain('a', text(1))
    await files.writePlain('a', text(3))
    expect(files.list()).toMatchObject([{ path: 'a', size: 3 }])
  })

  it('accepts files up to the limit of one file, and writes none above it', async () => {
    const { files, stored } = createFiles({ outputFileBytes: 10 })
    await files.writePlain('a', text(10))
    const failure = { code: 'limit-exceeded', details: { limit: 'outputFileBytes', maximum: 10 } }
    await expect(files.writePlain('b', text(11))).rejects.toMatchObject({ failure })
    await expect(files.writeUnlisted('c', text(11))).rejects.toMatchObject({ failure })
    expect([...stored.keys()]).toEqual(['a'])
  })

  it('applies the limit of one file to its compressed size', async () => {
    const { files } = createFiles({ outputFileBytes: 100 })
    await expect(files.writeCompressed('a', text(5000), 5)).resolves.toMatchObject({ encoding: 'br' })
  })

  it('counts all files towards the limit of the package, also removed and unlisted ones', async () => {
    const { files } = createFiles({ outputTotalBytes: 20 })
    await files.writePlain('a', text(8))
    await files.remove('a')
    await files.writeUnlisted('manifest.json', text(12))
    await expect(files.writePlain('b', text(1))).rejects.toMatchObject({
      failure: { code: 'limit-exceeded', details: { limit: 'outputTotalBytes', maximum: 20 } },
    })
  })
})

describe('deferRejection', () => {
  it('returns the same promise with its value or error', async () => {
    const work = Promise.resolve(4)
    expect(deferRejection(work)).toBe(work)
    await expect(deferRejection(Promise.reject(new Error('late')))).rejects.toThrow('late')
  })

  it('prevents an unhandled rejection of work that is never awaited', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    onTestFinished(() => void process.off('unhandledRejection', listener))
    void deferRejection(Promise.reject(new Error('never awaited')))
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })
})
