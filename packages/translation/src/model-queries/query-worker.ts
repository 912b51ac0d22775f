import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { runQuery, ModelContents, PackageReader } from '@kamar/derivatives/model-queries'
import type { AskedQuery, FromQueryThread, QueryThreadStart, ToQueryThread } from './query-messages.js'

// The door of the thread: one package, many questions, one after the other.

const { manifest } = workerData as QueryThreadStart
const port = parentPort
let opened: Promise<ModelContents> | null = null

function say(message: FromQueryThread, transferred: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred)
}

async function told(): Promise<ToQueryThread> {
  const [message] = port ? ((await once(port, 'message')) as [ToQueryThread]) : []
  if (message === undefined) throw new RangeError('started outside a thread')
  return message
}

async function storedFile(path: string): Promise<Uint8Array> {
  say({ type: 'file', path })
  const message = await told()
  if (message.type !== 'file' || message.bytes === null) throw new RangeError(`the package has no ${path}`)
  return message.bytes
}

function contents(): Promise<ModelContents> {
  return (opened ??= PackageReader.open(manifest, storedFile).then((model) => new ModelContents(model)))
}

async function answer({ query, mostBytes }: AskedQuery): Promise<void> {
  const model = await contents()
  // Read before the question is looked at: what is wrong from here on is wrong with the question.
  await model.tree()
  if (query.kind !== 'tree') await model.propertyIndex()
  const pieces = await runQuery(model, query).catch((error: unknown) => unfit(error))
  if (pieces === undefined) return
  if (pieces === null) return say({ type: 'unknown-object' })
  const bytes = await joined(pieces, mostBytes)
  if (bytes === null) say({ type: 'too-large' })
  else say({ type: 'answer', bytes }, [bytes.buffer])
}

function unfit(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error
  say({ type: 'unfit', reason: error.message })
}

async function joined(pieces: AsyncIterable<string>, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    const part = encoder.encode(piece)
    length += part.length
    if (length > mostBytes) return null
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
  const message = await told()
  if (message.type !== 'ask') continue
  try {
    await answer(message.asked)
  } catch (error) {
    say({ type: 'failed', reason: String(error) })
  }
}
