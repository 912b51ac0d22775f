import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { PackageReader, writeExport } from '@kamar/derivatives/exports'
import type { ExportStart, FromExportThread, ToExportThread } from './export-messages.js'
import { largerPieces } from './larger-pieces.js'

// The door of the thread: one export of one package. It asks for stored files and hands over pieces, one at a time.

const { name, objectIds, manifest } = workerData as ExportStart
const port = parentPort

function say(message: FromExportThread, transferred: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred)
}

async function answer(): Promise<ToExportThread> {
  const [message] = port ? ((await once(port, 'message')) as [ToExportThread]) : []
  if (message === undefined) throw new RangeError('started outside a thread')
  return message
}

async function storedFile(path: string): Promise<Uint8Array> {
  say({ type: 'file', path })
  const told = await answer()
  if (told.type !== 'file' || told.bytes === null) throw new RangeError(`the package has no ${path}`)
  return told.bytes
}

async function work(): Promise<void> {
  const model = await PackageReader.open(manifest, storedFile, objectIds)
  const pieces = writeExport(name, model, (fraction) => say({ type: 'fraction', fraction }))
  for await (const bytes of largerPieces(pieces)) {
    say({ type: 'piece', bytes }, [bytes.buffer])
    await answer()
  }
}

try {
  await work()
  say({ type: 'done' })
} catch (error) {
  say({ type: 'failed', reason: String(error) })
}
port?.close()
