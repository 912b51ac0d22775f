// Kamar with a warm pool: a reader process is started and warmed up before the measurement, as in the server; it
// receives one job by its own protocol. Its sandbox is set up with it and costs nothing per job.
import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { readerLimits } from '@kamar/core'
import { reportResult } from '../lib/driver-result.mjs'
import { root } from '../lib/paths.mjs'
import { sumCpuSeconds, processTree } from '../lib/processes.mjs'

const [, , path, outputFolder, formatId = 'ifc'] = process.argv
const program = join(root, 'packages/translation/dist/bundle/reader-process.js')
const messageDescriptor = 3
const reader = spawn(process.execPath, [program, 'warm'], { stdio: ['pipe', 'ignore', 'inherit', 'pipe'] })
const job = { path, fileName: basename(path), formatId, outputFolder, companions: [], limits: readerLimits }
const clock = { milliseconds: 0, cpuSeconds: 0 }
/** @type {Record<string, number>} */
const figures = {}

const now = () => ({ milliseconds: performance.now(), cpuSeconds: sumCpuSeconds(processTree(reader.pid)) })

function since(name) {
  const { milliseconds, cpuSeconds } = now()
  figures[`${name}Milliseconds`] = milliseconds - clock.milliseconds
  figures[`${name}CpuSeconds`] = cpuSeconds - clock.cpuSeconds
}

const handlers = {
  ready() {
    Object.assign(clock, now())
    reader.stdin.write(`${JSON.stringify(job)}\n`)
  },
  manifest({ manifest }) {
    if (figures.firstChunkMilliseconds === undefined && manifest.chunks.length > 0) since('firstChunk')
  },
  finished() {
    since('complete')
    reportResult({ ...figures, warmUpCpuSeconds: clock.cpuSeconds })
  },
  failed({ failure }) {
    throw new Error(JSON.stringify(failure))
  },
}
createInterface({ input: reader.stdio[messageDescriptor] }).on('line', (line) => {
  const message = JSON.parse(line)
  handlers[message.type]?.(message)
})
reader.on('exit', (code) => {
  if (figures.completeMilliseconds === undefined) throw new Error(`the reader process ended with ${code}`)
})
