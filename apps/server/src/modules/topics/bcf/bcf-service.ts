import { bcfVersions } from '@kamar/bcf'
import { AppError } from '@kamar/core'
import { type BcfImport, type Language, TopicListQuery } from '@kamar/contracts'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import type { AttachmentService } from '../attachments/attachment-service.js'
import { exportBcf } from './bcf-export.js'
import { importBcf, type ImportTask } from './bcf-import.js'
import { formatTopicsFileName } from '../reports/report-service.js'
import { openTopicContext } from '../topic-access.js'
import type { ThreadLimits } from '../../../platform/threads/work-thread.js'
import type { ViewpointService } from '../viewpoint-service.js'

export interface BcfDependencies extends Pick<ModuleContext, 'blobs' | 'database' | 'events' | 'now'> {
  readonly viewpoints: ViewpointService
  readonly attachments: AttachmentService
  /** Resource limits of reading an archive; default: the product’s limits. */
  readonly threadLimits?: ThreadLimits | undefined
}

/** Import that was requested and received; calling it starts the import. */
export type ReceivedImport = (observers: Pick<ImportTask, 'signal' | 'onProgress'>) => Promise<BcfImport>

/** Archive to download. */
export interface ExportedArchive {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Query of an export, and its abort signal. */
export interface ExportRequest {
  readonly query: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
  /** Language of the name of the archive. */
  readonly language: Language
}

const maxNamedTopics = 2000

/** Exports and imports topics of a file as BCF archives. */
export class BcfService {
  readonly #parts: BcfDependencies

  constructor(parts: BcfDependencies) {
    this.#parts = parts
  }

  /**
   * Exports topics. The query of the URL has the filters of the list, `version`, and `topics` with ids between commas.
   */
  async export(
    actor: AccountActor,
    fileId: string,
    { language, query: rawQuery, signal }: ExportRequest,
  ): Promise<ExportedArchive> {
    const { database, now } = this.#parts
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'file:read' })
    const { topics, version: requestedVersion = '3.0', ...filters } = rawQuery
    const version = bcfVersions.find((candidate) => candidate === requestedVersion)
    const query = TopicListQuery.safeParse(filters)
    if (!version || !query.success) throw new AppError('invalid-input', { field: version ? 'query' : 'query.version' })
    const bytes = await exportBcf(this.#parts, topicContext, {
      version,
      query: query.data,
      topics: parseIds(topics),
      signal,
    })
    const name = formatTopicsFileName(topicContext.file.description, language, now())
    return { fileName: `${name}.bcfzip`, bytes }
  }

  /** Receives an archive from an actor with permission to import it. */
  async receive(actor: AccountActor, fileId: string, archive: () => Promise<Buffer>): Promise<ReceivedImport> {
    const { attachments, blobs, database, events, threadLimits, viewpoints } = this.#parts
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:import' })
    const storeSnapshot = (viewpointId: string, bytes: Buffer): Promise<void> =>
      viewpoints.storeSnapshot(viewpointId, bytes)
    const bytes = await archive()
    return async (observers) => {
      try {
        return await importBcf({ attachments, blobs, database, storeSnapshot, threadLimits }, topicContext, {
          ...observers,
          bytes,
        })
      } finally {
        // An aborted import has stored topics too.
        events.publish('live', { to: { fileId }, event: { type: 'topics', fileId } })
      }
    }
  }
}

function parseIds(topics: unknown): readonly string[] | undefined {
  if (topics === undefined) return undefined
  const ids = typeof topics === 'string' ? topics.split(',') : []
  if (ids.length === 0 || ids.length > maxNamedTopics) throw new AppError('invalid-input', { field: 'query.topics' })
  return ids
}
