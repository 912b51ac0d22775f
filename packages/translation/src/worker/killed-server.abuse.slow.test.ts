import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { killAt, expectCompleteOrQueued, type KilledServer, killWhen } from '../../test-support/killed-server.js'

/** Points in a translation's life, by the server's message on reaching them. */
const moments: readonly (readonly [name: string, test: (line: string) => boolean])[] = [
  ['all translations are queued', (line) => line === 'enqueued'],
  ['the first translation is claimed', (line) => line.startsWith('running 0 ')],
  ['a chunk is published', (line) => /^running \d+(\.\d+)? [2-9]/.test(line)],
  ['packing begins', (line) => /^running (8[5-9]|9\d)/.test(line)],
  ['the first translation is complete', (line) => line.startsWith('succeeded')],
  ['all translations are complete', (line) => line === 'idle'],
]

describe('repeatedly killed server', () => {
  let server: KilledServer
  beforeAll(async () => {
    server = { folder: await createTemporaryFolder(), jobs: 6 }
  })
  afterAll(() => removeFolder(server.folder))

  // One after the other on the same data, as in repeated crashes.
  it.each(moments)(
    'B01 leaves complete packages or queued translations when killed at the moment: %s',
    async (name, reached) => {
      await killWhen(server, reached)
      const states = await expectCompleteOrQueued(server)
      expect(states).toHaveLength(6)
      expect(states.every((state) => state === 'succeeded')).toBe(name === 'all translations are complete')
    },
  )
})

describe('killed server', () => {
  let folder: string
  beforeEach(async () => {
    folder = await createTemporaryFolder()
  })
  afterEach(() => removeFolder(folder))

  const isIdle = (line: string): boolean => line === 'idle'

  it('B11 completes all 100 queued translations after its restart', async () => {
    const server = { folder, jobs: 100 }
    let isQueued = false
    await killWhen(server, (line) => {
      isQueued ||= line === 'enqueued'
      return isQueued && line.startsWith('running')
    })
    await killWhen({ folder, jobs: 0 }, isIdle)
    const states = await expectCompleteOrQueued(server)
    expect(states).toHaveLength(100)
    expect(states.every((state) => state === 'succeeded')).toBe(true)
  })

  it.each(['open', 'write', 'sync', 'rename', 'rm', 'change'])(
    'B01 leaves complete packages or queued translations when killed at each %s operation, and completes them after a restart',
    async (call) => {
      const killPoints: string[] = []
      for (let at = 1; ; at++) {
        const killPoint = await killAt({ folder, jobs: 1, word: `${at}` }, { call, at })
        if (killPoint === null) break
        killPoints.push(killPoint)
        await expectCompleteOrQueued({ folder })
        await killWhen({ folder, jobs: 0 }, isIdle)
        const states = await expectCompleteOrQueued({ folder })
        expect(
          states.every((state) => state === 'succeeded'),
          killPoint,
        ).toBe(true)
      }
      process.stdout.write(`${call}: killed ${killPoints.length} times\n`)
      expect(killPoints.length).toBeGreaterThan(0)
    },
  )
})
