import { setFlagsFromString } from 'node:v8'
import type { ByteSource, ReadReport, ReadContext, Reader, SliceServer } from '@kamar/core'
import type { WarmUpScene } from '../reader-module.js'
import { descriptor } from './descriptor.js'
import { GeometryWorkerPool } from './geometry/worker-pool.js'
import { ReadProgress } from './progress.js'
import { readModel } from './reading.js'
import { warmUp } from './warm-up.js'

/** The IFC reader; see the README of this folder. */
export const reader: Reader = { descriptor, read, openSlices }

// The main thread is the slowest up to this size: a second worker finishes nothing sooner, and costs 0.1 to 0.3 s of
// processor time, in which V8 optimises the same code once more.
const singleWorkerMaxBytes = 60_000_000

// V8 optimises a WebAssembly function after this many bytes of it have run. In a process that reads one file and ends,
// its default (1.8 million) spends more on optimising the kernel than it saves (docs/decisions/0004).
const patientTieringBudget = 2_000_000_000

let isWarm = false

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  if (!isWarm) setFlagsFromString(`--wasm-tiering-budget=${patientTieringBudget}`)
  const pool = new GeometryWorkerPool(input.size <= singleWorkerMaxBytes ? 1 : 2)
  try {
    return await readModel({ input, context, pool, progress: new ReadProgress(context) })
  } finally {
    await pool.release()
  }
}

async function openSlices(input: ByteSource, context: Pick<ReadContext, 'signal'>): Promise<SliceServer> {
  setFlagsFromString(`--wasm-tiering-budget=${patientTieringBudget}`)
  const { openSliceServer } = await import('./geometry/slices/slice-server.js')
  return openSliceServer(input, context)
}

/** Starts a geometry worker and reads a small model until V8 has optimised what reads and packs it; safe to call twice. */
export async function warm(createScene: () => WarmUpScene): Promise<void> {
  if (isWarm) return
  isWarm = true
  await warmUp(new GeometryWorkerPool(1), createScene)
}
