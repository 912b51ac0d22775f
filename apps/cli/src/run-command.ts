import { parseArgs } from 'node:util'
import { meshQualities } from '@kamar/core'
import { convert, convertedFormats } from './convert.js'
import { operate, type OperationCommand, operationCommands } from './operate.js'
import { describeSummary } from './summary.js'
import { translate } from './translate.js'
import { UsageError } from './usage-error.js'

/** Exit codes of `kamar`: 0 success, also in part; 1 failure, or a fault was found; 2 wrong usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** Output streams of a command. */
export interface Terminal {
  out(text: string): void
  error(text: string): void
}

/** Lists the output formats of models, or of drawings. */
function listFormats(ofModels: boolean): string {
  const formats = convertedFormats.filter(({ exporter }) => exporter.of.includes('model') === ofModels)
  const names = formats.map(({ name, exporter }) => {
    if (exporter.viewable === 'properties') return `${name} (properties)`
    return exporter.contentType === 'application/zip' ? `${name} (zipped)` : name
  })
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}

const usage = `Usage: kamar translate FILE --out DIR [--quality QUALITY] [--json] [--sandbox]
       kamar convert FILE --to FORMAT --out FILE
       kamar doctor [--json]
       kamar verify [--json]
       kamar backup --to DIR [--keep COUNT] [--without-secret] [--json]
       kamar restore --from DIR [--snapshot NAME] (--dry-run | --into DIR) [--json]

translate reads a model and writes its view package to DIR.

  --out DIR          output folder: absent, empty, or with an earlier package
  --quality QUALITY  tessellation of exact solids (STEP, IGES, ACIS, Rhino): draft, standard (default) or fine
  --json             print the summary as one line of JSON
  --sandbox          read in a separate process without network and files, as the server does

Files that the model refers to (.mtl, textures) are searched beside it.

convert sends FILE to a Kamar server and downloads the result. APS_BASE_URL names the server, APS_CLIENT_ID and
APS_CLIENT_SECRET the application; APS_BUCKET and APS_REGION are optional.

  --to FORMAT        ${listFormats(true)}; for drawings ${listFormats(false)}
  --out FILE         output file; SVG of several sheets: FILE-1, FILE-2 and so on

doctor, verify, backup and restore work on the deployment that the server's settings describe (KAMAR_DATA_DIR, DATABASE_URL
and so on), while a server runs on it or not. See docs/operations/backup.md.

doctor checks Node, settings, folders, permissions, disk space, secret, database, port and readers, and says what to do.
verify reads every stored byte, compares blobs and rows in both directions, and checks the audit trail.
backup adds a snapshot to a backup folder; unchanged content is stored once.

  --to DIR           backup folder; created when absent
  --keep COUNT       keep the newest COUNT snapshots and remove older ones
  --without-secret   leave out the secret that signs tokens; store it elsewhere

restore creates a new data folder from a snapshot and compares every row and every byte.

  --from DIR         backup folder
  --snapshot NAME    snapshot to restore; by default the newest
  --dry-run          restore to a temporary folder and read every content where it is stored
  --into DIR         new data folder, absent or empty; with DATABASE_URL, rows go to that empty database

Exit codes: 0 success (also a partial translation), 1 failure or findings, 2 usage error.`

const options = {
  out: { type: 'string' },
  to: { type: 'string' },
  quality: { type: 'string', default: 'standard' },
  from: { type: 'string' },
  into: { type: 'string' },
  snapshot: { type: 'string' },
  keep: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  rehearse: { type: 'boolean', default: false },
  'without-secret': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  sandbox: { type: 'boolean', default: false },
  boxed: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Invalid arguments.')
  }
}

interface CommandLine {
  readonly values: ReturnType<typeof parse>['values']
  readonly file: string
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

async function runTranslate({ values, file, terminal, signal }: CommandLine): Promise<boolean> {
  if (values.out === undefined || values.out === '') throw new UsageError('Missing option --out DIR.')
  const quality = meshQualities.find((candidate) => candidate === values.quality)
  if (quality === undefined) throw new UsageError(`--quality must be one of ${meshQualities.join(', ')}.`)
  const sandboxed = values.sandbox || values.boxed
  const summary = await translate({ file, outputFolder: values.out, sandboxed, quality, signal })
  terminal.out(values.json ? JSON.stringify(summary) : describeSummary(summary))
  return summary.status !== 'failed'
}

async function runConvert({ values, file, terminal }: CommandLine): Promise<boolean> {
  const format = convertedFormats.find(({ name }) => name === values.to)
  if (format === undefined)
    throw new UsageError(`--to must be one of ${convertedFormats.map(({ name }) => name).join(', ')}.`)
  if (values.out === undefined || values.out === '') throw new UsageError('Missing option --out FILE.')
  let lastProgress = ''
  const onProgress = (text: string): void => {
    if (text !== lastProgress) terminal.error(text)
    lastProgress = text
  }
  const result = await convert({ file, format, outputFile: values.out, environment: process.env, onProgress })
  terminal.out(result.ok ? `${values.out}: ${result.bytes} bytes` : result.reason)
  return result.ok
}

const commands = { translate: runTranslate, convert: runConvert } as const

async function runOperation(
  command: OperationCommand,
  { values, terminal }: Pick<CommandLine, 'values' | 'terminal'>,
): Promise<boolean> {
  const onProgress = (message: string): void => terminal.error(message)
  const { isWell, report, text } = await operate(command, { options: values, environment: process.env, onProgress })
  terminal.out(values.json ? JSON.stringify(report) : text)
  return isWell
}

async function run(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const { values, positionals } = parse(argv)
  if (values.help || positionals.length === 0) {
    terminal.out(usage)
    return true
  }
  const [command = '', file, ...rest] = positionals
  const operation = operationCommands.find((name) => name === command)
  if (operation !== undefined) {
    if (file !== undefined) throw new UsageError(`${command} takes no file argument: ${file}.`)
    return runOperation(operation, { values, terminal })
  }
  if (command !== 'translate' && command !== 'convert') throw new UsageError(`Unknown command: ${command}.`)
  if (file === undefined || rest.length > 0) throw new UsageError('Expected exactly one file.')
  return commands[command]({ values, file, terminal, signal })
}

/** Runs one command line and returns its exit code. */
export async function runCommand(
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  try {
    return (await run(argv, terminal, signal)) ? exitCodes.done : exitCodes.failed
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.error(`${error.message}\n\n${usage}`)
    return exitCodes.usage
  }
}
