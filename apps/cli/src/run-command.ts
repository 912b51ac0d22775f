import { parseArgs } from 'node:util'
import { meshQualities } from '@kamar/contracts'
import { describeSummary, type Summary } from './summary.js'
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

Reads a model and writes its view package to DIR.

  --out DIR          where the package goes: an absent or empty folder, or one with an earlier package
  --quality QUALITY  how closely exact solids (STEP, IGES, ACIS, Rhino) are meshed: draft, standard (default) or fine
  --json             print the summary as one line of JSON
  --boxed            read in a separate process without network and files, as the server does

Files that belong to the model (.mtl, textures) are found beside it.
Exit code: 0 translated (also in part), 1 the file could not be translated, 2 wrong usage.`

const options = {
  out: { type: 'string' },
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

async function runTranslate(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<Summary | null> {
  const { values, positionals } = parse(argv)
  if (values.help || positionals.length === 0) {
    terminal.out(usage)
    return null
  }
  const [command, file, ...rest] = positionals
  if (command !== 'translate') throw new UsageError(`There is no command ${command}.`)
  if (file === undefined || rest.length > 0) throw new UsageError('Name exactly one file.')
  if (values.out === undefined || values.out === '') throw new UsageError('Say with --out where the package goes.')
  const quality = meshQualities.find((candidate) => candidate === values.quality)
  if (quality === undefined) throw new UsageError(`--quality is one of ${meshQualities.join(', ')}.`)
  const summary = await translate({ file, outputFolder: values.out, boxed: values.boxed, quality, signal })
  terminal.out(values.json ? JSON.stringify(summary) : describeSummary(summary))
  return summary
}

/** Runs one command line and answers its exit code. */
export async function runCommand(
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  try {
    const summary = await runTranslate(argv, terminal, signal)
    return summary?.status === 'failed' ? exitCodes.failed : exitCodes.done
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.error(`${error.message}\n\n${usage}`)
    return exitCodes.usage
  }
}
