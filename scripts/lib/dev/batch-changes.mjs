import { setTimeout as wait } from 'node:timers/promises'

/** Time window of a batch: switching branches changes many files at once. */
const batchMilliseconds = 30

/** Returns a function that collects changed files and calls `task` with batches, one call at a time. */
export function batchChanges(task) {
  let files = new Set()
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (files.size > 0) {
      await wait(batchMilliseconds)
      const batch = [...files]
      files = new Set()
      await task(batch)
    }
    isRunning = false
  }
  return (file) => {
    files.add(file)
    if (!isRunning) void run()
  }
}
