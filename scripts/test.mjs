import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allProjects, lanes } from './lib/lanes.mjs'
import { installTestRequirements, prepareTests, resultsFolder } from './lib/prepare-tests.mjs'
import { run } from './lib/run.mjs'
import { describeFailures, runTests } from './lib/test-run.mjs'

/*
 * `npm test` runs the check and every test. With the name of a lane it runs the tests of that lane alone; file names after it
 * select among them.
 */

/** With more failed files than this, the change itself is the likely cause, and a retry reveals nothing. */
const maxRepeatedFiles = 5
const outsideTests = {
  name: 'outside its tests',
  message: 'The runner ended with an error; its output above says which.',
}

const [lane, ...files] = process.argv.slice(2)
const projects = lane === undefined ? allProjects : lanes[lane]
if (projects === undefined) {
  process.stderr.write(`Unknown lane ${lane}: expected ${Object.keys(lanes).join(', ')}.\n`)
  process.exit(2)
}
const reportName = lane ?? 'tests'

const chromium = await installTestRequirements()
if (lane === undefined) {
  const check = await run('node', ['scripts/check.mjs'])
  if (check.code !== 0) process.exit(1)
}
const environment = await prepareTests(chromium)
const preparedMilliseconds = performance.now()

const first = await runTests({ projects, files, report: join(resultsFolder, `${reportName}.json`), environment })
const { failures, flaky } = await repeatFailedFiles(first)
writeFileSync(join(resultsFolder, 'unsteady.json'), `${JSON.stringify({ files: flaky.map(({ file }) => file) })}\n`)
printSummary()
process.exit(failures.length > 0 ? 1 : 0)

/**
 * Retries a few failed files once, in a separate run with page traces. Files that then pass are flaky: the run passes,
 * and its summary lists them.
 */
async function repeatFailedFiles({ code, failures }) {
  if (code === 0) return { failures: [], flaky: [] }
  if (failures.length === 0) return { failures: [{ file: projects.join(', '), tests: [outsideTests] }], flaky: [] }
  if (failures.length > maxRepeatedFiles) return { failures, flaky: [] }
  const names = failures.map(({ file }) => file)
  process.stdout.write(`\nSecond try of ${names.join(', ')}\n`)
  const again = await runTests({
    projects,
    files: names,
    report: join(resultsFolder, `${reportName}-second-try.json`),
    environment: { ...environment, KAMAR_TEST_TRACE: '1' },
  })
  return again.code === 0 ? { failures: [], flaky: failures } : { failures, flaky: [] }
}

function printSummary() {
  const minutes = (milliseconds) => (milliseconds / 60_000).toFixed(1)
  const longest = first.longest.map(({ file, milliseconds }) => `${file} ${minutes(milliseconds)}`).join(', ')
  process.stdout.write(describeFailures('Unsteady: failed, and passed on a second try:', flaky))
  process.stdout.write(describeFailures('Failed:', failures))
  process.stdout.write(`\nlongest: ${longest} min\n`)
  process.stdout.write(
    `${minutes(performance.now())} min, of which before the tests ${minutes(preparedMilliseconds)}\n`,
  )
  process.stdout.write(`${flaky.length} files needed a second try\n`)
  process.stdout.write(`${first.passed} passed, ${first.failed} failed, ${first.skipped} skipped\n`)
}
