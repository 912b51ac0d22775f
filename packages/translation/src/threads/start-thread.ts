import { Worker } from 'node:worker_threads'

/** Starts a thread from a module of compiled JavaScript. */
export function startThread(module: URL, workerData: unknown, heapMegabytes: number): Worker {
  // The parent's flags (a test runner's loaders) do not suit compiled JavaScript.
  return new Worker(module, { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
}
