import type { FileRecord } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import type { Messages } from '../i18n/generated/messages.js'
import { isUnfinished } from './file-status.js'

type Stage = keyof Messages['stage']
const stages: readonly string[] = [
  'waiting',
  'reading',
  'meshing',
  'packing',
  'cloud-upload',
  'cloud-translation',
  'cloud-download',
] satisfies Stage[]
const isStage = (stage: string): stage is Stage => stages.includes(stage)

/**
 * Returns the current processing stage of a file, in words; null when it is finished. A stage without its own text is
 * "reading".
 */
export function useStageText(file: Pick<FileRecord, 'status' | 'stage'>): string | null {
  const { t } = useTranslation()
  if (!isUnfinished(file)) return null
  if (file.status === 'processing') return t('stage.waiting')
  return t(`stage.${file.stage !== null && isStage(file.stage) ? file.stage : 'reading'}`)
}
