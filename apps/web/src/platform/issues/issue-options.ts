import { standardTopicValues } from '@kamar/contracts'
import type { TFunction } from 'i18next'

/** Translates a status or priority; values from imported files are shown unchanged. */
export function formatOption(kind: 'status' | 'priority', word: string, t: TFunction): string {
  const standardOptions: readonly string[] = standardTopicValues[kind]
  if (!standardOptions.includes(word)) return word
  return t(`issuesPage.word.${word.replaceAll(' ', '')}` as 'issuesPage.word.Open')
}

/** Returns the address that opens a topic in the viewer. */
export function topicAddress({ file, id }: { readonly file: { readonly urn: string }; readonly id: string }): string {
  return `/ViewerPage?urn=${encodeURIComponent(file.urn)}&topic=${encodeURIComponent(id)}`
}

/** Returns whether the due date has passed, in the local time zone. */
export function isOverdue(
  { dueDate, isClosed }: { readonly dueDate: string | null; readonly isClosed: boolean },
  now = new Date(),
): boolean {
  const part = (value: number): string => String(value).padStart(2, '0')
  const today = `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
  return dueDate !== null && !isClosed && dueDate < today
}
