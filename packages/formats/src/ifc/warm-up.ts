import { readerLimits, type SceneBuilder, memorySource } from '@kamar/core'
import { houseFile } from './fixtures/house.js'
import type { GeometryWorkerPool } from './geometry/worker-pool.js'
import { ReadProgress } from './progress.js'
import { readModel } from './reading.js'

/**
 * Number of reads until V8 has optimised the code of the first frame: further ones cost time without gain
 * (docs/decisions/0004).
 */
const warmUpReads = 5

/** Creates a scene that discards everything. */
function emptyScene(): SceneBuilder {
  const counts = { materials: 0, meshes: 0, nodes: 0, sets: 0 }
  return {
    setUnit: () => undefined,
    setGeoreference: () => undefined,
    setAuthoringTool: () => undefined,
    setOrigin: () => undefined,
    addTexture: () => null,
    addMaterial: () => counts.materials++,
    addMesh: () => counts.meshes++,
    addLines: () => counts.meshes++,
    addPoints: () => counts.meshes++,
    addNode: () => counts.nodes++,
    addInstance: () => undefined,
    addSheet: () => {
      throw new RangeError('our own house has no sheets')
    },
    addView: () => true,
    setFirstView: () => undefined,
    publishSheets: () => Promise.resolve(),
    setPreview: () => undefined,
    addPropertySet: () => counts.sets++,
    assignPropertySets: () => undefined,
    settle: () => Promise.resolve(),
  }
}

/** Lets a pool read the house fixture several times, then releases the pool. */
export async function warmUp(pool: GeometryWorkerPool): Promise<void> {
  const input = memorySource('house.ifc', new TextEncoder().encode(houseFile()))
  const { signal } = new AbortController()
  try {
    for (let read = 0; read < warmUpReads; read++) {
      const context = {
        scene: emptyScene(),
        limits: readerLimits,
        signal,
        quality: 'standard' as const,
        progress: () => undefined,
        companion: () => Promise.resolve(null),
      }
      await readModel({ input, context, pool, progress: new ReadProgress(context) })
    }
  } finally {
    await pool.release()
  }
}
