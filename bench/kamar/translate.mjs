// Kamar with a cold start: this new process reads the file and writes the complete view package, as the command line
// does.
import { basename } from 'node:path'
import { reportResult } from '../lib/driver-result.mjs'

const [, , path, outputFolder, formatId = 'ifc'] = process.argv
const { runTranslation } = await import('@kamar/translation/run')
/** @type {{ firstChunkMilliseconds?: number, firstChunkCpuSeconds?: number }} */
const firstChunk = {}

/**
 * Records the first chunk. `performance.now` counts from the start of the process, so the time includes loading the
 * product.
 */
function onManifest({ chunks }) {
  if (firstChunk.firstChunkMilliseconds !== undefined || chunks.length === 0) return
  const { user, system } = process.cpuUsage()
  firstChunk.firstChunkMilliseconds = performance.now()
  firstChunk.firstChunkCpuSeconds = (user + system) / 1e6
}

const outcome = await runTranslation({ path, fileName: basename(path), formatId, outputFolder, onManifest })
if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
const { counts, report } = outcome.manifest
reportResult({ ...firstChunk, counts, status: report?.status })
process.exit(0)
