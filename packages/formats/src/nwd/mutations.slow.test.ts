import { mutate, runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { pavilionChunks, writePavilion, type PavilionVersion } from './fixtures/pavilion.js'
import { reader } from './reader.js'

const seeds = 10_000
const versions: readonly PavilionVersion[] = [103, 114, 448]

/**
 * Creates a document with a chunk whose records are damaged before compression or, every second time, whose stored
 * bytes are damaged.
 */
function damaged(seed: number): Uint8Array {
  const version = versions[seed % 3] ?? 448
  const complete = pavilionChunks(version)
  if (seed % 2 === 0) return mutate(writePavilion(version, complete), seed)
  const inClear = complete.flatMap(({ type }, at) => (type === 1 ? [at] : []))
  const at = inClear[Math.floor(seed / 6) % inClear.length]
  return writePavilion(
    version,
    complete.map((chunk, number) => (number === at ? { ...chunk, bytes: mutate(chunk.bytes, seed) } : chunk)),
  )
}

describe('Navisworks reader', () => {
  it(`reports what it skips in each of ${seeds} damaged files, within time and memory limits`, async () => {
    const silent: number[] = []
    let slowest = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const { processorMilliseconds, report, scene } = await runReader(reader, damaged(seed))
      slowest = Math.max(slowest, processorMilliseconds)
      const isShort = report?.status === 'complete' && scene.instances.length < 6
      if (isShort || (report?.status === 'partial' && report.skipped.length === 0)) silent.push(seed)
    }
    expect(silent).toEqual([])
    expect(slowest).toBeLessThan(10_000)
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3)
  })
})
