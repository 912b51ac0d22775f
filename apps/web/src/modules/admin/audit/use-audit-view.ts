import type { AuditFilter } from '@kamar/contracts'
import { useState } from 'react'
import { useUrlState } from '../../../platform/use-url-state.js'
import { type AuditView, emptyView, readView, toQuery, writeView } from './audit-filter.js'

/** Filters in the URL, and functions that change them. */
export interface AuditViewState {
  readonly view: AuditView
  readonly query: AuditFilter
  readonly isFiltered: boolean
  readonly change: (part: Partial<AuditView>) => void
  readonly clear: () => void
}

const writeAddress = (view: AuditView): string => new URLSearchParams({ tab: 'audit', ...writeView(view) }).toString()

export function useAuditView(): AuditViewState {
  const [view, setView] = useUrlState({ read: readView, write: writeAddress })
  // Fixed for the page; the day ranges of its next visit begin later.
  const [now] = useState(() => new Date())
  return {
    view,
    query: toQuery(view, now),
    isFiltered: Object.keys(writeView(view)).length > 0,
    change: (part) => setView((current) => ({ ...current, ...part })),
    clear: () => setView(emptyView),
  }
}
