import type { AllTopicsQuery, ListedTopic, TopicBulkChange, TopicReportForm } from '@kamar/contracts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, fetchStream } from '../../platform/api/api.js'
import { collaborationKeys as keys } from '../../platform/collaboration/collaboration-keys.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage, isErrorCode, messageOfCode } from '../../platform/errors/error-message.js'
import { findFileName } from '../../platform/files/download/find-file-name.js'
import { saveFile } from '../../platform/files/download/save-file.js'
import { useAsyncAction } from '../../platform/use-async-action.js'

const pageSize = 100

/** Loads the topics of all files page by page. */
export function useAllTopics(query: AllTopicsQuery) {
  return useInfiniteQuery({
    queryKey: [...keys.allTopics, query],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.call('listAllTopics', { query: { ...query, page: pageParam, limit: pageSize } }, { signal }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    // The current list remains on screen until the next one is loaded.
    placeholderData: (before) => before,
  })
}

/** Returns a function that makes the same change to topics, and reports which could not be changed. */
export function useBulkChange() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { begin, busy } = useAsyncAction()
  const change = (topics: readonly ListedTopic[], fields: TopicBulkChange['change']): void =>
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

/** Returns a function that creates a report and saves it. */
export function useReport() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async (form: TopicReportForm): Promise<void> => {
    setBusy(true)
    notify(t('issuesPage.exporting'))
    try {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(form) }
      const response = await fetchStream('/api/auth/topics/report', init)
      saveFile(await response.blob(), findFileName(response) ?? `issues.${form.format}`)
    } catch (error) {
      notify(t('issuesPage.exportFailed', { reason: errorMessage(error) }), { tone: 'problem' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, save: (form: TopicReportForm): void => void save(form) }
}
