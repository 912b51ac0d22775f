import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder } from './paths.mjs'

const path = join(benchFolder, 'ratchet.json')

/**
 * Relative spread of a ratio over repeated runs on a shared machine of two cores, by unit of the figure: processor time
 * of both participants, memory, wall time, and bytes, which do not vary.
 */
const noiseOfUnit = { s: 0.08, 's/GB': 0.08, MB: 0.06, ms: 0.3, KB: 0.005, share: 0.005 }
const otherNoise = 0.1

/**
 * The best ratio reached so far.
 * @typedef {Pick<import('./rows.mjs').Row, 'work' | 'file' | 'figure' | 'peerName'> & { ratio: number, noise: number }}
 * Reached
 */

const identity = ({ work, file, figure, peerName }) => JSON.stringify([work, file, figure, peerName])

/** Returns how much worse a ratio is than the best one, as a factor: above 1 is worse. */
const getDeterioration = (row, reached) => (row.atLeast ? reached.ratio / row.ratio : row.ratio / reached.ratio)

/** @returns {Reached[]} */
function readReached() {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).reached : []
}

/** @param {readonly Reached[]} reached */
function writeReached(reached) {
  const lines = reached
    .toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1))
    .map((each) => `    ${JSON.stringify(each)}`)
  writeFileSync(path, `{\n  "reached": [\n${lines.join(',\n')}\n  ]\n}\n`)
}

/** Rows whose ratio a slower machine would change: a fixed limit of time in place of a peer. */
const dependsOnMachine = ({ peerName, unit }) => peerName.startsWith('limit') && /^(ms|s|s\/GB)$/.test(unit)

/**
 * Compares the rows with a goal with the best ratios so far. A ratio within the noise changes nothing, so that the
 * best ones do not drift with lucky runs.
 * @param {readonly import('./rows.mjs').Row[]} rows
 * @param {readonly Reached[]} before
 * @returns {{ worse: string[], reached: Reached[] }} one line for each ratio that is worse by more than its noise or not
 * measured any more; the best ratios with new and better ones
 */
export function compareWithReached(rows, before) {
  const reached = new Map(before.map((each) => [identity(each), each]))
  const worse = []
  for (const row of rows) {
    if (row.goal === null || dependsOnMachine(row)) continue
    const { work, file, figure, peerName, ratio } = row
    const noise = noiseOfUnit[row.unit] ?? otherNoise
    const best = reached.get(identity(row))
    const title = `${file}, ${figure}, of ${peerName}`
    if (ratio === null) {
      if (best !== undefined) worse.push(`${title}: ${row.reason}, was ${best.ratio}`)
      continue
    }
    const factor = best === undefined ? 0 : getDeterioration(row, best)
    if (factor > 1 + noise) worse.push(`${title}: ${ratio}, was ${best.ratio} (noise ${noise})`)
    if (factor < 1 - noise) reached.set(identity(row), { work, file, figure, peerName, ratio, noise })
  }
  return { worse, reached: [...reached.values()] }
}

/**
 * Checks the rows against `bench/ratchet.json` and stores better ratios there.
 * @param {readonly import('./rows.mjs').Row[]} rows
 * @returns {string[]} see `compareWithReached`
 */
export function checkRatchet(rows) {
  const { worse, reached } = compareWithReached(rows, readReached())
  writeReached(reached)
  return worse
}
