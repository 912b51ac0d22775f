import { standardTopicValues } from '@kamar/contracts'
import type { TFunction } from 'i18next'

type WordKind = keyof typeof standardTopicValues

/** Keys of words under `topics.word`: those of the table, without their spaces. */
const toKey = (word: string): string => word.replaceAll(' ', '')

/** A word of a topic in the chosen language; words that files from elsewhere brought are shown as they are. */
export function formatTopicOption(kind: WordKind, word: string, t: TFunction): string {
  const standardOptions: readonly string[] = standardTopicValues[kind]
  return standardOptions.includes(word) ? t(`topics.word.${toKey(word)}` as 'topics.word.Open') : word
}

/** The words to choose from: the table's, and the one that is chosen. */
export function listTopicOptions(kind: WordKind, current: string): readonly string[] {
  const standardOptions: readonly string[] = standardTopicValues[kind]
  return current === '' || standardOptions.includes(current) ? standardOptions : [...standardOptions, current]
}

/** How urgent and how far a topic is, as the colour of its pin and chip. */
export function topicTone({ isClosed, status }: { isClosed: boolean; status: string }): 'open' | 'progress' | 'closed' {
  if (isClosed) return 'closed'
  return status === 'In Progress' ? 'progress' : 'open'
}

/** Whether its day is over; `today` as `2026-11-30`. */
export function isOverdue(
  { dueDate, isClosed }: { dueDate: string | null; isClosed: boolean },
  today: string,
): boolean {
  return dueDate !== null && !isClosed && dueDate < today
}

/** The day it is here. */
export function today(now = new Date()): string {
  const part = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
