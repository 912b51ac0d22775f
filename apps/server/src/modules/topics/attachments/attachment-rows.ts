import type { TopicAttachment } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { isIdentifier } from '../../../domain/files/file-records.js'
import { canModerate, type TopicContext } from '../topic-access.js'
import { toNamedUser } from '../topic-rows.js'

/** Selects the attachments of topics of a file with the current names of their authors. */
export function selectAttachments(connection: Kysely<Database>, fileId: string) {
  return connection
    .selectFrom('topic_attachment')
    .innerJoin('topic', 'topic.id', 'topic_attachment.topic_id')
    .leftJoin('account as author', 'author.id', 'topic_attachment.author_id')
    .selectAll('topic_attachment')
    .select('author.name as author_now')
    .where('topic.file_id', '=', fileId)
    .orderBy('topic_attachment.id')
}

export type AttachmentRow = Awaited<ReturnType<ReturnType<typeof selectAttachments>['executeTakeFirstOrThrow']>>

/** Finds one attachment of a file; returns null for an unknown or invalid id. */
export async function findAttachmentRow(
  connection: Kysely<Database>,
  fileId: string,
  id: string,
): Promise<AttachmentRow | null> {
  if (!isIdentifier(id)) return null
  return (await selectAttachments(connection, fileId).where('topic_attachment.id', '=', id).executeTakeFirst()) ?? null
}

/** Reads the attachments of a topic and its comments, oldest first. */
export async function readAttachments(
  connection: Kysely<Database>,
  topicContext: TopicContext,
  topicId: string,
): Promise<TopicAttachment[]> {
  const rows = await selectAttachments(connection, topicContext.file.id)
    .where('topic_attachment.topic_id', '=', topicId)
    .execute()
  return rows.map((row) => toAttachment(row, topicContext))
}

export function toAttachment(row: AttachmentRow, topicContext: TopicContext): TopicAttachment {
  const { comment_id: commentId, guid, height, id, name, width } = row
  return {
    id,
    guid,
    name,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    width,
    height,
    commentId,
    author: toNamedUser(row.author_id, row.author_now, row.author_name),
    createdAt: row.created_at.toISOString(),
    mayDelete: canModerate(topicContext, row.author_id),
  }
}

/** Returns the hashes of all bytes of an attachment. */
export function listBlobs(
  row: Pick<AttachmentRow, 'blob_sha256' | 'preview_blob' | 'thumbnail_blob'>,
): readonly string[] {
  return [row.blob_sha256, row.preview_blob, row.thumbnail_blob].filter((sha256) => sha256 !== null)
}

/** Sums the bytes of the attachments that are deleted with a topic or a comment. */
export async function sumAttachmentBytes(
  connection: Kysely<Database>,
  column: 'topic_id' | 'comment_id',
  id: string,
): Promise<number> {
  const row = await connection
    .selectFrom('topic_attachment')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
    .where(column, '=', id)
    .executeTakeFirst()
  return row?.bytes ?? 0
}
