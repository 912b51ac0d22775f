import { Worker } from 'node:worker_threads'
import { compiledModule } from '@kamar/core'

const parentArgument = '--parent='

/**
 * Returns the argument for a reader process that must watch its parent itself because the kernel does not end it with
 * this process.
 */
export const parentWatchArgument = (): string => `${parentArgument}${process.pid}`

/**
 * Ends this process when the parent named in its arguments is gone, however that died. The end of the standard input
 * shows the same, but not to a reader that is stuck in its file: a separate thread checks. Does nothing without the
 * argument.
 */
export function watchParent(): void {
  const argument = process.argv.find((each) => each.startsWith(parentArgument))
  if (argument === undefined) return
  const thread = new Worker(compiledModule(import.meta.url, './parent-watch-worker.js'), {
    workerData: Number(argument.slice(parentArgument.length)),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  // The watch must not keep the process alive.
  thread.unref()
}
