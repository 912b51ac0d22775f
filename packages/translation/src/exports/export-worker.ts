import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { writeExport } from '@kamar/exporters'
import { PackageReader } from '@kamar/package-format/package-reader'
import type { ExportStart, FromExportThread, ToExportThread } from './export-messages.js'
import { mergeChunks } from './merge-chunks.js'

// Entry point of the thread: one export of one package. It requests stored files and passes on chunks, one at a time.

const { name, objectIds, manifest } = workerData as ExportStart
const port = parentPort

function send(message: FromExportThread, transferred: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred)
}

async function receiveMessage(): Promise<ToExportThread> {
  const [message] = port ? ((await once(port, 'message')) as [ToExportThread]) : []
  if (message === undefined) throw new RangeError('started outside a thread')
  return message
}

async function storedFile(path: string): Promise<Uint8Array> {
  send({ type: 'file', path })
  const reply = await receiveMessage()
  if (reply.type !== 'file' || reply.bytes === null) throw new RangeError(`the package has no ${path}`)
  return reply.bytes
}

async function work(): Promise<void> {
  const model = await PackageReader.open(manifest, storedFile, objectIds)
  const exportChunks = writeExport(name, model, (fraction) => send({ type: 'fraction', fraction }))
  for await (const bytes of mergeChunks(exportChunks)) {
    send({ type: 'piece', bytes }, [bytes.buffer])
    await receiveMessage()
  }
}

try {
  await work()
  send({ type: 'done' })
} catch (error) {
  send({ type: 'failed', reason: String(error) })
}
port?.close()
