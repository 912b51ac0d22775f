import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatReason, logProgress } from '../lib/log.mjs'
import { measureProcess } from '../lib/measured-process.mjs'
import { benchFolder, cacheFolder } from '../lib/paths.mjs'
import { medianOfRuns } from '../lib/statistics.mjs'
import { growModel } from './grow-model.mjs'
import { growthRows } from './rows.mjs'

/** Peers read the whole file into a 32-bit memory: they are not run with larger models. */
const maxPeerBytes = 650e6
const timeoutMilliseconds = 3_600_000

const participants = [
  {
    name: 'kamar',
    title: 'Kamar, sandboxed reader',
    script: join(benchFolder, 'growth/sandboxed.mjs'),
    maxBytes: Infinity,
    arguments: (path, scratch) => [path, join(scratch, 'readers')],
  },
  {
    name: 'fragments',
    title: 'ThatOpen fragments importer',
    script: join(benchFolder, 'translate/drivers/fragments.mjs'),
    maxBytes: maxPeerBytes,
    arguments: (path, scratch) => [path, join(scratch, 'model.frag')],
  },
  {
    name: 'webIfc',
    title: 'web-ifc alone',
    script: join(benchFolder, 'translate/drivers/web-ifc.mjs'),
    maxBytes: maxPeerBytes,
    arguments: (path) => [path],
  },
]

/**
 * Returns a model of about this size, grown from a sample once and kept in the cache.
 * @param {import('../lib/samples.mjs').Sample} source
 * @param {number} megabytes
 */
function grownModel(source, megabytes) {
  const name = `${source.name}-${megabytes}MB`
  const path = join(cacheFolder, 'grown', `${source.sha256.slice(0, 16)}-1`, `${name}.ifc`)
  if (!existsSync(path)) {
    logProgress(`Growing ${name}`)
    mkdirSync(dirname(path), { recursive: true })
    growModel({ source: source.path, target: `${path}.part`, bytes: megabytes * 1e6 })
    renameSync(`${path}.part`, path)
  }
  return { name, path, bytes: statSync(path).size }
}

async function measureParticipant(participant, model, { runs, scratch }) {
  const measured = []
  for (let run = 0; run < runs; run++)
    try {
      const { script } = participant
      const figures = await measureProcess({
        script,
        arguments: participant.arguments(model.path, scratch),
        nodeOptions: ['--max-old-space-size=8192'],
        timeoutMilliseconds,
      })
      const { cpuSeconds, result } = figures
      logProgress(`  ${participant.title}: ${(result.readerCpuSeconds ?? cpuSeconds).toFixed(1)} CPU s`)
      measured.push(figures)
    } catch (error) {
      logProgress(`  ${participant.title}: ${formatReason(error)}`)
      return { reason: formatReason(error) }
    }
  return medianOfRuns(measured)
}

/**
 * Translates models of growing size made from each sample, the way a server does, and with the peers where they can.
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {import('../lib/options.mjs').BenchOptions} options
 * @returns {Promise<import('../lib/rows.mjs').Row[]>}
 */
export async function benchGrowth(samples, { runs, sizes }) {
  const scratch = mkdtempSync(join(tmpdir(), 'kamar-bench-'))
  const rows = []
  try {
    for (const source of samples)
      for (const megabytes of sizes) {
        const model = grownModel(source, megabytes)
        logProgress(`${model.name}, ${(model.bytes / 1e6).toFixed(0)} MB`)
        const figures = {}
        for (const participant of participants)
          if (model.bytes <= participant.maxBytes)
            figures[participant.name] = await measureParticipant(participant, model, { runs, scratch })
        rows.push(...growthRows(model, figures))
      }
    return rows
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
