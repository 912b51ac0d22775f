import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from './compile.mjs'
import { OptionError } from './options.mjs'

const development = fileURLToPath(new URL('../../dev.mjs', import.meta.url))

/** Reads one file in this process, or in one of its own where an inspector is asked for; returns the exit code. */
export async function runReader({ reader, file, inspect }) {
  if (inspect !== null)
    return runInspected(inspect, [development, '--reader', reader, ...(file === null ? [] : [file])])
  process.setSourceMapsEnabled(true)
  await compile('apps/cli')
  const { formatCards, loadReader } = await import('../../../packages/readers/dist/index.js')
  const ids = formatCards.map(({ id }) => id)
  const list = `Readers: ${ids.join(', ')}.`
  if (!ids.includes(reader)) throw new OptionError(`There is no reader "${reader}". ${list}`)
  if (file === null) throw new OptionError(`Name the file to read. ${list}`)
  if (!existsSync(file)) throw new OptionError(`There is no file ${file}. ${list}`)
  return readAndReport(await loadReader(reader), file)
}

/** Node's own flag, so that its inspector is there before the first module. */
function runInspected({ flag, port }, programArguments) {
  const child = spawn(process.execPath, [`--${flag}=127.0.0.1:${port}`, ...programArguments], { stdio: 'inherit' })
  // The terminal sends it to the child as well, whose end this process waits for.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

/** As the translation does it, but in this process, without a sandbox, and with errors as they are thrown. */
async function readAndReport(reader, file) {
  const { describeSummary, summaryOf } = await import('../../../apps/cli/dist/summary.js')
  const started = performance.now()
  const manifest = await readPackage(reader, file)
  const summary = summaryOf({ ok: true, manifest, reader: reader.card.id }, performance.now() - started)
  const records = Object.entries(manifest.report.counts).map(([kind, count]) => `  ${kind} ${count}`)
  process.stdout.write(`${describeSummary(summary)}\nRecords read:\n${records.join('\n')}\n`)
  return 0
}

async function readPackage(reader, file) {
  const { openFileSource } = await import('../../../packages/readers/dist/index.js')
  const opened = []
  const open = async (path) => {
    const source = await openFileSource(path, basename(path))
    opened.push(source)
    return source
  }
  try {
    return await writePackage({ reader, file, open })
  } finally {
    await Promise.all(opened.map((source) => source.close()))
  }
}

async function writePackage({ reader, file, open }) {
  const { readerLimits: limits } = await import('../../../packages/contracts/dist/core.js')
  const { createPackageWriter } = await import('../../../packages/derivatives/dist/index.js')
  const { companionsBeside } = await import('../../../apps/cli/dist/companions-beside.js')
  const { id } = reader.card
  const input = await open(file)
  const findCompanion = companionsBeside(file)
  const { signal } = new AbortController()
  const writer = createPackageWriter({
    // Only the report is wanted.
    sink: { write: async () => undefined, remove: async () => undefined },
    limits,
    signal,
    source: { name: input.name, bytes: input.size, formatId: id, reader: id },
  })
  const report = await reader.read(input, {
    scene: writer,
    limits,
    signal,
    quality: 'standard',
    progress: () => undefined,
    async companion(name) {
      const path = await findCompanion(name.split(/[/\\]/).at(-1))
      return path === null ? null : open(path)
    },
  })
  return writer.finish(report)
}
