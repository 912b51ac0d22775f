import type { BcfVersion } from '@kamar/bcf'
import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import { type Kysely, sql } from 'kysely'
import type { ExportedUser, ExportedTopic, ExportedViewpoint } from './bcf-exported.js'
import { withBcfThread } from './bcf-thread.js'
import { selectAttachments } from '../attachments/attachment-rows.js'
import { toPng } from '../snapshot-image.js'
import type { TopicContext } from '../topic-access.js'
import { type ListQuery, matching } from '../topic-list.js'
import type { TopicRow } from '../topic-rows.js'
import { readContents, selectViewpoints } from '../viewpoint-rows.js'

export interface BcfExportDependencies {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
}

/** Topics and BCF version of an export. */
export interface ExportChoice {
  readonly version: BcfVersion
  readonly query: ListQuery
  /** Ids; omitted: all that match the query. */
  readonly topics?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

const maxTopics = 2000
const maxImageBytes = 384 * 1024 ** 2

/** Exports topics of a file as a BCF archive, by their numbers. */
export async function exportBcf(
  parts: BcfExportDependencies,
  topicContext: TopicContext,
  choice: ExportChoice,
): Promise<Uint8Array> {
  const { actor, file } = topicContext
  const query: ListQuery = { ...choice.query, sort: 'number', order: 'asc' }
  const rows = await matching(parts.database, { fileId: file.id, accountId: actor.accountId }, query)
    .$if(choice.topics !== undefined, (selection) => selection.where(sql`topic.id::text`, 'in', choice.topics ?? ['']))
    .limit(maxTopics + 1)
    .execute()
  if (rows.length > maxTopics) throw new AppError('too-many', { most: maxTopics })
  const project = { id: file.project_id, name: file.project_name }
  return writeBcfTopics(
    parts,
    rows.map((row) => ({ row, topicContext })),
    { ...choice, project },
  )
}

/** Topic to export, with its file. */
interface TopicOfFile {
  readonly row: TopicRow
  readonly topicContext: TopicContext
}

interface ArchiveOptions extends Pick<ExportChoice, 'version' | 'signal'> {
  readonly project: { readonly id: string; readonly name: string }
}

/** Writes topics of one file or several as a BCF archive. */
export async function writeBcfTopics(
  parts: BcfExportDependencies,
  topics: readonly TopicOfFile[],
  { project, signal, version }: ArchiveOptions,
): Promise<Uint8Array> {
  const areaIds = [...new Set(topics.map(({ topicContext }) => topicContext.file.area_id))]
  const addresses = await readEmails(parts.database, areaIds)
  const budget = { imageBytes: maxImageBytes }
  return withBcfThread({ signal }, async (thread) => {
    for (const [sha256, guids] of groupByArchive(topics.map(({ row }) => row))) {
      const archive = await readStored(parts, sha256)
      if (archive) await thread.request({ type: 'source', archive, guids })
    }
    for (const { row, topicContext } of topics) {
      const topic = await readTopic(parts, { row, topicContext, addresses, budget })
      await thread.request({ type: 'topic', topic })
    }
    const reply = await thread.request({ type: 'write', ...project, version })
    if (reply.type !== 'written') throw new TypeError(`expected written, found ${reply.type}`)
    return reply.archive
  })
}

/** Groups the source archives of imported topics, with the topics' guids. */
function groupByArchive(rows: readonly TopicRow[]): ReadonlyMap<string, readonly string[]> {
  const archives = new Map<string, string[]>()
  for (const { bcf_archive_blob: sha256, guid } of rows) {
    if (sha256 !== null) archives.set(sha256, [...(archives.get(sha256) ?? []), guid])
  }
  return archives
}

/** Reads stored bytes; returns null when they are missing: the topics are exported all the same. */
async function readStored({ blobs }: BcfExportDependencies, sha256: string): Promise<Uint8Array | null> {
  if ((await blobs.stat(sha256)) === null) return null
  const chunks: Buffer[] = await (await blobs.open(sha256)).toArray()
  return Buffer.concat(chunks)
}

/** Reads the e-mails of the people who see the files, by which other programs identify them; all other authors have their stored name. */
async function readEmails(
  database: Kysely<Database>,
  areaIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('access')
    .innerJoin('account', 'account.id', 'access.account_id')
    .select(['account.id', 'account.email'])
    .distinct()
    .where('access.area_id', '=', sql<string>`any(${areaIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ email, id }) => [id, email]))
}

interface TopicToExport {
  readonly row: TopicRow
  readonly topicContext: TopicContext
  readonly addresses: ReadonlyMap<string, string>
  /** Remaining bytes of images and documents: all of them are in memory until the archive is written. */
  readonly budget: { imageBytes: number }
}

async function readTopic(parts: BcfExportDependencies, exported: TopicToExport): Promise<ExportedTopic> {
  const { addresses, topicContext, row } = exported
  const toExportedUser = (id: string | null, name: string): ExportedUser => {
    const address = addresses.get(id ?? '')
    return { name: address ?? name, isMember: address !== undefined }
  }
  const { description, due_date: dueDate, labels, priority, stage, status, title, type } = row
  return {
    guid: row.guid,
    values: { title, description, type, status, priority, stage, labels, dueDate },
    assignee: toExportedUser(row.assignee_id, row.assignee_name),
    author: toExportedUser(row.author_id, row.author_name),
    createdAt: row.created_at,
    changedBy: toExportedUser(row.changed_by_id, row.changed_by_name),
    changedAt: row.changed_at,
    ...(await readDiscussion(parts, exported, toExportedUser)),
    documents: await readDocuments(parts, exported),
    anchor: row.anchor as ExportedTopic['anchor'],
    fileName: topicContext.file.description,
    omitted: row.bcf_omitted,
  }
}

async function readDiscussion(
  parts: BcfExportDependencies,
  exported: TopicToExport,
  toExportedUser: (id: string | null, name: string) => ExportedUser,
): Promise<Pick<ExportedTopic, 'comments' | 'viewpoints'>> {
  const { database } = parts
  const { topicContext, row } = exported
  const views = await selectViewpoints(database, topicContext.file.id)
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
    const snapshot = await readImage(parts, snapshot_blob, exported.budget)
    if (content) viewpoints.push({ guid, ...content, snapshot, isImportedSnapshot })
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
      author: toExportedUser(comment.author_id, comment.author_name),
      createdAt: comment.created_at,
      editedAt: comment.edited_at,
      viewpointGuid: guids.get(comment.viewpoint_id ?? '') ?? null,
    })),
  }
}

/** Reads photos and files; one whose bytes are missing is omitted. */
async function readDocuments(
  { blobs, database }: BcfExportDependencies,
  { budget, row, topicContext }: TopicToExport,
): Promise<ExportedTopic['documents']> {
  const documents: ExportedTopic['documents'][number][] = []
  const rows = await selectAttachments(database, topicContext.file.id)
    .where('topic_attachment.topic_id', '=', row.id)
    .execute()
  for (const { blob_sha256: sha256, guid, name, size_bytes: sizeBytes } of rows) {
    budget.imageBytes -= sizeBytes
    if (budget.imageBytes < 0) throw new AppError('request-too-large')
    const content = await readStored({ blobs, database }, sha256)
    if (content) documents.push({ guid, name, content })
  }
  return documents
}

/** Reads an image as PNG; returns null when there is none, or when it is missing: the rest is exported all the same. */
async function readImage(
  { blobs }: BcfExportDependencies,
  sha256: string | null,
  budget: TopicToExport['budget'],
): Promise<Uint8Array | null> {
  if (sha256 === null || (await blobs.stat(sha256)) === null) return null
  const chunks: Buffer[] = await (await blobs.open(sha256)).toArray()
  const image = await toPng(Buffer.concat(chunks))
  budget.imageBytes -= image.byteLength
  if (budget.imageBytes < 0) throw new AppError('request-too-large')
  return image
}
