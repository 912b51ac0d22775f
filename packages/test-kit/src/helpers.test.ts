import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withoutOutside } from './browser/deny-outside.js'
import { freePort } from './free-port.js'
import { mutate } from './faults/mutate.js'
import { seededRandom } from './random.js'
import { mutateStructure } from './faults/structure-mutations.js'
import { readParts, writeParts } from './files/zip-parts.js'
import { RecordedSource, createRecordedContext } from './suites/recorded-context.js'
import { repositoryRoot, samplesFolder } from './files/samples-folder.js'
import { createTemporaryFolder, removeFolder, temporaryFolder } from './files/temporary-folder.js'
import { waitUntil } from './wait-until.js'

describe('waitUntil', () => {
  it('returns the first truthy result', async () => {
    let attempts = 0
    expect(await waitUntil(() => (++attempts === 3 ? 'there' : null), { intervalMilliseconds: 1 })).toBe('there')
    expect(attempts).toBe(3)
  })

  it('times out with the description of the condition', async () => {
    const waiting = waitUntil(() => false, { timeoutMilliseconds: 20, intervalMilliseconds: 1, description: 'spring' })
    await expect(waiting).rejects.toThrow('spring did not come in 20 ms')
  })

  it('rethrows the error of the condition', async () => {
    await expect(waitUntil(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
  })
})

describe('seeded randomness', () => {
  it('repeats for the same seed', () => {
    const draw = (seed: number): number[] => Array.from({ length: 100 }, seededRandom(seed))
    expect(draw(5)).toEqual(draw(5))
    expect(draw(5)).not.toEqual(draw(6))
    expect(draw(5).every((value) => value >= 0 && value < 1)).toBe(true)
    expect(draw(7).reduce((sum, value) => sum + value, 0) / 100).toBeCloseTo(0.5, 0)
  })

  it('mutates files identically for one seed and differently for many', () => {
    const bytes = Uint8Array.from({ length: 500 }, (_, index) => index % 256)
    expect(mutate(bytes, 3)).toEqual(mutate(bytes, 3))
    const lengths = new Set(Array.from({ length: 100 }, (_, seed) => mutate(bytes, seed).length))
    expect(lengths.size).toBeGreaterThan(10)
    expect(bytes).toEqual(Uint8Array.from({ length: 500 }, (_, index) => index % 256))
    for (let length = 0; length < 4; length++) {
      for (let seed = 0; seed < 50; seed++)
        expect(mutate(new Uint8Array(length), seed).length).toBeLessThan(length * 2 + 1)
    }
  })
})

describe('structural mutation', () => {
  const differences = (before: Uint8Array, after: Uint8Array): number =>
    before.reduce((count, byte, at) => count + (byte === after[at] ? 0 : 1), 0)
  const seeds = Array.from({ length: 200 }, (_, seed) => seed)

  it('changes one field of at most four bytes in a binary file', () => {
    const bytes = Uint8Array.from({ length: 600 }, (_, index) => (index % 4 === 0 ? index % 199 : 0))
    const copies = seeds.map((seed) => mutateStructure(bytes, seed))
    expect(copies.every(({ length }) => length === bytes.length)).toBe(true)
    const changed = copies.map((copy) => differences(bytes, copy))
    expect(Math.max(...changed)).toBeLessThanOrEqual(4)
    expect(changed.filter((count) => count > 0).length).toBeGreaterThan(150)
    expect(mutateStructure(bytes, 5)).toEqual(mutateStructure(bytes, 5))
  })

  it('changes only whole numbers in a text', () => {
    const text = 'count 12\nname wall\nfaces 7 8 9\n'
    const copies = seeds.map((seed) => Buffer.from(mutateStructure(Buffer.from(text), seed)).toString())
    expect(copies.every((copy) => /^count \S+\nname wall\nfaces \S+ \S+ \S+\n$/.test(copy))).toBe(true)
    expect(new Set(copies).size).toBeGreaterThan(20)
  })

  it.each([true, false])('changes a part inside an otherwise valid archive (packed: %s)', (isPacked) => {
    const part = (name: string, bytes: string) => ({ name: Buffer.from(name), bytes: Buffer.from(bytes), isPacked })
    const parts = [part('a', 'faces 7 8 9 10 11 12\n'), part('b', 'edges 100 of 300\n')]
    for (const countsFromMark of [true, false]) {
      const archive = writeParts({ mark: Buffer.from('(MARK)'), countsFromMark, parts })
      expect(readParts(archive)).toEqual({ mark: Buffer.from('(MARK)'), countsFromMark, parts })
      // A mutation of the archive's own structure may make it unreadable.
      const read = seeds.flatMap((seed) => {
        try {
          return readParts(Buffer.from(mutateStructure(archive, seed)))?.parts ?? []
        } catch {
          return []
        }
      })
      expect(read.filter(({ bytes }) => !parts.some((other) => other.bytes.equals(bytes))).length).toBeGreaterThan(100)
    }
  })
})

describe('test folders and ports', () => {
  let folderOfTest = ''
  it('include a temporary folder that exists during a test', async () => {
    folderOfTest = await temporaryFolder()
    await writeFile(join(folderOfTest, 'note'), 'x')
    expect(existsSync(folderOfTest)).toBe(true)
  })

  it('exclude the temporary folder after its test', () => {
    expect(folderOfTest).not.toBe('')
    expect(existsSync(folderOfTest)).toBe(false)
  })

  it('allow a hook folder to be removed twice', async () => {
    const folder = await createTemporaryFolder()
    await removeFolder(folder)
    await removeFolder(folder)
    expect(existsSync(folder)).toBe(false)
  })

  it('include a free port that accepts a server', async () => {
    const port = await freePort()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    expect(server.listening).toBe(true)
    await new Promise((resolve) => server.close(resolve))
  })

  it('locate the repository root', () => {
    expect(existsSync(join(repositoryRoot(), 'packages/test-kit/package.json'))).toBe(true)
  })
})

describe('sample folder', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is the folder named by the environment', () => {
    vi.stubEnv('KAMAR_SAMPLES', 'packages')
    expect(samplesFolder()).toBe(join(repositoryRoot(), 'packages'))
  })

  it('is null when the folder is missing, with a single message', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    vi.stubEnv('KAMAR_SAMPLES', '/nowhere/at/all')
    expect([samplesFolder(), samplesFolder()]).toEqual([null, null])
    expect(write.mock.calls).toEqual([['Tests on sample files are skipped: there is no folder /nowhere/at/all.\n']])
    write.mockRestore()
  })
})

describe('isolated work', () => {
  it('reports attempts to open files or connections and restores the functions afterwards', async () => {
    const attempts = await withoutOutside(async () => {
      await Promise.allSettled([
        (async () => readFile('/etc/hostname'))(),
        (async () => fetch('http://127.0.0.1:9'))(),
        (async () => createServer().listen(0))(),
      ])
    })
    expect(attempts).toContain('fs.promises.readFile')
    expect(attempts).toContain('globalThis.fetch')
    expect((await readFile(join(repositoryRoot(), 'package.json'))).length).toBeGreaterThan(0)
  })

  it('restores the functions when it fails', async () => {
    await expect(withoutOutside(() => Promise.reject(new TypeError('inner')))).rejects.toThrow('inner')
    expect((await readFile(join(repositoryRoot(), 'package.json'))).length).toBeGreaterThan(0)
  })
})

describe('recorded read context', () => {
  it('finds companions by the end of the name in any letter case', async () => {
    const { context, requestedCompanions } = createRecordedContext({
      companions: { 'Textures/Brick.PNG': Uint8Array.of(1, 2) },
    })
    expect((await context.companion('..\\brick.png'))?.size).toBe(2)
    expect(await context.companion('wood.png')).toBeNull()
    expect(requestedCompanions).toEqual(['..\\brick.png', 'wood.png'])
  })

  it('records how its source is read', async () => {
    const counts: number[] = []
    const source = new RecordedSource('a', Uint8Array.of(1, 2, 3), (count) => counts.push(count))
    expect(await source.read(1, 10)).toEqual(Uint8Array.of(2, 3))
    expect(await source.readAll()).toHaveLength(3)
    expect({ counts, longest: source.longestRead, whole: source.completeReads }).toEqual({
      counts: [1, 2],
      longest: 10,
      whole: 1,
    })
  })
})
