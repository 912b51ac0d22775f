import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runTranslation } from '../../packages/translation/dist/run.js'

// Runs in a separate process, so that loading the product is part of the cost: file to view package, from a cold start.
const [, , path, formatId] = process.argv
const outputFolder = mkdtempSync(join(tmpdir(), 'kamar-verify-'))
try {
  const outcome = await runTranslation({ path, fileName: basename(path), formatId, outputFolder })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage()
  const milliseconds = (userCPUTime + systemCPUTime) / 1000
  process.stdout.write(JSON.stringify({ processorMilliseconds: milliseconds, residentBytes: maxRSS * 1024 }))
} finally {
  rmSync(outputFolder, { recursive: true, force: true })
}
