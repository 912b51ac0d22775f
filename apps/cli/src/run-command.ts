import { parseArgs } from 'node:util'
import { meshQualities } from '@kamar/contracts'
import { convert, convertedFormats } from './convert.js'
import { describeSummary } from './summary.js'
import { translate } from './translate.js'
import { UsageError } from './usage-error.js'

/** What `kamar` answers to the shell: 0 done, also in part; 1 the file could not be translated; 2 wrong usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** Where a command writes. */
export interface Terminal {
  out(text: string): void
  error(text: string): void
}

const usage = `Usage: kamar translate FILE --out DIR [--quality QUALITY] [--json] [--boxed]
       kamar convert FILE --to FORMAT --out FILE

Reads a model and writes its view package to DIR.

  --out DIR          where the package goes: an absent or empty folder, or one with an earlier package
  --quality QUALITY  how closely exact solids (STEP, IGES, ACIS, Rhino) are meshed: draft, standard (default) or fine
  --json             print the summary as one line of JSON
  --boxed            read in a separate process without network and files, as the server does

Files that belong to the model (.mtl, textures) are found beside it.

convert sends FILE to a Kamar server and writes what it makes of it. The server is named by APS_BASE_URL, the application
by APS_CLIENT_ID and APS_CLIENT_SECRET; APS_BUCKET and APS_REGION are optional.

  --to FORMAT        glb, usdz, 3dtiles or json (the properties); of drawings pdf, svg or dxf
  --out FILE         where it goes; SVG of several sheets: FILE-1, FILE-2 and so on

Exit code: 0 translated (also in part), 1 the file could not be translated, 2 wrong usage.`

const options = {
  out: { type: 'string' },
  to: { type: 'string' },
  quality: { type: 'string', default: 'standard' },
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
  const summary = await translate({ file, outputFolder: values.out, boxed: values.boxed, quality, signal })
  terminal.out(values.json ? JSON.stringify(summary) : describeSummary(summary))
  return summary.status !== 'failed'
}

async function runConvert({ values, file, terminal }: CommandLine): Promise<boolean> {
  const format = convertedFormats.find((candidate) => candidate === values.to)
  if (format === undefined) throw new UsageError(`--to is one of ${convertedFormats.join(', ')}.`)
  if (values.out === undefined || values.out === '') throw new UsageError('Say with --out where the result goes.')
  let said = ''
  const onProgress = (text: string): void => {
    if (text !== said) terminal.error(text)
    said = text
  }
  const result = await convert({ file, format, outputFile: values.out, environment: process.env, onProgress })
  terminal.out(result.ok ? `${values.out}: ${result.bytes} bytes` : result.reason)
  return result.ok
}

const commands = { translate: runTranslate, convert: runConvert } as const

async function run(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const { values, positionals } = parse(argv)
  if (values.help || positionals.length === 0) {
    terminal.out(usage)
    return true
  }
  const [command = '', file, ...rest] = positionals
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
