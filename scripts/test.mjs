import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './lib/build.mjs'
import { ensureChromium, ensureDependencies } from './lib/requirements.mjs'
import { binary, run } from './lib/run.mjs'

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
const totals = { passed: 0, failed: 0, skipped: 0 }
let failed = false
// Projects in one list run at the same time: none waits for the last file of another.
for (const projects of [['unit'], ['contract'], ['pages', 'pages-isolated'], ['browser'], ['e2e']]) {
  const report = join(folder, `${projects[0]}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const { code } = await run(binary('vitest'), ['run', ...chosen, ...reporters], {
    environment: { KAMAR_CHROMIUM: chromium },
  })
  failed ||= code !== 0
  const result = JSON.parse(readFileSync(report, 'utf8'))
  totals.passed += result.numPassedTests
  totals.failed += result.numFailedTests
  totals.skipped += result.numPendingTests + (result.numTodoTests ?? 0)
}
rmSync(folder, { recursive: true })
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`)
process.exit(failed ? 1 : 0)
