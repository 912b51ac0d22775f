import type { LiveEvent } from '@kamar/contracts'
import type { News } from './news.js'

/** Something that open pages should know, and whose. */
export interface LiveNewsItem {
  /** All members of a project, or accounts by id. */
  readonly to: { readonly projectId: string } | { readonly accountIds: readonly string[] }
  readonly event: LiveEvent
}

export type LiveNews = News<LiveNewsItem>
