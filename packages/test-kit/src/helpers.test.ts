import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withoutOutside } from './deny-outside.js'
import { freePort } from './free-port.js'
import { mutate } from './mutate.js'
import { seededRandom } from './random.js'
import { mutateStructure } from './structure-mutations.js'
import { readParts, writeParts } from './zip-parts.js'
import { RecordedSource, createRecordedContext } from './recorded-context.js'
import { repositoryRoot, samplesFolder } from './samples-folder.js'
import { createTemporaryFolder, removeFolder, temporaryFolder } from './temporary-folder.js'
import { waitUntil } from './wait-until.js'

describe('waiting', () => {
  it('ends with the first true answer', async () => {
    let attempts = 0
    expect(await waitUntil(() => (++attempts === 3 ? 'there' : null), { intervalMilliseconds: 1 })).toBe('there')
    expect(attempts).toBe(3)
  })

  it('ends at the deadline, and says what for', async () => {
    const waiting = waitUntil(() => false, { timeoutMilliseconds: 20, intervalMilliseconds: 1, description: 'spring' })
    await expect(waiting).rejects.toThrow('spring did not come in 20 ms')
  })

  it('ends with what a look throws', async () => {
    await expect(waitUntil(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
  })
})

describe('randomness', () => {
  it('repeats with its seed', () => {
    const draw = (seed: number): number[] => Array.from({ length: 100 }, seededRandom(seed))
    expect(draw(5)).toEqual(draw(5))
    expect(draw(5)).not.toEqual(draw(6))
    expect(draw(5).every((value) => value >= 0 && value < 1)).toBe(true)
    expect(draw(7).reduce((sum, value) => sum + value, 0) / 100).toBeCloseTo(0.5, 0)
  })

  it('damages files alike for one seed, and in many ways for many', () => {
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

describe('numbers that lie', () => {
  const differences = (before: Uint8Array, after: Uint8Array): number =>
    before.reduce((count, byte, at) => count + (byte === after[at] ? 0 : 1), 0)
  const seeds = Array.from({ length: 200 }, (_, seed) => seed)

  it('are one field of at most four bytes in a binary file', () => {
    const bytes = Uint8Array.from({ length: 600 }, (_, index) => (index % 4 === 0 ? index % 199 : 0))
    const copies = seeds.map((seed) => mutateStructure(bytes, seed))
    expect(copies.every(({ length }) => length === bytes.length)).toBe(true)
    const changed = copies.map((copy) => differences(bytes, copy))
    expect(Math.max(...changed)).toBeLessThanOrEqual(4)
    expect(changed.filter((count) => count > 0).length).toBeGreaterThan(150)
    expect(mutateStructure(bytes, 5)).toEqual(mutateStructure(bytes, 5))
  })

  it('are one whole number in a text', () => {
    const text = 'count 12\nname wall\nfaces 7 8 9\n'
    const copies = seeds.map((seed) => Buffer.from(mutateStructure(Buffer.from(text), seed)).toString())
    expect(copies.every((copy) => /^count \S+\nname wall\nfaces \S+ \S+ \S+\n$/.test(copy))).toBe(true)
    expect(new Set(copies).size).toBeGreaterThan(20)
  })

  it.each([true, false])('are in a part of an archive that is sound but for them (packed: %s)', (isPacked) => {
    const part = (name: string, bytes: string) => ({ name: Buffer.from(name), bytes: Buffer.from(bytes), isPacked })
    const parts = [part('a', 'faces 7 8 9 10 11 12\n'), part('b', 'edges 100 of 300\n')]
    for (const countsFromMark of [true, false]) {
      const archive = writeParts({ mark: Buffer.from('(MARK)'), countsFromMark, parts })
      expect(readParts(archive)).toEqual({ mark: Buffer.from('(MARK)'), countsFromMark, parts })
      // Where the archive itself lies it may be one no longer.
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

describe('places', () => {
  let folderOfTest = ''
  it('a temporary folder is there during a test', async () => {
    folderOfTest = await temporaryFolder()
    await writeFile(join(folderOfTest, 'note'), 'x')
    expect(existsSync(folderOfTest)).toBe(true)
  })

  it('and gone after it', () => {
    expect(folderOfTest).not.toBe('')
    expect(existsSync(folderOfTest)).toBe(false)
  })

  it('a folder for hooks is removed by hand, twice without harm', async () => {
    const folder = await createTemporaryFolder()
    await removeFolder(folder)
    await removeFolder(folder)
    expect(existsSync(folder)).toBe(false)
  })

  it('a free port can be listened on', async () => {
    const port = await freePort()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    expect(server.listening).toBe(true)
    await new Promise((resolve) => server.close(resolve))
  })

  it('the repository is found from anywhere in it', () => {
    expect(existsSync(join(repositoryRoot(), 'packages/test-kit/package.json'))).toBe(true)
  })
})

describe('the samples', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('are where the environment says', () => {
    vi.stubEnv('KAMAR_SAMPLES', 'packages')
    expect(samplesFolder()).toBe(join(repositoryRoot(), 'packages'))
  })

  it('are nowhere when the folder is missing, which is said once', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    vi.stubEnv('KAMAR_SAMPLES', '/nowhere/at/all')
    expect([samplesFolder(), samplesFolder()]).toEqual([null, null])
    expect(write.mock.calls).toEqual([['Tests on sample files are skipped: there is no folder /nowhere/at/all.\n']])
    write.mockRestore()
  })
})

describe('work without the outside', () => {
  it('is told on when it opens files or connections, and leaves them as they were', async () => {
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

  it('restores the doors when the work fails', async () => {
    await expect(withoutOutside(() => Promise.reject(new TypeError('inner')))).rejects.toThrow('inner')
    expect((await readFile(join(repositoryRoot(), 'package.json'))).length).toBeGreaterThan(0)
  })
})

describe('a recorded room', () => {
  it('finds companions by the end of their name, whatever the case', async () => {
    const { context, requestedCompanions } = createRecordedContext({
      companions: { 'Textures/Brick.PNG': Uint8Array.of(1, 2) },
    })
    expect((await context.companion('..\\brick.png'))?.size).toBe(2)
    expect(await context.companion('wood.png')).toBeNull()
    expect(requestedCompanions).toEqual(['..\\brick.png', 'wood.png'])
  })

  it('keeps note of how its source is read', async () => {
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
