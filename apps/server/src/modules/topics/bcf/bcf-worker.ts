import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { BcfError, type BcfReader, type BcfTopic, openBcf, writeBcf } from '@kamar/bcf'
import { type ExportedTopic, toBcfTopic } from './bcf-exported.js'
import { toImportedTopic } from './bcf-imported.js'
import type { FromBcfThread, ToBcfThread } from './bcf-messages.js'

// Entry point of the thread that reads and writes BCF archives: one import or one export.

const port = parentPort
const sources = new Map<string, BcfTopic>()
const topics: BcfTopic[] = []

function send(message: FromBcfThread): void {
  port?.postMessage(message)
}

// Listens from the start: a message may arrive while the previous one is processed.
const messages = port && (on(port, 'message') as AsyncIterableIterator<[ToBcfThread]>)

async function receive(): Promise<ToBcfThread> {
  const result = await messages?.next()
  if (result?.done !== false) throw new RangeError('started outside a thread')
  return result.value[0]
}

/** Sends topics one at a time, so that only one is in memory. */
async function readArchive(archive: Uint8Array): Promise<void> {
  const reader = await openBcf(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))
  try {
    send({ type: 'opened', version: reader.root.version, topicCount: reader.topicCount })
    for await (const topic of reader.topics()) {
      await receive()
      send({ type: 'topic', topic: topic && toImportedTopic(topic) })
    }
    await receive()
    send({ type: 'end', errors: reader.errors })
  } finally {
    reader.close()
  }
}

async function addSource(archive: Uint8Array, guids: ReadonlySet<string>): Promise<void> {
  const reader: BcfReader = await openBcf(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))
  try {
    for await (const topic of reader.topics()) if (topic && guids.has(topic.guid)) sources.set(topic.guid, topic)
  } finally {
    reader.close()
  }
}

function addTopic(topic: ExportedTopic): void {
  topics.push(toBcfTopic(topic, sources.get(topic.guid) ?? null))
}

async function handle(message: ToBcfThread): Promise<void> {
  if (message.type === 'read') return readArchive(message.archive)
  if (message.type === 'source') await addSource(message.archive, new Set(message.guids))
  if (message.type === 'topic') addTopic(message.topic)
  if (message.type === 'write') {
    const { id, name, version } = message
    return send({ type: 'written', archive: await writeBcf({ id, name, topics }, version) })
  }
  send({ type: 'taken' })
}

for (;;) {
  const message = await receive()
  try {
    await handle(message)
  } catch (error) {
    const reason = error instanceof BcfError ? error.reason : 'internal'
    send({ type: 'failed', reason, message: String(error) })
  }
}
