import type { FileRecord } from '@kamar/contracts'
import { isUnfinished } from '../../platform/files/file-status.js'
import { type StageFile, useStageText } from '../../platform/files/stage-text.js'
import { useTranslation } from 'react-i18next'
import type { ActiveModel } from './use-model-view.js'

export interface Progress {
  /** 0 to 100; null when nothing is in progress. */
  readonly percent: number | null
  /** Current activity, in words; null when there is none. */
  readonly text: string | null
}

const idle: Progress = { percent: null, text: null }
const waiting: StageFile = { status: 'success', stage: null }

/** Returns the progress: first of the translation on the server, then of the remaining download. */
export function useProgress(model: ActiveModel, file: FileRecord | null): Progress {
  const { t } = useTranslation()
  const stage = useStageText(file ?? waiting)
  if (model.error || model.urn === null) return idle
  if (file && isUnfinished(file)) return { percent: file.progress, text: stage }
  if (model.manifest || !model.progress) return idle
  return { percent: model.progress.fraction * 100, text: t('viewer.loadingModel') }
}
