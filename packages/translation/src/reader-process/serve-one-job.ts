import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ReaderSource } from '../run/installed-readers.js'
import { runTranslation } from '../run/run-translation.js'
import { messageDescriptor, type ReaderJob, type ReaderMessage } from './messages.js'
import { watchParent } from './parent-watch.js'
import { warmArgument } from './warm-argument.js'

const progressIntervalMilliseconds = 100

function send(message: ReaderMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`)
  let writtenBytes = 0
  while (writtenBytes < bytes.length) writtenBytes += writeSync(messageDescriptor, bytes, writtenBytes)
}

/** Progress comes per element but is reported only at intervals; a new stage is always reported. */
function createProgressReporter(): (fraction: number, stage: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  let reportedStage = ''
  return (fraction, stage) => {
    const now = performance.now()
    if (stage === reportedStage && now - reportedAt < progressIntervalMilliseconds) return
    reportedAt = now
    reportedStage = stage
    send({ type: 'progress', fraction, stage })
  }
}

async function work(job: ReaderJob, readers: ReaderSource): Promise<void> {
  const companions = new Map(job.companions.map(({ name, path }) => [name.toLowerCase(), path]))
  const outcome = await runTranslation({
    ...job,
    readers,
    companions: (name) => Promise.resolve(companions.get(name.toLowerCase()) ?? null),
    onProgress: createProgressReporter(),
    onManifest: (manifest) => send({ type: 'manifest', manifest }),
  })
  if (outcome.ok) send({ type: 'finished', manifest: outcome.manifest, reader: outcome.reader })
  else send({ type: 'failed', failure: outcome.failure })
}

/**
 * Runs the life of a reader process: warm up if requested, report ready, wait for one job, run it, exit. It exits
 * immediately when its parent does.
 */
export async function serveOneJob(readers: ReaderSource): Promise<void> {
  watchParent()
  if (process.argv.includes(warmArgument)) {
    await readers.warm()
    // The code that the job needs is optimised by now; optimising the rest does not pay.
    await import('../run/short-process.js')
  }
  const lines = createInterface({ input: process.stdin })
  lines.once('line', (line) => {
    send({ type: 'started' })
    // The channel stays open after the job's line: its end means that the parent is gone.
    void work(JSON.parse(line) as ReaderJob, readers).then(() => process.exit(0))
  })
  lines.once('close', () => process.exit(0))
  send({ type: 'ready' })
}
