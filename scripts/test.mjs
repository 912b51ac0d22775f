import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './lib/build.mjs'
import { serverProgram } from './lib/bundle-server.mjs'
import { ensureChromium, ensureDependencies } from './lib/requirements.mjs'
import { run } from './lib/run.mjs'
import { describeFailures, runTests } from './lib/test-run.mjs'

// More files than this fail because of a change, not because of what the machine did meanwhile.
const repeatedFiles = 5
const outsideTests = {
  name: 'outside its tests',
  message: 'The runner ended with an error; its output above says which.',
}

await ensureDependencies()
const chromium = await ensureChromium()
if (chromium === null) {
  process.stdout.write('No Chromium found: install it, or set KAMAR_CHROMIUM to its path.\n')
  process.exit(1)
}
const check = await run('node', ['scripts/check.mjs'])
if (check.code !== 0) process.exit(1)
await buildAll()
const before = performance.now()

const folder = mkdtempSync(join(tmpdir(), 'kamar-test-'))
const environment = { KAMAR_CHROMIUM: chromium, KAMAR_TEST_SERVER: serverProgram }
// In one run no project waits for the last file of another; it begins with those whose files take long, in the order of
// their names.
const projects = ['browser', 'contract', 'e2e', 'fleet-killed', 'pages', 'pages-isolated', 'unit']
const first = await runTests({ projects, report: join(folder, 'tests.json'), environment })

let stillFailing = first.failures
let unsteady = []
if (first.code !== 0 && first.failures.length === 0)
  stillFailing = [{ file: projects.join(', '), tests: [outsideTests] }]
else if (first.code !== 0 && first.failures.length <= repeatedFiles) {
  const files = first.failures.map(({ file }) => file)
  const again = await runTests({ projects, files, report: join(folder, 'again.json'), environment })
  if (again.code === 0) [stillFailing, unsteady] = [[], first.failures]
}
rmSync(folder, { recursive: true })

process.stdout.write(
  describeFailures('Failed at first, passed when run again by themselves (unsteady, to be mended):', unsteady),
)
process.stdout.write(describeFailures('Failed:', stillFailing))
const minutes = (milliseconds) => (milliseconds / 60_000).toFixed(1)
process.stdout.write(
  `\nlongest: ${first.longest.map(({ file, milliseconds }) => `${file} ${minutes(milliseconds)}`).join(', ')} min\n`,
)
process.stdout.write(`${minutes(performance.now())} min, of which before the tests ${minutes(before)}\n`)
process.stdout.write(`${first.passed} passed, ${first.failed} failed, ${first.skipped} skipped\n`)
process.exit(stillFailing.length > 0 ? 1 : 0)
