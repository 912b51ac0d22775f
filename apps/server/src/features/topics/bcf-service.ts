import { writtenVersions } from '@kamar/bcf'
import { AppError, type BcfImport, TopicListQuery } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { AccountActor } from '../../rights/actor.js'
import type { LiveNews } from '../shared/live-news.js'
import { exportBcf } from './bcf-export.js'
import { importBcf } from './bcf-import.js'
import { openDesk } from './topic-access.js'
import type { ViewpointService } from './viewpoint-service.js'

export interface BcfParts {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  readonly liveNews: LiveNews
  readonly viewpoints: ViewpointService
}

/** An archive to be downloaded. */
export interface ExportedArchive {
  readonly fileName: string
  readonly bytes: Buffer
}

const mostNamedTopics = 2000

/** Topics of a file as BCF archives, out and in. */
export class BcfService {
  readonly #parts: BcfParts

  constructor(parts: BcfParts) {
    this.#parts = parts
  }

  /** `asked` is the query of the address: the filters of the list, `version`, and `topics` with ids between commas. */
  async export(
    actor: AccountActor,
    fileId: string,
    asked: Readonly<Record<string, unknown>>,
  ): Promise<ExportedArchive> {
    const { database } = this.#parts
    const desk = await openDesk(database, actor, { fileId, action: 'file:read' })
    const { topics, version: versionAsked = '3.0', ...filters } = asked
    const version = writtenVersions.find((known) => known === versionAsked)
    const query = TopicListQuery.safeParse(filters)
    if (!version || !query.success) throw new AppError('invalid-input', { field: version ? 'query' : 'query.version' })
    const bytes = await exportBcf(this.#parts, desk, { version, query: query.data, topics: idsOf(topics) })
    return { fileName: `${desk.file.description.slice(0, 200)}.bcfzip`, bytes }
  }

  async import(actor: AccountActor, fileId: string, archive: () => Promise<Buffer>): Promise<BcfImport> {
    const { database, liveNews, viewpoints } = this.#parts
    const desk = await openDesk(database, actor, { fileId, action: 'topic:import' })
    const keepSnapshot = (viewpointId: string, bytes: Buffer): Promise<void> =>
      viewpoints.keepSnapshot(viewpointId, bytes)
    const result = await importBcf({ database, keepSnapshot }, desk, await archive())
    liveNews.publish({ to: { projectId: desk.file.project_id }, event: { type: 'topics', fileId } })
    return result
  }
}

function idsOf(topics: unknown): readonly string[] | undefined {
  if (topics === undefined) return undefined
  const ids = typeof topics === 'string' ? topics.split(',') : []
  if (ids.length === 0 || ids.length > mostNamedTopics) throw new AppError('invalid-input', { field: 'query.topics' })
  return ids
}
