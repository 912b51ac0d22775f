import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allProjects } from './lib/lanes.mjs'
import { installTestRequirements, prepareTests, resultsFolder } from './lib/prepare-tests.mjs'
import { startProcessorLoad } from './lib/processor-load.mjs'
import { runTests } from './lib/test-run.mjs'

/*
 * Repeats test files, or all of them without arguments, while another program keeps every core busy, and prints the
 * ratio of runs in which each file failed. `test-results/unsteady.json` then lists the flaky files, which passed in
 * some runs only.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' }, quiet: { type: 'boolean', default: false } },
})
const times = Number(values.times)
if (!Number.isInteger(times) || times < 1) {
  process.stderr.write('Usage: npm run test:repeat -- [FILE …] [--times N] [--quiet]   (--quiet: without the load)\n')
  process.exit(2)
}

const environment = await prepareTests(await installTestRequirements())
const stopLoad = values.quiet ? () => {} : startProcessorLoad()
const report = join(resultsFolder, 'repeat.json')
const failedRuns = new Map()
for (let count = 1; count <= times; count++) {
  process.stdout.write(`\nRun ${count} of ${times}\n`)
  const { code, failures } = await runTests({ projects: allProjects, files: positionals, report, environment })
  const failed = code !== 0 && failures.length === 0 ? ['outside the tests'] : failures.map(({ file }) => file)
  for (const file of failed) failedRuns.set(file, (failedRuns.get(file) ?? 0) + 1)
}
stopLoad()

const rows = [...failedRuns].toSorted((a, b) => b[1] - a[1])
const flaky = rows.filter(([, failed]) => failed < times).map(([file, failed]) => ({ file, failed }))
writeFileSync(join(resultsFolder, 'unsteady.json'), `${JSON.stringify({ runs: times, files: flaky }, null, 2)}\n`)
process.stdout.write('\n')
for (const [file, failed] of rows)
  process.stdout.write(`${file}: ${failed} of ${times} runs failed (${Math.round((100 * failed) / times)} %)\n`)
process.stdout.write(`${flaky.length} unsteady files in ${times} runs\n`)
process.exit(rows.length > 0 ? 1 : 0)
