import { mutate, runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writePavilion } from './fixtures/pavilion.js'
import { reader } from './reader.js'
import { pavilionScene } from './testing/pavilion-scene.js'

const seeds = 10_000
const maxMilliseconds = 5000

/**
 * Creates a file whose objects or classes are damaged before storing or, every third time, whose stored bytes are
 * damaged.
 */
function damaged(seed: number): Uint8Array {
  const { ClassDirectory3, Scene } = pavilionScene().streams()
  if (seed % 3 === 0) return mutate(writePavilion({ ClassDirectory3, Scene }), seed)
  if (seed % 3 === 1) return writePavilion({ ClassDirectory3, Scene: mutate(Scene, seed) })
  return writePavilion({ ClassDirectory3: mutate(ClassDirectory3, seed), Scene })
}

describe('3ds Max reader', () => {
  it(`reports what it skips in each of ${seeds} damaged scenes, within time and memory limits`, async () => {
    const silent: number[] = []
    const ends = { complete: 0, partial: 0, preview: 0, failed: 0 }
    for (let seed = 1; seed <= seeds; seed++) {
      const { processorMilliseconds, report, scene } = await runReader(reader, damaged(seed))
      expect(processorMilliseconds, `seed ${seed}`).toBeLessThan(maxMilliseconds)
      ends[report?.status ?? 'failed']++
      const about = report?.findings[0]?.details
      const isShort = report?.status === 'complete' && about?.['shown'] !== about?.['total']
      const isUnreported = report?.status === 'partial' && report.skipped.length === 0
      if (isShort || isUnreported || (report?.status === 'preview' && scene.instances.length > 0)) silent.push(seed)
    }
    expect(silent).toEqual([])
    expect(ends.partial).toBeGreaterThan(seeds / 4)
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3)
  })
})
