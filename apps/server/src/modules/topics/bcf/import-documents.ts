import { AppError } from '@kamar/core'
import { collaborationLimits as limits } from '@kamar/contracts'
import { deleteUnreferencedBlobs } from '../../../domain/files/referenced-blobs.js'
import { insertAttachment, listStored } from '../attachments/attachment-service.js'
import type { ImportContext, Skip } from './import-context.js'
import type { ImportedTopic } from './bcf-imported.js'

/** Imports the documents of a topic as its attachments, unless it has them; their bytes stay as they are. */
export async function importDocuments(
  { attachments, blobs, database, topicContext }: ImportContext,
  { author, date, documents, guid: topicGuid }: ImportedTopic,
  skip: Skip,
): Promise<void> {
  if (documents.length === 0) return
  const existing = await database
    .selectFrom('topic')
    .leftJoin('topic_attachment', 'topic_attachment.topic_id', 'topic.id')
    .select(['topic.id', 'topic_attachment.guid'])
    .where('topic.file_id', '=', topicContext.file.id)
    .where('topic.guid', '=', topicGuid)
    .execute()
  const topicId = existing[0]?.id
  if (topicId === undefined) return
  const existingGuids = new Set(existing.map(({ guid }) => guid))
  for (const { content, guid, name } of documents.filter((document) => !existingGuids.has(document.guid))) {
    if (content.byteLength === 0 || content.byteLength > limits.attachmentBytes) {
      skip(name, 'too-large')
      continue
    }
    const file = await attachments.store({ name, content: Buffer.from(content) }, true)
    try {
      await database.transaction().execute((transaction) =>
        insertAttachment(transaction, topicContext, {
          topicId,
          commentId: null,
          guid,
          file,
          author: { id: null, name: author },
          createdAt: date,
        }),
      )
    } catch (error) {
      await deleteUnreferencedBlobs(database, blobs, listStored(file))
      if (!(error instanceof AppError) || !(error.code === 'too-many' || error.code === 'quota-exceeded')) throw error
      skip(name, error.code === 'too-many' ? 'too-many' : 'too-large')
    }
  }
}
