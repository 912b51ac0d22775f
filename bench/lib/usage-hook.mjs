// Loaded with `--import` into every measured process: writes the resource usage of the process when it ends.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { processFigures } from './processes.mjs'

const target = process.env.BENCH_USAGE_FILE
// Children must not write the file as well: their usage is part of this process's child usage.
delete process.env.BENCH_USAGE_FILE

if (isMainThread && target !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const figures = processFigures('self')
    const cpuSeconds = (user + system) / 1e6
    writeFileSync(
      target,
      JSON.stringify({
        cpuSeconds: cpuSeconds + (figures?.reapedChildrenSeconds ?? 0),
        childrenCpuSeconds: figures?.reapedChildrenSeconds ?? 0,
        ownPeakRssMegabytes: figures?.peakRssMegabytes ?? process.resourceUsage().maxRSS / 1024,
      }),
    )
  })
}
