import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { ModelContents, runQuery } from '@kamar/aps/model-queries'
import { PackageReader } from '@kamar/package-format/package-reader'
import type { QueryRequest, FromQueryThread, QueryThreadStart, ToQueryThread } from './query-messages.js'

// Entry point of the thread: one package, many queries, one at a time.

const { manifest } = workerData as QueryThreadStart
const port = parentPort
let modelContents: Promise<ModelContents> | null = null

function send(message: FromQueryThread, transferred: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred)
}

async function receiveMessage(): Promise<ToQueryThread> {
  const [message] = port ? ((await once(port, 'message')) as [ToQueryThread]) : []
  if (message === undefined) throw new RangeError('started outside a thread')
  return message
}

async function storedFile(path: string): Promise<Uint8Array> {
  send({ type: 'file', path })
  const message = await receiveMessage()
  if (message.type !== 'file' || message.bytes === null) throw new RangeError(`the package has no ${path}`)
  return message.bytes
}

function contents(): Promise<ModelContents> {
  return (modelContents ??= PackageReader.open(manifest, storedFile).then((model) => new ModelContents(model)))
}

async function executeQuery({ query, maxBytes }: QueryRequest): Promise<void> {
  const model = await contents()
  // Reads the tree before the query: any later error is an error of the query.
  await model.tree()
  if (query.kind !== 'tree') await model.propertyIndex()
  const chunks = await runQuery(model, query).catch((error: unknown) => unfit(error))
  if (chunks === undefined) return
  if (chunks === null) return send({ type: 'unknown-object' })
  const bytes = await joined(chunks, maxBytes)
  if (bytes === null) send({ type: 'too-large' })
  else send({ type: 'answer', bytes }, [bytes.buffer])
}

function unfit(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error
  send({ type: 'unfit', reason: error.message })
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
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

for (;;) {
  const message = await receiveMessage()
  if (message.type !== 'ask') continue
  try {
    await executeQuery(message.request)
  } catch (error) {
    send({ type: 'failed', reason: String(error) })
  }
}
