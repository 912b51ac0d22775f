import { standardTopicValues } from '@kamar/contracts'
import type { TFunction } from 'i18next'

type WordKind = keyof typeof standardTopicValues

/** Returns the key under `topics.word`: the word of the table without its spaces. */
const toKey = (word: string): string => word.replaceAll(' ', '')

/** Translates a topic option; values from imported files are shown unchanged. */
export function formatTopicOption(kind: WordKind, word: string, t: TFunction): string {
  const standardOptions: readonly string[] = standardTopicValues[kind]
  return standardOptions.includes(word) ? t(`topics.word.${toKey(word)}` as 'topics.word.Open') : word
}

/** Returns the options: those of the table, and the current value. */
export function listTopicOptions(kind: WordKind, current: string): readonly string[] {
  const standardOptions: readonly string[] = standardTopicValues[kind]
  return current === '' || standardOptions.includes(current) ? standardOptions : [...standardOptions, current]
}

/** Returns the state of a topic as the colour of its pin and chip. */
export function topicTone({ isClosed, status }: { isClosed: boolean; status: string }): 'open' | 'progress' | 'closed' {
  if (isClosed) return 'closed'
  return status === 'In Progress' ? 'progress' : 'open'
}

/** Returns whether the due date has passed; `today` as `2026-11-30`. */
export function isOverdue(
  { dueDate, isClosed }: { dueDate: string | null; isClosed: boolean },
  today: string,
): boolean {
  return dueDate !== null && !isClosed && dueDate < today
}

/** Returns the current date in the local time zone. */
export function today(now = new Date()): string {
  const part = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
