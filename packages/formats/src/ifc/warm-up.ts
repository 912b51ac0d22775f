import { readerLimits, memorySource } from '@kamar/core'
import type { WarmUpScene } from '../reader-module.js'
import { houseFile } from './fixtures/house.js'
import type { GeometryWorkerPool } from './geometry/worker-pool.js'
import { ReadProgress } from './progress.js'
import { readModel } from './reading.js'

/**
 * Number of reads until V8 has optimised the code of the first frame: further ones cost time without gain
 * (docs/decisions/0004).
 */
const warmUpReads = 5

/** Lets a pool read the house fixture several times, each into a scene of its own, then releases the pool. */
export async function warmUp(pool: GeometryWorkerPool, createScene: () => WarmUpScene): Promise<void> {
  const input = memorySource('house.ifc', new TextEncoder().encode(houseFile()))
  const { signal } = new AbortController()
  try {
    for (let read = 0; read < warmUpReads; read++) {
      const scene = createScene()
      const context = {
        scene,
        limits: readerLimits,
        signal,
        quality: 'standard' as const,
        progress: () => undefined,
        companion: () => Promise.resolve(null),
      }
      try {
        const report = await readModel({ input, context, pool, progress: new ReadProgress(context) })
        await scene.finish(report)
      } finally {
        scene.close()
      }
    }
  } finally {
    await pool.release()
  }
}
