import { writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { ReaderSource } from '../run/installed-readers.js'
import { runTranslation } from '../run/run-translation.js'
import { messageDescriptor, type ReaderJob, type ReaderMessage, type SliceCommand } from './messages.js'
import { ParentExchange } from './parent-exchange.js'
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

/** A running job, and its handler of messages about slices. */
interface RunningJob {
  readonly done: Promise<void>
  readonly handle: (command: SliceCommand) => void
}

async function startJob(job: ReaderJob, readers: ReaderSource): Promise<RunningJob> {
  if (job.slices?.kind === 'serve') {
    const { SliceService } = await import('./serve-slices.js')
    const service = new SliceService(job, readers, send)
    return { done: new Promise(() => undefined), handle: (command) => service.handle(command) }
  }
  const { slices, ...task } = job
  const exchange =
    slices &&
    new ParentExchange({
      sliceBytes: slices.sliceBytes,
      inputFolder: dirname(job.path),
      outputFolder: job.outputFolder,
      send,
    })
  return { done: read(task, { readers, exchange }), handle: (command) => exchange?.handle(command) }
}

async function read(
  job: Omit<ReaderJob, 'slices'>,
  { readers, exchange }: { readers: ReaderSource; exchange: ParentExchange | undefined },
): Promise<void> {
  const companions = new Map(job.companions.map(({ name, path }) => [name.toLowerCase(), path]))
  const outcome = await runTranslation({
    ...job,
    ...(exchange && { slices: exchange }),
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
 * immediately when its parent does. Lines after the job are about slices of a large file.
 */
export async function serveOneJob(readers: ReaderSource): Promise<void> {
  watchParent()
  if (process.argv.includes(warmArgument)) {
    await readers.warm()
    // The code that the job needs is optimised by now; optimising the rest does not pay.
    await import('../run/short-process.js')
  }
  const lines = createInterface({ input: process.stdin })
  let running: Promise<RunningJob> | null = null
  // The channel stays open after the job's line: its end means that the parent is gone.
  lines.on('line', (line) => {
    if (running) return void running.then(({ handle }) => handle(JSON.parse(line) as SliceCommand))
    send({ type: 'started' })
    running = startJob(JSON.parse(line) as ReaderJob, readers)
    void running.then(({ done }) => done).then(() => process.exit(0))
  })
  lines.once('close', () => process.exit(0))
  send({ type: 'ready' })
}
