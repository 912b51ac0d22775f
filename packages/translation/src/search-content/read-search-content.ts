import { on } from 'node:events'
import { compiledModule } from '@kamar/core'
import type { DerivativeStore } from '@kamar/storage'
import type { FileReply, FileRequest } from '../threads/package-thread.js'
import { startThread } from '../threads/start-thread.js'
import type { FromSearchContentThread, SearchContent, SearchContentStart } from './search-content-messages.js'

const maxMilliseconds = 120_000
const maxHeapMegabytes = 256

/** A complete view package to read. */
export interface SearchContentTask {
  readonly translationId: string
  /** The package's manifest, parsed. */
  readonly manifest: unknown
  readonly derivatives: Pick<DerivativeStore, 'read'>
  readonly signal: AbortSignal
}

/**
 * Reads what a package is found by, in its own thread, whose memory is limited. Rejects with the error of the store, or
 * with the signal's reason if stopped; a damaged package is a result.
 */
export async function readSearchContent(task: SearchContentTask): Promise<SearchContent> {
  // A thread without a listener would wait for ever.
  task.signal.throwIfAborted()
  const start: SearchContentStart = { manifest: task.manifest }
  const worker = startThread(compiledModule(import.meta.url, './search-content-worker.js'), start, maxHeapMegabytes)
  const signal = AbortSignal.any([task.signal, AbortSignal.timeout(maxMilliseconds)])
  const messages = on(worker, 'message', { signal, close: ['exit'] }) as ThreadMessages
  let isReadingStore = false
  try {
    for await (const [message] of messages) {
      if (message.type === 'content') return message.content
      isReadingStore = true
      const bytes = await task.derivatives.read({ translationId: task.translationId, path: message.path })
      isReadingStore = false
      const reply: FileReply = { type: 'file', bytes }
      worker.postMessage(reply)
    }
    return describeDamage('the thread ended')
  } catch (error) {
    task.signal.throwIfAborted()
    // An error of the store may end; that of a damaged package does not.
    if (isReadingStore) throw error
    return describeDamage(String(error))
  } finally {
    await worker.terminate()
  }
}

type ThreadMessages = AsyncIterable<[FromSearchContentThread | FileRequest]>

const describeDamage = (damage: string): SearchContent => ({ terms: [], sheets: [], damage })
