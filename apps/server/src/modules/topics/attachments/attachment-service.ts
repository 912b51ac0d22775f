import { toPayer } from '../../../domain/quota/payer.js'
import { randomUUID } from 'node:crypto'
import { AppError } from '@kamar/core'
import { type AttachmentQuery, collaborationLimits as limits, type TopicAttachment } from '@kamar/contracts'
import { type Database, newId } from '@kamar/database'
import type { BlobEntry, StoredBlob } from '@kamar/storage'
import type { Transaction } from 'kysely'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import { assertFewerRows } from '../../../platform/database/count-rows.js'
import { nameActor } from '../../../domain/accounts/user-names.js'
import { isIdentifier } from '../../../domain/files/file-records.js'
import { insertBlob } from '../../../domain/files/insert-blob.js'
import { deleteUnreferencedBlobs } from '../../../domain/files/referenced-blobs.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import { chargeQuota, refundQuota } from '../../../domain/quota/quota.js'
import { lockFile } from '../../../domain/versions/insert-version.js'
import { makePreview } from '../snapshot-image.js'
import { findSent } from '../find-sent.js'
import { canModerate, findTopic, openTopicContext, publishTopic, type TopicContext } from '../topic-access.js'
import type { TopicAddress } from '../topic-service.js'
import { touchTopic } from '../touch-topic.js'
import { type AttachmentRow, findAttachmentRow, listBlobs, toAttachment } from './attachment-rows.js'
import { type AttachmentType, detectContent, isImageType } from './detect-content.js'
import { removeLocation } from './remove-location.js'

/** Attachment of a topic of a file. */
export interface AttachmentAddress {
  readonly fileId: string
  readonly attachmentId: string
}

/** File as it arrived. */
export interface ReceivedFile {
  readonly name: string
  readonly content: Buffer
}

/** Attachment to send: its bytes, and how they are named. */
export interface SentAttachment {
  readonly row: AttachmentRow
  readonly stored: BlobEntry
}

/** File with its preview, as stored. */
export interface StoredFile {
  readonly name: string
  readonly contentType: AttachmentType
  readonly blob: StoredBlob
  readonly preview: {
    readonly full: StoredBlob
    readonly small: StoredBlob
    readonly width: number
    readonly height: number
  } | null
}

/** Manages photos and files of topics and comments. */
export class AttachmentService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /** Adds a file to a topic, or to one of its comments. */
  async add(
    actor: AccountActor,
    { fileId, topicId }: TopicAddress,
    { query, receive }: { readonly query: AttachmentQuery; readonly receive: () => Promise<ReceivedFile> },
  ): Promise<TopicAttachment> {
    const { blobs, database, transact } = this.#context
    // Checked before the file is read, so that a refusal saves the upload.
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    await findTopic(database, topicContext, topicId)
    const file = await this.store(await receive(), query.location === 'keep')
    try {
      const id = await transact(async (unit) => {
        const { transaction } = unit
        const topic = await findTopic(transaction, topicContext, topicId)
        const sent = await findSent(transaction, topicContext, {
          key: query.key,
          addition: { table: 'topic_attachment', topicId: topic.id },
        })
        if (sent !== null) return sent
        const commentId = await findCommentId(transaction, topic.id, query.comment)
        const id = await insertAttachment(transaction, topicContext, {
          topicId: topic.id,
          commentId,
          guid: query.key ?? randomUUID(),
          file,
          author: await nameActor(transaction, actor),
        })
        const details = { name: file.name }
        await touchTopic(transaction, topicContext, { topicId: topic.id, action: 'topic.attachment', details })
        publishTopic(unit, topicContext, { topicId: topic.id, change: 'changed' })
        return id
      })
      return toAttachment(await this.#find(fileId, id), topicContext)
    } catch (error) {
      await deleteUnreferencedBlobs(database, blobs, listStored(file))
      throw error
    }
  }

  async remove(actor: AccountActor, { attachmentId, fileId }: AttachmentAddress): Promise<void> {
    const { blobs, database, transact } = this.#context
    const topicContext = await openTopicContext(database, actor, { fileId, action: 'topic:write' })
    const row = await this.#find(fileId, attachmentId)
    if (!canModerate(topicContext, row.author_id)) throw new AppError('not-allowed')
    await transact(async (unit) => {
      const { transaction } = unit
      const { topic_id: topicId } = row
      const deleted = await transaction
        .deleteFrom('topic_attachment')
        .where('id', '=', row.id)
        .returning('id')
        .executeTakeFirst()
      if (!deleted) throw new AppError('not-found')
      await refundQuota(transaction, toPayer(topicContext.file), row.size_bytes)
      const details = { name: row.name }
      await touchTopic(transaction, topicContext, { topicId, action: 'topic.attachment-delete', details })
      publishTopic(unit, topicContext, { topicId, change: 'changed' })
    })
    await deleteUnreferencedBlobs(database, blobs, listBlobs(row))
  }

  /** Returns an attachment, or a preview of it; throws `not-found` for a file without one. */
  async get(
    actor: AccountActor,
    { attachmentId, fileId }: AttachmentAddress,
    size: 'large' | 'small' | null,
  ): Promise<SentAttachment> {
    const { blobs, database } = this.#context
    await openTopicContext(database, actor, { fileId, action: 'file:read' })
    const row = await this.#find(fileId, attachmentId)
    const preview = size === 'small' ? row.thumbnail_blob : row.preview_blob
    const sha256 = size === null ? row.blob_sha256 : preview
    if (sha256 === null) throw new AppError('not-found')
    const stored = await blobs.stat(sha256)
    if (stored === null) throw new AppError('storage-damaged')
    return { row, stored }
  }

  /** Stores the bytes of a file and its preview, before a row refers to them. */
  async store({ content, name }: ReceivedFile, retainsLocation: boolean): Promise<StoredFile> {
    const { blobs } = this.#context
    const contentType = detectContent(content)
    const bytes = isImageType(contentType) && !retainsLocation ? removeLocation(content, contentType) : content
    const preview = isImageType(contentType) ? await makePreview(bytes) : null
    return {
      name: cleanName(name),
      contentType,
      blob: await blobs.put([bytes]),
      preview: preview && {
        full: await blobs.put([preview.full]),
        small: await blobs.put([preview.small]),
        width: preview.width,
        height: preview.height,
      },
    }
  }

  async #find(fileId: string, id: string): Promise<AttachmentRow> {
    const row = await findAttachmentRow(this.#context.database, fileId, id)
    if (!row) throw new AppError('not-found')
    return row
  }
}

/** Attachment to insert, sent here or imported. */
export interface NewAttachment {
  readonly topicId: string
  readonly commentId: string | null
  readonly guid: string
  readonly file: StoredFile
  readonly author: { readonly id: string | null; readonly name: string }
  readonly createdAt?: Date
}

/** Inserts an attachment and charges the owner of the project for it; locks the file of the topic. */
export async function insertAttachment(
  transaction: Transaction<Database>,
  { file: topicFile }: TopicContext,
  { author, commentId, createdAt, file, guid, topicId }: NewAttachment,
): Promise<string> {
  await lockFile(transaction, topicFile.id)
  const others = transaction.selectFrom('topic_attachment').where('topic_id', '=', topicId)
  await assertFewerRows(others, limits.attachmentsPerTopic)
  await chargeQuota(transaction, toPayer(topicFile), file.blob.sizeBytes)
  for (const blob of [file.blob, ...listPreviews(file)]) await insertBlob(transaction, blob)
  const id = newId()
  await transaction
    .insertInto('topic_attachment')
    .values({
      id,
      topic_id: topicId,
      comment_id: commentId,
      guid,
      name: file.name,
      content_type: file.contentType,
      blob_sha256: file.blob.sha256,
      size_bytes: file.blob.sizeBytes,
      preview_blob: file.preview?.full.sha256 ?? null,
      thumbnail_blob: file.preview?.small.sha256 ?? null,
      width: file.preview?.width ?? null,
      height: file.preview?.height ?? null,
      author_id: author.id,
      author_name: author.name,
      ...(createdAt ? { created_at: createdAt } : {}),
    })
    .execute()
  return id
}

/** Returns the hashes of all bytes of a stored file. */
export function listStored(file: StoredFile): readonly string[] {
  return [file.blob, ...listPreviews(file)].map(({ sha256 }) => sha256)
}

function listPreviews({ preview }: StoredFile): readonly StoredBlob[] {
  return preview ? [preview.full, preview.small] : []
}

async function findCommentId(
  transaction: Transaction<Database>,
  topicId: string,
  commentId: string | undefined,
): Promise<string | null> {
  if (commentId === undefined) return null
  const row = isIdentifier(commentId)
    ? await transaction
        .selectFrom('comment')
        .select('id')
        .where('topic_id', '=', topicId)
        .where('id', '=', commentId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('invalid-input', { field: 'query.comment' })
  return row.id
}

/** Removes the folders of the sender from a name, and what no name can have. */
function cleanName(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1)?.replaceAll('\u0000', '').trim() ?? ''
  const cut = name.slice(0, limits.attachmentNameCharacters).replace(/[\ud800-\udbff]$/, '')
  return /^\.*$/.test(cut) ? 'file' : cut
}
