import type { FileRecord } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import en from '../../i18n/en.json'
import { isUnfinished } from './file-status.js'

type Stage = keyof typeof en.stage
const isStage = (stage: string): stage is Stage => Object.hasOwn(en.stage, stage)

/** What is being done to a file, in words; null when it is finished. A stage without words of its own is "reading". */
export function useStageText(file: Pick<FileRecord, 'status' | 'stage'>): string | null {
  const { t } = useTranslation()
  if (!isUnfinished(file)) return null
  if (file.status === 'processing') return t('stage.waiting')
  return t(`stage.${file.stage !== null && isStage(file.stage) ? file.stage : 'reading'}`)
}
