import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Keeps every core busy with another program; the returned function stops it. */
export function startProcessorLoad() {
  const programs = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const stop = () => programs.forEach((program) => program.kill('SIGKILL'))
  process.once('exit', stop)
  return stop
}
