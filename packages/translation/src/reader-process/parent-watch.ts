import { Worker } from 'node:worker_threads'
import { compiledModule } from '@kamar/contracts/core'

const parentArgument = '--parent='

/** Argument of a reader process that the kernel does not end with this process: it watches for that itself. */
export const parentWatchArgument = (): string => `${parentArgument}${process.pid}`

/**
 * Ends this process when the one that its arguments name is gone, however that died. The end of the standard input tells as
 * much, but not to a reader that never comes back from its file: a thread of its own looks. Without the argument nothing is done.
 */
export function watchParent(): void {
  const argument = process.argv.find((each) => each.startsWith(parentArgument))
  if (argument === undefined) return
  const thread = new Worker(compiledModule(import.meta.url, './parent-watch-worker.js'), {
    workerData: Number(argument.slice(parentArgument.length)),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  // What is watched for may not keep the process alive.
  thread.unref()
}
