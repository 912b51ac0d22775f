import type { AuditFilter } from '@kamar/contracts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AuditView, emptyView, readView, toQuery, writeView } from './audit-filter.js'

/** Filters in the URL, and functions that change them. */
export interface AuditViewState {
  readonly view: AuditView
  readonly query: AuditFilter
  readonly isFiltered: boolean
  readonly change: (part: Partial<AuditView>) => void
  readonly clear: () => void
}

export function useAuditView(): AuditViewState {
  const [parameters, setParameters] = useSearchParams()
  // Fixed for the page; the day ranges of its next visit begin later.
  const [now] = useState(() => new Date())
  const view = readView(parameters)
  const show = (next: AuditView): void => setParameters({ tab: 'audit', ...writeView(next) }, { replace: true })
  return {
    view,
    query: toQuery(view, now),
    isFiltered: Object.keys(writeView(view)).length > 0,
    change: (part) => show({ ...view, ...part }),
    clear: () => show(emptyView),
  }
}
