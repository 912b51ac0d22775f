import { parseArgs } from 'node:util'

export const usage = `npm run bench -- translate|view|drawings [options]   (viewer is another name of view)

  --files GLOB   only these sample files (* and ?, comma-separated; default: the set named in bench/README.md)
  --runs N       runs of each participant, medians are reported (default: translate 3, view and drawings 2)
  --only NAMES   view, drawings: only these participants, comma-separated
                 (kamar, thatopen, xeokit, online3dviewer; kamar, mlightcad, dxf-viewer)
  --json         print nothing but a JSON array of rows to standard output
`

const works = { translate: 'translate', view: 'view', viewer: 'view', drawings: 'drawings' }

/**
 * @typedef {object} BenchOptions
 * @property {'translate' | 'view' | 'drawings'} work
 * @property {string | undefined} files
 * @property {number} runs
 * @property {readonly string[] | null} only
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
        json: { type: 'boolean', default: false },
      },
    })
    const work = works[positionals[0] ?? '']
    const runs = Number(values.runs ?? (work === 'translate' ? 3 : 2))
    if (positionals.length !== 1 || work === undefined || !Number.isInteger(runs) || runs < 1) return null
    return { work, files: values.files, runs, only: values.only?.split(',') ?? null, json: values.json }
  } catch {
    return null
  }
}
