import type { FileOfTopic, TopicBulkChange } from '@kamar/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { collaborationKeys as keys } from '../collaboration/collaboration-keys.js'
import { notify } from '../design/toasts-state.js'
import { isErrorCode, messageOfCode } from '../errors/error-message.js'
import { useAsyncAction } from '../use-async-action.js'

/** Selected topic, as much as a change or a report needs. */
export interface PickedIssue {
  readonly id: string
  readonly file: Pick<FileOfTopic, 'id' | 'projectId'>
}

/** Returns a function that makes the same change to topics, and reports which could not be changed. */
export function useBulkChange() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { begin, busy } = useAsyncAction()
  const change = (topics: readonly PickedIssue[], fields: TopicBulkChange['change']): void =>
    begin(async () => {
      const body = { topics: topics.map(({ file, id }) => ({ fileId: file.id, topicId: id })), change: fields }
      const { changed, failed } = await api.call('changeTopics', { body })
      const [first] = failed
      if (changed > 0) notify(t('issuesPage.changedAll', { count: changed }))
      if (first) {
        const reason = isErrorCode(first.code) ? messageOfCode(first.code) : first.code
        notify(t('issuesPage.failed', { count: failed.length, reason }), { tone: 'problem' })
      }
      await client.invalidateQueries({ queryKey: keys.all })
    })
  return { busy, change }
}
