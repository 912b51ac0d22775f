import { AppError, compiledModule } from '@kamar/core'
import { collaborationLimits as limits, type Language, type TopicReportForm } from '@kamar/contracts'
import { Slots } from '@kamar/translation'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import {
  ThreadLimitError,
  type ThreadLimits,
  type ThreadPort,
  withThread,
} from '../../../platform/threads/work-thread.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import { findMatchingIds, readTopicsOfFiles, type TopicOfFile } from '../all-topics/all-topics-list.js'
import { writeBcfTopics } from '../bcf/bcf-export.js'
import type { StoreyRequest } from './find-storeys.js'
import { formatReportTime, readReportTopic } from './read-report-topic.js'
import { readStoreys } from './read-storeys.js'
import { type FromReportThread, type LayoutFormat, type ToReportThread } from './report-messages.js'
import { reportMessages } from './report-text.js'

/** Report to download. */
export interface Report {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Language of the reader, a signal that ends the work, and who is told about its progress. */
export interface ReportOptions {
  readonly language: Language
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((percent: number) => void) | undefined
}

const threadLimits: ThreadLimits = { timeoutMilliseconds: 120_000, heapMegabytes: 768 }
const slots = new Slots(2)
const extensions = { pdf: 'pdf', xlsx: 'xlsx', csv: 'csv', bcf: 'bcfzip' } as const
/** Topics that are read at the same time while the thread lays out others. */
const readAhead = 4

/** Creates reports about topics of any files that an account may see. */
export class ReportService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Creates a report about the chosen topics, or those that match the query. */
  async create(actor: AccountActor, form: TopicReportForm, options: ReportOptions): Promise<Report> {
    const topics = await this.#findTopics(actor, form)
    const fileName = getReportName(topics, options.language, this.#context.now())
    const { format } = form
    const bytes =
      format === 'bcf'
        ? await writeBcfTopics(this.#context, topics, {
            version: form.version ?? '3.0',
            signal: options.signal,
            project: getProject(topics),
          })
        : await this.#layOut(topics, format, options)
    return { fileName: `${fileName}.${extensions[format]}`, bytes }
  }

  async #findTopics(actor: AccountActor, { format, query = {}, topics }: TopicReportForm): Promise<TopicOfFile[]> {
    const { database } = this.#context
    const max = format === 'pdf' ? limits.topicsPerPdf : limits.topicsPerReport
    const ids = topics ?? (await findMatchingIds(database, actor, { query: query as object, limit: max + 1 }))
    if (ids.length > max) throw new AppError('too-many', { most: max })
    return readTopicsOfFiles(database, actor, ids)
  }

  async #layOut(
    topics: readonly TopicOfFile[],
    format: LayoutFormat,
    { language, onProgress, signal }: ReportOptions,
  ): Promise<Uint8Array> {
    const { now } = this.#context
    const heading = { messages: reportMessages[language], time: formatReportTime(language, now()) }
    const module = compiledModule(import.meta.url, './report-worker.js')
    const options = { module, slots, limits: threadLimits, signal }
    const progress = countProgress(topics.length, onProgress)
    try {
      return await withThread<ToReportThread, FromReportThread, Uint8Array>(options, async (port) => {
        await this.#sendTopics(port, topics, { language, hasImages: format === 'pdf', onRead: progress.addRead })
        port.send({ type: 'write', format, heading })
        let reply = await port.next()
        for (; reply.type === 'progress'; reply = await port.next()) progress.addWritten()
        if (reply.type !== 'written') throw new TypeError(reply.type === 'failed' ? reply.message : 'expected written')
        return reply.bytes
      })
    } catch (error) {
      if (error instanceof ThreadLimitError)
        throw new AppError('too-many', { most: limits.topicsPerPdf }, { cause: error })
      throw error
    }
  }

  /** Reads the topics and sends them to the thread, several at a time. */
  async #sendTopics(port: ReportPort, topics: readonly TopicOfFile[], options: SendOptions): Promise<void> {
    const { blobs, database, derivatives } = this.#context
    const find = (request: StoreyRequest) => findStoreys(port, request)
    const storeys = await readStoreys({ database, derivatives, find }, topics)
    const source = { blobs, database, storeys, ...options }
    for (let at = 0; at < topics.length; at += readAhead) {
      const batch = topics.slice(at, at + readAhead)
      for (const topic of await Promise.all(batch.map((one) => readReportTopic(source, one)))) {
        port.send({ type: 'topic', topic })
        await port.next()
        options.onRead()
      }
    }
  }
}

type ReportPort = ThreadPort<ToReportThread, FromReportThread>

interface SendOptions {
  readonly language: Language
  readonly hasImages: boolean
  readonly onRead: () => void
}

/** Finds storeys in the thread; a tree that cannot be read has none. */
async function findStoreys(port: ReportPort, request: StoreyRequest): Promise<ReadonlyMap<string, string>> {
  port.send({ type: 'tree', ...request })
  const reply = await port.next()
  return reply.type === 'storeys' ? reply.storeys : new Map()
}

/** Part of the work that reading is: images are decoded and made smaller. */
const readPercent = 80

/** Counts topics; reading one is the larger part of its work, writing it the rest. */
function countProgress(topics: number, onProgress: ReportOptions['onProgress']) {
  const done = { read: 0, written: 0 }
  const report = (): void => {
    const percent = (readPercent * done.read + (100 - readPercent) * done.written) / topics
    // The last percent is the download.
    onProgress?.(Math.min(99, Math.floor(percent)))
  }
  return {
    addRead: (): void => {
      done.read++
      report()
    },
    addWritten: (): void => {
      done.written++
      report()
    },
  }
}

/** Returns the project of a BCF archive: that of the topics, if it is one. */
function getProject(topics: readonly TopicOfFile[]): { readonly id: string; readonly name: string } {
  const [first] = topics
  const file = first?.topicContext.file
  const isOne = topics.every(({ topicContext }) => topicContext.file.project_id === file?.project_id)
  return file && isOne ? { id: file.project_id, name: file.project_name } : { id: 'kamar', name: 'Kamar' }
}

const maxNameCharacters = 120

/** Returns a name such as `Duplex_A issues 2026-11-28`; topics of several files have no file in it. */
function getReportName(topics: readonly TopicOfFile[], language: Language, now: Date): string {
  const names = new Set(topics.map(({ topicContext }) => topicContext.file.description))
  const [only = ''] = names.size === 1 ? names : []
  return formatTopicsFileName(only, language, now)
}

/** Formats the name of a file with topics, without its extension; `file` is empty for several files. */
export function formatTopicsFileName(file: string, language: Language, now: Date): string {
  const base = file.replace(/\.[^.]*$/, '').slice(0, maxNameCharacters)
  return [base, reportMessages[language].fileName, now.toISOString().slice(0, 10)]
    .filter((part) => part !== '')
    .join(' ')
}
