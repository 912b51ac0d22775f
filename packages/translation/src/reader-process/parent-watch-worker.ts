import { workerData } from 'node:worker_threads'

const intervalMilliseconds = 500
const parent = workerData as number

function isAlive(): boolean {
  // Orphans either get another parent id, or keep the id of a dead process.
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

setInterval(() => {
  // Exiting a thread would end the thread only.
  if (!isAlive()) process.kill(process.pid, 'SIGKILL')
}, intervalMilliseconds)
