import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatReason, logProgress } from '../lib/log.mjs'
import { cacheFolder } from '../lib/paths.mjs'
import { medianOfRuns } from '../lib/statistics.mjs'
import { bundlePage } from './bundle.mjs'
import { findBounds, measureCycles, measureView } from './measure.mjs'
import { participants } from './participants.mjs'
import { viewRows } from './rows.mjs'
import { BenchServer } from './server.mjs'

/** Load cycles are measured for Kamar only, as the goal is relative to itself. */
const cycledPeer = 'kamar'
const boundsFile = join(cacheFolder, 'bounds.json')
const screenshotFolder = join(cacheFolder, 'pictures')

/** Bundles every viewer; returns the reasons for those that are unavailable. */
async function bundleAll(server, selection) {
  /** @type {Map<string, string>} */
  const failures = new Map()
  for (const { name } of selection)
    try {
      server.serve(`/code/${name}/`, `${await bundlePage(name)}/`)
    } catch (error) {
      failures.set(name, `page does not build: ${formatReason(error)}`)
    }
  return failures
}

/** Bounds of converted files are cached as they never change; those of Kamar's own packages may. */
async function readBounds(subject, folder) {
  const cachedBounds = existsSync(boundsFile) ? JSON.parse(readFileSync(boundsFile, 'utf8')) : {}
  const key = `${subject.peer.name} ${folder}${subject.url.split('/').at(-1)}`
  if (subject.peer.name !== 'kamar' && cachedBounds[key]) return cachedBounds[key]
  cachedBounds[key] = await findBounds(subject)
  writeFileSync(boundsFile, JSON.stringify(cachedBounds, null, 2))
  return cachedBounds[key]
}

/** Prepares the measurement of one viewer with one file; throws when the viewer cannot show it. */
async function prepareSubject(peer, sample, { server, address }) {
  const { folder, entry } = await peer.prepare(sample)
  const prefix = `/data/${peer.name}/${sample.name}/`
  server.serve(prefix, folder)
  const subject = { server, address, peer, url: `${prefix}${entry}` }
  const bounds = await readBounds(subject, folder)
  if (![...bounds.min, ...bounds.max].every(Number.isFinite)) throw new Error('shows nothing')
  return { ...subject, bounds, picture: join(screenshotFolder, `${peer.name}-${sample.name}.png`) }
}

/** Runs all participants with one file in alternating order; stores a failure as a reason. */
async function measureSample(sample, context) {
  /** @type {Map<string, { runs: object[], reason: string | null, subject?: object }>} */
  const outcomes = new Map()
  for (const peer of context.selection)
    try {
      const failed = context.failures.get(peer.name)
      if (failed) throw new Error(failed)
      outcomes.set(peer.name, { runs: [], reason: null, subject: await prepareSubject(peer, sample, context) })
    } catch (error) {
      outcomes.set(peer.name, { runs: [], reason: formatReason(error) })
    }
  for (let run = 0; run < context.options.runs; run++) {
    const order = run % 2 === 0 ? context.selection : [...context.selection].reverse()
    for (const peer of order) await measureOnce(outcomes.get(peer.name), `${sample.name} ${peer.title} run ${run + 1}`)
  }
  await cycleOnce(outcomes.get(cycledPeer), sample.name)
  return Object.fromEntries(
    [...outcomes].map(([name, { runs, reason }]) => [
      name,
      runs.length > 0 ? { ...medianOfRuns(runs), runs: runs.length } : { reason },
    ]),
  )
}

async function cycleOnce(outcome, label) {
  const first = outcome?.runs[0]
  if (first === undefined) return
  try {
    Object.assign(first, await measureCycles(outcome.subject))
    logProgress(`  ${label}: after ten cycles ${first.cycleGrowth.toFixed(3)} of the memory after one`)
  } catch (error) {
    logProgress(`  ${label}: cycles: ${formatReason(error)}`)
  }
}

async function measureOnce(outcome, label) {
  if (!outcome.subject) return
  try {
    const figures = await measureView(outcome.subject)
    const { firstPixelMilliseconds, loadCpuSeconds, orbit, moving, inside, cut } = figures
    const frames = [orbit, moving, inside, cut].map(({ cpuMilliseconds }) => Math.round(cpuMilliseconds)).join(', ')
    logProgress(
      `  ${label}: first pixel ${Math.round(firstPixelMilliseconds)} ms, load ${loadCpuSeconds.toFixed(1)} CPU s, ` +
        `frames ${frames} CPU ms${figures.errors.length > 0 ? ` (${figures.errors[0]})` : ''}`,
    )
    outcome.runs.push(figures)
  } catch (error) {
    outcome.reason = formatReason(error)
    logProgress(`  ${label}: ${outcome.reason}`)
  }
}

/**
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {import('../lib/options.mjs').BenchOptions} options
 * @returns {Promise<import('../lib/rows.mjs').Row[]>}
 */
export async function benchView(samples, options) {
  mkdirSync(screenshotFolder, { recursive: true })
  const server = new BenchServer()
  const address = await server.start()
  try {
    const selection = participants.filter(({ name }) => options.only?.includes(name) ?? true)
    const failures = await bundleAll(server, selection)
    const figures = {}
    for (const sample of samples) {
      logProgress(`${sample.name}, ${(sample.bytes / 1e6).toFixed(1)} MB`)
      figures[sample.name] = await measureSample(sample, { server, address, options, failures, selection })
    }
    return viewRows(samples, figures)
  } finally {
    server.stop()
  }
}
