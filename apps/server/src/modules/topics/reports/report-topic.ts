import type { ReportMessages } from './report-text.js'

/** Column of a report, in order. */
export const reportColumns = [
  'number',
  'title',
  'status',
  'type',
  'priority',
  'assignee',
  'due',
  'file',
  'project',
  'place',
  'storey',
  'labels',
  'author',
  'created',
  'changed',
  'description',
  'comments',
  'attachments',
] as const satisfies readonly (keyof ReportMessages['column'])[]
export type ReportColumn = (typeof reportColumns)[number]

/** Comment of a topic in a report. */
export interface ReportComment {
  readonly author: string
  readonly time: string
  readonly text: string
}

/** Topic in a report, with its values as text. */
export interface ReportTopic {
  readonly number: number
  readonly values: Readonly<Record<ReportColumn, string>>
  readonly comments: readonly ReportComment[]
  /** Snapshots and photos as JPEG; empty in tables. */
  readonly images: readonly Uint8Array[]
}

/** Texts of the report itself. */
export interface ReportHeading {
  readonly messages: ReportMessages
  /** Time of the report in the language of the reader. */
  readonly time: string
}
