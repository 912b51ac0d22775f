import { joinBytes } from '@kamar/core'
import { workerData } from 'node:worker_threads'
import { ModelContents, runQuery } from '@kamar/aps/model-queries'
import { PackageReader } from '@kamar/package-format/package-reader'
import type { QueryRequest, FromQueryThread, QueryThreadStart, ToQueryThread } from './query-messages.js'
import { openPackagePort } from '../threads/package-thread.js'

// Entry point of the thread: one package, many queries, one at a time.

const { manifest } = workerData as QueryThreadStart
const port = openPackagePort<FromQueryThread, ToQueryThread>()
let modelContents: Promise<ModelContents> | null = null

function contents(): Promise<ModelContents> {
  return (modelContents ??= PackageReader.open(manifest, port.storedFile).then((model) => new ModelContents(model)))
}

async function executeQuery({ query, maxBytes }: QueryRequest): Promise<void> {
  const model = await contents()
  // Reads the tree before the query: any later error is an error of the query.
  await model.tree()
  if (query.kind !== 'tree') await model.propertyIndex()
  const chunks = await runQuery(model, query).catch((error: unknown) => unfit(error))
  if (chunks === undefined) return
  if (chunks === null) return port.send({ type: 'unknown-object' })
  const bytes = await joined(chunks, maxBytes)
  if (bytes === null) port.send({ type: 'too-large' })
  else port.send({ type: 'answer', bytes }, [bytes.buffer])
}

function unfit(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error
  port.send({ type: 'unfit', reason: error.message })
}

async function joined(chunks: AsyncIterable<string>, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const part = encoder.encode(chunk)
    length += part.length
    if (length > maxBytes) return null
    parts.push(part)
  }
  return joinBytes(parts)
}

for (;;) {
  const message = await port.receive()
  if (message.type !== 'ask') continue
  try {
    await executeQuery(message.request)
  } catch (error) {
    port.send({ type: 'failed', reason: String(error) })
  }
}
