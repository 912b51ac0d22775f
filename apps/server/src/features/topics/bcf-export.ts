import { type BcfComment, type BcfTopic, type BcfViewpoint, writeBcf, type WrittenVersion } from '@kamar/bcf'
import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { BlobStore } from '@kamar/storage'
import { type Kysely, sql } from 'kysely'
import { bcfViewOf } from './bcf-elements.js'
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
  readonly version: WrittenVersion
  readonly query: ListQuery
  /** Ids; all that match the query when left out. */
  readonly topics?: readonly string[] | undefined
}

const mostTopics = 2000
const mostPictureBytes = 384 * 1024 ** 2

/** Topics of a file as a BCF archive, by their numbers. */
export async function exportBcf(parts: ExportParts, desk: Desk, choice: ExportChoice): Promise<Buffer> {
  const { actor, file } = desk
  const query: ListQuery = { ...choice.query, sort: 'number', order: 'asc' }
  const found = await matching(parts.database, { fileId: file.id, accountId: actor.accountId }, query)
    .$if(choice.topics !== undefined, (rows) => rows.where(sql`topic.id::text`, 'in', choice.topics ?? ['']))
    .limit(mostTopics + 1)
    .execute()
  if (found.length > mostTopics) throw new AppError('too-many', { most: mostTopics })
  const addresses = await addressesOf(parts.database, file.project_id)
  const budget = { pictureBytes: mostPictureBytes }
  const topics: BcfTopic[] = []
  for (const row of found) topics.push(await bcfTopicOf(parts, { row, desk, addresses, budget }))
  return writeBcf({ id: file.project_id, name: file.project_name, topics }, choice.version)
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

interface ExportedTopic {
  readonly row: TopicRow
  readonly desk: Desk
  readonly addresses: ReadonlyMap<string, string>
  /** Bytes of pictures that are left: all of them are in memory until the archive is written. */
  readonly budget: { pictureBytes: number }
}

async function bcfTopicOf(parts: ExportParts, exported: ExportedTopic): Promise<BcfTopic> {
  const { addresses, desk, row } = exported
  const nameOf = (id: string | null, name: string): string => addresses.get(id ?? '') ?? name
  const isChanged = row.changed_at.getTime() !== row.created_at.getTime()
  return {
    guid: row.guid,
    title: row.title,
    description: row.description,
    type: row.type,
    status: row.status,
    priority: row.priority,
    stage: row.stage,
    labels: row.labels,
    assignedTo: nameOf(row.assignee_id, row.assignee_name),
    dueDate: row.due_date,
    author: nameOf(row.author_id, row.author_name),
    date: row.created_at,
    modifiedAuthor: isChanged ? nameOf(row.changed_by_id, row.changed_by_name) : null,
    modifiedDate: isChanged ? row.changed_at : null,
    ...(await saidOf(parts, exported, nameOf)),
    files: [desk.file.description],
  }
}

async function saidOf(
  parts: ExportParts,
  exported: ExportedTopic,
  nameOf: (id: string | null, name: string) => string,
): Promise<Pick<BcfTopic, 'comments' | 'viewpoints'>> {
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
  const viewpoints: BcfViewpoint[] = []
  for (const { guid, id, snapshot_blob } of views) {
    const content = contents.get(id)
    const snapshot = await readPicture(parts, snapshot_blob, exported.budget)
    if (content) viewpoints.push({ guid, ...bcfViewOf(content.state), snapshot })
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
    comments: comments.map((comment): BcfComment => {
      const author = nameOf(comment.author_id, comment.author_name)
      return {
        guid: comment.guid,
        text: comment.text,
        author,
        date: comment.created_at,
        modifiedAuthor: comment.edited_at && author,
        modifiedDate: comment.edited_at,
        viewpointGuid: guids.get(comment.viewpoint_id ?? '') ?? null,
      }
    }),
  }
}

/** As PNG; null when there is none, or when it is not where it should be: the rest is still worth having. */
async function readPicture(
  { blobs }: ExportParts,
  sha256: string | null,
  budget: ExportedTopic['budget'],
): Promise<Uint8Array | null> {
  if (sha256 === null || (await blobs.stat(sha256)) === null) return null
  const pieces: Buffer[] = await (await blobs.open(sha256)).toArray()
  const picture = await pngOf(Buffer.concat(pieces))
  budget.pictureBytes -= picture.byteLength
  if (budget.pictureBytes < 0) throw new AppError('request-too-large')
  return picture
}
