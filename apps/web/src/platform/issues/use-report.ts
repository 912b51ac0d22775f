import type { TopicReportForm } from '@kamar/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'
import { saveFile } from '../files/download/save-file.js'
import { createReport } from './create-report.js'

/** Report that is being created. */
export interface RunningReport {
  readonly cancel: AbortController
  readonly percent: number
}

/** Creates reports one at a time and saves them. A report that is left with its page is cancelled. */
export function useReport() {
  const { t } = useTranslation()
  const [running, setRunning] = useState<RunningReport | null>(null)
  const cancel = running?.cancel
  useEffect(() => () => cancel?.abort(), [cancel])
  const save = async (form: TopicReportForm): Promise<void> => {
    const cancel = new AbortController()
    setRunning({ cancel, percent: 0 })
    try {
      const onProgress = (percent: number): void => setRunning({ cancel, percent })
      const { content, name } = await createReport(form, { signal: cancel.signal, onProgress })
      saveFile(content, name)
    } catch (error) {
      if (!cancel.signal.aborted)
        notify(t('issuesPage.exportFailed', { reason: errorMessage(error) }), { tone: 'problem' })
    } finally {
      setRunning(null)
    }
  }
  return { running, save: (form: TopicReportForm): void => void save(form) }
}
