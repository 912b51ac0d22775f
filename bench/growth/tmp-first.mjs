// Kamar as on a server: the pool starts a sandboxed reader process for the file, with the limits of the product. They
// rise for large files up to KAMAR_READER_MEMORY (GiB) and KAMAR_READER_MINUTES, as in a deployment.
import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { ReaderPool } from '@kamar/translation'
import { reportResult } from '../lib/driver-result.mjs'
import { packageBytes } from '../kamar/package-files.mjs'
import { processTree, sumCpuSeconds } from '../lib/processes.mjs'

const samplingIntervalMilliseconds = 50
const [, , path, workFolder, formatId = 'ifc'] = process.argv

const readerProcesses = () => processTree(process.pid).filter(({ pid }) => pid !== process.pid)

const { KAMAR_READER_MEMORY: memoryGibibytes = '4', KAMAR_READER_MINUTES: minutes = '15' } = process.env
const maxLimits = { dataBytes: Number(memoryGibibytes) * 1024 ** 3, wallClockMilliseconds: Number(minutes) * 60_000 }
const pool = await ReaderPool.open({ workFolder, size: 1, warm: false, maxLimits })
let peakRssMegabytes = 0
// Processes of a sandbox are not all waited for by this one, so their usage is sampled.
let readerCpuSeconds = 0
const timer = setInterval(() => {
  const processes = readerProcesses()
  const resident = processes.reduce((sum, { residentMegabytes }) => sum + residentMegabytes, 0)
  peakRssMegabytes = Math.max(peakRssMegabytes, resident)
  readerCpuSeconds = Math.max(readerCpuSeconds, sumCpuSeconds(processes))
}, samplingIntervalMilliseconds)
const started = performance.now()
/** @type {{ firstChunkMilliseconds?: number, firstChunkCpuSeconds?: number }} */
const firstChunk = {}

function onManifest({ chunks }) {
  if (firstChunk.firstChunkMilliseconds !== undefined || chunks.length === 0) return
  firstChunk.firstChunkMilliseconds = performance.now() - started
  firstChunk.firstChunkCpuSeconds = sumCpuSeconds(readerProcesses())
}

const task = { path, fileName: basename(path), formatId, companions: [] }
pool.run(task, { onManifest }).catch(() => {})
setInterval(() => {
  if (firstChunk.firstChunkCpuSeconds !== undefined) {
    console.log(JSON.stringify(firstChunk), peakRssMegabytes | 0)
    clearInterval(timer)
    pool.stop().then(() => process.exit(0))
  }
}, 50)
await new Promise(() => {})
