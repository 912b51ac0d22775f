import type { FileRecord } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import type { Messages } from '../i18n/generated/messages.js'
import { useFormats } from '../format/use-formats.js'
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

/** The part of a record that decides the text. */
export type StageFile = Pick<FileRecord, 'status' | 'stage' | 'memoryBytes'>

/**
 * Returns the current processing stage of a file, in words, and the memory that a large file needs; null when it is
 * finished. A stage without its own text is "reading".
 */
export function useStageText(file: StageFile): string | null {
  const { t } = useTranslation()
  const formats = useFormats()
  if (!isUnfinished(file)) return null
  const { memoryBytes, stage, status } = file
  const key = status === 'processing' ? 'waiting' : stage !== null && isStage(stage) ? stage : 'reading'
  const text = t(`stage.${key}`)
  return memoryBytes === undefined ? text : t('stageNeedsMemory', { stage: text, memory: formats.volume(memoryBytes) })
}
