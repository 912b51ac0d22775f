import { parseArgs } from 'node:util'

export const usage = `Usage: npm run dev -- [--inspect[=PORT]] [--inspect-reader[=PORT]]
       npm run dev -- --reader ID FILE [--inspect[=PORT] | --inspect-brk[=PORT] | --inspect-wait[=PORT]]

  --inspect         the server's inspector, on port 9229
  --inspect-reader  the inspector of reader processes, on port 9230; each waits for a debugger before it reads
  --reader ID FILE  read one file in this process, without a server, and print the report

PORT (5173) is the port of the pages, KAMAR_DATA_DIR (./data/dev) the data folder, KAMAR_LOG_LEVEL (info) what is logged.`

/** Thrown for an invalid command line; the message is shown to the user. */
export class OptionError extends Error {
  name = 'OptionError'
}

const inspectorFlag = /^--(inspect|inspect-brk|inspect-wait|inspect-reader)(?:=(\d+))?$/
const defaultPorts = { 'inspect-reader': 9230 }
const defaultPort = 9229

/**
 * Parses the command line: `{ help, reader, file, inspect, inspectReader }`. `reader` is null without `--reader`;
 * `inspect` is `{ flag, port }` or null, `inspectReader` a port or null.
 */
export function readOptions(argv) {
  const flags = argv.flatMap((argument) => {
    const [, flag, port] = inspectorFlag.exec(argument) ?? []
    return flag === undefined ? [] : [{ flag, port: Number(port ?? defaultPorts[flag] ?? defaultPort) }]
  })
  const { values, positionals } = parse(argv.filter((argument) => !inspectorFlag.test(argument)))
  const { help, reader = null } = values
  const inspect = flags.find(({ flag }) => flag !== 'inspect-reader') ?? null
  const inspectReader = flags.find(({ flag }) => flag === 'inspect-reader')?.port ?? null
  const [file = null] = positionals
  if (positionals.length > (reader === null ? 0 : 1))
    throw new OptionError(`Unexpected argument: ${positionals.at(-1)}`)
  if (reader === null && inspect !== null && inspect.flag !== 'inspect')
    throw new OptionError(`--${inspect.flag} is for --reader; the server takes --inspect.`)
  if (reader !== null && inspectReader !== null)
    throw new OptionError('--reader reads in this process: use --inspect or --inspect-brk.')
  return { help, reader, file, inspect, inspectReader }
}

function parse(args) {
  const options = { reader: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } }
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new OptionError(error.message)
  }
}
