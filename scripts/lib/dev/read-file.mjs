import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from './compile.mjs'
import { OptionError } from './options.mjs'

const development = fileURLToPath(new URL('../../dev.mjs', import.meta.url))

/** Reads one file in this process, or in a separate one if an inspector is requested; returns the exit code. */
export async function runReader({ reader, file, inspect }) {
  if (inspect !== null)
    return runInspected(inspect, [development, '--reader', reader, ...(file === null ? [] : [file])])
  process.setSourceMapsEnabled(true)
  await compile('apps/cli')
  const { formatDescriptors } = await import('../../../packages/formats/dist/index.js')
  const ids = formatDescriptors.filter(({ source }) => source === 'upload').map(({ id }) => id)
  const list = `Readers: ${ids.join(', ')}.`
  if (!ids.includes(reader)) throw new OptionError(`There is no reader "${reader}". ${list}`)
  if (file === null) throw new OptionError(`Name the file to read. ${list}`)
  if (!existsSync(file)) throw new OptionError(`There is no file ${file}. ${list}`)
  return readAndReport(reader, file)
}

/** Uses Node's own flag, so that its inspector is active before the first module. */
function runInspected({ flag, port }, programArguments) {
  const child = spawn(process.execPath, [`--${flag}=127.0.0.1:${port}`, ...programArguments], { stdio: 'inherit' })
  // The terminal sends it to the child as well, and this process waits for its exit.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

/** Reads the file as a translation does, but in this process, without a sandbox, and with errors as thrown. */
async function readAndReport(reader, file) {
  const { readPackage } = await import('../../../packages/translation/dist/run/run-translation.js')
  const { createCompanionFinder } = await import('../../../apps/cli/dist/companion-finder.js')
  const { describeSummary, createSummary } = await import('../../../apps/cli/dist/summary.js')
  const companions = createCompanionFinder(file)
  const started = performance.now()
  const read = await readPackage(
    { path: file, fileName: basename(file), formatId: reader, reader, companions },
    reportOnlySink,
  )
  const summary = createSummary({ ok: true, ...read }, performance.now() - started)
  const records = Object.entries(read.manifest.report.counts).map(([kind, count]) => `  ${kind} ${count}`)
  process.stdout.write(`${describeSummary(summary)}\nRecords read:\n${records.join('\n')}\n`)
  return 0
}

const reportOnlySink = { write: async () => undefined, remove: async () => undefined }
