import { joinBytes } from '@kamar/core'
import { workerData } from 'node:worker_threads'
import { writeExport } from '@kamar/exporters'
import { PackageReader } from '@kamar/package-format/package-reader'
import { openPackagePort } from '../threads/package-thread.js'
import type { ExportStart, FromExportThread, ToExportThread } from './export-messages.js'

// Entry point of the thread: one export of one package. It requests stored files and passes on chunks, one at a time.

/** One message per geometry would cost more than its content. */
const chunkBytes = 1024 * 1024
const { name, objectIds, manifest } = workerData as ExportStart
const port = openPackagePort<FromExportThread, ToExportThread>()

/** Merges the bytes into chunks of about a megabyte, each in a buffer of its own. */
async function* mergeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < chunkBytes) continue
    yield joinBytes(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield joinBytes(waiting)
}

async function work(): Promise<void> {
  const model = await PackageReader.open(manifest, port.storedFile, objectIds)
  const exportChunks = writeExport(name, model, (fraction) => port.send({ type: 'fraction', fraction }))
  for await (const bytes of mergeChunks(exportChunks)) {
    port.send({ type: 'piece', bytes }, [bytes.buffer])
    await port.receive()
  }
}

try {
  await work()
  port.send({ type: 'done' })
} catch (error) {
  port.send({ type: 'failed', reason: String(error) })
}
port.close()
