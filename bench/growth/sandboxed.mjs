// Kamar as on a server: the pool starts a sandboxed reader process for the file, with the limits of the product. They
// rise for large files up to KAMAR_READER_MEMORY (GiB) and KAMAR_READER_MINUTES, as in a deployment.
import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { readerLimits } from '@kamar/core'
import { ReaderPool } from '@kamar/translation'
import { reportResult } from '../lib/driver-result.mjs'
import { packageBytes } from '../kamar/package-files.mjs'
import { processTree, sumCpuSeconds } from '../lib/processes.mjs'

const samplingIntervalMilliseconds = 50
const [, , path, workFolder, formatId = 'ifc'] = process.argv

const readerProcesses = () => processTree(process.pid).filter(({ pid }) => pid !== process.pid)

const { KAMAR_READER_MEMORY: memoryGibibytes = '4', KAMAR_READER_MINUTES: minutes = '15' } = process.env
const maxLimits = { dataBytes: Number(memoryGibibytes) * 1024 ** 3, wallClockMilliseconds: Number(minutes) * 60_000 }
// The time is permitted to every file, because the machine may have other work.
const limits = { ...readerLimits, wallClockMilliseconds: maxLimits.wallClockMilliseconds }
const pool = await ReaderPool.open({ workFolder, size: 1, warm: false, limits, maxLimits })
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
const result = await pool.run(task, { onManifest })
clearInterval(timer)
const { outcome, output } = result
if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
reportResult({
  ...firstChunk,
  readerRssMegabytes: peakRssMegabytes,
  readerCpuSeconds,
  packageBytes: packageBytes(output.folder).all,
  counts: outcome.manifest.counts,
  isolation: pool.isolation.level,
})
await result.release()
rmSync(workFolder, { recursive: true, force: true })
process.exit(0)
