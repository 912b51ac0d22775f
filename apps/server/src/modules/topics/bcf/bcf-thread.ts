import type { BcfFileError, BcfVersion } from '@kamar/bcf'
import { AppError, compiledModule } from '@kamar/core'
import {
  ThreadLimitError,
  type ThreadLimits,
  type ThreadPort,
  withThread,
} from '../../../platform/threads/work-thread.js'
import type { ImportedTopic } from './bcf-imported.js'
import type { FromBcfThread, ToBcfThread } from './bcf-messages.js'
import { Slots } from '@kamar/translation'

/** Resource limits of reading or writing an archive. */
export const bcfThreadLimits: ThreadLimits = { timeoutMilliseconds: 120_000, heapMegabytes: 768 }

const slots = new Slots(3)

/** Channel to the thread that reads and writes archives. */
export interface BcfThread {
  /** Sends a request; throws `bcf-unreadable` or `bcf-too-large` when the thread fails. */
  request(message: ToBcfThread): Promise<Exclude<FromBcfThread, { readonly type: 'failed' }>>
}

/** Runs one import or export in its own thread. */
export function withBcfThread<Result>(
  {
    limits = bcfThreadLimits,
    signal,
  }: { readonly limits?: ThreadLimits | undefined; readonly signal?: AbortSignal | undefined },
  work: (thread: BcfThread) => Promise<Result>,
): Promise<Result> {
  const module = compiledModule(import.meta.url, './bcf-worker.js')
  return withThread<ToBcfThread, FromBcfThread, Result>({ module, slots, limits, signal }, (port) =>
    work({ request: (message) => requestThread(port, message) }),
  )
}

async function requestThread(port: ThreadPort<ToBcfThread, FromBcfThread>, message: ToBcfThread) {
  try {
    port.send(message)
    const reply = await port.next()
    if (reply.type !== 'failed') return reply
    if (reply.reason === 'internal') throw new TypeError(reply.message)
    throw new AppError(reply.reason === 'too-large' ? 'bcf-too-large' : 'bcf-unreadable', {}, { cause: reply.message })
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new AppError('bcf-too-large', {}, { cause: error })
    throw error
  }
}

/** Archive that is read topic by topic. */
export interface OpenedArchive {
  readonly version: BcfVersion
  readonly topicCount: number
  /** Yields the topics in the order of the archive; null for an unreadable one. */
  topics(): AsyncGenerator<ImportedTopic | null, readonly BcfFileError[]>
}

/** Opens an archive in a thread. */
export async function openArchive(thread: BcfThread, archive: Uint8Array): Promise<OpenedArchive> {
  const reply = await thread.request({ type: 'read', archive })
  if (reply.type !== 'opened') throw new TypeError(`expected opened, found ${reply.type}`)
  return {
    version: reply.version,
    topicCount: reply.topicCount,
    async *topics() {
      for (;;) {
        const reply = await thread.request({ type: 'next' })
        if (reply.type === 'end') return reply.errors
        if (reply.type !== 'topic') throw new TypeError(`expected topic, found ${reply.type}`)
        yield reply.topic
      }
    },
  }
}
