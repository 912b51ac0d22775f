import type { Topic, TopicAttachment } from '@kamar/contracts'
import { uploadAttachment } from '../../../../platform/collaboration/attachments.js'
import { sendOrEnqueue } from '../../../../platform/collaboration/outbox.js'
import { useTopicCalls } from '../use-topics.js'

/** Adds a copy of an attached photo with a drawing on it; returns null when the copy waits for a network. */
export type AddMarkedPhoto = (original: TopicAttachment, content: Blob) => Promise<TopicAttachment | null>

/** Returns the function that adds marked photos to a topic; null for users who may not. */
export function useAddMarkedPhoto(fileId: string, topic: Pick<Topic, 'id' | 'mayComment'>): AddMarkedPhoto | null {
  const calls = useTopicCalls(fileId)
  if (!topic.mayComment) return null
  const topicId = topic.id
  return async ({ commentId, mayDelete, name }, content) => {
    const key = crypto.randomUUID()
    const file = { key, name: toMarkedName(name), content, keepsLocation: false }
    // Other users' comments contain nothing that they did not send.
    const target = { fileId, topicId, commentId: mayDelete ? commentId : null }
    const form = { text: file.name, mentions: [], key: crypto.randomUUID() }
    const added = await sendOrEnqueue(
      () => uploadAttachment(target, file),
      { fileId, topicId, form },
      { files: [file] },
    )
    if (added !== null) await calls.reload(topicId)
    return added
  }
}

const toMarkedName = (name: string): string => `${name.replace(/\.[^.]*$/, '') || 'photo'}-markup.jpg`
