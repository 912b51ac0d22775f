import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { formatReason, logProgress } from '../lib/log.mjs'
import { cacheFolder } from '../lib/paths.mjs'
import { medianOfRuns } from '../lib/statistics.mjs'
import { measureKamar } from './measure-kamar.mjs'
import { measurePeer, peers, startPeer } from './measure-peer.mjs'
import { drawingRows } from './rows.mjs'

const screenshotFolder = join(cacheFolder, 'pictures')

/** Prepares the participants; a peer is installed and bundled only if it is selected. */
async function startParticipants(only) {
  const isIncluded = (name) => only?.includes(name) ?? true
  const getScreenshotPath = (name, sample) => join(screenshotFolder, `drawing-${name}-${sample.name}.png`)
  const participants = []
  const servers = []
  if (isIncluded('kamar'))
    participants.push({ name: 'kamar', measure: (sample) => measureKamar(sample, getScreenshotPath('kamar', sample)) })
  for (const [name, peer] of Object.entries(peers).filter(([each]) => isIncluded(each))) {
    const server = await startPeer(peer)
    servers.push(server)
    participants.push({ name, measure: (sample) => measurePeer(server, peer, sample, getScreenshotPath(name, sample)) })
  }
  return { participants, stop: () => servers.forEach((server) => server.stop()) }
}

async function measureSample(sample, participants, runs) {
  const outcomes = new Map(participants.map(({ name }) => [name, { runs: [], reason: 'not measured' }]))
  for (let run = 0; run < runs; run++)
    for (const { name, measure } of run % 2 === 0 ? participants : participants.toReversed()) {
      const outcome = outcomes.get(name)
      try {
        const figures = await measure(sample)
        outcome.runs.push(figures)
        const { wholeMilliseconds: completeMilliseconds, rendererMegabytes, zoom, pan } = figures
        const frames = [zoom, pan].map(({ frameMilliseconds }) => Math.round(frameMilliseconds)).join(', ')
        logProgress(
          `  ${name} run ${run + 1}: sheet after ${Math.round(completeMilliseconds)} ms, ` +
            `${Math.round(rendererMegabytes)} MB, frames ${frames} ms`,
        )
      } catch (error) {
        outcome.reason = formatReason(error)
        logProgress(`  ${name} run ${run + 1}: ${outcome.reason}`)
      }
    }
  return Object.fromEntries(
    [...outcomes].map(([name, { runs: done, reason }]) => [
      name,
      done.length > 0 ? { ...medianOfRuns(done), runs: done.length } : { reason },
    ]),
  )
}

/**
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {import('../lib/options.mjs').BenchOptions} options
 * @returns {Promise<import('../lib/rows.mjs').Row[]>}
 */
export async function benchDrawings(samples, options) {
  mkdirSync(screenshotFolder, { recursive: true })
  const { participants, stop } = await startParticipants(options.only)
  try {
    const figures = {}
    for (const sample of samples) {
      logProgress(`${sample.name}, ${(sample.bytes / 1e6).toFixed(1)} MB`)
      figures[sample.name] = await measureSample(sample, participants, options.runs)
    }
    return drawingRows(samples, figures)
  } finally {
    stop()
  }
}
