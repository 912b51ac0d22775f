import { createObservable } from '../observable.js'

export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

export interface Notice {
  readonly id: number
  /** A problem interrupts a screen reader, information waits for it. */
  readonly tone: 'information' | 'problem'
  readonly text: string
  readonly action?: NoticeAction | undefined
}

const mostNotices = 3
let lastId = 0

export const notices = createObservable<readonly Notice[]>([])

/** Says something without stopping the user; the same words twice are shown once. */
export function notify(text: string, options: { tone?: Notice['tone']; action?: NoticeAction } = {}): number {
  const notice: Notice = { id: ++lastId, tone: options.tone ?? 'information', text, action: options.action }
  notices.set((current) => [...current.filter((other) => other.text !== text), notice].slice(-mostNotices))
  return notice.id
}

export function dismissNotice(id: number): void {
  notices.set((current) => current.filter((notice) => notice.id !== id))
}
