import type { ReportHeading, ReportTopic } from './report-topic.js'

/** Formats that the thread writes. */
export type LayoutFormat = 'csv' | 'pdf' | 'xlsx'

/** Messages to the thread: every topic, then `write`. */
export type ToReportThread =
  | { readonly type: 'topic'; readonly topic: ReportTopic }
  | { readonly type: 'write'; readonly format: LayoutFormat; readonly heading: ReportHeading }

/** Messages from the thread; each replies to one. */
export type FromReportThread =
  | { readonly type: 'taken' }
  | { readonly type: 'written'; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly message: string }
