import type { StoreyRequest } from './find-storeys.js'
import type { ReportHeading, ReportTopic } from './report-topic.js'

/** Formats that the thread writes. */
export type LayoutFormat = 'csv' | 'pdf' | 'xlsx'

/** Messages to the thread: the trees of models, every topic, then `write`. */
export type ToReportThread =
  | ({ readonly type: 'tree' } & StoreyRequest)
  | { readonly type: 'topic'; readonly topic: ReportTopic }
  | { readonly type: 'write'; readonly format: LayoutFormat; readonly heading: ReportHeading }

/** Messages from the thread; each replies to one, except `progress`. */
export type FromReportThread =
  | { readonly type: 'storeys'; readonly storeys: ReadonlyMap<string, string> }
  | { readonly type: 'progress' }
  | { readonly type: 'taken' }
  | { readonly type: 'written'; readonly bytes: Uint8Array }
  | { readonly type: 'failed'; readonly message: string }
