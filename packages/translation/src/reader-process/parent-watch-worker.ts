import { workerData } from 'node:worker_threads'

const intervalMilliseconds = 500
const parent = workerData as number

function isAlive(): boolean {
  // Where orphans get another parent, the number tells; where they keep it, it leads to nobody.
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

setInterval(() => {
  // A thread's own exit would end the thread alone.
  if (!isAlive()) process.kill(process.pid, 'SIGKILL')
}, intervalMilliseconds)
