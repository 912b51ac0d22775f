import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './lib/build.mjs'
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

const folder = mkdtempSync(join(tmpdir(), 'kamar-test-'))
const environment = { KAMAR_CHROMIUM: chromium }
const runs = []
// Projects in one list run at the same time: none waits for the last file of another.
for (const projects of [['unit'], ['contract'], ['pages', 'pages-isolated'], ['browser'], ['e2e']]) {
  const started = performance.now()
  const result = await runTests({ projects, report: join(folder, `${projects[0]}.json`), environment })
  runs.push({ ...result, minutes: (performance.now() - started) / 60_000 })
}

const stillFailing = []
const unsteady = []
const failedFiles = runs.flatMap(({ failures }) => failures).length
for (const { projects, code, failures } of runs) {
  if (code === 0) continue
  const worthAnotherRun = failures.length > 0 && failedFiles <= repeatedFiles
  const files = failures.map(({ file }) => file)
  const again =
    worthAnotherRun && (await runTests({ projects, files, report: join(folder, 'again.json'), environment }))
  if (again && again.code === 0) unsteady.push(...failures)
  else stillFailing.push(...(failures.length > 0 ? failures : [{ file: projects.join(', '), tests: [outsideTests] }]))
}
rmSync(folder, { recursive: true })

const total = (name) => runs.reduce((sum, result) => sum + result[name], 0)
process.stdout.write(
  describeFailures('Failed at first, passed when run again by themselves (unsteady, to be mended):', unsteady),
)
process.stdout.write(describeFailures('Failed:', stillFailing))
process.stdout.write(
  `\n${runs.map(({ projects, minutes }) => `${projects[0]} ${minutes.toFixed(1)} min`).join(', ')}\n`,
)
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`)
process.exit(stillFailing.length > 0 ? 1 : 0)
