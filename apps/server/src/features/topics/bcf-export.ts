import type { BcfVersion } from '@kamar/bcf'
import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import { type Kysely, sql } from 'kysely'
import type { ExportedPerson, ExportedTopic, ExportedViewpoint } from './bcf-exported.js'
import { withBcfThread } from './bcf-thread.js'
import { pngOf } from './snapshot-image.js'
import type { Desk } from './topic-access.js'
import { type ListQuery, matching } from './topic-list.js'
import type { TopicRow } from './topic-rows.js'
import { readContents, selectViewpoints } from './viewpoint-rows.js'

export interface ExportParts {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
}

/** Which topics, in which version of BCF. */
export interface ExportChoice {
  readonly version: BcfVersion
  readonly query: ListQuery
  /** Ids; all that match the query when left out. */
  readonly topics?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

const maxTopics = 2000
const maxPictureBytes = 384 * 1024 ** 2

/** Topics of a file as a BCF archive, by their numbers. */
export async function exportBcf(parts: ExportParts, desk: Desk, choice: ExportChoice): Promise<Uint8Array> {
  const { actor, file } = desk
  const query: ListQuery = { ...choice.query, sort: 'number', order: 'asc' }
  const rows = await matching(parts.database, { fileId: file.id, accountId: actor.accountId }, query)
    .$if(choice.topics !== undefined, (found) => found.where(sql`topic.id::text`, 'in', choice.topics ?? ['']))
    .limit(maxTopics + 1)
    .execute()
  if (rows.length > maxTopics) throw new AppError('too-many', { most: maxTopics })
  const addresses = await addressesOf(parts.database, file.project_id)
  const budget = { pictureBytes: maxPictureBytes }
  return withBcfThread({ signal: choice.signal }, async (thread) => {
    for (const [sha256, guids] of archivesOf(rows)) {
      const archive = await readArchive(parts, sha256)
      if (archive) await thread.ask({ type: 'source', archive, guids })
    }
    for (const row of rows) {
      const topic = await readTopic(parts, { row, desk, addresses, budget })
      await thread.ask({ type: 'topic', topic })
    }
    const { id, name } = { id: file.project_id, name: file.project_name }
    const reply = await thread.ask({ type: 'write', id, name, version: choice.version })
    if (reply.type !== 'written') throw new TypeError(`expected written, found ${reply.type}`)
    return reply.archive
  })
}

/** The archives that topics were imported from, with the guids of these. */
function archivesOf(rows: readonly TopicRow[]): ReadonlyMap<string, readonly string[]> {
  const archives = new Map<string, string[]>()
  for (const { bcf_archive_blob: sha256, guid } of rows) {
    if (sha256 !== null) archives.set(sha256, [...(archives.get(sha256) ?? []), guid])
  }
  return archives
}

/** Null when it is not where it should be: the topics are still worth having. */
async function readArchive({ blobs }: ExportParts, sha256: string): Promise<Uint8Array | null> {
  if ((await blobs.stat(sha256)) === null) return null
  const pieces: Buffer[] = await (await blobs.open(sha256)).toArray()
  return Buffer.concat(pieces)
}

/** Members are named by their addresses, as other programs do it; everybody else by the name that was kept. */
async function addressesOf(database: Kysely<Database>, projectId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.email'])
    .where('membership.project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ email, id }) => [id, email]))
}

interface TopicToExport {
  readonly row: TopicRow
  readonly desk: Desk
  readonly addresses: ReadonlyMap<string, string>
  /** Bytes of pictures that are left: all of them are in memory until the archive is written. */
  readonly budget: { pictureBytes: number }
}

async function readTopic(parts: ExportParts, exported: TopicToExport): Promise<ExportedTopic> {
  const { addresses, desk, row } = exported
  const personOf = (id: string | null, name: string): ExportedPerson => {
    const address = addresses.get(id ?? '')
    return { name: address ?? name, isMember: address !== undefined }
  }
  const { description, due_date: dueDate, labels, priority, stage, status, title, type } = row
  return {
    guid: row.guid,
    values: { title, description, type, status, priority, stage, labels, dueDate },
    assignee: personOf(row.assignee_id, row.assignee_name),
    author: personOf(row.author_id, row.author_name),
    createdAt: row.created_at,
    changedBy: personOf(row.changed_by_id, row.changed_by_name),
    changedAt: row.changed_at,
    ...(await readDiscussion(parts, exported, personOf)),
    fileName: desk.file.description,
    omitted: row.bcf_omitted,
  }
}

async function readDiscussion(
  parts: ExportParts,
  exported: TopicToExport,
  personOf: (id: string | null, name: string) => ExportedPerson,
): Promise<Pick<ExportedTopic, 'comments' | 'viewpoints'>> {
  const { database } = parts
  const { desk, row } = exported
  const views = await selectViewpoints(database, desk.file.id)
    .where('viewpoint.topic_id', '=', row.id)
    .orderBy('viewpoint.created_at')
    .orderBy('viewpoint.id')
    .execute()
  const contents = await readContents(
    database,
    views.map((view) => view.id),
  )
  const viewpoints: ExportedViewpoint[] = []
  for (const { bcf_snapshot: isImported, guid, id, snapshot_blob } of views) {
    const content = contents.get(id)
    const isImportedSnapshot = isImported && row.bcf_archive_blob !== null
    const snapshot = await readPicture(parts, snapshot_blob, exported.budget)
    if (content) viewpoints.push({ guid, state: content.state, snapshot, isImportedSnapshot })
  }
  const guids = new Map(views.map(({ guid, id }) => [id, guid]))
  const comments = await database
    .selectFrom('comment')
    .selectAll()
    .where('topic_id', '=', row.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    viewpoints,
    comments: comments.map((comment) => ({
      guid: comment.guid,
      text: comment.text,
      author: personOf(comment.author_id, comment.author_name),
      createdAt: comment.created_at,
      editedAt: comment.edited_at,
      viewpointGuid: guids.get(comment.viewpoint_id ?? '') ?? null,
    })),
  }
}

/** As PNG; null when there is none, or when it is not where it should be: the rest is still worth having. */
async function readPicture(
  { blobs }: ExportParts,
  sha256: string | null,
  budget: TopicToExport['budget'],
): Promise<Uint8Array | null> {
  if (sha256 === null || (await blobs.stat(sha256)) === null) return null
  const pieces: Buffer[] = await (await blobs.open(sha256)).toArray()
  const picture = await pngOf(Buffer.concat(pieces))
  budget.pictureBytes -= picture.byteLength
  if (budget.pictureBytes < 0) throw new AppError('request-too-large')
  return picture
}
