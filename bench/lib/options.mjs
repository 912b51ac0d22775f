import { parseArgs } from 'node:util'

export const usage = `npm run bench -- translate|view|drawings|growth [options]   (viewer is another name of view)

  --files GLOB   only these sample files (* and ?, comma-separated; default: the set named in bench/README.md)
  --runs N       runs of each participant, medians are reported (default: translate 3, view and drawings 2, growth 1)
  --only NAMES   view, drawings: only these participants, comma-separated
                 (kamar, thatopen, xeokit, online3dviewer; kamar, mlightcad, dxf-viewer)
  --sizes LIST   growth: megabytes of the grown models, comma-separated (default 100,300,600,1300; 5000 by name)
  --ratchet      fails if a ratio of bench/ratchet.json became worse by more than its noise; stores better ones
  --json         print nothing but a JSON array of rows to standard output
`

const works = { translate: 'translate', view: 'view', viewer: 'view', drawings: 'drawings', growth: 'growth' }
const defaultRuns = { translate: 3, view: 2, drawings: 2, growth: 1 }
const defaultSizes = '100,300,600,1300'

/**
 * @typedef {object} BenchOptions
 * @property {'translate' | 'view' | 'drawings' | 'growth'} work
 * @property {string | undefined} files
 * @property {number} runs
 * @property {readonly string[] | null} only
 * @property {readonly number[]} sizes  megabytes
 * @property {boolean} ratchet
 * @property {boolean} json
 */

/**
 * @param {string[]} commandArguments
 * @returns {BenchOptions | null} null: invalid, show `usage`
 */
export function readOptions(commandArguments) {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments,
      allowPositionals: true,
      options: {
        files: { type: 'string' },
        runs: { type: 'string' },
        only: { type: 'string' },
        sizes: { type: 'string', default: defaultSizes },
        ratchet: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const work = works[positionals[0] ?? '']
    const runs = Number(values.runs ?? defaultRuns[work])
    const sizes = values.sizes.split(',').map(Number)
    const areSizes = sizes.every((size) => Number.isFinite(size) && size > 0)
    if (positionals.length !== 1 || work === undefined || !Number.isInteger(runs) || runs < 1 || !areSizes) return null
    const { files, json, ratchet } = values
    return { work, files, runs, only: values.only?.split(',') ?? null, sizes, json, ratchet }
  } catch {
    return null
  }
}
