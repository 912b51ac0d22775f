import { BcfError, type BcfComment, type BcfTopic, type BcfViewpoint, readBcf } from '@kamar/bcf'
import { AppError, type BcfImport, collaborationLimits as most } from '@kamar/contracts'
import { appendAuditEvent, type Database, foldForSearch, newId } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { viewStateOf } from './bcf-elements.js'
import { type Desk, findTopic } from './topic-access.js'
import type { TopicValues } from './topic-changes.js'
import { insertTopic, updateTopic } from './topic-service.js'
import { emptyMarkup, insertViewpoint } from './viewpoint-rows.js'

export interface ImportParts {
  readonly database: Kysely<Database>
  /** Writes a picture anew and hangs it to a viewpoint. */
  readonly keepSnapshot: (viewpointId: string, bytes: Buffer) => Promise<void>
}

type Counts = { -readonly [Name in keyof BcfImport]: BcfImport[Name] }

/** A picture that waits until its viewpoint is written. */
interface WaitingPicture {
  readonly viewpointId: string
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Brings in the topics of an archive. A topic that the file has already (by its guid) gets what it does not have: comments,
 * viewpoints, and its fields when the archive’s are newer. Authors stay names: an archive can claim to be from anybody.
 */
export async function importBcf(parts: ImportParts, desk: Desk, bytes: Buffer): Promise<BcfImport> {
  const archive = await readBcf(bytes).catch((error: unknown) => {
    throw error instanceof BcfError ? new AppError('bcf-unreadable', {}, { cause: error }) : error
  })
  const { problems, topics, version } = archive
  const counts: Counts = {
    version,
    created: 0,
    changed: 0,
    unchanged: 0,
    comments: 0,
    viewpoints: 0,
    skipped: [...problems],
  }
  for (const topic of topics) await importTopic(parts, desk, { topic, counts })
  await parts.database.transaction().execute((transaction) =>
    appendAuditEvent(transaction, {
      actor: desk.actor.accountId,
      action: 'file.bcf-import',
      subject: desk.file.id,
      details: { created: counts.created, changed: counts.changed },
    }),
  )
  return { ...counts, skipped: counts.skipped.slice(0, mostSkippedNamed) }
}

const mostSkippedNamed = 200

async function importTopic(
  parts: ImportParts,
  desk: Desk,
  { counts, topic }: { readonly topic: BcfTopic; readonly counts: Counts },
): Promise<void> {
  const skip = (name: string, reason: BcfImport['skipped'][number]['reason']): void => {
    counts.skipped.push({ name, reason })
  }
  try {
    const pictures = await parts.database
      .transaction()
      .execute((transaction) => writeTopic(transaction, desk, { topic, counts, skip }))
    for (const { bytes, name, viewpointId } of pictures) {
      await parts.keepSnapshot(viewpointId, Buffer.from(bytes)).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'image-unreadable') throw error
        skip(name, 'damaged')
      })
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-many') throw error
    skip(topic.guid, 'too-many')
  }
}

interface TopicOnItsWay {
  readonly topic: BcfTopic
  readonly counts: Counts
  readonly skip: (name: string, reason: 'too-large' | 'too-many') => void
}

async function writeTopic(
  transaction: Transaction<Database>,
  desk: Desk,
  way: TopicOnItsWay,
): Promise<readonly WaitingPicture[]> {
  const { counts, topic } = way
  const known = await transaction
    .selectFrom('topic')
    .select('id')
    .where('file_id', '=', desk.file.id)
    .where('guid', '=', topic.guid)
    .executeTakeFirst()
  const id = known?.id ?? (await createTopic(transaction, desk, topic))
  const isNewer = known !== undefined && (await updateIfNewer(transaction, desk, { id, topic }))
  const pictures = await addViewpoints(transaction, desk, { ...way, id })
  const comments = await addComments(transaction, id, way)
  counts.viewpoints += pictures.added
  counts.comments += comments
  const isChanged = isNewer || pictures.added > 0 || comments > 0
  if (known === undefined) counts.created++
  else if (isChanged) counts.changed++
  else counts.unchanged++
  if (known === undefined || isChanged) {
    await appendAuditEvent(transaction, { actor: desk.actor.accountId, action: 'topic.import', subject: id })
  }
  return pictures.waiting
}

async function createTopic(transaction: Transaction<Database>, desk: Desk, topic: BcfTopic): Promise<string> {
  const values = await valuesOf(transaction, desk, topic)
  return insertTopic(transaction, desk, {
    guid: topic.guid,
    values: { ...values, title: cut(topic.title, most.titleCharacters) },
    author: { id: null, name: cut(topic.author, most.titleCharacters) },
    assigneeName: cut(topic.assignedTo, most.titleCharacters),
    createdAt: topic.date,
    changedAt: topic.modifiedDate ?? topic.date,
    fileVersionId: null,
  })
}

async function updateIfNewer(
  transaction: Transaction<Database>,
  desk: Desk,
  { id, topic }: { readonly id: string; readonly topic: BcfTopic },
): Promise<boolean> {
  const before = await findTopic(transaction, desk, id)
  if (topic.modifiedDate === null || topic.modifiedDate <= before.changed_at) return false
  const values = await valuesOf(transaction, desk, topic)
  await updateTopic(transaction, desk, { topicId: id, revision: before.revision, values, before })
  await transaction
    .updateTable('topic')
    .set({ changed_at: topic.modifiedDate, changed_by_id: null, changed_by_name: topic.modifiedAuthor ?? topic.author })
    .where('id', '=', id)
    .execute()
  return true
}

/** In charge is the member with that address, if there is one. */
async function valuesOf(transaction: Transaction<Database>, desk: Desk, topic: BcfTopic): Promise<TopicValues> {
  const assignee = await transaction
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.name'])
    .where('membership.project_id', '=', desk.file.project_id)
    .where(sql`lower(account.email)`, '=', topic.assignedTo.toLowerCase())
    .executeTakeFirst()
  const word = (text: string): string => cut(text, most.wordCharacters)
  return {
    title: cut(topic.title, most.titleCharacters),
    description: cut(topic.description, most.textCharacters),
    type: word(topic.type),
    status: word(topic.status),
    priority: word(topic.priority),
    stage: word(topic.stage),
    labels: topic.labels.slice(0, most.labelsPerTopic).map(word),
    dueDate: topic.dueDate,
    ...(assignee ? { assignee } : {}),
  }
}

async function addViewpoints(
  transaction: Transaction<Database>,
  { file }: Desk,
  { id: topicId, skip, topic }: TopicOnItsWay & { readonly id: string },
): Promise<{ readonly added: number; readonly waiting: readonly WaitingPicture[] }> {
  const known = await guidsOf(transaction, 'viewpoint', topicId)
  const fresh = uniqueByGuid(topic.viewpoints).filter(({ guid }) => !known.has(guid))
  const room = Math.max(0, most.viewpointsPerTopic - known.size)
  if (fresh.length > room) skip(topic.guid, 'too-many')
  const waiting: WaitingPicture[] = []
  let added = 0
  for (const viewpoint of fresh.slice(0, room)) {
    const state = viewStateOf(viewpoint)
    if (!state) {
      skip(viewpoint.guid, 'too-large')
      continue
    }
    const viewpointId = await insertViewpoint(transaction, {
      fileId: file.id,
      topicId,
      guid: viewpoint.guid,
      name: '',
      state,
      markup: emptyMarkup,
      fileVersionId: null,
      author: { id: null, name: topic.author },
      createdAt: topic.date,
    })
    added++
    if (viewpoint.snapshot) waiting.push({ viewpointId, name: viewpoint.guid, bytes: viewpoint.snapshot })
  }
  return { added, waiting }
}

async function addComments(
  transaction: Transaction<Database>,
  topicId: string,
  { skip, topic }: TopicOnItsWay,
): Promise<number> {
  const known = await guidsOf(transaction, 'comment', topicId)
  const fresh = uniqueByGuid(topic.comments).filter(({ guid }) => !known.has(guid))
  const room = Math.max(0, most.commentsPerTopic - known.size)
  if (fresh.length > room) skip(topic.guid, 'too-many')
  const taken = fresh.slice(0, room)
  for (const comment of taken) await insertComment(transaction, topicId, comment)
  return taken.length
}

async function insertComment(transaction: Transaction<Database>, topicId: string, comment: BcfComment): Promise<void> {
  const text = cut(comment.text, most.textCharacters)
  await transaction
    .insertInto('comment')
    .values({
      id: newId(),
      topic_id: topicId,
      guid: comment.guid,
      text,
      search_text: foldForSearch(text),
      viewpoint_id: sql<string>`(
        select id from viewpoint where topic_id = ${topicId} and guid = ${comment.viewpointGuid})`,
      reply_to_id: null,
      author_id: null,
      author_name: cut(comment.author, most.titleCharacters),
      created_at: comment.date,
      edited_at: comment.modifiedDate,
    })
    .execute()
}

async function guidsOf(
  transaction: Transaction<Database>,
  table: 'viewpoint' | 'comment',
  topicId: string,
): Promise<ReadonlySet<string>> {
  const rows = await transaction.selectFrom(table).select('guid').where('topic_id', '=', topicId).execute()
  return new Set(rows.map(({ guid }) => guid))
}

function uniqueByGuid<Item extends BcfViewpoint | BcfComment>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.guid, item])).values()]
}

/** Not in the middle of a character. */
function cut(text: string, mostCharacters: number): string {
  const clean = text.replaceAll('\u0000', '').trim()
  return clean.length <= mostCharacters ? clean : clean.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')
}
