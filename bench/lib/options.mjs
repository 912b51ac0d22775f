import { parseArgs } from 'node:util'

export const usage = `npm run bench -- translate|view [options]

  --files GLOB   only these sample files (* and ?, comma-separated; default: the set named in bench/README.md)
  --runs N       runs of each participant, medians are reported (default: translate 3, view 2)
  --slow         also make what takes minutes (XKT of the two large models)
  --json         print nothing but a JSON array of rows to standard output
`

const works = ['translate', 'view']

/**
 * @typedef {object} BenchOptions
 * @property {'translate' | 'view'} work
 * @property {string | undefined} files
 * @property {number} runs
 * @property {boolean} slow
 * @property {boolean} json
 */

/**
 * @param {string[]} commandArguments
 * @returns {BenchOptions | null} null: not understood, show `usage`
 */
export function readOptions(commandArguments) {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments,
      allowPositionals: true,
      options: {
        files: { type: 'string' },
        runs: { type: 'string' },
        slow: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const [work] = positionals
    const runs = Number(values.runs ?? (work === 'view' ? 2 : 3))
    if (positionals.length !== 1 || !works.includes(work) || !Number.isInteger(runs) || runs < 1) return null
    return { work, files: values.files, runs, slow: values.slow, json: values.json }
  } catch {
    return null
  }
}
