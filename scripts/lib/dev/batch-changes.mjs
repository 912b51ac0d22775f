import { setTimeout as wait } from 'node:timers/promises'

/** A change of branch touches many files within this time. */
const batchMilliseconds = 30

/** A function that takes changed files and calls `task` with several at once, one call at a time. */
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
