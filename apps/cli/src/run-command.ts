import { parseArgs } from 'node:util'
import { meshQualities } from '@kamar/contracts'
import { convert, convertedFormats } from './convert.js'
import { operate, type OperationCommand, operationCommands } from './operate.js'
import { describeSummary } from './summary.js'
import { translate } from './translate.js'
import { UsageError } from './usage-error.js'

/** What `kamar` answers to the shell: 0 done, also in part; 1 it could not be done, or something is wrong; 2 wrong usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** Where a command writes. */
export interface Terminal {
  out(text: string): void
  error(text: string): void
}

const usage = `Usage: kamar translate FILE --out DIR [--quality QUALITY] [--json] [--boxed]
       kamar convert FILE --to FORMAT --out FILE
       kamar doctor [--json]
       kamar verify [--json]
       kamar backup --to DIR [--keep COUNT] [--without-secret] [--json]
       kamar restore --from DIR [--snapshot NAME] (--rehearse | --into DIR) [--json]

Reads a model and writes its view package to DIR.

  --out DIR          where the package goes: an absent or empty folder, or one with an earlier package
  --quality QUALITY  how closely exact solids (STEP, IGES, ACIS, Rhino) are meshed: draft, standard (default) or fine
  --json             print the summary as one line of JSON
  --boxed            read in a separate process without network and files, as the server does

Files that belong to the model (.mtl, textures) are found beside it.

convert sends FILE to a Kamar server and writes what it makes of it. The server is named by APS_BASE_URL, the application
by APS_CLIENT_ID and APS_CLIENT_SECRET; APS_BUCKET and APS_REGION are optional.

  --to FORMAT        glb, usdz, 3dtiles, obj (zipped), stl or json (the properties); of drawings pdf, svg or dxf
  --out FILE         where it goes; SVG of several sheets: FILE-1, FILE-2 and so on

doctor, verify, backup and restore are about the deployment that the server's own settings name (KAMAR_DATA_DIR, DATABASE_URL
and so on); a server that runs on this data folder goes on meanwhile. See docs/operations/backup.md.

doctor says of Node, settings, folders, rights, space, secret, database, port and readers what is wrong and what to do.
verify reads every stored byte again, compares it with its row both ways round, and walks the audit log.
backup adds a snapshot to a folder of backups; what does not change is stored there once.

  --to DIR           the folder of backups; made when it is not there
  --keep COUNT       keep the newest COUNT snapshots and remove older ones
  --without-secret   leave out the secret that tokens are signed with; keep it elsewhere then

restore makes a new data folder out of a snapshot and compares every row and every byte.

  --from DIR         the folder of backups
  --snapshot NAME    which one; the newest when left out
  --rehearse         do it in a folder that is removed again, and read every content where it lies
  --into DIR         the new data folder, absent or empty; with DATABASE_URL rows go to that empty database

Exit code: 0 done (a translation also in part), 1 it could not be done or something is wrong, 2 wrong usage.`

const options = {
  out: { type: 'string' },
  to: { type: 'string' },
  quality: { type: 'string', default: 'standard' },
  from: { type: 'string' },
  into: { type: 'string' },
  snapshot: { type: 'string' },
  keep: { type: 'string' },
  rehearse: { type: 'boolean', default: false },
  'without-secret': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  boxed: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments cannot be read.')
  }
}

interface CommandLine {
  readonly values: ReturnType<typeof parse>['values']
  readonly file: string
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

async function runTranslate({ values, file, terminal, signal }: CommandLine): Promise<boolean> {
  if (values.out === undefined || values.out === '') throw new UsageError('Say with --out where the package goes.')
  const quality = meshQualities.find((candidate) => candidate === values.quality)
  if (quality === undefined) throw new UsageError(`--quality is one of ${meshQualities.join(', ')}.`)
  const summary = await translate({ file, outputFolder: values.out, sandboxed: values.boxed, quality, signal })
  terminal.out(values.json ? JSON.stringify(summary) : describeSummary(summary))
  return summary.status !== 'failed'
}

async function runConvert({ values, file, terminal }: CommandLine): Promise<boolean> {
  const format = convertedFormats.find((candidate) => candidate === values.to)
  if (format === undefined) throw new UsageError(`--to is one of ${convertedFormats.join(', ')}.`)
  if (values.out === undefined || values.out === '') throw new UsageError('Say with --out where the result goes.')
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
    if (file !== undefined) throw new UsageError(`${command} takes no file: ${file}.`)
    return runOperation(operation, { values, terminal })
  }
  if (command !== 'translate' && command !== 'convert') throw new UsageError(`There is no command ${command}.`)
  if (file === undefined || rest.length > 0) throw new UsageError('Name exactly one file.')
  return commands[command]({ values, file, terminal, signal })
}

/** Runs one command line and answers its exit code. */
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
