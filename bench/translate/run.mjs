import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyPackageFolder } from '../kamar/package.mjs'
import { closedSharesOfPackage, packageBytes } from '../kamar/package-files.mjs'
import { formatReason, logProgress } from '../lib/log.mjs'
import { measureProcess } from '../lib/measured-process.mjs'
import { benchFolder } from '../lib/paths.mjs'
import { medianOfRuns } from '../lib/statistics.mjs'
import { participants, participantsFor } from './participants.mjs'
import { translateRows } from './rows.mjs'

/** The sample whose ratio of closed meshes the issue names. */
const orientationSample = 'Duplex_A'

async function measureOnce(participant, sample, scratch) {
  const folders = { package: participant.name.startsWith('kamar') ? emptyPackageFolder(sample) : '', scratch }
  const measured = await measureProcess({
    script: participant.script,
    arguments: participant.arguments(sample, folders),
  })
  const bytes = participant.name === 'kamar' ? { packageBytes: packageBytes(folders.package) } : {}
  return { ...measured, ...bytes }
}

const summary = ({ cpuSeconds, wallMilliseconds, peakRssMegabytes }) =>
  `${cpuSeconds.toFixed(2)} CPU s, ${Math.round(wallMilliseconds)} ms, ${Math.round(peakRssMegabytes)} MB`

/** Runs all participants with one file, in alternating order from run to run; stores a failure as a reason. */
async function measureSample(sample, runs, scratch) {
  const own = participantsFor(sample.format)
  const outcomes = Object.fromEntries(own.map(({ name }) => [name, { runs: [], reason: null }]))
  for (let run = 0; run < runs; run++)
    for (const participant of run % 2 === 0 ? own : [...own].reverse()) {
      const outcome = outcomes[participant.name]
      if (outcome.reason !== null) continue
      try {
        outcome.runs.push(await measureOnce(participant, sample, scratch))
        logProgress(`  run ${run + 1} ${participant.title}: ${summary(outcome.runs.at(-1))}`)
      } catch (error) {
        outcome.reason = formatReason(error)
        logProgress(`  run ${run + 1} ${participant.title}: ${outcome.reason}`)
      }
    }
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, outcome]) => [
      name,
      outcome.runs.length > 0
        ? { ...medianOfRuns(outcome.runs), runs: outcome.runs.length }
        : { reason: outcome.reason },
    ]),
  )
}

/** Compares the closed, consistently oriented meshes of both, counted by one function. */
async function measureOrientation(sample, kamar) {
  const script = join(benchFolder, 'translate/drivers/web-ifc.mjs')
  const { result } = await measureProcess({ script, arguments: [sample.path, 'orientation'] })
  if (kamar.reason) return { webIfc: result.closedShares, reason: kamar.reason }
  try {
    const folder = emptyPackageFolder(sample)
    await measureProcess({ script: participants[0].script, arguments: [sample.path, folder] })
    return { webIfc: result.closedShares, kamar: await closedSharesOfPackage(folder) }
  } catch (error) {
    return { webIfc: result.closedShares, reason: formatReason(error) }
  }
}

/**
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {import('../lib/options.mjs').BenchOptions} options
 * @returns {Promise<import('../lib/rows.mjs').Row[]>}
 */
export async function benchTranslate(samples, options) {
  const scratch = mkdtempSync(join(tmpdir(), 'kamar-bench-'))
  try {
    const figures = {}
    for (const sample of samples) {
      logProgress(`${sample.name}, ${(sample.bytes / 1e6).toFixed(1)} MB`)
      figures[sample.name] = await measureSample(sample, options.runs, scratch)
      if (sample.name === orientationSample)
        figures[sample.name].orientation = await measureOrientation(sample, figures[sample.name].kamar)
    }
    return translateRows(samples, figures)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
