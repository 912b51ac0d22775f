import { AppError } from '@kamar/core'
import { type BcfImport, collaborationLimits as limits } from '@kamar/contracts'
import { appendAuditEvent, recordAuditEvent, type Database, foldForSearch, newId } from '@kamar/database'
import type { StoredBlob } from '@kamar/storage'
import { sql, type Transaction } from 'kysely'
import { insertBlob } from '../../../domain/files/insert-blob.js'
import { deleteUnreferencedBlobs } from '../../../domain/files/referenced-blobs.js'
import type { BcfImportDependencies, Counts, ImportContext, Skip } from './import-context.js'
import { importDocuments } from './import-documents.js'
import type { ImportedComment, ImportedTopic } from './bcf-imported.js'
import { removeMissingSheets } from './remove-missing-sheets.js'
import { readSheetNames } from './read-sheet-names.js'
import { openArchive, withBcfThread } from './bcf-thread.js'
import { type TopicContext, findTopic } from '../topic-access.js'
import type { TopicValues } from '../topic-changes.js'
import { insertTopic, updateTopic } from '../topic-service.js'
import { insertViewpoint } from '../viewpoint-rows.js'

/** Archive to import. */
export interface ImportTask {
  readonly bytes: Buffer
  /** Ends the import; topics stored by then stay. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((importedTopics: number, allTopics: number) => void) | undefined
}

/** Snapshot that waits until its viewpoint is written. */
interface PendingSnapshot {
  readonly viewpointId: string
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Imports the topics of an archive, one by one. A topic that the file already has (by its guid) gets the missing
 * comments and viewpoints, and its fields when the archive’s are newer. Authors remain names: an archive can claim any
 * author.
 */
export async function importBcf(
  parts: BcfImportDependencies,
  topicContext: TopicContext,
  task: ImportTask,
): Promise<BcfImport> {
  const archive = await storeArchive(parts, topicContext, task.bytes)
  try {
    return await importTopics({ ...parts, archive }, topicContext, task)
  } finally {
    if (archive) await deleteUnreferencedBlobs(parts.database, parts.blobs, [archive.sha256])
  }
}

function importTopics(
  parts: BcfImportDependencies & Pick<ImportContext, 'archive'>,
  topicContext: TopicContext,
  { bytes, onProgress, signal }: ImportTask,
): Promise<BcfImport> {
  return withBcfThread({ limits: parts.threadLimits, signal }, async (thread) => {
    const archive = await openArchive(thread, bytes)
    const counts: Counts = {
      version: archive.version,
      created: 0,
      changed: 0,
      unchanged: 0,
      comments: 0,
      viewpoints: 0,
      skipped: parts.archive ? [] : [{ name: 'archive', reason: 'too-large' }],
    }
    const sheetNames = await readSheetNames(parts.database, topicContext.file.id)
    const context: ImportContext = { ...parts, topicContext, counts, sheetNames }
    const topics = archive.topics()
    let step = await topics.next()
    for (let imported = 1; step.done !== true; imported++) {
      signal?.throwIfAborted()
      if (step.value) await importTopic(context, step.value)
      onProgress?.(imported, archive.topicCount)
      step = await topics.next()
    }
    counts.skipped.push(...step.value)
    await recordAuditEvent(parts.database, {
      actor: topicContext.actor.accountId,
      action: 'file.bcf-import',
      subject: topicContext.file.id,
      details: { created: counts.created, changed: counts.changed },
    })
    return { ...counts, skipped: counts.skipped.slice(0, maxNamedSkips) }
  })
}

const maxNamedSkips = 200

/**
 * Stores the archive; returns null when the archives of this file exceed the limit: then only its topics are stored.
 */
async function storeArchive(
  { blobs, database }: BcfImportDependencies,
  { file }: TopicContext,
  bytes: Buffer,
): Promise<StoredBlob | null> {
  const blob = await blobs.put(toChunks(bytes))
  await database.transaction().execute((transaction) => insertBlob(transaction, blob))
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::float8 as bytes from blob where sha256 <> ${blob.sha256} and sha256 in (
      select bcf_archive_blob from topic where file_id = ${file.id} and bcf_archive_blob is not null)`.execute(database)
  if ((rows[0]?.bytes ?? 0) + blob.sizeBytes <= limits.bcfStoredBytesPerFile) return blob
  await deleteUnreferencedBlobs(database, blobs, [blob.sha256])
  return null
}

async function importTopic(context: ImportContext, read: ImportedTopic): Promise<void> {
  const skip: Skip = (name, reason) => {
    context.counts.skipped.push({ name, reason })
  }
  const { missingSheet, topic } = removeMissingSheets(read, context.sheetNames)
  if (missingSheet !== null) skip(missingSheet, 'no-sheet')
  if (topic.hasDamagedSheets) skip(topic.guid, 'damaged')
  try {
    const snapshots = await context.database
      .transaction()
      .execute((transaction) => writeTopic(transaction, context, { topic, skip, missingSheet }))
    for (const { bytes, name, viewpointId } of snapshots) {
      await context.storeSnapshot(viewpointId, Buffer.from(bytes)).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'image-unreadable') throw error
        skip(name, 'damaged')
      })
    }
    await importDocuments(context, topic, skip)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-many') throw error
    skip(topic.guid, 'too-many')
  }
}

interface IncomingTopic {
  readonly topic: ImportedTopic
  /** Sheet of the topic that the file does not have; null without one. */
  readonly missingSheet: string | null
  readonly skip: Skip
}

async function writeTopic(
  transaction: Transaction<Database>,
  context: ImportContext,
  incoming: IncomingTopic,
): Promise<readonly PendingSnapshot[]> {
  const { archive, counts, topicContext } = context
  const { missingSheet, topic } = incoming
  const existing = await transaction
    .selectFrom('topic')
    .select('id')
    .where('file_id', '=', topicContext.file.id)
    .where('guid', '=', topic.guid)
    .executeTakeFirst()
  const id = existing?.id ?? (await createTopic(transaction, topicContext, topic))
  const isNewer = existing !== undefined && (await updateIfNewer(transaction, topicContext, { id, topic }))
  const snapshots = await addViewpoints(transaction, topicContext, { ...incoming, id })
  const comments = await addComments(transaction, id, incoming)
  counts.viewpoints += snapshots.added
  counts.comments += comments.added
  const isChanged = isNewer || snapshots.added > 0 || comments.added > 0
  if (existing === undefined) counts.created++
  else if (isChanged) counts.changed++
  else counts.unchanged++
  if (existing === undefined || isChanged) {
    const withoutSheet = missingSheet === null ? [] : [topic.guid]
    const omitted = [...topic.omitted, ...snapshots.omitted, ...comments.omitted, ...withoutSheet]
    await transaction
      .updateTable('topic')
      .set({ bcf_archive_blob: archive?.sha256 ?? null, bcf_omitted: omitted })
      .where('id', '=', id)
      .execute()
    await appendAuditEvent(transaction, { actor: topicContext.actor.accountId, action: 'topic.import', subject: id })
  }
  return snapshots.waiting
}

async function createTopic(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  topic: ImportedTopic,
): Promise<string> {
  return insertTopic(transaction, topicContext, {
    guid: topic.guid,
    values: { ...(await toTopicValues(transaction, topicContext, topic)), title: topic.values.title },
    author: { id: null, name: topic.author },
    changedByName: topic.modifiedAuthor ?? topic.author,
    assigneeName: topic.assignedTo,
    createdAt: topic.date,
    changedAt: topic.modifiedDate ?? topic.date,
    fileVersionId: null,
  })
}

async function updateIfNewer(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  { id, topic }: { readonly id: string; readonly topic: ImportedTopic },
): Promise<boolean> {
  const before = await findTopic(transaction, topicContext, id)
  if (topic.modifiedDate === null || topic.modifiedDate <= before.changed_at) return false
  const values = await toTopicValues(transaction, topicContext, topic)
  await updateTopic(transaction, topicContext, { topicId: id, revision: before.revision, values, before })
  await transaction
    .updateTable('topic')
    .set({ changed_at: topic.modifiedDate, changed_by_id: null, changed_by_name: topic.modifiedAuthor ?? topic.author })
    .where('id', '=', id)
    .execute()
  return true
}

/** Converts a topic; its assignee is the person with that address who sees the file, if there is one. */
async function toTopicValues(
  transaction: Transaction<Database>,
  topicContext: TopicContext,
  topic: ImportedTopic,
): Promise<TopicValues> {
  const assignee = await transaction
    .selectFrom('access')
    .innerJoin('account', 'account.id', 'access.account_id')
    .select(['account.id', 'account.name'])
    .where('access.area_id', '=', topicContext.file.area_id)
    .where(sql`lower(account.email)`, '=', topic.assignedTo.toLowerCase())
    .executeTakeFirst()
  // Other programs drop the place of a topic: a missing one is no change.
  const { anchor, values } = topic
  return { ...values, ...(assignee ? { assignee } : {}), ...(anchor ? { anchor } : {}) }
}

interface AddedViewpoints {
  readonly added: number
  readonly waiting: readonly PendingSnapshot[]
  readonly omitted: readonly string[]
}

async function addViewpoints(
  transaction: Transaction<Database>,
  { file }: TopicContext,
  { id: topicId, skip, topic }: IncomingTopic & { readonly id: string },
): Promise<AddedViewpoints> {
  const existing = await readGuids(transaction, 'viewpoint', topicId)
  const fresh = topic.viewpoints.filter(({ guid }) => !existing.has(guid))
  const remainingSlots = Math.max(0, limits.viewpointsPerTopic - existing.size)
  if (fresh.length > remainingSlots) skip(topic.guid, 'too-many')
  const waiting: PendingSnapshot[] = []
  const omitted = fresh.slice(remainingSlots).map(({ guid }) => guid)
  let added = 0
  for (const { guid, markup, snapshot, state } of fresh.slice(0, remainingSlots)) {
    if (!state) {
      skip(guid, 'too-large')
      omitted.push(guid)
      continue
    }
    const viewpointId = await insertViewpoint(transaction, {
      fileId: file.id,
      topicId,
      guid,
      name: '',
      state,
      markup,
      fileVersionId: null,
      author: { id: null, name: topic.author },
      createdAt: topic.date,
      isImported: true,
    })
    added++
    if (snapshot) waiting.push({ viewpointId, name: guid, bytes: snapshot })
  }
  return { added, waiting, omitted }
}

async function addComments(
  transaction: Transaction<Database>,
  topicId: string,
  { skip, topic }: IncomingTopic,
): Promise<{ readonly added: number; readonly omitted: readonly string[] }> {
  const existing = await readGuids(transaction, 'comment', topicId)
  const fresh = topic.comments.filter(({ guid }) => !existing.has(guid))
  const remainingSlots = Math.max(0, limits.commentsPerTopic - existing.size)
  if (fresh.length > remainingSlots || topic.omitted.length > 0) skip(topic.guid, 'too-many')
  const importableComments = fresh.slice(0, remainingSlots)
  for (const comment of importableComments) await insertComment(transaction, topicId, comment)
  return { added: importableComments.length, omitted: fresh.slice(remainingSlots).map(({ guid }) => guid) }
}

async function insertComment(
  transaction: Transaction<Database>,
  topicId: string,
  comment: ImportedComment,
): Promise<void> {
  await transaction
    .insertInto('comment')
    .values({
      id: newId(),
      topic_id: topicId,
      guid: comment.guid,
      text: comment.text,
      search_text: foldForSearch(comment.text),
      viewpoint_id: sql<string>`(
        select id from viewpoint where topic_id = ${topicId} and guid = ${comment.viewpointGuid})`,
      reply_to_id: null,
      author_id: null,
      author_name: comment.author,
      created_at: comment.date,
      edited_at: comment.modifiedDate,
    })
    .execute()
}

async function readGuids(
  transaction: Transaction<Database>,
  table: 'viewpoint' | 'comment',
  topicId: string,
): Promise<ReadonlySet<string>> {
  const rows = await transaction.selectFrom(table).select('guid').where('topic_id', '=', topicId).execute()
  return new Set(rows.map(({ guid }) => guid))
}

const chunkBytes = 1024 ** 2

/** Splits the content into chunks, so that other requests can run while it is hashed. */
async function* toChunks(content: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
}
