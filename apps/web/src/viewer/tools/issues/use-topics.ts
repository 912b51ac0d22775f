import type { CommentForm, Topic, TopicChange, TopicComment, TopicForm, TopicListQuery } from '@kamar/contracts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.js'
import { collaborationKeys as keys } from '../../../platform/collaboration/collaboration-keys.js'

/** Filter of the list; the list itself adds the page. */
export type TopicFilter = Omit<TopicListQuery, 'page' | 'limit'>

/** Loads the topics of a file page by page. */
export function useTopics(fileId: string | null, filter: TopicFilter, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...keys.topics(fileId ?? ''), filter],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call('listTopics', { parameters: { id: fileId ?? '' }, query: { ...filter, page: pageParam } }, { signal }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    enabled: enabled && fileId !== null,
    // The current list remains on screen until the next one is loaded.
    placeholderData: (before) => before,
  })
}

/** Loads one topic with its comments. */
export function useTopic(fileId: string, topicId: string) {
  return useQuery({
    queryKey: keys.topic(fileId, topicId),
    queryFn: ({ signal }) => api.call('getTopic', { parameters: { id: fileId, topicId } }, { signal }),
  })
}

/** Loads the users who can be mentioned and assigned. */
export function useMentionable(fileId: string) {
  return useQuery({
    queryKey: keys.mentionable(fileId),
    queryFn: ({ signal }) => api.call('mentionable', { parameters: { id: fileId } }, { signal }),
    staleTime: 60_000,
  })
}

/** Requests for topics; each rejects with the server's error. */
export interface TopicCalls {
  readonly create: (form: TopicForm) => Promise<Topic>
  readonly change: (topic: Topic, change: Omit<TopicChange, 'revision'>) => Promise<void>
  readonly remove: (topicId: string) => Promise<void>
  readonly comment: (topicId: string, form: CommentForm) => Promise<TopicComment>
  readonly changeComment: (topicId: string, comment: { id: string; revision: number }, text: string) => Promise<void>
  readonly removeComment: (topicId: string, commentId: string) => Promise<void>
  readonly removeAttachment: (topicId: string, attachmentId: string) => Promise<void>
  readonly reload: (topicId: string) => Promise<void>
}

export function useTopicCalls(fileId: string): TopicCalls {
  const client = useQueryClient()
  return useMemo(() => {
    const of = (topicId: string) => ({ id: fileId, topicId })
    const reload = async (topicId: string): Promise<void> => {
      void client.invalidateQueries({ queryKey: keys.topics(fileId) })
      await client.invalidateQueries({ queryKey: keys.topic(fileId, topicId) })
    }
    return {
      reload,
      async create(form) {
        const topic = await api.call('createTopic', { parameters: { id: fileId }, body: form })
        client.setQueryData(keys.topic(fileId, topic.id), topic)
        void client.invalidateQueries({ queryKey: keys.topics(fileId) })
        return topic
      },
      async change({ id: topicId, revision }, change) {
        try {
          const topic = await api.call('changeTopic', { parameters: of(topicId), body: { ...change, revision } })
          client.setQueryData(keys.topic(fileId, topicId), topic)
        } finally {
          // Reloads after a rejection as well: another user's change may have come first.
          void reload(topicId)
        }
      },
      async remove(topicId) {
        await api.call('deleteTopic', { parameters: of(topicId) })
        client.removeQueries({ queryKey: keys.topic(fileId, topicId) })
        void client.invalidateQueries({ queryKey: keys.topics(fileId) })
      },
      async comment(topicId, form) {
        const comment = await api.call('addComment', { parameters: of(topicId), body: form })
        await reload(topicId)
        return comment
      },
      async changeComment(topicId, { id: commentId, revision }, text) {
        await api.call('changeComment', { parameters: { ...of(topicId), commentId }, body: { text, revision } })
        await reload(topicId)
      },
      async removeComment(topicId, commentId) {
        await api.call('deleteComment', { parameters: { ...of(topicId), commentId } })
        await reload(topicId)
      },
      async removeAttachment(topicId, attachmentId) {
        await api.call('deleteAttachment', { parameters: { id: fileId, attachmentId } })
        await reload(topicId)
      },
    }
  }, [client, fileId])
}
