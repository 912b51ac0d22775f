import { runCommand } from './run-command.js'

const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())

process.exitCode = await runCommand(
  process.argv.slice(2),
  {
    out: (text) => process.stdout.write(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
  },
  stopping.signal,
)
