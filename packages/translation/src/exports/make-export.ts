import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { AppError, compiledModule, type ExportName, exportPath, type ExportSelection } from '@kamar/core'
import type { DerivativeStore, WrittenDerivative } from '@kamar/storage'
import type { ExportStart, FromExportThread, ToExportThread } from './export-messages.js'
import type { FileReply, FileRequest } from '../threads/package-thread.js'
import { startThread } from '../threads/start-thread.js'

const maxMilliseconds = 600_000
const maxHeapMegabytes = 1024

/** An export to be made of a complete view package. */
export interface ExportTask {
  readonly name: ExportName
  /** The exported objects; null for the whole model. */
  readonly selection: ExportSelection | null
  readonly translationId: string
  /** The package's manifest, parsed. */
  readonly manifest: unknown
  readonly derivatives: DerivativeStore
  readonly signal: AbortSignal
  /** 0 to 1. */
  readonly onFraction: (fraction: number) => void
}

/**
 * Makes an export in its own thread and stores it beside the package, completely or not at all. Throws `export-failed`
 * if the package is damaged or the thread exceeded its limits; rejects with the signal's reason if stopped.
 */
export async function makeExport(task: ExportTask): Promise<WrittenDerivative> {
  // A thread without a listener would wait for ever.
  task.signal.throwIfAborted()
  const start: ExportStart = {
    name: task.name,
    objectIds: task.selection?.objectIds ?? null,
    manifest: task.manifest,
  }
  const worker = startThread(compiledModule(import.meta.url, './export-worker.js'), start, maxHeapMegabytes)
  const signal = AbortSignal.any([task.signal, AbortSignal.timeout(maxMilliseconds)])
  const address = { translationId: task.translationId, path: exportPath(task.name, task.selection) }
  // Listens from the start: the thread does not wait for the store to open a file.
  const messages = on(worker, 'message', { signal, close: ['exit'] }) as ThreadMessages
  try {
    return await task.derivatives.write(address, readExportChunks(worker, messages, task))
  } catch (error) {
    task.signal.throwIfAborted()
    if (error instanceof AppError) throw error
    throw new AppError('export-failed', {}, { cause: error })
  } finally {
    await worker.terminate()
  }
}

type ThreadMessages = AsyncIterable<[FromExportThread | FileRequest]>

async function* readExportChunks(
  worker: Worker,
  messages: ThreadMessages,
  task: ExportTask,
): AsyncGenerator<Uint8Array> {
  const send = (message: ToExportThread | FileReply): void => worker.postMessage(message)
  for await (const [message] of messages) {
    if (message.type === 'done') return
    if (message.type === 'failed') throw new AppError('export-failed', {}, { cause: message.reason })
    if (message.type === 'fraction') task.onFraction(message.fraction)
    if (message.type === 'file') send({ type: 'file', bytes: await storedFile(task, message.path) })
    if (message.type === 'piece') {
      yield message.bytes
      send({ type: 'written' })
    }
  }
  throw new AppError('export-failed', {}, { cause: 'the thread ended early' })
}

const storedFile = ({ derivatives, translationId }: ExportTask, path: string): Promise<Uint8Array | null> =>
  derivatives.read({ translationId, path })
