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

/** Progress comes per element, news only now and then; a new stage is always news. */
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
 * The life of a reader process: get warm if there is time for it, say so, wait for one job, do it, end. It ends at once
 * when its parent does.
 */
export async function serveOneJob(readers: ReaderSource): Promise<void> {
  watchParent()
  if (process.argv.includes(warmArgument)) {
    await readers.warm()
    // What the job needs is optimised by now; the rest is not worth it.
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
